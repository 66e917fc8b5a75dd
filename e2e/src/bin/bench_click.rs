//! How long a click on + takes until it is painted, in Chromium on a machine four times slower than this one, with
//! few lines in the cart and with many: `cargo xtask bench click`. Prints `{"3": [milliseconds, …], …}`, sorted.

#[path = "bench_widget/click.rs"]
mod click;

use anyhow::Result;
use click::Cart;
use e2e::{HostSite, Service};
use serde_json::{Map, Value, json};

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "it is what the command is for")]
async fn main() -> Result<()> {
    let service = Service::start().await?;
    click::add_products(&service)?;
    let site = HostSite::start(&service).await?;
    let page = site.page(
        "/bench.html",
        "<!doctype html><html lang=en><title>Bench</title>\
         <script src=\"{{service}}/v1/basket.js\" async></script>\
         <div data-embed=service-basket right><script type=\"application/json\">{\"api_key\": \"pk_demo\"}</script></div>",
    );
    let carts = [Cart::ours(page)];
    let mut measured = Map::new();
    for lines in [3, 50, 100] {
        let mut times = click::measure(&service, &carts, lines).await?.concat();
        times.sort_by(f64::total_cmp);
        measured.insert(lines.to_string(), json!(times));
    }
    println!("{}", Value::Object(measured));
    Ok(())
}
