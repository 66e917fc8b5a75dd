//! Takes the pictures of `docs/gallery` from the demo shop in a real browser: `cargo xtask gallery`.

use std::path::Path;

use anyhow::Result;
use e2e::{Browser, Engine, Service};

/// A picture: its name, the page's size, the demo page's query, what is added, whether it is open.
struct Picture {
    name: &'static str,
    size: (u32, u32),
    query: &'static str,
    skus: &'static [&'static str],
    open: bool,
}

const ALL: &[&str] = &["COFFEE", "PAPER", "CHAIR"];

const PICTURES: &[Picture] = &[
    Picture { name: "shop", size: (1280, 800), query: "", skus: &[], open: false },
    Picture { name: "empty", size: (1280, 800), query: "", skus: &[], open: true },
    Picture { name: "basket", size: (1280, 800), query: "detached=1", skus: ALL, open: true },
    Picture { name: "docked", size: (1280, 800), query: "tinted=0", skus: ALL, open: true },
    Picture {
        name: "dark",
        size: (1280, 800),
        query: "theme=dark&detached=1&tinted=0",
        skus: ALL,
        open: true,
    },
    Picture { name: "left", size: (1280, 800), query: "right=0&detached=1", skus: ALL, open: true },
    Picture { name: "phone", size: (390, 844), query: "", skus: ALL, open: true },
    Picture { name: "zoomed", size: (320, 240), query: "", skus: ALL, open: true },
];

const BASKET: &str = "document.querySelector('[data-embed=\"service-basket\"]')";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<()> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/gallery");
    std::fs::create_dir_all(&folder)?;
    for Picture { name, size, query, skus, open } in PICTURES {
        // A service and a browser each, so that no picture depends on the one before.
        let service = Service::start().await?;
        let mut browser = Browser::start(Engine::Chromium).await?;
        browser.resize(size.0, size.1).await?;
        browser.goto(&service.url(&format!("/?{query}"))).await?;
        browser.wait_for(&format!("{BASKET}.dataset.state == 'empty'")).await?;
        for sku in *skus {
            let marker = format!("document.querySelector('[data-sku={sku}]')");
            browser.run::<()>(&format!("{marker}.click()"), vec![]).await?;
            browser.wait_for(&format!("{marker}.dataset.state == 'done'")).await?;
        }
        if *open {
            let button = format!("{BASKET}.shadowRoot.querySelector('[part=button]').click()");
            browser.run::<()>(&button, vec![]).await?;
            browser.wait_for(&format!("!{BASKET}.shadowRoot.getAnimations().length")).await?;
        }
        if skus.contains(&"COFFEE") {
            let more = format!("{BASKET}.shadowRoot.querySelector('[part=increase]').click()");
            browser.run::<()>(&more, vec![]).await?;
            browser.wait_for(&format!("{BASKET}.dataset.state == 'filled'")).await?;
            // The add buttons have come to rest too.
            browser.wait_for("!document.querySelector('[data-state=done]')").await?;
        }
        browser.wait_for("[...document.images].every((image) => image.complete)").await?;
        browser.screenshot(&folder.join(format!("{name}.png"))).await?;
        browser.check().await?;
    }
    Ok(())
}
