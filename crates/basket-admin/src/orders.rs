//! Orders: the list, and one with what can be done about it.

mod detail;
mod invoice;
mod list;

pub use detail::{change_order, read_order};
pub use invoice::read_invoice;
pub use list::read_orders;

use crate::navigation::NavItem;
use basket_model::order::{Contact, OrderState};
use maud::{Markup, html};

/// Where an order is shown.
fn address(number: i64) -> String {
    format!("{}/{number}", NavItem::Orders.address())
}

/// A state, coloured by whether an operator has to act.
fn chip(state: OrderState) -> Markup {
    let class = match state {
        OrderState::Placed => "chip warm",
        OrderState::Paid => "chip",
        OrderState::Cancelled | OrderState::Fulfilled => "chip plain",
    };
    html! { span class=(class) { (state.name()) } }
}

/// Who placed an order, as long as that is known.
fn who(contact: &Contact) -> Markup {
    html! {
        @if contact.is_erased() { span.muted { "erased" } } @else { (contact.name) }
    }
}
