//! A list of names packed into one text, each name with a space behind it. A list of texts is a table of addresses and
//! lengths, which hardly shrinks when it is compressed; the widget pays for every byte of it. It must never be used
//! where no byte counts.

/// The text before and behind the first such byte, which must be ASCII. The standard library's search
/// finds anything anywhere and is several times the size.
pub(crate) fn cut(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    // Ranges with two ends, here and elsewhere: every other kind is one more function in the widget.
    Some((text.get(0..at)?, text.get(at + 1..text.len())?))
}

/// The name at an index; empty behind the last.
pub(crate) fn name_at(names: &str, index: usize) -> &str {
    let mut rest = names;
    for _ in 0..index {
        rest = cut(rest, b' ').unwrap_or_default().1;
    }
    cut(rest, b' ').unwrap_or_default().0
}

/// The index of a name; the number of names if it is not among them.
pub(crate) fn index_of(names: &str, name: &str) -> usize {
    let mut rest = names;
    let mut index = 0;
    while let Some((other, behind)) = cut(rest, b' ') {
        if other == name {
            break;
        }
        rest = behind;
        index += 1;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: &str = "one two three ";

    #[test]
    fn names_are_found_by_index_and_indexes_by_name() {
        for (index, expected) in ["one", "two", "three"].into_iter().enumerate() {
            assert_eq!(name_at(NAMES, index), expected);
            assert_eq!(index_of(NAMES, expected), index);
        }
        assert_eq!(name_at(NAMES, 3), "");
        for other in ["", "t", "tw", "twos", "One", "one two"] {
            assert_eq!(index_of(NAMES, other), 3, "{other}");
        }
    }

    #[test]
    fn a_text_is_cut_at_the_first_such_byte() {
        assert_eq!(cut("größe|b|c", b'|'), Some(("größe", "b|c")));
        assert_eq!(cut("|", b'|'), Some(("", "")));
        assert_eq!(cut("a", b'|'), None);
    }
}
