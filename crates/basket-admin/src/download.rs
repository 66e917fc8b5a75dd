//! Files that are sent while they are read.

use axum::{
    body::{Body, Bytes},
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse as _, Response},
};
use basket_store::{Store, StoreError};
use http_body_util::channel::{Channel, Sender};
use std::sync::Arc;

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

/// The table as CSV.
pub(crate) fn csv(store: Arc<Store>, file: &str, table: impl Table) -> Response {
    let (mut sender, body) = Channel::<Bytes, StoreError>::new(WAITING);
    tokio::spawn(async move {
        if let Err(error) = send(&store, table, &mut sender).await {
            tracing::error!(%error, "export failed");
            sender.abort(error);
        }
    });
    let attachment = format!("attachment; filename=\"{file}\"");
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, &*attachment),
        (CACHE_CONTROL, "no-store"),
    ];
    (headers, Body::new(body)).into_response()
}

async fn send(
    store: &Store,
    mut table: impl Table,
    sender: &mut Sender<Bytes, StoreError>,
) -> Result<(), StoreError> {
    let mut text = format!("{MARK}{}", table.columns());
    // Who reads it may go away.
    while sender.send_data(text.into()).await.is_ok() {
        let Some(rows) = table.next(store).await? else { break };
        text = rows;
    }
    Ok(())
}
