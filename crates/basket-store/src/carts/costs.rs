//! What a cart costs beside its lines, by the rules of its shop and the code that its shopper has entered. It must never
//! compute: that is the model's.

use super::Carts;
use crate::StoreError;
use basket_core::cart::{Cart, Costs, Delivery};
use basket_model::{
    pricing::{self, Code, Overflow, Rules, Situation},
    shop::Shop,
};

impl Carts<'_> {
    /// Adds to a cart what it costs beside its lines, as far as that is known for a country.
    pub async fn add_costs(
        self,
        shop: &Shop,
        country: Option<&str>,
        cart: &mut Cart,
    ) -> Result<(), StoreError> {
        // A cart that is too dear to be ordered still shows its lines.
        cart.costs = self.costs(shop, country, cart).await?.unwrap_or_else(|Overflow| Costs {
            delivery: Delivery::Later,
            takes_codes: shop.takes_codes,
            ..Costs::default()
        });
        Ok(())
    }

    /// What a cart costs beside its lines, as far as that is known for a country. For a cart of a shop without rules and
    /// codes, nothing is looked up.
    pub async fn costs(
        self,
        shop: &Shop,
        country: Option<&str>,
        cart: &Cart,
    ) -> Result<Result<Costs, Overflow>, StoreError> {
        let code = cart.costs.code.as_ref().map(|entered| &*entered.code);
        let takes_codes = shop.takes_codes;
        if shop.rules.is_none() && code.is_none() {
            return Ok(Ok(Costs { takes_codes, ..Costs::default() }));
        }
        let discount = match code {
            Some(code) => Some(self.0.discounts().usable(shop.id, code).await?),
            None => None,
        };
        let code = code.zip(discount.as_ref());
        let code =
            code.map(|(code, found)| Code { code, discount: found.as_ref().map_err(|why| *why) });
        let none = Rules::default();
        let rules = shop.rules.as_deref().unwrap_or(&none);
        let situation = Situation {
            country: country.or(rules.country.as_deref()).filter(|code| pricing::is_country(code)),
            region: "",
            method: None,
            code,
            vat_country: None,
            day: pricing::day_of(self.0.now()),
        };
        Ok(pricing::price(cart, rules, &situation).map(|costs| Costs { takes_codes, ..costs }))
    }
}
