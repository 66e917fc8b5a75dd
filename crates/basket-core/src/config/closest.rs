//! "Did you mean": the known name that a person most likely wanted. It knows names only, not what they
//! are for.

use alloc::vec::Vec;

/// Beyond this nobody meant any of our names, and comparing would take long.
const LONGEST: usize = 64;

/// How many letters a typing mistake changes at most.
const MOST: usize = 2;

/// The known name closest to a written one: the same but for case, `_` and `-`, or else at most two
/// letters away.
pub fn closest<'a>(written: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let bare = |name: &str| -> Vec<char> {
        let letters = name.chars().filter(|letter| !matches!(letter, '_' | '-' | ' '));
        letters.map(|letter| letter.to_ascii_lowercase()).take(LONGEST + 1).collect()
    };
    let written = bare(written);
    if written.len() > LONGEST {
        return None;
    }
    let mut best = None;
    for name in known {
        let letters = bare(name);
        // As many letters as one has more must be left out at least, so most names need no comparison.
        if written.len().abs_diff(letters.len()) > MOST {
            continue;
        }
        let distance = distance(&written, &letters);
        // A name that shares no letter is no typing mistake.
        let is_close = distance <= MOST && distance < written.len().min(letters.len());
        if is_close && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// How many letters must be added, left out, replaced or swapped with their neighbour.
fn distance(from: &[char], to: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut last: Vec<usize> = (0..=to.len()).collect();
    for (row, letter) in from.iter().enumerate() {
        let mut next = alloc::vec![row + 1];
        for (column, other) in to.iter().enumerate() {
            let replaced = last[column] + usize::from(letter != other);
            let mut cost = replaced.min(last[column + 1] + 1).min(next[column] + 1);
            let is_swap =
                row > 0 && column > 0 && from[row - 1] == *other && to[column - 1] == *letter;
            if is_swap {
                cost = cost.min(before[column - 1] + 1);
            }
            next.push(cost);
        }
        before = core::mem::replace(&mut last, next);
    }
    last.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAMES: [&str; 4] = ["tinted", "right", "show_sum_total", "outOfStock"];

    #[test]
    fn a_typing_mistake_finds_its_name() {
        for (written, name) in [
            ("tint", "tinted"),
            ("tinetd", "tinted"),
            ("rihgt", "right"),
            ("RIGHT", "right"),
            ("showSumTotal", "show_sum_total"),
            ("show-sum-total", "show_sum_total"),
            ("out_of_stock", "outOfStock"),
        ] {
            assert_eq!(closest(written, NAMES), Some(name), "{written}");
        }
    }

    #[test]
    fn another_word_finds_none() {
        for written in ["", "x", "left", "colour", "tinted_glass", &"x".repeat(1000)] {
            assert_eq!(closest(written, NAMES), None, "{written}");
        }
    }
}
