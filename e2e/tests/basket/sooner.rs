//! The two further steps that the designer and `basket embed` print: a button that the page itself paints, and a cart that
//! it asks for.

use anyhow::Result;
use e2e::{Browser, HostSite, Service, in_every_engine};
use serde_json::Value;

use super::actions::{STATE, add, count, in_root, open};
use super::designer;

/// A script of the page that looks at the button before any script of the basket can have come.
const LOOK: &str = "window.look = () => { \
    const { shadowRoot: root } = document.querySelector('[data-embed=service-basket]'); \
    const button = root.querySelector('[part=button]'); \
    const { x, y, width, height } = button.getBoundingClientRect(); \
    const { backgroundColor, color, fontSize } = getComputedStyle(button); \
    return [[x, y, width, height], backgroundColor, color, fontSize, root.querySelector('.label').textContent]; \
    }; \
    window.link = document.querySelector('[data-embed=service-basket]').shadowRoot?.querySelector('a')?.getAttribute('href'); \
    window.early = look();";

/// The markup for a basket with these options, and what the page's policy has to allow for it.
async fn design(browser: &Browser, options: &str) -> Result<[String; 2]> {
    let draft = format!(
        r##"{{"api_key": "pk_demo", "options": {{"default_locale": "de"{options}}},
        "style": {{"primary": "#b3005e", "border_radius": "url(x)"}}}}"##
    );
    designer::write(browser, "#json", &draft).await?;
    // The markup has the options as attributes.
    let attributes = options.replace(r#", ""#, " ").replace(r#"": true"#, "");
    let element = format!("<div data-embed=\"service-basket\"{attributes}>");
    let is_there =
        format!("soonest.value.includes('#b3005e') && soonest.value.includes('{element}')");
    browser.wait_for(&is_there).await?;
    let both = "['#soonest', '#soonest-policy'].map((css) => document.querySelector(css).value)";
    browser.eval(both).await
}

/// A page that allows no more than the markup needs, and its own files.
fn page(site: &HostSite, [markup, policy]: &[String; 2]) -> String {
    site.page("/look.js", LOOK);
    let policy = policy.replace('\n', " ").replace("script-src", "script-src 'self'");
    // The basket's script comes last: on a busy machine it would be there before the page's own.
    let (loader, markup): (Vec<&str>, Vec<&str>) =
        markup.lines().partition(|line| line.starts_with("<script async"));
    let (loader, markup) = (loader.concat(), markup.join("\n"));
    let html = format!(
        "<!-- header: Content-Security-Policy: default-src 'none'; {policy} -->\n\
         <!doctype html><html lang=de><head><title>Sooner</title></head><body>{markup}\
         <script src=\"/look.js\"></script>{loader}\
         <button type=button data-embed=service-basket-add data-sku=MUG>Mug</button>"
    );
    site.page("/sooner.html", &html)
}

async fn the_page_paints_the_button_and_the_basket_takes_it_over(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    designer::visit(browser, service).await?;
    let mut designs = Vec::new();
    for options in ["", r#", "right": true, "tinted": true"#] {
        designs.push(design(browser, options).await?);
    }
    for design in &designs {
        browser.goto(&page(site, design)).await?;
        browser.wait_for_value("link", "/cart").await?;
        let early: Value = browser.eval("early").await?;
        assert_eq!(early[1], "rgb(179, 0, 94)", "{early}");
        assert_eq!(early[4], "Warenkorb", "{early}");
        browser.wait_for_value(STATE, "empty").await?;
        // Nothing has moved or changed, but now it is a button.
        browser.wait_for_value("look()", early).await?;
        browser.wait_for_value(&in_root("root.querySelectorAll('a, style').length"), 0).await?;
        browser.wait_for_value(&count(), "0").await?;
        add(browser, "MUG").await?;
        browser.wait_for_value(&count(), "1").await?;
        open(browser).await?;
        browser.run::<()>("return ServiceBasket.clear().then(() => {})", vec![]).await?;
        browser.run::<()>("localStorage.clear()", vec![]).await?;
    }
    Ok(())
}

async fn the_page_asks_for_the_cart_and_nobody_else_does(
    browser: &mut Browser,
    service: &Service,
    site: &HostSite,
) -> Result<()> {
    designer::visit(browser, service).await?;
    let design = design(browser, "").await?;
    let asked = "performance.getEntriesByType('resource').map(({ name }) => name) \
        .filter((name) => /carts|shop/.test(new URL(name).pathname)).length";
    browser.goto(&page(site, &design)).await?;
    browser.wait_for_value(STATE, "empty").await?;
    add(browser, "MUG").await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.reload().await?;
    browser.wait_for_value(STATE, "filled").await?;
    browser.wait_for_value(&count(), "1").await?;
    browser.wait_for_value(asked, 1).await
}

in_every_engine!(
    the_page_paints_the_button_and_the_basket_takes_it_over,
    the_page_asks_for_the_cart_and_nobody_else_does,
);
