//! Medusa, through its store API, which is REST. It has no engine but PostgreSQL.

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::connection::Connection;
use crate::database::Database;
use crate::peer::Peer;
use crate::report::Limit;
use crate::requests::Kind;

/// What is wanted of a cart; unasked it would say, and look up, several times as much.
const FIELDS: &str =
    "id,total,items.id,items.quantity,items.unit_price,items.total,items.title,items.variant_sku";

/// Its shop, whose ids it makes up itself.
#[derive(Clone)]
pub struct Medusa {
    /// For the shop's pages.
    key: String,
    variant: String,
}

impl Peer for Medusa {
    const NAME: &'static str = "Medusa";
    const KEY: &'static str = "medusa";
    const PACKAGE: &'static str = "@medusajs/medusa";
    const LONGER: u32 = 5;
    const LIMIT: Option<Limit> = None;

    fn from_database(database: &Database) -> Result<Self> {
        let said =
            database.psql("SELECT token, product_variant.id FROM api_key, product_variant")?;
        let (key, variant) = said.trim().split_once('|').context("no shop")?;
        Ok(Self { key: key.to_owned(), variant: variant.to_owned() })
    }

    fn shop(&self) -> Vec<u8> {
        self.request("GET /store/regions", "")
    }

    fn ask(&self, kind: Kind, cart: &str) -> Vec<u8> {
        let item = format!(r#"{{"variant_id":"{}","quantity":1}}"#, self.variant);
        match kind {
            Kind::Read => self.request(&format!("GET /store/carts/{cart}?fields={FIELDS}"), ""),
            Kind::New => self.request(
                &format!("POST /store/carts?fields={FIELDS}"),
                &format!(r#"{{"items":[{item}]}}"#),
            ),
            _ => {
                let lines = format!("POST /store/carts/{cart}/line-items?fields={FIELDS}");
                self.request(&lines, &item)
            }
        }
    }

    async fn cart(&self, connection: &mut Connection) -> Result<String> {
        let answer: Value =
            serde_json::from_slice(connection.call(&self.ask(Kind::New, "")).await?)?;
        Ok(answer["cart"]["id"].as_str().context("a cart without an id")?.to_owned())
    }
}

impl Medusa {
    fn request(&self, what: &str, body: &str) -> Vec<u8> {
        let (key, length) = (&self.key, body.len());
        format!(
            "{what} HTTP/1.1\r\nhost: bench\r\nx-publishable-api-key: {key}\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .into_bytes()
    }
}
