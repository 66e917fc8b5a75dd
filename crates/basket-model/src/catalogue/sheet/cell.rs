//! A text as it may stand in a cell. Spreadsheets run what begins like a formula, and names come from
//! whoever writes them; behind a quotation mark it stays a text. It must never know what a cell is about.

/// What a formula begins with; the wide ones count in some languages.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The text, made safe to open in a spreadsheet.
pub(super) fn close(text: String) -> String {
    if is_formula(&text) { format!("'{text}") } else { text }
}

/// The text that was made safe, or one that needed not to be.
pub(super) fn open(cell: &str) -> &str {
    cell.trim_start().strip_prefix('\'').filter(|text| is_formula(text)).unwrap_or(cell)
}

/// Also with marks before it already, so that each closing has its opening.
fn is_formula(text: &str) -> bool {
    text.trim_start_matches(|character: char| character == '\'' || character.is_whitespace())
        .starts_with(FORMULA)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_stays_a_text_and_comes_back() {
        for text in ["=1+1", "+49 mug", "-5", "@home", "'=1", "''@", "＝1", " =1", "'", "mug"] {
            let cell = close(text.to_owned());
            assert!(!cell.starts_with(FORMULA), "{cell}");
            assert_eq!(open(&cell), text);
        }
        assert_eq!(close("=1+1".to_owned()), "'=1+1");
        assert_eq!(close("5 o'clock".to_owned()), "5 o'clock");
    }
}
