//! What every page of the checkout has.

use super::{
    Scene,
    texts::{Key, Words},
};
use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY},
    },
    response::{IntoResponse, Response},
};
use maud::{DOCTYPE, Markup, html};

/// What a page may load. Pictures of products lie anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src * data:; \
                      form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// A page of a shop's checkout.
pub(super) fn page(scene: &Scene, title: &str, body: &Markup) -> Response {
    let Scene { checkout, shop, words, .. } = scene;
    let content = html! {
        header {
            p.shop { (shop.name) }
            @if let Some(origin) = &checkout.origin {
                a href=(origin) { (words.text(Key::Back)) }
            }
        }
        main { (body) }
    };
    let title = format!("{title} \u{2013} {}", shop.name);
    let design = format!("/checkout/{}/design.css", checkout.token);
    respond(document(words, &title, Some(&design), &content))
}

/// A page without a shop: there is nothing to show.
pub(super) fn notice(status: StatusCode, words: &Words, title: Key, text: Key) -> Response {
    let content = html! {
        main.alone {
            h1 { (words.text(title)) }
            p { (words.text(text)) }
        }
    };
    let mut response = respond(document(words, words.text(title), None, &content));
    *response.status_mut() = status;
    response
}

fn document(words: &Words, title: &str, design: Option<&str>, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang=(words.language()) dir=(words.direction()) {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                link rel="icon" href="data:,";
                link rel="stylesheet" href="/checkout/files/checkout.css";
                @if let Some(design) = design { link rel="stylesheet" href=(design); }
                script src="/checkout/files/checkout.js" defer {}
            }
            body { (content) }
        }
    }
}

fn respond(document: Markup) -> Response {
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
