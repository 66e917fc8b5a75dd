//! The backend at `/admin`, as people with browsers and people with bad intentions meet it.

mod account;
mod accounts;
mod api_key;
mod ask_again;
mod carts;
mod codes;
mod costs;
mod escaping;
mod first_run;
mod forgery;
mod forms;
mod guessing;
mod headers;
mod orders;
mod overview;
mod people;
mod prices;
mod privacy;
mod products;
mod second_factors;
mod sessions;
mod shops;

use super::{operator, page, site};

/// Where the shop's key is.
const API_KEY: &str = "/admin/settings/setup-design/checkout-setup/api-key";
const PEOPLE: &str = "/admin/settings/people";
const ACTIVITY: &str = "/admin/settings/activity";

/// A path below another.
fn below(path: &str, name: &str) -> String {
    format!("{path}/{name}")
}
