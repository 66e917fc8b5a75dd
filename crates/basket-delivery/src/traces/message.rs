//! Spans as OTLP in JSON.

use super::span::{Field, Span, hexadecimal};
use serde_json::{Value, json};

/// Our names of fields, and those that OpenTelemetry has agreed on.
const NAMES: &[(&str, &str)] = &[
    ("method", "http.request.method"),
    ("route", "http.route"),
    ("status", "http.response.status_code"),
    ("id", "basket.request.id"),
    ("host", "server.address"),
    ("engine", "db.system.name"),
];

/// What a span is to the rest of its trace, by its name.
#[derive(Clone, Copy)]
enum Kind {
    Internal = 1,
    /// Answers somebody.
    Server = 2,
    /// Asks somebody.
    Client = 3,
}

const KINDS: &[(&str, Kind)] = &[
    ("request", Kind::Server),
    ("call", Kind::Client),
    ("mail", Kind::Client),
    ("database", Kind::Client),
];

/// The body of a request to a collector.
pub(super) fn encode(resource: &[(String, String)], spans: &[Span]) -> String {
    let resource: Vec<_> = resource
        .iter()
        .map(|(name, value)| attribute(name, &json!({ "stringValue": value })))
        .collect();
    let spans: Vec<_> = spans.iter().map(encode_span).collect();
    let scope = json!({ "name": "basket", "version": env!("CARGO_PKG_VERSION") });
    json!({
        "resourceSpans": [{
            "resource": { "attributes": resource },
            "scopeSpans": [{ "scope": scope, "spans": spans }],
        }],
    })
    .to_string()
}

fn encode_span(span: &Span) -> Value {
    let kind = KINDS.iter().find(|(name, _)| *name == span.name).map_or(Kind::Internal, |it| it.1);
    let mut encoded = json!({
        "traceId": hexadecimal(span.context.trace, 16),
        "spanId": hexadecimal(span.context.span.into(), 8),
        "name": title(span),
        "kind": kind as u8,
        // Numbers of 64 bits are texts.
        "startTimeUnixNano": span.start.to_string(),
        "endTimeUnixNano": span.end.to_string(),
        "attributes": span.fields.iter().map(encode_field).collect::<Vec<_>>(),
    });
    if let Some(parent) = span.parent {
        encoded["parentSpanId"] = json!(hexadecimal(parent.into(), 8));
    }
    if has_failed(span, kind) {
        encoded["status"] = json!({ "code": 2 });
    }
    encoded
}

/// A request is called by its method and route.
fn title(span: &Span) -> String {
    match (text(span, "method"), text(span, "route")) {
        (Some(method), Some(route)) => format!("{method} {route}"),
        _ => span.name.to_owned(),
    }
}

/// Whoever answers has failed from 500 on; whoever asks, from 400 on or without an answer.
fn has_failed(span: &Span, kind: Kind) -> bool {
    let worst = if matches!(kind, Kind::Server) { 500 } else { 400 };
    let status = span.fields.iter().rev().find(|(name, _)| *name == "status");
    matches!(status, Some((_, Field::Number(status))) if *status >= worst)
        || text(span, "error").is_some()
}

fn text<'a>(span: &'a Span, name: &str) -> Option<&'a str> {
    match span.fields.iter().find(|(each, _)| *each == name)? {
        (_, Field::Text(text)) => Some(text),
        _ => None,
    }
}

fn encode_field((name, field): &(&'static str, Field)) -> Value {
    let known = NAMES.iter().find(|(ours, _)| ours == name).map_or(*name, |(_, theirs)| theirs);
    let value = match field {
        Field::Number(number) => json!({ "intValue": number.to_string() }),
        Field::Text(text) => json!({ "stringValue": text }),
    };
    attribute(known, &value)
}

fn attribute(name: &str, value: &Value) -> Value {
    json!({ "key": name, "value": value })
}

#[cfg(test)]
mod tests {
    use super::super::span::Context;
    use super::*;

    fn span(fields: Vec<(&'static str, Field)>) -> Span {
        let context = Context { trace: 10, span: 11, is_kept: true };
        Span { context, parent: Some(12), name: "request", start: 1, end: 2, fields }
    }

    #[test]
    fn a_request_is_a_span_of_a_server() {
        let text = |text: &str| Field::Text(text.to_owned());
        let fields = vec![
            ("method", text("GET")),
            ("route", text("/v1/shop")),
            ("status", Field::Number(503)),
        ];
        let encoded = encode_span(&span(fields));
        let expected = json!({
            "traceId": "0000000000000000000000000000000a",
            "spanId": "000000000000000b",
            "parentSpanId": "000000000000000c",
            "name": "GET /v1/shop",
            "kind": 2,
            "startTimeUnixNano": "1",
            "endTimeUnixNano": "2",
            "attributes": [
                { "key": "http.request.method", "value": { "stringValue": "GET" } },
                { "key": "http.route", "value": { "stringValue": "/v1/shop" } },
                { "key": "http.response.status_code", "value": { "intValue": "503" } },
            ],
            "status": { "code": 2 },
        });
        assert_eq!(encoded, expected);
    }

    #[test]
    fn a_refusal_is_no_failure_of_the_service() {
        let encoded = encode_span(&span(vec![("status", Field::Number(404))]));
        assert_eq!(encoded["status"], Value::Null);
    }
}
