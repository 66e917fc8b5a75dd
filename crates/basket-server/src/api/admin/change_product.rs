//! `PATCH /v1/admin/products/{sku}`: some of what a product is, or so many pieces more or less of it. A sale in between is
//! never undone.

use super::put_product::{NewOffer, check, check_class, check_version, mentioned, offers, show};
use crate::{
    api::{
        Problem,
        body::{self, BadBody},
        conditions::expected_versions,
        document::{self, AdminRefusals},
        owner::Owner,
        path_params::PathParams,
        values::ProductType,
    },
    state::AppState,
};
use axum::{body::Body, extract::State, http::request::Parts, response::Response};
use basket_core::{
    json::Document,
    product::{Offer, Product},
};
use basket_model::{catalogue::Mentioned, change::Refused};
use basket_store::StoredProduct;
use serde::Deserialize;
use utoipa::ToSchema;

/// Changes to a product. Absent members stay as they are; null clears a member.
#[derive(Deserialize, ToSchema)]
pub(in crate::api) struct ProductChange {
    #[schema(min_length = 1, max_length = 2048)]
    name: Option<String>,
    image: Option<String>,
    url: Option<String>,
    r#type: Option<ProductType>,
    #[schema(minimum = 0, maximum = 1_000_000_000_000_i64)]
    price: Option<i64>,
    #[serde(deserialize_with = "offers")]
    #[schema(value_type = Option<Vec<NewOffer>>)]
    subscriptions: Vec<Offer>,
    stock: Option<u32>,
    #[schema(maximum = 100_000_000)]
    weight: Option<u32>,
    #[schema(min_length = 1, max_length = 40)]
    tax_class: Option<String>,
    /// Added to the stock, or subtracted if negative; instead of `stock`.
    #[schema(minimum = -4_294_967_295_i64, maximum = 4_294_967_295_i64)]
    stock_change: Option<i64>,
}

/// What a body asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Wanted {
    product: Product,
    mentioned: Mentioned,
    stock_change: Option<i64>,
}

#[utoipa::path(
    patch,
    path = "/v1/admin/products/{sku}",
    tag = "servers of the shop",
    summary = "Change members of a product, or adjust its stock",
    params(("sku" = String, Path, description = "SKU of the product")),
    request_body = ProductChange,
    responses((status = 200, description = "The product", body = document::Product), AdminRefusals),
    security(("secret" = []))
)]
pub(crate) async fn change_product(
    State(state): State<AppState>,
    owner: Owner,
    PathParams(sku): PathParams<String>,
    parts: Parts,
    body: Body,
) -> Result<Response, Problem> {
    let text = body::read(&state, &parts.headers, body).await?;
    let wanted = read(sku.clone(), &body::parse_json(&text)?)?;
    check_class(&owner, &wanted.product)?;
    let versions = expected_versions(&parts.headers);
    let decide = move |before: Option<StoredProduct>| {
        let before = before.ok_or_else(|| Refused::sku_unknown(&wanted.product.sku))?;
        check_version(Some(&before), versions.as_deref())?;
        wanted.apply(&before.product)
    };
    let stored = state.store.products().change(owner.shop.id, &sku, decide).await??;
    Ok(show(&owner, stored))
}

impl Wanted {
    fn apply(self, before: &Product) -> Result<Product, Problem> {
        let Self { product, mentioned, stock_change } = self;
        let mut product = mentioned.merge(product, before);
        if let Some(change) = stock_change {
            let Some(stock) = before.stock else {
                let detail = "The stock of this product is unlimited. Set `stock` first.";
                return Err(Problem::value("stock_change", detail));
            };
            let changed = i64::from(stock).saturating_add(change);
            if changed < 0 {
                return Err(Refused::OutOfStock { available: stock }.into());
            }
            let too_many = |_| Problem::value("stock_change", "The stock would be too high.");
            product.stock = Some(u32::try_from(changed).map_err(too_many)?);
        }
        check(product)
    }
}

fn read(sku: String, document: &Document) -> Result<Wanted, BadBody> {
    let mentioned = mentioned(document.root());
    let ProductChange {
        name,
        image,
        url,
        r#type,
        price,
        subscriptions,
        stock,
        weight,
        tax_class,
        stock_change,
    } = body::from_document(document)?;
    if stock_change.is_some() && mentioned.stock {
        return Err(BadBody::Value("stock_change"));
    }
    if mentioned.name && name.is_none() {
        return Err(BadBody::Value("name"));
    }
    let product = Product {
        sku,
        name: name.unwrap_or_default(),
        image,
        url,
        product_type: r#type.map(Into::into).unwrap_or_default(),
        price,
        subscriptions,
        stock,
        weight,
        tax_class,
    };
    Ok(Wanted { product, mentioned, stock_change })
}
