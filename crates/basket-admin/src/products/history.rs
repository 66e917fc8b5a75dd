//! What a product costs and did cost, on its page. What counts as a reduction, and which prices before it do, is decided
//! in `price_history` of the model.

use crate::parts::moment;
use basket_core::{
    money::{Currency, Minor},
    product::Period,
};
use basket_model::price_history::{OfferPrices, PriceChange, read_history};
use basket_texts::money::{money, rhythm};
use maud::{Markup, html};

/// How many prices are listed; `basket product prices` prints all.
const LISTED: usize = 50;

pub(super) fn section(currency: Currency, history: &[PriceChange], now: i64) -> Markup {
    let offers = read_history(history, now);
    html! {
        section.prices aria-labelledby="price-history" {
            h2 #price-history { "Price history" }
            p.muted {
                "If you advertise a price reduction in the EU, state the lowest price of the 30 days before it."
            }
            table.table.list {
                caption.unseen { "Current and lowest prices" }
                thead {
                    tr {
                        th scope="col" { "Offer" }
                        th scope="col" { "Price" }
                        th scope="col" { "Last reduction" }
                        th scope="col" { "Lowest, 30 days before it" }
                        th scope="col" { "Lowest, last 30 days" }
                    }
                }
                tbody { @for offer in &offers { (summary(currency, offer, now)) } }
            }
            details {
                summary { "All prices" }
                (all(currency, history))
            }
        }
    }
}

fn summary(currency: Currency, offer: &OfferPrices, now: i64) -> Markup {
    let reduction = offer.reduction.as_ref();
    html! {
        tr {
            th scope="row" { (name(offer.period)) }
            td data-label="Price" {
                div {
                    (amount(currency, offer.price))
                    @if let Some(before) = offer.before { p.muted { "before: " (money(currency, before)) } }
                }
            }
            td data-label="Last reduction" {
                @if let Some(reduction) = reduction {
                    div { (money(currency, reduction.price)) p.muted { (moment(reduction.at)) } }
                } @else { span.muted { "none" } }
            }
            td data-label="Lowest, 30 days before it" {
                @if let Some(reduction) = reduction {
                    div { (amount(currency, reduction.lowest)) (known(offer, reduction.at)) }
                }
            }
            td data-label="Lowest, last 30 days" {
                div { (amount(currency, offer.lowest)) (known(offer, now)) }
            }
        }
    }
}

/// Since when prices are known, if that is less than the 30 days before a moment.
fn known(offer: &OfferPrices, until: i64) -> Markup {
    html! {
        @if !offer.is_complete(until) { p.muted { "known since " (moment(offer.known_since)) } }
    }
}

/// The newest first.
fn all(currency: Currency, history: &[PriceChange]) -> Markup {
    html! {
        table.table.list {
            caption.unseen { "Prices, newest first" }
            thead { tr { th scope="col" { "Since" } th scope="col" { "Offer" } th scope="col" { "Price" } } }
            tbody {
                @for change in history.iter().rev().take(LISTED) {
                    tr {
                        th scope="row" { (moment(change.since)) }
                        td data-label="Offer" { (name(change.period)) }
                        td data-label="Price" { (amount(currency, change.price)) }
                    }
                }
            }
        }
        @if history.len() > LISTED {
            p.muted { "These are the newest " (LISTED) " prices." }
        }
    }
}

fn name(period: Option<Period>) -> String {
    period.map_or_else(|| "one-off".to_owned(), rhythm)
}

fn amount(currency: Currency, price: Option<Minor>) -> Markup {
    html! {
        @match price {
            Some(price) => (money(currency, price)),
            None => span.muted { "not sold" },
        }
    }
}
