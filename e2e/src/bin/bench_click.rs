//! How long a click on + takes until it is painted, in Chromium on a machine four times slower than this one, with
//! few lines in the cart and with many: `cargo xtask bench click`. Prints `{"3": [milliseconds, …], …}`, sorted.

use anyhow::{Result, ensure};
use e2e::{Browser, Engine, HostSite, Service};
use serde_json::{Map, Value, json};

const SLOWER: u32 = 4;
const LINES: [usize; 3] = [3, 50, 100];

const ROOT: &str = "document.querySelector('[data-embed]').shadowRoot";

/// Clicks in turn on the + of several lines. A frame is painted when a task runs that was queued within it.
const MEASURE: &str = "\
    const root = document.querySelector('[data-embed]').shadowRoot; \
    const painted = () => new Promise((done) => requestAnimationFrame(() => { \
        const { port1, port2 } = new MessageChannel(); \
        port1.onmessage = done; \
        port2.postMessage(0); \
    })); \
    const times = []; \
    for (let turn = 0; turn < 31; turn++) { \
        const buttons = root.querySelectorAll('[part=increase]'); \
        const button = buttons[(turn * 7) % buttons.length]; \
        await painted(); \
        const start = performance.now(); \
        button.click(); \
        await painted(); \
        times.push(performance.now() - start); \
        while (document.querySelector('[data-embed]').dataset.state != 'filled') await painted(); \
    } \
    return times.sort((a, b) => a - b);";

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "it is what the command is for")]
async fn main() -> Result<()> {
    let service = Service::start().await?;
    // More products than the demo shop has, each with a picture as any shop's have.
    service.change_database(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) \
         INSERT INTO products (shop_id, sku, name, image, url, type, price, stock, revision) \
         SELECT p.shop_id, 'P' || i, 'A product with a rather long name, number ' || i, p.image, p.url, 'normal', \
         1990 + i, NULL, p.revision FROM n, products p WHERE p.sku = 'MUG'",
    )?;
    let site = HostSite::start(&service).await?;
    let page = site.page(
        "/bench.html",
        "<!doctype html><html lang=en><title>Bench</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script>\
         <div data-embed=service-basket right><script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script></div>",
    );
    let mut measured = Map::new();
    for lines in LINES {
        let mut browser = Browser::start(Engine::Chromium).await?;
        browser.goto(&page).await?;
        let skus: Vec<Value> =
            (1..=lines).map(|n| json!({"sku": format!("P{n}"), "quantity": 2})).collect();
        let fill = "const [service, lines] = arguments; \
            return fetch(service + '/v1/carts', { method: 'POST', body: JSON.stringify({ lines }), headers: \
            { Authorization: 'Bearer pk_demo', 'Content-Type': 'application/json' } }) \
            .then((answer) => answer.json()) \
            .then(({ id, lines }) => { localStorage['service-basket:pk_demo:cart'] = id; return lines.length })";
        let filled: usize = browser.run(fill, vec![json!(service.address()), json!(skus)]).await?;
        ensure!(filled == lines, "the cart has {filled} lines instead of {lines}");
        browser.reload().await?;
        browser
            .wait_for(&format!("{ROOT}?.querySelectorAll('[part=card]').length == {lines}"))
            .await?;
        browser
            .run::<()>(&format!("{ROOT}.querySelector('[part=button]').click()"), vec![])
            .await?;
        browser.wait_for(&format!("!{ROOT}.getAnimations().length")).await?;
        browser.slow_down(SLOWER).await?;
        let times: Value =
            browser.run(&format!("return (async () => {{ {MEASURE} }})()"), vec![]).await?;
        measured.insert(lines.to_string(), times);
    }
    println!("{}", Value::Object(measured));
    Ok(())
}
