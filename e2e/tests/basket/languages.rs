//! The shopper's language: which one is chosen, what is said in it, and what the page may change of it.

use std::fs;

use anyhow::{Context as _, Result, ensure};
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::{Value, json};

use super::actions::{add, open};

/// The native codes, each with its language as a proper tag.
const NATIVE: [(&str, &str); 12] = [
    ("de", "de"),
    ("dk", "da"),
    ("el", "el"),
    ("en", "en"),
    ("es", "es"),
    ("fi", "fi"),
    ("fr", "fr"),
    ("it", "it"),
    ("nl", "nl"),
    ("no", "no"),
    ("sl", "sl"),
    ("sv", "sv"),
];

/// What every page here can do: find the nth basket's parts, and keep its errors in `errors`. Firefox's
/// driver sees `var`, but not `const`.
const SCRIPT: &str = "
    var baskets = () => [...document.querySelectorAll('[data-embed=\"service-basket\"]')];
    var parts = (nth, css) => [...baskets()[nth].shadowRoot.querySelectorAll(css)];
    var text = (nth, css) => parts(nth, css)[0]?.textContent;
    var facts = (nth) => {
      const [root] = parts(nth, '.root');
      return [root.lang, root.dir, text(nth, '[part=title]')];
    };
    var errors = [];
    document.addEventListener('service-basket:error', ({ target, detail }) =>
      errors.push([baskets().indexOf(target), detail.code, detail.level, detail.path].join(' ')));";

/// A page in a language with baskets on it, of which several show the one cart in as many languages.
fn page(site: &HostSite, language: &str, script: &str, baskets: &[String]) -> String {
    let html = [
        "<!doctype html><html lang=\"",
        language,
        "\"><head><title>Languages</title><script>",
        SCRIPT,
        script,
        "</script><script src=\"{{service}}/v1/basket.js\" async></script></head><body>",
        "<button data-embed=\"service-basket-add\" data-sku=\"MUG\">1</button>",
        "<button data-embed=\"service-basket-add\" data-sku=\"EBOOK\" data-quantity=\"6\">6</button>",
        "<button data-embed=\"service-basket-add\" data-sku=\"CHAIR\">1</button>",
        "<button data-embed=\"service-basket-add\" data-sku=\"STROLLER\" data-quantity=\"2\" ",
        "data-frequency=\"monthly\">2</button>",
        "<button data-embed=\"service-basket-add\" data-sku=\"COFFEE\" ",
        "data-frequency=\"monthly\">1</button>",
        "<button data-embed=\"service-basket-add\" data-sku=\"PAPER\" data-quantity=\"89\" ",
        "data-frequency=\"daily\">89</button>",
        &baskets.concat(),
    ]
    .concat();
    site.page("/languages.html", &html)
}

/// A basket with options and locales.
fn basket(attributes: &str, default_locale: &Value, locales: &Value) -> String {
    let options = json!({ "default_locale": default_locale, "show_billing_frequency": true });
    let config = json!({ "api_key": "pk_demo", "options": options, "locales": locales });
    format!(
        "<div data-embed=\"service-basket\" {attributes}>\
         <script type=\"application/json\">{config}</script></div>"
    )
}

/// Opens a page and waits until all its baskets have their first answer.
async fn visit(browser: &mut Browser, address: &str) -> Result<()> {
    browser.goto(address).await?;
    let states = "baskets().every(({ dataset }) => ['empty', 'filled'].includes(dataset.state))";
    browser.wait_for(states).await
}

/// The texts of a native locale.
fn native(code: &str) -> Result<Value> {
    let file = format!("{}/../locales/{code}.json", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(&file).with_context(|| format!("cannot read {file}"))?;
    Ok(serde_json::from_str(&text)?)
}

/// What `facts` of a basket in a native language are.
fn native_facts(tag: &str) -> Result<Value> {
    let code = if tag == "da" { "dk" } else { tag };
    Ok(json!([tag, "ltr", native(code)?["your_cart"]]))
}

async fn every_native_language_has_its_words_and_its_numbers(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let baskets = NATIVE.map(|(code, _)| basket("", &json!(code), &json!({})));
    visit(browser, &page(site, "en", "", &baskets)).await?;
    add(browser, "MUG").await?;
    add(browser, "COFFEE").await?;
    for (nth, (code, tag)) in NATIVE.into_iter().enumerate() {
        browser.wait_for_value(&format!("facts({nth})"), native_facts(tag)?).await?;
        let texts = native(code)?;
        // Behind the form for none and the one for one comes that for two, in Slovenian too,
        // which has further ones.
        let pattern = texts["items"].as_str().context("items")?;
        let items = pattern.split('|').nth(2).context("items for two")?.trim();
        let items = items.replace("{count}", "2");
        let cart = texts["your_cart"].as_str().context("your_cart")?;
        let money: Value = browser
            .eval(&format!(
                "[18, 21, 39].map(new Intl.NumberFormat('{tag}', \
                 {{ style: 'currency', currency: 'EUR' }}).format)"
            ))
            .await?;
        let said = format!(
            "[parts({nth}, '[part=button]')[0].ariaLabel, \
             ...parts({nth}, '.label, .items, [part=chip], dt, [part=checkout]') \
             .map((part) => part.textContent), \
             parts({nth}, '[part=price], dd').map((part) => part.textContent)]"
        );
        let expected = json!([
            format!("{cart}, {items}"),
            cart,
            items,
            texts["subscription_frequencies"]["monthly"],
            texts["consumableProduct"],
            texts["total"],
            texts["checkout"],
            money,
        ]);
        browser.wait_for_value(&said, expected).await.context(code)?;
    }
    // Not all of them may be the browser's own way to write money.
    browser.wait_for_value("text(0, '[part=price]')", "18,00\u{a0}€").await?;
    browser.wait_for_value("errors", json!([])).await
}

/// `lang` around the basket, attributes of the basket, `default_locale`, the language shown.
const CHOICES: [(&str, &str, &str, &str); 22] = [
    ("it", "lang=\"nl\"", "\"de\"", "de"),
    ("it", "lang=\"nl\"", "null", "nl"),
    ("it", "", "null", "it"),
    ("it", "", "\"dk\"", "da"),
    ("it", "", "\"DE_at\"", "de"),
    ("it", "", "\"da-DK\"", "da"),
    ("it", "", "\"nb\"", "no"),
    ("it", "", "\"sl-XX\"", "sl"),
    ("de-AT", "", "null", "de"),
    ("en_US", "", "null", "en"),
    ("DE", "", "null", "de"),
    ("da", "", "null", "da"),
    ("nb-NO", "", "null", "no"),
    ("nn", "", "null", "no"),
    ("es-419", "", "null", "es"),
    // Nobody speaks these, so the browser's languages are next; the page says below which.
    ("tlh", "", "null", "fr"),
    ("", "", "null", "fr"),
    ("it", "lang=\"xx-XX\"", "null", "fr"),
    // Nor these, so the page's language is.
    ("it", "", "\"tlh\"", "it"),
    ("it", "", "\"???\"", "it"),
    ("it", "", "7", "it"),
    ("it", "", "\"\"", "it"),
];

async fn the_language_is_the_first_known_one_of_configuration_page_and_browser(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let mut baskets = Vec::new();
    for (around, attributes, default_locale, _) in CHOICES {
        let basket = basket(attributes, &serde_json::from_str(default_locale)?, &json!({}));
        baskets.push(format!("<section lang=\"{around}\">{basket}</section>"));
    }
    let own = [json!(null), json!("fi"), json!("tlh")];
    baskets.extend(own.map(|default_locale| basket("", &default_locale, &json!({}))));
    let languages = "Object.defineProperty(navigator, 'languages', \
        { value: ['tlh', 'xx-XX', 'fr-CA', 'de'] });";
    visit(browser, &page(site, "el", languages, &baskets)).await?;
    let chosen = CHOICES.map(|(_, _, _, language)| language);
    let all = "baskets().map((_, nth) => facts(nth))";
    let said = |own: [&str; 3]| -> Result<Value> {
        let all = chosen.iter().copied().chain(own);
        Ok(all.map(native_facts).collect::<Result<Vec<Value>>>()?.into())
    };
    browser.wait_for_value(all, said(["el", "fi", "el"])?).await?;
    let expected = json!([
        "18 locale-unknown warning options.default_locale",
        "19 locale-code warning options.default_locale",
        "20 wrong-type warning options.default_locale",
        "21 locale-code warning options.default_locale",
        "24 locale-unknown warning options.default_locale",
    ]);
    browser.wait_for_value("errors.toSorted()", expected).await?;

    // A changed page is followed, unless the configuration or something nearer has decided.
    for (change, own) in [
        ("document.documentElement.lang = 'es-MX'", ["es", "fi", "es"]),
        ("document.documentElement.lang = 'tlh'", ["fr", "fi", "fr"]),
        ("document.documentElement.removeAttribute('lang')", ["fr", "fi", "fr"]),
        ("document.body.lang = 'sv'", ["sv", "fi", "sv"]),
        ("baskets()[22].lang = 'nn'", ["no", "fi", "sv"]),
    ] {
        browser.run::<()>(change, vec![]).await?;
        browser.wait_for_value(all, said(own)?).await.context(change)?;
    }

    // No language is a reason not to sell.
    add(browser, "MUG").await?;
    let counts = "[...new Set(baskets().map((_, nth) => text(nth, '[part=count]')))]";
    browser.wait_for_value(counts, json!(["1"])).await?;

    // A browser that speaks nothing we know is spoken to in English.
    let nothing = "Object.defineProperty(navigator, 'languages', { value: ['tlh'] });";
    let baskets = [basket("", &json!(null), &json!({}))];
    visit(browser, &page(site, "tlh", nothing, &baskets)).await?;
    browser.wait_for_value("facts(0)", native_facts("en")?).await
}

async fn the_pages_own_texts_come_first_and_stay_texts(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let translated = json!({ "de": { "checkout": "Kasse!",
        "subscription_frequencies": { "monthly": "jeden Monat" } } });
    let added = json!({ "xx": { "your_cart": "Xarro" }, "en": { "your_cart": "Basket",
        "checkout": "Pay", "subscription_frequencies": { "monthly": "each month" } } });
    let austrian = json!({ "de-AT": { "checkout": "Zur Kassa" }, "de": { "total": "Zusammen",
        "checkout": "An die Kasse" } });
    let markup = "<b>Korb</b> &amp; <img src=\"/missing.png\" onerror=\"errors.push(1)\">";
    let marked = json!({ "de": { "your_cart": markup, "checkout": markup, "items": markup,
        "subscription_frequencies": { "monthly": markup } } });
    let broken = json!({ "de": { "checkout": 5, "total": null, "your_cart": ["Korb"],
        "subscription_frequencies": "oft" }, "": 1, "???": {} });
    // A page may know Danish by its proper name.
    let proper = json!({ "da": { "checkout": "Betal" } });
    let baskets = [
        basket("", &json!(null), &translated),
        basket("", &json!("xx"), &added),
        basket("", &json!("de-AT"), &austrian),
        basket("", &json!("de-CH"), &austrian),
        basket("", &json!(null), &marked),
        basket("", &json!(null), &broken),
        basket("", &json!("pt-br"), &json!({ "pt_BR": { "your_cart": "Carrinho" } })),
        basket("lang=\"da-DK\"", &json!(null), &proper),
    ];
    visit(browser, &page(site, "de", "", &baskets)).await?;
    add(browser, "MUG").await?;
    add(browser, "COFFEE").await?;
    let price = "text(2, '[part=price]') == new Intl.NumberFormat('de-AT', \
        { style: 'currency', currency: 'EUR' }).format(18)";
    browser.wait_for(price).await?;
    let label = "parts(4, '[part=button]')[0].ariaLabel";
    browser.wait_for_value(label, format!("{markup}, {markup}")).await?;
    browser.wait_for_value("parts(4, 'b, img:not([part=image])').length", 0).await?;
    let expected = json!([
        "5 locale-code warning locales.",
        "5 locale-code warning locales.???",
        "5 wrong-type warning locales.",
        "5 wrong-type warning locales.de.checkout",
        "5 wrong-type warning locales.de.subscription_frequencies",
        "5 wrong-type warning locales.de.total",
        "5 wrong-type warning locales.de.your_cart",
    ]);
    browser.wait_for_value("errors.toSorted()", expected).await?;
    let monthly = |texts: &Value| texts["subscription_frequencies"]["monthly"].clone();
    let [de, dk, en] = [native("de")?, native("dk")?, native("en")?];
    let [german, danish, english] = [&de, &dk, &en].map(|texts| &texts["consumableProduct"]);
    // Language, title, chips, total, checkout.
    for (nth, expected) in [
        json!(["de", de["your_cart"], "jeden Monat", german, de["total"], "Kasse!"]),
        json!(["xx", "Xarro", "each month", english, en["total"], "Pay"]),
        json!(["de-AT", de["your_cart"], monthly(&de), german, "Zusammen", "Zur Kassa"]),
        json!(["de", de["your_cart"], monthly(&de), german, "Zusammen", "An die Kasse"]),
        json!(["de", markup, markup, german, de["total"], markup]),
        json!(["de", de["your_cart"], monthly(&de), german, de["total"], de["checkout"]]),
        json!(["pt-BR", "Carrinho", monthly(&en), english, en["total"], en["checkout"]]),
        json!(["da", dk["your_cart"], monthly(&dk), danish, dk["total"], "Betal"]),
    ]
    .into_iter()
    .enumerate()
    {
        let texts = format!(
            "[parts({nth}, '.root')[0].lang, \
             ...parts({nth}, '[part=title], [part=chip], dt, [part=checkout]') \
             .map((part) => part.textContent)]"
        );
        browser.wait_for_value(&texts, expected).await?;
    }
    Ok(())
}

async fn every_language_counts_and_runs_in_its_own_way(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let arabic = "لا شيء | واحد | اثنان | {count} قليل | {count} كثير | {count} غير ذلك";
    let polish = "pusto | {count} rzecz | {count} rzeczy | {count} sztuk";
    // Japanese has one form for all numbers, but a page may write the usual three.
    let japanese = "なし | 一点 | {count}点";
    let baskets = [
        basket("right", &json!("ar"), &json!({ "ar": { "your_cart": "سلة", "items": arabic } })),
        basket("", &json!("pl"), &json!({ "pl": { "items": polish } })),
        basket("", &json!("sl"), &json!({})),
        basket("", &json!("en"), &json!({ "en": { "items": "{count} pcs" } })),
        basket("", &json!("en"), &json!({ "en": { "items": "{count} pc|{count} pcs" } })),
        basket("", &json!("en"), &json!({ "en": { "items": "a | b | c | d" } })),
        basket("", &json!("ja"), &json!({ "ja": { "items": japanese } })),
    ];
    visit(browser, &page(site, "en", "", &baskets)).await?;
    browser.wait_for_value("errors", json!(["5 plural-forms warning locales.en.items"])).await?;
    let said = "baskets().slice(0, 6).map((_, nth) => text(nth, '.items'))";
    let rows = [
        ("", 0, ["لا شيء", "pusto", "Ni izdelkov", "0 pcs", "0 pcs", "a"]),
        ("MUG", 1, ["واحد", "1 rzecz", "1 izdelek", "1 pcs", "1 pc", "b"]),
        ("COFFEE", 2, ["اثنان", "2 rzeczy", "2 izdelka", "2 pcs", "2 pcs", "c"]),
        ("CHAIR", 3, ["{} قليل", "3 rzeczy", "3 izdelki", "3 pcs", "3 pcs", "c"]),
        ("STROLLER", 5, ["{} قليل", "5 sztuk", "5 izdelkov", "5 pcs", "5 pcs", "c"]),
        ("EBOOK", 11, ["{} كثير", "11 sztuk", "11 izdelkov", "11 pcs", "11 pcs", "c"]),
        ("PAPER", 100, ["{} غير ذلك", "100 sztuk", "100 izdelkov", "100 pcs", "100 pcs", "c"]),
    ];
    for (sku, count, forms) in rows {
        if !sku.is_empty() {
            add(browser, sku).await?;
        }
        // Arabic has digits of its own, and engines differ in when they are used.
        let digits = format!("new Intl.NumberFormat('ar').format({count})");
        let digits: String = browser.eval(&digits).await?;
        let expected = forms.map(|form| form.replace("{}", &digits));
        browser.wait_for_value(said, json!(expected)).await?;
    }

    browser.wait_for_value("facts(0)", json!(["ar", "rtl", "سلة"])).await?;
    browser.wait_for_value("facts(1).slice(0, 2)", json!(["pl", "ltr"])).await?;
    open(browser).await?;
    let places = "['[part=close]', '[part=title]', '[part=price]', '[part=image]'].map((css) => \
        parts(0, css)[0].getBoundingClientRect()).map(({ left, right }) => [left, right])";
    let [close, title, price, image]: [(f64, f64); 4] = browser.eval(places).await?;
    ensure!(
        close.1 <= title.0,
        "the close button at {close:?} should be left of the title at {title:?}"
    );
    ensure!(
        price.1 <= image.0,
        "the price at {price:?} should be left of the picture at {image:?}"
    );
    // The side is the page's choice, not the language's.
    browser.wait_for_value("parts(0, 'dialog')[0].getBoundingClientRect().right", 1280).await?;
    browser.wait_for_value("text(6, '.items')", "100点").await
}

in_every_engine!(
    every_native_language_has_its_words_and_its_numbers,
    the_language_is_the_first_known_one_of_configuration_page_and_browser,
    the_pages_own_texts_come_first_and_stay_texts,
    every_language_counts_and_runs_in_its_own_way,
);
