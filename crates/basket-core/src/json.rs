//! JSON as the basket needs it: a reader that remembers where each value stood, so that a
//! diagnostic can point at it, and a writer. It must never know what any document means.
//!
//! The widget pays for every byte. A document is therefore one flat list of items beside one text, with
//! no tree of boxes to build and drop, and a page hands documents over in just this form: the browser
//! has read them already. Numbers that are not whole have no value, since nothing in the configuration
//! or on the wire is fractional.

mod escape;
mod indent;
mod read;
mod write;

pub use indent::indented;
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

/// One value. An object's items are names and values in turn.
#[derive(Debug, Clone, Copy, Default)]
#[repr(C)]
pub struct Item {
    /// A [`Kind`], counted from 0.
    pub kind: usize,
    /// Where its text starts: a string's characters, a number's digits.
    pub start: usize,
    /// Where its text ends.
    pub end: usize,
    /// The item that comes after all that is inside this one.
    pub next: usize,
    /// Where it stood in the source, in bytes.
    pub at: usize,
}

/// What stands for an item that is not there.
static NOTHING: Item = Item { kind: 0, start: 0, end: 0, next: 0, at: 0 };

/// A document: its items, and all their texts one behind the other.
#[derive(Debug, Default)]
pub struct Document {
    /// The texts.
    pub text: String,
    /// The items.
    pub items: Vec<Item>,
}

impl Document {
    /// The value that is the whole document.
    pub fn root(&self) -> Node<'_> {
        Node { document: self, index: 0 }
    }
}

static EMPTY: Document = Document { text: String::new(), items: Vec::new() };

/// A value of a document, or the lack of one, which reads as null.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    document: &'a Document,
    index: usize,
}

impl Node<'static> {
    /// The lack of a value.
    pub const NONE: Self = Self { document: &EMPTY, index: 0 };
}

/// What is found is an index in the same document, and what is read may be none: two values, which a function of the
/// widget returns through memory. So functions return one, and what is inlined makes two of it where they are used.
#[expect(clippy::inline_always, reason = "it takes 300 bytes off the widget")]
impl<'a> Node<'a> {
    fn item(self) -> &'a Item {
        self.document.items.get(self.index).unwrap_or(&NOTHING)
    }

    /// Whether there is such a value at all.
    pub fn exists(self) -> bool {
        self.index < self.document.items.len()
    }

    /// What kind of value it is.
    pub fn kind(self) -> Kind {
        match self.item().kind {
            1 => Kind::True,
            2 => Kind::False,
            3 => Kind::Number,
            4 => Kind::String,
            5 => Kind::Array,
            6 => Kind::Object,
            _ => Kind::Null,
        }
    }

    /// Whether it is null or not there.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// Where it stood in the source, in bytes.
    pub fn offset(self) -> usize {
        self.item().at
    }

    fn source(self) -> &'a str {
        let item = self.item();
        self.document.text.get(item.start..item.end).unwrap_or_default()
    }

    fn inside(self, kind: Kind) -> Items<'a> {
        let end = if self.kind() == kind { self.item().next } else { 0 };
        Items { document: self.document, index: self.index.wrapping_add(1), end }
    }

    /// The items of an array; of any other value, none.
    pub fn items(self) -> Items<'a> {
        self.inside(Kind::Array)
    }

    /// The item of an array at an index.
    #[must_use]
    #[inline(always)]
    pub fn at(self, index: usize) -> Node<'a> {
        Node { index: self.index_at(index), ..self }
    }

    /// Where that is; none has the largest index.
    fn index_at(self, index: usize) -> usize {
        let mut items = self.items();
        for _ in 0..index {
            items.next();
        }
        if items.index < items.end { items.index } else { usize::MAX }
    }

    /// Names and values of an object; of any other value, none.
    pub fn members(self) -> Members<'a> {
        Members(self.inside(Kind::Object))
    }

    /// The member `name` of an object; of duplicates the last, as every browser does.
    #[must_use]
    #[inline(always)]
    pub fn get(self, name: &str) -> Node<'a> {
        Node { index: self.index_of(name), ..self }
    }

    /// Where that is; none has the largest index.
    fn index_of(self, name: &str) -> usize {
        let mut found = usize::MAX;
        for (other, value) in self.members() {
            if other.is(name) {
                found = value.index;
            }
        }
        found
    }

    /// The text of a string; of any other value, an empty one.
    pub fn text(self) -> &'a str {
        if self.kind() == Kind::String { self.source() } else { "" }
    }

    /// The text of a string.
    pub fn string(self) -> Option<&'a str> {
        (self.kind() == Kind::String).then(|| self.source())
    }

    /// The digits of a number as they were written; of any other value, an empty text.
    #[cfg(not(target_family = "wasm"))]
    pub fn digits(self) -> &'a str {
        if self.kind() == Kind::Number { self.source() } else { "" }
    }

    /// Whether this is a string with that text.
    pub fn is(self, text: &str) -> bool {
        self.kind() == Kind::String && self.source() == text
    }

    /// The value of a whole number.
    #[inline(always)]
    pub fn integer(self) -> Option<i64> {
        let number = self.number();
        (number != i64::MIN).then_some(number)
    }

    /// The same; none is the least that there could be.
    fn number(self) -> i64 {
        let number = if self.kind() == Kind::Number { read_number(self.source()) } else { None };
        number.unwrap_or(i64::MIN)
    }

    /// The value of a whole number, if it fits 32 bits and is not negative.
    #[inline(always)]
    pub fn count(self) -> Option<u32> {
        u32::try_from(self.number()).ok()
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
    document: &'a Document,
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
    let before = text.as_bytes().get(..at).unwrap_or(text.as_bytes());
    let line_start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    let (lines, line) = before.split_at(line_start);
    // Plain sums, which the compiler can do for many bytes at once: a page may be long and full of mistakes.
    let breaks: u32 = lines.iter().map(|byte| u32::from(*byte == b'\n')).sum();
    // Continuation bytes of UTF-8 do not start a character.
    let characters: u32 = line.iter().map(|byte| u32::from(byte & 0xC0 != 0x80)).sum();
    (breaks + 1, characters + 1)
}

#[cfg(test)]
mod tests;
