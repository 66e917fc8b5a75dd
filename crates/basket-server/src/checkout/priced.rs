//! What the order costs with what was typed so far: the country, the delivery method, the code and the VAT number. It must
//! never compute: that is the model's.

use super::{
    CheckoutContext,
    contact::vat_number,
    handlers::CheckoutError,
    typed::{EMAIL, METHOD, Part, Typed},
};
use crate::state::AppState;
use basket_core::cart::{Cart, CodeProblem, Costs};
use basket_model::{
    address::{Field, read_region},
    pricing::{self, Code, Offered, Overflow, Rules, Situation},
    vat_number::is_member_state,
};

/// What is ordered, with all that it costs.
#[derive(Debug)]
pub(super) struct Priced {
    pub(super) cart: Cart,
    /// The delivery methods to choose from.
    pub(super) methods: Vec<Offered>,
    /// The one that counts.
    pub(super) method: Option<String>,
    /// Whether the total is too large to be ordered.
    pub(super) is_too_large: bool,
}

/// Computes what the checkout's cart costs.
pub(super) async fn price(
    state: &AppState,
    context: &CheckoutContext,
    typed: &Typed,
) -> Result<Priced, CheckoutError> {
    let (checkout, shop) = (&context.checkout, &context.shop);
    let mut cart = checkout.cart.clone();
    let code = cart.costs.code.take().map(|entered| entered.code);
    let discounts = state.store.discounts();
    let discount = match &code {
        None => None,
        Some(code) if discounts.is_used_up(shop.id, code, &typed.text(EMAIL)).await? => {
            Some(Err(CodeProblem::UsedUp))
        }
        Some(code) => Some(discounts.usable(shop.id, code).await?),
    };
    let code = code.as_deref().zip(discount.as_ref());
    let code =
        code.map(|(code, found)| Code { code, discount: found.as_ref().map_err(|why| *why) });
    let none = Rules::default();
    let rules = checkout.rules.as_deref().unwrap_or(&none);
    let country = typed.country(Part::Delivery);
    let vat_country = vat_country(typed);
    let typed_region = typed.text(&Part::Delivery.name(Field::Region));
    let region = country.as_deref().and_then(|country| read_region(country, &typed_region));
    let region = region.unwrap_or_default();
    let situation = Situation {
        country: country.as_deref(),
        region: &region,
        method: Some(typed.raw(METHOD)),
        code,
        vat_country: vat_country.as_deref(),
        day: pricing::day_of(checkout.created_at),
    };
    let methods = country.as_deref().map(|country| pricing::offered(rules, &cart, country));
    let priced = pricing::price(&cart, rules, &situation);
    let is_too_large = priced == Err(Overflow);
    cart.costs = priced.unwrap_or_else(|_| Costs::default());
    cart.costs.takes_codes = shop.takes_codes;
    let methods = methods.and_then(Result::ok).unwrap_or_default();
    let method = pricing::chosen(&methods, situation.method).map(|method| method.id.clone());
    Ok(Priced { cart, methods, method, is_too_large })
}

/// The country of a valid VAT number.
fn vat_country(typed: &Typed) -> Option<String> {
    let part = if typed.is_billing_same() { Part::Delivery } else { Part::Billing };
    let country = typed.country(part).filter(|country| is_member_state(country))?;
    vat_number(typed)?.ok().map(|_| country)
}
