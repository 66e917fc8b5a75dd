//! **Settings > Shipping**, **Tax**, **Discount codes** and **Invoices**: what an order costs beside its lines, and what asks
//! for it. What rules, codes and sellers must be is decided in `pricing` and `invoice`.

mod codes;
mod controls;
mod example;
mod invoices;
mod problems;
mod shipping;
mod table;
mod tax;

pub use codes::{
    change_code, create_code, export_codes, import_codes, read_code, read_code_import, read_codes,
    read_new_code, remove_code,
};
pub use invoices::{change_invoices, read_invoices};
pub use shipping::{change_shipping, read_shipping};
pub use tax::{add_standard_rates, change_tax, export_rates, import_rates, read_tax};

use crate::member::Member;
use basket_model::pricing::Rules;
use basket_texts::countries;
use maud::{Markup, html};

/// The rules that a shop has at present.
fn kept_rules(member: &Member) -> Rules {
    member.shop.rules.as_deref().cloned().unwrap_or_default()
}

/// A country in English; its code if it has no name.
fn country_name(code: &str) -> &str {
    let mut countries = countries::in_language("en");
    countries.find(|(other, _)| *other == code).map_or(code, |(_, name)| name)
}

/// That a form was refused, or was saved.
fn outcome(is_refused: bool, is_saved: bool) -> Markup {
    html! {
        @if is_refused {
            p.notice.bad role="alert" { "Nothing was saved. Fix the marked fields." }
        } @else if is_saved {
            p.notice role="status" { "Saved." }
        }
    }
}

/// The button of a form that only owners may send.
fn save(member: &Member, words: &str) -> Markup {
    html! {
        @if member.is_owner() {
            div.row.actions { button.button type="submit" { (words) } }
        } @else {
            p.muted { "Only owners can change this." }
        }
    }
}
