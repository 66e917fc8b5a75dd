//! The writer. Commas take care of themselves: a separator is due unless the text so far ends with
//! an opening bracket or a colon, which no finished value can.

use alloc::string::String;

/// Builds one JSON text from left to right.
#[derive(Debug, Default, Clone)]
pub struct Writer {
    out: String,
}

impl Writer {
    /// An empty text.
    pub const fn new() -> Self {
        Self { out: String::new() }
    }

    /// An empty text with room for that many bytes.
    pub fn with_capacity(bytes: usize) -> Self {
        Self { out: String::with_capacity(bytes) }
    }

    /// The text written.
    pub fn finish(self) -> String {
        self.out
    }

    /// How many bytes have been written so far.
    pub fn len(&self) -> usize {
        self.out.len()
    }

    /// Whether nothing has been written.
    pub fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    fn separate(&mut self) {
        if !matches!(self.out.as_bytes().last(), None | Some(b'[' | b'{' | b':')) {
            self.out.push(',');
        }
    }

    /// Opens an object or array: `{` or `[`.
    pub fn open(&mut self, bracket: char) -> &mut Self {
        self.separate();
        self.out.push(bracket);
        self
    }

    /// Closes an object or array: `}` or `]`.
    pub fn close(&mut self, bracket: char) -> &mut Self {
        self.out.push(bracket);
        self
    }

    /// A member's name; its value must follow.
    pub fn name(&mut self, name: &str) -> &mut Self {
        self.string(name);
        self.out.push(':');
        self
    }

    /// A string value.
    pub fn string(&mut self, text: &str) -> &mut Self {
        self.separate();
        self.out.push('"');
        let mut start = 0;
        // A service writes much that is plain; a page little, and there it would be one more kind of code to load.
        let looked_at = if cfg!(target_family = "wasm") || !is_plain(text) { text } else { "" };
        // Whole runs are copied at once; only the few characters JSON reserves are looked at.
        for (at, byte) in looked_at.bytes().enumerate() {
            if !is_reserved(byte) {
                continue;
            }
            self.out.push_str(text.get(start..at).unwrap_or_default());
            start = at + 1;
            if byte >= 0x20 {
                self.out.push('\\');
                self.out.push(char::from(byte));
            } else {
                self.out.push_str(if byte < 0x10 { "\\u000" } else { "\\u001" });
                self.out.push(char::from_digit(u32::from(byte & 15), 16).unwrap_or('0'));
            }
        }
        self.out.push_str(text.get(start..text.len()).unwrap_or_default());
        self.out.push('"');
        self
    }

    /// A string value, or `null`.
    pub fn string_or_null(&mut self, text: Option<&str>) -> &mut Self {
        match text {
            Some(text) => self.string(text),
            None => self.raw("null"),
        }
    }

    /// A whole number.
    pub fn number(&mut self, number: impl Into<i64>) -> &mut Self {
        self.separate();
        push_number(&mut self.out, number.into());
        self
    }

    /// A whole number, or `null`.
    pub fn number_or_null(&mut self, number: Option<impl Into<i64>>) -> &mut Self {
        match number {
            Some(number) => self.number(number),
            None => self.raw("null"),
        }
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, flag: bool) -> &mut Self {
        self.raw(if flag { "true" } else { "false" })
    }

    /// Text that is JSON already.
    pub fn raw(&mut self, json: &str) -> &mut Self {
        self.separate();
        self.out.push_str(json);
        self
    }
}

/// Whether JSON writes this in another way.
fn is_reserved(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// Whether none of it is reserved. It looks at all of it whatever it finds, since then a processor can look at many
/// bytes at once.
fn is_plain(text: &str) -> bool {
    !text.bytes().fold(false, |found, byte| found | is_reserved(byte))
}

/// Appends a number in decimal. Written out to keep `core::fmt` out of the widget.
pub fn push_number(out: &mut String, number: i64) {
    if number < 0 {
        out.push('-');
    }
    let mut rest = number.unsigned_abs();
    let mut digits = [0u8; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    for &digit in &digits[start..] {
        out.push(char::from(digit));
    }
}
