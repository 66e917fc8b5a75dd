//! JSON as the basket needs it: a reader that remembers where each value stood, so that a
//! diagnostic can point at it, and a writer. It must never know what any document means.
//!
//! The widget pays for every byte. A document is therefore one flat list of places in the text, with
//! no tree of boxes to build and drop; strings are unescaped and numbers read only when asked for;
//! and numbers that are not whole have no value (nothing in the configuration or on the wire is
//! fractional), so floating-point parsing stays out of the build.

mod escape;
mod read;
mod write;

pub use read::{Error, MAX_DEPTH, Problem, parse, read_number};
pub use write::{Writer, push_number};

use alloc::{string::String, vec::Vec};

/// What kind of value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true`
    True,
    /// `false`
    False,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// A text that is JSON.
#[derive(Debug)]
pub struct Document<'a> {
    text: &'a str,
    items: Vec<Item>,
}

/// One value: where it stands in the text, and which item comes after all that is inside it. An
/// object's items are names and values in turn.
#[derive(Debug, Clone, Copy)]
struct Item {
    kind: Kind,
    start: usize,
    end: usize,
    next: usize,
}

impl Document<'_> {
    /// The value that fills the text.
    pub fn root(&self) -> Node<'_> {
        Node { document: self, index: 0 }
    }
}

/// A value of a document.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    document: &'a Document<'a>,
    index: usize,
}

impl<'a> Node<'a> {
    fn item(self) -> Item {
        let nothing = Item { kind: Kind::Null, start: 0, end: 0, next: usize::MAX };
        self.document.items.get(self.index).copied().unwrap_or(nothing)
    }

    /// What kind of value it is.
    pub fn kind(self) -> Kind {
        self.item().kind
    }

    /// Where it starts, in bytes from the start of the text.
    pub fn start(self) -> usize {
        self.item().start
    }

    /// It as it is written.
    pub fn source(self) -> &'a str {
        let item = self.item();
        self.document.text.get(item.start..item.end).unwrap_or_default()
    }

    /// The items of an array; of any other value, none.
    pub fn items(self) -> Items<'a> {
        let is_array = self.kind() == Kind::Array;
        let end = if is_array { self.item().next } else { 0 };
        Items { document: self.document, index: self.index + 1, end }
    }

    /// The item of an array at a place.
    pub fn at(self, place: usize) -> Option<Node<'a>> {
        self.items().nth(place)
    }

    /// Names and values of an object; of any other value, none.
    pub fn members(self) -> Members<'a> {
        let is_object = self.kind() == Kind::Object;
        let end = if is_object { self.item().next } else { 0 };
        Members(Items { document: self.document, index: self.index + 1, end })
    }

    /// The member `name` of an object; of duplicates the last, as every browser does.
    pub fn get(self, name: &str) -> Option<Node<'a>> {
        self.members().filter(|(other, _)| other.is(name)).last().map(|(_, value)| value)
    }

    /// The member `name` of an object, unless it is null.
    pub fn present(self, name: &str) -> Option<Node<'a>> {
        self.get(name).filter(|node| node.kind() != Kind::Null)
    }

    /// The text of a string.
    pub fn text(self) -> Option<String> {
        (self.kind() == Kind::String).then(|| escape::unescape(self.source()))
    }

    /// Whether this is a string with that text.
    pub fn is(self, text: &str) -> bool {
        // Only an escaped string is longer than its text and the two quotes.
        let source = self.source();
        source.get(1..text.len() + 1) == Some(text) && source.len() == text.len() + 2
            || source.len() > text.len() + 2 && self.text().is_some_and(|own| own == text)
    }

    /// The value of a whole number.
    pub fn integer(self) -> Option<i64> {
        if self.kind() == Kind::Number { read_number(self.source()) } else { None }
    }

    /// The value of a whole number, if it fits 32 bits and is not negative.
    pub fn count(self) -> Option<u32> {
        self.integer().and_then(|number| u32::try_from(number).ok())
    }

    /// The value of a boolean.
    pub fn flag(self) -> Option<bool> {
        match self.kind() {
            Kind::True => Some(true),
            Kind::False => Some(false),
            _ => None,
        }
    }
}

/// The items of an array.
#[derive(Debug, Clone)]
pub struct Items<'a> {
    document: &'a Document<'a>,
    index: usize,
    end: usize,
}

impl<'a> Iterator for Items<'a> {
    type Item = Node<'a>;

    fn next(&mut self) -> Option<Node<'a>> {
        if self.index >= self.end {
            return None;
        }
        let node = Node { document: self.document, index: self.index };
        self.index = node.item().next;
        Some(node)
    }
}

/// Names and values of an object.
#[derive(Debug, Clone)]
pub struct Members<'a>(Items<'a>);

impl<'a> Iterator for Members<'a> {
    type Item = (Node<'a>, Node<'a>);

    fn next(&mut self) -> Option<(Node<'a>, Node<'a>)> {
        Some((self.0.next()?, self.0.next()?))
    }
}

/// Line and column, both from 1, of a byte offset; columns count characters.
pub fn line_column(text: &str, at: usize) -> (u32, u32) {
    let (mut line, mut column) = (1, 1);
    for &byte in text.as_bytes().iter().take(at) {
        if byte == b'\n' {
            (line, column) = (line + 1, 1);
        } else if byte & 0xC0 != 0x80 {
            // Continuation bytes of UTF-8 do not start a character.
            column += 1;
        }
    }
    (line, column)
}

#[cfg(test)]
mod tests;
