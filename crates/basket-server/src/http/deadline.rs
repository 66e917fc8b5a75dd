//! How long an answer may take once a request is there. How long a caller may take to send it is another matter.

use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, SizeHint};
use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};
use tokio::{
    sync::oneshot::{self, Receiver, Sender},
    time::sleep,
};

/// Done when the whole body is there, or nobody wants the rest of it.
pub(super) type Received = Option<Receiver<()>>;

/// The body, and when it is there.
pub(super) fn watch(body: Body) -> (Body, Received) {
    if body.is_end_stream() {
        return (body, None);
    }
    let (sender, received) = oneshot::channel();
    (Body::new(Watched { body, _sender: sender }), Some(received))
}

/// The answer, or `late` if there is none so long after the request was there.
pub(super) async fn within<T>(
    limit: Duration,
    received: Received,
    answer: impl Future<Output = T>,
    late: impl FnOnce() -> T,
) -> T {
    let deadline = async {
        if let Some(received) = received {
            // Never sent: what is told is that the sender is gone.
            let _ = received.await;
        }
        sleep(limit).await;
    };
    tokio::select! {
        biased;
        answer = answer => answer,
        () = deadline => late(),
    }
}

/// A body whose end is noticed.
struct Watched {
    body: Body,
    _sender: Sender<()>,
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    const LIMIT: Duration = Duration::from_secs(20);

    #[tokio::test(start_paused = true)]
    async fn the_time_of_an_answer_begins_when_the_request_is_there() {
        let began = tokio::time::Instant::now();
        let slow = Duration::from_secs(30);
        let (body, received) = watch(Body::from("{}"));
        let answer = async {
            tokio::time::advance(slow).await;
            to_bytes(body, 100).await.unwrap();
            std::future::pending().await
        };
        assert_eq!(within(LIMIT, received, answer, || "late").await, "late");
        assert_eq!(began.elapsed(), slow + LIMIT);
        let (_, received) = watch(Body::empty());
        let quick = within(LIMIT, received, async { "answered" }, || "late").await;
        assert_eq!(quick, "answered");
        let (body, received) = watch(Body::from("unread"));
        drop(body);
        let began = tokio::time::Instant::now();
        assert_eq!(within(LIMIT, received, std::future::pending(), || "late").await, "late");
        assert_eq!(began.elapsed(), LIMIT, "who reads no body waits for none");
    }
}
