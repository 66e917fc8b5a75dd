//! The hosted checkout: a page on which a shopper looks over an order and places it, in their own language. It must
//! never know SQL, nor decide what a cart may hold.

mod contact;
pub(crate) mod countries;
mod design;
mod frame;
mod handlers;
pub(crate) mod intl;
mod page;
mod pay;
pub(crate) mod texts;

pub(crate) use handlers::{place_order, read_checkout, read_design, review};
pub(crate) use pay::pay;

use crate::{order::OpenCheckout, shop::Shop, store::CheckoutSetup};
use texts::Words;

/// All that a page of a checkout is made from.
#[derive(Debug)]
struct Scene {
    checkout: OpenCheckout,
    shop: Shop,
    setup: CheckoutSetup,
    words: Words,
    /// Whether a mail confirms an order.
    mails: bool,
}
