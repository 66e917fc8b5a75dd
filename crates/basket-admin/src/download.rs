//! Files that are sent while they are read.

use axum::{
    body::{Body, Bytes},
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};
use basket_store::{Store, StoreError};
use http_body::Frame;
use std::{
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};
use tokio::sync::mpsc::{Receiver, Sender, channel};

/// How many pages may wait for a slow reader.
const WAITING: usize = 2;
/// By this mark spreadsheets know that the letters are Unicode.
const MARK: &str = "\u{feff}";

/// A table that is read page by page.
pub(crate) trait Table: Send + 'static {
    /// The row with the names of the columns.
    fn columns(&self) -> String;

    /// The next rows; `None` if there are no more.
    fn next(
        &mut self,
        store: &Store,
    ) -> impl Future<Output = Result<Option<String>, StoreError>> + Send;
}

/// Some rows, or why there are no more.
type Page = Result<Bytes, StoreError>;

/// What is sent, page by page. One queue has the pages and the failure: in `http_body_util::channel` they are two, and a last
/// page that comes between the looks at both is lost.
struct Pages(Receiver<Page>);

impl http_body::Body for Pages {
    type Data = Bytes;
    type Error = StoreError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, StoreError>>> {
        self.0.poll_recv(context).map(|page| page.map(|page| page.map(Frame::data)))
    }
}

/// The table as CSV.
pub(crate) fn csv(store: Arc<Store>, file: &str, table: impl Table) -> Response {
    let (sender, receiver) = channel(WAITING);
    tokio::spawn(async move {
        if let Err(error) = send(&store, table, &sender).await {
            tracing::error!(%error, "export failed");
            // Who reads it may go away.
            let _ = sender.send(Err(error)).await;
        }
    });
    let attachment = format!("attachment; filename=\"{file}\"");
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, &*attachment),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::new(Pages(receiver))).into_response()
}

async fn send(
    store: &Store,
    mut table: impl Table,
    sender: &Sender<Page>,
) -> Result<(), StoreError> {
    let mut text = format!("{MARK}{}", table.columns());
    while sender.send(Ok(text.into())).await.is_ok() {
        let Some(rows) = table.next(store).await? else { break };
        text = rows;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::to_bytes;

    const TIMES: usize = 20_000;

    #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
    async fn the_last_page_is_sent_however_quickly_the_sender_is_done() {
        for time in 0..TIMES {
            let (sender, receiver) = channel(WAITING);
            tokio::spawn(async move {
                for page in ["first", "second", "last"] {
                    sender.send(Ok(page.into())).await.unwrap();
                }
            });
            let sent = to_bytes(Body::new(Pages(receiver)), usize::MAX).await.unwrap();
            assert_eq!(sent, "firstsecondlast", "{time}");
        }
    }

    #[tokio::test]
    async fn a_failure_breaks_the_file_off() {
        let (sender, receiver) = channel(WAITING);
        sender.send(Ok("first".into())).await.unwrap();
        sender.send(Err(StoreError::Internal("away".to_owned()))).await.unwrap();
        drop(sender);
        assert!(to_bytes(Body::new(Pages(receiver)), usize::MAX).await.is_err());
    }
}
