//! The backend with scripts switched off: forms, menus and questions work all the same.

use anyhow::{Result, ensure};
use e2e::{Browser, HostSite, Mirror, Service, in_every_engine};

use super::{add_product, arrive, click, fill, first_link, go, press, set_up};

async fn it_all_works_without_scripts(browser: &mut Browser, _: &HostSite) -> Result<()> {
    // Chromium says of each script that it was not let run, and logs every answer above 399.
    for text in ["Content Security Policy", "422"] {
        browser.allow_problem(text);
    }
    let service = Service::empty().await?;
    let mirror = Mirror::start(&service).await?;
    mirror.forbid_scripts();
    browser.resize(375, 740).await?;
    set_up(browser, &first_link(&service, mirror.address())?).await?;
    ensure!(
        browser.eval::<bool>("document.querySelector('[data-copy]').hidden").await?,
        "a script has run"
    );
    add_product(browser).await?;
    ensure!(browser.eval::<bool>("document.body.textContent.includes('Stoneware mug')").await?);

    go(browser, "/admin/settings/setup-design/checkout-setup/api-key", "API Key").await?;
    let key = "document.getElementById('api-key').value";
    let before: String = browser.eval(key).await?;
    press(browser, "Replace…").await?;
    press(browser, "Replace key").await?;
    browser.wait_for(&format!("document.readyState == 'complete' && {key} != '{before}'")).await?;
    fill(browser, "origins", "nowhere").await?;
    press(browser, "Save origins").await?;
    browser.wait_for("document.getElementById('origins-problem')").await?;
    fill(browser, "origins", "https://shop.example").await?;
    press(browser, "Save origins").await?;
    let is_saved =
        "document.readyState == 'complete' && !document.getElementById('origins-problem')";
    browser.wait_for(is_saved).await?;

    go(browser, "/admin/settings/people", "People").await?;
    press(browser, "Create invitation").await?;
    browser
        .wait_for("document.getElementById('invitation')?.value.includes('/admin/join/')")
        .await?;
    go(browser, "/admin/settings/activity", "Activity").await?;
    let told = "document.querySelector('.timeline').textContent";
    ensure!(browser.eval::<String>(told).await?.contains("set the allowed origins to"));
    click(browser, ".who").await?;
    arrive(browser, "Your account").await?;
    press(browser, "Sign out").await?;
    arrive(browser, "Sign in").await
}

in_every_engine!(without_service: it_all_works_without_scripts);
