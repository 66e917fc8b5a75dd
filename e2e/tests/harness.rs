//! The harness proves itself, on pages without a basket: if these fail, no other test here says
//! anything about the basket.

use anyhow::Result;
use e2e::{Browser, Engine, HostSite, Key, in_every_engine};
use serde_json::json;

const OUTPUT: &str = "[...document.querySelectorAll('[data-embed]')]\
    .map((basket) => basket.shadowRoot.querySelector('output').textContent)";

async fn a_click_reaches_into_a_shadow_root(browser: &mut Browser, site: &HostSite) -> Result<()> {
    browser.goto(&site.url("/harness.html")).await?;
    browser.click(&browser.part("increase").await?).await?;
    browser.wait_for_value(OUTPUT, json!(["1", "0"])).await?;
    let second = browser.find_in_basket(1, "button").await?;
    browser.double_click(&second).await?;
    browser.wait_for_value(OUTPUT, json!(["1", "2"])).await?;

    let inside = "const box = arguments[0].getBoundingClientRect(); \
        return [Math.ceil(box.x) + 3, Math.ceil(box.y) + 3];";
    let (x, y): (u32, u32) = browser.run(inside, vec![serde_json::to_value(&second)?]).await?;
    browser.click_at(x, y).await?;
    browser.wait_for_value(OUTPUT, json!(["1", "3"])).await?;

    assert_eq!(browser.count_in_basket(0, "button, input").await?, 2);
    assert_eq!(browser.count_in_basket(2, "button").await?, 0);
    Ok(())
}

async fn keys_reach_the_focused_element(browser: &mut Browser, site: &HostSite) -> Result<()> {
    browser.goto(&site.url("/harness.html")).await?;
    let input = browser.find_in_basket(0, "input").await?;
    browser.click(&input).await?;
    input.send_keys("12").await?;
    browser.type_text("34").await?;
    browser.press(Key::Left).await?;
    browser.press(Key::Left).await?;
    browser.press('x').await?;
    let caret = "(() => { const input = document.querySelector('[data-embed]')\
        .shadowRoot.querySelector('input'); return [input.value, input.selectionStart]; })()";
    browser.wait_for_value(caret, json!(["12x34", 3])).await?;

    browser.chord(&[Key::Control.into()], 'a').await?;
    browser.press(Key::Backspace).await?;
    browser.wait_for_value(caret, json!(["", 0])).await?;

    browser.chord(&[Key::Shift.into()], Key::Tab).await?;
    assert_eq!(browser.focused().await?.tag_name().await?.to_lowercase(), "button");
    browser.press(Key::Space).await?;
    browser.press(Key::Enter).await?;
    browser.wait_for_value(OUTPUT, json!(["2", "0"])).await
}

async fn every_kind_of_problem_is_caught(browser: &mut Browser, site: &HostSite) -> Result<()> {
    let scripts = [
        ("console.error", "console.error('caught: logged', { a: 1 })"),
        ("uncaught", "throw new Error('caught: thrown')"),
        ("unhandled rejection", "Promise.reject(new Error('caught: rejected'))"),
        ("not loaded", "document.body.append(Object.assign(new Image(), { src: '/no-such.png' }))"),
        (
            "policy violation",
            "document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.1:9/a.png' }))",
        ),
    ];
    browser.allow_problem("caught: ");
    browser.allow_problem("no-such.png");
    browser.allow_problem("http://127.0.0.1:9");
    for (kind, script) in scripts {
        let address = site.page(
            "/problem.html",
            &format!(
                "<!-- header: Content-Security-Policy: img-src 'self' -->\n<!doctype html>\
                 <html><body>\
                 <script>setTimeout(() => {{ {script} }})</script>"
            ),
        );
        browser.goto(&address).await?;
        browser.wait_for("problems.length > 0").await?;
        let seen: Vec<String> = browser.eval("problems").await?;
        assert!(seen[0].starts_with(kind), "{kind}: {seen:?}");
    }
    Ok(())
}

async fn a_problem_fails_the_check(browser: &mut Browser, site: &HostSite) -> Result<()> {
    let address = site.page("/bad.html", "<script>console.error('not good')</script>");
    browser.goto(&address).await?;
    let error = browser.check().await.expect_err("the page has a problem").to_string();
    assert!(error.contains("console.error: not good"), "{error}");
    if browser.engine() == Engine::Chromium {
        assert!(error.contains("browser log: "), "{error}");
    }

    // It is still known on the next page and in another tab, until the test says it was expected.
    browser.goto(&site.url("/harness.html")).await?;
    assert!(browser.check().await.is_err());
    browser.expect_problem("not good");
    browser.check().await
}

async fn an_expected_problem_has_to_come(browser: &mut Browser, site: &HostSite) -> Result<()> {
    browser.goto(&site.url("/harness.html")).await?;
    browser.expect_problem("too late");
    browser.run::<()>("setTimeout(() => console.error('too late'), 300)", vec![]).await?;
    browser.check().await
}

async fn a_strict_policy_does_not_stop_the_harness(
    browser: &mut Browser,
    site: &HostSite,
) -> Result<()> {
    let address = site.page(
        "/strict.html",
        "<!-- header: Content-Security-Policy: default-src 'none'; \
         script-src 'nonce-n0' 'strict-dynamic'; require-trusted-types-for 'script' -->\n\
         <!doctype html><title>Strict</title><p>Nothing is allowed.</p>",
    );
    browser.goto(&address).await?;
    assert_eq!(browser.eval::<Vec<String>>("problems").await?, [""; 0]);
    assert_eq!(browser.eval::<u32>("Promise.resolve(6 * 7)").await?, 42);
    assert_eq!(browser.find("p").await?.text().await?, "Nothing is allowed.");
    Ok(())
}

async fn tabs_share_a_profile(browser: &mut Browser, site: &HostSite) -> Result<()> {
    browser.goto(&site.url("/harness.html")).await?;
    let first = browser.tab().await?;
    let second = browser.open_tab(&site.url("/harness.html")).await?;
    assert_ne!(first, second);
    assert_eq!(browser.eval::<String>("document.visibilityState").await?, "visible");
    browser.run::<()>("localStorage.setItem('said', 'in the second')", vec![]).await?;
    browser.switch_to(&first).await?;
    browser.wait_for_value("localStorage.getItem('said')", "in the second").await?;
    browser.switch_to(&second).await?;
    browser.close_tab(&first).await?;
    browser.reload().await?;
    browser.wait_for_value(OUTPUT, json!(["0", "0"])).await
}

async fn the_page_has_the_size_and_language_asked_for(
    browser: &mut Browser,
    site: &HostSite,
) -> Result<()> {
    browser.goto(&site.url("/harness.html")).await?;
    let inner = "[innerWidth, innerHeight]";
    assert_eq!(browser.eval::<(u32, u32)>(inner).await?, (1280, 800));
    browser.resize(320, 600).await?;
    assert_eq!(browser.eval::<(u32, u32)>(inner).await?, (320, 600));
    assert_eq!(browser.eval::<[String; 1]>("navigator.languages").await?, ["en-US"]);
    let zone: String = browser.eval("new Intl.DateTimeFormat().resolvedOptions().timeZone").await?;
    assert_eq!(zone, "UTC");
    Ok(())
}

in_every_engine!(without_service:
    a_click_reaches_into_a_shadow_root,
    keys_reach_the_focused_element,
    every_kind_of_problem_is_caught,
    a_problem_fails_the_check,
    an_expected_problem_has_to_come,
    a_strict_policy_does_not_stop_the_harness,
    tabs_share_a_profile,
    the_page_has_the_size_and_language_asked_for,
);
