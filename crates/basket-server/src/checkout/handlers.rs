//! The addresses below `/checkout`.

use super::{
    Scene,
    contact::Filled,
    design, frame, page, pay,
    texts::{Key, Words},
};
use crate::{
    admin::is_from_here,
    api::Api,
    change,
    order::{NotPlaced, OpenCheckout},
    payment::Payments,
    store::StoreError,
};
use axum::{
    body::to_bytes,
    extract::{Path, Request, State},
    http::{
        StatusCode,
        header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, LOCATION},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use basket_core::{
    cart::{Cart, MAX_QUANTITY},
    json::Node,
};

/// How large a form may be: a field for each line of a cart, and a few more.
const MAX_FORM: usize = 64 * 1024;

/// Why there is no page of a checkout.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// There is no such checkout, or it is over.
    Notice(StatusCode, Box<Words>, Key, Key),
    /// The database failed.
    Store(StoreError),
}

impl From<StoreError> for Trouble {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        match self {
            Self::Notice(status, words, title, text) => frame::notice(status, &words, title, text),
            Self::Store(error) => {
                tracing::error!(%error, "the store failed");
                let words = Words::new("en", Node::NONE);
                let status = match error {
                    StoreError::Full => StatusCode::INSUFFICIENT_STORAGE,
                    StoreError::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
                    _ => StatusCode::INTERNAL_SERVER_ERROR,
                };
                frame::notice(status, &words, Key::ClosedTitle, Key::Closed)
            }
        }
    }
}

/// `GET /checkout/{token}`: what is about to be ordered, or what was.
pub(crate) async fn read_checkout(
    State(api): State<Api>,
    Path(token): Path<String>,
    parts: Parts,
) -> Result<Response, Trouble> {
    let scene = scene(&api, &token, &parts).await?;
    if let Some(order) = api.store.order_of_checkout(&token).await? {
        return Ok(pay::confirm(&scene, &order, pay::Moment::of(parts.uri.query())));
    }
    if api.store.is_old(&scene.checkout) {
        return Err(old(scene));
    }
    Ok(show(&scene, &Filled::default(), None, StatusCode::OK))
}

/// `POST /checkout/{token}`: the order.
pub(crate) async fn place_order(
    State(api): State<Api>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, Trouble> {
    let (scene, form) = read(&api, &token, request).await?;
    let value = |name: &str| form.iter().find(|(found, _)| found == name).map_or("", |(_, it)| it);
    let has_terms = scene.setup.terms.is_some();
    let filled = Filled::read(value, &scene.checkout.cart, has_terms, &scene.words);
    let is_ordered = api.store.order_of_checkout(&token).await?.is_some();
    if filled.is_wrong() && !is_ordered {
        return Ok(show(&scene, &filled, None, StatusCode::UNPROCESSABLE_ENTITY));
    }
    let means = Payments::choose(&scene.setup.payment, &scene.checkout.cart).means();
    let placed = api.store.place_order_by(means, &scene.checkout, &filled.contact()).await?;
    let why = match placed {
        Ok(order) => return Ok(pay::after(&order)),
        Err(why) => why,
    };
    let words = &scene.words;
    let problem = match why {
        NotPlaced::OutOfStock { sku, available } => {
            short(words, &scene.checkout.cart, &sku, available)
        }
        NotPlaced::Empty => words.text(Key::Empty).to_owned(),
        NotPlaced::Old => return Err(old(scene)),
        NotPlaced::Changed => words.text(Key::Changed).to_owned(),
        NotPlaced::Gone | NotPlaced::Unknown => {
            return Err(notice(StatusCode::GONE, scene.words, Key::GoneTitle, Key::Gone));
        }
    };
    Ok(show(&scene, &filled, Some(&problem), StatusCode::CONFLICT))
}

/// `POST /checkout/{token}/review`: other quantities, at the same prices.
pub(crate) async fn review(
    State(api): State<Api>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, Trouble> {
    let (scene, form) = read(&api, &token, request).await?;
    let mut cart = scene.checkout.cart.clone();
    for line in &mut cart.lines {
        let name = format!("line-{}", line.id);
        let typed = form.iter().find(|(found, _)| *found == name);
        if let Some(quantity) = typed.and_then(|(_, typed)| typed.trim().parse::<u32>().ok()) {
            line.quantity = quantity.min(MAX_QUANTITY);
        }
    }
    cart.lines.retain(|line| line.quantity > 0);
    let products = stocks(&api, &scene.checkout, &mut cart).await?;
    if let Some((sku, available)) = products {
        let problem = short(&scene.words, &cart, &sku, available);
        return Ok(show(&scene, &Filled::default(), Some(&problem), StatusCode::CONFLICT));
    }
    if cart != scene.checkout.cart && !api.store.review_checkout(&scene.checkout, &cart).await? {
        let problem = scene.words.text(Key::Changed);
        return Ok(show(&scene, &Filled::default(), Some(problem), StatusCode::CONFLICT));
    }
    Ok(back(&token))
}

/// `GET /checkout/{token}/design.css`.
pub(crate) async fn read_design(
    State(api): State<Api>,
    Path(token): Path<String>,
) -> Result<Response, Trouble> {
    let found = api.store.checkout(&token).await?;
    let design = match found {
        Some(checkout) => api.store.checkout_design(checkout.shop).await?,
        None => None,
    };
    let sheet = design::sheet(&design::read(design.as_deref()));
    let headers = [(CONTENT_TYPE, "text/css; charset=utf-8"), (CACHE_CONTROL, "no-cache")];
    Ok((headers, sheet).into_response())
}

/// What the shop has of each product now; the first that is wanted more often than that.
async fn stocks(
    api: &Api,
    checkout: &OpenCheckout,
    cart: &mut Cart,
) -> Result<Option<(String, u32)>, StoreError> {
    let skus: Vec<String> = cart.lines.iter().map(|line| line.sku.clone()).collect();
    let products = api.store.products(checkout.shop, &skus).await?;
    for line in &mut cart.lines {
        let found = products.iter().find(|product| product.sku == line.sku);
        line.stock = found.map_or(Some(0), |product| product.stock);
    }
    change::settle(cart);
    let short = cart.lines.iter().find(|line| !line.available);
    Ok(short.map(|line| (line.sku.clone(), line.stock.unwrap_or_default())))
}

fn short(words: &Words, cart: &Cart, sku: &str, available: u32) -> String {
    let line = cart.lines.iter().find(|line| line.sku == sku);
    let values = [("name", line.map_or(sku, |line| &line.name))];
    if available == 0 {
        words.fill(Key::StockNone, &values)
    } else {
        words.count(Key::StockShort, available, &values)
    }
}

async fn read(
    api: &Api,
    token: &str,
    request: Request,
) -> Result<(Scene, Vec<(String, String)>), Trouble> {
    let (parts, body) = request.into_parts();
    let scene = scene(api, token, &parts).await?;
    let refused = |status, words| notice(status, words, Key::ClosedTitle, Key::Closed);
    if !is_from_here(&parts, api) {
        return Err(refused(StatusCode::FORBIDDEN, scene.words));
    }
    let bytes = tokio::time::timeout(api.body_timeout, to_bytes(body, MAX_FORM)).await;
    let Ok(Ok(bytes)) = bytes else {
        return Err(refused(StatusCode::BAD_REQUEST, scene.words));
    };
    let form = form_urlencoded::parse(&bytes);
    let form = form.map(|(name, value)| (name.into_owned(), value.into_owned())).collect();
    Ok((scene, form))
}

pub(super) async fn scene(api: &Api, token: &str, parts: &Parts) -> Result<Scene, Trouble> {
    let Some(checkout) = api.store.checkout(token).await? else {
        // Whoever comes here by mistake has at least told their browser what they read.
        let wish = parts.headers.get(ACCEPT_LANGUAGE).and_then(|wish| wish.to_str().ok());
        let wish = wish.and_then(|wish| wish.split([',', ';']).next()).unwrap_or("en");
        let words = Words::new(wish, Node::NONE);
        return Err(notice(StatusCode::NOT_FOUND, words, Key::UnknownTitle, Key::Unknown));
    };
    let design = api.store.checkout_design(checkout.shop).await?;
    let design = design::read(design.as_deref());
    let words = Words::new(&checkout.locale, design::locales(&design));
    let shop = api.store.shop(checkout.shop).await?;
    let setup = api.store.checkout_setup(checkout.shop).await?;
    match (shop, setup) {
        (Some(shop), Some(setup)) => {
            Ok(Scene { checkout, shop, setup, words, mails: api.store.sends_mails() })
        }
        _ => Err(notice(StatusCode::NOT_FOUND, words, Key::UnknownTitle, Key::Unknown)),
    }
}

fn show(scene: &Scene, filled: &Filled, problem: Option<&str>, status: StatusCode) -> Response {
    let body = page::review(scene, filled, problem);
    let mut response = frame::page(scene, scene.words.text(Key::Title), &body);
    *response.status_mut() = status;
    response
}

pub(super) fn back(token: &str) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, format!("/checkout/{token}"))]).into_response()
}

fn old(scene: Scene) -> Trouble {
    notice(StatusCode::GONE, scene.words, Key::OldTitle, Key::Old)
}

fn notice(status: StatusCode, words: Words, title: Key, text: Key) -> Trouble {
    Trouble::Notice(status, Box::new(words), title, text)
}
