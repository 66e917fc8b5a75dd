//! Notes when spans begin and end.

use super::span::{Context, Field, Span};
use std::{
    fmt,
    time::{SystemTime, UNIX_EPOCH},
};
use tokio::sync::mpsc::Sender;
use tracing::{
    Event, Subscriber,
    field::{Field as Name, Visit},
    span::{Attributes, Id, Record},
};
use tracing_subscriber::{Layer, layer, registry::LookupSpan};

/// The field with the header of whoever called.
const PARENT: &str = "traceparent";

/// What is kept of an event. Others name accounts and addresses of people, which are for the log alone.
const OF_EVENTS: [&str; 4] = ["method", "route", "status", "error"];

/// Spans that say something only below others. What the service asks its database by itself, such as whether there is
/// something to send, would be a trace each second.
const ONLY_BELOW: [&str; 1] = ["database"];

/// Passes spans on to the exporter when they have ended.
#[derive(Debug)]
pub struct TraceLayer {
    sender: Sender<Span>,
    share: f64,
}

impl TraceLayer {
    pub(super) fn new(sender: Sender<Span>, share: f64) -> Self {
        Self { sender, share }
    }
}

impl<S: Subscriber + for<'span> LookupSpan<'span>> Layer<S> for TraceLayer {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, spans: layer::Context<'_, S>) {
        let Some(span) = spans.span(id) else { return };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let above = span
            .parent()
            .and_then(|above| above.extensions().get::<Span>().map(|above| above.context));
        let above = above.or_else(|| fields.take(PARENT).as_deref().and_then(Context::read));
        let name = span.metadata().name();
        let share = if ONLY_BELOW.contains(&name) { 0.0 } else { self.share };
        let context = above.map_or_else(|| Context::root(share), Context::child);
        let (parent, start) = (above.map(|above| above.span), now());
        let noted = Span { context, parent, name, start, end: start, fields: fields.0 };
        span.extensions_mut().insert(noted);
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, spans: layer::Context<'_, S>) {
        let Some(span) = spans.span(id) else { return };
        if let Some(noted) = span.extensions_mut().get_mut::<Span>() {
            let mut fields = Fields::default();
            values.record(&mut fields);
            noted.fields.append(&mut fields.0);
        }
    }

    /// What is logged about a span, such as the status of an answer, is kept with it.
    fn on_event(&self, event: &Event<'_>, spans: layer::Context<'_, S>) {
        let Some(span) = spans.event_span(event) else { return };
        if let Some(noted) = span.extensions_mut().get_mut::<Span>() {
            let mut fields = Fields::default();
            event.record(&mut fields);
            noted.fields.extend(fields.0.into_iter().filter(|(name, _)| OF_EVENTS.contains(name)));
        }
    }

    fn on_close(&self, id: Id, spans: layer::Context<'_, S>) {
        let noted = spans.span(&id).and_then(|span| span.extensions_mut().remove::<Span>());
        if let Some(mut noted) = noted.filter(|noted| noted.context.is_kept) {
            noted.end = now();
            // While the collector does not keep up, spans are left out.
            let _ = self.sender.try_send(noted);
        }
    }
}

fn now() -> u128 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos()
}

#[derive(Default)]
struct Fields(Vec<(&'static str, Field)>);

impl Fields {
    /// Takes a text out.
    fn take(&mut self, name: &str) -> Option<String> {
        let place = self.0.iter().position(|(each, _)| *each == name)?;
        match self.0.remove(place).1 {
            Field::Text(text) => Some(text),
            Field::Number(_) => None,
        }
    }
}

impl Visit for Fields {
    fn record_i64(&mut self, name: &Name, value: i64) {
        self.0.push((name.name(), Field::Number(value)));
    }

    fn record_u64(&mut self, name: &Name, value: u64) {
        self.record_i64(name, i64::try_from(value).unwrap_or(i64::MAX));
    }

    fn record_str(&mut self, name: &Name, value: &str) {
        self.0.push((name.name(), Field::Text(value.to_owned())));
    }

    fn record_debug(&mut self, name: &Name, value: &dyn fmt::Debug) {
        self.0.push((name.name(), Field::Text(format!("{value:?}"))));
    }
}
