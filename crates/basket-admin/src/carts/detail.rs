//! `GET /admin/carts/{cart}`: a cart with its lines and sums, as its shopper sees them.

use super::{SHORT, list::last_visit, remark};
use crate::{
    frame::page, member::Member, navigation::NavItem, parts, products::picture, refusal::Refusal,
    state::AdminState,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use basket_core::{
    cart::{Adjustment, AdjustmentKind, Cart, Line},
    money::Currency,
    product::ProductType,
};
use basket_model::change::Refused;
use basket_store::{CartFilter, CartRow, ChangeError};
use basket_texts::money::{money, number, rhythm};
use basket_web::fields::with_query;
use maud::{Markup, html};

/// `GET /admin/carts/{cart}`.
pub async fn read_cart(
    State(state): State<AdminState>,
    member: Member,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let filter = CartFilter { id: id.clone(), ..CartFilter::default() };
    let found = state.store.carts().search(member.shop.id, &filter, None, 1).await?;
    let row = found.carts.into_iter().find(|cart| cart.id == id).ok_or_else(Refusal::not_found)?;
    let cart = match state.store.carts().find(&member.shop, &id).await {
        Ok(mut found) => {
            state.store.carts().add_costs(&member.shop, None, &mut found.cart).await?;
            Some(found.cart)
        }
        Err(ChangeError::Refused(Refused::CartExpired)) => None,
        Err(ChangeError::Store(error)) => return Err(error.into()),
        Err(_) => return Err(Refusal::not_found()),
    };
    let title = format!("Cart {}", id.chars().take(SHORT).collect::<String>());
    let now = state.store.now();
    let body = html! {
        (about(&row, now))
        @match &cart {
            None if row.is_ordered => {
                div.empty {
                    h2 { "Ordered" }
                    p { "This cart became an order. The shopper continues with a new cart." }
                    p { a.button.quiet href=(NavItem::Orders.address()) { "Show orders" } }
                }
            }
            None => {
                div.empty {
                    h2 { "Expired" }
                    p { "This cart was not used for " (basket_store::IDLE_DAYS) " days. The shopper gets a new one." }
                }
            }
            Some(cart) if cart.lines.is_empty() => {
                div.empty { h2 { "Empty" } p { "This cart has no items." } }
            }
            Some(cart) => {
                (lines(cart))
                (sums(cart))
            }
        }
    };
    Ok(page(&member, NavItem::Carts, &title, &body))
}

fn about(row: &CartRow, now: i64) -> Markup {
    html! {
        section.card aria-label="Cart details" {
            dl.facts {
                div { dt { "ID" } dd.code { (row.id) } }
                div { dt { "Created" } dd { (parts::moment(row.created_at)) } }
                div {
                    dt { "Last active" }
                    dd {
                        (last_visit(row, now))
                        @if let Some((class, remark)) = remark(row, now) {
                            " " span class=(class) { (remark) }
                        }
                    }
                }
            }
        }
    }
}

/// What is in a cart, as a table.
pub(crate) fn lines(cart: &Cart) -> Markup {
    let edit = format!("{}/edit", NavItem::Products.address());
    html! {
        table.table.list {
            caption.unseen { "Items in the cart" }
            thead {
                tr {
                    th scope="col" { "Product" }
                    th scope="col" { "Frequency" }
                    th.number scope="col" { "Quantity" }
                    th.number scope="col" { "Unit price" }
                    th.number scope="col" { "Price" }
                }
            }
            tbody {
                @for line in &cart.lines {
                    tr {
                        th scope="row" {
                            a.thing href=(with_query(&edit, &[("sku", &line.sku)])) {
                                (picture(line.image.as_deref(), &line.name))
                                span {
                                    span.name { (line.name) }
                                    span.code { (line.sku) }
                                    @if line.product_type != ProductType::Normal {
                                        " " span.chip { (line.product_type.name()) }
                                    }
                                }
                            }
                        }
                        td data-label="Frequency" { (how(line)) }
                        td.number data-label="Quantity" { (line.quantity) }
                        td.number data-label="Unit price" { (money(cart.currency, line.unit_price)) }
                        td.number data-label="Price" { strong { (money(cart.currency, line.price())) } }
                    }
                }
            }
        }
    }
}

fn how(line: &Line) -> Markup {
    html! {
        @match line.period {
            None => span.muted { "once" },
            Some(period) => span.chip { (rhythm(period)) },
        }
        @if !line.available { " " span.chip.warm { "out of stock" } }
    }
}

/// What a cart costs.
pub(crate) fn sums(cart: &Cart) -> Markup {
    let sums = cart.sums();
    html! {
        section.card aria-labelledby="sums" {
            h2.unseen #sums { "Sums" }
            dl.sums {
                @if sums.purchases.count > 0 {
                    (sum("Purchases", sums.purchases.count, cart.currency, sums.purchases.amount))
                }
                @for (period, found) in &sums.subscriptions {
                    @let name = format!("Subscriptions, {}", rhythm(*period));
                    (sum(&name, found.count, cart.currency, found.amount))
                }
                @for adjustment in &cart.costs.adjustments { (adjusted(cart.currency, adjustment)) }
                div.total { dt { "Due at checkout" } dd { (money(cart.currency, sums.total)) } }
            }
        }
    }
}

/// A discount, a delivery or a tax. A tax that prices contain is told, and changes no sum.
fn adjusted(currency: Currency, adjustment: &Adjustment) -> Markup {
    let Adjustment { kind, label, amount, included, period, tax, .. } = adjustment;
    let rate = tax.map(|tax| tax.rate.map_or("reverse charge".to_owned(), percent));
    let name = match kind {
        AdjustmentKind::Discount => format!("Discount {label}"),
        AdjustmentKind::Shipping => format!("Shipping, {label}"),
        AdjustmentKind::Tax if label.is_empty() => "VAT".to_owned(),
        AdjustmentKind::Tax => label.clone(),
    };
    html! {
        div {
            dt {
                (name)
                @if let Some(rate) = rate { " " span.muted { (rate) } }
                @if let Some(period) = period { " " span.chip { (rhythm(*period)) } }
                @if *included { " " span.muted { "included" } }
            }
            dd { (money(currency, *amount)) }
        }
    }
}

/// A rate in thousandths of a percent.
pub(crate) fn percent(rate: u32) -> String {
    let text = format!("{}.{:03}", rate / 1000, rate % 1000);
    format!("{} %", text.trim_end_matches('0').trim_end_matches('.'))
}

fn sum(name: &str, count: u32, currency: Currency, amount: i64) -> Markup {
    let items = if count == 1 { "item" } else { "items" };
    html! {
        div {
            dt { (name) " " span.muted { (number(count.into())) " " (items) } }
            dd { (money(currency, amount)) }
        }
    }
}
