//! The API as a document: OpenAPI 3.1, put together from what stands beside each handler. The documentation's site makes
//! a page of it.

mod cart;
mod refusals;
mod schema;

pub(super) use cart::Cart;
pub(super) use refusals::{AdminRefusals, ChangeRefusals, ReadRefusals};
pub(super) use schema::{
    CartPage, CartPages, Conditions, Estimate, Handover, Known, Order, OrderPage, OrderPages,
    Pages, Product, ProductPage, Shop,
};

use super::json;
use axum::response::Response;
use std::sync::LazyLock;
use utoipa::{
    Modify, OpenApi,
    openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme},
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "service-basket",
        description = "Carts for any page. Amounts are integers in the minor unit of the shop's currency."
    ),
    paths(
        super::read_shop::read_shop,
        super::list_products::list_products,
        super::create_cart::create_cart,
        super::read_cart::read_cart,
        super::add_line::add_line,
        super::empty_cart::empty_cart,
        super::change_line::change_line,
        super::remove_line::remove_line,
        super::discount_code::apply_code,
        super::discount_code::remove_code,
        super::start_checkout::start_checkout,
        super::admin::list_products::list_products,
        super::admin::read_product::read_product,
        super::admin::put_product::put_product,
        super::admin::change_product::change_product,
        super::admin::remove_product::remove_product,
        super::admin::list_carts::list_carts,
        super::admin::read_cart::read_cart,
        super::admin::list_orders::list_orders,
        super::admin::read_order::read_order,
        super::admin::change_order::change_order,
    ),
    components(schemas(schema::Problem)),
    modifiers(&Keys)
)]
struct Document;

/// How callers say who they are.
struct Keys;

impl Modify for Keys {
    fn modify(&self, document: &mut utoipa::openapi::OpenApi) {
        let Some(components) = &mut document.components else { return };
        let bearer = |description: &str| {
            let bearer = HttpBuilder::new().scheme(HttpAuthScheme::Bearer);
            SecurityScheme::Http(bearer.description(Some(description)).build())
        };
        components.add_security_scheme("publishable", bearer("A publishable key, `pk_…`."));
        components.add_security_scheme("secret", bearer("A secret key, `sk_…`."));
        let query = ApiKeyValue::with_description("key", "A publishable key, for GET requests.");
        components.add_security_scheme("address", SecurityScheme::ApiKey(ApiKey::Query(query)));
    }
}

static DOCUMENT: LazyLock<utoipa::openapi::OpenApi> = LazyLock::new(Document::openapi);

/// `GET /v1/openapi.json`: the document.
pub(crate) async fn read_document() -> Response {
    json(DOCUMENT.to_json().unwrap_or_default())
}
