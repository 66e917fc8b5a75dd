//! JSON as the basket needs it: a reader that remembers where each value stood, so that a
//! diagnostic can point at it, and a writer. It must never know what any document means.
//!
//! The widget pays for every byte, so numbers that are not whole keep no value (nothing in the
//! configuration or on the wire is fractional) and floating-point parsing stays out of the build.

mod read;
mod write;

pub use read::{Error, MAX_DEPTH, Problem, parse};
pub use write::Writer;

use alloc::{string::String, vec::Vec};

/// A value and the byte offset at which it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// What was written.
    pub value: Value,
    /// Where it starts, in bytes from the start of the text.
    pub at: usize,
}

/// One JSON value.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number; `None` when it is not a whole number that fits 64 bits.
    Number(Option<i64>),
    /// A string, unescaped.
    String(String),
    /// An array.
    Array(Vec<Node>),
    /// An object; members in the order written, duplicates kept.
    Object(Vec<Member>),
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// The member's name, unescaped.
    pub name: String,
    /// Where the name starts.
    pub at: usize,
    /// The member's value.
    pub node: Node,
}

impl Node {
    /// The member `name` of an object; of duplicates the last, as every browser does.
    pub fn get(&self, name: &str) -> Option<&Node> {
        self.members().iter().rev().find(|member| member.name == name).map(|member| &member.node)
    }

    /// The members of an object; none for any other value.
    pub fn members(&self) -> &[Member] {
        if let Value::Object(members) = &self.value { members } else { &[] }
    }

    /// The items of an array; none for any other value.
    pub fn items(&self) -> &[Node] {
        if let Value::Array(items) = &self.value { items } else { &[] }
    }

    /// The text of a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Value::String(text) = &self.value { Some(text) } else { None }
    }

    /// The value of a whole number.
    pub fn as_i64(&self) -> Option<i64> {
        if let Value::Number(number) = self.value { number } else { None }
    }

    /// The value of a boolean.
    pub fn as_bool(&self) -> Option<bool> {
        if let Value::Bool(flag) = self.value { Some(flag) } else { None }
    }

    /// Whether this is `null`.
    pub fn is_null(&self) -> bool {
        self.value == Value::Null
    }
}

/// Line and column, both from 1, of a byte offset; columns count characters.
pub fn line_column(text: &str, at: usize) -> (u32, u32) {
    let before = &text.as_bytes()[..at.min(text.len())];
    let start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |newline| newline + 1);
    let lines = before.iter().filter(|&&byte| byte == b'\n').count();
    // Continuation bytes of UTF-8 do not start a character.
    let characters = before[start..].iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    (to_u32(lines) + 1, to_u32(characters) + 1)
}

fn to_u32(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX - 1)
}

#[cfg(test)]
mod tests;
