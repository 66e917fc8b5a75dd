//! `GET /v1/shop`: the shop that the key names.

use super::document::{ReadRefusals, Shop};
use super::{caller::Caller, json};
use axum::response::Response;
use basket_core::json::Writer;

#[utoipa::path(
    get,
    path = "/v1/shop",
    tag = "shoppers",
    summary = "Read the shop of the key",
    responses((status = 200, description = "The shop", body = Shop), ReadRefusals),
    security(("publishable" = []), ("address" = []))
)]
pub(crate) async fn read_shop(caller: Caller) -> Response {
    let mut writer = Writer::new();
    writer.open('{').name("name").string(&caller.shop.name);
    writer.name("currency").string(caller.shop.currency.code());
    writer.name("checkout").string(caller.shop.checkout.name()).close('}');
    json(writer.finish())
}
