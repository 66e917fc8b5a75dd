//! Changes what is about to be ordered, and shows what was typed with what it costs then.

use super::{
    CheckoutContext,
    costs::code_problem,
    handlers::{CheckoutError, back, read},
    shown::{Shown, short, show},
    typed::{CODE, Typed},
};
use crate::{
    costs::{CodeError, guess},
    state::AppState,
};
use axum::{
    extract::{Path, Request, State},
    http::StatusCode,
    response::Response,
};
use basket_core::cart::{CodeProblem, Costs, Line};
use basket_model::{
    change::{self, Shortage},
    order::OpenCheckout,
    pricing::{MAX_CODE, read_code},
};
use basket_texts::localizer::Key;
use basket_web::caller::caller_network;
use std::net::IpAddr;

/// `POST /checkout/{token}/review`: other quantities at the same prices, another code, or what else was typed with what it
/// costs then.
pub(crate) async fn review(
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Result<Response, CheckoutError> {
    let (parts, body) = request.into_parts();
    let network = caller_network(&parts, state.limits.proxies);
    let (mut context, form) = read(&state, &token, Request::from_parts(parts, body)).await?;
    let typed = Typed::new(form, context.checkout.rules.as_deref());
    let OpenCheckout { shop, cart: frozen, .. } = &context.checkout;
    let skus: Vec<String> = frozen.lines.iter().map(|line| line.sku.clone()).collect();
    let products = state.store.products().named(*shop, &skus).await?;
    let quantity = |line: &Line| typed.text(&format!("line-{}", line.id)).parse().ok();
    let (mut cart, shortage) = change::review(frozen, quantity, &products);
    if let Some(Shortage { sku, available }) = shortage {
        let problem = short(&context.localizer, &cart, &sku, available);
        return show(&state, &context, &typed, Shown::conflict(&problem)).await;
    }
    let mut shown = Shown::default();
    let is_code_typed = !typed.text(CODE).is_empty();
    match typed.raw("do") {
        "remove" => cart.costs = Costs::default(),
        // The Enter key presses no button of its own.
        "apply" | "" if is_code_typed => match apply_code(&state, &context, &typed, network).await?
        {
            Ok(code) => cart.costs = Costs::entered(Some(code)),
            Err(refused) => shown = refused,
        },
        _ => {}
    }
    if cart != *frozen {
        if !state.store.checkouts().review(&context.checkout, &cart).await? {
            let changed = Shown::conflict(context.localizer.text(Key::Changed));
            return show(&state, &context, &typed, changed).await;
        }
        context.checkout =
            OpenCheckout { cart, revision: context.checkout.revision + 1, ..context.checkout };
    }
    // Nothing is lost by a page that can be loaded again.
    if !typed.is_begun() && shown.status == StatusCode::OK {
        return Ok(back(&token));
    }
    show(&state, &context, &typed, shown).await
}

/// The code that was typed, if it can be used; otherwise what the page says.
async fn apply_code(
    state: &AppState,
    context: &CheckoutContext,
    typed: &Typed,
    network: Option<IpAddr>,
) -> Result<Result<String, Shown>, CheckoutError> {
    let (localizer, cart) = (&context.localizer, &context.checkout.cart);
    let text = typed.text(CODE);
    let refuse = |status, problem| {
        let text = code_problem(
            localizer,
            cart,
            &text.chars().take(MAX_CODE).collect::<String>(),
            problem,
        );
        Ok(Err(Shown { status, code_problem: Some(text), ..Shown::default() }))
    };
    let Some(code) = read_code(&text) else {
        return refuse(StatusCode::UNPROCESSABLE_ENTITY, CodeProblem::Unknown);
    };
    match guess(state, context.shop.id, &code, network).await {
        Ok(Ok(_)) => Ok(Ok(code)),
        Ok(Err(CodeProblem::Unknown)) => {
            refuse(StatusCode::UNPROCESSABLE_ENTITY, CodeProblem::Unknown)
        }
        Ok(Err(problem)) => refuse(StatusCode::CONFLICT, problem),
        Err(CodeError::Wait(_)) => Ok(Err(Shown {
            status: StatusCode::TOO_MANY_REQUESTS,
            code_problem: Some(localizer.text(Key::Busy).to_owned()),
            ..Shown::default()
        })),
        Err(CodeError::Store(error)) => Err(error.into()),
    }
}
