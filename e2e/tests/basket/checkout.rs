//! From the basket to an order: in every tab, in other languages, without a pointer and without scripts.

use anyhow::{Result, ensure};
use e2e::{Browser, Engine, HostSite, Key, Mirror, Service, in_every_engine, play};
use serde_json::{Value, json};

use super::access::Findings;
use super::actions::{STATE, add, count, open, visit};
use super::audit::View;

const TITLE: &str = "document.querySelector('h1')?.textContent ?? ''";

/// What somebody fills in, field by field, as Tab comes to them.
const ANN: [(&str, &str); 6] = [
    ("email", "ann@example.com"),
    ("name", "Ann Example"),
    ("country", "DE"),
    ("address-line1", "Elm Street 1"),
    ("postal-code", "12345"),
    ("address-level2", "Oakham"),
];

pub(super) async fn arrive(browser: &Browser, title: &str) -> Result<()> {
    let is_there = format!("document.readyState == 'complete' && ({TITLE}).startsWith({title:?})");
    browser.wait_for(&is_there).await
}

/// Goes to the checkout by the button in the panel.
pub(super) async fn check_out(browser: &mut Browser) -> Result<()> {
    open(browser).await?;
    browser.click(&browser.part("checkout").await?).await
}

/// Fills the form in and sends it.
pub(super) async fn place_order(browser: &Browser) -> Result<()> {
    for (id, text) in ANN {
        if id == "country" {
            let choose = "document.getElementById('country').value = arguments[0]";
            browser.run::<()>(choose, vec![json!(text)]).await?;
        } else {
            browser.find(&format!("#{id}")).await?.send_keys(text).await?;
        }
    }
    browser.click(&browser.find(".order-now").await?).await
}

async fn an_order_empties_the_basket_in_every_tab(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // A cart that was ordered is gone, and engines log that.
    browser.allow_problem("410");
    visit(browser, site).await?;
    let first = browser.tab().await?;
    let second = browser.open_tab(&site.url("/shop.html")).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    add(browser, "MUG").await?;
    browser.switch_to(&first).await?;
    browser.wait_for_value(&count(), "1").await?;
    browser.switch_to(&second).await?;
    check_out(browser).await?;
    arrive(browser, "Checkout").await?;
    place_order(browser).await?;
    arrive(browser, "Thank you, Ann Example").await?;
    let number = "document.querySelector('.number strong').textContent";
    browser.wait_for_value(number, "1001").await?;
    // What comes back from the browser's memory, and what is sent again, is the same order.
    browser.reload().await?;
    arrive(browser, "Thank you, Ann Example").await?;
    browser.wait_for_value(number, "1001").await?;
    browser.goto(&site.url("/shop.html")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.switch_to(&first).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(&count(), "1").await
}

async fn an_order_needs_no_pointer_and_speaks_german(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    let page = site.page(
        "/laden.html",
        "<!doctype html><html lang=de><head><title>Laden</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=service-basket><script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script></div>\
         <button type=button data-embed=service-basket-add data-sku=COFFEE data-frequency=monthly>Kaffee</button>",
    );
    browser.goto(&page).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    add(browser, "COFFEE").await?;
    browser.run::<()>("ServiceBasket.checkout()", vec![]).await?;
    arrive(browser, "Kasse").await?;
    ensure!(browser.eval::<String>("location.href").await?.starts_with(&service.url("/checkout/")));
    let shown = "document.querySelector('.again').textContent";
    ensure!(browser.eval::<String>(shown).await?.contains("21,00\u{a0}€ monatlich"));
    for (id, text) in ANN {
        tab_to(browser, &format!("#{id}")).await?;
        // A list is chosen from by the first letters of what stands in it.
        let text = if id == "country" { "Deutschland" } else { text };
        for letter in text.chars() {
            browser.press(letter).await?;
        }
    }
    browser.wait_for_value("document.getElementById('country').value", "DE").await?;
    tab_to(browser, ".order-now").await?;
    browser.press(Key::Enter).await?;
    arrive(browser, "Vielen Dank, Ann Example").await
}

/// Presses Tab until the focus is on what matches.
async fn tab_to(browser: &Browser, css: &str) -> Result<()> {
    for _ in 0..20 {
        if browser.eval(&format!("document.activeElement?.matches('{css}') ?? false")).await? {
            return Ok(());
        }
        browser.press(Key::Tab).await?;
    }
    anyhow::bail!("Tab never came to {css}")
}

async fn an_order_from_right_to_left(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    let design = "{\"api_key\": \"pk_demo\", \"style\": {\"primary\": \"rgb(120, 20, 60)\"}, \"locales\": {\"ar\": \
        {\"your_cart\": \"سلة التسوق\", \"checkout\": \"إتمام الشراء\", \"checkout_page\": \
        {\"title\": \"إتمام الشراء\", \"thanks\": \"شكرًا لك، {name}\"}}}}";
    service.change_database(&format!(
        "INSERT INTO designs (shop_id, name, config, updated_at) VALUES (1, 'Ours', '{design}', 0)"
    ))?;
    service.change_database("UPDATE shops SET checkout_design = 'Ours'")?;
    let page = site.page(
        "/arabic.html",
        &format!(
            "<!doctype html><html lang=ar dir=rtl><head><title>متجر</title>\
             <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
             <div data-embed=service-basket><script type=\"application/json\">{design}</script></div>\
             <button type=button data-embed=service-basket-add data-sku=EBOOK>كتاب</button>"
        ),
    );
    browser.goto(&page).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    add(browser, "EBOOK").await?;
    check_out(browser).await?;
    arrive(browser, "إتمام الشراء").await?;
    browser.wait_for_value("document.dir", "rtl").await?;
    let colour = "getComputedStyle(document.querySelector('.order-now')).backgroundColor";
    browser.wait_for_value(colour, "rgb(120, 20, 60)").await?;
    // A book of bits goes nowhere, so nobody asks where to.
    ensure!(browser.eval::<bool>("!document.getElementById('country')").await?);
    for (id, text) in &ANN[..2] {
        browser.find(&format!("#{id}")).await?.send_keys(text).await?;
    }
    browser.click(&browser.find(".order-now").await?).await?;
    arrive(browser, "شكرًا لك، Ann Example").await
}

/// Begins a checkout without a basket; its address.
pub(super) async fn begin(browser: &Browser, cart: Value, locale: &str) -> Result<String> {
    let begin = "
        const [cart, locale] = arguments;
        const headers = { authorization: 'Bearer pk_demo', 'content-type': 'application/json' };
        const ask = async (path, body) => (await fetch(path,
          { method: 'POST', headers, body: JSON.stringify(body) })).json();
        return ask('/v1/carts', cart)
          .then(({ id }) => ask(`/v1/carts/${id}/checkout`, { locale })).then(({ url }) => url)";
    browser.run(begin, vec![cart, json!(locale)]).await
}

/// The names of fields, and what is filled in.
type Fields = &'static [(&'static str, &'static str)];

/// Addresses of four countries: which label only this country has, and what is filled in, field by field.
const COUNTRIES: [(&str, &str, Fields); 4] = [
    (
        "DE",
        "Postal code",
        &[
            ("address-line1", "Elm Street 1"),
            ("postal-code", "10115"),
            ("address-level2", "Berlin"),
        ],
    ),
    (
        "US",
        "ZIP code",
        &[
            ("address-line1", "1 Main Street"),
            ("address-level2", "Cupertino"),
            ("address-level1", "CA"),
            ("postal-code", "95014"),
        ],
    ),
    (
        "JP",
        "Prefecture",
        &[
            ("postal-code", "1540023"),
            ("address-level1", "13"),
            ("address-line1", "1-2-3 Wakabayashi"),
        ],
    ),
    (
        "BR",
        "State",
        &[
            ("address-line1", "Rua Augusta 1"),
            ("address-level2", "São Paulo"),
            ("address-level1", "SP"),
            ("postal-code", "01305000"),
        ],
    ),
];

async fn each_country_has_its_form_without_a_script(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    browser.allow_problem("Content Security Policy");
    let mirror = Mirror::start(service).await?;
    mirror.forbid_scripts();
    for (country, label, fields) in COUNTRIES {
        browser.goto(&service.url("/")).await?;
        let address = begin(browser, json!({ "lines": [{ "sku": "MUG" }] }), "en").await?;
        browser.goto(&address.replace(service.address(), mirror.address())).await?;
        arrive(browser, "Checkout").await?;
        for (id, text) in &ANN[..2] {
            browser.find(&format!("#{id}")).await?.send_keys(text).await?;
        }
        let choose = "document.getElementById(arguments[0]).value = arguments[1]";
        browser.run::<()>(choose, vec![json!("country"), json!(country)]).await?;
        browser.run::<()>("document.body.dataset.before = 'yes'", vec![]).await?;
        browser.click(&browser.find(".without-script button").await?).await?;
        let labels = format!(
            "!document.body.dataset.before
             && [...document.querySelectorAll('label')].some((label) => label.textContent == {label:?})"
        );
        browser.wait_for(&labels).await?;
        browser.wait_for_value("document.getElementById('name').value", "Ann Example").await?;
        for (id, text) in fields {
            browser.run::<()>(choose, vec![json!(id), json!(text)]).await?;
        }
        browser.click(&browser.find(".order-now").await?).await?;
        arrive(browser, "Thank you, Ann Example").await?;
    }
    Ok(())
}

async fn an_order_needs_no_script(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    // Chromium says of each script that it was not let run, and logs every answer above 399.
    for text in ["Content Security Policy", "422", "409"] {
        browser.allow_problem(text);
    }
    let mirror = Mirror::start(service).await?;
    browser.goto(&service.url("/")).await?;
    let address =
        begin(browser, json!({ "lines": [{ "sku": "CHAIR", "quantity": 2 }] }), "en").await?;
    mirror.forbid_scripts();
    browser.goto(&address.replace(service.address(), mirror.address())).await?;
    arrive(browser, "Checkout").await?;
    browser.click(&browser.find(".order-now").await?).await?;
    browser.wait_for("document.querySelectorAll('[aria-invalid]').length == 4").await?;
    let field = browser.find("input[type=number]").await?;
    field.clear().await?;
    field.send_keys("3").await?;
    browser.click(&browser.find(".order button").await?).await?;
    browser.wait_for_value("document.querySelector('.total dd')?.textContent", "€447.00").await?;
    place_order(browser).await?;
    arrive(browser, "Thank you, Ann Example").await?;
    ensure!(browser.eval::<bool>("document.querySelector('[data-print]').hidden").await?);
    Ok(())
}

in_every_engine!(
    an_order_empties_the_basket_in_every_tab,
    an_order_needs_no_pointer_and_speaks_german,
    an_order_from_right_to_left,
    an_order_needs_no_script,
    each_country_has_its_form_without_a_script,
);

async fn no_page_of_the_checkout_breaks_a_rule(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for status in ["422", "404"] {
        browser.allow_problem(status);
    }
    let mut found = Findings::default();
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    add(browser, "COFFEE").await?;
    check_out(browser).await?;
    arrive(browser, "Checkout").await?;
    look(browser, &mut found, "the review").await?;
    browser.click(&browser.find(".order-now").await?).await?;
    browser.wait_for("document.querySelector('[aria-invalid]')").await?;
    look(browser, &mut found, "a form with everything wrong").await?;
    place_order(browser).await?;
    arrive(browser, "Thank you").await?;
    look(browser, &mut found, "the confirmation").await?;
    let nowhere = browser.eval::<String>("location.href").await? + "0";
    browser.goto(&nowhere).await?;
    look(browser, &mut found, "a checkout that is none").await?;
    found.none()
}

/// Looks at the page on a desk and on a phone.
async fn look(browser: &Browser, found: &mut Findings, what: &str) -> Result<()> {
    for width in [1280, 320] {
        browser.resize(width, 740).await?;
        let what = format!("{what}, {width}");
        let (_, wrong) = View::page("Checkout", &what).audit(browser).await?;
        for finding in wrong {
            found.add(finding, &what);
        }
    }
    Ok(())
}

#[test]
fn no_page_of_the_checkout_breaks_a_rule_in_chromium() {
    play(
        "no_page_of_the_checkout_breaks_a_rule",
        Engine::Chromium,
        no_page_of_the_checkout_breaks_a_rule,
    );
}
