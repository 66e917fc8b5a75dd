//! `GET /admin/orders`: the newest first, in any state or in one, or what a search finds.

use super::{address, chip, who};
use crate::{
    frame::page, member::Member, navigation::NavItem, parts, query::Query, refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::order::{Order, OrderState};
use basket_store::OrderPage;
use basket_texts::money::{money, number};
use basket_web::fields::{Fields, with_query};
use maud::{Markup, html};

/// How many orders a page has.
const PAGE: u32 = 50;

/// `GET /admin/orders`.
pub async fn read_orders(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let wanted_state = OrderState::parse(query.text("state"));
    let (wanted, before) = (query.text("q"), query.number("before"));
    let orders = state.store.orders();
    let found = orders.search(member.shop.id, wanted, wanted_state, before, PAGE).await?;
    Ok(page(&member, NavItem::Orders, "Orders", &body(&query, wanted_state, &found)))
}

fn body(query: &Fields<'_>, state: Option<OrderState>, found: &OrderPage) -> Markup {
    let here = NavItem::Orders.address();
    let (name, wanted) = (state.map_or("", OrderState::name), query.text("q"));
    let is_all = state.is_none() && wanted.is_empty();
    html! {
        form.tools action=(here) data-live="found" {
            div.field {
                label for="state" { "Show" }
                select #state name="state" {
                    option value="" selected[state.is_none()] { "All orders" }
                    @for each in OrderState::ALL {
                        option value=(each.name()) selected[state == Some(each)] { (each.name()) }
                    }
                }
            }
            div.field.grows {
                label for="q" { "Number, e-mail or name" }
                input #q type="search" name="q" value=(wanted) autocomplete="off"
                    spellcheck="false" maxlength="200";
            }
            button.button.quiet type="submit" { "Search" }
        }
        div #found {
            @if found.orders.is_empty() {
                (nothing(is_all))
            } @else {
                (table(&found.orders))
            }
            nav.pager aria-label="Pages" {
                @if query.number("before").is_some() {
                    a.button.quiet href=(with_query(here, &[("state", name), ("q", wanted)])) { "Newest orders" }
                }
                @if let Some(next) = found.next {
                    @let next = next.to_string();
                    @let next = [("state", name), ("q", wanted), ("before", &next)];
                    a.button.quiet rel="next" href=(with_query(here, &next)) { "Older orders" }
                }
            }
        }
        script src="/admin/files/lists.js" defer {}
    }
}

/// Orders as a table.
fn table(orders: &[Order]) -> Markup {
    html! {
        table.table.list {
            caption.unseen { "Orders, newest first" }
            thead {
                tr {
                    th scope="col" { "Order" }
                    th scope="col" { "State" }
                    th scope="col" { "Customer" }
                    th.number scope="col" { "Items" }
                    th.number scope="col" { "Due at checkout" }
                    th scope="col" { "Placed" }
                }
            }
            tbody {
                @for order in orders {
                    tr {
                        th scope="row" { a href=(address(order.number)) { (order.number) } }
                        td data-label="State" { (chip(order.state)) }
                        td data-label="Customer" { (who(&order.contact)) }
                        td.number data-label="Items" { (number(order.cart.items().into())) }
                        td.number data-label="Due at checkout" {
                            (money(order.cart.currency, order.cart.total()))
                        }
                        td data-label="Placed" { (parts::moment(order.created_at)) }
                    }
                }
            }
        }
    }
}

fn nothing(is_all: bool) -> Markup {
    html! {
        div.empty {
            @if is_all {
                h2 { "No orders yet" }
                p { "Orders appear here as soon as a shopper places one." }
            } @else {
                h2 { "No orders found" }
                p { "No order matches this number, e-mail address or name." }
                p { a.button.quiet href=(NavItem::Orders.address()) { "Show all orders" } }
            }
        }
    }
}
