//! Error pages and redirects instead of a page.

use crate::{reply::redirect, shell::bare_page};
use axum::{
    http::{HeaderValue, StatusCode, header::RETRY_AFTER},
    response::{IntoResponse, Response},
};
use basket_model::token::NoRandomness;
use basket_store::StoreError;
use basket_web::{fields::with_query, outage};
use maud::{Markup, html};
use std::time::Duration;

/// Why there is no page.
#[derive(Debug)]
pub enum Refusal {
    /// Another page is in its place.
    Elsewhere(String),
    /// The operator has to enter the password first.
    Question(Markup),
    /// There is nothing to show.
    Page { status: StatusCode, title: &'static str, text: String, wait: Option<u64> },
}

impl Refusal {
    fn page(status: StatusCode, title: &'static str, text: &str) -> Self {
        Self::Page { status, title, text: text.to_owned(), wait: None }
    }

    pub(crate) fn redirect(address: &str) -> Self {
        Self::Elsewhere(address.to_owned())
    }

    pub(crate) fn not_found() -> Self {
        let text = "This page does not exist, or you do not have access to it.";
        Self::page(StatusCode::NOT_FOUND, "Page not found", text)
    }

    pub(crate) fn method_not_allowed() -> Self {
        let text = "This page does not accept this kind of request. Nothing was changed.";
        Self::page(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed", text)
    }

    pub(crate) fn forbidden() -> Self {
        let text =
            "Only owners of the shop can do this. Ask an owner to do it, or to make you an owner.";
        Self::page(StatusCode::FORBIDDEN, "Owners only", text)
    }

    pub(crate) fn form_expired() -> Self {
        let text = "This form is out of date, or was not sent from a page of this service. \
                    Nothing was changed. Go back, reload the page, and try again.";
        Self::page(StatusCode::FORBIDDEN, "Form expired", text)
    }

    pub(crate) fn slow() -> Self {
        let text = "The form took too long to arrive. Nothing was changed. Try again.";
        Self::page(StatusCode::REQUEST_TIMEOUT, "Request timed out", text)
    }

    pub(crate) fn too_large() -> Self {
        let text = "The form or file is too large. Nothing was changed. Send a smaller one.";
        Self::page(StatusCode::PAYLOAD_TOO_LARGE, "Too large", text)
    }

    /// A link that is used, ended, or was never good.
    pub(crate) fn link_used() -> Self {
        let text = "This link was already used or has expired. Ask for a new one.";
        Self::page(StatusCode::GONE, "Link expired", text)
    }

    /// A sign-in that was begun long ago, or finished already.
    pub(crate) fn sign_in_expired() -> Self {
        let text = "This step expired or was already completed. Sign in again.";
        Self::page(StatusCode::GONE, "Sign in again", text)
    }

    /// An account that is closed for now.
    pub(crate) fn disabled() -> Self {
        let text =
            "This account is disabled. Ask an owner of your shop or the host of the service.";
        Self::page(StatusCode::FORBIDDEN, "Account disabled", text)
    }

    /// An account that is not only this owner's concern.
    pub(crate) fn others_account() -> Self {
        let text = "You cannot do this to your own account, or to an account that also belongs to shops of others. \
                    You can remove the member from this shop instead.";
        Self::page(StatusCode::FORBIDDEN, "Not allowed", text)
    }

    /// A passkey that is not known, or was not asked for.
    pub(crate) fn passkey() -> Self {
        let text = "The passkey was not accepted. Try again, or sign in with your password.";
        Self::page(StatusCode::FORBIDDEN, "Passkey not accepted", text)
    }

    /// A shop that nobody could run any more.
    pub(crate) fn last_owner() -> Self {
        let text = "A shop needs at least one owner. Make another member an owner first.";
        Self::page(StatusCode::CONFLICT, "Last owner", text)
    }

    /// Too many others at the same time.
    pub(crate) fn busy() -> Self {
        let text = "Too many sign-ins at the moment. Try again shortly.".to_owned();
        let (status, title) = (StatusCode::SERVICE_UNAVAILABLE, "Temporarily unavailable");
        Self::Page { status, title, text, wait: Some(5) }
    }

    /// No answer in time. What was begun may have been done.
    pub(crate) fn unavailable() -> Self {
        let text = "The service did not answer in time. Look whether your change was made, then try again.";
        let (status, title) = (StatusCode::SERVICE_UNAVAILABLE, "Temporarily unavailable");
        Self::Page { status, title, text: text.to_owned(), wait: Some(5) }
    }

    /// Too many guesses.
    pub(crate) fn wait(time: Duration) -> Self {
        let seconds = time.as_secs() + 1;
        let text = format!("Too many attempts. Try again in {seconds} seconds.");
        let (status, title) = (StatusCode::TOO_MANY_REQUESTS, "Too many attempts");
        Self::Page { status, title, text, wait: Some(seconds) }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        outage::report(&error);
        let (status, text) = match error {
            StoreError::Full => (
                StatusCode::INSUFFICIENT_STORAGE,
                "The service is out of storage space. Nothing was changed. Tell the host of the service.",
            ),
            StoreError::Unavailable(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The database is unavailable. Nothing was changed. Try again shortly.",
            ),
            StoreError::InDoubt(_) => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "The connection to the database was lost. Look whether your change was made before you repeat it.",
            ),
            _ => (
                StatusCode::INTERNAL_SERVER_ERROR,
                "Internal error. The log of the service has the details.",
            ),
        };
        let wait = (status != StatusCode::INTERNAL_SERVER_ERROR).then_some(5);
        Self::Page { status, title: "Temporarily unavailable", text: text.to_owned(), wait }
    }
}

impl From<NoRandomness> for Refusal {
    fn from(error: NoRandomness) -> Self {
        StoreError::from(error).into()
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        match self {
            Self::Elsewhere(address) => redirect(&address),
            Self::Question(body) => {
                let mut response = bare_page("Confirm it is you", &body);
                *response.status_mut() = StatusCode::FORBIDDEN;
                response
            }
            Self::Page { status, title, text, wait } => {
                let body = html! {
                    p { (text) }
                    p { a.button.quiet href="/admin" { "Go to the backend" } }
                };
                let mut response = bare_page(title, &body);
                *response.status_mut() = status;
                if let Some(wait) = wait.and_then(|it| HeaderValue::try_from(it.to_string()).ok()) {
                    response.headers_mut().insert(RETRY_AFTER, wait);
                }
                response
            }
        }
    }
}

/// The sign-in address that leads back to a page.
pub(crate) fn sign_in_address(wanted: &str) -> String {
    if wanted == "/admin" || !is_inside(wanted) {
        return "/admin/sign-in".to_owned();
    }
    with_query("/admin/sign-in", &[("next", wanted)])
}

/// Whether an address is one of the backend's, so that nobody is sent to another site.
pub(crate) fn is_inside(address: &str) -> bool {
    let is_plain = address.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    is_plain && (address == "/admin" || address.starts_with("/admin/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_sent_to_another_site() {
        assert!(is_inside("/admin/shops/1/carts?after=3"));
        for address in [
            "",
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/admin\\@evil.example",
            "/admin.evil.example",
            "/administration",
            "/admin/\r\nSet-Cookie: a=b",
            "javascript:alert(1)",
        ] {
            assert!(!is_inside(address), "{address}");
            assert_eq!(sign_in_address(address), "/admin/sign-in");
        }
    }
}
