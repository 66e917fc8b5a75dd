//! The page in the designer's preview, with a shop's products.

use crate::{member::Member, query::Query, refusal::Refusal, state::AdminState};
use axum::{
    extract::State,
    http::request::Parts,
    response::{IntoResponse as _, Response},
};
use basket_designer::{FOLDER, Preview, samples};
use basket_web::address::{Address, written_address};

/// How many products the page shows.
const SHOWN: u32 = 8;

/// `GET …/design/preview`: with the shop's products, or with `?goods=samples` and where there are none, with ours.
pub async fn read_preview(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    parts: Parts,
) -> Result<Response, Refusal> {
    let mut products = Vec::new();
    if query.get("goods") != Some("samples") {
        products = state.store.products().page(member.shop.id, 0, SHOWN).await?.products;
    }
    if products.is_empty() {
        products = samples();
    }
    Address::of_service(&parts, state.public()).complete_products(&mut products);
    let preview = Preview {
        name: &member.shop.name,
        currency: member.shop.currency,
        products: &products,
        files: FOLDER,
        script: "/v1/basket.js",
    };
    Ok(preview.respond(&written_address(&parts, state.public())).into_response())
}
