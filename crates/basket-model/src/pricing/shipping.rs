//! What a delivery costs.

use super::{
    Overflow, Situation,
    rules::{Measure, Method, Rules, Steps},
    sum,
};
use basket_core::{
    cart::{Cart, Delivery, Line},
    money::Minor,
};

/// A delivery method that a shopper may choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offered {
    /// By what the form names it.
    pub id: String,
    /// What shoppers read.
    pub name: String,
    /// What it costs for this cart.
    pub price: Minor,
    /// Whether the shopper fetches the goods.
    pub is_pickup: bool,
    /// How much is missing until it is free, if it can be.
    pub(super) missing: Option<Minor>,
}

/// The delivery methods that lead to a country, with what they cost for a cart, in the shop's order. None if nothing in the
/// cart is delivered.
pub fn offered(rules: &Rules, cart: &Cart, country: &str) -> Result<Vec<Offered>, Overflow> {
    let sent: Vec<&Line> = cart.lines.iter().filter(|line| super::is_delivered(line)).collect();
    methods(rules, &sent, country)
}

fn methods(rules: &Rules, sent: &[&Line], country: &str) -> Result<Vec<Offered>, Overflow> {
    let Some(zone) = rules.zone(country).filter(|_| !sent.is_empty()) else {
        return Ok(Vec::new());
    };
    let goods = sum(sent.iter().map(|line| line.price()))?;
    let weight = sum(sent
        .iter()
        .map(|line| i64::from(line.weight.unwrap_or_default()) * i64::from(line.quantity)))?;
    let offered = zone.methods.iter().map(|method| Offered {
        id: method.id.clone(),
        name: method.name.clone(),
        price: price(method, goods, weight),
        is_pickup: method.is_pickup,
        missing: method.free_from.map(|free_from| free_from.saturating_sub(goods).max(0)),
    });
    Ok(offered.collect())
}

fn price(method: &Method, goods: Minor, weight: i64) -> Minor {
    if method.free_from.is_some_and(|free_from| goods >= free_from) {
        return 0;
    }
    let Some(Steps { by, steps }) = &method.steps else { return method.price };
    let measure = match by {
        Measure::Sum => goods,
        Measure::Weight => weight,
    };
    let reached = steps.iter().rev().find(|step| measure >= step.from);
    reached.map_or(method.price, |step| step.price)
}

/// The method that counts for what is delivered.
pub(super) fn choose(
    rules: &Rules,
    sent: &[&Line],
    situation: &Situation<'_>,
) -> Result<Option<Offered>, Overflow> {
    let Some(country) = situation.country else { return Ok(None) };
    let offered = methods(rules, sent, country)?;
    let Some(found) = chosen(&offered, situation.method) else { return Ok(None) };
    if Some(&*found.id) == situation.method {
        return Ok(Some(found.clone()));
    }
    // What the shopper has not chosen yet may still be the method that is free first.
    let sent = offered.iter().filter(|method| !method.is_pickup);
    let missing = sent.filter_map(|method| method.missing).min();
    Ok(Some(Offered { missing, ..found.clone() }))
}

/// The method of that name among those offered, or the cheapest. What is picked up is chosen only where nothing else is.
pub fn chosen<'a>(offered: &'a [Offered], method: Option<&str>) -> Option<&'a Offered> {
    let named = offered.iter().find(|offered| Some(&*offered.id) == method);
    named.or_else(|| offered.iter().min_by_key(|offered| (offered.is_pickup, offered.price)))
}

/// What is known of the delivery of lines.
pub(super) fn state(rules: &Rules, sent: &[&Line], situation: &Situation<'_>) -> Delivery {
    if sent.is_empty() || rules.zones.is_empty() {
        return Delivery::Settled;
    }
    let Some(country) = situation.country else { return Delivery::Later };
    let is_served = rules.zone(country).is_some_and(|zone| !zone.methods.is_empty());
    if is_served { Delivery::Settled } else { Delivery::Unavailable }
}
