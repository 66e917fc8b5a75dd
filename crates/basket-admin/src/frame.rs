//! What every page of a shop has: the navigation and the breadcrumb.

use crate::{
    member::Member,
    navigation::{NAVIGATION, NavItem},
    parts::moment,
    shell::{basket_glyph, document, respond},
};
use axum::response::Response;
use maud::{Markup, html};

/// A page of a shop.
pub(crate) fn page(member: &Member, place: NavItem, title: &str, body: &Markup) -> Response {
    let way = place.way();
    let is_place = way.last() == Some(&title);
    // The innermost first, as it is the first that a narrow tab shows.
    let mut names: Vec<&str> = way.iter().rev().copied().collect();
    if !is_place {
        names.insert(0, title);
    }
    let whole = format!("{} \u{2013} {}", names.join(" \u{b7} "), member.shop.name);
    let content = html! {
        a.skip href="#main" { "Skip to content" }
        header.top {
            button.menu type="button" popovertarget="menu" { (menu_glyph()) "Menu" }
            a.wordmark href=(NavItem::Overview.address()) {
                (basket_glyph())
                span { (member.shop.name) }
            }
            a.who href="/admin/account" { (member.operator().email) }
        }
        (navigation(member, place))
        main #main tabindex="-1" {
            (trail(member, place, (!is_place).then_some(title)))
            h1 { (title) }
            @if let Some(at) = member.delete_at { (ending(member, at)) }
            (body)
        }
    };
    respond(document(&whole, "inside", &content))
}

/// That the shop is about to be deleted.
fn ending(member: &Member, at: i64) -> Markup {
    html! {
        p.notice.bad role="status" {
            "This shop will be deleted on " (moment(at)) ". "
            @if member.is_owner() { a href=(NavItem::Privacy.address()) { "Cancel deletion" } }
        }
    }
}

fn navigation(member: &Member, here: NavItem) -> Markup {
    html! {
        nav #menu popover aria-label="Main" {
            @if member.memberships.len() > 1 {
                p.switch { a href="/admin/shops" { "All shops" } }
            }
            ul { (level(here, NAVIGATION, 0)) }
        }
    }
}

/// The pages of one level; those that share a heading stand below it together.
fn level(here: NavItem, places: &[NavItem], depth: usize) -> Markup {
    let groups = places.chunk_by(|a, b| {
        a.way().len() > depth + 1 && b.way().len() > depth + 1 && a.way()[depth] == b.way()[depth]
    });
    html! {
        @for group in groups {
            @match group {
                [place] if place.way().len() == depth + 1 => {
                    li {
                        a href=(place.address())
                            aria-current=[(*place == here).then_some("page")]
                            { (place.way()[depth]) }
                    }
                }
                _ => {
                    li {
                        span.heading { (group[0].way()[depth]) }
                        ul { (level(here, group, depth + 1)) }
                    }
                }
            }
        }
    }
}

/// The way to the page; its last part is where one is.
fn trail(member: &Member, place: NavItem, title: Option<&str>) -> Markup {
    let (last, before) = place.way().split_last().unwrap_or((&"", &[]));
    html! {
        nav.trail aria-label="Breadcrumb" {
            ol {
                li { a href=(NavItem::Overview.address()) { (member.shop.name) } }
                @for name in before { li { (name) } }
                @if let Some(title) = title {
                    li { a href=(place.address()) { (last) } }
                    li { span aria-current="page" { (title) } }
                } @else {
                    li { span aria-current="page" { (last) } }
                }
            }
        }
    }
}

fn menu_glyph() -> Markup {
    html! {
        svg viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" {
            path stroke="currentColor" stroke-width="1.75" stroke-linecap="round" d="M3 6h14M3 10h14M3 14h14" {}
        }
    }
}
