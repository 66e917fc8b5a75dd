//! What can go wrong, each with a stable code: one catalogue row per code. It must never hold the
//! words for one particular case; those stand where the case is found.

use core::fmt;

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

macro_rules! catalogue {
    ($($variant:ident $code:literal $level:ident $meaning:literal)*) => {
        /// A stable code. Codes are never reused for something else.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $variant,)*
        }

        impl Code {
            /// Every code.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The code as it is published.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $code,)* }
            }

            /// How bad it is.
            pub fn level(self) -> Level {
                match self { $(Self::$variant => Level::$level,)* }
            }

            /// What it means, in one sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$variant => $meaning,)* }
            }
        }
    };
}

catalogue! {
    ScriptMissing "script-missing" Error "The basket element has no configuration script."
    ScriptNotChild "script-not-child" Error "The configuration script is not a direct child of the basket element."
    ScriptType "script-type" Error "The configuration script's type is not application/json."
    ScriptDuplicate "script-duplicate" Warning "There is more than one configuration script; the first counts."
    JsonInvalid "json-invalid" Error "The configuration is not valid JSON."
    JsonNotObject "json-not-object" Error "The configuration is valid JSON, but not an object."
    ApiKeyMissing "api-key-missing" Error "The configuration has no `api_key`."
    ApiKeyType "api-key-type" Error "The `api_key` is not a string."
    ApiKeyPlaceholder "api-key-placeholder" Error "The `api_key` is still the placeholder."
    UnknownMember "unknown-member" Warning "The configuration has a member that means nothing."
    WrongType "wrong-type" Warning "A member's value has the wrong type; the default is used."
    ElementUnsupported "element-unsupported" Error "This kind of element cannot host a basket."
    KeyMissing "key-missing" Error "The request carries no API key."
    KeyUnknown "key-unknown" Error "The API key belongs to no shop."
    OriginForbidden "origin-forbidden" Error "The shop does not allow baskets on this origin."
    ServiceUnreachable "service-unreachable" Error "The service could not be reached."
    RateLimited "rate-limited" Error "Too many requests in a short time."
    SkuUnknown "sku-unknown" Notice "The shop has no product with this sku."
    OfferUnknown "offer-unknown" Notice "The product is not offered at this frequency and interval."
    OutOfStock "out-of-stock" Notice "The product cannot be had in this quantity."
    LimitReached "limit-reached" Notice "The cart cannot hold more."
    CartExpired "cart-expired" Notice "The cart was ordered or has expired."
    CartUnknown "cart-unknown" Notice "The shop has no such cart."
    LineUnknown "line-unknown" Notice "The cart has no such line."
    CartEmpty "cart-empty" Notice "The cart is empty."
    MethodNotAllowed "method-not-allowed" Error "The address exists, but not with this method."
    AddressUnknown "address-unknown" Error "The service has nothing at this address."
    IdempotencyMismatch "idempotency-mismatch" Error "The idempotency key was used for another request."
    VersionMismatch "version-mismatch" Error "The cart has changed since it was read."
    BodyTooLarge "body-too-large" Error "The request's body is too large."
    BodyType "body-type" Error "The request's body is not declared as JSON."
    BodyInvalid "body-invalid" Error "The request's body is not valid JSON."
    ValueInvalid "value-invalid" Error "A value in the request is missing or not possible."
    Unavailable "unavailable" Error "The service cannot answer just now."
    StorageFull "storage-full" Error "The service has no room to store the change."
    Internal "internal" Error "The service made a mistake."
}

impl Code {
    /// The code of that name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name() == name)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_kebab_case_and_unique() {
        for (at, code) in Code::ALL.iter().enumerate() {
            let name = code.name();
            assert!(name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{name}");
            assert_eq!(Code::ALL.iter().position(|other| other.name() == name), Some(at), "{name}");
            assert_eq!(Code::parse(name), Some(*code));
        }
    }
}
