//! Every refusal of the API, as a problem document of RFC 9457. Callers tell refusals apart by their
//! code and never by their words. What went wrong inside is logged here, once, and never told.

use super::body::BadBody;
use crate::costs::CodeError;
use axum::{
    http::{
        HeaderValue, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER, WWW_AUTHENTICATE},
    },
    response::{IntoResponse, Response},
};
use basket_core::{diagnostic::Code, json::Writer};
use basket_model::change::Refused;
use basket_store::{ChangeError, StoreError};
use basket_web::outage;
use std::time::Duration;

/// How long to wait before a repetition may help, in seconds.
const RETRY_SECONDS: u64 = 5;

/// A refusal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    code: Code,
    detail: String,
    available: Option<u32>,
    missing: Option<i64>,
    field: Option<&'static str>,
    retry_after: Option<u64>,
}

impl Problem {
    /// A refusal with words for this case.
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        let is_passing = matches!(code, Code::Unavailable | Code::StorageFull);
        let retry_after = is_passing.then_some(RETRY_SECONDS);
        let detail = detail.into();
        Self { code, detail, available: None, missing: None, field: None, retry_after }
    }

    /// An order that is too small.
    pub(crate) fn minimum(missing: i64) -> Self {
        Self { missing: Some(missing), ..Self::plain(Code::MinimumNotReached) }
    }

    /// A refusal of which there is no more to say than what its code means.
    pub(crate) fn plain(code: Code) -> Self {
        Self::new(code, code.row().meaning)
    }

    /// A value that is missing or cannot be.
    pub(crate) fn value(field: &'static str, detail: impl Into<String>) -> Self {
        Self { field: Some(field), ..Self::new(Code::ValueInvalid, detail) }
    }

    /// A call that comes too early.
    pub(crate) fn wait(time: Duration) -> Self {
        let seconds = time.as_secs() + u64::from(time.subsec_nanos() > 0);
        let detail = format!("Too many requests. Retry in {seconds} s.");
        Self { retry_after: Some(seconds), ..Self::new(Code::RateLimited, detail) }
    }

    fn write(&self, status: StatusCode) -> String {
        let mut writer = Writer::new();
        let code = self.code.name();
        writer.open('{').name("type").string(&format!("urn:service-basket:problem:{code}"));
        writer.name("title").string(self.code.row().meaning).name("status").number(status.as_u16());
        writer.name("detail").string(&self.detail).name("code").string(code);
        writer.name("hint").string(self.code.row().help);
        if let Some(available) = self.available {
            writer.name("available").number(available);
        }
        if let Some(missing) = self.missing {
            writer.name("missing").number(missing);
        }
        if let Some(field) = self.field {
            writer.name("field").string(field);
        }
        writer.close('}');
        writer.finish()
    }
}

impl From<BadBody> for Problem {
    fn from(bad: BadBody) -> Self {
        match bad {
            BadBody::Json { line, column } => {
                let detail = format!("The body is not JSON at line {line}, column {column}.");
                Self::new(Code::BodyInvalid, detail)
            }
            BadBody::Value(field) => {
                Self::value(field, format!("The member {field:?} is missing or invalid."))
            }
        }
    }
}

impl From<Refused> for Problem {
    fn from(refused: Refused) -> Self {
        let code = refused.code();
        let available = match refused {
            Refused::OutOfStock { available } => Some(available),
            _ => None,
        };
        Self { available, ..Self::new(code, refused.to_string()) }
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Self {
        outage::report(&error);
        Self::plain(match error {
            StoreError::Full => Code::StorageFull,
            StoreError::Unavailable(_) | StoreError::Conflict(_) | StoreError::Lost(_) => {
                Code::Unavailable
            }
            StoreError::InDoubt(_) => Code::OutcomeUnknown,
            StoreError::Foreign
            | StoreError::Newer
            | StoreError::Older
            | StoreError::SecretKeyMissing(_)
            | StoreError::Internal(_) => Code::Internal,
        })
    }
}

impl From<CodeError> for Problem {
    fn from(error: CodeError) -> Self {
        match error {
            CodeError::Wait(time) => Self::wait(time),
            CodeError::Store(error) => error.into(),
        }
    }
}

impl From<ChangeError> for Problem {
    fn from(error: ChangeError) -> Self {
        match error {
            ChangeError::Refused(refused) => refused.into(),
            ChangeError::Store(error) => error.into(),
        }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = status(self.code);
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CACHE_CONTROL, "no-store")];
        let mut response = (status, headers, self.write(status)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(RETRY_AFTER, seconds.into());
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

/// The status that a code is answered with.
pub(super) fn status(code: Code) -> StatusCode {
    let status = code.status().and_then(|status| StatusCode::from_u16(status).ok());
    // Only codes of a page's configuration have none, and no call of the API answers with those.
    debug_assert!(status.is_some(), "the API has no status for {}", code.name());
    status.unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// Answers an address that the service does not have.
pub(crate) fn address_unknown() -> Problem {
    Problem::plain(Code::AddressUnknown)
}

/// Answers an address that has other methods.
pub(crate) fn method_not_allowed() -> Problem {
    Problem::plain(Code::MethodNotAllowed)
}
