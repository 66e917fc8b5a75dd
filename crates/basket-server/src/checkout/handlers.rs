//! The addresses below `/checkout`.

use super::{
    CheckoutContext, design, frame, pay,
    shown::{Shown, show},
    typed::Typed,
};
use crate::state::AppState;
use axum::{
    extract::{Path, Request, State},
    http::{
        StatusCode,
        header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, LOCATION, RETRY_AFTER},
        request::Parts,
    },
    middleware::Next,
    response::{IntoResponse, Response},
};
use basket_core::json::Node;
use basket_store::StoreError;
use basket_texts::localizer::{Key, Localizer};
use basket_web::{address::is_same_origin, body, fields::Fields, outage};

/// How large a form may be: a field for each line of a cart, and a few more.
const MAX_FORM: usize = 64 * 1024;

/// Answers a page of a checkout unless the caller's network has asked for too much already.
pub(crate) async fn within_limits(
    State(state): State<AppState>,
    request: Request,
    next: Next,
) -> Response {
    let (parts, body) = request.into_parts();
    if let Err(wait) = state.limits.take_request(&parts, state.store.ticks()) {
        let localizer = visitor_language(&parts);
        let status = StatusCode::TOO_MANY_REQUESTS;
        let page = frame::notice(status, &localizer, Key::ClosedTitle, Key::Closed);
        return ([(RETRY_AFTER, (wait.as_secs() + 1).to_string())], page).into_response();
    }
    next.run(Request::from_parts(parts, body)).await
}

/// A visitor who comes by mistake still gets the page in a language of their browser.
fn visitor_language(parts: &Parts) -> Localizer {
    let wish = parts.headers.get(ACCEPT_LANGUAGE).and_then(|wish| wish.to_str().ok());
    let wish = wish.and_then(|wish| wish.split([',', ';']).next()).unwrap_or("en");
    Localizer::new(wish, Node::NONE)
}

/// Why there is no page of a checkout.
#[derive(Debug)]
pub(crate) enum CheckoutError {
    /// There is no such checkout, or it is over.
    Notice(StatusCode, Box<Localizer>, Key, Key),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for CheckoutError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for CheckoutError {
    fn into_response(self) -> Response {
        match self {
            Self::Notice(status, localizer, title, text) => {
                frame::notice(status, &localizer, title, text)
            }
            Self::Store(error) => {
                outage::report(&error);
                let localizer = Localizer::new("en", Node::NONE);
                let status = match error {
                    StoreError::Full => StatusCode::INSUFFICIENT_STORAGE,
                    StoreError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
                    _ => StatusCode::INTERNAL_SERVER_ERROR,
                };
                frame::notice(status, &localizer, Key::ClosedTitle, Key::Closed)
            }
        }
    }
}

/// The page for when the service cannot answer.
pub(crate) fn unavailable() -> Response {
    CheckoutError::from(StoreError::Unavailable("no answer in time".to_owned())).into_response()
}

/// `GET /checkout/{token}`: what is about to be ordered, or what was.
pub(crate) async fn read_checkout(
    State(state): State<AppState>,
    Path(token): Path<String>,
    parts: Parts,
) -> Result<Response, CheckoutError> {
    let context = context(&state, &token, &parts).await?;
    if let Some(order) = state.store.orders().of_checkout(&token).await? {
        let arrival = pay::Arrival::from_query(&Fields::from_query(&parts.uri));
        return Ok(pay::confirm(&context, &order, arrival));
    }
    if state.store.checkouts().is_old(&context.checkout) {
        return Err(old(context));
    }
    let typed = Typed::new(Fields::default(), context.checkout.rules.as_deref());
    show(&state, &context, &typed, Shown::default()).await
}

/// `GET /checkout/{token}/design.css`.
pub(crate) async fn read_design(
    State(state): State<AppState>,
    Path(token): Path<String>,
) -> Result<Response, CheckoutError> {
    let found = state.store.checkouts().find(&token).await?;
    let design = match found {
        Some(checkout) => state.store.shops().checkout_design(checkout.shop).await?,
        None => None,
    };
    let sheet = design::sheet(&design::read(design.as_deref()));
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    Ok((headers, sheet).into_response())
}

pub(super) async fn read(
    state: &AppState,
    token: &str,
    request: Request,
) -> Result<(CheckoutContext, Fields<'static>), CheckoutError> {
    let (parts, sent) = request.into_parts();
    let context = context(state, token, &parts).await?;
    let refused = |status, localizer| notice(status, localizer, Key::ClosedTitle, Key::Closed);
    if !is_same_origin(&parts, state.public()) {
        return Err(refused(StatusCode::FORBIDDEN, context.localizer));
    }
    let bytes = tokio::time::timeout(state.body_timeout, body::read(sent, MAX_FORM)).await;
    let Ok(Ok(bytes)) = bytes else {
        return Err(refused(StatusCode::BAD_REQUEST, context.localizer));
    };
    Ok((context, Fields::from_body(&bytes).into_owned()))
}

pub(super) async fn context(
    state: &AppState,
    token: &str,
    parts: &Parts,
) -> Result<CheckoutContext, CheckoutError> {
    let Some(checkout) = state.store.checkouts().find(token).await? else {
        // Checkouts are deleted when their link has expired; the order still knows the language.
        if let Some(order) = state.store.orders().of_checkout(token).await? {
            return Err(expired(Localizer::new(&order.locale, Node::NONE)));
        }
        let localizer = visitor_language(parts);
        return Err(notice(StatusCode::NOT_FOUND, localizer, Key::UnknownTitle, Key::Unknown));
    };
    let design = state.store.shops().checkout_design(checkout.shop).await?;
    let design = design::read(design.as_deref());
    let localizer = Localizer::new(&checkout.locale, design::locales(&design));
    if checkout.is_ordered
        && let Some(order) = state.store.orders().of_checkout(token).await?
        && order.is_link_expired(state.store.now())
    {
        return Err(expired(localizer));
    }
    let shop = state.store.shops().find(checkout.shop).await?;
    let setup = state.store.shops().checkout_setup(checkout.shop).await?;
    match (shop, setup) {
        (Some(shop), Some(setup)) => Ok(CheckoutContext {
            checkout,
            shop,
            setup,
            localizer,
            mails: state.store.sends_mails(),
        }),
        _ => Err(notice(StatusCode::NOT_FOUND, localizer, Key::UnknownTitle, Key::Unknown)),
    }
}

pub(super) fn back(token: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, format!("/checkout/{token}"))]).into_response()
}

pub(super) fn old(context: CheckoutContext) -> CheckoutError {
    notice(StatusCode::GONE, context.localizer, Key::OldTitle, Key::Old)
}

/// Who and what an order names is shown for a while only.
fn expired(localizer: Localizer) -> CheckoutError {
    notice(StatusCode::GONE, localizer, Key::ExpiredTitle, Key::Expired)
}

pub(super) fn notice(
    status: StatusCode,
    localizer: Localizer,
    title: Key,
    text: Key,
) -> CheckoutError {
    CheckoutError::Notice(status, Box::new(localizer), title, text)
}
