//! The page in the designer's preview: a shop's page with the real basket. Its script keeps the cart to itself, so that
//! nothing which is tried there reaches a shop.

use basket_core::{
    json::Writer,
    money::Currency,
    product::{Frequency, Offer, Period, Product, ProductType},
    wire::write_products,
};
use http::{
    HeaderName, HeaderValue, Response,
    header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A shop to try a basket in.
#[derive(Debug)]
pub struct Preview<'a> {
    /// The shop's name.
    pub name: &'a str,
    /// What its prices are in.
    pub currency: Currency,
    /// What it sells.
    pub products: &'a [Product],
    /// The folder of the page's own files.
    pub files: &'a str,
    /// The address of the basket's script.
    pub script: &'a str,
}

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

impl Preview<'_> {
    /// The page as an answer of the service, which is at this address.
    pub fn respond(&self, service: &str) -> Response<String> {
        let mut response = Response::new(self.page().into_string());
        for (name, value) in [
            (CONTENT_TYPE, "text/html; charset=utf-8"),
            (CACHE_CONTROL, "no-store"),
            (RESOURCES, "same-origin"),
        ] {
            response.headers_mut().insert(name, HeaderValue::from_static(value));
        }
        if let Ok(policy) = HeaderValue::try_from(policy(service)) {
            response.headers_mut().insert(CONTENT_SECURITY_POLICY, policy);
        }
        response
    }

    /// The page.
    pub fn page(&self) -> Markup {
        let Self { name, currency, products, files, script } = self;
        let mut goods = Writer::new();
        write_products(&mut goods, *currency, products, None);
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
                    link rel="stylesheet" href={ (files) "/preview.css" };
                    script src={ (files) "/measure.js" } defer {}
                    script src={ (files) "/preview.js" } defer {}
                    script src=(script) defer {}
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
}

/// What stands in for a shop's products: each kind of product, rhythm and stock once.
pub fn samples() -> Vec<Product> {
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
        tax_class: None,
        weight: None,
    })
    .into()
}
