//! Settings > Setup & Design > Design: the designer for a shop, with designs that are saved under a name.

mod preview;
mod saved;

pub use preview::read_preview;
pub use saved::remove_design;

use crate::{
    activity::record_activity,
    form::Form,
    frame::page,
    member::Member,
    navigation::NavItem,
    query::Query,
    refusal::Refusal,
    reply::{redirect, with_form_status},
    state::AdminState,
};
use axum::{
    extract::State,
    http::{
        header::{CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use basket_core::draft::Draft;
use basket_designer::{EditorState, Place, designer};
use basket_model::key::Key;
use basket_store::StoreError;
use basket_web::address::written_address;
use maud::html;
use saved::Saving;

/// `GET …/design`: a new draft, or with `?open=NAME` a design that was saved.
pub async fn read_design(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    parts: Parts,
) -> Result<Response, Refusal> {
    let editor = match query.get("open").map(str::to_owned) {
        Some(name) => {
            let text = state.store.designs().find(member.shop.id, &name).await?;
            EditorState::from_text(text.ok_or_else(Refusal::not_found)?, name)
        }
        None => EditorState::from_text(start(&state, &member).await?.write(), String::new()),
    };
    show(&state, &member, &parts, &editor, &Saving::default()).await
}

/// `POST …/design`: what was filled in, shown again with all that follows from it, or saved.
pub async fn change_design(
    State(state): State<AdminState>,
    member: Member,
    parts: Parts,
    form: Form,
) -> Result<Response, Refusal> {
    let editor = EditorState::from_form(&form);
    let saving = saved::save(&state, &member, &form, &editor).await?;
    if let Some(name) = &saving.done {
        return Ok(redirect(&saved::address(name)));
    }
    show(&state, &member, &parts, &editor, &saving).await
}

/// `POST …/design/rename`.
pub async fn rename_design(
    State(state): State<AdminState>,
    member: Member,
    parts: Parts,
    form: Form,
) -> Result<Response, Refusal> {
    let old = form.text("old");
    let text =
        state.store.designs().find(member.shop.id, old).await?.ok_or_else(Refusal::not_found)?;
    let saving = saved::rename(&state, &member, &form).await?;
    if let Some(name) = &saving.done {
        return Ok(redirect(&saved::address(name)));
    }
    show(&state, &member, &parts, &EditorState::from_text(text, old.to_owned()), &saving).await
}

/// `POST …/design/check`: the same for the page's script.
pub async fn check_design(
    State(state): State<AdminState>,
    _: Member,
    parts: Parts,
    form: Form,
) -> Response {
    let service = written_address(&parts, state.public());
    let answer = basket_designer::answer(&EditorState::from_form(&form), &place(&service));
    ([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")], answer.to_string())
        .into_response()
}

/// A draft to begin with.
async fn start(state: &AdminState, member: &Member) -> Result<Draft, StoreError> {
    let keys = state.store.keys().all(member.shop.id).await?;
    Ok(Draft::for_key(Key::for_pages(&keys).map_or("", |key| &key.name)))
}

/// The designer of a shop.
fn place(service: &str) -> Place<'_> {
    let address = NavItem::Design.address();
    Place { address, service, hidden: html! {}, has_shop: true, is_shared: false }
}

async fn show(
    state: &AdminState,
    member: &Member,
    parts: &Parts,
    editor: &EditorState,
    saving: &Saving,
) -> Result<Response, Refusal> {
    let designs = state.store.designs().all(member.shop.id).await?;
    let service = written_address(parts, state.public());
    let hidden = html! {
        (member.csrf_field())
        input type="hidden" name="opened" value=(editor.opened);
    };
    let body = html! {
        p.lead {
            "Change anything and see it at once on the real basket. "
            "Nothing here reaches a page until you paste the snippet there."
        }
        (saved::bar(member, &designs, editor, saving))
        (designer(editor, &Place { hidden, ..place(&service) }))
    };
    let is_wrong = saving.is_refused() || editor.draft.is_none();
    Ok(with_form_status(page(member, NavItem::Design, "Design", &body), is_wrong))
}
