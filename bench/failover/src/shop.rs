//! The shops that shoppers use.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::sandbox::Sandbox;
use crate::service::basket;

/// What every shop sells.
pub const PRODUCTS: [&str; 3] = ["MUG", "CHAIR", "LAMP"];
/// How many of each; more than are ever ordered.
pub const STOCK: u64 = 100_000_000;

/// A shop.
#[derive(Debug, Clone)]
pub struct Shop {
    pub number: i64,
    /// The key of its shoppers.
    pub key: String,
    /// The key of its own server.
    pub secret_key: String,
}

impl Shop {
    /// Creates one, with products.
    pub fn create(sandbox: &Sandbox, program: &Path, database: &str, number: i64) -> Result<Self> {
        let name = format!("Shop {number}");
        let said = basket(program, database, &["shop", "create", &name, "--currency", "EUR"])?;
        let key = find_word(&said, "pk_").context("the new shop has no key")?;
        let lines = PRODUCTS.map(|sku| format!("{sku},Something,1800,{STOCK}\n"));
        let text = format!("sku,name,price,stock\n{}", lines.concat());
        let file = sandbox.write("products.csv", &text)?.display().to_string();
        let shop = number.to_string();
        basket(program, database, &["product", "import", &file, "--shop", &shop])?;
        let said = basket(program, database, &["key", "create", "--secret", "--shop", &shop])?;
        let secret_key = find_word(&said, "sk_").context("no secret key")?;
        Ok(Self { number, key, secret_key })
    }
}

fn find_word(text: &str, start: &str) -> Option<String> {
    text.split_whitespace().find(|word| word.starts_with(start)).map(str::to_owned)
}
