//! The demo shop's home page: a few goods, the basket, and a switch for every option. It turns
//! products into markup and must never know where they are kept, who asks for them, or what stands
//! in anyone's cart.

mod options;

use basket_core::{
    money::Currency,
    product::{Offer, Period, Product, ProductType},
};
use basket_texts::money::{money, prices, rhythm};
use maud::{DOCTYPE, Markup, PreEscaped, html};
use options::{CONFIG, options};

/// At this stock or below, a card says how many are left.
const LOW_STOCK: u32 = 3;

/// The whole page.
pub fn page(currency: Currency, products: &[Product]) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { "Elm & Oak: goods for a slow home" }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="description" content="A small demo shop with an embedded basket.";
                meta name="color-scheme" content="light dark";
                link rel="icon" type="image/svg+xml" href="/demo/pictures/favicon.svg";
                link rel="stylesheet" href="/demo/shop.css";
                link rel="stylesheet" href="/demo/options.css";
                script src="/v1/basket.js" async {}
                script src="/demo/shop.js" defer {}
            }
            body {
                (header())
                main {
                    (opening())
                    (goods(currency, products))
                    (options())
                    (how_it_works())
                }
                (footer())
            }
        }
    }
    .into_string()
}

fn header() -> Markup {
    html! {
        header.bar {
            p.wordmark {
                (leaf())
                "Elm & Oak"
            }
            nav aria-label="On this page" {
                a href="#goods" { "Goods" }
                a href="#options" { "Try the options" }
                a href="#how" { "How it works" }
            }
            div data-embed="service-basket" right tinted {
                script type="application/json" { (PreEscaped(CONFIG)) }
            }
        }
    }
}

fn leaf() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" {
            path fill="currentColor" d="M20.5 3.5C10 3 4 7.5 4 14c0 1.7.4 3.2 1.2 4.4L12 11.5l-5.6 8.3C7.7 20.6 9.3 21 11 21c7 0 10.5-7 9.5-17.5z" {}
        }
    }
}

fn opening() -> Markup {
    html! {
        section.opening {
            h1 { "Goods for a slow home" }
            p {
                span { "A few things we would not do without. " }
                span { "Buy them once, or subscribe." }
            }
        }
    }
}

fn goods(currency: Currency, products: &[Product]) -> Markup {
    html! {
        section #goods.goods aria-label="Goods" {
            @for (index, product) in products.iter().enumerate() {
                (card(currency, index, product))
            }
            aside.note {
                h2 { "Buy once or subscribe" }
                p {
                    "The basket keeps the two apart: what you pay today, "
                    "and what renews each week, month or year."
                }
            }
        }
    }
}

fn card(currency: Currency, index: usize, product: &Product) -> Markup {
    let start = first_period(product);
    let sold_out = product.stock == Some(0);
    html! {
        article.card {
            div.picture {
                @if let Some(image) = &product.image {
                    img src=(image) alt="" width="400" height="400" decoding="async";
                } @else {
                    // A card without a picture keeps its square, with the name's first letter.
                    span aria-hidden="true" { (product.name.chars().take(1).collect::<String>()) }
                }
                @if let Some((class, remark)) = remark(product) {
                    p class=(class) { (remark) }
                }
            }
            h2 { (product.name) }
            p.price { (prices(currency, product)) }
            div.ways {
                @if product.subscriptions.len() + usize::from(product.price.is_some()) > 1 {
                    label.unseen for={ "way-" (index) } { "Frequency: " (product.name) }
                    (ways(currency, index, product))
                }
                button.add.quiet[sold_out] type="button" data-embed="service-basket-add"
                    data-sku=(product.sku)
                    data-frequency=[start.map(|period| period.frequency().name())]
                    data-interval=[start.map(Period::interval)]
                    aria-label={ "Add " (product.name) } { "Add" }
            }
        }
    }
}

/// The choice between buying once and each subscription. Its first entry is what the add button
/// carries before anything is chosen.
fn ways(currency: Currency, index: usize, product: &Product) -> Markup {
    html! {
        select id={ "way-" (index) } autocomplete="off" data-ways {
            @if let Some(price) = product.price {
                option value="" { (money(currency, price)) " once" }
            }
            @for Offer { period, price } in &product.subscriptions {
                option value={ (period.frequency().name()) "/" (period.interval()) } {
                    (money(currency, *price)) " " (rhythm(*period))
                }
            }
        }
    }
}

/// How the add button starts: a one-off purchase where that is possible, else the first
/// subscription.
fn first_period(product: &Product) -> Option<Period> {
    match product.price {
        Some(_) => None,
        None => product.subscriptions.first().map(|offer| offer.period),
    }
}

/// The one thing worth saying on the picture, with its class; that nothing is left goes first.
fn remark(product: &Product) -> Option<(&'static str, String)> {
    match product.stock {
        Some(0) => Some(("remark gone", "Out of stock".into())),
        Some(left) if left <= LOW_STOCK => Some(("remark few", format!("Only {left} left"))),
        _ if product.product_type == ProductType::Digital => Some(("remark", "Download".into())),
        _ => None,
    }
}

fn how_it_works() -> Markup {
    let steps = [
        (
            "Load the script",
            "Once, in the head. It loads asynchronously and does not block the page.",
            "<script async\n  src=\"https://SERVICE/v1/basket.js\">\n</script>",
        ),
        (
            "Place the basket",
            "Where its button should be, with the key of your shop.",
            "<div data-embed=\"service-basket\">\n  <script type=\"application/json\">\n    \
             { \"api_key\": \"pk_…\" }\n  </script>\n</div>",
        ),
        (
            "Mark your buttons",
            "Any element can add a product, as a purchase or a subscription.",
            "<button data-embed=\"service-basket-add\"\n  data-sku=\"COFFEE\"\n  \
             data-frequency=\"monthly\">\n  Add\n</button>",
        ),
    ];
    html! {
        section #how.how aria-labelledby="how-title" {
            h2 #how-title { "How it works" }
            ol {
                @for (title, text, code) in steps {
                    li {
                        h3 { (title) }
                        p { (text) }
                        pre tabindex="0" role="group" aria-label=(title) { code { (code) } }
                    }
                }
            }
        }
    }
}

fn footer() -> Markup {
    html! {
        footer {
            p { "Elm & Oak is a demo: nothing is charged and nothing is sent." }
            nav aria-label="More" {
                a href="/admin" { "Backend" }
                a href=(basket_admin::DESIGNER) { "Designer" }
                a href="/docs" { "Documentation" }
            }
            p { "service-basket " (env!("CARGO_PKG_VERSION")) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_core::{money::Minor, product::Frequency};

    fn product(
        sku: &str,
        price: Option<Minor>,
        subscriptions: &[(Frequency, u16, Minor)],
    ) -> Product {
        let offer = |&(frequency, interval, price): &_| Offer {
            period: Period::new(frequency, interval).unwrap(),
            price,
        };
        Product {
            sku: sku.into(),
            name: sku.to_lowercase(),
            image: None,
            url: None,
            product_type: ProductType::Normal,
            price,
            subscriptions: subscriptions.iter().map(offer).collect(),
            stock: None,
            tax_class: None,
            weight: None,
        }
    }

    fn coffee() -> Product {
        let subscriptions = [
            (Frequency::Weekly, 1, 2200),
            (Frequency::Monthly, 1, 2100),
            (Frequency::Monthly, 3, 6000),
        ];
        product("COFFEE", Some(2400), &subscriptions)
    }

    fn paper() -> Product {
        product("PAPER", None, &[(Frequency::Daily, 1, 250), (Frequency::Yearly, 1, 60_000)])
    }

    #[test]
    fn every_product_has_an_add_marker_with_its_sku() {
        let html = page(Currency::EUR, &[coffee(), paper()]);
        for sku in ["COFFEE", "PAPER"] {
            let marker = format!(r#"data-embed="service-basket-add" data-sku="{sku}""#);
            assert_eq!(html.matches(&marker).count(), 1, "{sku}");
        }
    }

    #[test]
    fn a_product_that_can_be_bought_once_starts_without_a_frequency() {
        let html = card(Currency::EUR, 0, &coffee()).into_string();
        assert!(html.contains(r#"data-sku="COFFEE" aria-label="#), "{html}");
        assert!(html.contains(r#"<option value="">€24.00 once</option>"#), "{html}");
        assert!(html.contains(r#"<option value="monthly/3">€60.00 every 3 months</option>"#));
    }

    #[test]
    fn a_product_with_only_subscriptions_starts_with_a_frequency() {
        let html = card(Currency::EUR, 0, &paper()).into_string();
        let marker = r#"data-sku="PAPER" data-frequency="daily" data-interval="1""#;
        assert!(html.contains(marker), "{html}");
    }

    #[test]
    fn out_of_stock_is_said() {
        let says = |stock| {
            let product = Product { stock, ..coffee() };
            card(Currency::EUR, 0, &product).into_string().contains("Out of stock")
        };
        assert!(says(Some(0)));
        assert!(!says(Some(1)));
        assert!(!says(None));
    }

    #[test]
    fn the_price_line_names_each_way_to_pay() {
        let line = |product: &Product| prices(Currency::EUR, product);
        assert_eq!(line(&coffee()), "€24.00 or from €21.00 monthly");
        assert_eq!(line(&paper()), "From €2.50 daily");
        assert_eq!(line(&product("MUG", Some(5), &[])), "€0.05");
    }

    #[test]
    fn names_are_escaped() {
        let name = r#"<b>"Tea" & cake</b>"#.to_owned();
        let html = page(Currency::EUR, &[Product { name, ..coffee() }]);
        assert!(!html.contains("<b>"));
        assert!(html.contains("&lt;b&gt;&quot;Tea&quot; &amp; cake&lt;/b&gt;"));
    }

    #[test]
    fn nothing_on_the_page_needs_an_inline_style_or_script() {
        let html = page(Currency::EUR, &[coffee()]);
        assert!(!html.contains(" style="));
        assert!(!html.contains("<style"));
        let scripts = html.matches("<script").count();
        let allowed = html.matches("<script src=").count()
            + html.matches(r#"<script type="application/json">"#).count();
        assert_eq!(scripts, allowed);
    }
}
