//! Generated pages like those of a shop. The same number always gives the same page.

/// What a check must find in a page.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub struct Expected {
    /// How many baskets.
    pub baskets: usize,
    /// How many errors.
    pub errors: usize,
    /// How many warnings.
    pub warnings: usize,
}

impl Expected {
    /// Adds what a check must find in another page.
    pub fn add(&mut self, other: &Self) {
        self.baskets += other.baskets;
        self.errors += other.errors;
        self.warnings += other.warnings;
    }
}

const PRODUCTS: usize = 22;
const REVIEWS: usize = 8;

const THINGS: &[&str] = &["mug", "bowl", "teapot", "plate", "vase", "jug", "tray"];
const KINDS: &[&str] = &["Stoneware", "Porcelain", "Glass", "Oak", "Linen"];
const WORDS: &str = "made by hand in small numbers and fired twice so that it survives the dishwasher \
    while every piece differs a little in colour & shape from its neighbours on the shelf";

/// Configurations, each with how many errors and warnings are in it.
const CONFIGURATIONS: &[(&str, usize, usize)] = &[
    (r#"{ "api_key": "pk_demo", "options": { "show_sum_purchases": true, "right": true } }"#, 0, 0),
    (r#"{ "api_key": "pk_demo", "options": { "rihgt": true } }"#, 0, 1),
    ("{\n      \"api_key\": \"pk_demo\",\n      \"options\": { \"tinted\": true },\n    }", 1, 0),
    (r##"{ "api_key": "pk_demo", "style": { "primary": "#0a6640", "border_radius": 4 } }"##, 0, 1),
    (
        r#"{ "api_key": "<API_KEY>", "locales": { "pt_BR": { "your_cart": "Seu carrinho" } } }"#,
        1,
        0,
    ),
];

/// A page of about 17 KB with one basket or two, and what a check must find in it.
pub fn generate(number: usize) -> (String, Expected) {
    let (configuration, errors, warnings) = CONFIGURATIONS[number % CONFIGURATIONS.len()];
    let mut expected = Expected { baskets: 1, errors, warnings };
    let mut footer = String::new();
    if number.is_multiple_of(2) {
        // Its script has no type, which is an error.
        expected.add(&Expected { baskets: 1, errors: 1, warnings: 0 });
        footer = "<aside data-embed='service-basket' detached><script>{}</script></aside>".into();
    }
    let products: String = (0..PRODUCTS).map(|index| product(number + index)).collect();
    let reviews: String = (0..REVIEWS).map(|index| review(number * REVIEWS + index)).collect();
    let page = format!(
        r#"<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>{title} &ndash; The Pottery</title>
  <link rel="stylesheet" href="/assets/shop.css?v={number}">
  <style>.card > img {{ max-width: 100% }} .price::before {{ content: "€ " }}</style>
  <script>window.dataLayer = window.dataLayer || []; if (1 < 2) {{ dataLayer.push({{ page: {number} }}) }}</script>
  <script type="application/ld+json">{{ "@context": "https://schema.org", "@type": "ItemList", "name": "{title}" }}</script>
  <script src="https://basket.example/v1/basket.js" async></script>
</head>
<body class="shop page-{number}">
  <!-- <div data-embed="service-basket"></div> was here -->
  <header>
    <nav><ul><li><a href="/">Home</a><li><a href="/shop?page={number}&amp;sort=price">Shop</a><li><a href="/about">About us</a></ul></nav>
    <svg viewBox="0 0 24 24" width="24" height="24"><path d="M3 3h2l2 12h11l3-8H6"/><title>Cart</title></svg>
  </header>
  <div data-embed="service-basket" class="basket" title="Prices > 50 € ship free">
    <script type="application/json">{configuration}</script>
    <a href="/cart">Your cart</a>
  </div>
  <main>
    <h1>{title}</h1>
    <section class="grid">
{products}    </section>
    <table><thead><tr><th>Stars<th>Who<th>What</thead><tbody>
{reviews}    </tbody></table>
  </main>
  <footer><p>All prices include VAT<br>&copy; The Pottery</p>{footer}</footer>
</body>
</html>
"#,
        title = name(number),
    );
    (page, expected)
}

fn name(number: usize) -> String {
    let (kind, thing) = (KINDS[number % KINDS.len()], THINGS[number % THINGS.len()]);
    format!("{kind} {thing} no. {number}")
}

/// Some words in a row, which ones by the number.
fn words(number: usize, count: usize) -> String {
    let words = WORDS.split(' ').cycle().skip(number % 17);
    words.take(count).map(|word| word.replace('&', "&amp;")).collect::<Vec<_>>().join(" ")
}

fn product(number: usize) -> String {
    let (name, price, cents) = (name(number), number % 90 + 5, number * 7 % 100);
    format!(
        r#"      <article class="card" id="p{number}" itemscope itemtype="https://schema.org/Product">
        <a href="/products/{number}"><img src="/pictures/{number}.webp" alt="{name}" width="320" height="240" loading="lazy"></a>
        <h2 itemprop="name">{name}</h2>
        <p itemprop="description">It is {description}.
        <p class="price"><data value="{price}.{cents:02}">{price}.{cents:02}</data> <small>incl. VAT</small></p>
        <button type="button" data-embed="service-basket-add" data-sku="SKU{number}">Add to cart</button>
      </article>
"#,
        description = words(number, 18),
    )
}

fn review(number: usize) -> String {
    let (stars, text) = (number % 5 + 1, words(number * 3, 22));
    format!("      <tr><td>{stars}<td><b>Shopper {number}</b><td>It was <em>{text}</em>\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_page_has_about_17_kilobytes() {
        for number in 0..1_000 {
            let len = generate(number).0.len();
            assert!((16_000..18_000).contains(&len), "page {number} has {len} bytes");
        }
    }

    #[test]
    fn pages_differ_in_what_is_to_be_found() {
        let expected: Vec<_> = (0..10).map(|number| generate(number).1).collect();
        assert_eq!(expected[0], Expected { baskets: 2, errors: 1, warnings: 0 });
        assert_eq!(expected[1], Expected { baskets: 1, errors: 0, warnings: 1 });
        assert_eq!(expected[5], Expected { baskets: 1, errors: 0, warnings: 0 });
    }
}
