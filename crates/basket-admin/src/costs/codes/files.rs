//! `/admin/settings/codes.csv` and `/admin/settings/codes/import`: the codes as a file.

use super::address;
use crate::{
    activity::record_activity,
    costs::{save, table::refused},
    download::{Table, csv},
    frame::page,
    member::Member,
    navigation::NavItem,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
    upload::Upload,
};
use axum::{extract::State, response::Response};
use basket_model::pricing::sheets::{self, CODE_COLUMNS};
use basket_store::{Store, StoreError};
use basket_texts::money::number;
use basket_web::fields::with_query;
use maud::{Markup, html};
use std::sync::Arc;

/// How many codes are read at once.
const PAGE: u32 = 500;

/// What each column holds.
const MEANINGS: [&str; CODE_COLUMNS.len()] = [
    "The code. Required.",
    "percent, amount or shipping (free delivery). Required.",
    "Percent, such as 7.5, or an amount in the smallest unit of the currency: 5.00 euros are 500.",
    "purchases, first_period (the default) or every_period.",
    "Minimum order value, in the smallest unit of the currency.",
    "SKUs, a line each within the cell. Leave empty for all products.",
    "Valid from: a time in UTC, such as 2027-01-15T10:00Z.",
    "Valid until: likewise.",
    "Uses in all. Leave empty for no limit.",
    "Uses per e-mail address. Leave empty for no limit.",
];

/// `GET /admin/settings/codes.csv`.
pub async fn export_codes(
    State(state): State<AdminState>,
    member: Member,
) -> Result<Response, Refusal> {
    // What can go wrong at once is said properly; later the file can only break off.
    state.store.check().await?;
    let codes = Codes { shop: member.shop.id, before: Some(i64::MAX) };
    Ok(csv(Arc::clone(&state.store), "codes.csv", codes))
}

struct Codes {
    shop: i64,
    /// Where the next page begins.
    before: Option<i64>,
}

impl Table for Codes {
    fn columns(&self) -> String {
        sheets::code_header()
    }

    async fn next(&mut self, store: &Store) -> Result<Option<String>, StoreError> {
        let Some(before) = self.before else { return Ok(None) };
        let page = store.discounts().page(self.shop, Some(before), PAGE).await?;
        self.before = page.next;
        Ok(Some(sheets::write_codes(&page.discounts)))
    }
}

/// `GET /admin/settings/codes/import`.
pub async fn read_code_import(member: Member) -> Response {
    show(&member, &html! {})
}

/// `POST /admin/settings/codes/import`. All codes of the file are kept, or none.
pub async fn import_codes(
    State(state): State<AdminState>,
    member: Member,
    upload: Upload,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let file = upload.bytes("file");
    let read = tokio::task::spawn_blocking(move || sheets::read_codes(&file)).await;
    let failed = |_| StoreError::Internal("reading a file panicked".to_owned());
    let problem = match read.map_err(failed)? {
        Err(error) => html! { p { (error) } },
        Ok(sheets::Table { bad, .. }) if !bad.is_empty() => refused(&bad),
        Ok(sheets::Table { rows, .. }) if rows.is_empty() => {
            html! { p { "The file contains no codes." } }
        }
        Ok(sheets::Table { rows, .. }) => {
            let count = rows.len().to_string();
            let discounts = rows.into_iter().map(|(_, discount)| discount).collect();
            if state.store.discounts().put(member.shop.id, discounts).await? {
                let subject = format!("{count} codes");
                record_activity(&state, &member, "codes.imported", &subject).await?;
                let list = NavItem::Codes.address();
                return Ok(redirect(&with_query(list, &[("imported", &count)])));
            }
            let most = number(i64::try_from(sheets::MAX_ROWS).unwrap_or(i64::MAX));
            html! { p { "The shop would have more than " (most) " codes. Remove codes first." } }
        }
    };
    let notice = html! {
        div.notice.bad role="alert" {
            p { strong { "Nothing was imported." } }
            (problem)
        }
    };
    Ok(with_form_status(show(&member, &notice), true))
}

fn show(member: &Member, notice: &Markup) -> Response {
    let list = NavItem::Codes.address();
    let body = html! {
        (notice)
        form.card method="post" action=(address("import")) enctype="multipart/form-data" {
            (member.csrf_field())
            p {
                "Upload a CSV file of at most 10,000 codes to add codes and change existing ones. Existing codes keep their \
                 number of uses. Codes that are not in the file stay as they are. If a row is wrong, nothing is imported."
            }
            div.field {
                label for="file" { "File" }
                input #file type="file" name="file" accept=".csv,text/csv" required disabled[!member.is_owner()];
            }
            (save(member, "Import"))
        }
        section.card aria-labelledby="columns" {
            h2 #columns { "File format" }
            p {
                "The first row has the column names, in any order. To start, download "
                a href={ (list) ".csv" } download { "your current codes" }
                "."
            }
            dl.columns {
                @for (column, text) in CODE_COLUMNS.iter().zip(MEANINGS) {
                    dt.code { (column) }
                    dd { (text) }
                }
            }
        }
    };
    page(member, NavItem::Codes, "Import codes", &body)
}
