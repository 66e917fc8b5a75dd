//! The attacks. Each goes on until it is stopped, and does not care what it is answered.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::Pin;
use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;
use tokio::process::Command;
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::Target;
use crate::connection::Connection;
use crate::process::basket_program;
use crate::requests::{DEMO, change, new};

/// How many connections an attack has.
const CALLERS: u8 = 8;
/// More products than a cart holds, in a body of the largest size.
const MANY_SKUS: usize = 4600;
/// How many connections hold on to answers, and how much each asks for.
const GREEDY: u8 = 250;
const GREED: usize = 200;
/// How many addresses guess passwords.
const GUESSERS: u8 = 50;
/// How many products a file has.
const IMPORTED: usize = 100_000;

type Attacking = Pin<Box<dyn Future<Output = Result<()>> + Send>>;

/// A way to attack.
pub struct Attack {
    /// What it is called.
    pub name: &'static str,
    /// Begins it.
    pub begin: fn(Aim) -> Attacking,
}

/// What is attacked.
#[derive(Debug, Clone)]
pub struct Aim {
    address: SocketAddr,
    database: String,
}

impl Aim {
    /// A service, from outside.
    pub fn of(target: &Target) -> Self {
        Self { address: target.address, database: target.database.clone() }
    }
}

/// All of them.
pub const ATTACKS: [Attack; 7] = [
    Attack { name: "checkouts", begin: |aim| Box::pin(many(aim, checkouts)) },
    Attack { name: "orders", begin: |aim| Box::pin(many(aim, orders)) },
    Attack { name: "import", begin: |aim| Box::pin(import(aim)) },
    Attack { name: "lines", begin: |aim| Box::pin(many(aim, lines)) },
    Attack { name: "empty carts", begin: |aim| Box::pin(many(aim, empty_carts)) },
    Attack { name: "unread answers", begin: |aim| Box::pin(unread_answers(aim)) },
    Attack { name: "passwords", begin: |aim| Box::pin(passwords(aim)) },
];

/// Attacks on several connections of one address.
async fn many<A>(aim: Aim, attack: fn(Connection) -> A) -> Result<()>
where
    A: Future<Output = Result<()>> + Send + 'static,
{
    let mut callers: JoinSet<()> = JoinSet::new();
    for _ in 0..CALLERS {
        let address = aim.address;
        callers.spawn(async move {
            loop {
                // Whoever is refused comes back.
                if let Ok(connection) = Connection::open(address).await {
                    let _ = attack(connection).await;
                }
                sleep(Duration::from_millis(1)).await;
            }
        });
    }
    callers.join_all().await;
    Ok(())
}

/// A cart with as many lines as it holds, and its id.
async fn full_cart(connection: &mut Connection) -> Result<String> {
    let skus = ["MUG", "CHAIR", "COFFEE", "EBOOK"];
    let cart: Value = serde_json::from_slice(connection.call(&new(DEMO, &skus)).await?)?;
    Ok(cart["id"].as_str().context("a cart without an id")?.to_owned())
}

/// Ever new languages for one cart.
async fn checkouts(mut connection: Connection) -> Result<()> {
    let cart = full_cart(&mut connection).await?;
    for number in 0_u64.. {
        let body = format!(r#"{{"locale":"xx-{number:08}"}}"#);
        let request = change(DEMO, "POST", &format!("/v1/carts/{cart}/checkout"), &body);
        connection.call(&request).await?;
    }
    Ok(())
}

/// Orders without an end, all for one person.
async fn orders(mut connection: Connection) -> Result<()> {
    let cart = full_cart(&mut connection).await?;
    let request = change(DEMO, "POST", &format!("/v1/carts/{cart}/checkout"), "{}");
    let said: Value = serde_json::from_slice(connection.call(&request).await?)?;
    let (service, token) =
        said["url"].as_str().and_then(|url| url.split_once("/checkout/")).context("no page")?;
    let body = "email=victim%40example.com&name=You+won&address-line1=a&postal-code=12345&address-level2=b&country=DE";
    let length = body.len();
    let request = format!(
        "POST /checkout/{token} HTTP/1.1\r\nhost: bench\r\norigin: {service}\r\n\
         content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    connection.call(request.as_bytes()).await.map(drop)
}

/// A whole catalogue, again and again.
async fn import(aim: Aim) -> Result<()> {
    let file = tempfile::Builder::new().suffix(".csv").tempfile()?;
    let mut rows = String::from("sku,name,price,stock\n");
    for number in 0..IMPORTED {
        writeln!(rows, "SKU-{number},Number {number},{number},5")?;
    }
    std::fs::write(&file, rows)?;
    loop {
        let mut import = Command::new(basket_program()?);
        import.args(["product", "import", "--shop", "1", "--database", &aim.database]);
        // An attack that is over leaves nothing running.
        let output = import.arg(file.path()).kill_on_drop(true).output().await?;
        ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// New carts with thousands of products that do not exist.
async fn lines(mut connection: Connection) -> Result<()> {
    let lines: Vec<String> = (0..MANY_SKUS).map(|sku| format!(r#"{{"sku":"{sku}"}}"#)).collect();
    let body = format!(r#"{{"lines":[{}]}}"#, lines.join(","));
    loop {
        connection.call(&change(DEMO, "POST", "/v1/carts", &body)).await?;
    }
}

async fn empty_carts(mut connection: Connection) -> Result<()> {
    loop {
        connection.call(&new(DEMO, &[])).await?;
    }
}

/// Asks for files and never reads them.
async fn unread_answers(aim: Aim) -> Result<()> {
    let mut greedy = Vec::new();
    let file = "GET /v1/basket.js HTTP/1.1\r\nhost: bench\r\n\r\n".repeat(GREED);
    for _ in 0..GREEDY {
        let mut connection = Connection::open(aim.address).await?;
        // As soon as nothing more can be sent, the answers wait.
        let _ =
            tokio::time::timeout(Duration::from_millis(5), connection.send(file.as_bytes())).await;
        greedy.push(connection);
    }
    std::future::pending().await
}

/// Guesses from many addresses at once, as many as each may.
async fn passwords(aim: Aim) -> Result<()> {
    let mut guessers: JoinSet<()> = JoinSet::new();
    for guesser in 1..=GUESSERS {
        let address = aim.address;
        guessers.spawn(async move {
            let from = IpAddr::V4(Ipv4Addr::new(127, 1, 0, guesser));
            let body = format!("email={guesser}%40example.com&password=a+long+guess");
            let length = body.len();
            let request = format!(
                "POST /admin/sign-in HTTP/1.1\r\nhost: bench\r\norigin: http://bench\r\n\
                 content-type: application/x-www-form-urlencoded\r\ncontent-length: {length}\r\n\r\n{body}"
            );
            loop {
                if let Ok(mut connection) = Connection::open_from(from, address).await {
                    let _ = connection.call(request.as_bytes()).await;
                }
                sleep(Duration::from_millis(10)).await;
            }
        });
    }
    guessers.join_all().await;
    Ok(())
}
