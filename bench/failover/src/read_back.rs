//! Reads everything back at the end, by the API and by SQL, and compares it with what shoppers were told.

use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::sleep;
use tokio_postgres::Client as Database;

use crate::http::{self, Answer, Client, Outcome};
use crate::ledger::{
    Cart, Finding, FoundCart, FoundOrder, Quantities, compare_cart, compare_orders, compare_stock,
};
use crate::record::REQUEST_LIMIT;
use crate::shop::{PRODUCTS, STOCK, Shop};
use crate::traffic::parse_cart;

/// How many read carts at once.
const READERS: usize = 8;
/// How long the service may take to answer again after the last fault.
const PATIENCE: Duration = Duration::from_mins(1);
const PAUSE: Duration = Duration::from_millis(200);

/// All that does not hold.
pub async fn compare(
    port: u16,
    database: &Database,
    shops: &[Shop],
    carts: Vec<Cart>,
    are_all_known: bool,
) -> Result<Vec<Finding>> {
    let mut findings = compare_rows(database, &carts, are_all_known).await?;
    let mut orders = Vec::new();
    for shop in shops {
        let found = read_orders(port, shop).await?;
        let left = read_stock(port, shop).await?;
        findings.extend(compare_stock(STOCK, &left, &found.iter().collect::<Vec<_>>()));
        orders.extend(found);
    }
    findings.extend(compare_orders(&carts, &orders));
    findings.extend(compare_carts(port, shops, carts).await?);
    Ok(findings)
}

/// What only the database knows: rows that no shopper was told of, and numbers that were given away.
async fn compare_rows(
    database: &Database,
    carts: &[Cart],
    are_all_known: bool,
) -> Result<Vec<Finding>> {
    let mut findings = Vec::new();
    let rows = "SELECT shop_id, count(*), count(DISTINCT token) FROM carts GROUP BY shop_id";
    for row in database.query(rows, &[]).await? {
        let (shop, rows, tokens): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
        let known = carts.iter().filter(|cart| cart.shop == shop).count();
        // The cart of the quiet reader is in nobody's ledger.
        if are_all_known && known > 0 && rows != i64::try_from(known)? {
            let what = format!("{rows} carts of shop {shop} in the database, {known} were created");
            let is_less = usize::try_from(rows)? < known;
            findings.push(if is_less { Finding::Lost(what) } else { Finding::Doubled(what) });
        }
        if tokens != rows {
            findings.push(Finding::Doubled(format!("{rows} carts with {tokens} IDs")));
        }
    }
    let rows = "SELECT shops.id, shops.orders, count(orders.id), count(DISTINCT orders.checkout), \
                count(DISTINCT orders.cart_token) FROM shops LEFT JOIN orders ON orders.shop_id = shops.id \
                GROUP BY shops.id";
    for row in database.query(rows, &[]).await? {
        let (shop, counted, rows): (i64, i64, i64) = (row.get(0), row.get(1), row.get(2));
        let (checkouts, ordered_carts): (i64, i64) = (row.get(3), row.get(4));
        if [counted, checkouts, ordered_carts].iter().any(|count| *count != rows) {
            findings.push(Finding::OrderDoubled(format!(
                "shop {shop} has {rows} orders of {checkouts} checkouts and {ordered_carts} carts, \
                 and has counted {counted}"
            )));
        }
    }
    Ok(findings)
}

async fn compare_carts(port: u16, shops: &[Shop], carts: Vec<Cart>) -> Result<Vec<Finding>> {
    // An ordered cart is gone; its order has been compared.
    let carts: Arc<[Cart]> = carts.into_iter().filter(|cart| cart.order.is_none()).collect();
    let shops: Arc<[Shop]> = shops.into();
    let mut tasks = JoinSet::new();
    for reader in 0..READERS {
        let (carts, shops) = (Arc::clone(&carts), Arc::clone(&shops));
        tasks.spawn(async move {
            let mut client = Client::new(([127, 0, 0, 1], port).into());
            let mut findings = Vec::new();
            for cart in carts.iter().skip(reader).step_by(READERS) {
                let shop = shops.iter().find(|shop| shop.number == cart.shop).context("no shop")?;
                let found = read_cart(&mut client, shop, &cart.id).await?;
                findings.extend(compare_cart(cart, found.as_ref()));
            }
            anyhow::Ok(findings)
        });
    }
    let mut findings = Vec::new();
    while let Some(found) = tasks.join_next().await {
        findings.extend(found??);
    }
    Ok(findings)
}

async fn read_cart(client: &mut Client, shop: &Shop, id: &str) -> Result<Option<FoundCart>> {
    let request = http::get(&format!("/v1/carts/{id}?key={}", shop.key), "");
    let answer = insist(client, &request).await?;
    match answer.status {
        200 => parse_cart(&answer.json()?).map(Some),
        404 | 410 => Ok(None),
        _ => bail!("cart {id} cannot be read: {}", answer.shown()),
    }
}

async fn read_orders(port: u16, shop: &Shop) -> Result<Vec<FoundOrder>> {
    let mut client = Client::new(([127, 0, 0, 1], port).into());
    let (mut orders, mut query) = (Vec::new(), String::new());
    loop {
        let page = ask(&mut client, shop, &format!("/v1/admin/orders{query}")).await?;
        for order in page["orders"].as_array().context("no orders")? {
            orders.push(FoundOrder {
                shop: shop.number,
                number: order["number"].as_u64().context("an order without a number")?,
                email: order["contact"]["email"].as_str().context("no address")?.to_owned(),
                quantities: parse_cart(&order["cart"])?.quantities,
            });
        }
        let Some(next) = page["next"].as_str() else { return Ok(orders) };
        query = format!("?after={next}");
    }
}

async fn read_stock(port: u16, shop: &Shop) -> Result<Quantities> {
    let mut client = Client::new(([127, 0, 0, 1], port).into());
    let mut stock = Quantities::new();
    for sku in PRODUCTS {
        let product = ask(&mut client, shop, &format!("/v1/admin/products/{sku}")).await?;
        stock.insert(sku.to_owned(), product["stock"].as_u64().context("no stock")?);
    }
    Ok(stock)
}

async fn ask(client: &mut Client, shop: &Shop, path: &str) -> Result<Value> {
    let request = http::get(path, &format!("authorization: Bearer {}\r\n", shop.secret_key));
    let answer = insist(client, &request).await?;
    ensure!(answer.status == 200, "{path} cannot be read: {}", answer.shown());
    answer.json()
}

/// Repeats a request for a while if there is an outage.
async fn insist(client: &mut Client, request: &[u8]) -> Result<Answer> {
    let start = Instant::now();
    loop {
        let outcome = client.ask(request, REQUEST_LIMIT).await;
        match outcome {
            Outcome::Answered(answer) if answer.status < 500 => return Ok(answer),
            outcome => ensure!(start.elapsed() < PATIENCE, "nothing can be read: {outcome:?}"),
        }
        sleep(PAUSE).await;
    }
}
