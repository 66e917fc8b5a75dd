//! JSON for readers.

use alloc::string::String;

/// JSON without white space → the same with a line for each member and item.
pub fn indented(json: &str) -> String {
    let mut out = String::new();
    let (mut depth, mut in_string, mut is_escaped) = (0, false, false);
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        out.extend(core::iter::repeat_n("  ", depth));
    };
    for letter in json.chars() {
        if in_string {
            in_string = letter != '"' || is_escaped;
            is_escaped = letter == '\\' && !is_escaped;
            out.push(letter);
            continue;
        }
        match letter {
            '{' | '[' => {
                depth += 1;
                out.push(letter);
                line(&mut out, depth);
            }
            '}' | ']' => {
                depth -= 1;
                let full = out.trim_end().len();
                out.truncate(full);
                // Nothing between the brackets needs no line.
                if !out.ends_with(['{', '[']) {
                    line(&mut out, depth);
                }
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            _ => {
                in_string = letter == '"';
                out.push(letter);
            }
        }
    }
    out.push('\n');
    out
}
