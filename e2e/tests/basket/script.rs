//! The script interface and the events: calls before and after the script has come, promises, codes, details.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, add, count, in_root, names};

/// A page that calls before the script has come, and writes down every event it hears.
fn page(site: &HostSite, early: &str) -> String {
    site.page(
        "/script.html",
        &format!(
            "<!doctype html><html lang=en><head><title>Script</title><script>\
             window.heard = [];\
             for (const type of 'ready open close change add update remove checkout locale error'.split(' '))\
             document.addEventListener('service-basket:' + type, ({{ type, detail }}) => \
             heard.push([type.slice(15), detail]));\
             window.types = () => heard.map(([type]) => type);\
             window.code = (promise) => promise.then(() => 'fine', (error) => error instanceof Error && error.code);\
             {early}</script>\
             <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>\
             <div data-embed=service-basket><script type=\"application/json\">{{\"api_key\": \"pk_demo\"}}</script></div>\
             <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
        ),
    )
}

async fn calls_are_kept_until_the_script_has_come_and_promises_settle(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for status in ["404", "409", "422"] {
        // Chromium logs every answer above 399 by itself.
        browser.allow_problem(status);
    }
    let early = "(window.ServiceBasket ||= []).push(['add', { sku: 'MUG', quantity: 2 }]);";
    browser.goto(&page(site, early)).await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.wait_for_value("ServiceBasket.cart?.items", 2).await?;
    browser.wait_for_value("ServiceBasket.version", env!("CARGO_PKG_VERSION")).await?;
    assert_eq!(browser.eval::<u32>("ServiceBasket.ready.then(() => 1)").await?, 1);

    let add = "ServiceBasket.add({ sku: 'COFFEE', frequency: 'monthly', interval: 3 })";
    let found: serde_json::Value = browser
        .eval(&format!(
            "{add}.then(({{ items, lines }}) => [items, lines[1].sku, lines[1].interval])"
        ))
        .await?;
    assert_eq!(found, json!([3, "COFFEE", 3]));
    let update = "ServiceBasket.update(ServiceBasket.cart.lines[0], { quantity: 5 })";
    assert_eq!(browser.eval::<u32>(&format!("{update}.then((cart) => cart.items)")).await?, 6);
    let remove = "ServiceBasket.remove(ServiceBasket.cart.lines[1].id)";
    assert_eq!(browser.eval::<u32>(&format!("{remove}.then((cart) => cart.items)")).await?, 5);

    for (call, code) in [
        ("add({ sku: 'NOTHING' })", "sku-unknown"),
        ("add({ sku: 'LAMP' })", "out-of-stock"),
        ("add({ sku: 'MUG', quantity: -1 })", "value-invalid"),
        ("add({ sku: 'MUG', quantity: 1000 })", "limit-reached"),
        ("add({})", "value-invalid"),
        ("add()", "value-invalid"),
        ("add({ sku: 'MUG', key: 'pk_other' })", "basket-missing"),
        ("update('99', { quantity: 1 })", "line-unknown"),
        ("update(ServiceBasket.cart.lines[0], { quantity: 1.5 })", "value-invalid"),
        ("update(ServiceBasket.cart.lines[0], { quantity: -1 })", "value-invalid"),
        ("update(ServiceBasket.cart.lines[0])", "value-invalid"),
        ("setLocale('xx')", "locale-unknown"),
    ] {
        let found: String = browser.eval(&format!("code(ServiceBasket.{call})")).await?;
        assert_eq!(found, code, "{call}");
    }
    browser.wait_for_value("ServiceBasket.cart.items", 5).await?;

    // A cart is for looking at, and pushing goes on working.
    let frozen = "Object.isFrozen(ServiceBasket.cart.lines[0])";
    browser.wait_for(frozen).await?;
    browser.run::<()>("ServiceBasket.push(['update', '1', { quantity: 1 }])", vec![]).await?;
    browser.wait_for_value("ServiceBasket.cart.items", 1).await?;
    assert_eq!(browser.eval::<u32>("ServiceBasket.clear().then((cart) => cart.items)").await?, 0);
    browser.wait_for_value(STATE, "empty").await?;
    let found: String = browser.eval("code(ServiceBasket.checkout())").await?;
    assert_eq!(found, "cart-empty");
    Ok(())
}

async fn a_wrong_key_is_never_ready_and_calls_say_why(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    for part in ["401", "key-unknown"] {
        browser.allow_problem(part);
    }
    let html = "<!doctype html><html lang=en><head><title>Key</title><script>\
         var heard = []; \
         for (const type of ['ready', 'error']) \
         document.addEventListener('service-basket:' + type, ({ type }) => heard.push(type.slice(15))); \
         var code = (promise) => promise.then(() => 'fine', (error) => error.code);</script>\
         <script src=\"{{service}}/v1/basket.js\" async></script></head><body>\
         <div data-embed=service-basket><script type=\"application/json\">{\"api_key\": \"pk_wrong\"}\
         </script>Cart</div>";
    browser.goto(&site.page("/key.html", html)).await?;
    browser.wait_for_value(STATE, "error").await?;
    let found: String = browser.eval("code(ServiceBasket.add({ sku: 'MUG' }))").await?;
    assert_eq!(found, "key-unknown");
    browser.wait_for_value("heard", json!(["error"])).await
}

async fn opening_closing_and_languages(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "")).await?;
    browser.wait_for("types().includes('ready')").await?;
    let is_open = in_root("root.querySelector('dialog').matches('[open], :popover-open')");
    for (call, open) in
        [("open", true), ("open", true), ("toggle", false), ("toggle", true), ("close", false)]
    {
        browser
            .run::<()>(&format!("return ServiceBasket.{call}().then(() => {{}})"), vec![])
            .await?;
        browser.wait_for_value(&is_open, open).await?;
    }
    browser.wait_for_value("types()", json!(["ready", "open", "close", "open", "close"])).await?;
    browser.run::<()>("return ServiceBasket.setLocale('de-AT').then(() => {})", vec![]).await?;
    browser.wait_for_value(&in_root("root.querySelector('h2').textContent"), "Warenkorb").await?;
    browser.wait_for_value("heard.at(-1)[0]", "locale").await?;
    browser.wait_for_value("heard.at(-1)[1].locale", "de").await
}

async fn events_carry_what_a_data_layer_needs(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value("types()", json!(["ready", "add", "change"])).await?;
    let detail = "(({ currency, value, items, difference, line, cart }) => \
        [currency, value, items, difference, line?.sku, cart.items])";
    let mug = |quantity: u32| json!([{"item_id": "MUG", "item_name": "Stoneware mug", "price": 18, "quantity": quantity}]);
    browser
        .wait_for_value(&format!("{detail}(heard[1][1])"), json!(["EUR", 18, mug(1), 1, "MUG", 1]))
        .await?;
    browser.run::<()>("ServiceBasket.update('1', { quantity: 4 })", vec![]).await?;
    browser.wait_for_value("types().slice(3)", json!(["update", "change"])).await?;
    browser
        .wait_for_value(&format!("{detail}(heard[3][1])"), json!(["EUR", 54, mug(3), 3, "MUG", 4]))
        .await?;
    browser.run::<()>("ServiceBasket.add({ sku: 'COFFEE', frequency: 'monthly' })", vec![]).await?;
    browser.wait_for_value("types().slice(5)", json!(["add", "change"])).await?;
    browser.wait_for_value("heard[5][1].items[0].item_variant", "monthly").await?;
    browser.run::<()>("ServiceBasket.clear()", vec![]).await?;
    browser.wait_for_value("types().slice(7)", json!(["remove", "remove", "change"])).await?;
    browser
        .wait_for_value(&format!("{detail}(heard[7][1])"), json!(["EUR", 72, mug(4), -4, "MUG", 0]))
        .await?;
    browser.wait_for_value(&names(), json!([])).await?;

    // The page takes the checkout over, and the promise settles.
    browser.run::<()>("return ServiceBasket.add({ sku: 'MUG' }).then(() => {})", vec![]).await?;
    browser
        .run::<()>(
            "addEventListener('service-basket:checkout', (event) => event.preventDefault())",
            vec![],
        )
        .await?;
    assert_eq!(
        browser.eval::<u32>("ServiceBasket.checkout().then((cart) => cart.items)").await?,
        1
    );
    browser.wait_for_value("heard.at(-1)[0]", "checkout").await?;
    browser.wait_for_value("heard.at(-1)[1].value", 18).await
}

/// Some platforms know no decimals of the forint or the dinar, in which amounts are counted all the same.
async fn amounts_have_the_decimals_of_the_standard(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    let currencies = [("EUR", 18.5), ("HUF", 18.5), ("IQD", 1.85), ("JPY", 1850.0), ("KWD", 1.85)];
    let mut baskets = Vec::new();
    for (currency, _) in currencies {
        for statement in [
            "INSERT INTO shops (name, currency, checkout) VALUES ('In {}', '{}', 'hosted')",
            "INSERT INTO keys (key, shop_id, created_at) SELECT 'pk_{}', id, 0 FROM shops WHERE name = 'In {}'",
            "INSERT INTO products (shop_id, sku, name, type, price, revision) \
             SELECT id, 'PLUM', 'A plum', 'normal', 1850, 0 FROM shops WHERE name = 'In {}'",
        ] {
            service.change_database(&statement.replace("{}", currency))?;
        }
        baskets.push(format!(
            "<div data-embed=service-basket id={currency}><script type=\"application/json\">\
             {{\"api_key\": \"pk_{currency}\"}}</script></div>"
        ));
    }
    let html = format!(
        "<!doctype html><html lang=en><title>Currencies</title>\
         <script>window.values = {{}}; document.addEventListener('service-basket:add', \
         ({{ detail }}) => (values[detail.currency] = [detail.value, detail.items[0].price]))</script>\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script>{}",
        baskets.concat()
    );
    browser.goto(&site.page("/currencies.html", &html)).await?;
    for (currency, amount) in currencies {
        browser.wait_for_value(&format!("{currency}.dataset.state"), "empty").await?;
        let add = format!(
            "return ServiceBasket.add({{ sku: 'PLUM', key: 'pk_{currency}' }}).then(() => {{}})"
        );
        browser.run::<()>(&add, vec![]).await?;
        // What the platform writes, it may write with or without decimals that are zero.
        let shown = format!(
            "{currency}.shadowRoot.querySelector('[part=price]').textContent == new Intl.NumberFormat('en', \
             {{ style: 'currency', currency: '{currency}', maximumFractionDigits: 4 }}).format({amount})"
        );
        browser.wait_for(&shown).await?;
        browser
            .wait_for(&format!("values.{currency}?.join() == [{amount}, {amount}].join()"))
            .await?;
    }
    Ok(())
}

in_every_engine!(
    calls_are_kept_until_the_script_has_come_and_promises_settle,
    a_wrong_key_is_never_ready_and_calls_say_why,
    opening_closing_and_languages,
    events_carry_what_a_data_layer_needs,
    amounts_have_the_decimals_of_the_standard,
);
