//! Rules for single members, for `#[serde(deserialize_with)]`. It must never know any body.

use serde::{
    Deserialize, Deserializer,
    de::{Error, Visitor},
};
use std::{fmt, marker::PhantomData};

/// A text that is not empty.
pub(in crate::api) fn filled<'de, D: Deserializer<'de>>(source: D) -> Result<String, D::Error> {
    let text = String::deserialize(source)?;
    if text.is_empty() { Err(D::Error::custom("it is empty")) } else { Ok(text) }
}

/// A member that may be left out, but must not be null.
pub(in crate::api) fn not_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    source: D,
) -> Result<Option<T>, D::Error> {
    source.deserialize_option(NotNull(PhantomData))
}

struct NotNull<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for NotNull<T> {
    type Value = Option<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value or no member")
    }

    fn visit_none<E>(self) -> Result<Option<T>, E> {
        Ok(None)
    }

    fn visit_some<D: Deserializer<'de>>(self, source: D) -> Result<Option<T>, D::Error> {
        T::deserialize(source).map(Some)
    }
}
