//! `GET /v1/products`: products by sku, or page by page.

use super::document::{Pages, ProductPage, ReadRefusals};
use super::{Problem, caller::Caller, json, pages};
use crate::state::AppState;
use axum::{extract::State, http::Uri, response::Response};
use basket_core::{cart::MAX_LINES, json::Writer, wire};
use basket_model::shop::Shop;
use basket_web::{address::Address, fields::Fields};

/// How many products a page has.
const PAGE: u32 = 100;

#[utoipa::path(
    get,
    path = "/v1/products",
    tag = "shoppers",
    summary = "List products, by SKU or page by page",
    params(Pages),
    responses((status = 200, description = "The products", body = ProductPage), ReadRefusals),
    security(("publishable" = []), ("address" = []))
)]
pub(crate) async fn list_products(
    State(state): State<AppState>,
    caller: Caller,
    uri: Uri,
) -> Result<Response, Problem> {
    list(&state, &caller.shop, &caller.address, &uri).await
}

/// The products of a shop that a query asks for.
pub(super) async fn list(
    state: &AppState,
    shop: &Shop,
    address: &Address,
    uri: &Uri,
) -> Result<Response, Problem> {
    let wanted = Wanted::read(&Fields::from_query(uri))?;
    let (mut products, next) = if wanted.skus.is_empty() {
        let page = state.store.products().page(shop.id, wanted.after, PAGE).await?;
        (page.products, page.next.map(|next| next.to_string()))
    } else {
        (state.store.products().named(shop.id, &wanted.skus).await?, None)
    };
    address.complete_products(&mut products);
    let mut writer = Writer::new();
    wire::write_products(&mut writer, shop.currency, &products, next.as_deref());
    Ok(json(writer.finish()))
}

#[derive(Default)]
struct Wanted {
    skus: Vec<String>,
    after: i64,
}

impl Wanted {
    fn read(query: &Fields<'_>) -> Result<Self, Problem> {
        let mut wanted = Self::default();
        for sku in query.all("sku") {
            if !wanted.skus.iter().any(|found| found == sku) {
                wanted.skus.push(sku.to_owned());
            }
        }
        // Of several, each is checked and the last one counts.
        for after in query.all("after") {
            wanted.after = pages::place(after)?;
        }
        if wanted.skus.len() > MAX_LINES {
            let detail = format!("Request at most {MAX_LINES} products at once.");
            return Err(Problem::value("sku", detail));
        }
        Ok(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(query: &[u8]) -> Result<Wanted, Problem> {
        Wanted::read(&Fields::from_body(query))
    }

    #[test]
    fn each_sku_is_wanted_once_and_the_last_page_counts() {
        let wanted = read(b"after=1&sku=B&key=pk&sku=A&sku=B&after=2").unwrap();
        assert_eq!((wanted.skus, wanted.after), (vec!["B".to_owned(), "A".to_owned()], 2));
        assert!(read(b"after=x&after=2").is_err() && read(b"after=+2").is_err());
    }
}
