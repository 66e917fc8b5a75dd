//! A shopper who creates carts, changes them, reads them and orders, and repeats a request with the same idempotency key
//! until it has a final answer, as a good client does.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};
use serde_json::Value;
use tokio::time::sleep;

use super::Told;
use crate::http::{self, Answer, Client, Outcome};
use crate::ledger::{Cart, FoundCart, compare_cart};
use crate::random::Random;
use crate::record::{Kind, REQUEST_LIMIT};
use crate::shop::{PRODUCTS, Shop};

/// Between two requests.
const PAUSE: Duration = Duration::from_millis(100);
/// Before a request is repeated, if the answer did not say so, and the most that is waited if it did.
const RETRY: Duration = Duration::from_millis(200);
const LONGEST_RETRY: Duration = Duration::from_secs(1);
/// A request that has no final answer after this is given up, which is a failure.
const PATIENCE: Duration = Duration::from_secs(150);
/// Changes of a cart before it is ordered or left.
const CHANGES: usize = 6;
/// The largest quantity that is set; a line holds more.
const QUANTITY: usize = 9;

/// A shopper.
pub struct Shopper {
    told: Arc<Told>,
    shop: Shop,
    /// No other shopper has it.
    name: String,
    client: Client,
    random: Random,
    /// How many requests had a key.
    keys: u64,
}

impl Shopper {
    pub fn new(told: Arc<Told>, shop: Shop, name: String, seed: u64) -> Self {
        let client = Client::new(told.address);
        let own = name.bytes().fold(seed, |sum, byte| sum.wrapping_mul(31) + u64::from(byte));
        Self { told, shop, name, client, random: Random::new(own), keys: 0 }
    }

    /// Visits the shop again and again until everything is over.
    pub async fn shop(mut self) {
        while !self.told.is_over() {
            let mut cart = Cart { shop: self.shop.number, ..Cart::default() };
            let visited = self.visit(&mut cart).await;
            self.leave(cart, visited);
        }
    }

    /// Creates a cart, and leaves.
    pub async fn look_in(mut self) {
        let mut cart = Cart { shop: self.shop.number, ..Cart::default() };
        let created = self.create(&mut cart).await;
        self.leave(cart, created);
    }

    /// Keeps what is known of a cart.
    fn leave(&self, cart: Cart, visited: Result<()>) {
        if let Err(error) = visited {
            self.told.fail(&format!("{}: {error:#}", self.name));
        }
        // A cart whose creation was never answered has no id that anybody knows.
        if !cart.id.is_empty() {
            self.told.keep(cart);
        }
    }

    async fn visit(&mut self, cart: &mut Cart) -> Result<()> {
        self.create(cart).await?;
        for _ in 0..CHANGES {
            sleep(PAUSE).await;
            match self.random.below(3) {
                0 => drop(self.read(cart).await?),
                1 => self.add(cart).await?,
                _ => self.set_quantity(cart).await?,
            }
        }
        if self.random.below(3) == 0 {
            self.order(cart).await?;
        }
        Ok(())
    }

    async fn create(&mut self, cart: &mut Cart) -> Result<()> {
        let sku = PRODUCTS[self.random.below(PRODUCTS.len())];
        let body = format!(r#"{{"lines":[{{"sku":"{sku}"}}]}}"#);
        let answer = self.change("POST", "/v1/carts", &body).await?;
        ensure!(answer.status < 300, "a cart was not created: {}", answer.shown());
        let created = answer.json()?;
        created["id"].as_str().context("a cart without an id")?.clone_into(&mut cart.id);
        cart.version = created["version"].as_u64().context("a cart without a version")?;
        cart.quantities.insert(sku.to_owned(), 1);
        self.compare(cart, &answer)
    }

    async fn add(&mut self, cart: &mut Cart) -> Result<()> {
        let sku = PRODUCTS[self.random.below(PRODUCTS.len())];
        let body = format!(r#"{{"sku":"{sku}"}}"#);
        let path = format!("/v1/carts/{}/lines", cart.id);
        let quantity = cart.quantities.get(sku).map_or(1, |quantity| quantity + 1);
        self.change_cart(cart, ("POST", &path, &body), (sku, quantity)).await
    }

    async fn set_quantity(&mut self, cart: &mut Cart) -> Result<()> {
        let Some(shown) = self.read(cart).await? else { return Ok(()) };
        let line = shown["lines"].get(0).context("an empty cart")?;
        let (id, sku) = (line["id"].as_str(), line["sku"].as_str());
        let (id, sku) = id.zip(sku).context("a line without an id")?;
        let before = cart.quantities.get(sku).copied().unwrap_or_default();
        // Another one than before, because the same would be no change.
        let quantity = u64::try_from(1 + self.random.below(QUANTITY))?;
        let quantity = if quantity == before { quantity + 1 } else { quantity };
        let body = format!(r#"{{"quantity":{quantity}}}"#);
        let path = format!("/v1/carts/{}/lines/{id}", cart.id);
        self.change_cart(cart, ("PATCH", &path, &body), (sku, quantity)).await
    }

    /// Has a line of the cart changed, and compares the answer with what it must be.
    async fn change_cart(
        &mut self,
        cart: &mut Cart,
        (method, path, body): (&str, &str, &str),
        (sku, quantity): (&str, u64),
    ) -> Result<()> {
        cart.is_uncertain = true;
        let answer = self.change(method, path, body).await?;
        cart.is_uncertain = false;
        if answer.status == 200 {
            cart.version += 1;
            cart.quantities.insert(sku.to_owned(), quantity);
        }
        self.compare(cart, &answer)
    }

    /// Reads the cart; nothing if it was shown as it was before the last change.
    async fn read(&mut self, cart: &Cart) -> Result<Option<Value>> {
        let request = http::get(&format!("/v1/carts/{}?key={}", cart.id, self.shop.key), "");
        let answer = self.insist(Kind::Read, &request).await?;
        let is_shown = answer.status == 200;
        if !is_shown || parse_cart(&answer.json()?)?.version < cart.version {
            // If it is lost and not only late, that is found at the end.
            self.told.stale_reads.fetch_add(1, Ordering::Relaxed);
            return Ok(None);
        }
        self.compare(cart, &answer)?;
        answer.json().map(Some)
    }

    async fn order(&mut self, cart: &mut Cart) -> Result<()> {
        let answer = self.change("POST", &format!("/v1/carts/{}/checkout", cart.id), "{}").await?;
        ensure!(answer.status == 200, "no checkout: {}", answer.shown());
        let said = answer.json()?;
        let page = said["url"].as_str().and_then(|url| url.split_once("/checkout/"));
        let path = format!("/checkout/{}", page.context("no page of a checkout")?.1);
        self.keys += 1;
        let email = format!("{}-{}@example.com", self.name, self.keys);
        let body = format!(
            "email={}&name=Ann&address-line1=Main+Street+1&postal-code=12345&address-level2=Town&country=DE",
            email.replace('@', "%40")
        );
        let kind = "application/x-www-form-urlencoded";
        let request = http::send("POST", &path, "origin: http://shop\r\n", kind, &body);
        (cart.order, cart.is_uncertain) = (Some(email), true);
        let answer = self.insist(Kind::Change, &request).await?;
        ensure!(answer.status == 303, "not ordered: {}", answer.shown());
        cart.is_uncertain = false;
        Ok(())
    }

    /// A change with a key of its own.
    async fn change(&mut self, method: &str, path: &str, body: &str) -> Result<Answer> {
        self.keys += 1;
        let headers = format!(
            "authorization: Bearer {}\r\nidempotency-key: {}-{}\r\n",
            self.shop.key, self.name, self.keys
        );
        let request = http::send(method, path, &headers, "application/json", body);
        self.insist(Kind::Change, &request).await
    }

    /// Repeats a request until it has a final answer.
    async fn insist(&mut self, kind: Kind, request: &[u8]) -> Result<Answer> {
        let start = Instant::now();
        loop {
            let begun = Instant::now();
            let outcome = self.client.ask(request, REQUEST_LIMIT).await;
            self.told.record.note(kind, begun, &outcome);
            let wait = match outcome {
                Outcome::Answered(answer) if answer.status < 500 && answer.status != 429 => {
                    return Ok(answer);
                }
                Outcome::Answered(Answer { retry_after: Some(seconds), .. }) => {
                    LONGEST_RETRY.min(Duration::from_secs(seconds))
                }
                _ => RETRY,
            };
            if start.elapsed() > PATIENCE {
                let line = String::from_utf8_lossy(request);
                bail!("given up: {}", line.lines().next().unwrap_or_default());
            }
            sleep(wait).await;
        }
    }

    /// Compares an answer with what is known of the cart.
    fn compare(&self, cart: &Cart, answer: &Answer) -> Result<()> {
        let found = match answer.status {
            200..=299 => Some(parse_cart(&answer.json()?)?),
            404 | 410 => None,
            _ => bail!("an answer that nobody expects: {}", answer.shown()),
        };
        let Some(finding) = compare_cart(cart, found.as_ref()) else { return Ok(()) };
        let told = format!("{finding}");
        self.told.find(finding);
        bail!("the cart is not used any more: {told}")
    }
}

/// A cart as the service shows it.
pub fn parse_cart(cart: &Value) -> Result<FoundCart> {
    let version = cart["version"].as_u64().context("a cart without a version")?;
    let lines = cart["lines"].as_array().context("a cart without lines")?;
    let mut quantities = crate::ledger::Quantities::new();
    for line in lines {
        let sku = line["sku"].as_str().context("a line without a product")?;
        let quantity = line["quantity"].as_u64().context("a line without a quantity")?;
        *quantities.entry(sku.to_owned()).or_default() += quantity;
    }
    Ok(FoundCart { version, quantities })
}
