//! Finds products by what stands in their skus and names. A text is looked for anywhere in them, which no
//! ordinary index can answer, so one shop's products are read in the order they are listed, until the page
//! is full: a hundred thousand take some ten milliseconds, and there is no other table to be kept true.

use super::{ProductPage, Store, StoreError};
use basket_core::product::Product;
use std::slice;

/// How many words are looked for apart from each other; more of them are looked for in their order.
const WORDS: usize = 3;

/// What a product is searched by.
pub(super) fn text(product: &Product) -> String {
    format!("{} {}", product.sku, product.name).to_lowercase()
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
        let sql = r"SELECT id, sku FROM products WHERE shop_id = $1 AND id < $2
                        AND search LIKE $3 ESCAPE '\' AND search LIKE $4 ESCAPE '\'
                        AND search LIKE $5 ESCAPE '\'
                    ORDER BY id DESC LIMIT $6";
        let [first, second, third] = patterns(query);
        let start = before.unwrap_or(i64::MAX);
        let wanted = i64::from(limit) + 1;
        let values =
            [shop.into(), start.into(), first.into(), second.into(), third.into(), wanted.into()];
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

fn patterns(query: &str) -> [String; WORDS] {
    let query = query.to_lowercase();
    let mut patterns = [const { String::new() }; WORDS];
    for (at, word) in query.split_whitespace().enumerate() {
        let pattern = &mut patterns[at.min(WORDS - 1)];
        pattern.push('%');
        for character in word.chars() {
            if matches!(character, '%' | '_' | '\\') {
                pattern.push('\\');
            }
            pattern.push(character);
        }
    }
    patterns.map(|pattern| pattern + "%")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_is_looked_for_and_no_sign_means_more_than_itself() {
        assert_eq!(patterns(""), ["%", "%", "%"]);
        assert_eq!(patterns(" Mug  50% "), ["%mug%", r"%50\%%", "%"]);
        assert_eq!(patterns(r"a_b c\d e f"), [r"%a\_b%", r"%c\\d%", "%e%f%"]);
    }
}
