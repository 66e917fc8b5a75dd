//! `GET /admin/products.csv`: the whole catalogue.

use crate::{
    download::{Table, csv},
    member::Member,
    refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::catalogue::sheet;
use basket_store::{Store, StoreError};
use std::sync::Arc;

/// How many products are read at once.
const PAGE: u32 = 500;

/// `GET /admin/products.csv`.
pub async fn export_products(
    State(state): State<AdminState>,
    member: Member,
) -> Result<Response, Refusal> {
    // What can go wrong at once is said properly; later the file can only break off.
    state.store.check().await?;
    let products = Products { shop: member.shop.id, after: Some(0) };
    Ok(csv(Arc::clone(&state.store), "products.csv", products))
}

struct Products {
    shop: i64,
    /// Where the next page begins.
    after: Option<i64>,
}

impl Table for Products {
    fn columns(&self) -> String {
        sheet::header()
    }

    async fn next(&mut self, store: &Store) -> Result<Option<String>, StoreError> {
        let Some(after) = self.after else { return Ok(None) };
        let page = store.products().page(self.shop, after, PAGE).await?;
        self.after = page.next;
        Ok(Some(sheet::write(&page.products)))
    }
}
