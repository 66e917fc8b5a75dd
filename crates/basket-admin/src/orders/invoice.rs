//! `GET /admin/orders/{order}/invoice`: the invoice of an order, as its shopper sees it.

use super::detail::find;
use crate::{member::Member, refusal::Refusal, shell::respond, state::AdminState};
use axum::{
    extract::{Path, State},
    response::Response,
};

/// `GET /admin/orders/{order}/invoice`.
pub async fn read_invoice(
    State(state): State<AdminState>,
    member: Member,
    Path(number): Path<String>,
) -> Result<Response, Refusal> {
    let order = find(&state, &member, &number).await?;
    (state.settings.render_invoice)(&order).map(respond).ok_or_else(Refusal::not_found)
}
