//! Escapes in strings.

/// The character of the escape at the start of `bytes`, and how many bytes it takes.
pub fn read(bytes: &[u8]) -> Option<(char, usize)> {
    let simple = match bytes.get(1)? {
        b'n' => '\n',
        b't' => '\t',
        b'r' => '\r',
        b'b' => '\u{8}',
        b'f' => '\u{C}',
        &byte @ (b'"' | b'\\' | b'/') => char::from(byte),
        b'u' => return code_unit(bytes).map(|first| join(first, bytes)),
        _ => return None,
    };
    Some((simple, 2))
}

/// The four hexadecimal digits behind `\u`.
fn code_unit(bytes: &[u8]) -> Option<u32> {
    let digits = bytes.strip_prefix(b"\\u")?.get(..4)?;
    digits.iter().try_fold(0, |code, &byte| Some(code * 16 + char::from(byte).to_digit(16)?))
}

/// Joins a surrogate pair; a lone half becomes the replacement character.
fn join(first: u32, bytes: &[u8]) -> (char, usize) {
    let second = bytes.get(6..).and_then(code_unit);
    let (code, len) = match (first, second) {
        (0xD800..0xDC00, Some(second @ 0xDC00..0xE000)) => {
            (0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00), 12)
        }
        _ => (first, 6),
    };
    (char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER), len)
}
