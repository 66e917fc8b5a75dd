//! The shop's carts: a list, and each as its shopper sees it. Nothing here changes one, and looking at one
//! does not keep it from expiring.

mod detail;
mod list;

pub use detail::read_cart;
pub(crate) use detail::{lines, sums};
pub use list::read_carts;
pub(crate) use list::table;

use crate::navigation::NavItem;
use basket_store::CartRow;

const DAY: i64 = 24 * 60 * 60 * 1000;
/// How much of an id is shown in a list; enough to find the cart by.
const SHORT: usize = 10;

fn address(id: &str) -> String {
    format!("{}/{id}", NavItem::Carts.address())
}

/// What is to be said of a cart beyond its contents, with its class.
fn remark(cart: &CartRow, now: i64) -> Option<(&'static str, &'static str)> {
    match now - cart.touched_at {
        _ if cart.is_ordered => Some(("chip", "ordered")),
        idle if idle > basket_store::IDLE_DAYS * DAY => Some(("chip plain", "expired")),
        idle if idle > DAY && cart.items > 0 => Some(("chip warm", "abandoned")),
        _ => None,
    }
}
