//! What somebody filled in. A form is taken only from a page of ours, and from somebody who is signed in
//! only with what their own pages carry: another site can send a form here in their name, but knows
//! neither.

use crate::{refusal::Refusal, session::SignedIn, state::AdminState};
use axum::{
    body::to_bytes,
    extract::{FromRequest, Request},
};
use basket_web::address::is_same_origin;

/// How large a form may be.
const MAX_FORM: usize = 1024 * 1024;

/// The fields of a form that somebody who is signed in sent.
#[derive(Debug)]
pub struct Form(Vec<(String, String)>);

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
        let fields = form_urlencoded::parse(&bytes);
        Ok(Self(Form(fields.map(|(name, value)| (name.into(), value.into())).collect())))
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

impl Form {
    /// A field without the space around it; empty if there is none.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.raw(name).trim()
    }

    /// A field as it was sent; empty if there is none.
    pub(crate) fn raw(&self, name: &str) -> &str {
        self.0.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value)
    }

    /// Every field of that name.
    pub(crate) fn all(&self, name: &str) -> impl Iterator<Item = &str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| &**value)
    }
}
