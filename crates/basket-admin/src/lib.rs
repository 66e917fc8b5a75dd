//! The backend at `/admin`, for the people who run shops: pages and forms that work without a script.
//! It must never know SQL, nor decide what a cart or a product may be.

mod account;
mod activity;
mod api_key;
mod ask_again;
mod browser_name;
mod carts;
mod costs;
mod dates;
mod design;
mod download;
mod entry;
mod form;
mod frame;
mod join;
mod member;
mod navigation;
mod orders;
mod overview;
mod parts;
mod passkey;
mod password;
mod people;
mod privacy;
mod products;
mod query;
mod refusal;
mod reply;
mod reset;
mod second_step;
mod session;
mod setup;
mod shell;
mod shops;
mod sign_in;
mod start;
mod state;
mod upload;
mod webhooks;

pub use account::{
    add_app, add_passkey, change_password, delete_account, end_session, keep_account,
    new_recovery_codes, read_account, read_account_deletion, read_new_app, read_new_passkey,
    remove_app, remove_passkey, sign_out_everywhere,
};
pub use activity::{export_activity, read_activity};
pub use api_key::{
    change_checkout, change_origins, change_payment, change_webhook, create_key, read_api_key,
    revoke_key, rotate_handover_secret, rotate_key, rotate_webhook_secret, to_api_key,
};
pub use carts::{read_cart, read_carts};
pub use costs::{
    add_standard_rates, change_code, change_invoices, change_shipping, change_tax, create_code,
    export_codes, export_rates, import_codes, import_rates, read_code, read_code_import,
    read_codes, read_invoices, read_new_code, read_shipping, read_tax, remove_code,
};
pub use design::{
    change_design, check_design, read_design, read_preview, remove_design, rename_design,
};
pub use join::{join, read_join, read_password, set_password};
pub use orders::{change_order, read_invoice, read_order, read_orders};
pub use overview::read_overview;
pub use passkey::{begin_passkey_sign_in, sign_in_with_passkey};
pub use people::{
    end_sessions, invite, read_people, remove_person, set_disabled, set_role, set_second_factor,
    withdraw,
};
pub use privacy::{
    change_retention, delete_shop, erase_person, export_person, find_person, keep_shop,
    read_privacy,
};
pub use products::{
    change_product, create_product, export_products, import_products, read_import,
    read_import_form, read_new_product, read_product, read_products, remove_product,
};
pub use reset::{ask_for_reset, read_reset};
pub use second_step::check_code;
pub use setup::{read_setup, set_up};
pub use shops::{enter_shop, open_shop, read_home, read_shops};
pub use sign_in::{read_sign_in, sign_in, sign_out};
pub use start::read_start;
pub use webhooks::{read_webhook, read_webhooks, send_again};

pub use state::{AdminSettings, AdminState, OperatorMail, RenderInvoice, SendMail};

use axum::response::{IntoResponse as _, Response};
use basket_web::files::File;
use navigation::NavItem;
use refusal::Refusal;
use std::time::Duration;

include!(concat!(env!("OUT_DIR"), "/files.rs"));

/// Where the designer is.
pub const DESIGNER: &str = NavItem::Design.address();

/// Whether an address belongs to the backend, so that a person is likely to read the answer.
pub fn is_inside(path: &str) -> bool {
    refusal::is_inside(path)
}

/// The page for a client over the rate limit.
pub fn too_many_requests(wait: Duration) -> Response {
    Refusal::wait(wait).into_response()
}

/// The page for when the service cannot answer.
pub fn unavailable() -> Response {
    Refusal::unavailable().into_response()
}

/// The page for an address of the backend that does not exist.
pub fn not_found() -> Response {
    Refusal::not_found().into_response()
}

/// The page for an address of the backend that takes other methods.
pub fn method_not_allowed() -> Response {
    Refusal::method_not_allowed().into_response()
}
