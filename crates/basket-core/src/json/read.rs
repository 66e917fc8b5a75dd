//! The reader: recursive descent over bytes, bounded in depth. On an error it names what a person
//! most likely did rather than what a grammar missed.

use super::{Document, Item, Kind, escape};
use alloc::vec::Vec;

/// How deep arrays and objects may nest; far beyond any configuration, far below a stack overflow.
pub const MAX_DEPTH: u32 = 64;

/// Why a text is not JSON, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Error {
    /// Byte offset of the first thing that is wrong.
    pub at: usize,
    /// What is wrong there.
    pub problem: Problem,
}

macro_rules! problems {
    ($($problem:ident $meaning:literal)*) => {
        /// What a person did to end up with text that is not JSON.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Problem {
            $(#[doc = $meaning] $problem,)*
        }

        impl Problem {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$problem,)*];

            /// What to do about it, said to that person.
            pub fn meaning(self) -> &'static str {
                match self { $(Self::$problem => $meaning,)* }
            }
        }
    };
}

problems! {
    End "The text ends too early; is a closing brace, bracket or quote missing?"
    TrailingComma "There is a comma after the last entry; remove it."
    Comment "JSON has no comments; remove it."
    SingleQuote "JSON wants double quotes."
    SmartQuote "These are typographic quotes; JSON wants straight ones."
    ByteOrderMark "There is an invisible byte order mark; remove it."
    UnquotedName "Names must stand in double quotes."
    MissingComma "A comma is missing before this."
    MissingColon "A colon is missing after the name."
    ControlCharacter "A string must not contain a line break or tab; write `\\n` or `\\t`."
    Escape "A backslash must be followed by one of `\" \\ / b f n r t u`."
    Number "This is not a number JSON knows."
    Trailing "There is something after the end of the object."
    Depth "This is nested too deeply."
    Unexpected "A value was expected here."
}

/// Reads one JSON value that fills the whole text.
pub fn parse(text: &str) -> Result<Document<'_>, Error> {
    let mut reader = Reader { text, at: 0, items: Vec::new() };
    reader.value(0)?;
    reader.space();
    if reader.at < text.len() {
        return Err(reader.unexpected(Problem::Trailing));
    }
    Ok(Document { text, items: reader.items })
}

/// A whole number in decimal; `None` when it is not one or has more than 18 digits. Written out
/// because the general parser would cost the widget a kilobyte.
pub fn read_number(text: &str) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_number =
        matches!(digits.len(), 1..=18) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits
        .bytes()
        .fold(0_i64, |number, byte| number.wrapping_mul(10).wrapping_add(i64::from(byte & 15)));
    is_number.then_some(if digits.len() < text.len() { -number } else { number })
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    items: Vec<Item>,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        // No valid text contains a NUL outside a string, so it can stand for the end.
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn rest(&self) -> &[u8] {
        self.text.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    fn error(&self, problem: Problem) -> Error {
        Error { at: self.at, problem }
    }

    /// What stands here is not what JSON wants; says what it looks like, or `otherwise`.
    fn unexpected(&self, otherwise: Problem) -> Error {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let problem = match rest.chars().next() {
            None => Problem::End,
            Some('/' | '#') => Problem::Comment,
            Some('\'' | '`') => Problem::SingleQuote,
            Some('\u{2018}'..='\u{201E}' | '\u{AB}') => Problem::SmartQuote,
            Some('\u{FEFF}') => Problem::ByteOrderMark,
            Some(_) => otherwise,
        };
        self.error(problem)
    }

    fn value(&mut self, depth: u32) -> Result<(), Error> {
        self.space();
        let (index, start) = (self.items.len(), self.at);
        self.items.push(Item { kind: Kind::Null, start, end: 0, next: 0 });
        let kind = match self.peek() {
            b'{' => self.list(depth, Kind::Object, b'}')?,
            b'[' => self.list(depth, Kind::Array, b']')?,
            b'"' => self.string()?,
            b't' => self.word("true", Kind::True)?,
            b'f' => self.word("false", Kind::False)?,
            b'n' => self.word("null", Kind::Null)?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'.' | b'+' => return Err(self.error(Problem::Number)),
            _ => return Err(self.unexpected(Problem::Unexpected)),
        };
        let next = self.items.len();
        if let Some(item) = self.items.get_mut(index) {
            *item = Item { kind, start, end: self.at, next };
        }
        Ok(())
    }

    fn word(&mut self, word: &str, kind: Kind) -> Result<Kind, Error> {
        if !self.rest().starts_with(word.as_bytes()) {
            return Err(self.error(Problem::Unexpected));
        }
        self.at += word.len();
        Ok(kind)
    }

    fn list(&mut self, depth: u32, kind: Kind, close: u8) -> Result<Kind, Error> {
        if depth >= MAX_DEPTH {
            return Err(self.error(Problem::Depth));
        }
        self.at += 1;
        let mut is_first = true;
        while self.next(close, is_first)? {
            is_first = false;
            if kind == Kind::Object {
                self.name()?;
            }
            self.value(depth + 1)?;
        }
        Ok(kind)
    }

    /// A member's name and the colon behind it.
    fn name(&mut self) -> Result<(), Error> {
        if self.peek() != b'"' {
            let named = self.peek().is_ascii_alphabetic() || matches!(self.peek(), b'_' | b'$');
            let problem = if named { Problem::UnquotedName } else { Problem::Unexpected };
            return Err(self.unexpected(problem));
        }
        self.value(MAX_DEPTH)?;
        self.space();
        if self.peek() != b':' {
            return Err(self.unexpected(Problem::MissingColon));
        }
        self.at += 1;
        Ok(())
    }

    /// Steps to the next member or item; false, past the closing byte, when there is none.
    fn next(&mut self, close: u8, is_first: bool) -> Result<bool, Error> {
        self.space();
        if self.peek() == close {
            self.at += 1;
            return Ok(false);
        }
        if is_first {
            return Ok(true);
        }
        if self.peek() != b',' {
            return Err(self.unexpected(Problem::MissingComma));
        }
        let comma = self.at;
        self.at += 1;
        self.space();
        if self.peek() == close {
            return Err(Error { at: comma, problem: Problem::TrailingComma });
        }
        Ok(true)
    }

    fn number(&mut self) -> Result<Kind, Error> {
        let wrong = self.error(Problem::Number);
        if self.peek() == b'-' {
            self.at += 1;
        }
        let leading_zero = self.peek() == b'0';
        let whole = self.digits();
        if whole == 0 || (leading_zero && whole > 1) {
            return Err(wrong);
        }
        if self.peek() == b'.' {
            self.at += 1;
            if self.digits() == 0 {
                return Err(wrong);
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            if matches!(self.peek(), b'+' | b'-') {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err(wrong);
            }
        }
        Ok(Kind::Number)
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<Kind, Error> {
        self.at += 1;
        loop {
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(Kind::String);
                }
                b'\\' => match escape::read(self.rest()) {
                    Some((_, len)) => self.at += len,
                    None => return Err(self.error(Problem::Escape)),
                },
                0..=0x1F if self.at >= self.text.len() => return Err(self.error(Problem::End)),
                0..=0x1F => return Err(self.error(Problem::ControlCharacter)),
                _ => self.at += 1,
            }
        }
    }
}
