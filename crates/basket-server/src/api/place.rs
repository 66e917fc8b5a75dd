//! The parts of an address that name a cart or a line.

use super::{Api, Problem};
use axum::{
    extract::{FromRequestParts, Path},
    http::request::Parts,
};
use basket_core::diagnostic::Code;

/// What stands in the place of `{cart}`, or of `{cart}` and `{line}`.
#[derive(Debug)]
pub(crate) struct Place<T>(pub(super) T);

impl<T> FromRequestParts<Api> for Place<T>
where
    Path<T>: FromRequestParts<Api>,
{
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, api: &Api) -> Result<Self, Problem> {
        // It fails only where the address is no text, and then there is nothing at it.
        let place = Path::from_request_parts(parts, api).await;
        place.map(|Path(place)| Self(place)).map_err(|_| Problem::plain(Code::AddressUnknown))
    }
}
