//! A serde deserializer for JSON that the core has parsed. It must never know what any member means.
//!
//! `serde_json` accepts and refuses other bodies than the API promises, and reports other positions. The rules here:
//!
//! - The last of duplicate members counts. Unknown members are ignored.
//! - `-0` is 0. Numbers with a fraction, an exponent or more than 18 digits are invalid.
//! - A lone surrogate escape becomes the replacement character.
//! - The error names one member: the first invalid or missing one in the order in which the type declares its members.

use basket_core::json::{Kind, Node};
use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, IntoDeserializer as _, MapAccess, SeqAccess, Visitor,
        value::BorrowedStrDeserializer,
    },
    forward_to_deserialize_any,
};
use std::{fmt, slice};

/// A value that does not fit its type, and the member with that value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BadMember(Option<&'static str>);

impl BadMember {
    /// The innermost member that is missing or invalid; empty if the value is not a member.
    pub(super) fn name(self) -> &'static str {
        self.0.unwrap_or_default()
    }
}

impl fmt::Display for BadMember {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "the member {:?} is missing or invalid", self.name())
    }
}

impl std::error::Error for BadMember {}

impl de::Error for BadMember {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(None)
    }

    fn missing_field(field: &'static str) -> Self {
        Self(Some(field))
    }
}

/// A value of a body.
#[derive(Clone, Copy)]
pub(super) struct Source<'a> {
    node: Node<'a>,
    /// Whether it stands for a member that the object does not have. A value that is not an object reads as one whose
    /// members are all null.
    is_absent: bool,
}

impl<'a> Source<'a> {
    pub(super) fn new(node: Node<'a>) -> Self {
        Self { node, is_absent: false }
    }

    fn member(self, name: &str) -> Self {
        let node = self.node.get(name);
        Self { node, is_absent: self.node.kind() == Kind::Object && !node.exists() }
    }
}

impl<'de> Deserializer<'de> for Source<'de> {
    type Error = BadMember;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadMember> {
        let node = self.node;
        match node.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::True => visitor.visit_bool(true),
            Kind::False => visitor.visit_bool(false),
            Kind::Number => visitor.visit_i64(node.integer().ok_or(BadMember(None))?),
            Kind::String => visitor.visit_borrowed_str(node.text()),
            Kind::Array => visitor.visit_seq(Items(node.items())),
            // Objects are read into structs only.
            Kind::Object => Err(BadMember(None)),
        }
    }

    /// A missing member is `none`, and null is a unit. `Option` takes both for `None`; [`super::not_null`] does not.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, BadMember> {
        match self.node.kind() {
            _ if self.is_absent => visitor.visit_none(),
            Kind::Null => visitor.visit_unit(),
            _ => visitor.visit_some(self),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, BadMember> {
        visitor.visit_map(Members { of: self, names: fields.iter(), next: "" })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, BadMember> {
        let name = self.node.string().ok_or(BadMember(None))?;
        visitor.visit_enum(name.into_deserializer())
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        newtype_struct seq tuple tuple_struct map identifier ignored_any
    }
}

/// The items of an array.
struct Items<'de>(basket_core::json::Items<'de>);

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = BadMember;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, BadMember> {
        self.0.next().map(|node| seed.deserialize(Source::new(node))).transpose()
    }
}

/// All members that a struct declares, in its order, including those that the object does not have.
struct Members<'de> {
    of: Source<'de>,
    names: slice::Iter<'static, &'static str>,
    next: &'static str,
}

impl<'de> MapAccess<'de> for Members<'de> {
    type Error = BadMember;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, BadMember> {
        let Some(name) = self.names.next() else { return Ok(None) };
        self.next = name;
        seed.deserialize(BorrowedStrDeserializer::new(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, BadMember> {
        let value = seed.deserialize(self.of.member(self.next));
        value.map_err(|bad| BadMember(bad.0.or(Some(self.next))))
    }
}
