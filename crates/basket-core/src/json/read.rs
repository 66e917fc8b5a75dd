//! The reader: recursive descent over bytes, bounded in depth. An error can say what a person most
//! likely did rather than what a grammar missed.

use super::{Document, Item, Kind, escape};

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
    SingleQuote "JSON needs double quotes."
    SmartQuote "These are typographic quotes; JSON needs straight ones."
    ByteOrderMark "There is an invisible byte order mark; remove it."
    UnquotedName "Names must be in double quotes."
    MissingComma "A comma is missing before this."
    MissingColon "A colon is missing after the name."
    ControlCharacter "A string must not contain a line break or tab; write `\\n` or `\\t`."
    Escape "A backslash must be followed by one of `\" \\ / b f n r t u`."
    Number "This is not a valid JSON number."
    Trailing "There is something after the end of the object."
    Depth "This is nested too deeply."
    Unexpected "A value was expected here."
}

impl Error {
    /// What a person most likely did, by what stands at the place where the grammar missed something.
    /// The reader itself does not look: the widget never asks.
    pub fn likely_problem(self, text: &str) -> Problem {
        match (text.get(self.at..).unwrap_or_default().chars().next(), self.problem) {
            (_, problem @ (Problem::TrailingComma | Problem::Escape | Problem::Depth)) => problem,
            (None, _) => Problem::End,
            (_, problem @ Problem::ControlCharacter) => problem,
            (Some('/' | '#'), _) => Problem::Comment,
            (Some('\'' | '`'), _) => Problem::SingleQuote,
            (Some('\u{2018}'..='\u{201E}' | '\u{AB}'), _) => Problem::SmartQuote,
            (Some('\u{FEFF}'), _) => Problem::ByteOrderMark,
            (Some(first), Problem::UnquotedName)
                if !first.is_alphanumeric() && first != '_' && first != '$' =>
            {
                Problem::Unexpected
            }
            (_, problem) => problem,
        }
    }
}

/// Reads one JSON value that fills the whole text.
pub fn parse(source: &str) -> Result<Document, Error> {
    let mut reader = Reader { source, at: 0, parsed: Document::default() };
    reader.value(0)?;
    reader.space();
    if reader.at < source.len() {
        return Err(reader.error(Problem::Trailing));
    }
    Ok(reader.parsed)
}

/// A whole number in decimal; `None` when it is not one or has more than 18 digits. Written out
/// because the general parser brings in more than the widget needs.
pub fn read_number(text: &str) -> Option<i64> {
    let (sign, digits) = match text.as_bytes() {
        [b'-', digits @ ..] => (-1, digits),
        digits => (1, digits),
    };
    let mut number = 0_i64;
    for byte in digits {
        if !byte.is_ascii_digit() {
            return None;
        }
        number = number.wrapping_mul(10).wrapping_add(i64::from(byte & 15));
    }
    matches!(digits.len(), 1..=18).then(|| sign * number)
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    parsed: Document,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        // No valid text contains a NUL outside a string, so it can stand for the end.
        self.source.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn rest(&self) -> &[u8] {
        self.source.as_bytes().get(self.at..).unwrap_or_default()
    }

    fn space(&mut self) {
        while matches!(self.peek(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    fn error(&self, problem: Problem) -> Error {
        Error { at: self.at, problem }
    }

    fn value(&mut self, depth: u32) -> Result<(), Error> {
        self.space();
        let (index, at) = (self.parsed.items.len(), self.at);
        let start = self.parsed.text.len();
        self.parsed.items.push(Item::default());
        let kind = match self.peek() {
            b'{' => self.list(depth, Kind::Object, b'}')?,
            b'[' => self.list(depth, Kind::Array, b']')?,
            b'"' => self.string()?,
            b't' => self.word("true", Kind::True)?,
            b'f' => self.word("false", Kind::False)?,
            b'n' => self.word("null", Kind::Null)?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'.' | b'+' => return Err(self.error(Problem::Number)),
            _ => return Err(self.error(Problem::Unexpected)),
        };
        if kind == Kind::Number {
            let digits = self.source.get(at..self.at).unwrap_or_default();
            self.parsed.text.push_str(digits);
        }
        let (end, next) = (self.parsed.text.len(), self.parsed.items.len());
        if let Some(item) = self.parsed.items.get_mut(index) {
            *item = Item { kind: kind as usize, start, end, next, at };
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
            return Err(self.error(Problem::UnquotedName));
        }
        self.value(MAX_DEPTH)?;
        self.space();
        if self.peek() != b':' {
            return Err(self.error(Problem::MissingColon));
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
            return Err(self.error(Problem::MissingComma));
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
            let start = self.at;
            while !matches!(self.peek(), b'"' | b'\\' | 0..=0x1F) {
                self.at += 1;
            }
            let run = self.source.get(start..self.at).unwrap_or_default();
            self.parsed.text.push_str(run);
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(Kind::String);
                }
                b'\\' => match escape::read(self.rest()) {
                    Some((character, len)) => {
                        self.parsed.text.push(character);
                        self.at += len;
                    }
                    None => return Err(self.error(Problem::Escape)),
                },
                _ => return Err(self.error(Problem::ControlCharacter)),
            }
        }
    }
}
