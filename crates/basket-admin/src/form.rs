//! Forms as handlers take them. A form is accepted only from a page of this service, and from a signed-in operator only
//! with the CSRF token of the session: another site can send a form in their name, but has neither. It must never know
//! which fields a form has.

use crate::{refusal::Refusal, session::SignedIn, state::AdminState};
use axum::{
    body::to_bytes,
    extract::{FromRequest, Request},
};
use basket_web::{address::is_same_origin, fields::Fields};
use std::ops::Deref;

/// How large a form may be.
const MAX_FORM: usize = 1024 * 1024;

/// The fields of a form that somebody who is signed in sent.
#[derive(Debug)]
pub struct Form(Fields<'static>);

/// A form that needs nobody to be signed in.
#[derive(Debug)]
pub struct OpenForm(pub(crate) Form);

impl FromRequest<AdminState> for OpenForm {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AdminState) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        if !is_same_origin(&parts, state.public()) {
            return Err(Refusal::form_expired());
        }
        let read =
            tokio::time::timeout(state.settings.body_timeout, to_bytes(body, MAX_FORM)).await;
        let bytes = read.map_err(|_| Refusal::slow())?.map_err(|_| Refusal::too_large())?;
        Ok(Self(Form(Fields::from_body(&bytes).into_owned())))
    }
}

impl FromRequest<AdminState> for Form {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &AdminState) -> Result<Self, Refusal> {
        let (parts, body) = request.into_parts();
        let signed_in = SignedIn::find(&parts, state).await?;
        let request = Request::from_parts(parts, body);
        let OpenForm(form) = OpenForm::from_request(request, state).await?;
        match signed_in {
            Some(signed_in) if form.text("csrf_token") == signed_in.csrf_token => Ok(form),
            _ => Err(Refusal::form_expired()),
        }
    }
}

impl Deref for Form {
    type Target = Fields<'static>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
