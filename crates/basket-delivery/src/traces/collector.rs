//! Sends spans to the collector, many at once, from a thread of its own.

use super::{message, settings::Settings, span::Span};
use crate::client::{Body, Call, Client};
use std::{
    io,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::{
    runtime,
    sync::{mpsc::Receiver, oneshot},
    time::timeout,
};
use tracing::{instrument::WithSubscriber as _, subscriber::NoSubscriber};

/// How many spans go in one request.
const MOST: usize = 512;
/// How long a span waits for others.
const PATIENCE: Duration = Duration::from_secs(2);
/// How long the end of the program waits for the collector.
const FAREWELL: Duration = Duration::from_secs(3);
/// How often the log complains of a collector.
const COMPLAINT: Duration = Duration::from_mins(1);

/// Sends spans until it is dropped, then those that are left.
#[derive(Debug)]
pub struct Exporter {
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Exporter {
    pub(super) fn start(settings: Settings, spans: Receiver<Span>) -> io::Result<Self> {
        let runtime = runtime::Builder::new_current_thread().enable_all().build()?;
        let (stop, stopped) = oneshot::channel();
        let work = move || {
            let sending = Collector::new(settings).run(spans, stopped);
            runtime.block_on(sending);
        };
        let thread = thread::Builder::new().name("traces".to_owned()).spawn(work)?;
        Ok(Self { stop: Some(stop), thread: Some(thread) })
    }
}

impl Drop for Exporter {
    fn drop(&mut self) {
        // The other side is gone if the thread has ended.
        let _ = self.stop.take().map(|stop| stop.send(()));
        let _ = self.thread.take().map(JoinHandle::join);
    }
}

struct Collector {
    settings: Settings,
    client: Client,
    complained: Option<Instant>,
}

impl Collector {
    fn new(settings: Settings) -> Self {
        // A collector is most often on this machine.
        Self { settings, client: Client::new(true), complained: None }
    }

    async fn run(mut self, mut spans: Receiver<Span>, mut stopped: oneshot::Receiver<()>) {
        let mut batch = Vec::with_capacity(MOST);
        loop {
            let is_last = tokio::select! {
                _ = &mut stopped => true,
                count = fill(&mut spans, &mut batch) => count == 0,
            };
            if is_last {
                break;
            }
            self.send(&batch).await;
            batch.clear();
        }
        spans.close();
        while let Ok(span) = spans.try_recv() {
            batch.push(span);
        }
        // Whoever ends a program does not wait for who watches it.
        let rest = async {
            for part in batch.chunks(MOST) {
                self.send(part).await;
            }
        };
        let _ = timeout(FAREWELL, rest).await;
    }

    async fn send(&mut self, spans: &[Span]) {
        let text = message::encode(&self.settings.resource, spans);
        let headers: Vec<(&str, &str)> = self
            .settings
            .headers
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        let body = Some(Body { kind: "application/json", text: &text });
        let call = Call { url: &self.settings.url, headers: &headers, body };
        // What is sent here is no part of any trace.
        let answer = self.client.send(&call).with_subscriber(NoSubscriber::default()).await;
        let problem = match answer {
            Ok(answer) if answer.status < 300 => return,
            Ok(answer) => format!("status {}", answer.status),
            Err(error) => error.to_string(),
        };
        if self.complained.is_none_or(|last| last.elapsed() > COMPLAINT) {
            self.complained = Some(Instant::now());
            tracing::warn!(
                problem,
                spans = spans.len(),
                "the collector of traces did not take spans"
            );
        }
    }
}

/// Waits for spans until there are enough, or no more came for a while; how many there are.
async fn fill(spans: &mut Receiver<Span>, batch: &mut Vec<Span>) -> usize {
    if spans.recv_many(batch, MOST).await == 0 {
        return 0;
    }
    let more = async {
        while batch.len() < MOST && spans.recv_many(batch, MOST - batch.len()).await > 0 {}
    };
    let _ = timeout(PATIENCE, more).await;
    batch.len()
}
