//! The checkout of a shop with costs: nothing typed is lost by a refusal, whoever uses the keyboard keeps their place, and
//! axe finds nothing on its pages in any language.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine, set_costs};
use serde_json::{Value, json};

use super::access::{Findings, NATIVE};
use super::audit::View;
use super::checkout::{arrive, begin};

/// What somebody fills in, after the country.
const TYPED: [(&str, &str); 6] = [
    ("email", "ann@example.com"),
    ("name", "Ann Example"),
    ("address-line1", "Elm Street 1"),
    ("postal-code", "12345"),
    ("address-level2", "Oakham"),
    ("note", "Please ring twice."),
];

const PROBLEM: &str = "document.getElementById('code-problem')?.textContent ?? ''";
const NOTICE: &str = "document.querySelector('#notice [role=alert]')?.textContent ?? ''";
const TOTAL: &str = "document.querySelector('.total dd').textContent";
const FOCUS: &str = "document.activeElement.id";

/// Goes to the checkout of a new cart.
async fn review(browser: &mut Browser, service: &Service, cart: Value, locale: &str) -> Result<()> {
    browser.goto(&service.url("/")).await?;
    let address = begin(browser, cart, locale).await?;
    browser.goto(&address).await?;
    browser.wait_for("document.readyState == 'complete'").await
}

/// Sets a field, as somebody does who chooses from a list or ticks a box.
async fn choose(browser: &Browser, id: &str, value: Value) -> Result<()> {
    let choose = "
        const [id, value] = arguments;
        const field = document.getElementById(id);
        field[typeof value == 'boolean' ? 'checked' : 'value'] = value;
        field.dispatchEvent(new Event('change', { bubbles: true }))";
    browser.run(choose, vec![json!(id), value]).await
}

async fn fill_in(browser: &Browser) -> Result<()> {
    for (id, text) in TYPED {
        let field = browser.find(&format!("#{id}")).await?;
        field.clear().await?;
        field.send_keys(text).await?;
    }
    Ok(())
}

async fn all_is_still_there(browser: &Browser, when: &str) -> Result<()> {
    let ids: Vec<&str> = TYPED.iter().map(|(id, _)| *id).collect();
    let read = "return arguments[0].map((id) => document.getElementById(id)?.value ?? null)";
    let found: Vec<Option<String>> = browser.run(read, vec![json!(ids)]).await?;
    for ((id, text), found) in TYPED.iter().zip(found) {
        ensure!(found.as_deref() == Some(*text), "{when}: {id} is {found:?}");
    }
    Ok(())
}

/// Types a code and presses Enter on the button behind the field.
async fn apply(browser: &Browser, code: &str) -> Result<()> {
    let field = browser.find("#code").await?;
    field.clear().await?;
    field.send_keys(code).await?;
    browser.press(Key::Tab).await?;
    browser.wait_for_value(FOCUS, "code-apply").await?;
    browser.press(Key::Enter).await
}

async fn what_is_typed_survives_each_refusal(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    for status in ["422", "409"] {
        browser.allow_problem(status);
    }
    set_costs(service).await?;
    review(browser, service, json!({ "lines": [{ "sku": "MUG" }] }), "en").await?;
    arrive(browser, "Checkout").await?;
    browser.wait_for("document.getElementById('method-courier')").await?;
    fill_in(browser).await?;
    for (code, sentence) in [
        ("SPRNG", "The code SPRNG does not exist. Please check the spelling."),
        ("LATE", "The code LATE is not valid at this time."),
        ("GONE", "The code GONE has already been used up."),
        ("RICH", "Add €182.00 more to use the code RICH."),
        ("LAMPS", "The code LAMPS is not valid for the items in your cart."),
    ] {
        apply(browser, code).await?;
        browser.wait_for_value(PROBLEM, sentence).await?;
        browser.wait_for_value(FOCUS, "code-apply").await?;
        all_is_still_there(browser, code).await?;
    }
    apply(browser, "spring").await?;
    browser.wait_for_value(TOTAL, "€21.10").await?;
    // The button goes with the code, and the field takes the focus.
    browser.find("#code-remove").await?.send_keys("\u{e007}").await?;
    browser.wait_for_value(TOTAL, "€22.90").await?;
    browser.wait_for_value(FOCUS, "code").await?;
    apply(browser, "spring").await?;
    browser.wait_for_value(TOTAL, "€21.10").await?;
    all_is_still_there(browser, "a code is removed and applied").await?;

    choose(browser, "method-courier", json!(true)).await?;
    browser.wait_for_value(TOTAL, "€26.10").await?;
    // From here on, what is sent is an order, and each answer is a page of its own.
    service.change_database("UPDATE discounts SET max_uses = 1, uses = 1 WHERE code = 'SPRING'")?;
    browser.click(&browser.find(".order-now").await?).await?;
    browser
        .wait_for_value(NOTICE, "The total is now €27.90. Please check it and order again.")
        .await?;
    browser.wait_for_value(PROBLEM, "The code SPRING has already been used up.").await?;
    all_is_still_there(browser, "the code is used up").await?;
    choose(browser, "country", json!("FR")).await?;
    browser.wait_for("!document.getElementById('method-courier')").await?;
    all_is_still_there(browser, "another country").await?;
    browser.click(&browser.find(".order-now").await?).await?;
    let refused = "document.getElementById('country-problem')?.textContent ?? ''";
    browser
        .wait_for_value(
            refused,
            "The shop does not deliver to France. Please select another country.",
        )
        .await?;
    all_is_still_there(browser, "the shop does not deliver there").await?;
    choose(browser, "country", json!("AT")).await?;
    browser.wait_for("document.getElementById('method-courier')").await?;
    browser.click(&browser.find(".order-now").await?).await?;
    let refused = "document.getElementById('postal-code-problem')?.textContent ?? ''";
    browser.wait_for_value(refused, "Please enter a postal code like 1010.").await?;
    all_is_still_there(browser, "the postal code is of another country").await?;
    choose(browser, "postal-code", json!("1010")).await?;
    choose(browser, "method-courier", json!(true)).await?;
    browser.wait_for_value(TOTAL, "€27.90").await?;
    browser.click(&browser.find(".order-now").await?).await?;
    arrive(browser, "Thank you, Ann Example").await
}

async fn costs_break_no_rule_on_any_page_of_the_checkout(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    for status in ["422", "409"] {
        browser.allow_problem(status);
    }
    set_costs(service).await?;
    let mut found = Findings::default();
    let mut titles = Vec::new();
    for language in NATIVE {
        browser.resize(1280, 740).await?;
        let coffee = json!({ "sku": "COFFEE", "frequency": "monthly" });
        let lines = json!([{ "sku": "MUG", "quantity": 2 }, coffee]);
        let cart = json!({ "lines": lines, "code": "SPRING" });
        review(browser, service, cart, language).await?;
        choose(browser, "billing-same", json!(false)).await?;
        browser.wait_for("document.getElementById('billing-country')").await?;
        apply(browser, "LATE").await?;
        browser.wait_for("document.querySelector('#code[aria-invalid]')").await?;
        look(browser, &mut found, "the review with costs", language, 1280).await?;
        browser.click(&browser.find(".order-now").await?).await?;
        browser.wait_for("document.querySelector('#email[aria-invalid]')").await?;
        look(browser, &mut found, "the review with costs, all wrong", language, 320).await?;
        choose(browser, "billing-same", json!(true)).await?;
        browser.wait_for("!document.getElementById('billing-country')").await?;
        let total = browser.eval::<String>(TOTAL).await?;
        choose(browser, "method-courier", json!(true)).await?;
        browser.wait_for(&format!("{TOTAL} != {total:?}")).await?;
        fill_in(browser).await?;
        let before = browser.eval::<String>("document.querySelector('h1').textContent").await?;
        let is_other = format!("document.querySelector('h1')?.textContent != {before:?}");
        browser.click(&browser.find(".order-now").await?).await?;
        browser.wait_for(&format!("document.readyState == 'complete' && {is_other}")).await?;
        look(browser, &mut found, "the confirmation with costs", language, 320).await?;
        let invoice =
            "[...document.links].find(({ pathname }) => pathname.endsWith('/invoice')).href";
        let invoice: String = browser.eval(invoice).await?;
        browser.goto(&invoice).await?;
        look(browser, &mut found, "the invoice", language, 320).await?;
        titles.push(browser.eval::<String>("document.title").await?);
    }
    titles.sort();
    titles.dedup();
    ensure!(titles.len() == NATIVE.len(), "each invoice has its number: {titles:?}");
    found.none()
}

async fn look(
    browser: &Browser,
    found: &mut Findings,
    page: &str,
    language: &str,
    width: u32,
) -> Result<()> {
    let tag = if language == "dk" { "da" } else { language };
    browser.wait_for_value("document.documentElement.lang", tag).await?;
    browser.resize(width, 740).await?;
    let what = format!("{page}, {language}, {width}");
    let (_, wrong) = View::page("Checkout", &what).audit(browser).await?;
    for finding in wrong {
        found.add(finding, &what);
    }
    // A page that is wider than the window has to be pushed about to be read.
    let is_wide = "document.documentElement.scrollWidth > innerWidth";
    if browser.eval(is_wide).await? {
        found.add("The page is wider than the window.".to_owned(), &what);
    }
    Ok(())
}

in_every_engine!(
    what_is_typed_survives_each_refusal,
    costs_break_no_rule_on_any_page_of_the_checkout,
);
