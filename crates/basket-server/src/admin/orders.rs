//! Orders: the list, and one with what can be done about it.

mod detail;
mod list;

pub(crate) use detail::{change_order, read_order};
pub(crate) use list::read_orders;

use super::Place;
use crate::order::OrderState;
use maud::{Markup, html};

/// Where an order is shown.
fn address(number: i64) -> String {
    format!("{}/{number}", Place::Orders.address())
}

/// A state, coloured by whether somebody has to do something.
fn chip(state: OrderState) -> Markup {
    let class = match state {
        OrderState::Placed => "chip warm",
        OrderState::Paid => "chip",
        OrderState::Cancelled | OrderState::Fulfilled => "chip plain",
    };
    html! { span class=(class) { (state.name()) } }
}
