//! The page in the designer's preview: a shop's page with the real basket. Its script keeps the cart to itself, so that
//! nothing which is tried there reaches the shop.

use super::{Member, plain};
use crate::{query::Query, refusal::Refusal, state::AdminState};
use axum::{
    extract::State,
    http::{
        HeaderName, HeaderValue,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use basket_core::{
    json::Writer,
    money::Currency,
    product::{Frequency, Offer, Period, Product, ProductType},
    wire::write_products,
};
use basket_web::address::Address;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// What the page may load; and it may do no more than run scripts, even if somebody opens it by itself. A page in a
/// sandbox is of no origin, and some browsers take `'self'` for that, so the service is named as well.
fn policy(origin: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self' {origin} 'wasm-unsafe-eval'; style-src 'self' {origin}; \
         img-src * data:; connect-src 'self' {origin}; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'self'; sandbox allow-scripts"
    )
}

const RESOURCES: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

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
    let address = Address::of_service(&parts, state.public());
    address.complete_products(&mut products);
    let page = page(&member.shop.name, member.shop.currency, &products);
    let mut response = page.into_string().into_response();
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CACHE_CONTROL, "no-store"),
        (RESOURCES, "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    let policy = policy(&plain(address.origin()).unwrap_or_default());
    if let Ok(policy) = HeaderValue::try_from(policy) {
        response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
    }
    Ok(response)
}

fn page(name: &str, currency: Currency, products: &[Product]) -> Markup {
    let mut goods = Writer::new();
    write_products(&mut goods, currency, products, None);
    // In a script, nothing may look like its end.
    let goods = goods.finish().replace('<', "\\u003c");
    html! {
        (DOCTYPE)
        html lang="en" data-scheme="light" {
            head {
                meta charset="utf-8";
                title { (name) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="robots" content="noindex";
                link rel="stylesheet" href="/admin/files/preview.css";
                script src="/admin/files/measure.js" defer {}
                script src="/admin/files/preview.js" defer {}
                script src="/v1/basket.js" defer {}
            }
            body {
                script #goods type="application/json" { (PreEscaped(goods)) }
                header {
                    p { (name) }
                    // The script marks it once there is a draft to show.
                    div #basket debug {
                        script type="application/json" {}
                    }
                }
                main {
                    h1 { "Goods" }
                    div #shelf {}
                }
            }
        }
    }
}

/// What stands in for a shop's products: each kind of product, rhythm and stock once.
fn samples() -> Vec<Product> {
    use Frequency::{Monthly, Weekly};
    use ProductType::{Consumable, Digital, Normal};
    [
        ("MUG", "Stoneware mug", Normal, Some(1800), None, None),
        ("COFFEE", "Coffee beans, 1 kg", Consumable, Some(2400), Some((Monthly, 1, 2100)), None),
        ("CHAIR", "Oak chair", Normal, Some(14900), None, Some(3)),
        ("FLOWERS", "Cut flowers, by the season", Normal, None, Some((Weekly, 1, 1900)), None),
        ("TEA", "Green tea, 250 g", Consumable, Some(1450), Some((Monthly, 3, 3900)), None),
        ("BOOK", "The slow kitchen, e-book", Digital, Some(999), None, None),
    ]
    .map(|(sku, name, product_type, price, again, stock)| Product {
        sku: sku.to_owned(),
        name: name.to_owned(),
        image: None,
        url: None,
        product_type,
        price,
        subscriptions: again
            .and_then(|(frequency, interval, price)| {
                Some(Offer { period: Period::new(frequency, interval)?, price })
            })
            .into_iter()
            .collect(),
        stock,
    })
    .into()
}
