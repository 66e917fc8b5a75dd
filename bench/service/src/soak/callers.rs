//! Who uses the service all day, each at a pace that its limits allow. Whatever goes wrong is counted.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use tokio::task::JoinSet;
use tokio::time::{interval, sleep};

use crate::backend::{self, PAGES};
use crate::connection::Connection;
use crate::process::basket;
use crate::requests::{Caller, DEMO, add, change, new, read};

/// How often a shopper comes, and how many of them come until one orders.
const VISITS: Duration = Duration::from_millis(200);
/// How often one comes at first, so that caches are full when memory is looked at.
const RUSH: Duration = Duration::from_millis(10);
const ORDERS: u32 = 10;
/// How many shoppers look at old carts at a time while caches fill.
const READERS: usize = 8;
/// How often a stranger asks for something that makes no sense.
const NONSENSE: Duration = Duration::from_secs(1);
/// How often an operator signs in, and how long they look at a page.
const SIGN_INS: Duration = Duration::from_secs(30);
const LOOK: Duration = Duration::from_secs(1);
/// How often a product is changed, and how many there are.
const PRICES: Duration = Duration::from_millis(500);
const PRODUCTS: usize = 500;
/// Who calls from where. Shoppers have addresses of their own.
const STRANGER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 1, 0, 1));
const SHOP: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 1, 0, 2));
/// How often metrics are read.
const METRICS: Duration = Duration::from_secs(5);
/// The operator's password.
const PASSWORD: &str = "quiet-harbour-lantern";
/// How many failures are kept to be told.
const TOLD: usize = 10;

/// What is used.
#[derive(Debug, Clone)]
pub struct Aim {
    /// Where the service listens.
    pub address: SocketAddr,
    /// Where it tells its metrics.
    pub internal: SocketAddr,
    /// A secret key of the shop.
    pub secret_key: String,
    /// For how long caches fill.
    pub warm_up: Duration,
    /// Carts of shoppers who come back while caches fill.
    pub old_carts: Arc<[String]>,
}

/// What went wrong.
#[derive(Debug, Default)]
pub struct Failures {
    count: AtomicU32,
    first: Mutex<Vec<String>>,
}

impl Failures {
    fn note(&self, result: Result<()>) {
        let Err(error) = result else { return };
        self.count.fetch_add(1, Ordering::Relaxed);
        let mut first = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if first.len() < TOLD {
            first.push(format!("{error:#}").chars().take(500).collect());
        }
    }

    /// How much.
    pub fn count(&self) -> u32 {
        self.count.load(Ordering::Relaxed)
    }

    /// The first few.
    pub fn all(&self) -> Vec<String> {
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

type Calling = Pin<Box<dyn Future<Output = ()> + Send>>;

/// All of them; each goes on until it is stopped.
pub const CALLERS: [fn(Aim, Arc<Failures>) -> Calling; 6] = [
    |aim, failures| Box::pin(shop(aim, failures)),
    |aim, failures| Box::pin(look_at_old_carts(aim, failures)),
    |aim, _| Box::pin(talk_nonsense(aim)),
    |aim, failures| Box::pin(operate(aim, failures)),
    |aim, failures| Box::pin(manage(aim, failures)),
    |aim, failures| Box::pin(watch(aim, failures)),
];

/// A new secret key of the demo shop.
pub fn create_key(database: &str) -> Result<String> {
    let said = basket(&["key", "create", "--secret", "--shop", "1", "--database", database])?;
    let key = said.split_whitespace().find(|word| word.starts_with("sk_"));
    Ok(key.context("no secret key")?.to_owned())
}

/// Gives the demo's operator a password that is good outside of the demo, and has the shop hear of its orders.
pub async fn set_up(aim: &Aim, database: &str, receiver: SocketAddr) -> Result<()> {
    let said = basket(&["operator", "reset", "demo@example.com", "--database", database])?;
    let link = said.split_whitespace().find_map(|word| word.split_once("/admin/password/"));
    let (_, token) = link.context("no link to a new password")?;
    let path = format!("/admin/password/{token}");
    let password = format!("password={PASSWORD}");
    let mut connection = Connection::open(aim.address).await?;
    submit(&mut connection, &form(aim.address, &path, "", &password)).await?;
    let cookie = backend::sign_in(aim.address, PASSWORD)?;
    let cookie = format!("cookie: {cookie}\r\n");
    let page = "/admin/settings/setup-design/checkout-setup/api-key";
    let shown = connection.call(&get(aim.address, page, &cookie)).await?;
    let shown = String::from_utf8_lossy(shown);
    let field = shown.split_once("name=\"csrf_token\" value=\"").context("no form")?.1;
    let csrf_token = field.split('"').next().unwrap_or_default();
    let port = receiver.port();
    let body = format!("csrf_token={csrf_token}&webhook=http%3A%2F%2F127.0.0.1%3A{port}%2F");
    submit(&mut connection, &form(aim.address, &format!("{page}/webhook"), &cookie, &body)).await
}

/// Sends a form that is answered with the address of another page.
async fn submit(connection: &mut Connection, form: &[u8]) -> Result<()> {
    let _ = connection.call(form).await;
    let answer = String::from_utf8_lossy(connection.answer());
    ensure!(answer.starts_with("HTTP/1.1 303"), "{answer}");
    Ok(())
}

/// A form that a browser sends.
fn form(host: SocketAddr, path: &str, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "POST {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n{headers}\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
    )
    .into_bytes()
}

fn get(host: SocketAddr, path: &str, headers: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{headers}\r\n").into_bytes()
}

/// Shoppers, each from another address.
async fn shop(aim: Aim, failures: Arc<Failures>) {
    let start = Instant::now();
    let mut old_carts = aim.old_carts.iter().cycle();
    for number in 0_u32.. {
        let is_warming_up = start.elapsed() < aim.warm_up;
        sleep(if is_warming_up { RUSH } else { VISITS }).await;
        if is_warming_up && let Some(cart) = old_carts.next() {
            failures.note(come_back(&aim, number, cart).await.context("a shopper who comes back"));
        }
        let orders = !is_warming_up && number.is_multiple_of(ORDERS);
        failures.note(visit(&aim, number, orders).await.context("a shopper"));
    }
}

/// The address of a shopper.
fn home(number: u32) -> IpAddr {
    let [_, high, middle, low] = number.to_be_bytes();
    IpAddr::V4(Ipv4Addr::new(127, 16 + high, middle, low))
}

async fn come_back(aim: &Aim, number: u32, cart: &str) -> Result<()> {
    let mut connection = Connection::open_from(home(number), aim.address).await?;
    connection.call(&read(DEMO, cart)).await?;
    let path = format!("/v1/carts/{cart}/lines/1");
    connection.call(&change(DEMO, "PATCH", &path, r#"{"quantity":2}"#)).await.map(drop)
}

/// Old carts are read by many at once while caches fill: each connection to the database has one.
async fn look_at_old_carts(aim: Aim, failures: Arc<Failures>) {
    let start = Instant::now();
    let mut readers = JoinSet::new();
    for reader in 0..READERS {
        let (aim, failures) = (aim.clone(), Arc::clone(&failures));
        readers.spawn(async move {
            let carts = aim.old_carts.iter().skip(reader).step_by(READERS).cycle();
            for (number, cart) in (0_u32..).zip(carts) {
                if start.elapsed() > aim.warm_up {
                    break;
                }
                sleep(RUSH).await;
                let read = look_at(&aim, number, cart).await;
                failures.note(read.context("a shopper who looks"));
            }
        });
    }
    readers.join_all().await;
}

async fn look_at(aim: &Aim, number: u32, cart: &str) -> Result<()> {
    let mut connection = Connection::open_from(home(number), aim.address).await?;
    connection.call(&read(DEMO, cart)).await.map(drop)
}

async fn visit(aim: &Aim, number: u32, orders: bool) -> Result<()> {
    let mut connection = Connection::open_from(home(number), aim.address).await?;
    connection.call(&get(aim.address, "/v1/basket.js", "")).await?;
    let cart: Value = serde_json::from_slice(connection.call(&new(DEMO, &["MUG"])).await?)?;
    let cart = cart["id"].as_str().context("a cart without an id")?.to_owned();
    connection.call(&add(DEMO, &cart, "EBOOK")).await?;
    connection.call(&read(DEMO, &cart)).await?;
    let path = format!("/v1/carts/{cart}/lines/1");
    connection.call(&change(DEMO, "PATCH", &path, r#"{"quantity":2}"#)).await?;
    connection.call(&read(DEMO, &cart)).await?;
    if orders {
        order(aim, &mut connection, &cart, number).await?;
    }
    Ok(())
}

async fn order(aim: &Aim, connection: &mut Connection, cart: &str, number: u32) -> Result<()> {
    let request = change(DEMO, "POST", &format!("/v1/carts/{cart}/checkout"), "{}");
    let said: Value = serde_json::from_slice(connection.call(&request).await?)?;
    let url = said["url"].as_str().context("no page")?;
    let (_, token) = url.split_once("/checkout/").context("an odd page")?;
    let path = format!("/checkout/{token}");
    connection.call(&get(aim.address, &path, "")).await?;
    let body = format!(
        "email=ann{number}%40example.com&name=Ann&address-line1=Main+Street+1&postal-code=12345&\
         address-level2=Town&country=DE"
    );
    submit(connection, &form(aim.address, &path, "", &body)).await
}

/// Somebody who is refused every time, and is no failure of the service.
async fn talk_nonsense(aim: Aim) {
    let requests = [
        get(aim.address, "/v1/carts/none?key=pk_none", ""),
        get(aim.address, "/wp-login.php", ""),
        change(DEMO, "POST", "/v1/carts", "{"),
        new(DEMO, &["NONE"]),
        form(aim.address, "/admin/sign-in", "", "email=a%40example.com&password=guess-guess"),
        b"nonsense\r\n\r\n".to_vec(),
    ];
    let mut pace = interval(NONSENSE);
    for request in requests.iter().cycle() {
        pace.tick().await;
        if let Ok(mut connection) = Connection::open_from(STRANGER, aim.address).await {
            let _ = connection.call(request).await;
        }
    }
}

/// Operators who sign in, look at every page, and close the browser.
async fn operate(aim: Aim, failures: Arc<Failures>) {
    loop {
        failures.note(look_around(&aim).await.context("an operator"));
        sleep(SIGN_INS).await;
    }
}

async fn look_around(aim: &Aim) -> Result<()> {
    let address = aim.address;
    let cookie = tokio::task::spawn_blocking(move || backend::sign_in(address, PASSWORD)).await??;
    let mut connection = Connection::open(address).await?;
    for (what, path) in PAGES.iter().filter(|(_, path)| !path.contains("sku=")) {
        let request = get(address, path, &format!("cookie: {cookie}\r\n"));
        connection.call(&request).await.with_context(|| (*what).to_owned())?;
        sleep(LOOK).await;
    }
    Ok(())
}

/// The shop's own server, which changes prices.
async fn manage(aim: Aim, failures: Arc<Failures>) {
    let mut pace = interval(PRICES);
    for time in 0_usize.. {
        pace.tick().await;
        failures.note(set_price(&aim, time).await.context("the shop's server"));
    }
}

async fn set_price(aim: &Aim, time: usize) -> Result<()> {
    let (sku, price) = (time % PRODUCTS, 100 + time % 7);
    let body = format!(r#"{{"name":"Number {sku}","type":"normal","price":{price},"stock":5}}"#);
    let owner = Caller { key: &aim.secret_key };
    let request = change(owner, "PUT", &format!("/v1/admin/products/SKU-{sku}"), &body);
    let mut connection = Connection::open_from(SHOP, aim.address).await?;
    connection.call(&request).await.map(drop)
}

async fn watch(aim: Aim, failures: Arc<Failures>) {
    let mut pace = interval(METRICS);
    loop {
        pace.tick().await;
        failures.note(read_metrics(&aim).await.map(drop).context("metrics"));
    }
}

/// What the service tells about itself.
pub async fn read_metrics(aim: &Aim) -> Result<String> {
    let mut connection = Connection::open(aim.internal).await?;
    let metrics = connection.call(&get(aim.internal, "/metrics", "")).await?;
    Ok(String::from_utf8_lossy(metrics).into_owned())
}
