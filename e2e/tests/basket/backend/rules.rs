//! Every page of the backend, wide and narrow, light and dark, by the rules that axe-core knows. Only
//! Chromium's driver can pretend a preference for the dark.

use anyhow::Result;
use e2e::{Browser, Engine, HostSite, Service, play, set_costs};

use super::super::access::Findings;
use super::super::audit::{View, prefer};
use super::{arrive, fill, press};

const PAGES: &[&str] = &[
    "/admin/shops",
    "/admin/account",
    "/admin/account/delete",
    "/admin/start",
    "/admin/overview",
    "/admin/carts",
    "/admin/carts/CART",
    "/admin/orders",
    "/admin/orders/1001",
    "/admin/products",
    "/admin/products?q=nothing+like+it",
    "/admin/products/new",
    "/admin/products/edit?sku=COFFEE",
    "/admin/products/import",
    "/admin/settings/setup-design/checkout-setup/api-key",
    "/admin/settings/setup-design/checkout-setup/webhooks",
    "/admin/settings/setup-design/design",
    "/admin/settings/shipping?to=DE&sku=MUG&quantity=2",
    "/admin/settings/tax",
    "/admin/settings/codes",
    "/admin/settings/codes/new",
    "/admin/settings/codes/import",
    "/admin/settings/invoices",
    "/admin/settings/people",
    "/admin/settings/privacy",
    "/admin/settings/activity",
    "/admin/none",
];

/// Those that show more if the shop charges for delivery and tax, has codes, and issues invoices.
const COSTS: &[&str] = &[
    "/admin/settings/shipping?to=AT&sku=MUG&quantity=2",
    "/admin/settings/tax",
    "/admin/settings/codes",
    "/admin/settings/codes/edit?code=SPRING",
    "/admin/settings/invoices",
];

/// Fills a cart, and has another one ordered.
const SHOPPERS: &str = "
    const headers = { authorization: 'Bearer pk_demo', 'content-type': 'application/json' };
    const ask = async (path, body) => (await fetch(path,
      { method: 'POST', headers, body: JSON.stringify(body) })).json();
    return (async () => {
      const { id } = await ask('/v1/carts', { lines: [{ sku: 'EBOOK' }] });
      const { url } = await ask(`/v1/carts/${id}/checkout`, {});
      const contact = { email: 'bob@shop.example', name: 'Bob' };
      await fetch(url, { method: 'POST', body: new URLSearchParams(contact) });
      await ask('/v1/carts', { lines: [{ sku: 'MUG', quantity: 2 }, { sku: 'CHAIR' }] });
      return null;
    })();";

const DESK: (u32, u32) = (1280, 800);
const PHONE: (u32, u32) = (375, 740);

/// Looks at the page on a desk by day and on a phone by night. Colours do not depend on the width, nor places on the
/// colours.
async fn look(browser: &Browser, found: &mut Findings, what: &str) -> Result<()> {
    look_in(browser, found, what, &[(DESK, "light"), (PHONE, "dark")]).await
}

async fn look_in(
    browser: &Browser,
    found: &mut Findings,
    what: &str,
    views: &[((u32, u32), &'static str)],
) -> Result<()> {
    for &((width, height), scheme) in views {
        browser.resize(width, height).await?;
        prefer(browser, scheme).await?;
        browser.wait_for("!document.getAnimations().length").await?;
        let what = format!("{what}, {width}, {scheme}");
        // Beside the number of a step, which is drawn before it, axe cannot tell what a chip stands on.
        let view = View { decided: ".done", ..View::page("Backend", &what) };
        let (_, wrong) = view.audit(browser).await?;
        for finding in wrong {
            found.add(finding, &what);
        }
    }
    Ok(())
}

async fn no_page_of_the_backend_breaks_a_rule(
    browser: &mut Browser,
    service: &Service,
    _: &HostSite,
) -> Result<()> {
    // Chromium logs every answer above 399 by itself.
    for status in ["422", "404", "410"] {
        browser.allow_problem(status);
    }
    let mut found = Findings::default();
    browser.goto(&service.url("/admin/setup/nothing")).await?;
    // Shoppers, so that there is a cart and an order to see.
    browser.run::<()>(SHOPPERS, vec![]).await?;
    look(browser, &mut found, "a link that is used").await?;
    browser.goto(&service.url("/admin/sign-in")).await?;
    let others = [(DESK, "dark"), (PHONE, "light")];
    look(browser, &mut found, "sign-in").await?;
    look_in(browser, &mut found, "sign-in", &others).await?;
    fill(browser, "email", "demo@example.com").await?;
    fill(browser, "password", "wrong").await?;
    press(browser, "Sign in").await?;
    browser.wait_for("document.querySelector('[role=alert]')").await?;
    look(browser, &mut found, "a wrong password").await?;
    fill(browser, "email", "demo@example.com").await?;
    fill(browser, "password", "demo-demo-demo").await?;
    press(browser, "Sign in").await?;
    arrive(browser, "Overview").await?;
    for path in PAGES {
        let path = if path.contains("CART") {
            browser.goto(&service.url("/admin/carts")).await?;
            let first = "document.querySelector('main a[href^=\"/admin/carts/\"]').pathname";
            browser.eval::<String>(first).await?
        } else {
            (*path).to_owned()
        };
        browser.goto(&service.url(&path)).await?;
        look(browser, &mut found, &path).await?;
    }
    set_costs(service).await?;
    for path in COSTS {
        browser.goto(&service.url(path)).await?;
        look(browser, &mut found, &format!("{path}, with costs")).await?;
    }
    // With everything that can be opened open, and with something wrong.
    browser.goto(&service.url("/admin/settings/setup-design/checkout-setup/api-key")).await?;
    press(browser, "Create secret key").await?;
    browser.wait_for("document.getElementById('secret')").await?;
    browser
        .run::<()>("for (const it of document.querySelectorAll('details')) it.open = true", vec![])
        .await?;
    look(browser, &mut found, "a new secret key, and every question").await?;
    look_in(browser, &mut found, "a new secret key, and every question", &others).await?;
    fill(browser, "origins", "nowhere").await?;
    press(browser, "Save origins").await?;
    browser.wait_for("document.getElementById('origins-problem')").await?;
    look(browser, &mut found, "an origin that is none").await?;
    press(browser, "Menu").await?;
    look(browser, &mut found, "the menu").await?;
    browser.goto(&service.url("/admin/products/new")).await?;
    browser.run::<()>("document.querySelector('form.product').noValidate = true", vec![]).await?;
    press(browser, "Add product").await?;
    browser.wait_for("document.querySelector('[aria-invalid]')").await?;
    look(browser, &mut found, "a product without a name").await?;
    found.none()
}

#[test]
fn no_page_of_the_backend_breaks_a_rule_in_chromium() {
    play(
        "no_page_of_the_backend_breaks_a_rule",
        Engine::Chromium,
        no_page_of_the_backend_breaks_a_rule,
    );
}
