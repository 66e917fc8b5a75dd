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
    Code::KEY_MISSING,
    Code::KEY_UNKNOWN,
    Code::ORIGIN_FORBIDDEN,
    Code::CART_UNKNOWN,
    Code::CART_EXPIRED,
    Code::VALUE_INVALID,
    Code::RATE_LIMITED,
    Code::INTERNAL,
    Code::UNAVAILABLE,
];

const CHANGE: &[Code] = &[
    Code::BODY_INVALID,
    Code::LINE_UNKNOWN,
    Code::OUT_OF_STOCK,
    Code::LIMIT_REACHED,
    Code::CART_EMPTY,
    Code::IDEMPOTENCY_MISMATCH,
    Code::VERSION_MISMATCH,
    Code::BODY_TOO_LARGE,
    Code::BODY_TYPE,
    Code::SKU_UNKNOWN,
    Code::OFFER_UNKNOWN,
    Code::STORAGE_FULL,
];

const ADMIN: &[Code] = &[
    Code::BODY_INVALID,
    Code::KEY_MISSING,
    Code::KEY_UNKNOWN,
    Code::ADDRESS_UNKNOWN,
    Code::CART_UNKNOWN,
    Code::CART_EXPIRED,
    Code::BODY_TOO_LARGE,
    Code::BODY_TYPE,
    Code::VALUE_INVALID,
    Code::SKU_UNKNOWN,
    Code::ORDER_UNKNOWN,
    Code::ORDER_STATE,
    Code::RATE_LIMITED,
    Code::INTERNAL,
    Code::UNAVAILABLE,
    Code::STORAGE_FULL,
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
