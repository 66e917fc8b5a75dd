//! Vendure, through its shop API, which is GraphQL. A caller's order belongs to its session.

use anyhow::{Context as _, Result};

use crate::connection::Connection;
use crate::database::Database;
use crate::peer::Peer;
use crate::report::Limit;
use crate::requests::Kind;

const ORDER: &str = "id code totalQuantity totalWithTax lines { id quantity unitPriceWithTax linePriceWithTax \
    productVariant { sku name } }";

/// Its shop.
#[derive(Clone)]
pub struct Vendure;

impl Peer for Vendure {
    const NAME: &'static str = "Vendure";
    const KEY: &'static str = "vendure";
    const PACKAGE: &'static str = "@vendure/core";
    const LONGER: u32 = 4;
    const LIMIT: Option<Limit> = Some(Limit::AtLeast(50.0));

    fn from_database(_: &Database) -> Result<Self> {
        Ok(Self)
    }

    fn shop(&self) -> Vec<u8> {
        post("{ activeChannel { code } }", None)
    }

    fn ask(&self, kind: Kind, session: &str) -> Vec<u8> {
        match kind {
            Kind::Read => post(&format!("{{ activeOrder {{ {ORDER} }} }}"), Some(session)),
            // Without a session there is a new one, and an order with it.
            Kind::New => post(&addition(), None),
            _ => post(&addition(), Some(session)),
        }
    }

    async fn cart(&self, connection: &mut Connection) -> Result<String> {
        connection.call(&self.ask(Kind::New, "")).await?;
        connection.header("vendure-auth-token").context("no session")
    }
}

fn addition() -> String {
    format!(
        "mutation {{ addItemToOrder(productVariantId: 1, quantity: 1) {{ ... on Order {{ {ORDER} }} }} }}"
    )
}

fn post(query: &str, session: Option<&str>) -> Vec<u8> {
    let body = format!(r#"{{"query":"{query}"}}"#);
    let session =
        session.map(|token| format!("authorization: Bearer {token}\r\n")).unwrap_or_default();
    format!(
        "POST /shop-api HTTP/1.1\r\nhost: bench\r\ncontent-type: application/json\r\n{session}content-length: {}\r\n\r\n{body}",
        body.len()
    )
    .into_bytes()
}
