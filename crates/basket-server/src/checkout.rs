//! The hosted checkout: a page on which a shopper looks over an order and places it, in their own language. It must
//! never know SQL, nor decide what a cart may hold.

mod contact;
mod costs;
mod design;
mod frame;
mod handlers;
mod invoice;
mod letter;
mod page;
mod pay;
mod place;
mod priced;
mod review;
mod shown;
mod typed;

pub(crate) use design::language;
pub(crate) use handlers::{read_checkout, read_design, unavailable, within_limits};
pub(crate) use invoice::{read_invoice, render_invoice};
pub(crate) use letter::compose_order_mail;
pub(crate) use pay::pay;
pub(crate) use place::place_order;
pub(crate) use review::review;

use basket_model::{order::OpenCheckout, shop::Shop};
use basket_store::CheckoutSetup;
use basket_texts::localizer::Localizer;

/// All that a page of a checkout is made from.
#[derive(Debug)]
struct CheckoutContext {
    checkout: OpenCheckout,
    shop: Shop,
    setup: CheckoutSetup,
    localizer: Localizer,
    /// Whether a mail confirms an order.
    mails: bool,
}
