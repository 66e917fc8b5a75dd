//! Answers that are no pages of their own.

use axum::{
    http::{
        StatusCode,
        header::{CACHE_CONTROL, LOCATION},
    },
    response::{IntoResponse as _, Response},
};

/// Sends the browser to another page, with a GET.
pub(crate) fn redirect(address: &str) -> Response {
    // The target of a redirect depends on the operator.
    let headers = [(LOCATION, address), (CACHE_CONTROL, "no-store")];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// A page with a form, with status 422 where something in the form is wrong.
pub(crate) fn with_form_status(mut response: Response, is_wrong: bool) -> Response {
    if is_wrong {
        *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    }
    response
}
