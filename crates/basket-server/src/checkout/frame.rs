//! What every page of the checkout has.

use super::CheckoutContext;
use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY},
    },
    response::{IntoResponse, Response},
};
use basket_texts::localizer::{Key, Localizer};
use maud::{DOCTYPE, Markup, html};

/// What a page may load. Pictures of products lie anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src * data:; \
                      connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A page of a shop's checkout.
pub(super) fn page(context: &CheckoutContext, title: &str, body: &Markup) -> Response {
    let CheckoutContext { checkout, shop, localizer, .. } = context;
    let markup = html! {
        header {
            p.shop { (shop.name) }
            @if let Some(origin) = &checkout.origin {
                a href=(origin) { (localizer.text(Key::Back)) }
            }
        }
        main { (body) }
    };
    let title = format!("{title} \u{2013} {}", shop.name);
    let links = html! {
        (no_icon())
        link rel="stylesheet" href={ "/checkout/" (checkout.token) "/design.css" };
    };
    respond(document(localizer, &title, &links, &markup))
}

/// A page without a shop: there is nothing to show.
pub(super) fn notice(status: StatusCode, localizer: &Localizer, title: Key, text: Key) -> Response {
    let content = html! {
        main.alone {
            h1 { (localizer.text(title)) }
            p { (localizer.text(text)) }
        }
    };
    let title = localizer.text(title);
    let mut response = respond(document(localizer, title, &no_icon(), &content));
    *response.status_mut() = status;
    response
}

/// Keeps the browser from asking for an icon.
fn no_icon() -> Markup {
    html! { link rel="icon" href="data:,"; }
}

/// A whole page. `links` are further ones of its head, behind the checkout's own style sheet.
pub(super) fn document(
    localizer: &Localizer,
    title: &str,
    links: &Markup,
    content: &Markup,
) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(localizer.language()) dir=(localizer.direction()) {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                link rel="stylesheet" href="/checkout/files/checkout.css";
                (links)
                script src="/checkout/files/checkout.js" defer {}
            }
            body { (content) }
        }
    }
}

/// With the headers that every page of the checkout has.
pub(super) fn respond(document: Markup) -> Response {
    let mut response = document.into_string().into_response();
    for (name, value) in [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-store"),
        // The address opens the order: no other site may learn it, and forms must say where they come from.
        (REFERRER_POLICY, "same-origin"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
