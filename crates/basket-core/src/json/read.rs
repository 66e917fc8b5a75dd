//! The reader: recursive descent over bytes, bounded in depth. On an error it names what a person
//! most likely did rather than what a grammar missed.

use super::{Member, Node, Value};
use alloc::{string::String, vec::Vec};

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

/// What a person did to end up with text that is not JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Problem {
    /// The text ended inside a value, usually for want of a closing brace.
    End,
    /// A comma before a closing brace or bracket.
    TrailingComma,
    /// A `//` or `/*` comment.
    Comment,
    /// A string in single quotes.
    SingleQuote,
    /// A string in typographic quotes.
    SmartQuote,
    /// A byte order mark.
    ByteOrderMark,
    /// A member name without quotes.
    UnquotedName,
    /// No comma between two members or items.
    MissingComma,
    /// No colon after a member's name.
    MissingColon,
    /// A line break or another control character inside a string.
    ControlCharacter,
    /// A backslash followed by something JSON does not know.
    Escape,
    /// A number JSON does not know, such as `.5`, `01` or `+1`.
    Number,
    /// Something after the end of the value.
    Trailing,
    /// Nested deeper than [`MAX_DEPTH`].
    Depth,
    /// Anything else.
    Unexpected,
}

/// Reads one JSON value that fills the whole text.
pub fn parse(text: &str) -> Result<Node, Error> {
    let mut reader = Reader { text, bytes: text.as_bytes(), at: 0 };
    let node = reader.value(0)?;
    reader.space();
    if reader.at < reader.bytes.len() {
        return Err(reader.unexpected(Problem::Trailing));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> u8 {
        // No valid text contains a NUL outside a string, so it can stand for the end.
        self.bytes.get(self.at).copied().unwrap_or(0)
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
        let rest = self.text.get(self.at..).unwrap_or("");
        self.error(match rest.chars().next() {
            None => Problem::End,
            Some('/') if rest.starts_with("//") || rest.starts_with("/*") => Problem::Comment,
            Some('#') => Problem::Comment,
            Some('\'' | '`') => Problem::SingleQuote,
            Some('\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{2018}' | '\u{2019}' | '\u{AB}') => {
                Problem::SmartQuote
            }
            Some('\u{FEFF}') => Problem::ByteOrderMark,
            Some(_) => otherwise,
        })
    }

    fn value(&mut self, depth: u32) -> Result<Node, Error> {
        self.space();
        let at = self.at;
        let value = match self.peek() {
            b'{' => self.object(depth)?,
            b'[' => self.array(depth)?,
            b'"' => Value::String(self.string()?),
            b't' => self.word("true", Value::Bool(true))?,
            b'f' => self.word("false", Value::Bool(false))?,
            b'n' => self.word("null", Value::Null)?,
            b'-' | b'0'..=b'9' => self.number()?,
            b'.' | b'+' => return Err(self.error(Problem::Number)),
            _ => return Err(self.unexpected(Problem::Unexpected)),
        };
        Ok(Node { value, at })
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Error> {
        if self.bytes[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            Ok(value)
        } else {
            Err(self.error(Problem::Unexpected))
        }
    }

    fn object(&mut self, depth: u32) -> Result<Value, Error> {
        let mut members = Vec::new();
        self.enter(depth)?;
        while self.next(b'}', members.is_empty())? {
            let at = self.at;
            if self.peek() != b'"' {
                let named = self.peek().is_ascii_alphabetic() || matches!(self.peek(), b'_' | b'$');
                let problem = if named { Problem::UnquotedName } else { Problem::Unexpected };
                return Err(self.unexpected(problem));
            }
            let name = self.string()?;
            self.space();
            if self.peek() != b':' {
                return Err(self.unexpected(Problem::MissingColon));
            }
            self.at += 1;
            let node = self.value(depth + 1)?;
            members.push(Member { name, at, node });
        }
        Ok(Value::Object(members))
    }

    fn array(&mut self, depth: u32) -> Result<Value, Error> {
        let mut items = Vec::new();
        self.enter(depth)?;
        while self.next(b']', items.is_empty())? {
            items.push(self.value(depth + 1)?);
        }
        Ok(Value::Array(items))
    }

    fn enter(&mut self, depth: u32) -> Result<(), Error> {
        if depth >= MAX_DEPTH {
            return Err(self.error(Problem::Depth));
        }
        self.at += 1;
        Ok(())
    }

    /// Steps to the next member or item; false, past the closing byte, when there is none.
    fn next(&mut self, close: u8, first: bool) -> Result<bool, Error> {
        self.space();
        if self.peek() == close {
            self.at += 1;
            return Ok(false);
        }
        if first {
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

    fn number(&mut self) -> Result<Value, Error> {
        let start = self.at;
        if self.peek() == b'-' {
            self.at += 1;
        }
        let leading_zero = self.peek() == b'0';
        let whole = self.digits();
        let mut is_whole = true;
        if whole == 0 || (leading_zero && whole > 1) {
            return Err(Error { at: start, problem: Problem::Number });
        }
        if self.peek() == b'.' {
            self.at += 1;
            is_whole = false;
            if self.digits() == 0 {
                return Err(Error { at: start, problem: Problem::Number });
            }
        }
        if matches!(self.peek(), b'e' | b'E') {
            self.at += 1;
            is_whole = false;
            if matches!(self.peek(), b'+' | b'-') {
                self.at += 1;
            }
            if self.digits() == 0 {
                return Err(Error { at: start, problem: Problem::Number });
            }
        }
        let number = if is_whole { self.text[start..self.at].parse().ok() } else { None };
        Ok(Value::Number(number))
    }

    fn digits(&mut self) -> usize {
        let start = self.at;
        while self.peek().is_ascii_digit() {
            self.at += 1;
        }
        self.at - start
    }

    fn string(&mut self) -> Result<String, Error> {
        let mut out = String::new();
        self.at += 1;
        loop {
            let start = self.at;
            while !matches!(self.peek(), b'"' | b'\\' | 0..=0x1F) {
                self.at += 1;
            }
            // Both ends stand at ASCII bytes or the end, so the slice is on character borders.
            out.push_str(&self.text[start..self.at]);
            match self.peek() {
                b'"' => {
                    self.at += 1;
                    return Ok(out);
                }
                b'\\' => out.push(self.escape()?),
                _ if self.at >= self.bytes.len() => return Err(self.error(Problem::End)),
                _ => return Err(self.error(Problem::ControlCharacter)),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let start = self.at;
        self.at += 2;
        let simple = match self.bytes.get(start + 1) {
            Some(b'n') => '\n',
            Some(b't') => '\t',
            Some(b'r') => '\r',
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{C}',
            Some(&byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'u') => {
                let first = self.hex(start)?;
                return Ok(self.surrogate(first));
            }
            _ => {
                return Err(Error { at: start, problem: Problem::Escape });
            }
        };
        Ok(simple)
    }

    fn hex(&mut self, start: usize) -> Result<u32, Error> {
        let mut code = 0;
        for _ in 0..4 {
            let digit = char::from(self.peek()).to_digit(16);
            let Some(digit) = digit else {
                return Err(Error { at: start, problem: Problem::Escape });
            };
            code = code * 16 + digit;
            self.at += 1;
        }
        Ok(code)
    }

    /// Joins a surrogate pair; a lone half becomes the replacement character.
    fn surrogate(&mut self, first: u32) -> char {
        let mark = self.at;
        if (0xD800..0xDC00).contains(&first) && self.bytes[self.at..].starts_with(b"\\u") {
            self.at += 2;
            if let Ok(second @ 0xDC00..0xE000) = self.hex(mark) {
                let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                return char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
            }
            self.at = mark;
        }
        char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)
    }
}
