//! The backend at `/admin`, for the people who run shops: pages and forms that work without a script.
//! It must never know SQL, nor decide what a cart or a product may be.

mod account;
mod activity;
mod api_key;
mod carts;
mod dates;
mod design;
mod form;
mod frame;
mod join;
mod member;
mod orders;
mod overview;
mod parts;
mod people;
mod place;
mod products;
mod query;
mod refusal;
mod session;
mod setup;
mod shops;
mod sign_in;
mod start;
mod upload;
mod webhooks;

pub(crate) use account::{change_password, read_account, sign_out_everywhere};
pub(crate) use activity::read_activity;
pub(crate) use api_key::{
    change_checkout, change_origins, change_payment, change_webhook, create_key, read_api_key,
    revoke_key, rotate_key, rotate_webhook_secret, service_address, to_api_key,
};
pub(crate) use carts::{read_cart, read_carts};
pub(crate) use design::{
    change_design, check_design, read_design, read_preview, remove_design, rename_design,
};
pub(crate) use join::{join, read_join, read_password, set_password};
pub(crate) use orders::{change_order, read_order, read_orders};
pub(crate) use overview::read_overview;
pub(crate) use people::{invite, read_people, remove_person, set_role, withdraw};
pub(crate) use products::{
    change_product, create_product, export_products, import_products, read_import,
    read_import_form, read_new_product, read_product, read_products, remove_product,
};
pub(crate) use setup::{read_setup, set_up};
pub(crate) use shops::{enter_shop, open_shop, read_home, read_shops};
pub(crate) use sign_in::{read_sign_in, sign_in, sign_out};
pub(crate) use start::read_start;
pub(crate) use webhooks::{read_webhook, read_webhooks, send_again};

use crate::{
    api::{self, Api},
    files::{ADMIN, File},
    limits::Limit,
    store::StoreError,
};
use axum::{
    http::{
        StatusCode, Uri,
        header::{CACHE_CONTROL, LOCATION},
    },
    response::{IntoResponse, Response},
};
use form::{Form, OpenForm};
use frame::{bare_page, page};
use member::Member;
use place::Place;
use refusal::{Refusal, is_inside};
use session::SignedIn;
pub(crate) use session::is_from_here;
use std::net::IpAddr;

/// Where the designer is.
pub(crate) const DESIGNER: &str = Place::Design.address();

/// How long one more guess at a password takes to be allowed, and how many may be made at once.
const GUESS_SECONDS: u32 = 30;
const GUESSES: u32 = 10;

/// What the backend needs besides the store.
#[derive(Debug)]
pub(crate) struct Desk {
    /// Where people reach the service, if the host has said so: scheme and host.
    pub(crate) public: Option<String>,
    /// Whether the demo's password is good here.
    pub(crate) demo: bool,
    by_address: Limit<IpAddr>,
    by_email: Limit<String>,
}

impl Desk {
    pub(crate) fn new(public: Option<String>, demo: bool) -> Self {
        let (by_address, by_email) =
            (Limit::slow(GUESS_SECONDS, GUESSES), Limit::slow(GUESS_SECONDS, GUESSES));
        Self { public, demo, by_address, by_email }
    }
}

/// The files of the backend's pages, by their addresses.
pub(crate) fn files() -> impl Iterator<Item = (String, &'static File)> {
    ADMIN.iter().map(|file| (format!("/admin/files/{}", file.name), file))
}

/// Answers an address that is not there: people get a page, programs what the API says.
pub(crate) async fn address_unknown(uri: Uri) -> Response {
    if is_inside(uri.path()) {
        return Refusal::not_found().into_response();
    }
    api::address_unknown().await.into_response()
}

/// Likewise for an address that has other methods.
pub(crate) async fn method_not_allowed(uri: Uri) -> Response {
    if is_inside(uri.path()) {
        return Refusal::other_methods().into_response();
    }
    api::method_not_allowed().await.into_response()
}

/// Sends the browser to another page, with a GET.
fn to(address: &str) -> Response {
    // Where somebody is sent depends on who they are.
    let headers = [(LOCATION, address), (CACHE_CONTROL, "no-store")];
    (StatusCode::SEE_OTHER, headers).into_response()
}

/// The page again, with what is wrong on it.
fn asked(mut response: Response, is_wrong: bool) -> Response {
    if is_wrong {
        *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
    }
    response
}

/// Notes what somebody did in a shop.
async fn note(
    api: &Api,
    member: &Member,
    action: &'static str,
    subject: &str,
) -> Result<(), StoreError> {
    tracing::info!(action, "an operator changed something");
    api.store.note(member.shop.id, &member.operator().email, action, subject).await
}
