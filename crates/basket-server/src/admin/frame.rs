//! What every page has: the head, the policy, the navigation, the way to it.

use super::{Member, Place, place::NAVIGATION};
use axum::{
    http::{
        HeaderName, HeaderValue,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY},
    },
    response::{IntoResponse, Response},
};
use maud::{DOCTYPE, Markup, html};

/// What a page may load. Pictures of products lie anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src * data:; \
                      connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// A page of a shop.
pub(super) fn page(member: &Member, place: Place, title: &str, body: &Markup) -> Response {
    let way = place.way();
    let is_place = way.last() == Some(&title);
    // The innermost first, as it is the first that a narrow tab shows.
    let mut names: Vec<&str> = way.iter().rev().copied().collect();
    if !is_place {
        names.insert(0, title);
    }
    let whole = format!("{} \u{2013} {}", names.join(" \u{b7} "), member.shop.name);
    let content = html! {
        a.skip href="#main" { "Skip to the content" }
        header.top {
            button.menu type="button" popovertarget="menu" { (menu_glyph()) "Menu" }
            a.wordmark href=(Place::Overview.address()) {
                (basket_glyph())
                span { (member.shop.name) }
            }
            a.who href="/admin/account" { (member.operator().email) }
        }
        (navigation(member, place))
        main #main tabindex="-1" {
            (trail(member, place, (!is_place).then_some(title)))
            h1 { (title) }
            (body)
        }
    };
    respond(document(&whole, "inside", &content))
}

/// A page of nobody's shop: to sign in, to join, to say that something is not there.
pub(super) fn bare_page(title: &str, body: &Markup) -> Response {
    let content = html! {
        main #main.alone {
            p.wordmark { (basket_glyph()) span { "Basket" } }
            h1 { (title) }
            (body)
        }
    };
    respond(document(&format!("{title} \u{2013} Basket"), "outside", &content))
}

fn document(title: &str, class: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                link rel="icon" type="image/svg+xml" href="/admin/files/basket.svg";
                link rel="stylesheet" href="/admin/files/admin.css";
                link rel="stylesheet" href="/admin/files/lists.css";
                script src="/admin/files/admin.js" defer {}
            }
            body class=(class) { (content) }
        }
    }
}

fn respond(document: Markup) -> Response {
    let mut response = document.into_string().into_response();
    let headers = response.headers_mut();
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        // What one person sees is not for the next one at the same screen.
        (CACHE_CONTROL, "no-store"),
        // Forms say where they come from; other sites learn nothing.
        (REFERRER_POLICY, "same-origin"),
        (OPENER, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    response
}

fn navigation(member: &Member, here: Place) -> Markup {
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
fn level(here: Place, places: &[Place], depth: usize) -> Markup {
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
fn trail(member: &Member, place: Place, title: Option<&str>) -> Markup {
    let (last, before) = place.way().split_last().unwrap_or((&"", &[]));
    html! {
        nav.trail aria-label="Breadcrumb" {
            ol {
                li { a href=(Place::Overview.address()) { (member.shop.name) } }
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

fn basket_glyph() -> Markup {
    html! {
        svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" {
            path fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round"
                stroke-linejoin="round"
                d="M3.5 10h17l-1.6 8.2a2 2 0 0 1-2 1.6H7.100a2 2 0 0 1-2-1.600L3.500 10zM8 10l3-5.500M16 10l-3-5.500M9.500 13.500v3M14.500 13.500v3" {}
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
