//! The document around every page: head, style sheets, Content-Security-Policy. It must never know who reads it.

use axum::{
    http::{
        HeaderName, HeaderValue,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY},
    },
    response::{IntoResponse, Response},
};
use basket_designer::{FOLDER, basket_glyph};
use maud::{DOCTYPE, Markup, html};

/// What a page may load. Pictures of products lie anywhere.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src * data:; \
                      connect-src 'self'; form-action 'self'; frame-src 'self'; base-uri 'none'; \
                      frame-ancestors 'none'";
const OPENER: HeaderName = HeaderName::from_static("cross-origin-opener-policy");

/// A page outside of any shop: to sign in, to join, to say that something does not exist.
pub(crate) fn bare_page(title: &str, body: &Markup) -> Response {
    let content = html! {
        main #main.alone {
            p.wordmark { (basket_glyph()) span { "Basket" } }
            h1 { (title) }
            (body)
        }
    };
    respond(document(&format!("{title} \u{2013} Basket"), "outside", &content))
}

/// A whole document.
pub(crate) fn document(title: &str, class: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="robots" content="noindex";
                link rel="icon" type="image/svg+xml" href={ (FOLDER) "/basket.svg" };
                link rel="stylesheet" href={ (FOLDER) "/base.css" };
                link rel="stylesheet" href="/admin/files/admin.css";
                link rel="stylesheet" href="/admin/files/lists.css";
                script src={ (FOLDER) "/copy.js" } defer {}
                script src="/admin/files/admin.js" defer {}
            }
            body class=(class) { (content) }
        }
    }
}

/// The document as an answer, with the headers of every page.
pub(crate) fn respond(document: Markup) -> Response {
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
