//! `GET /admin/carts`: the newest first, or those that match a filter.

use super::{SHORT, address, remark};
use crate::{
    dates, frame::page, member::Member, navigation::NavItem, parts, query::Query, refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_store::{CartFilter, CartRow, Contents, FoundCarts};
use basket_texts::money::{money, number};
use basket_web::fields::{Fields, with_query};
use maud::{Markup, html};

/// How many carts a page has.
const PAGE: u32 = 50;

const CONTENTS: [(Contents, &str, &str); 4] = [
    (Contents::Any, "", "All carts"),
    (Contents::Filled, "filled", "With items"),
    (Contents::Abandoned, "abandoned", "Abandoned"),
    (Contents::Empty, "empty", "Empty"),
];

/// `GET /admin/carts`.
pub async fn read_carts(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let wanted = CONTENTS.iter().find(|(_, name, _)| *name == query.text("show"));
    let filter = CartFilter {
        contents: wanted.map(|(contents, _, _)| *contents).unwrap_or_default(),
        day: dates::parse(query.text("day")),
        id: query.text("id").to_owned(),
    };
    let before = query.number("before");
    let found = state.store.carts().search(member.shop.id, &filter, before, PAGE).await?;
    let body = body(&member, &query, &filter, &found, state.store.now());
    Ok(page(&member, NavItem::Carts, "Carts", &body))
}

fn body(
    member: &Member,
    query: &Fields<'_>,
    filter: &CartFilter,
    found: &FoundCarts,
    now: i64,
) -> Markup {
    let here = NavItem::Carts.address();
    let (show, day, id) = (query.text("show"), query.text("day"), query.text("id"));
    let is_first = query.number("before").is_none();
    html! {
        form.tools action=(here) data-live="found" {
            div.field {
                label for="show" { "Show" }
                select #show name="show" {
                    @for (contents, name, label) in CONTENTS {
                        option value=(name) selected[contents == filter.contents] { (label) }
                    }
                }
            }
            div.field {
                label for="day" { "Created on (UTC)" }
                input #day type="date" name="day" value=(day);
            }
            div.field.grows {
                label for="id" { "ID" }
                input #id type="search" name="id" value=(id) placeholder="First characters"
                    autocomplete="off" spellcheck="false" maxlength="80";
            }
            button.button.quiet type="submit" { "Show" }
        }
        div #found {
            @if found.carts.is_empty() {
                (nothing(filter, found))
            } @else {
                (table(member, &found.carts, now))
                @if let Some(since) = found.looked_since { p.muted { (looked(since)) } }
            }
            nav.pager aria-label="Pages" {
                @if !is_first {
                    a.button.quiet href=(with_query(here, &[("show", show), ("day", day), ("id", id)]))
                        { "Newest carts" }
                }
                @if let Some(next) = found.next {
                    @let next = next.to_string();
                    @let next = [("show", show), ("day", day), ("id", id), ("before", &next)];
                    a.button.quiet rel="next" href=(with_query(here, &next))
                        { (if found.looked_since.is_some() { "Search older carts" } else { "Older carts" }) }
                }
            }
        }
        script src="/admin/files/lists.js" defer {}
    }
}

fn looked(since: i64) -> Markup {
    html! { "Only carts created since " (parts::moment(since)) " were searched." }
}

/// Carts as a table.
pub(crate) fn table(member: &Member, carts: &[CartRow], now: i64) -> Markup {
    html! {
        table.table.list {
            caption.unseen { "Carts, newest first" }
            thead {
                tr {
                    th scope="col" { "Cart" }
                    th.number scope="col" { "Items" }
                    th.number scope="col" { "Due at checkout" }
                    th scope="col" { "Created" }
                    th scope="col" { "Last active" }
                }
            }
            tbody {
                @for cart in carts {
                    tr {
                        th scope="row" {
                            a.code href=(address(&cart.id)) {
                                (cart.id.chars().take(SHORT).collect::<String>())
                            }
                            @if let Some((class, remark)) = remark(cart, now) {
                                " " span class=(class) { (remark) }
                            }
                        }
                        td.number data-label="Items" {
                            @if cart.items == 0 { span.muted { "empty" } } @else { (number(cart.items)) }
                        }
                        td.number data-label="Due at checkout" { (money(member.shop.currency, cart.total)) }
                        td data-label="Created" { (parts::moment(cart.created_at)) }
                        td data-label="Last active" { (last_visit(cart, now)) }
                    }
                }
            }
        }
    }
}

/// When the shopper last used it; an ordered cart cannot be used any more.
pub(super) fn last_visit(cart: &CartRow, now: i64) -> Markup {
    html! {
        @if cart.is_ordered { span.muted { "\u{2013}" } }
        @else { (dates::ago(cart.touched_at, now)) }
    }
}

fn nothing(filter: &CartFilter, found: &FoundCarts) -> Markup {
    html! {
        div.empty {
            @if let Some(since) = found.looked_since {
                h2 { "No carts found yet" }
                p { "No cart created since " (parts::moment(since)) " matches the filter." }
            } @else if *filter == CartFilter::default() {
                h2 { "No carts yet" }
                p { "Carts appear here as soon as a shopper adds a product." }
                p { a.button.quiet href=(NavItem::Start.address()) { "Set up the basket" } }
            } @else {
                h2 { "No carts found" }
                p { "No cart matches the filter." }
                p { a.button.quiet href=(NavItem::Carts.address()) { "Show all carts" } }
            }
        }
    }
}
