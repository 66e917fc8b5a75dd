//! The demo shop: a small catalogue, the same every time, and a page to try the basket on. It must
//! never be part of a production service.

mod catalogue;
pub mod page;

use crate::{api::Problem, state::AppState};
use axum::{
    extract::State,
    http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    response::{IntoResponse, Response},
};
use basket_core::{diagnostic::Code, money::Currency};
use basket_model::{
    key::NewKey,
    shop::{Checkout, NewShop},
};
use basket_store::{Store, StoreError};

/// The demo shop's publishable key.
pub const KEY: &str = "pk_demo";

/// The demo shop's operator.
pub const EMAIL: &str = "demo@example.com";
/// Their password, which everybody knows. Nobody can sign in with it elsewhere.
pub const PASSWORD: &str = "demo-demo-demo";
/// What is kept of it. Everybody knows it, so it need not be made anew, which takes a while on purpose.
pub(crate) const KEPT_PASSWORD: &str = "$argon2id$v=19$m=19456,t=2,p=1$XpU7tdKWG/MEZhoLwEGpQA\
                                        $2UROVT5YEqgDb0qDIXvqfo3ZEyKqVkxclvt0aK7H53Y";

/// What the demo's page may load: the strictest policy that a page with a basket can have.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
                      img-src 'self' data:; connect-src 'self'; base-uri 'none'; \
                      form-action 'none'; frame-ancestors 'self'";

/// How many products the page shows.
const SHOWN: u32 = 100;

/// Opens the demo shop, if the database does not have it already; whether it had to.
pub async fn seed(store: &Store) -> Result<bool, StoreError> {
    if store.shops().of_key(KEY).await?.is_some() {
        return Ok(false);
    }
    let shop = NewShop {
        name: "Demo shop".to_owned(),
        currency: Currency::EUR,
        origins: Vec::new(),
        checkout: Checkout::Hosted,
        key: NewKey::publishable(KEY),
    };
    store.shops().create(shop, catalogue::products()).await?;
    store.operators().create(EMAIL, KEPT_PASSWORD).await?;
    if let Some(account) = store.operators().find(EMAIL).await? {
        store.operators().adopt_shops(account.operator.id).await?;
    }
    Ok(true)
}

/// `GET /`: the demo shop's home page.
pub(crate) async fn read_home(State(state): State<AppState>) -> Result<Response, Problem> {
    let unknown = || Problem::new(Code::AddressUnknown, "There is no demo shop.");
    let shop = state.store.shops().of_key(KEY).await?.ok_or_else(unknown)?;
    let products = state.store.products().page(shop.id, 0, SHOWN).await?.products;
    let headers = [
        (CONTENT_TYPE, "text/html; charset=utf-8"),
        (CONTENT_SECURITY_POLICY, POLICY),
        (CACHE_CONTROL, "no-cache"),
    ];
    Ok((headers, page::page(shop.currency, &products)).into_response())
}
