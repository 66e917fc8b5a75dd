//! `GET /admin/settings/codes`: the list, newest first, or the code that was searched for.

use super::{address, scope_words};
use crate::{
    frame::page, member::Member, navigation::NavItem, parts::moment, query::Query,
    refusal::Refusal, state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_core::{cart::CodeProblem, money::Currency};
use basket_model::pricing::{self, Discount, DiscountKind, write_percent};
use basket_store::DiscountPage;
use basket_texts::money::{money, number};
use basket_web::fields::with_query;
use maud::{Markup, html};

/// How many codes a page has.
const PAGE: u32 = 50;

/// `GET /admin/settings/codes`.
pub async fn read_codes(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let (wanted, before) = (query.text("q"), query.number("before"));
    let (discounts, shop) = (state.store.discounts(), member.shop.id);
    let found = if wanted.is_empty() {
        discounts.page(shop, before, PAGE).await?
    } else {
        let found = match pricing::read_code(wanted) {
            Some(code) => discounts.find(shop, &code).await?,
            None => None,
        };
        DiscountPage { discounts: found.into_iter().collect(), next: None }
    };
    let (saved, imported) = (query.raw("saved"), query.number("imported"));
    let body = html! {
        @if !saved.is_empty() {
            p.notice role="status" { "Saved " span.code { (saved) } "." }
        }
        @if let Some(imported) = imported {
            p.notice role="status" { "Imported " (number(imported)) " codes." }
        }
        (tools(&member, wanted))
        @if found.discounts.is_empty() {
            (nothing(&member, wanted, before))
        } @else {
            (table(&found.discounts, member.shop.currency, state.store.now()))
            nav.pager aria-label="Pages" {
                @if before.is_some() {
                    a.button.quiet href=(NavItem::Codes.address()) { "First page" }
                }
                @if let Some(next) = found.next {
                    a.button.quiet rel="next" href={ "?before=" (next) } { "More codes" }
                }
            }
        }
    };
    Ok(page(&member, NavItem::Codes, "Discount codes", &body))
}

fn tools(member: &Member, wanted: &str) -> Markup {
    html! {
        div.tools {
            form.search role="search" action=(NavItem::Codes.address()) {
                label.unseen for="q" { "Find a code" }
                input #q type="search" name="q" value=(wanted) placeholder="Find a code"
                    autocomplete="off" spellcheck="false" maxlength="200";
                button.button.quiet type="submit" { "Find" }
            }
            div.row {
                @if member.is_owner() {
                    a.button href=(address("new")) { "New code" }
                    a.button.quiet href=(address("import")) { "Import" }
                }
                a.button.quiet href={ (NavItem::Codes.address()) ".csv" } download { "Export" }
            }
        }
    }
}

fn table(discounts: &[Discount], currency: Currency, now: i64) -> Markup {
    html! {
        table.table.list {
            caption.unseen { "Discount codes, newest first" }
            thead {
                tr {
                    th scope="col" { "Code" }
                    th scope="col" { "Gives" }
                    th scope="col" { "Valid" }
                    th.number scope="col" { "Uses" }
                }
            }
            tbody {
                @for discount in discounts {
                    tr {
                        th scope="row" {
                            a.code href=(with_query(&address("edit"), &[("code", &discount.code)])) { (discount.code) }
                        }
                        td data-label="Gives" { div { (gives(discount, currency)) } }
                        td data-label="Valid" { div { (valid(discount, now)) } }
                        td.number data-label="Uses" {
                            span {
                                (number(discount.uses.into()))
                                @if let Some(most) = discount.max_uses { " of " (number(most.into())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// What a code gives, on what, and from which sum.
fn gives(discount: &Discount, currency: Currency) -> Markup {
    let (scope, _) = scope_words(discount.scope);
    let skus = discount.skus.len();
    html! {
        @match discount.kind {
            DiscountKind::Percent(thousandths) => { (write_percent(thousandths)) " %" }
            DiscountKind::Amount(amount) => { (money(currency, amount)) }
            DiscountKind::Shipping => { "Free delivery" }
        }
        br;
        span.muted {
            (scope)
            @if skus > 0 { ", " (skus) (if skus == 1 { " product" } else { " products" }) }
            @if let Some(minimum) = discount.minimum { ", from " (money(currency, minimum)) }
        }
    }
}

fn valid(discount: &Discount, now: i64) -> Markup {
    let is_early = discount.starts_at.is_some_and(|start| now < start);
    html! {
        @match discount.problem_at(now) {
            Some(_) if is_early => { span.chip.plain { "Not yet" } " " }
            Some(CodeProblem::UsedUp) => { span.chip.warm { "Used up" } " " }
            Some(_) => { span.chip.warm { "Expired" } " " }
            None => {}
        }
        @match (discount.starts_at, discount.ends_at) {
            (None, None) => { "Always" }
            (Some(start), None) => { "From " (moment(start)) }
            (None, Some(end)) => { "Until " (moment(end)) }
            (Some(start), Some(end)) => { (moment(start)) " until " (moment(end)) }
        }
    }
}

fn nothing(member: &Member, wanted: &str, before: Option<i64>) -> Markup {
    html! {
        div.empty {
            @if wanted.is_empty() && before.is_none() {
                h2 { "No discount codes yet" }
                p { "With a code, shoppers get a part of the price off, an amount off, or free delivery." }
                @if member.is_owner() {
                    p.row {
                        a.button href=(address("new")) { "New code" }
                        a.button.quiet href=(address("import")) { "Import CSV" }
                    }
                }
            } @else {
                h2 { "No code found" }
                p { "Enter the whole code." }
                p { a.button.quiet href=(NavItem::Codes.address()) { "Show all codes" } }
            }
        }
    }
}
