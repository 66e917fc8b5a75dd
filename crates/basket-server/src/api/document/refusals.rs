//! The refusals that calls have in common, by status. What each code means is the core's catalogue.

use basket_core::diagnostic::Code;
use std::collections::BTreeMap;
use utoipa::{
    IntoResponses,
    openapi::{ContentBuilder, Ref, RefOr, Response, ResponseBuilder},
};

/// Of calls that read.
pub(in crate::api) struct ReadRefusals;
/// Of calls that change a cart.
pub(in crate::api) struct ChangeRefusals;
/// Of calls for the shop itself.
pub(in crate::api) struct AdminRefusals;

const READ: &[Code] = &[
    Code::KeyMissing,
    Code::KeyUnknown,
    Code::OriginForbidden,
    Code::CartUnknown,
    Code::CartExpired,
    Code::ValueInvalid,
    Code::CountryUnknown,
    Code::RateLimited,
    Code::Internal,
    Code::Unavailable,
];

const CHANGE: &[Code] = &[
    Code::BodyInvalid,
    Code::LineUnknown,
    Code::OutOfStock,
    Code::LimitReached,
    Code::CartEmpty,
    Code::MinimumNotReached,
    Code::CodeUnknown,
    Code::CodeExpired,
    Code::CodeUsedUp,
    Code::IdempotencyMismatch,
    Code::VersionMismatch,
    Code::BodyTooLarge,
    Code::BodyType,
    Code::SkuUnknown,
    Code::OfferUnknown,
    Code::OutcomeUnknown,
    Code::StorageFull,
];

const ADMIN: &[Code] = &[
    Code::BodyInvalid,
    Code::KeyMissing,
    Code::KeyUnknown,
    Code::ScopeMissing,
    Code::AddressUnknown,
    Code::CartUnknown,
    Code::CartExpired,
    Code::BodyTooLarge,
    Code::BodyType,
    Code::ValueInvalid,
    Code::SkuUnknown,
    Code::OrderUnknown,
    Code::OrderState,
    Code::RateLimited,
    Code::Internal,
    Code::Unavailable,
    Code::OutcomeUnknown,
    Code::StorageFull,
];

type Responses = BTreeMap<String, RefOr<Response>>;

impl IntoResponses for ReadRefusals {
    fn responses() -> Responses {
        responses(READ.iter())
    }
}

impl IntoResponses for ChangeRefusals {
    fn responses() -> Responses {
        responses(READ.iter().chain(CHANGE))
    }
}

impl IntoResponses for AdminRefusals {
    fn responses() -> Responses {
        responses(ADMIN.iter())
    }
}

fn responses<'a>(codes: impl Iterator<Item = &'a Code>) -> Responses {
    let mut lists: BTreeMap<u16, Vec<&str>> = BTreeMap::new();
    for code in codes {
        lists.entry(crate::api::error::status(*code).as_u16()).or_default().push(code.name());
    }
    let schema = RefOr::Ref(Ref::from_schema_name("Problem"));
    let response = |codes: Vec<&str>| {
        let content = ContentBuilder::new().schema(Some(schema.clone())).build();
        let described = codes.iter().map(|code| format!("`{code}`")).collect::<Vec<_>>().join(", ");
        let response = ResponseBuilder::new().description(described);
        RefOr::T(response.content("application/problem+json", content).build())
    };
    lists.into_iter().map(|(status, codes)| (status.to_string(), response(codes))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_of_the_document_has_a_status() {
        for code in READ.iter().chain(CHANGE).chain(ADMIN) {
            assert!(code.status().is_some(), "{}", code.name());
        }
    }
}
