//! The query of an address, as handlers take it. It must never know a page.

use axum::{extract::FromRequestParts, http::request::Parts};
use basket_web::fields::Fields;
use std::{convert::Infallible, ops::Deref};

/// The parameters of the request's address.
#[derive(Debug)]
pub struct Query(Fields<'static>);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Fields::from_query(&parts.uri).into_owned()))
    }
}

impl Deref for Query {
    type Target = Fields<'static>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}
