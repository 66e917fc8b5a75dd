//! Finds products by what stands in their skus and names. A text is looked for anywhere in them, which no
//! ordinary index can answer, so one shop's products are read in the order they are listed, until the page
//! is full: a hundred thousand take some ten milliseconds, and there is no other table to be kept true.

use super::{Engine, ProductPage, Store, StoreError};
use basket_core::product::Product;
use std::slice;

/// How many words are looked for; of more, the last ones do not count.
const WORDS: usize = 4;
/// How much of sku and name is searched, in characters: an index holds it.
const SEARCHED: usize = 400;

/// What a product is searched by.
pub(super) fn text(product: &Product) -> String {
    let text = format!("{} {}", product.sku, product.name).to_lowercase();
    text.chars().take(SEARCHED).collect()
}

/// The products with all words before a place. The two engines have one function by two names.
macro_rules! found {
    ($find:literal) => {
        concat!(
            "SELECT id, sku FROM products WHERE shop_id = $1 AND id < $2 AND ",
            $find,
            "(search, $3) > 0 AND ",
            $find,
            "(search, $4) > 0 AND ",
            $find,
            "(search, $5) > 0 AND ",
            $find,
            "(search, $6) > 0 ORDER BY id DESC LIMIT $7"
        )
    };
}

impl Store {
    /// At most `limit` products with all words of the query behind the place `before`, newest first. The
    /// one whose sku it is stands at the top.
    pub async fn search_products(
        &self,
        shop: i64,
        query: &str,
        before: Option<i64>,
        limit: u32,
    ) -> Result<ProductPage, StoreError> {
        let sql = match self.engine {
            Engine::Sqlite(_) => found!("instr"),
            Engine::Postgres(_) => found!("strpos"),
        };
        let [first, second, third, fourth] = words(query).map(Into::into);
        let (start, wanted) = (before.unwrap_or(i64::MAX), i64::from(limit) + 1);
        let values = [shop.into(), start.into(), first, second, third, fourth, wanted.into()];
        let rows = self.ask(sql, values).await?;
        let rows = rows.iter().map(|row| Ok((row.number(0)?, row.text(1)?)));
        let (mut skus, next) = super::page(rows.collect::<Result<_, StoreError>>()?, limit);
        let exact = query.trim().to_owned();
        skus.retain(|sku| *sku != exact);
        let mut products = if before.is_none() && !exact.is_empty() {
            self.products(shop, slice::from_ref(&exact)).await?
        } else {
            Vec::new()
        };
        products.extend(self.products(shop, &skus).await?);
        Ok(ProductPage { products, next })
    }
}

/// The words of a query; what is empty is found anywhere.
fn words(query: &str) -> [String; WORDS] {
    let query = query.to_lowercase();
    let mut words = query.split_whitespace().map(str::to_owned);
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_looked_for_in_small_letters() {
        assert_eq!(words(""), [""; WORDS]);
        assert_eq!(words(" Mug  50% "), ["mug", "50%", "", ""]);
        assert_eq!(words("ÄRMEL b c d e"), ["ärmel", "b", "c", "d"]);
    }
}
