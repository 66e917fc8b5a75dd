//! `PUT /v1/admin/products/{sku}`: a product as it is from now on, new or not. What the body does not name stays.

use crate::api::document::{self, AdminRefusals};
use crate::{
    api::{
        Problem,
        body::{self, BadBody},
        conditions::{expected_versions, tag},
        json,
        owner::Owner,
        path_params::PathParams,
        values::{Frequency, ProductType},
    },
    state::AppState,
};
use axum::{
    body::Body,
    extract::State,
    http::{HeaderValue, header::ETAG, request::Parts},
    response::Response,
};
use basket_core::{
    diagnostic::Code,
    json::{Document, Node, Writer},
    product::{Offer, Period, Product},
    wire,
};
use basket_model::catalogue::{self, Mentioned};
use basket_store::StoredProduct;
use serde::{Deserialize, Deserializer, de::Error as _};
use std::num::NonZeroU16;
use utoipa::ToSchema;

/// A product of the catalogue. It needs a price or a subscription.
#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct NewProduct {
    #[schema(min_length = 1, max_length = 2048)]
    name: String,
    image: Option<String>,
    url: Option<String>,
    r#type: Option<ProductType>,
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    price: Option<i64>,
    #[serde(deserialize_with = "offers")]
    #[schema(value_type = Option<Vec<NewOffer>>)]
    subscriptions: Vec<Offer>,
    stock: Option<u32>,
    /// The weight of one item in grams.
    #[schema(maximum = 100_000_000)]
    weight: Option<u32>,
    /// The class by which it is taxed; the standard class by default.
    #[schema(min_length = 1, max_length = 40)]
    tax_class: Option<String>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct NewOffer {
    frequency: Frequency,
    #[schema(value_type = Option<u16>, minimum = 1)]
    interval: Option<NonZeroU16>,
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    price: i64,
}

impl NewOffer {
    fn offer(self) -> Option<Offer> {
        let interval = self.interval.map_or(1, NonZeroU16::get);
        let period = Period::new(self.frequency.into(), interval)?;
        Some(Offer { period, price: self.price })
    }
}

/// An error in an offer names the member with all offers: `price` alone would be the product's.
pub(super) fn offers<'de, D: Deserializer<'de>>(source: D) -> Result<Vec<Offer>, D::Error> {
    let wrong = || D::Error::custom("an offer is invalid");
    let offers = Option::<Vec<NewOffer>>::deserialize(source).map_err(|_| wrong())?;
    let offers = offers.into_iter().flatten().map(NewOffer::offer);
    offers.collect::<Option<_>>().ok_or_else(wrong)
}

#[utoipa::path(
    put,
    path = "/v1/admin/products/{sku}",
    tag = "servers of the shop",
    summary = "Create or replace a product",
    params(("sku" = String, Path, description = "SKU of the product")),
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
    let document = body::parse_json(&text)?;
    let (product, mentioned) = (read(sku.clone(), &document)?, mentioned(document.root()));
    check_class(&owner, &product)?;
    let versions = expected_versions(&parts.headers);
    let decide = move |before: Option<StoredProduct>| {
        check_version(before.as_ref(), versions.as_deref())?;
        let product = match &before {
            Some(before) => mentioned.merge(product, &before.product),
            None => product,
        };
        check(product)
    };
    let stored = state.store.products().change(owner.shop.id, &sku, decide).await??;
    Ok(show(&owner, stored))
}

/// Which members a body has. One that is null empties, and one that is not there changes nothing.
pub(super) fn mentioned(body: Node<'_>) -> Mentioned {
    let is_there = |name| body.get(name).exists();
    Mentioned {
        name: is_there("name"),
        image: is_there("image"),
        url: is_there("url"),
        product_type: is_there("type"),
        price: is_there("price"),
        subscriptions: is_there("subscriptions"),
        stock: is_there("stock"),
        weight: is_there("weight"),
        tax_class: is_there("tax_class"),
    }
}

/// The product, if it can stand in a catalogue.
pub(super) fn check(product: Product) -> Result<Product, Problem> {
    catalogue::check(&product).map_err(|bad| {
        Problem::value(bad.field, format!("The member {:?} {}.", bad.field, bad.reason))
    })?;
    Ok(product)
}

/// Refuses a tax class that the shop does not have. Without rules for tax, no class means anything yet, and any is kept.
pub(super) fn check_class(owner: &Owner, product: &Product) -> Result<(), Problem> {
    let tax = owner.shop.rules.as_ref().and_then(|rules| rules.tax.as_ref());
    match (&product.tax_class, tax) {
        (Some(class), Some(tax)) if !tax.has_class(class) => {
            let detail = format!(
                "There is no tax class {class:?}. Use another one, or add it in the backend."
            );
            Err(Problem::value("tax_class", detail))
        }
        _ => Ok(()),
    }
}

/// Whether it is still the product that the caller has read.
pub(super) fn check_version(
    before: Option<&StoredProduct>,
    expected: Option<&[i64]>,
) -> Result<(), Problem> {
    let version = before.map(|before| before.version);
    if expected.is_none_or(|expected| version.is_some_and(|version| expected.contains(&version))) {
        return Ok(());
    }
    let detail = "The product has changed since it was read, or does not exist.";
    Err(Problem::new(Code::VersionMismatch, detail))
}

/// The answer that shows a product, with its version.
pub(super) fn show(owner: &Owner, stored: StoredProduct) -> Response {
    let mut products = [stored.product];
    owner.address.complete_products(&mut products);
    let mut writer = Writer::new();
    wire::write_product(&mut writer, &products[0]);
    let mut response = json(writer.finish());
    if let Ok(tag) = HeaderValue::try_from(tag(stored.version)) {
        response.headers_mut().insert(ETAG, tag);
    }
    response
}

fn read(sku: String, document: &Document) -> Result<Product, BadBody> {
    // A type that is not a string has always been reported before any other member.
    let kind = document.root().get("type");
    if !kind.is_null() && kind.string().is_none() {
        return Err(BadBody::Value("type"));
    }
    let NewProduct { name, image, url, r#type, price, subscriptions, stock, weight, tax_class } =
        body::from_document(document)?;
    Ok(Product {
        sku,
        name,
        image,
        url,
        product_type: r#type.map(Into::into).unwrap_or_default(),
        price,
        subscriptions,
        stock,
        weight,
        tax_class,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::product::Frequency;

    fn parsed(sku: &str, text: &str) -> Result<Product, BadBody> {
        read(sku.to_owned(), &body::parse_json(text)?)
    }

    #[test]
    fn members_that_are_left_out_or_null_have_defaults() {
        let least = Product {
            sku: "TEA".to_owned(),
            name: "Tea".to_owned(),
            image: None,
            url: None,
            product_type: basket_core::product::ProductType::Normal,
            price: None,
            subscriptions: Vec::new(),
            stock: None,
            weight: None,
            tax_class: None,
        };
        let nulls = r#"{"name":"Tea","image":null,"url":null,"type":null,"price":null,
            "subscriptions":null,"stock":null}"#;
        for text in [r#"{"name":"Tea"}"#, nulls] {
            assert_eq!(parsed("TEA", text), Ok(least.clone()), "{text}");
        }
        let offers = r#"{"name":"Tea","subscriptions":[{"price":5,"frequency":"weekly"}]}"#;
        let period = Period::new(Frequency::Weekly, 1).unwrap();
        let product = parsed("TEA", offers).unwrap();
        assert_eq!(product.subscriptions, [Offer { period, price: 5 }]);
    }

    #[test]
    fn the_first_wrong_member_is_named() {
        for (text, member) in [
            ("[]", "name"),
            (r#"{"type":7}"#, "type"),
            (r#"{"type":"odd"}"#, "name"),
            (r#"{"name":"","type":"odd","price":"1"}"#, "type"),
            (r#"{"name":7,"image":7}"#, "name"),
            (r#"{"name":"","url":7,"image":7}"#, "image"),
            (r#"{"name":"","price":1000000000000000000}"#, "price"),
            (r#"{"name":"","stock":-1,"price":1.5}"#, "price"),
            (r#"{"name":"","stock":-1}"#, "stock"),
            (r#"{"name":"","subscriptions":{}}"#, "subscriptions"),
            (r#"{"name":"","subscriptions":[null]}"#, "subscriptions"),
            (r#"{"name":"","subscriptions":[{"frequency":"daily"}]}"#, "subscriptions"),
            (
                r#"{"name":"","stock":-1,"subscriptions":[{"frequency":"daily","interval":0,"price":1}]}"#,
                "subscriptions",
            ),
        ] {
            assert_eq!(parsed("", text), Err(BadBody::Value(member)), "{text}");
        }
    }
}
