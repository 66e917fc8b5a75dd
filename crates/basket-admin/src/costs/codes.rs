//! `/admin/settings/codes`: discount codes: a list, a form for each, and files for all of them. What a code must be is decided
//! in `pricing`.

mod draft;
mod edit;
mod files;
mod list;

pub use edit::{change_code, create_code, read_code, read_new_code, remove_code};
pub use files::{export_codes, import_codes, read_code_import};
pub use list::read_codes;

use crate::navigation::NavItem;
use basket_model::pricing::Scope;

/// An address below the list of codes.
fn address(name: &str) -> String {
    format!("{}/{name}", NavItem::Codes.address())
}

/// On what a discount is given, in short and in a sentence.
fn scope_words(scope: Scope) -> (&'static str, &'static str) {
    match scope {
        Scope::Purchases => {
            ("Purchases", "Only one-off purchases. Subscriptions cost what they cost.")
        }
        Scope::FirstPeriod => (
            "First period",
            "Everything that is due now: purchases, and the first period of subscriptions.",
        ),
        Scope::EveryPeriod => {
            ("Every period", "Everything that is due now, and each renewal of subscriptions.")
        }
    }
}
