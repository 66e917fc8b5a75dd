//! `/admin/settings/tax/rates.csv` and `/admin/settings/tax/import`: the rates as a file.

use super::{address, keep, refuse};
use crate::{
    costs::{
        kept_rules,
        table::{Rows, refused},
    },
    download::csv,
    member::Member,
    query::Query,
    refusal::Refusal,
    state::AdminState,
    upload::Upload,
};
use axum::{extract::State, response::Response};
use basket_model::{
    catalogue::sheet::BadRow,
    pricing::{
        BadRules, Rate, Rules, Tax, check,
        sheets::{Table, read_rates, write_rates},
    },
};
use maud::{Markup, html};
use std::sync::Arc;

/// `GET /admin/settings/tax/rates.csv`.
pub async fn export_rates(State(state): State<AdminState>, member: Member) -> Response {
    let rates = kept_rules(&member).tax.map(|tax| tax.rates).unwrap_or_default();
    csv(Arc::clone(&state.store), "rates.csv", Rows(write_rates(&rates)))
}

/// `POST /admin/settings/tax/import`. The rates of the file replace those of the shop, all or none.
pub async fn import_rates(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    upload: Upload,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let rules = kept_rules(&member);
    let problem = match read_rates(&upload.bytes("file")) {
        Err(error) => html! { p { (error) } },
        Ok(Table { rows, bad }) if rows.is_empty() && bad.is_empty() => {
            html! { p { "The file contains no rates." } }
        }
        Ok(Table { rows, bad }) => match (replace(rules, rows), bad.is_empty()) {
            (None, _) => {
                html! { p { "Choose first whether prices contain tax, and save." } }
            }
            (Some(Ok(rules)), true) => return keep(&state, &member, &rules).await,
            (Some(Ok(_)), false) => refused(&bad),
            (Some(Err(mut wrong)), _) => {
                wrong.extend(bad);
                wrong.sort_by_key(|row| row.line);
                refused(&wrong)
            }
        },
    };
    let notice = html! {
        div.notice.bad role="alert" {
            p { strong { "Nothing was imported." } }
            (problem)
        }
    };
    refuse(&state, &member, &query, notice).await
}

/// The rules with the rates of a file, or what is wrong with them by their lines; `None` where tax is off.
fn replace(rules: Rules, rows: Vec<(u64, Rate)>) -> Option<Result<Rules, Vec<BadRow>>> {
    let tax = rules.tax.clone()?;
    let (lines, rates): (Vec<u64>, Vec<Rate>) = rows.into_iter().unzip();
    let rules = Rules { tax: Some(Tax { rates, ..tax }), ..rules };
    let Err(BadRules(problems)) = check(&rules) else { return Some(Ok(rules)) };
    let row = |path: &str| path.strip_prefix("tax.rates[")?.split(']').next()?.parse().ok();
    let bad = problems.into_iter().map(|problem| {
        let at: Option<usize> = row(&problem.path);
        let line = at.and_then(|at| lines.get(at)).copied().unwrap_or(1);
        BadRow { line, reason: problem.text }
    });
    Some(Err(bad.collect()))
}

pub(super) fn section(member: &Member) -> Markup {
    html! {
        section.card aria-labelledby="files" {
            h2 #files { "Rates as a file" }
            p {
                "Download the rates as CSV, change them in a spreadsheet, and upload them. The rates of the file replace \
                 all rates above. If a row is wrong, nothing is imported."
            }
            p { a.button.quiet href=(address("rates.csv")) download { "Export rates" } }
            form method="post" action=(address("import")) enctype="multipart/form-data" {
                (member.csrf_field())
                div.field {
                    label for="file" { "File" }
                    input #file type="file" name="file" accept=".csv,text/csv" required;
                }
                button.button.quiet type="submit" { "Import rates" }
            }
        }
    }
}
