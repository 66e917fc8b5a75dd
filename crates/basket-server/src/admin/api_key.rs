//! **Settings > Setup & Design > Checkout Setup > API Key**: the shop's keys, where its baskets may stand,
//! whose checkout it is, and where the shop hears of it.

mod change;
mod sections;

pub(crate) use change::{
    change_checkout, change_origins, change_webhook, create_key, revoke_key, rotate_key,
    rotate_webhook_secret,
};

use super::{Member, Place, Refusal, asked, page, to};
use crate::{
    api::{Address, Api},
    key::{Key, KeyKind},
    snippet::{Edition, snippet},
    store::{CheckoutSetup, Design},
};
use axum::{
    extract::{FromRequestParts as _, Request, State},
    http::request::Parts,
    response::Response,
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
}

impl Remark<'_> {
    fn is_bad(&self) -> bool {
        let is_some = |it: &Option<(&str, &str)>| it.is_some();
        self.origins.is_some() || [self.checkout, self.terms, self.webhook].iter().any(is_some)
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

/// Where pages of other sites reach the service.
pub(super) fn service_address(parts: &Parts, api: &Api) -> String {
    api.desk.public.clone().unwrap_or_else(|| Address::of(parts).origin())
}

/// `GET …/api-key`.
pub(crate) async fn read_api_key(
    State(api): State<Api>,
    request: Request,
) -> Result<Response, Refusal> {
    let (mut parts, _) = request.into_parts();
    let member = Member::from_request_parts(&mut parts, &api).await?;
    show(&api, &parts, &member, &Remark::default()).await
}

/// `GET …/settings` and what stands between it and the key.
pub(crate) async fn to_api_key() -> Response {
    to(Place::ApiKey.address())
}

async fn show(
    api: &Api,
    parts: &Parts,
    member: &Member,
    remark: &Remark<'_>,
) -> Result<Response, Refusal> {
    let shop = member.shop.id;
    let setup = Setup {
        keys: api.store.keys(shop).await?,
        checkout: api.store.checkout_setup(shop).await?.ok_or_else(Refusal::not_found)?,
        designs: api.store.designs(shop).await?,
        now: api.store.now(),
        service: service_address(parts, api),
    };
    let lasting = Key::for_pages(&setup.keys);
    let markup = lasting.map(|key| snippet(&setup.service, &key.name, &Edition::Newest));
    let body = html! {
        @if let Some(secret) = remark.secret { (sections::new_secret(secret)) }
        (sections::publishable(member, &setup, markup.as_deref()))
        @if member.is_owner() {
            (sections::origins(member, remark))
            (sections::checkout(member, &setup, remark))
            (sections::webhook(member, &setup, remark))
            (sections::secrets(member, &setup))
        } @else {
            p.notice { "Owners of the shop can change keys, origins and the checkout." }
        }
    };
    Ok(asked(page(member, Place::ApiKey, "API Key", &body), remark.is_bad()))
}
