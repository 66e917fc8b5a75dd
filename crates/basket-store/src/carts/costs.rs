//! What a cart costs beside its lines, by the rules of its shop and the code that its shopper has entered. It must never
//! compute: that is the model's.

use super::Carts;
use crate::StoreError;
use basket_core::cart::{Cart, Costs, Delivery};
use basket_model::{
    pricing::{self, Code, Rules, Situation},
    shop::Shop,
};

impl Carts<'_> {
    /// Adds to a cart what it costs beside its lines, as far as that is known for a country. A cart of a shop without rules
    /// and codes stays as it is, and nothing is looked up for it.
    pub async fn add_costs(
        self,
        shop: &Shop,
        country: Option<&str>,
        cart: &mut Cart,
    ) -> Result<(), StoreError> {
        let code = cart.costs.code.take().map(|entered| entered.code);
        cart.costs.takes_codes = shop.takes_codes;
        if shop.rules.is_none() && code.is_none() {
            return Ok(());
        }
        let discount = match &code {
            Some(code) => Some(self.0.discounts().usable(shop.id, code).await?),
            None => None,
        };
        let code = code.as_deref().zip(discount.as_ref());
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
        // A cart that is too dear to be ordered still shows its lines.
        cart.costs = pricing::price(cart, rules, &situation)
            .unwrap_or_else(|_| Costs { delivery: Delivery::Later, ..Costs::default() });
        cart.costs.takes_codes = shop.takes_codes;
        Ok(())
    }
}
