//! What can go wrong, each with a stable code: one catalogue row per code. It must never hold the
//! words for one particular case; those stand where the case is found.
//!
//! A diagnostic carries its code and place, not its words. The words are in a module of their own that
//! the widget loads when there is something to explain, so that no shopper pays for them.

use crate::json::Problem;
use alloc::{borrow::ToOwned, string::String};

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
    /// The code as it is published.
    pub name: &'static str,
    /// How bad it is.
    pub level: Level,
    /// The HTTP status that the API answers with; `None` when it never answers with this code.
    pub status: Option<u16>,
    /// What it means, in one sentence.
    pub meaning: &'static str,
    /// What to do about it.
    pub help: &'static str,
}

/// Makes the codes and their rows from one list, so that no code lacks its row.
macro_rules! catalogue {
    ($($code:ident $name:literal $level:ident $status:expr, $meaning:literal $help:literal)*) => {
        /// A stable code. Codes are never reused for something else.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Code {
            $(#[doc = $meaning] $code,)*
        }

        /// Every code with its level, its status, its meaning and what to do, in the order of [`Code`].
        pub const CATALOGUE: &[Row] = &[$(
            Row {
                code: Code::$code,
                name: $name,
                level: Level::$level,
                status: $status,
                meaning: $meaning,
                help: $help,
            },
        )*];
    };
}

catalogue! {
    ScriptMissing "script-missing" Error None, "The basket element has no configuration script."
        "Put `<script type=\"application/json\">{ \"api_key\": \"…\" }</script>` into the element."
    ScriptNotChild "script-not-child" Error None, "The configuration script is not a direct child of the basket element."
        "Move the script directly into the basket element, out of any wrapper."
    ScriptType "script-type" Error None, "The configuration script's type is not application/json."
        "Write `<script type=\"application/json\">`."
    ScriptDuplicate "script-duplicate" Warning None, "There is more than one configuration script; only the first is used."
        "Remove all but one."
    JsonInvalid "json-invalid" Error None, "The configuration is not valid JSON."
        "Fix the JSON at the position shown. Everything after it was ignored."
    JsonNotObject "json-not-object" Error None, "The configuration is valid JSON, but not an object."
        "Write an object: `{ \"api_key\": \"…\" }`."
    ApiKeyMissing "api-key-missing" Error None, "The configuration has no `api_key`."
        "Add the shop's key, from Settings > Setup & Design > Checkout Setup > API Key."
    ApiKeyType "api-key-type" Error None, "The `api_key` is not a string."
        "Write the key in double quotes."
    ApiKeyPlaceholder "api-key-placeholder" Error None, "The `api_key` is still the placeholder."
        "Replace it with the shop's key, from Settings > Setup & Design > Checkout Setup > API Key."
    DuplicateMember "duplicate-member" Warning None, "A member appears twice in one object; the last value is used."
        "Remove all but one."
    UnknownMember "unknown-member" Warning None, "The configuration has an unknown member; it is ignored."
        "Check the spelling, or remove it."
    WrongType "wrong-type" Warning None, "A member's value has the wrong type; the default is used."
        "Write a value of the expected type."
    LocaleCode "locale-code" Warning None, "This is not a locale code."
        "Write a language, and a region if you like: `de`, `de-AT`."
    LocaleUnknown "locale-unknown" Warning None, "The default locale is neither native nor listed in `locales`; the page's language is used."
        "Choose a native locale, or add this one to `locales`."
    ChoiceUnknown "choice-unknown" Warning None, "A member's value is not one of the allowed names; the default is used."
        "Use one of the names listed in the reference."
    PluralForms "plural-forms" Warning None, "A text has more plural forms than its language has."
        "Write `zero | singular | plural`; languages with more plurals take one form for each after zero."
    StyleValue "style-value" Warning None, "A style value is not allowed; the default is used."
        "Write a single CSS value that loads no other file."
    StyleContrast "style-contrast" Warning None, "A text's contrast with its background is under 4.5:1."
        "Choose a darker or lighter colour for one of the two."
    ElementUnsupported "element-unsupported" Error None, "This element cannot contain a basket."
        "Use a `div`."
    // The rows above are about a page. The rows below are about talking to the service: they have the status of the
    // API's answer, except for two that a page reports by itself.
    KeyMissing "key-missing" Error Some(401), "The request has no API key."
        "Send `Authorization: Bearer KEY`, or `?key=KEY` when reading."
    KeyUnknown "key-unknown" Error Some(401), "The API key is unknown or was revoked."
        "Compare it with the keys in the backend, or create a new one."
    OriginForbidden "origin-forbidden" Error Some(403), "The shop does not allow baskets on this origin."
        "Add the page's origin to the shop's allowed origins."
    ScopeMissing "scope-missing" Error Some(403), "The secret key lacks the required scope."
        "Use a key with the scope named in the answer, or create one in the backend."
    ServiceUnreachable "service-unreachable" Error None, "The service could not be reached."
        "Try again. If it keeps failing, check the service's address and the page's Content Security Policy."
    RateLimited "rate-limited" Error Some(429), "Too many requests in a short time."
        "Wait for the time in `Retry-After`, then try again."
    SkuUnknown "sku-unknown" Notice Some(422), "The shop has no product with this SKU."
        "Compare the SKU with the shop's catalogue."
    OfferUnknown "offer-unknown" Notice Some(422), "The product is not offered at this frequency and interval."
        "Choose one of the product's offers."
    OutOfStock "out-of-stock" Notice Some(409), "Not enough stock for this quantity."
        "Choose a smaller quantity."
    LimitReached "limit-reached" Notice Some(409), "The cart is full."
        "Remove something first."
    CartExpired "cart-expired" Notice Some(410), "The cart was ordered or has expired."
        "Start a new cart."
    CartUnknown "cart-unknown" Notice Some(404), "The shop has no such cart."
        "Start a new cart."
    LineUnknown "line-unknown" Notice Some(404), "The cart has no such line."
        "Read the cart again."
    CartEmpty "cart-empty" Notice Some(409), "The cart is empty."
        "Add something first."
    MinimumNotReached "minimum-not-reached" Notice Some(409), "The cart is below the minimum order value."
        "Add items worth the missing amount."
    CodeUnknown "code-unknown" Notice Some(422), "The shop has no such discount code."
        "Check the spelling of the code."
    CodeExpired "code-expired" Notice Some(409), "The discount code is not valid at this time."
        "Use another code, or remove it."
    CodeUsedUp "code-used-up" Notice Some(409), "The discount code was used as often as it may be."
        "Use another code, or remove it."
    CodeMinimum "code-minimum" Notice Some(409), "The cart is below the minimum value of the discount code."
        "Add items worth the missing amount, or remove the code."
    CodeNotForCart "code-not-for-cart" Notice Some(409), "The discount code is not valid for the items in the cart."
        "Add an item that the code is for, or remove the code."
    CountryUnknown "country-unknown" Notice Some(422), "There is no country with this code."
        "Write two letters as in ISO 3166-1, for example `DE`."
    OrderUnknown "order-unknown" Notice Some(404), "The shop has no such order."
        "Compare the number with the list of orders."
    OrderState "order-state" Notice Some(409), "The order cannot change to this state."
        "Read the order again. A cancelled or fulfilled order cannot change."
    MethodNotAllowed "method-not-allowed" Error Some(405), "The method is not allowed for this address."
        "Use one of the methods in `Allow`."
    AddressUnknown "address-unknown" Error Some(404), "This address does not exist."
        "Check the address against the documentation."
    IdempotencyMismatch "idempotency-mismatch" Error Some(409), "The idempotency key was used for another request."
        "Use a new idempotency key for each change."
    VersionMismatch "version-mismatch" Error Some(412), "The cart or product has changed since it was read."
        "Read it again and repeat the change."
    BodyTooLarge "body-too-large" Error Some(413), "The request's body is too large."
        "Send at most 64 KiB."
    BodyType "body-type" Error Some(415), "The request's body is not declared as JSON."
        "Send `Content-Type: application/json`."
    BodyInvalid "body-invalid" Error Some(400), "The request's body is not valid JSON."
        "Fix the JSON."
    BasketMissing "basket-missing" Notice None, "No basket on the page can take the change."
        "Put a basket with a working key on the page, and call again when it is ready."
    ValueInvalid "value-invalid" Error Some(422), "A value in the request is missing or invalid."
        "Fix the value named in the answer."
    Unavailable "unavailable" Error Some(503), "The service is temporarily unavailable."
        "Try again later."
    OutcomeUnknown "outcome-unknown" Error Some(500), "The service lost its database and does not know whether the change was made."
        "Read the cart before you repeat the change. With an `Idempotency-Key`, the service repeats it safely itself."
    StorageFull "storage-full" Error Some(507), "The service is out of storage space."
        "Free disk space, or give the database more."
    Internal "internal" Error Some(500), "The service had an internal error."
        "Try again. If it keeps failing, read the service's log."
}

impl Code {
    /// Its row in the catalogue.
    pub const fn row(self) -> &'static Row {
        // Codes and rows come from the same list and have the same order.
        &CATALOGUE[self as usize]
    }

    /// The code as it is published.
    pub const fn name(self) -> &'static str {
        self.row().name
    }

    /// The HTTP status that the API answers with; `None` when only pages report this code.
    pub const fn status(self) -> Option<u16> {
        self.row().status
    }

    /// The code of that name.
    pub fn parse(name: &str) -> Option<Self> {
        CATALOGUE.iter().find(|row| row.name == name).map(|row| row.code)
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
    pub fn new(code: Code) -> Self {
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
    use alloc::vec::Vec;

    #[test]
    fn codes_are_kebab_case_and_unique() {
        for row in CATALOGUE {
            let name = row.name;
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert_eq!(Code::parse(name), Some(row.code), "{name}");
            assert_eq!(row.code.row(), row);
            assert!(row.meaning.ends_with('.') && row.help.ends_with('.'), "{name}");
        }
    }

    #[test]
    fn every_code_of_the_service_has_an_error_status() {
        let (page, service) = CATALOGUE.split_at(Code::KeyMissing as usize);
        assert!(page.iter().all(|row| row.status.is_none()));
        let without = service.iter().filter(|row| row.status.is_none());
        let without: Vec<_> = without.map(|row| row.code).collect();
        assert_eq!(without, [Code::ServiceUnreachable, Code::BasketMissing]);
        assert!(service.iter().filter_map(|row| row.status).all(|it| (400..600).contains(&it)));
    }
}
