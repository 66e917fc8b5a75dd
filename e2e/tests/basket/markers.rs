//! Markers that open the basket or show its number, on any element, now or later; baskets that come, go and move.

use anyhow::Result;
use e2e::{Browser, HostSite, Key, Service, in_every_engine};
use serde_json::json;

use super::actions::{STATE, add, count, in_root, names};

const BASKET: &str = "<div data-embed=service-basket right><script type=\"application/json\">\
    {\"api_key\": \"pk_demo\"}</script><a href=/cart>Cart</a></div>";

fn page(site: &HostSite, body: &str) -> String {
    site.page(
        "/markers.html",
        &format!(
            "<!doctype html><html lang=en><head><title>Markers</title>\
             <script src=\"{{{{service}}}}/v1/basket.js\" async></script></head><body>{body}\
             <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
        ),
    )
}

fn is_open() -> String {
    in_root("root.querySelector('dialog').matches('[open], :popover-open')")
}

async fn markers_open_the_basket_and_show_its_number(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let markers = "<button type=button id=toggle data-embed=service-basket-toggle>Cart \
        (<span id=count data-embed=service-basket-count>?</span>)</button>\
        <span id=plain data-embed=service-basket-toggle>Cart</span>\
        <span id=adds data-embed=service-basket-add data-sku=CHAIR>Chair</span>";
    browser.goto(&page(site, &format!("{BASKET}{markers}"))).await?;
    let text = "document.querySelector('#count').textContent";
    browser.wait_for_value(text, "0").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(text, "1").await?;

    let expanded = "document.querySelector('#toggle').ariaExpanded";
    browser.wait_for_value(expanded, "false").await?;
    // The number inside is part of the button.
    browser.click(&browser.find("#count").await?).await?;
    browser.wait_for_value(&is_open(), true).await?;
    browser.wait_for_value(expanded, "true").await?;
    browser.click(&browser.find("#toggle").await?).await?;
    browser.wait_for_value(&is_open(), false).await?;
    browser.wait_for_value(expanded, "false").await?;

    // What is no control by itself is one for the keyboard and for screen readers.
    let made = "['plain', 'adds'].map((id) => document.getElementById(id)).map(({ role, tabIndex }) => [role, tabIndex])";
    browser.wait_for_value(made, json!([["button", 0], ["button", 0]])).await?;
    browser.run::<()>("document.querySelector('#adds').focus()", vec![]).await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(text, "2").await?;
    browser.run::<()>("document.querySelector('#plain').focus()", vec![]).await?;
    browser.press(' ').await?;
    browser.wait_for_value(&is_open(), true).await?;
    browser.wait_for_value("scrollY", 0).await?;

    // Markers that come later work like those that were there.
    let later = "document.body.insertAdjacentHTML('beforeend', \
        '<b id=late data-embed=service-basket-count></b>')";
    browser.run::<()>(later, vec![]).await?;
    browser.wait_for_value("document.querySelector('#late').textContent", "2").await
}

async fn baskets_are_moved_taken_out_and_put_back(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, &format!("<main></main><aside>{BASKET}</aside>"))).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    let basket = "(window.basket ||= document.querySelector('[data-embed=service-basket]'))";
    // A floating button is in the top layer, which a node that is moved leaves.
    browser.run::<()>(&format!("{basket}.setAttribute('detached', '')"), vec![]).await?;
    let floats = in_root("root.querySelector('[part=button]').matches(':popover-open')");
    browser.wait_for_value(&floats, true).await?;
    browser.run::<()>(&format!("document.querySelector('main').append({basket})"), vec![]).await?;
    browser.wait_for_value(&floats, true).await?;
    browser.run::<()>(&format!("{basket}.remove()"), vec![]).await?;
    let code = "ServiceBasket.add({ sku: 'MUG' }).catch(({ code }) => code)";
    assert_eq!(browser.eval::<String>(code).await?, "basket-missing");
    browser.run::<()>(&format!("document.querySelector('aside').append({basket})"), vec![]).await?;
    browser.wait_for_value(&count(), "1").await?;
    browser.wait_for_value(&floats, true).await
}

async fn elements_are_mounted_and_unmounted(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let plain = BASKET.replace("data-embed=service-basket", "id=plain");
    browser.goto(&page(site, &format!("{plain}<p id=host></p>"))).await?;
    browser.wait_for("window.ServiceBasket?.version").await?;
    let plain = "document.querySelector('#plain')";
    browser
        .run::<()>(&format!("return ServiceBasket.mount({plain}).then(() => {{}})"), vec![])
        .await?;
    let number = format!("{plain}.shadowRoot?.querySelector('[part=count]')?.textContent ?? null");
    browser.wait_for_value(&number, "0").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(&number, "1").await?;
    browser
        .run::<()>(&format!("return ServiceBasket.unmount({plain}).then(() => {{}})"), vec![])
        .await?;
    browser.wait_for_value(&number, json!(null)).await?;
    let shown =
        format!("[{plain}.querySelector('a').checkVisibility(), {plain}.dataset.state ?? null]");
    browser.wait_for_value(&shown, json!([true, null])).await?;
    browser
        .run::<()>(&format!("return ServiceBasket.mount({plain}).then(() => {{}})"), vec![])
        .await?;
    browser.wait_for_value(&number, "1").await?;

    // Inside the shadow root of a component, where nobody looks by themselves.
    let inner = "const root = document.querySelector('#host').attachShadow({ mode: 'open' }); \
        const other = document.querySelector('#plain').cloneNode(true); root.append(other); \
        window.inner = other; return ServiceBasket.mount(other).then(() => {})";
    browser.run::<()>(inner, vec![]).await?;
    browser
        .wait_for_value("inner.shadowRoot?.querySelector('[part=count]')?.textContent", "1")
        .await
}

async fn two_keys_are_two_carts_and_a_second_script_is_none(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    service.change_database(
        "INSERT INTO keys (key, shop_id, created_at) SELECT 'pk_other', shop_id, created_at FROM keys WHERE key = 'pk_demo'",
    )?;
    let other = BASKET.replace("pk_demo", "pk_other");
    let twice = "<script src=\"{{service}}/v1/basket.js\" async></script>\
        <button type=button data-embed=service-basket-add data-sku=CHAIR data-key=pk_other>Chair</button>\
        <b id=count data-embed=service-basket-count data-key=pk_other></b>";
    browser.goto(&page(site, &format!("{BASKET}{other}{twice}"))).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    add(browser, "CHAIR").await?;
    let added = "ServiceBasket.add({ sku: 'EBOOK', quantity: 2, key: 'pk_other' }).then(({ items }) => items)";
    assert_eq!(browser.eval::<u32>(added).await?, 3);
    browser.wait_for_value(&names(), json!(["Stoneware mug"])).await?;
    browser.wait_for_value("document.querySelector('#count').textContent", "3").await?;
    browser.wait_for_value("ServiceBasket.cart.items", 1).await?;
    let stored = "Object.keys(localStorage).filter((name) => /:cart$/.test(name)).sort()";
    browser
        .wait_for_value(
            stored,
            json!(["service-basket:pk_demo:cart", "service-basket:pk_other:cart"]),
        )
        .await
}

async fn without_its_button_toggles_open_the_basket(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let toggle = "<button type=button id=toggle data-embed=service-basket-toggle>Cart \
        (<span id=count data-embed=service-basket-count>?</span>)</button>";
    for attributes in ["right", "right detached"] {
        let basket = format!(
            "<div data-embed=service-basket {attributes}><script type=\"application/json\">\
             {{\"api_key\": \"pk_demo\", \"options\": {{\"button\": false}}}}</script></div>"
        );
        browser.goto(&page(site, &format!("{toggle}{basket}"))).await?;
        browser.wait_for(&format!("['empty', 'filled'].includes({STATE})")).await?;
        let shown = in_root("root.querySelector('[part=button]').checkVisibility()");
        browser.wait_for_value(&shown, false).await?;
        add(browser, "MUG").await?;
        browser
            .wait_for(&format!("document.querySelector('#count').textContent == {}", count()))
            .await?;
        browser.click(&browser.find("#toggle").await?).await?;
        browser.wait_for_value(&is_open(), true).await?;
        browser.press(Key::Escape).await?;
        browser.wait_for_value(&is_open(), false).await?;
        browser.wait_for_value("document.activeElement.id", "toggle").await?;
    }
    Ok(())
}

async fn a_form_adds_what_its_fields_say(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let form = "<form id=form data-embed=service-basket-add data-sku=COFFEE data-quantity=9>\
        <select name=frequency><option value=\"\">Once</option><option value=monthly>Monthly</option></select>\
        <input name=quantity type=number value=2 aria-label=Quantity><button id=send>Add</button></form>";
    browser.goto(&page(site, &format!("{BASKET}{form}"))).await?;
    browser.wait_for_value(STATE, "empty").await?;
    // A click into a form is not yet the wish to have it sent.
    browser.click(&browser.find("#form input").await?).await?;
    browser.click(&browser.find("#send").await?).await?;
    browser.wait_for_value(&count(), "2").await?;
    browser.wait_for_value("document.querySelector('#form').dataset.state", "idle").await?;
    let choose = "document.querySelector('#form select').value = 'monthly'";
    browser.run::<()>(choose, vec![]).await?;
    browser.click(&browser.find("#send").await?).await?;
    browser.wait_for_value(&count(), "4").await?;
    browser.wait_for_value(STATE, "filled").await?;
    let lines = "ServiceBasket.cart.lines.map(({ sku, quantity, frequency }) => [sku, quantity, frequency ?? null])";
    let expected = json!([["COFFEE", 2, null], ["COFFEE", 2, "monthly"]]);
    browser.wait_for_value(lines, expected).await?;
    browser.wait_for_value("location.search", "").await
}

async fn what_the_page_puts_into_slots_stands_in_the_panel(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let slots = ["before-list", "empty", "before-checkout", "foot"];
    let children = slots.map(|slot| format!("<p slot={slot}>{slot}</p>")).concat();
    let basket = BASKET.replace("</div>", &format!("{children}</div>"));
    browser.goto(&page(site, &basket)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let shown = "[...document.querySelectorAll('[slot]')].filter((own) => own.checkVisibility()).map((own) => own.slot)";
    browser.wait_for_value(shown, json!([])).await?;
    browser.run::<()>("return ServiceBasket.open().then(() => {})", vec![]).await?;
    browser.wait_for_value(shown, json!(["before-list", "empty", "foot"])).await?;
    let own = in_root("root.querySelector('[part=empty]').checkVisibility()");
    browser.wait_for_value(&own, false).await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(shown, json!(["before-list", "before-checkout", "foot"])).await?;
    // Each is inside the panel, in the order of the places.
    let places = in_root(
        "((panel, tops) => tops.every((top, at) => top >= (tops[at - 1] ?? panel.top) && top < panel.bottom)) \
         (root.querySelector('dialog').getBoundingClientRect(), \
         ['before-list', 'before-checkout', 'foot'].map((slot) => \
         document.querySelector(`[slot=${slot}]`).getBoundingClientRect().top))",
    );
    browser.wait_for_value(&places, true).await
}

async fn a_configuration_may_be_an_attribute(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let basket = "<div data-embed=service-basket data-config='{\"api_key\": \"pk_demo\", \
        \"locales\": {\"en\": {\"your_cart\": \"Trolley\"}}}'><a href=/cart>Cart</a></div>";
    browser.goto(&page(site, basket)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let label = in_root("root.querySelector('.label').textContent");
    browser.wait_for_value(&label, "Trolley").await?;
    browser
        .run::<()>(
            "document.querySelector('[data-config]').dataset.config = '{\"api_key\": \"pk_demo\"}'",
            vec![],
        )
        .await?;
    browser.wait_for_value(&label, "Your cart").await
}

in_every_engine!(
    without_its_button_toggles_open_the_basket,
    a_form_adds_what_its_fields_say,
    what_the_page_puts_into_slots_stands_in_the_panel,
    a_configuration_may_be_an_attribute,
    markers_open_the_basket_and_show_its_number,
    baskets_are_moved_taken_out_and_put_back,
    elements_are_mounted_and_unmounted,
    two_keys_are_two_carts_and_a_second_script_is_none,
);
