//! `/admin/products/import`: a file of products, looked at as a whole before the first one is written, and then
//! brought into the catalogue step by step, so that shoppers never wait for it.

use super::address;
use crate::{
    activity::record_activity,
    frame::page,
    member::Member,
    navigation::NavItem,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
    upload::Upload,
};
use axum::{
    extract::{Path, State},
    response::Response,
};
use basket_core::product::Product;
use basket_model::catalogue::{
    Mentioned,
    sheet::{self, BadRow, COLUMNS, Sheet},
};
use basket_store::{Import, Store, StoreError};
use basket_texts::money::number;
use maud::{Markup, html};
use std::sync::Arc;

/// How many products are written at once.
const STEP: usize = 250;
/// How many bad rows are named.
const NAMED: usize = 100;

/// `GET /admin/products/import`.
pub async fn read_import_form(member: Member) -> Response {
    page(&member, NavItem::Products, "Import products", &form(&member, &html! {}))
}

/// `POST /admin/products/import`.
pub async fn import_products(
    State(state): State<AdminState>,
    member: Member,
    upload: Upload,
) -> Result<Response, Refusal> {
    let file = upload.bytes("file");
    let read = tokio::task::spawn_blocking(move || sheet::read(&file[..])).await;
    let failed = |_| StoreError::Internal("reading a file panicked".to_owned());
    let Sheet { products, mentioned, bad } = match read.map_err(failed)? {
        Ok(sheet) => sheet,
        Err(error) => return Ok(refuse(&member, &html! { p { (error) } })),
    };
    if products.is_empty() && bad.is_empty() {
        return Ok(refuse(&member, &html! { p { "The file contains no products." } }));
    }
    let leaves_out = !upload.bytes("leave_out").is_empty();
    if products.is_empty() || !bad.is_empty() && !leaves_out {
        return Ok(refuse(&member, &rows(&bad, products.len() + bad.len())));
    }
    let sentences: Vec<String> = bad.iter().take(NAMED).map(BadRow::to_string).collect();
    let (count, left_out) = (count(products.len()), count(bad.len()));
    let id = state.store.imports().begin(member.shop.id, count, left_out, &sentences).await?;
    record_activity(&state, &member, "products.imported", &format!("{} products", number(count)))
        .await?;
    let importing =
        Importing { store: Arc::clone(&state.store), shop: member.shop.id, id: id.clone() };
    tokio::spawn(importing.write(products, mentioned));
    Ok(redirect(&address(&format!("import/{id}"))))
}

/// `GET /admin/products/import/{import}`.
pub async fn read_import(
    State(state): State<AdminState>,
    member: Member,
    Path(id): Path<String>,
) -> Result<Response, Refusal> {
    let import =
        state.store.imports().find(member.shop.id, &id).await?.ok_or_else(Refusal::not_found)?;
    let is_moving = !import.is_done() && !import.is_broken;
    let body = html! {
        // A script asks again without a new page.
        @if is_moving { noscript { meta http-equiv="refresh" content="2"; } }
        section.card #import data-again[is_moving] aria-live="polite" { (progress(&import)) }
        script src="/admin/files/lists.js" defer {}
    };
    Ok(page(&member, NavItem::Products, "Import", &body))
}

/// A file on its way into the catalogue.
struct Importing {
    store: Arc<Store>,
    shop: i64,
    id: String,
}

impl Importing {
    /// Writes some products at a time, so that nobody else waits long.
    async fn write(self, products: Vec<Product>, mentioned: Mentioned) {
        let Self { store, shop, id } = self;
        let mut done = 0;
        for step in products.chunks(STEP) {
            let written = store.products().put(shop, step.to_vec(), mentioned).await;
            done += count(step.len());
            let noted = match written {
                Ok(left_out) => store.imports().advance(&id, done, count(left_out)).await,
                Err(error) => {
                    // If even this cannot be noted, its silence will say so.
                    let _ = store.imports().fail(&id).await;
                    Err(error)
                }
            };
            if let Err(error) = noted {
                tracing::error!(%error, "product import failed");
                return;
            }
        }
    }
}

fn count(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn refuse(member: &Member, problem: &Markup) -> Response {
    let notice = html! {
        div.notice.bad role="alert" {
            p { strong { "Nothing was imported." } }
            (problem)
        }
    };
    with_form_status(
        page(member, NavItem::Products, "Import products", &form(member, &notice)),
        true,
    )
}

/// What is wrong with a file, row by row.
fn rows(bad: &[BadRow], all: usize) -> Markup {
    html! {
        p { (number(count(bad.len()))) " of " (number(count(all))) " rows cannot be imported." }
        ul.problems { @for row in bad.iter().take(NAMED) { li { (row) } } }
        @if bad.len() > NAMED { p { "And " (number(count(bad.len() - NAMED))) " more." } }
    }
}

fn form(member: &Member, notice: &Markup) -> Markup {
    html! {
        (notice)
        form.card method="post" action=(address("import")) enctype="multipart/form-data" {
            (member.csrf_field())
            p {
                "Upload a CSV file to add products and update existing ones. Products that are not in the file \
                 stay as they are."
            }
            div.field {
                label for="file" { "File" }
                input #file type="file" name="file" accept=".csv,text/csv" required;
            }
            label.check {
                input type="checkbox" name="leave_out" value="on";
                span { "Skip invalid rows instead of rejecting the whole file" }
            }
            div.row.actions {
                button.button type="submit" { "Import" }
                a.button.quiet href=(NavItem::Products.address()) { "Cancel" }
            }
        }
        section.card aria-labelledby="columns" {
            h2 #columns { "File format" }
            p {
                "The first row has the column names, in any order. To start, download "
                a href={ (NavItem::Products.address()) ".csv" } download { "your current products" }
                "."
            }
            dl.columns {
                @for (column, text) in COLUMNS.iter().zip(MEANINGS) {
                    dt.code { (column) }
                    dd { (text) }
                }
            }
        }
    }
}

/// What stands in each of the columns.
const MEANINGS: [&str; COLUMNS.len()] = [
    "Your own short code for the product. Required.",
    "The name that shoppers see. Required.",
    "Address of the image.",
    "Address of the product\u{2019}s page.",
    "normal (the default), consumable or digital.",
    "One-off price in the smallest unit of the currency: 18.00 euros are 1800. Leave empty if the product is \
     sold by subscription only.",
    "weekly 2200; monthly 2100; monthly/3 6000. The last one means every three months.",
    "Items in stock. Leave empty for unlimited stock.",
    "Weight of one item in grams.",
    "standard (the default), reduced, zero, or a tax class of your own.",
];

fn progress(import: &Import) -> Markup {
    let Import { products, done, left_out, problems, is_broken } = import;
    let (done_text, all) = (number(*done), number(*products));
    html! {
        @if import.is_done() {
            h2 { "Import finished" }
            p { (all) " products were imported." }
        } @else if *is_broken {
            h2 { "Import interrupted" }
            p {
                (done_text) " of " (all) " products were imported before the service stopped. \
                 Import the same file again; products that were already imported do not change."
            }
        } @else {
            h2 { "Import in progress" }
            p { (done_text) " of " (all) " products were imported. You can leave this page." }
        }
        progress max=(products) value=(done) aria-label="Imported" { (done_text) " of " (all) }
        @if *left_out > 0 {
            h3 { (number(*left_out)) (if *left_out == 1 { " row was skipped" } else { " rows were skipped" }) }
            ul.problems { @for problem in problems { li { (problem) } } }
            @if count(problems.len()) < *left_out {
                p { "And " (number(left_out - count(problems.len()))) " more." }
            }
        }
        p.row.actions { a.button.quiet href=(NavItem::Products.address()) { "Show products" } }
    }
}
