//! A text as it is written into a cell. Spreadsheets run a text that begins like a formula, and anyone may have written a
//! name; with a quotation mark before it, it stays a text. The mark also protects white space around a text, which is
//! otherwise removed. It must never know what a cell is about.

/// What a formula begins with; the wide ones count in some languages.
const FORMULA: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// The text, made safe to open in a spreadsheet.
pub(crate) fn close(text: String) -> String {
    if needs_mark(&text) { format!("'{text}") } else { text }
}

/// The text that was made safe, or one that needed not to be, without white space around it.
pub(crate) fn open(cell: &str) -> &str {
    let marked = cell.trim_start().strip_prefix('\'').filter(|text| needs_mark(text));
    marked.unwrap_or(cell.trim())
}

/// Also with marks before it already, so that each closing has its opening.
fn needs_mark(text: &str) -> bool {
    let is_mark = |character: char| character == '\'' || character.is_whitespace();
    let bare = text.trim_start_matches('\'');
    text.trim_start_matches(is_mark).starts_with(FORMULA) || bare.trim() != bare
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_begins_like_a_formula_stays_a_text_and_comes_back() {
        let formulas = ["=1+1", "+49 mug", "-5", "@home", "'=1", "''@", "＝1", " =1", "'", "mug"];
        for text in formulas.into_iter().chain([" mug", "mug\u{3000}", "' mug", "'mug ", "' "]) {
            let cell = close(text.to_owned());
            assert!(!cell.starts_with(FORMULA), "{cell}");
            assert_eq!(open(&cell), text);
        }
        assert_eq!(close("=1+1".to_owned()), "'=1+1");
        assert_eq!(close("5 o'clock".to_owned()), "5 o'clock");
        assert_eq!((open("  mug "), open(" '=1")), ("mug", "=1"));
    }
}
