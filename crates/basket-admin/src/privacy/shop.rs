//! The end of the shop: an owner asks for it, and has two weeks to think again.

use super::{PersonSection, action, show};
use crate::{
    activity::record_activity,
    ask_again::owner,
    form::Form,
    member::Member,
    navigation::NavItem,
    parts::{Field, day, moment},
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{
    extract::{Request, State},
    response::Response,
};
use basket_model::privacy::DELETION_DAYS;
use maud::{Markup, html};

/// `POST …/settings/privacy/delete-shop`.
pub async fn delete_shop(
    State(state): State<AdminState>,
    request: Request,
) -> Result<Response, Refusal> {
    let (_, member, form) = owner(request, &state).await?;
    if form.text("name") != member.shop.name.trim() {
        let problem = Some("Wrong name. Enter the name of the shop exactly as shown.");
        let page = show(&state, &member, &PersonSection::default(), problem).await?;
        return Ok(with_form_status(page, true));
    }
    let at = state.store.shops().request_deletion(member.shop.id, false).await?;
    record_activity(&state, &member, "shop.deletion_requested", &day(at)).await?;
    Ok(redirect(NavItem::Privacy.address()))
}

/// `POST …/settings/privacy/keep-shop`.
pub async fn keep_shop(
    State(state): State<AdminState>,
    member: Member,
    _: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    if state.store.shops().cancel_deletion(member.shop.id).await? {
        record_activity(&state, &member, "shop.deletion_cancelled", "").await?;
    }
    Ok(redirect(NavItem::Privacy.address()))
}

pub(super) fn section(member: &Member, problem: Option<&str>) -> Markup {
    let label = format!("Enter the name of the shop to confirm: {}", member.shop.name);
    html! {
        section.card aria-labelledby="delete-shop" {
            h2 #delete-shop { "Delete this shop" }
            @if let Some(at) = member.delete_at {
                p { "This shop and everything in it will be deleted on " strong { (moment(at)) } ". Until then it works as before." }
                form method="post" action=(action("keep-shop")) {
                    (member.csrf_field())
                    button.button type="submit" { "Cancel deletion" }
                }
            } @else {
                p {
                    "Products, carts, orders, designs, keys and members are deleted " (DELETION_DAYS)
                    " days after your request. Until then the shop works as before, and an owner can cancel the \
                     deletion. After that, nothing can be restored."
                }
                form method="post" action=(action("delete-shop")) {
                    (member.csrf_field())
                    (Field { name: "name", label: &label, problem, required: true, ..Field::default() }.markup())
                    button.button.danger type="submit" { "Delete shop" }
                }
            }
        }
    }
}
