//! What a cart costs beside its lines: a discount code, delivery that becomes free, the minimum order value; in every
//! language, and for axe.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, add, in_root, open, visit};
use super::audit::View;

/// Delivery to Germany for 4.90, for nothing from 50.00 on, and no order below 30.00.
const RULES: &str = r#"{"country":"DE","minimum":3000,"zones":[{"name":"Germany","countries":["DE"],"methods":[{"id":"parcel","name":"Parcel","price":490,"free_from":5000,"pickup":false}]}]}"#;

/// The basket's element.
const BASKET: &str = "document.querySelector('[data-embed=service-basket]')";

/// Gives the demo shop these costs, and a code for ten percent off.
async fn with_costs(service: &Service) -> Result<()> {
    service.change_database(&format!("UPDATE shops SET pricing = '{RULES}'"))?;
    service.change_database(
        "INSERT INTO discounts (shop_id, code, kind, value, scope, created_at) \
         SELECT id, 'SPRING', 'percent', 10000, 'first_period', 0 FROM shops",
    )?;
    // It keeps what it has read of its shops.
    service.restart().await
}

/// The texts of all elements of the basket that a selector finds.
fn texts(css: &str) -> String {
    in_root(&format!("[...root.querySelectorAll('{css}')].map((found) => found.textContent)"))
}

async fn enter(browser: &Browser, code: &str) -> Result<()> {
    browser.type_text(code).await?;
    browser.press(Key::Enter).await
}

async fn a_code_is_typed_seen_and_taken_off(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.allow_problem("422");
    browser.allow_problem("code-unknown");
    with_costs(service).await?;
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    browser.wait_for_value(&texts("[part=sum-total] dd"), json!(["€40.90"])).await?;
    browser.click(&browser.find_in_basket(0, "summary").await?).await?;
    browser.click(&browser.find_in_basket(0, "form input").await?).await?;
    enter(browser, "SPRNG").await?;
    browser.wait_for_value(&texts(".problem"), json!(["The code SPRNG does not exist."])).await?;
    // What was typed is still there, and so is the caret.
    let field = in_root("[root.activeElement.value, root.activeElement.ariaInvalid]");
    browser.wait_for_value(&field, json!(["SPRNG", "true"])).await?;

    browser.run::<()>(&format!("{}.value = ''", in_root("root.activeElement")), vec![]).await?;
    enter(browser, "spring").await?;
    browser.wait_for_value(&texts("[part=sum-discount] dd"), json!(["-€3.60"])).await?;
    browser.wait_for_value(&texts("[part=sum-total] dd"), json!(["€37.30"])).await?;
    browser.wait_for_value(&texts(".problem"), json!([])).await?;
    browser.wait_for_value("ServiceBasket.cart.code", "SPRING").await?;

    browser.click(&browser.find_in_basket(0, "[part=code-remove]").await?).await?;
    browser.wait_for_value(&texts("[part=sum-discount]"), json!([])).await?;
    browser.wait_for_value(&texts("[part=sum-total] dd"), json!(["€40.90"])).await?;
    browser.wait_for_value(&in_root("root.activeElement.localName"), "summary").await
}

async fn a_bar_fills_until_delivery_is_free(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    with_costs(service).await?;
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    let goal = json!(["€32.00 more for free shipping"]);
    browser.wait_for_value(&texts("[part=goal] p"), goal).await?;
    let minimum = json!(["Minimum order value: €30.00. Add €12.00 more."]);
    browser.wait_for_value(&texts("[part=minimum]"), minimum).await?;
    browser.run::<()>("ServiceBasket.add({ sku: 'MUG', quantity: 2 })", vec![]).await?;
    browser.wait_for_value(&texts("[part=goal] p"), json!(["Free shipping"])).await?;
    browser.wait_for_value(&texts("[part=sum-shipping] dd"), json!(["Free"])).await?;
    browser.wait_for_value(&texts("[part=minimum]"), json!([])).await?;
    browser.wait_for_value(&in_root("root.querySelector('progress').position"), 1).await
}

async fn a_code_of_the_page_is_not_entered_again_when_it_was_taken_off(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    with_costs(service).await?;
    let address = format!("{}?code=spring", site.url("/shop.html"));
    browser.goto(&address).await?;
    browser.wait_for_value("ServiceBasket.cart?.code", "SPRING").await?;
    browser.run::<()>("ServiceBasket.removeCode()", vec![]).await?;
    browser.wait_for("ServiceBasket.cart.code == null").await?;
    browser.reload().await?;
    browser.wait_for(&format!("{STATE} == 'empty' && ServiceBasket.cart")).await?;
    // The page's own call comes behind whatever the address would have entered.
    let found: serde_json::Value =
        browser.eval("ServiceBasket.add({ sku: 'MUG' }).then(({ code }) => code ?? null)").await?;
    assert_eq!(found, json!(null));
    browser.wait_for_value("location.search", "?code=spring").await
}

async fn costs_break_no_rule_in_any_language(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    with_costs(service).await?;
    visit(browser, site).await?;
    add(browser, "MUG").await?;
    open(browser).await?;
    browser.run::<()>("ServiceBasket.applyCode('SPRING')", vec![]).await?;
    browser.wait_for_value(&texts("[part=sum-discount] dd"), json!(["-€1.80"])).await?;
    let mut seen = Vec::new();
    for language in ["de", "dk", "el", "en", "es", "fi", "fr", "it", "nl", "no", "sl", "sv"] {
        browser.run::<()>("ServiceBasket.setLocale(arguments[0])", vec![json!(language)]).await?;
        let tag = if language == "dk" { "da" } else { language };
        browser.wait_for_value(&in_root("root.firstChild.lang"), tag).await?;
        if language != "en" {
            let shown = in_root("root.querySelector('summary').textContent");
            browser.wait_for(&format!("{shown} != 'Discount code'")).await?;
        }
        seen.push(
            browser
                .eval::<String>(&in_root("root.querySelector('[part=goal] p').textContent"))
                .await?,
        );
        let view = View { scope: BASKET, decided: ".picture", ..View::page("Basket", "costs") };
        let (_, wrong) = view.audit(browser).await?;
        ensure!(wrong.is_empty(), "{language}: {wrong:?}");
    }
    seen.sort();
    seen.dedup();
    ensure!(seen.len() == 12, "two languages say the same: {seen:?}");
    Ok(())
}

in_every_engine!(
    a_code_is_typed_seen_and_taken_off,
    a_bar_fills_until_delivery_is_free,
    a_code_of_the_page_is_not_entered_again_when_it_was_taken_off,
    costs_break_no_rule_in_any_language,
);
