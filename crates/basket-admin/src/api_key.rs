//! **Settings > Setup & Design > Checkout Setup > API Key**: the shop's keys, where its baskets may stand,
//! whose checkout it is, how it is paid, and where the shop hears of it.

mod change;
mod payment;
mod sections;

pub use change::{
    change_checkout, change_origins, change_webhook, create_key, revoke_key,
    rotate_handover_secret, rotate_key, rotate_webhook_secret,
};
pub use payment::change_payment;

use crate::{
    frame::page,
    member::Member,
    navigation::NavItem,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{
    extract::{FromRequestParts as _, Request, State},
    http::request::Parts,
    response::Response,
};
use basket_model::key::{Key, KeyKind};
use basket_store::{CheckoutSetup, Design};
use basket_web::{
    address::service_address,
    snippet::{Edition, snippet},
};
use maud::html;

/// What there is to say on top of what is kept.
#[derive(Debug, Default)]
struct Remark<'a> {
    /// A secret key that was made just now; it is never shown again.
    secret: Option<&'a str>,
    /// Origins that were typed, with what is wrong with them.
    origins: Option<(&'a str, String)>,
    checkout: Option<(&'a str, &'static str)>,
    terms: Option<(&'a str, &'static str)>,
    webhook: Option<(&'a str, &'static str)>,
    /// What is wrong with what was chosen for payments.
    payment: Option<payment::Wrong>,
}

impl Remark<'_> {
    fn is_bad(&self) -> bool {
        let is_some = |it: &Option<(&str, &str)>| it.is_some();
        let is_wrong = self.origins.is_some() || self.payment.is_some();
        is_wrong || [self.checkout, self.terms, self.webhook].iter().any(is_some)
    }
}

/// Everything that the page shows.
struct Setup {
    keys: Vec<Key>,
    checkout: CheckoutSetup,
    designs: Vec<Design>,
    now: i64,
    service: String,
}

impl Setup {
    fn keys(&self, kind: KeyKind) -> impl Iterator<Item = &Key> {
        self.keys.iter().rev().filter(move |key| key.kind == kind)
    }
}

/// `GET …/api-key`.
pub async fn read_api_key(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (mut parts, _) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, &state).await?;
    show(&state, &parts, &member, &Remark::default()).await
}

/// `GET …/settings` and what stands between it and the key.
pub async fn to_api_key() -> Response {
    redirect(NavItem::ApiKey.address())
}

async fn show(
    state: &AdminState,
    parts: &Parts,
    member: &Member,
    remark: &Remark<'_>,
) -> Result<Response, Refusal> {
    let shop = member.shop.id;
    let setup = Setup {
        keys: state.store.keys().all(shop).await?,
        checkout: state.store.shops().checkout_setup(shop).await?.ok_or_else(Refusal::not_found)?,
        designs: state.store.designs().all(shop).await?,
        now: state.store.now(),
        service: service_address(parts, state.public()),
    };
    let lasting = Key::for_pages(&setup.keys);
    let markup = lasting.map(|key| snippet(&setup.service, &key.name, &Edition::Newest));
    let body = html! {
        @if let Some(secret) = remark.secret { (sections::new_secret(secret)) }
        (sections::publishable(member, &setup, markup.as_deref()))
        @if member.is_owner() {
            (sections::origins(member, remark))
            (sections::checkout(member, &setup, remark))
            (payment::section(member, &setup, remark))
            (sections::webhook(member, &setup, remark))
            (sections::secrets(member, &setup))
        } @else {
            p.notice { "Only owners of the shop can change keys, origins and the checkout." }
        }
    };
    Ok(with_form_status(page(member, NavItem::ApiKey, "API Key", &body), remark.is_bad()))
}
