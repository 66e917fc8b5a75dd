//! What can go wrong, each with a stable code: one catalogue row per code. It must never hold the
//! words for one particular case; those stand where the case is found.
//!
//! A diagnostic carries its code and place, not its words. The words are in a module of their own that
//! the widget loads when there is something to explain, so that no shopper pays for them.

use crate::{
    config::{self, Findings},
    json::{Node, Problem, Writer},
};
use alloc::{borrow::ToOwned, string::String};

/// A stable code. Codes are never reused for something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Code(&'static str);

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The basket cannot work.
    Error,
    /// The default is used and the basket goes on.
    Warning,
    /// A change was refused; the cart stays right.
    Notice,
}

impl Level {
    /// The name used in events.
    pub fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Notice => "notice",
        }
    }
}

/// One row of the catalogue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// The code.
    pub code: Code,
    /// How bad it is.
    pub level: Level,
    /// What it means, in one sentence.
    pub meaning: &'static str,
}

macro_rules! catalogue {
    ($($code:ident $name:literal $level:ident $meaning:literal)*) => {
        impl Code {
            $(
                #[doc = $meaning]
                pub const $code: Self = Self($name);
            )*
        }

        /// Every code with its level and meaning.
        pub const CATALOGUE: &[Row] =
            &[$(Row { code: Code::$code, level: Level::$level, meaning: $meaning },)*];
    };
}

catalogue! {
    SCRIPT_MISSING "script-missing" Error "The basket element has no configuration script."
    SCRIPT_NOT_CHILD "script-not-child" Error "The configuration script is not a direct child of the basket element."
    SCRIPT_TYPE "script-type" Error "The configuration script's type is not application/json."
    SCRIPT_DUPLICATE "script-duplicate" Warning "There is more than one configuration script; the first counts."
    JSON_INVALID "json-invalid" Error "The configuration is not valid JSON."
    JSON_NOT_OBJECT "json-not-object" Error "The configuration is valid JSON, but not an object."
    API_KEY_MISSING "api-key-missing" Error "The configuration has no `api_key`."
    API_KEY_TYPE "api-key-type" Error "The `api_key` is not a string."
    API_KEY_PLACEHOLDER "api-key-placeholder" Error "The `api_key` is still the placeholder."
    UNKNOWN_MEMBER "unknown-member" Warning "The configuration has a member that means nothing."
    WRONG_TYPE "wrong-type" Warning "A member's value has the wrong type; the default is used."
    ELEMENT_UNSUPPORTED "element-unsupported" Error "This kind of element cannot host a basket."
    KEY_MISSING "key-missing" Error "The request carries no API key."
    KEY_UNKNOWN "key-unknown" Error "The API key belongs to no shop."
    ORIGIN_FORBIDDEN "origin-forbidden" Error "The shop does not allow baskets on this origin."
    SERVICE_UNREACHABLE "service-unreachable" Error "The service could not be reached."
    RATE_LIMITED "rate-limited" Error "Too many requests in a short time."
    SKU_UNKNOWN "sku-unknown" Notice "The shop has no product with this sku."
    OFFER_UNKNOWN "offer-unknown" Notice "The product is not offered at this frequency and interval."
    OUT_OF_STOCK "out-of-stock" Notice "The product cannot be had in this quantity."
    LIMIT_REACHED "limit-reached" Notice "The cart cannot hold more."
    CART_EXPIRED "cart-expired" Notice "The cart was ordered or has expired."
    CART_UNKNOWN "cart-unknown" Notice "The shop has no such cart."
    LINE_UNKNOWN "line-unknown" Notice "The cart has no such line."
    CART_EMPTY "cart-empty" Notice "The cart is empty."
    METHOD_NOT_ALLOWED "method-not-allowed" Error "The address exists, but not with this method."
    ADDRESS_UNKNOWN "address-unknown" Error "The service has nothing at this address."
    IDEMPOTENCY_MISMATCH "idempotency-mismatch" Error "The idempotency key was used for another request."
    VERSION_MISMATCH "version-mismatch" Error "The cart has changed since it was read."
    BODY_TOO_LARGE "body-too-large" Error "The request's body is too large."
    BODY_TYPE "body-type" Error "The request's body is not declared as JSON."
    BODY_INVALID "body-invalid" Error "The request's body is not valid JSON."
    VALUE_INVALID "value-invalid" Error "A value in the request is missing or not possible."
    UNAVAILABLE "unavailable" Error "The service cannot answer just now."
    STORAGE_FULL "storage-full" Error "The service has no room to store the change."
    INTERNAL "internal" Error "The service made a mistake."
}

impl Code {
    /// The code as it is published.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Its row in the catalogue. Every code has one: the same table makes both.
    pub fn row(self) -> Row {
        let found = CATALOGUE.iter().find(|row| row.code == self);
        found.copied().unwrap_or(Row { code: self, level: Level::Error, meaning: "" })
    }
}

/// One thing found wrong, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing.
    pub code: Code,
    /// What makes a text no JSON, when that is what is wrong.
    pub problem: Option<Problem>,
    /// The member it is about, with dots for nesting; empty when it is about none.
    pub path: String,
    /// The line in the script, from 1; 0 when it has no place.
    pub line: u32,
    /// The column in that line, from 1.
    pub column: u32,
}

impl Diagnostic {
    /// What is wrong, in a sentence or two.
    pub fn message(&self) -> String {
        let mut message = self.code.row().meaning.to_owned();
        if let Some(problem) = self.problem {
            message.push(' ');
            message.push_str(problem.meaning());
        }
        message
    }
}

/// What is wrong with a basket element, as the JSON array of events' details that the widget reports:
/// `[{"code", "level", "message", "path", "line", "column"}, …]`. The element is as in
/// [`crate::config::read_element`].
pub fn explain(element: Node<'_>) -> String {
    let mut findings = Findings::default();
    config::read_element(element, &mut findings);
    let mut writer = Writer::new();
    writer.open('[');
    for diagnostic in &findings.found {
        let Diagnostic { code, path, line, column, .. } = diagnostic;
        writer.open('{').name("code").string(code.name());
        writer.name("level").string(code.row().level.name());
        writer.name("message").string(&diagnostic.message());
        writer.name("path").string(path).name("line").number(*line);
        writer.name("column").number(*column).close('}');
    }
    writer.close(']');
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn codes_are_kebab_case_and_unique() {
        for (at, row) in CATALOGUE.iter().enumerate() {
            let name = row.code.name();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert_eq!(
                CATALOGUE.iter().position(|other| other.code == row.code),
                Some(at),
                "{name}"
            );
            assert_eq!(row.code.row(), *row);
        }
    }

    #[test]
    fn an_element_is_explained() {
        let element = r#"{"scripts": [[true, "application/json", "{\n'api_key': 1}"]]}"#;
        let value: serde_json::Value =
            serde_json::from_str(&explain(json::parse(element).unwrap().root())).unwrap();
        let message = "The configuration is not valid JSON. JSON wants double quotes.";
        let place = serde_json::json!({"path": "", "line": 2, "column": 1});
        let what =
            serde_json::json!({"code": "json-invalid", "level": "error", "message": message});
        for (name, expected) in what.as_object().unwrap().iter().chain(place.as_object().unwrap()) {
            assert_eq!(value[0][name], *expected, "{name}");
        }
    }
}
