//! `GET /admin/products.csv`: the whole catalogue, sent while it is read.

use crate::{member::Member, refusal::Refusal, state::AdminState};
use axum::{
    body::{Body, Bytes},
    extract::State,
    http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use basket_model::catalogue::sheet;
use basket_store::{Store, StoreError};
use http_body_util::channel::{Channel, Sender};

/// How many products are read at once.
const PAGE: u32 = 500;
/// How many pages may wait for a slow reader.
const WAITING: usize = 2;
/// By this mark spreadsheets know that the letters are Unicode.
const MARK: &str = "\u{feff}";

/// `GET /admin/products.csv`.
pub async fn export_products(
    State(state): State<AdminState>,
    member: Member,
) -> Result<Response, Refusal> {
    // What can go wrong at once is said properly; later the file can only break off.
    state.store.check().await?;
    let (mut sender, body) = Channel::<Bytes, StoreError>::new(WAITING);
    let (store, shop) = (state.store.clone(), member.shop.id);
    tokio::spawn(async move {
        if let Err(error) = send(&store, shop, &mut sender).await {
            tracing::error!(%error, "an export broke off");
            sender.abort(error);
        }
    });
    let headers = [
        (CONTENT_TYPE, "text/csv; charset=utf-8"),
        (CONTENT_DISPOSITION, "attachment; filename=\"products.csv\""),
        (CACHE_CONTROL, "no-store"),
    ];
    Ok((headers, Body::new(body)).into_response())
}

async fn send(
    store: &Store,
    shop: i64,
    sender: &mut Sender<Bytes, StoreError>,
) -> Result<(), StoreError> {
    let mut text = format!("{MARK}{}", sheet::header());
    let mut after = Some(0);
    while let Some(from) = after {
        let page = store.products().page(shop, from, PAGE).await?;
        text.push_str(&sheet::write(&page.products));
        // Who reads it may have gone away.
        if sender.send_data(std::mem::take(&mut text).into()).await.is_err() {
            return Ok(());
        }
        after = page.next;
    }
    Ok(())
}
