//! Words in one text, each with a space behind it. A list of texts is a table of addresses and lengths, which hardly
//! shrinks when it is compressed; the widget pays for every byte of it.

/// The text before and behind the first such byte, which must be ASCII. The standard library's search
/// finds anything anywhere and is several times the size.
pub fn cut(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    // Ranges with two ends, here and elsewhere: every other kind is one more function in the widget.
    Some((text.get(0..at)?, text.get(at + 1..text.len())?))
}

/// The word at a place.
pub fn word(words: &str, place: usize) -> &str {
    let mut rest = words;
    for _ in 0..place {
        rest = cut(rest, b' ').unwrap_or_default().1;
    }
    cut(rest, b' ').unwrap_or_default().0
}

/// The place of a word; of any other the one behind the last.
pub fn place_of(words: &str, word: &str) -> usize {
    let mut rest = words;
    let mut place = 0;
    while let Some((other, behind)) = cut(rest, b' ') {
        if other == word {
            break;
        }
        rest = behind;
        place += 1;
    }
    place
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "one two three ";

    #[test]
    fn words_are_found_by_their_places_and_places_by_their_words() {
        for (place, expected) in ["one", "two", "three"].into_iter().enumerate() {
            assert_eq!(word(WORDS, place), expected);
            assert_eq!(place_of(WORDS, expected), place);
        }
        assert_eq!(word(WORDS, 3), "");
        for other in ["", "t", "tw", "twos", "One", "one two"] {
            assert_eq!(place_of(WORDS, other), 3, "{other}");
        }
    }

    #[test]
    fn a_text_is_cut_at_the_first_such_byte() {
        assert_eq!(cut("größe|b|c", b'|'), Some(("größe", "b|c")));
        assert_eq!(cut("|", b'|'), Some(("", "")));
        assert_eq!(cut("a", b'|'), None);
    }
}
