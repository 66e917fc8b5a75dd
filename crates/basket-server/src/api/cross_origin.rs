//! Lets pages of other origins call the API. Who may is decided by the shop's list when the call
//! comes in; a preflight carries no key, so nothing can be decided there, and a refusal must reach
//! the page with its code.

use axum::{
    extract::Request,
    http::{
        HeaderName, HeaderValue, Method, StatusCode,
        header::{
            ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
            ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
        },
    },
    middleware::Next,
    response::{IntoResponse, Response},
};

const PREFLIGHT: [(HeaderName, &str); 4] = [
    (ACCESS_CONTROL_ALLOW_ORIGIN, "*"),
    (ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, PATCH, DELETE"),
    (
        ACCESS_CONTROL_ALLOW_HEADERS,
        "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match",
    ),
    (ACCESS_CONTROL_MAX_AGE, "86400"),
];

/// Answers preflights, and marks every answer below `/v1` as readable by any page. What is the
/// shop's own is not for pages: a secret key has no business in a browser.
pub(crate) async fn cross_origin(request: Request, next: Next) -> Response {
    let path = request.uri().path();
    if !path.starts_with("/v1") || path.starts_with("/v1/admin/") {
        return next.run(request).await;
    }
    if request.method() == Method::OPTIONS {
        return (StatusCode::NO_CONTENT, PREFLIGHT).into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static("ETag, Retry-After"));
    response
}
