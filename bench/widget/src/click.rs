//! How long a click on + takes until it is painted, on a machine four times slower than this one, with few lines in the
//! cart and with many: `cargo xtask bench click`, and a part of `cargo xtask bench widget`.

use anyhow::{Result, ensure};
use e2e::{Browser, Engine, HostSite, Service};
use serde_json::{Value, json};

const SLOWER: u32 = 4;
const TURNS: usize = 31;

/// How many lines a cart has, and how many milliseconds a click may take then.
const LIMITS: [(usize, Option<f64>); 3] = [(3, None), (50, Some(50.0)), (100, Some(100.0))];

/// A cart on a page, and how to get at it.
pub struct Cart {
    /// Its page.
    pub page: String,
    /// Where it remembers which cart it is.
    pub stored: &'static str,
    /// A script expression: the root of its markup.
    pub root: &'static str,
    /// A selector for each line.
    pub line: &'static str,
    /// A selector for what opens it.
    pub button: &'static str,
    /// A selector for the + of each line.
    pub increase: &'static str,
    /// A script expression: whether the service has answered.
    pub settled: &'static str,
}

impl Cart {
    /// Our own, on that page.
    pub fn ours(page: String) -> Self {
        Self {
            page,
            stored: "service-basket:pk_demo:cart",
            root: "document.querySelector('[data-embed=service-basket]').shadowRoot",
            line: "[part=card]",
            button: "[part=button]",
            increase: "[part=increase]",
            settled: "document.querySelector('[data-embed=service-basket]').dataset.state == 'filled'",
        }
    }
}

/// Measures our own cart; the times and their limits.
pub async fn run() -> Result<Value> {
    let service = Service::start().await?;
    add_products(&service)?;
    let site = HostSite::start(&service).await?;
    let page = site.page(
        "/bench.html",
        "<!doctype html><html lang=en><title>Bench</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script>\
         <div data-embed=service-basket right><script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script></div>",
    );
    let carts = [Cart::ours(page)];
    let mut measured = Vec::new();
    for (lines, limit) in LIMITS {
        let times = measure(&service, &carts, lines).await?.concat();
        let what = format!("{lines} lines");
        measured.push(json!({ "what": what, "unit": "ms", "values": times, "under": limit }));
    }
    Ok(Value::Array(measured))
}

/// More products than the demo shop has, each with a picture as any shop's have.
pub fn add_products(service: &Service) -> Result<()> {
    service.change_database(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100) \
         INSERT INTO products (shop_id, sku, name, image, url, type, price, stock, revision) \
         SELECT p.shop_id, 'P' || i, 'A product with a rather long name, number ' || i, p.image, p.url, 'normal', \
         1990 + i, NULL, p.revision FROM n, products p WHERE p.sku = 'MUG'",
    )
}

/// The milliseconds of every click on each of the carts, which take turns.
pub async fn measure(service: &Service, carts: &[Cart], lines: usize) -> Result<Vec<Vec<f64>>> {
    let mut browsers = Vec::new();
    for cart in carts {
        browsers.push(open(service, cart, lines).await?);
    }
    let mut times = vec![Vec::new(); carts.len()];
    for turn in 0..TURNS {
        for ((cart, browser), times) in carts.iter().zip(&mut browsers).zip(&mut times) {
            times.push(browser.run(&click(cart), vec![json!(turn * 7)]).await?);
        }
    }
    Ok(times)
}

/// A browser whose shopper looks at a cart of so many lines.
async fn open(service: &Service, cart: &Cart, lines: usize) -> Result<Browser> {
    let Cart { page, root, line, button, .. } = cart;
    let mut browser = Browser::start(Engine::Chromium).await?;
    browser.goto(page).await?;
    let skus: Vec<Value> =
        (1..=lines).map(|n| json!({"sku": format!("P{n}"), "quantity": 2})).collect();
    let fill = "const [service, lines, stored] = arguments; \
        return fetch(service + '/v1/carts', { method: 'POST', body: JSON.stringify({ lines }), headers: \
        { Authorization: 'Bearer pk_demo', 'Content-Type': 'application/json' } }) \
        .then((answer) => answer.json()) \
        .then(({ id, lines }) => { localStorage[stored] = id; return lines.length })";
    let arguments = vec![json!(service.address()), json!(skus), json!(cart.stored)];
    let filled: usize = browser.run(fill, arguments).await?;
    ensure!(filled == lines, "the cart has {filled} lines instead of {lines}");
    browser.reload().await?;
    browser.wait_for(&format!("{root}?.querySelectorAll('{line}').length == {lines}")).await?;
    browser.run::<()>(&format!("{root}.querySelector('{button}').click()"), vec![]).await?;
    browser.wait_for(&format!("!{root}.getAnimations().length")).await?;
    browser.slow_down(SLOWER).await?;
    Ok(browser)
}

/// A statement that defines `painted()`: waits for the next frame. One is painted when a task runs that was queued within it.
pub const PAINTED: &str = "const painted = () => new Promise((done) => requestAnimationFrame(() => { \
    const { port1, port2 } = new MessageChannel(); \
    port1.onmessage = done; \
    port2.postMessage(0); \
}));";

/// A script that clicks once.
fn click(cart: &Cart) -> String {
    let Cart { root, increase, settled, .. } = cart;
    format!(
        "{PAINTED} \
        const [place] = arguments; \
        return (async () => {{ \
            const buttons = {root}.querySelectorAll('{increase}'); \
            const button = buttons[place % buttons.length]; \
            await painted(); \
            performance.clearResourceTimings(); \
            const start = performance.now(); \
            button.click(); \
            await painted(); \
            const time = performance.now() - start; \
            do await painted(); while (!({settled})); \
            await painted(); \
            return time; \
        }})()"
    )
}
