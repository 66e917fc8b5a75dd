//! Later page views: what the last one left behind is there before anything has arrived.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::{Value, json};

use super::actions::{STATE, add, count, in_root, names, open};

/// A page whose script runs at once, not when it suits the browser, and that looks at the basket the very
/// moment after, when nothing else can have arrived. `first` is its cart button, `early` what was seen of it.
fn page(site: &HostSite, attributes: &str, then: &str) -> String {
    let style = r##"{"primary": "#b3005e"}"##;
    site.page(
        "/view.html",
        &format!(
            "<!doctype html><html lang=de><head><title>View</title></head><body>\
             <div data-embed=service-basket {attributes}><script type=\"application/json\">\
             {{\"api_key\": \"pk_demo\", \"style\": {style}}}</script><a href=/cart>Cart</a></div>\
             <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>\
             <button type=button data-embed=service-basket-add data-sku=CHAIR>Chair</button>\
             <script src=\"{{{{service}}}}/v1/basket.js\"></script><script>\
             window.root = document.querySelector('[data-embed]').shadowRoot;\
             window.first = root?.querySelector('[part=button]');\
             window.look = () => first && [root.querySelector('[part=count]').textContent,\
             getComputedStyle(first).backgroundColor, root.firstChild.lang,\
             JSON.stringify(first.getBoundingClientRect())];\
             window.early = look();{then}</script>"
        ),
    )
}

async fn the_button_is_painted_before_anything_has_arrived_and_stays_the_same(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let stays = async |browser: &mut Browser, state: &str, items: &str| -> Result<()> {
        let early: Value = browser.eval("early").await?;
        assert_eq!(early[0], items, "{early}");
        assert_eq!((&early[1], &early[2]), (&json!("rgb(179, 0, 94)"), &json!("de")));
        browser.wait_for_value(STATE, state).await?;
        // The core has taken over the very same node, which has neither moved nor changed.
        browser.wait_for_value("look()", early).await?;
        browser.wait_for("root.querySelector('[part=button]') == first").await?;
        browser.wait_for_value("first.ariaLabel.startsWith('Warenkorb, ')", true).await?;
        browser.wait_for(&in_root("root.querySelectorAll('[part=button]').length == 1")).await
    };
    for attributes in ["", "right detached tinted"] {
        // A new shopper has no cart.
        browser.goto(&page(site, attributes, "")).await?;
        browser.run::<()>("localStorage.clear()", vec![]).await?;
        browser.reload().await?;
        stays(browser, "empty", "0").await?;
        add(browser, "MUG").await?;
        browser.wait_for_value(STATE, "filled").await?;

        browser.reload().await?;
        stays(browser, "filled", "1").await?;

        // Nobody remembers how many items the cart has: that is no reason to call it empty.
        browser.run::<()>("delete localStorage['service-basket:pk_demo:view']", vec![]).await?;
        browser.reload().await?;
        let early: Value = browser.eval("early").await?;
        assert_eq!(early[0], "", "{early}");
        browser.wait_for_value(&count(), "1").await?;
        browser.wait_for_value("look().at(-1)", early[3].clone()).await?;
    }
    Ok(())
}

async fn a_button_behind_the_script_is_painted_in_the_first_frame_that_has_it(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let address = site.page(
        "/behind.html",
        "<!doctype html><html lang=en><head><title>Behind</title>\
         <script src=\"{{service}}/v1/basket.js\"></script></head><body>\
         <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>\
         <div data-embed=service-basket><script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script></div>\
         <script>requestAnimationFrame(() => {\
         const root = document.querySelector('[data-embed=service-basket]').shadowRoot;\
         window.early = root?.querySelector('[part=count]').textContent ?? '';\
         })</script>",
    );
    browser.goto(&address).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(STATE, "filled").await?;

    browser.goto("about:blank").await?;
    browser.goto(&address).await?;
    browser.wait_for_value("early", "1").await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.wait_for_value(&count(), "1").await
}

async fn a_click_on_the_painted_button_is_not_lost(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    // Neither the first time nor later.
    browser.goto(&page(site, "", "first.click()")).await?;
    for _ in 0..2 {
        browser
            .wait_for(&in_root("root.querySelector('dialog:is([open], :popover-open)')"))
            .await?;
        browser.wait_for_value(STATE, "empty").await?;
        browser.reload().await?;
    }
    Ok(())
}

async fn what_others_left_in_storage_does_nothing(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "", "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    let view = "'service-basket:pk_demo:view'";
    for odd in [
        "'{'",
        "'7'",
        "'[\"1.8.0\",[\"img|src=/x|onerror=window.ran=1\",{}],\"\"]'",
        "'[\"0.1\",[],\"\"]'",
        "'[\"<b>\", {}]'",
        "'[-1.5, [\"x\"]]'",
    ] {
        browser.run::<()>(&format!("localStorage[{view}] = {odd}"), vec![]).await?;
        browser.reload().await?;
        browser.wait_for_value(STATE, "empty").await?;
        browser.wait_for_value("window.ran ?? null", Value::Null).await?;
        browser.wait_for_value("early[0]", "0").await?;
    }
    Ok(())
}

async fn a_persistent_panel_is_open_again_on_the_next_page(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let is_open = in_root("root.querySelector('dialog').matches('[open], :popover-open')");
    for (attributes, stays) in
        [("persistent", true), ("right", false), ("persistent tinted detached", true)]
    {
        browser.goto(&page(site, attributes, "")).await?;
        browser.wait_for_value(STATE, "empty").await?;
        open(browser).await?;
        browser.reload().await?;
        browser.wait_for_value(STATE, "empty").await?;
        browser.wait_for_value(&is_open, stays).await?;
        if stays {
            // Nobody asked for it now, so it takes the focus only where nothing else can have it.
            let is_modal = attributes.contains("tinted");
            let is_elsewhere = "document.activeElement == document.body";
            browser.wait_for_value(is_elsewhere, !is_modal).await?;
            browser.press(e2e::Key::Escape).await?;
            browser.wait_for_value(&is_open, false).await?;
            browser.reload().await?;
            browser.wait_for_value(STATE, "empty").await?;
            browser.wait_for_value(&is_open, false).await?;
        }
    }
    Ok(())
}

async fn each_of_two_baskets_is_open_again_for_itself(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    let basket = |attributes: &str| {
        format!(
            "<div data-embed=service-basket {attributes}><script type=\"application/json\">\
             {{\"api_key\": \"pk_demo\"}}</script></div>"
        )
    };
    let html = format!(
        "<!doctype html><html lang=en><title>Two</title>{}{}\
         <script src=\"{{{{service}}}}/v1/basket.js\" async></script>",
        basket("persistent"),
        basket("persistent right")
    );
    let is_open = "[...document.querySelectorAll('[data-embed]')].map((basket) => \
        !!basket.shadowRoot?.querySelector('dialog')?.matches('[open], :popover-open'))";
    browser.goto(&site.page("/two.html", &html)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.click(&browser.find_in_basket(1, "[part=button]").await?).await?;
    for _ in 0..2 {
        browser.wait_for_value(is_open, json!([false, true])).await?;
        browser.reload().await?;
        browser.wait_for_value(STATE, "empty").await?;
    }
    browser.wait_for_value(is_open, json!([false, true])).await?;
    browser.click(&browser.find_in_basket(1, "[part=close]").await?).await?;
    browser.wait_for_value(is_open, json!([false, false])).await?;
    browser.reload().await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for_value(is_open, json!([false, false])).await
}

async fn a_basket_that_comes_open_takes_no_focus(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "", "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    browser.wait_for("localStorage['service-basket:pk_demo:view']").await?;
    // The last page had a second one, which was open; here a script brings it when everything is there.
    let bring = "localStorage['service-basket:pk_demo:view'] = '[0,[1]]'; \
        const second = document.querySelector('[data-embed]').cloneNode(true); \
        second.setAttribute('persistent', ''); document.body.append(second); window.second = second;";
    browser.run::<()>(bring, vec![]).await?;
    let is_open = "!!second.shadowRoot?.querySelector('dialog')?.matches('[open], :popover-open')";
    browser.wait_for_value(is_open, true).await?;
    browser.wait_for_value("document.activeElement == document.body", true).await
}

async fn a_removal_can_be_taken_back(
    browser: &mut Browser,
    _: &Service,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&page(site, "right", "")).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    add(browser, "CHAIR").await?;
    open(browser).await?;
    browser.click(&browser.part("remove").await?).await?;
    browser.wait_for_value(&names(), json!(["Oak chair"])).await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.click(&browser.find_in_basket(0, "[part=message] button").await?).await?;
    browser.wait_for_value(&names(), json!(["Oak chair", "Stoneware mug"])).await?;
    browser.wait_for_value(&in_root("root.activeElement?.part.value"), "close").await?;
    browser.wait_for(&in_root("!root.querySelector('[part=message]')")).await
}

in_every_engine!(
    the_button_is_painted_before_anything_has_arrived_and_stays_the_same,
    a_button_behind_the_script_is_painted_in_the_first_frame_that_has_it,
    a_click_on_the_painted_button_is_not_lost,
    what_others_left_in_storage_does_nothing,
    a_persistent_panel_is_open_again_on_the_next_page,
    each_of_two_baskets_is_open_again_for_itself,
    a_basket_that_comes_open_takes_no_focus,
    a_removal_can_be_taken_back,
);
