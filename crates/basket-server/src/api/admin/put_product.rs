//! `PUT /v1/admin/products/{sku}`: a product as it is from now on, new or not.

use crate::api::document::{self, AdminRefusals, NewProduct};
use crate::{
    api::{Problem, body, json, owner::Owner, path_params::PathParams},
    state::AppState,
};
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::{
    json::{self as reader, Kind, Node, Writer},
    product::{Frequency, Offer, Period, Product, ProductType},
    wire::{self, BadBody},
};
use basket_model::catalogue;

#[utoipa::path(
    put,
    path = "/v1/admin/products/{sku}",
    tag = "servers of the shop",
    summary = "A product as it is from now on, new or not",
    params(("sku" = String, Path, description = "The shop's own name for it")),
    request_body = NewProduct,
    responses((status = 200, description = "The product", body = document::Product), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn put_product(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(sku): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let text = body::read(&state, &parts.headers, body).await?;
    let product = read(sku, &text).map_err(|bad| Problem::body(&text, bad))?;
    catalogue::check(&product).map_err(|bad| {
        Problem::value(bad.field, format!("The member {:?} {}.", bad.field, bad.reason))
    })?;
    let mut products = [product];
    state.store.products().put(owner.shop.id, products.to_vec()).await?;
    owner.address.complete_products(&mut products);
    let mut writer = Writer::new();
    wire::write_product(&mut writer, &products[0]);
    Ok(json(writer.finish()))
}

fn read(sku: String, text: &str) -> Result<Product, BadBody> {
    let document = reader::parse(text).map_err(BadBody::Json)?;
    let node = document.root();
    let kind = optional(node, "type", Node::string)?.unwrap_or(ProductType::default().name());
    Ok(Product {
        sku,
        name: optional(node, "name", Node::string)?.ok_or(BadBody::Value("name"))?.to_owned(),
        image: optional(node, "image", Node::string)?.map(str::to_owned),
        url: optional(node, "url", Node::string)?.map(str::to_owned),
        product_type: ProductType::parse(kind).ok_or(BadBody::Value("type"))?,
        price: optional(node, "price", Node::integer)?,
        subscriptions: offers(node.get("subscriptions"))?,
        stock: optional(node, "stock", Node::count)?,
    })
}

/// A member that may be left out or null, but not be something else.
fn optional<'a, T>(
    node: Node<'a>,
    name: &'static str,
    read: impl FnOnce(Node<'a>) -> Option<T>,
) -> Result<Option<T>, BadBody> {
    let member = node.get(name);
    if member.is_null() {
        return Ok(None);
    }
    read(member).map(Some).ok_or(BadBody::Value(name))
}

fn offers(list: Node<'_>) -> Result<Vec<Offer>, BadBody> {
    let wrong = BadBody::Value("subscriptions");
    if list.is_null() {
        return Ok(Vec::new());
    }
    if list.kind() != Kind::Array {
        return Err(wrong);
    }
    let offer = |node: Node<'_>| {
        let frequency = Frequency::parse(node.get("frequency").text()).ok_or(wrong)?;
        let interval = optional(node, "interval", Node::count).map_err(|_| wrong)?.unwrap_or(1);
        let interval = u16::try_from(interval).map_err(|_| wrong)?;
        let period = Period::new(frequency, interval).ok_or(wrong)?;
        let price = node.get("price").integer().ok_or(wrong)?;
        Ok(Offer { period, price })
    };
    list.items().map(offer).collect()
}
