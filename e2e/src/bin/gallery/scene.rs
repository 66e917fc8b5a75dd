//! Pages of our own to take pictures on, where the service can be made to be slow, away or broken.

use e2e::HostSite;
use serde_json::{Value, json};

const STYLE: &str = "
    :root { color-scheme: SCHEME; font: 16px/1.5 system-ui, sans-serif }
    body { margin: 0; background: light-dark(#faf7f2, #181613); color: light-dark(#23201b, #f2ece2) }
    header { display: flex; align-items: center; justify-content: space-between; padding: 16px 24px }
    h1 { margin: 0; font-size: 22px }
    main { display: grid; grid-template-columns: repeat(auto-fill, minmax(150px, 1fr)); gap: 24px; padding: 8px 24px }
    img { display: block; width: 100%; height: auto; border-radius: 14px; margin-bottom: 8px }
    article { font-size: 15px }";

const GOODS: [(&str, &str); 6] = [
    ("mug", "Stoneware mug"),
    ("coffee", "Coffee beans"),
    ("paper", "Morning paper"),
    ("stroller", "City stroller"),
    ("ebook", "The slow kitchen"),
    ("chair", "Oak chair"),
];

/// A page with a heading, a basket and a few goods.
#[derive(Clone)]
pub struct Scene {
    /// The basket's attributes.
    pub attributes: String,
    /// The basket's configuration.
    pub config: Value,
    /// `light` or `dark`.
    pub scheme: &'static str,
    /// How requests fare while the page loads.
    pub mode: &'static str,
    /// Whether there is nothing on it but the basket.
    pub bare: bool,
}

impl Scene {
    /// A light page with a basket that shows all it can.
    pub fn new(attributes: &str) -> Self {
        let config = json!({ "api_key": "pk_demo", "options": options(None) });
        let attributes = attributes.to_owned();
        Self { attributes, config, scheme: "light", mode: "through", bare: false }
    }

    /// The same with this language.
    pub fn speaking(mut self, code: &str) -> Self {
        self.config["options"] = options(Some(code));
        self
    }

    /// The same with this member of the configuration.
    pub fn with(mut self, member: &str, value: Value) -> Self {
        self.config[member] = value;
        self
    }

    /// Puts the page on the site and gives its address.
    pub fn page(&self, site: &HostSite) -> String {
        let Self { attributes, config, scheme, mode, bare } = self;
        let goods = GOODS.map(|(picture, name)| {
            let address = format!("{{{{service}}}}/demo/pictures/{picture}.svg");
            format!(
                "<article><img src=\"{address}\" width=400 height=400 alt=\"\">{name}</article>"
            )
        });
        let [before, after] = if *bare {
            ["<header>".to_owned(), "</header>".to_owned()]
        } else {
            let goods = format!("</header><main>{}</main>", goods.concat());
            ["<header><h1>Elm &amp; Oak</h1>".to_owned(), goods]
        };
        let style = STYLE.replace("SCHEME", scheme);
        let html = [
            "<!doctype html><html lang=\"en\"><head><title>A shop</title>",
            "<meta name=\"viewport\" content=\"width=device-width\">",
            &format!("<style>{style}</style><script src=\"/faults.js\"></script>"),
            "<script src=\"{{service}}/v1/basket.js\" async></script></head><body>",
            &before,
            &format!("<div data-embed=\"service-basket\" {attributes}>"),
            &format!("<script type=\"application/json\">{config:#}</script></div>"),
            &after,
        ];
        format!("{}?mode={mode}", site.page("/scene.html", &html.concat()))
    }
}

fn options(code: Option<&str>) -> Value {
    json!({ "default_locale": code, "show_billing_frequency": true, "show_sum_purchases": true,
        "show_sum_subscriptions": true })
}
