//! The page of the review, with what is wrong beside what is ordered.

use super::{
    CheckoutContext,
    contact::Problems,
    frame,
    handlers::CheckoutError,
    page::{self, Review},
    priced::price,
    typed::Typed,
};
use crate::state::AppState;
use axum::{http::StatusCode, response::Response};
use basket_core::cart::Cart;
use basket_texts::localizer::{Key, Localizer};

/// What a page of the review says beside what is ordered.
#[derive(Debug, Default)]
pub(super) struct Shown {
    pub(super) status: StatusCode,
    pub(super) problems: Problems,
    pub(super) code_problem: Option<String>,
    pub(super) notice: Option<String>,
}

impl Shown {
    pub(super) fn conflict(notice: &str) -> Self {
        let notice = Some(notice.to_owned());
        Self { status: StatusCode::CONFLICT, notice, ..Self::default() }
    }

    pub(super) fn wrong(name: impl Into<String>, text: String) -> Self {
        let mut problems = Problems::default();
        problems.add(name, text);
        Self { status: StatusCode::CONFLICT, problems, ..Self::default() }
    }
}

pub(super) async fn show(
    state: &AppState,
    context: &CheckoutContext,
    typed: &Typed,
    shown: Shown,
) -> Result<Response, CheckoutError> {
    let Shown { status, problems, code_problem, notice } = shown;
    let priced = &price(state, context, typed).await?;
    let review = Review { context, priced, typed, problems: &problems, code_problem, notice };
    let mut response =
        frame::page(context, context.localizer.text(Key::Title), &page::review(&review));
    *response.status_mut() = status;
    Ok(response)
}

/// That too few of a product are left.
pub(super) fn short(localizer: &Localizer, cart: &Cart, sku: &str, available: u32) -> String {
    let line = cart.lines.iter().find(|line| line.sku == sku);
    let values = [("name", line.map_or(sku, |line| &line.name))];
    if available == 0 {
        localizer.fill(Key::StockNone, &values)
    } else {
        localizer.count(Key::StockShort, available, &values)
    }
}
