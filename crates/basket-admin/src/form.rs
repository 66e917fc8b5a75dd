//! Forms as handlers take them. A form is accepted only from a page of this service, and from a signed-in operator only
//! with the CSRF token of the session: another site can send a form in their name, but has neither. It must never know
//! which fields a form has.

use crate::{refusal::Refusal, session::SignedIn, state::AdminState};
use axum::extract::{FromRequest, Request};
use basket_web::{address::is_same_origin, body, fields::Fields};
use std::ops::Deref;

/// How large a form may be.
const MAX_FORM: usize = 1024 * 1024;
/// The same, without a signed-in operator.
const MAX_OPEN_FORM: usize = 64 * 1024;

/// The fields of a form from a signed-in operator.
#[derive(Debug)]
pub struct Form(Fields<'static>);

/// A form that needs nobody to be signed in.
#[derive(Debug)]
pub struct OpenForm(pub(crate) Form);

impl FromRequest<AdminState> for OpenForm {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AdminState) -> Result<Self, Refusal> {
        Ok(Self(Form(read(request, state, MAX_OPEN_FORM).await?)))
    }
}

impl FromRequest<AdminState> for Form {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AdminState) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        let signed_in = SignedIn::find(&parts, state).await?.ok_or_else(Refusal::form_expired)?;
        let fields = read(Request::from_parts(parts, body), state, MAX_FORM).await?;
        if fields.text("csrf_token") == signed_in.csrf_token {
            Ok(Self(fields))
        } else {
            Err(Refusal::form_expired())
        }
    }
}

async fn read(
    request: Request,
    state: &AdminState,
    most: usize,
) -> Result<Fields<'static>, Refusal> {
    let (parts, sent) = request.into_parts();
    if !is_same_origin(&parts, state.public()) {
        return Err(Refusal::form_expired());
    }
    let read = tokio::time::timeout(state.settings.body_timeout, body::read(sent, most)).await;
    let bytes = read.map_err(|_| Refusal::slow())?.map_err(|_| Refusal::too_large())?;
    Ok(Fields::from_body(&bytes).into_owned())
}

impl Deref for Form {
    type Target = Fields<'static>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
