//! What can go wrong, each with a stable code: one catalogue row per code. It must never hold the
//! words for one particular case; those stand where the case is found.
//!
//! A diagnostic carries its code and place, not its words. The words are in a module of their own that
//! the widget loads when there is something to explain, so that no shopper pays for them.

pub mod explain;

use crate::json::Problem;
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
    /// What to do about it.
    pub help: &'static str,
}

macro_rules! catalogue {
    ($($code:ident $name:literal $level:ident $meaning:literal $help:literal)*) => {
        impl Code {
            $(
                #[doc = $meaning]
                pub const $code: Self = Self($name);
            )*
        }

        /// Every code with its level, its meaning and what to do.
        pub const CATALOGUE: &[Row] = &[$(
            Row { code: Code::$code, level: Level::$level, meaning: $meaning, help: $help },
        )*];
    };
}

catalogue! {
    SCRIPT_MISSING "script-missing" Error "The basket element has no configuration script."
        "Put `<script type=\"application/json\">{ \"api_key\": \"…\" }</script>` into the element."
    SCRIPT_NOT_CHILD "script-not-child" Error "The configuration script is not a direct child of the basket element."
        "Move the script directly into the element, out of whatever wraps it."
    SCRIPT_TYPE "script-type" Error "The configuration script's type is not application/json."
        "Write `<script type=\"application/json\">`."
    SCRIPT_DUPLICATE "script-duplicate" Warning "There is more than one configuration script; the first counts."
        "Remove all but one."
    JSON_INVALID "json-invalid" Error "The configuration is not valid JSON."
        "Mend the JSON at the place named; what follows it was not read."
    JSON_NOT_OBJECT "json-not-object" Error "The configuration is valid JSON, but not an object."
        "Write an object: `{ \"api_key\": \"…\" }`."
    API_KEY_MISSING "api-key-missing" Error "The configuration has no `api_key`."
        "Add the shop's key, from Settings > Setup & Design > Checkout Setup > API Key."
    API_KEY_TYPE "api-key-type" Error "The `api_key` is not a string."
        "Write the key in double quotes."
    API_KEY_PLACEHOLDER "api-key-placeholder" Error "The `api_key` is still the placeholder."
        "Replace it by the shop's key, from Settings > Setup & Design > Checkout Setup > API Key."
    DUPLICATE_MEMBER "duplicate-member" Warning "A member stands twice in one object; the last counts."
        "Remove all but one."
    UNKNOWN_MEMBER "unknown-member" Warning "The configuration has a member that means nothing."
        "Look for a typing mistake, or remove it."
    WRONG_TYPE "wrong-type" Warning "A member's value has the wrong type; the default is used."
        "Write a value of the expected type."
    LOCALE_CODE "locale-code" Warning "This is not a locale code."
        "Write a language, and a region if you like: `de`, `de-AT`."
    LOCALE_UNKNOWN "locale-unknown" Warning "The default locale is neither native nor added; the page's language is used."
        "Choose a native locale, or add this one under `locales`."
    PLURAL_FORMS "plural-forms" Warning "A text has more forms than its language knows."
        "Write `zero | singular | plural`; languages with more plurals take one form for each after zero."
    STYLE_VALUE "style-value" Warning "A style value cannot be used; the default is used."
        "Write one CSS value that stands by itself and loads nothing."
    STYLE_CONTRAST "style-contrast" Warning "A text's contrast with its background is under 4.5:1."
        "Choose a darker or lighter colour for one of the two."
    ELEMENT_UNSUPPORTED "element-unsupported" Error "This kind of element cannot host a basket."
        "Use a `div`."
    // From here on, what the service says; the rows above are about what stands on a page.
    KEY_MISSING "key-missing" Error "The request carries no API key."
        "Send `Authorization: Bearer KEY`, or `?key=KEY` when reading."
    KEY_UNKNOWN "key-unknown" Error "The API key belongs to no shop."
        "Compare the key with the one in the operational backend; it may have been revoked."
    ORIGIN_FORBIDDEN "origin-forbidden" Error "The shop does not allow baskets on this origin."
        "Add the page's origin to those that the shop allows."
    SERVICE_UNREACHABLE "service-unreachable" Error "The service could not be reached."
        "Try again; if it stays so, check the service's address and the page's Content-Security-Policy."
    RATE_LIMITED "rate-limited" Error "Too many requests in a short time."
        "Wait as long as `Retry-After` says, then try again."
    SKU_UNKNOWN "sku-unknown" Notice "The shop has no product with this sku."
        "Compare the sku with the shop's catalogue."
    OFFER_UNKNOWN "offer-unknown" Notice "The product is not offered at this frequency and interval."
        "Choose one of the product's offers."
    OUT_OF_STOCK "out-of-stock" Notice "The product cannot be had in this quantity."
        "Choose a smaller quantity, if there is any left."
    LIMIT_REACHED "limit-reached" Notice "The cart cannot hold more."
        "Remove something first."
    CART_EXPIRED "cart-expired" Notice "The cart was ordered or has expired."
        "Start a new cart."
    CART_UNKNOWN "cart-unknown" Notice "The shop has no such cart."
        "Start a new cart."
    LINE_UNKNOWN "line-unknown" Notice "The cart has no such line."
        "Read the cart again."
    CART_EMPTY "cart-empty" Notice "The cart is empty."
        "Add something first."
    ORDER_UNKNOWN "order-unknown" Notice "The shop has no such order."
        "Compare the number with the list of orders."
    ORDER_STATE "order-state" Notice "An order in this state cannot become that."
        "Read the order again; what is cancelled or fulfilled stays so."
    METHOD_NOT_ALLOWED "method-not-allowed" Error "The address exists, but not with this method."
        "Use one of the methods in `Allow`."
    ADDRESS_UNKNOWN "address-unknown" Error "The service has nothing at this address."
        "Compare the address with the documentation."
    IDEMPOTENCY_MISMATCH "idempotency-mismatch" Error "The idempotency key was used for another request."
        "Make a new idempotency key for each change."
    VERSION_MISMATCH "version-mismatch" Error "The cart has changed since it was read."
        "Read the cart again and repeat the change."
    BODY_TOO_LARGE "body-too-large" Error "The request's body is too large."
        "Send at most 64 KiB."
    BODY_TYPE "body-type" Error "The request's body is not declared as JSON."
        "Send `Content-Type: application/json`."
    BODY_INVALID "body-invalid" Error "The request's body is not valid JSON."
        "Mend the JSON."
    BASKET_MISSING "basket-missing" Notice "No basket on the page can take the change."
        "Put a basket with a working key on the page, and call again when it is ready."
    VALUE_INVALID "value-invalid" Error "A value in the request is missing or not possible."
        "Mend the value that is named."
    UNAVAILABLE "unavailable" Error "The service cannot answer just now."
        "Try again later."
    STORAGE_FULL "storage-full" Error "The service has no room to store the change."
        "Give the service's database more room."
    INTERNAL "internal" Error "The service made a mistake."
        "Try again; if it stays so, the service's log says more."
}

impl Code {
    /// The code as it is published.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The code of that name.
    pub fn named(name: &str) -> Option<Self> {
        CATALOGUE.iter().map(|row| row.code).find(|code| code.name() == name)
    }

    /// Its row in the catalogue. Every code has one: the same table makes both.
    pub fn row(self) -> Row {
        let found = CATALOGUE.iter().find(|row| row.code == self);
        found.copied().unwrap_or(Row { code: self, level: Level::Error, meaning: "", help: "" })
    }
}

/// One thing found wrong, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of thing.
    pub code: Code,
    /// What makes a text no JSON, when that is what is wrong.
    pub problem: Option<Problem>,
    /// What is wrong in this case, beside what the code says; may be empty.
    pub detail: String,
    /// What to do in this case; empty when there is no more to say than the code's own help.
    pub help: String,
    /// What was written, shortened; empty when nothing was.
    pub found: String,
    /// The member it is about, with dots for nesting; empty when it is about none.
    pub path: String,
    /// The line in the script, from 1; 0 when it has no place.
    pub line: u32,
    /// The column in that line, from 1.
    pub column: u32,
    /// The first byte of what was written.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
}

impl Diagnostic {
    /// One without a place.
    pub fn of(code: Code) -> Self {
        Self {
            code,
            problem: None,
            detail: String::new(),
            help: String::new(),
            found: String::new(),
            path: String::new(),
            line: 0,
            column: 0,
            start: 0,
            end: 0,
        }
    }

    /// What is wrong, in a sentence or two.
    pub fn message(&self) -> String {
        let mut message = self.code.row().meaning.to_owned();
        let detail = match self.problem {
            Some(problem) => problem.meaning(),
            None => &self.detail,
        };
        if !detail.is_empty() {
            message.push(' ');
            message.push_str(detail);
        }
        message
    }

    /// What to do about it.
    pub fn hint(&self) -> &str {
        if self.help.is_empty() { self.code.row().help } else { &self.help }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
            assert!(row.meaning.ends_with('.') && row.help.ends_with('.'), "{name}");
        }
    }
}
