//! What shoppers were told, held against what is there at the end. It knows neither HTTP nor SQL.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// How many of each product.
pub type Quantities = BTreeMap<String, u64>;

/// A cart as its shopper knows it. Nobody else changes it.
#[derive(Debug, Clone, Default)]
pub struct Cart {
    pub id: String,
    /// Of the shop.
    pub shop: i64,
    /// Grows by one with each change.
    pub version: u64,
    pub quantities: Quantities,
    /// The shopper gave up on a change that was never answered, which may have been made or not.
    pub is_uncertain: bool,
    /// The e-mail address of its order, which no other order has, if it was ordered.
    pub order: Option<String>,
}

/// A cart as it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundCart {
    pub version: u64,
    pub quantities: Quantities,
}

/// An order as it is.
#[derive(Debug, Clone)]
pub struct FoundOrder {
    pub shop: i64,
    pub number: u64,
    pub email: String,
    pub quantities: Quantities,
}

/// A promise that does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// Something acknowledged is not there.
    Lost(String),
    /// Something is there more often than it was asked for.
    Doubled(String),
    OrderLost(String),
    OrderDoubled(String),
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lost(what) => write!(formatter, "lost: {what}"),
            Self::Doubled(what) => write!(formatter, "doubled: {what}"),
            Self::OrderLost(what) => write!(formatter, "order lost: {what}"),
            Self::OrderDoubled(what) => write!(formatter, "order doubled: {what}"),
        }
    }
}

/// Compares a cart that was not ordered.
pub fn compare_cart(known: &Cart, found: Option<&FoundCart>) -> Option<Finding> {
    let Cart { id, version, quantities, .. } = known;
    let Some(found) = found else {
        return Some(Finding::Lost(format!("cart {id} with version {version}")));
    };
    let told = || {
        format!(
            "cart {id}: version {version} with {quantities:?} was acknowledged, found {} with {:?}",
            found.version, found.quantities
        )
    };
    let most = if known.is_uncertain { version + 1 } else { *version };
    if found.version < *version {
        Some(Finding::Lost(told()))
    } else if found.version > most {
        Some(Finding::Doubled(told()))
    } else if found.version == *version && found.quantities != *quantities {
        let is_more = found.quantities.values().sum::<u64>() > quantities.values().sum();
        Some(if is_more { Finding::Doubled(told()) } else { Finding::Lost(told()) })
    } else {
        None
    }
}

/// Compares all orders: each was placed by one cart, once, with what was in it.
pub fn compare_orders(carts: &[Cart], found: &[FoundOrder]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut by_email: BTreeMap<&str, Vec<&FoundOrder>> = BTreeMap::new();
    let mut numbers = BTreeSet::new();
    for order in found {
        by_email.entry(&order.email).or_default().push(order);
        if !numbers.insert((order.shop, order.number)) {
            let what = format!("number {} of shop {}", order.number, order.shop);
            findings.push(Finding::OrderDoubled(what));
        }
    }
    for cart in carts {
        let Some(email) = &cart.order else { continue };
        match by_email.remove(email.as_str()).as_deref() {
            None if cart.is_uncertain => {}
            None => findings.push(Finding::OrderLost(format!("cart {} by {email}", cart.id))),
            Some([order]) if order.quantities == cart.quantities && order.shop == cart.shop => {}
            Some([order]) => findings.push(Finding::Lost(format!(
                "order {} by {email} has {:?}, the cart had {:?}",
                order.number, order.quantities, cart.quantities
            ))),
            Some(orders) => {
                findings.push(Finding::OrderDoubled(format!("{} by {email}", orders.len())));
            }
        }
    }
    let unknown = by_email.into_keys();
    findings.extend(unknown.map(|email| Finding::OrderDoubled(format!("unknown, by {email}"))));
    findings
}

/// Compares how much of each product is left with what was ordered.
pub fn compare_stock(before: u64, left: &Quantities, orders: &[&FoundOrder]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (sku, left) in left {
        let ordered: u64 = orders.iter().filter_map(|order| order.quantities.get(sku)).sum();
        let what = format!("{ordered} of {sku} were ordered, of {before} there are {left} left");
        if left + ordered > before {
            findings.push(Finding::Lost(what));
        } else if left + ordered < before {
            findings.push(Finding::Doubled(what));
        }
    }
    findings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn quantities(mugs: u64) -> Quantities {
        [("MUG".to_owned(), mugs)].into()
    }

    fn cart(order: Option<&str>) -> Cart {
        let order = order.map(str::to_owned);
        Cart {
            id: "c".to_owned(),
            shop: 1,
            version: 3,
            quantities: quantities(2),
            is_uncertain: false,
            order,
        }
    }

    fn order(number: u64, email: &str, mugs: u64) -> FoundOrder {
        FoundOrder { shop: 1, number, email: email.to_owned(), quantities: quantities(mugs) }
    }

    #[test]
    fn a_cart_must_be_exactly_as_it_was_acknowledged() {
        let found = |version, mugs| {
            compare_cart(&cart(None), Some(&FoundCart { version, quantities: quantities(mugs) }))
        };
        assert_eq!(found(3, 2), None);
        assert!(matches!(found(2, 1), Some(Finding::Lost(_))));
        assert!(matches!(found(3, 1), Some(Finding::Lost(_))));
        assert!(matches!(found(3, 4), Some(Finding::Doubled(_))));
        assert!(matches!(found(4, 3), Some(Finding::Doubled(_))));
        assert!(matches!(compare_cart(&cart(None), None), Some(Finding::Lost(_))));
    }

    #[test]
    fn a_change_without_an_answer_may_be_there_once() {
        let known = Cart { is_uncertain: true, ..cart(None) };
        let found = |version, mugs| {
            compare_cart(&known, Some(&FoundCart { version, quantities: quantities(mugs) }))
        };
        assert_eq!(found(3, 2), None);
        assert_eq!(found(4, 3), None);
        assert!(matches!(found(5, 4), Some(Finding::Doubled(_))));
        assert!(matches!(found(2, 1), Some(Finding::Lost(_))));
    }

    #[test]
    fn an_order_is_there_once_with_what_was_in_the_cart() {
        let carts = [cart(None), cart(Some("ann"))];
        assert!(compare_orders(&carts, &[order(1, "ann", 2)]).is_empty());
        assert!(matches!(compare_orders(&carts, &[])[..], [Finding::OrderLost(_)]));
        let twice = [order(1, "ann", 2), order(2, "ann", 2)];
        assert!(matches!(compare_orders(&carts, &twice)[..], [Finding::OrderDoubled(_)]));
        let other = [order(1, "ann", 1)];
        assert!(matches!(compare_orders(&carts, &other)[..], [Finding::Lost(_)]));
        let unknown = [order(1, "ann", 2), order(2, "bob", 2)];
        assert!(matches!(compare_orders(&carts, &unknown)[..], [Finding::OrderDoubled(_)]));
        let same_number = [order(1, "ann", 2), order(1, "bob", 2)];
        assert_eq!(compare_orders(&carts, &same_number).len(), 2);
    }

    #[test]
    fn stock_shrinks_by_what_was_ordered() {
        let orders = [order(1, "ann", 2), order(2, "bob", 3)];
        let orders: Vec<_> = orders.iter().collect();
        assert!(compare_stock(10, &quantities(5), &orders).is_empty());
        assert!(matches!(compare_stock(10, &quantities(6), &orders)[..], [Finding::Lost(_)]));
        assert!(matches!(compare_stock(10, &quantities(4), &orders)[..], [Finding::Doubled(_)]));
    }
}
