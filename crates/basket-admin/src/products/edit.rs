//! `/admin/products/new`, `/admin/products/edit` and `/admin/products/remove`: one product.

use super::{
    address,
    draft::{Draft, Problems},
    fields::fields,
    history,
};
use crate::{
    activity::record_activity,
    form::Form,
    frame::page,
    member::Member,
    navigation::NavItem,
    parts::{Confirm, confirm},
    query::Query,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_core::product::Product;
use basket_model::catalogue::Mentioned;
use basket_web::fields::with_query;
use maud::{Markup, html};

/// `GET /admin/products/new`.
pub async fn read_new_product(member: Member) -> Response {
    show_new(&member, &Draft::default(), &Problems::default())
}

/// `POST /admin/products/new`.
pub async fn create_product(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    let draft = Draft::sent(&form);
    let product = match draft.read_for(&member.shop) {
        Ok(product) => product,
        Err(problems) => return Ok(show_new(&member, &draft, &problems)),
    };
    if find(&state, &member, &product.sku).await?.is_some() {
        let problems = Problems::new("sku", "There is already a product with this SKU.");
        return Ok(show_new(&member, &draft, &problems));
    }
    save(&state, &member, "product.created", product, Mentioned::ALL).await
}

/// `GET /admin/products/edit?sku=…`.
pub async fn read_product(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
) -> Result<Response, Refusal> {
    let product = find(&state, &member, query.raw("sku")).await?.ok_or_else(Refusal::not_found)?;
    let draft = Draft::from_product(&product, member.shop.currency);
    show(&state, &member, &product, &draft, &Problems::default()).await
}

/// `POST /admin/products/edit?sku=…`.
pub async fn change_product(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    form: Form,
) -> Result<Response, Refusal> {
    let sku = query.raw("sku");
    let before = find(&state, &member, sku).await?.ok_or_else(Refusal::not_found)?;
    let draft = Draft { sku: sku.to_owned(), ..Draft::sent(&form) };
    let product = match draft.read_for(&member.shop) {
        Ok(product) => product,
        Err(problems) => return show(&state, &member, &before, &draft, &problems).await,
    };
    // Shoppers keep buying while an operator corrects a name: a stock that was not touched stays as it is then.
    let stock = form.text("stock") != form.text("stock_before");
    save(&state, &member, "product.changed", product, Mentioned { stock, ..Mentioned::ALL }).await
}

/// `POST /admin/products/remove`.
pub async fn remove_product(
    State(state): State<AdminState>,
    member: Member,
    form: Form,
) -> Result<Response, Refusal> {
    // Who was quicker has done what was wanted.
    if state.store.products().remove(member.shop.id, form.raw("sku")).await? {
        record_activity(&state, &member, "product.removed", form.raw("sku")).await?;
    }
    Ok(redirect(NavItem::Products.address()))
}

async fn find(state: &AdminState, member: &Member, sku: &str) -> Result<Option<Product>, Refusal> {
    let found = state.store.products().named(member.shop.id, &[sku.to_owned()]).await?;
    Ok(found.into_iter().next())
}

async fn save(
    state: &AdminState,
    member: &Member,
    action: &'static str,
    product: Product,
    mentioned: Mentioned,
) -> Result<Response, Refusal> {
    let sku = product.sku.clone();
    state.store.products().put(member.shop.id, vec![product], mentioned).await?;
    record_activity(state, member, action, &sku).await?;
    Ok(redirect(&with_query(NavItem::Products.address(), &[("saved", &sku)])))
}

fn show_new(member: &Member, draft: &Draft, problems: &Problems) -> Response {
    let body = html! {
        form.product method="post" action=(address("new")) {
            (member.csrf_field())
            (wrong(problems))
            (fields(draft, problems, &member.shop, true))
            (buttons("Add product"))
        }
        script src="/admin/files/lists.js" defer {}
    };
    with_form_status(page(member, NavItem::Products, "New product", &body), !problems.is_empty())
}

async fn show(
    state: &AdminState,
    member: &Member,
    before: &Product,
    draft: &Draft,
    problems: &Problems,
) -> Result<Response, Refusal> {
    let history = state.store.products().prices(member.shop.id, &before.sku).await?;
    let here = with_query(&address("edit"), &[("sku", &draft.sku)]);
    let stock = before.stock.map(|stock| stock.to_string()).unwrap_or_default();
    let sku = html! { input type="hidden" name="sku" value=(draft.sku); };
    let words = Confirm {
        button: "Remove product",
        question: "Shoppers can no longer buy it. Carts that contain it keep the line and show it as unavailable.",
        yes: "Remove product",
    };
    let body = html! {
        form.product method="post" action=(here) {
            (member.csrf_field())
            input type="hidden" name="stock_before" value=(stock);
            (wrong(problems))
            (fields(draft, problems, &member.shop, false))
            (buttons("Save"))
        }
        (history::section(member.shop.currency, &history, state.store.now()))
        (confirm(&address("remove"), &member.csrf_field(), &sku, &words))
        script src="/admin/files/lists.js" defer {}
    };
    let page = page(member, NavItem::Products, &before.name, &body);
    Ok(with_form_status(page, !problems.is_empty()))
}

fn wrong(problems: &Problems) -> Markup {
    html! {
        @if !problems.is_empty() {
            p.notice.bad role="alert" { "Nothing was saved. Fix the marked fields." }
        }
    }
}

fn buttons(save: &str) -> Markup {
    html! {
        div.row.actions {
            button.button type="submit" { (save) }
            a.button.quiet href=(NavItem::Products.address()) { "Cancel" }
        }
    }
}
