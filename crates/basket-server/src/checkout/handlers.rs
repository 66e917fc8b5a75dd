//! The addresses below `/checkout`.

use super::{CheckoutContext, contact::Filled, design, frame, page, pay};
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
use basket_core::{
    cart::{Cart, Line},
    json::Node,
};
use basket_delivery::payment::Payments;
use basket_model::{
    change::{self, Shortage},
    order::{NotPlaced, OpenCheckout},
};
use basket_store::{PlaceError, StoreError};
use basket_texts::localizer::{Key, Localizer};
use basket_web::{address::is_same_origin, body, caller::caller_network, fields::Fields, outage};

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
    Ok(show(&context, &Filled::default(), None, StatusCode::OK))
}

/// `POST /checkout/{token}`: the order.
pub(crate) async fn place_order(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, CheckoutError> {
    let (parts, body) = request.into_parts();
    let network = caller_network(&parts, state.limits.proxies);
    let request = Request::from_parts(parts, body);
    let (context, form) = read(&state, &token, request).await?;
    let has_terms = context.setup.terms.is_some();
    let filled = Filled::read(&form, &context.checkout.cart, has_terms, &context.localizer);
    let is_ordered = state.store.orders().of_checkout(&token).await?.is_some();
    if filled.is_wrong() && !is_ordered {
        return Ok(show(&context, &filled, None, StatusCode::UNPROCESSABLE_ENTITY));
    }
    // What is ordered is what was on the page, also if another tab has changed it since.
    let seen = form.raw("revision");
    if !is_ordered && !seen.is_empty() && seen != context.checkout.revision.to_string() {
        let problem = context.localizer.text(Key::Changed);
        return Ok(show(&context, &filled, Some(problem), StatusCode::CONFLICT));
    }
    let (contact, now) = (filled.contact(), state.store.ticks());
    let pieces = context.checkout.cart.lines.iter().map(|line| line.quantity).sum();
    let what = (context.checkout.shop, pieces);
    if !is_ordered && let Err(wait) = state.limits.take_order(network, &contact.email, what, now) {
        let problem = context.localizer.text(Key::Busy);
        let response = show(&context, &filled, Some(problem), StatusCode::TOO_MANY_REQUESTS);
        return Ok(([(RETRY_AFTER, (wait.as_secs() + 1).to_string())], response).into_response());
    }
    let method = Payments::choose(&context.setup.payment, &context.checkout.cart).method();
    let placed = state.store.orders().place(method, &context.checkout, &contact).await;
    let why = match placed {
        Ok(order) => return Ok(pay::after(&order)),
        Err(PlaceError::Refused(why)) => why,
        Err(PlaceError::Store(error)) => return Err(error.into()),
    };
    let localizer = &context.localizer;
    let problem = match why {
        NotPlaced::OutOfStock { sku, available } => {
            short(localizer, &context.checkout.cart, &sku, available)
        }
        NotPlaced::Empty => localizer.text(Key::Empty).to_owned(),
        NotPlaced::Old => return Err(old(context)),
        NotPlaced::Changed => localizer.text(Key::Changed).to_owned(),
        NotPlaced::Gone => {
            return Err(notice(StatusCode::GONE, context.localizer, Key::GoneTitle, Key::Gone));
        }
    };
    Ok(show(&context, &filled, Some(&problem), StatusCode::CONFLICT))
}

/// `POST /checkout/{token}/review`: other quantities, at the same prices.
pub(crate) async fn review(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, CheckoutError> {
    let (context, form) = read(&state, &token, request).await?;
    let OpenCheckout { shop, cart: frozen, .. } = &context.checkout;
    let skus: Vec<String> = frozen.lines.iter().map(|line| line.sku.clone()).collect();
    let products = state.store.products().named(*shop, &skus).await?;
    let quantity = |line: &Line| form.text(&format!("line-{}", line.id)).parse().ok();
    let (cart, shortage) = change::review(frozen, quantity, &products);
    if let Some(Shortage { sku, available }) = shortage {
        let problem = short(&context.localizer, &cart, &sku, available);
        return Ok(show(&context, &Filled::default(), Some(&problem), StatusCode::CONFLICT));
    }
    if cart != *frozen && !state.store.checkouts().review(&context.checkout, &cart).await? {
        let problem = context.localizer.text(Key::Changed);
        return Ok(show(&context, &Filled::default(), Some(problem), StatusCode::CONFLICT));
    }
    Ok(back(&token))
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

fn short(localizer: &Localizer, cart: &Cart, sku: &str, available: u32) -> String {
    let line = cart.lines.iter().find(|line| line.sku == sku);
    let values = [("name", line.map_or(sku, |line| &line.name))];
    if available == 0 {
        localizer.fill(Key::StockNone, &values)
    } else {
        localizer.count(Key::StockShort, available, &values)
    }
}

async fn read(
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

fn show(
    context: &CheckoutContext,
    filled: &Filled,
    problem: Option<&str>,
    status: StatusCode,
) -> Response {
    let body = page::review(context, filled, problem);
    let mut response = frame::page(context, context.localizer.text(Key::Title), &body);
    *response.status_mut() = status;
    response
}

pub(super) fn back(token: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, format!("/checkout/{token}"))]).into_response()
}

fn old(context: CheckoutContext) -> CheckoutError {
    notice(StatusCode::GONE, context.localizer, Key::OldTitle, Key::Old)
}

/// Who and what an order names is shown for a while only.
fn expired(localizer: Localizer) -> CheckoutError {
    notice(StatusCode::GONE, localizer, Key::ExpiredTitle, Key::Expired)
}

fn notice(status: StatusCode, localizer: Localizer, title: Key, text: Key) -> CheckoutError {
    CheckoutError::Notice(status, Box::new(localizer), title, text)
}
