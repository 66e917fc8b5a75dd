//! `GET /admin/products`: the list, newest first, or what a search finds.

use super::{address, picture};
use crate::{
    frame::page, member::Member, navigation::NavItem, query::Query, refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_core::product::{Product, ProductType};
use basket_store::ProductPage;
use basket_texts::money::prices;
use basket_web::fields::with_query;
use maud::{Markup, html};

/// How many products a page has.
const PAGE: u32 = 50;
/// At this stock or below, it is pointed out.
const LOW_STOCK: u32 = 3;

/// `GET /admin/products`.
pub async fn read_products(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let (wanted, before) = (query.text("q"), query.number("before"));
    let found = state.store.products().search(member.shop.id, wanted, before, PAGE).await?;
    let saved = query.raw("saved");
    let body = html! {
        @if !saved.is_empty() {
            p.notice role="status" {
                "Saved "
                a.code href=(with_query(&address("edit"), &[("sku", saved)])) { (saved) }
                "."
            }
        }
        (body(&member, wanted, before, &found))
    };
    Ok(page(&member, NavItem::Products, "Products", &body))
}

fn body(member: &Member, wanted: &str, before: Option<i64>, found: &ProductPage) -> Markup {
    let here = NavItem::Products.address();
    html! {
        div.tools {
            form.search role="search" action=(here) data-live="found" {
                label.unseen for="q" { "Search by SKU or name" }
                input #q type="search" name="q" value=(wanted) placeholder="Search by SKU or name"
                    autocomplete="off" spellcheck="false" maxlength="200";
                button.button.quiet type="submit" { "Search" }
            }
            div.row {
                a.button href=(address("new")) { "New product" }
                a.button.quiet href=(address("import")) { "Import" }
                a.button.quiet href={ (here) ".csv" } download { "Export" }
            }
        }
        div #found {
            @if found.products.is_empty() {
                (nothing(wanted, before))
            } @else {
                (table(member, &found.products))
                nav.pager aria-label="Pages" {
                    @if before.is_some() {
                        a.button.quiet href=(with_query(here, &[("q", wanted)])) { "First page" }
                    }
                    @if let Some(next) = found.next {
                        a.button.quiet rel="next"
                            href=(with_query(here, &[("q", wanted), ("before", &next.to_string())]))
                            { "More products" }
                    }
                }
            }
        }
        script src="/admin/files/lists.js" defer {}
    }
}

fn table(member: &Member, products: &[Product]) -> Markup {
    html! {
        table.table.list {
            caption.unseen { "Products, newest first" }
            thead { tr { th scope="col" { "Product" } th scope="col" { "Price" } th scope="col" { "Stock" } } }
            tbody {
                @for product in products {
                    tr {
                        th scope="row" {
                            a.thing href=(with_query(&address("edit"), &[("sku", &product.sku)])) {
                                (picture(product.image.as_deref(), &product.name))
                                span {
                                    span.name { (product.name) }
                                    span.code { (product.sku) }
                                    @if product.product_type != ProductType::Normal {
                                        " " span.chip { (product.product_type.name()) }
                                    }
                                }
                            }
                        }
                        td data-label="Price" { (prices(member.shop.currency, product)) }
                        td data-label="Stock" { (stock(product.stock)) }
                    }
                }
            }
        }
    }
}

fn stock(stock: Option<u32>) -> Markup {
    html! {
        @match stock {
            None => span.muted { "unlimited" },
            Some(0) => span.chip.warm { "out of stock" },
            Some(left) if left <= LOW_STOCK => span.chip.warm { (left) " left" },
            Some(left) => (left),
        }
    }
}

fn nothing(wanted: &str, before: Option<i64>) -> Markup {
    html! {
        div.empty {
            @if wanted.is_empty() && before.is_none() {
                h2 { "No products yet" }
                p { "Add your first product, or import a CSV file." }
                p.row {
                    a.button href=(address("new")) { "New product" }
                    a.button.quiet href=(address("import")) { "Import CSV" }
                }
            } @else {
                h2 { "No products found" }
                p { "No " @if before.is_some() { "further " } "product matches this SKU or name." }
                p { a.button.quiet href=(NavItem::Products.address()) { "Show all products" } }
            }
        }
    }
}
