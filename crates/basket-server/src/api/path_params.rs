//! The parts of an address that name a cart or a line.

use super::Problem;
use crate::state::AppState;
use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use basket_core::diagnostic::Code;

/// What stands in the place of `{cart}`, or of `{cart}` and `{line}`.
#[derive(Debug)]
pub(crate) struct PathParams<T>(pub(super) T);

impl<T> FromRequestParts<AppState> for PathParams<T>
where
    Path<T>: FromRequestParts<AppState>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Problem> {
        // It fails only where the address is no text, and then there is nothing at it.
        let place = Path::from_request_parts(parts, state).await;
        place.map(|Path(place)| Self(place)).map_err(|_| Problem::plain(Code::AddressUnknown))
    }
}
