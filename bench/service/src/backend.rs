//! The backend's pages in a large shop: a hundred thousand products, a million carts. What counts is how long the
//! service takes for a page, on a connection that is open.

use std::io::{Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context as _, Result, ensure};
use jiff::Timestamp;

use crate::connection::Connection;
use crate::database::Database;
use crate::process::Process;
use crate::report::{Limit, Report, say};

const PRODUCTS: u32 = 100_000;
const CARTS: u32 = 1_000_000;
/// How often each page is asked for.
const TIMES: usize = 40;
/// What lets the demo's operator in, in the demo alone.
pub const DEMO_PASSWORD: &str = "demo-demo-demo";
/// How long a page may take, in milliseconds.
const LIMIT: f64 = 100.0;

/// What each page is for, and its address. Searches for what is rare, or not there at all, read the most.
pub const PAGES: &[(&str, &str)] = &[
    ("overview, 30 days", "/admin/overview"),
    ("overview, 90 days", "/admin/overview?days=90"),
    ("products", "/admin/products"),
    ("products, in the middle", "/admin/products?before=50000"),
    ("products, a word that many have", "/admin/products?q=stone"),
    ("products, a part of one sku", "/admin/products?q=99997"),
    ("products, three words", "/admin/products?q=oak+42+blue"),
    ("products, nothing to be found", "/admin/products?q=zebra"),
    ("a product", "/admin/products/edit?sku=SKU-4711"),
    ("carts", "/admin/carts"),
    ("carts, in the middle", "/admin/carts?before=500000"),
    ("carts, abandoned", "/admin/carts?show=abandoned"),
    ("carts, empty, of which there are none", "/admin/carts?show=empty"),
    ("carts, by id", "/admin/carts?id=abc123"),
    ("orders", "/admin/orders"),
    ("get started", "/admin/start"),
    ("API key", "/admin/settings/setup-design/checkout-setup/api-key"),
    ("webhooks", "/admin/settings/setup-design/checkout-setup/webhooks"),
    ("design", "/admin/settings/setup-design/design"),
    ("the designer's preview", "/admin/settings/setup-design/design/preview"),
    ("people", "/admin/settings/people"),
    ("activity", "/admin/settings/activity"),
    ("shops", "/admin/shops"),
];

/// Fills both engines, and asks for each page.
pub async fn measure(report: &mut Report) -> Result<()> {
    for database in Database::both()? {
        drop(Process::service(&database.address())?);
        say(&format!("     {}: storing {PRODUCTS} products and {CARTS} carts", database.name()));
        let cart = fill(&database)?;
        let service = Process::service(&database.address())?;
        await_count(&database).await?;
        let cookie = sign_in(service.address, DEMO_PASSWORD)?;
        let past = Timestamp::now() - Duration::from_hours(40 * 24);
        let past = past.strftime("%Y-%m-%d");
        let others = [
            ("carts, of a day long ago", format!("/admin/carts?day={past}&show=filled")),
            ("a cart", format!("/admin/carts/{cart}")),
        ];
        let pages = PAGES.iter().map(|(what, path)| (*what, (*path).to_owned())).chain(others);
        ask_for(report, service.address, &cookie, database.name(), pages).await?;
    }
    Ok(())
}

/// Asks for pages; how long each takes, and whether the slowest keeps to the limit.
pub async fn ask_for(
    report: &mut Report,
    address: SocketAddr,
    cookie: &str,
    engine: &str,
    pages: impl Iterator<Item = (&str, String)>,
) -> Result<()> {
    let mut slowest = 0.0;
    for (what, path) in pages {
        let waits = page(address, cookie, &path).await?;
        let late = waits[waits.len() * 95 / 100];
        slowest = late.max(slowest);
        let name = format!("{engine}, {what}");
        report.row("pages", &name, vec![("wait", waits), ("p95", vec![late])]);
    }
    let what = format!("{engine}, the slowest page, p95");
    report.amount(&what, &[slowest], "ms", Limit::AtMost(LIMIT));
    Ok(())
}

/// How long a page takes each time, in milliseconds, the shortest first.
async fn page(address: SocketAddr, cookie: &str, path: &str) -> Result<Vec<f64>> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n\r\n");
    let mut connection = Connection::open(address).await?;
    let mut waits = Vec::new();
    for _ in 0..TIMES {
        let start = Instant::now();
        connection.call(request.as_bytes()).await.with_context(|| path.to_owned())?;
        waits.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    waits.sort_by(f64::total_cmp);
    Ok(waits)
}

/// What the demo's operator carries once signed in.
pub fn sign_in(address: SocketAddr, password: &str) -> Result<String> {
    let body = format!("email=demo%40example.com&password={password}");
    let mut stream = TcpStream::connect(address)?;
    write!(
        stream,
        "POST /admin/sign-in HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\nconnection: close\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    ensure!(answer.starts_with("HTTP/1.1 303"), "not signed in: {answer}");
    let cookie = answer.lines().find_map(|line| line.strip_prefix("set-cookie: "));
    Ok(cookie.and_then(|cookie| cookie.split(';').next()).context("no cookie")?.to_owned())
}

/// Products with names of a few words, and carts of ninety days with two lines each; one cart's id.
fn fill(database: &Database) -> Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH)?.as_millis();
    let start = now - 90 * 24 * 60 * 60 * 1000;
    let step = (now - start) / u128::from(CARTS);
    let products = products_from();
    let carts = |token: &str| {
        format!(
            "INSERT INTO carts (id, token, shop_id, version, next_line, catalogue, created_at, touched_at)
             SELECT n + 1000, {token}, 1, 3, 3, 0, {start} + n * {step}, {start} + n * {step} FROM"
        )
    };
    let lines = "INSERT INTO lines (cart_id, number, sku, quantity, name, type, unit_price)
        SELECT id, number, 'SKU-' || (id * number % 100000), 1, 'Something', 'normal', 1800
        FROM carts, (SELECT 1 AS number UNION ALL SELECT 2) AS two WHERE id >= 1000";
    let last = "SELECT token FROM carts ORDER BY id DESC LIMIT 1";
    match database {
        Database::Sqlite(_) => {
            let file = rusqlite::Connection::open(database.address())?;
            let numbers = |count: u32| {
                format!(
                    "(WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT {count}) SELECT n FROM numbers)"
                )
            };
            let carts = carts("lower(hex(randomblob(20)))");
            file.execute_batch(&format!(
                "BEGIN; {products} {}; {OFFERS}; {carts} {}; {lines}; COMMIT; PRAGMA wal_checkpoint(TRUNCATE)",
                numbers(PRODUCTS),
                numbers(CARTS)
            ))?;
            Ok(file.query_row(last, [], |row| row.get(0))?)
        }
        Database::Postgres(..) => {
            let carts = carts("md5(random()::text || n) || substr(md5(n::text), 1, 8)");
            database.psql(&format!(
                "{products} generate_series(1::bigint, {PRODUCTS}) AS numbers(n)"
            ))?;
            database.psql(OFFERS)?;
            database.psql(&format!("{carts} generate_series(1::bigint, {CARTS}) AS numbers(n)"))?;
            database.psql(lines)?;
            database.psql("VACUUM ANALYZE")?;
            Ok(database.psql(last)?.trim().to_owned())
        }
    }
}

/// Adds that many products to the demo shop, in a database of PostgreSQL.
pub fn insert_products(database: &Database, count: u32) -> Result<()> {
    let products = products_from();
    database.psql(&format!("{products} generate_series(1::bigint, {count}) AS numbers(n)"))?;
    database.psql(OFFERS).map(drop)
}

/// Makes products of numbers `n`.
fn products_from() -> String {
    let name = "(CASE n % 5 WHEN 0 THEN 'Stone' WHEN 1 THEN 'Oak' WHEN 2 THEN 'Linen' WHEN 3 THEN 'Copper' ELSE 'Wool' END)
        || ' ' || (CASE n % 7 WHEN 0 THEN 'mug' WHEN 1 THEN 'chair' WHEN 2 THEN 'lamp' WHEN 3 THEN 'basket' ELSE 'bowl' END)
        || ', ' || (CASE n % 3 WHEN 0 THEN 'blue' WHEN 1 THEN 'green' ELSE 'undyed' END) || ', number ' || n";
    format!(
        "INSERT INTO products (id, shop_id, sku, name, image, type, price, revision, search)
         SELECT n + 1000, 1, 'SKU-' || n, {name}, 'https://shop.example/pictures/' || n || '.jpg', 'normal', 100 + n, 0,
             lower('SKU-' || n || ' ' || {name}) FROM"
    )
}

/// One product in four can be subscribed to.
const OFFERS: &str = "INSERT INTO offers (product_id, frequency, interval, price)
    SELECT id, 'monthly', 1, 900 FROM products WHERE shop_id = 1 AND id % 4 = 0 AND id >= 1000";

/// Waits until the service has counted the carts that it found; says how long that took.
async fn await_count(database: &Database) -> Result<()> {
    let start = Instant::now();
    let left = "SELECT count(*) FROM carts WHERE id > coalesce((SELECT last_row FROM counted), 0)";
    loop {
        let left: u32 = match database {
            Database::Sqlite(_) => {
                rusqlite::Connection::open(database.address())?
                    .query_row(left, [], |row| row.get(0))?
            }
            Database::Postgres(..) => database.psql(left)?.trim().parse()?,
        };
        // Those of the last minutes are left for later.
        if left < CARTS / 100 {
            say(&format!("     counted in {:.1} s", start.elapsed().as_secs_f64()));
            return Ok(());
        }
        ensure!(start.elapsed() < Duration::from_mins(2), "{left} carts are not counted");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
