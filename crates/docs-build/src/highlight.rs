//! Colours for pieces of code, given when the site is built: pages need no script for them. It knows comments, strings,
//! words and tags, and no language in full.

use std::fmt::Write as _;

use crate::tags::escape;

/// How a language is written.
struct Syntax {
    line_comment: &'static str,
    has_block_comments: bool,
    quotes: &'static str,
    /// Its keywords, with a space between each.
    words: &'static str,
    /// Whether digits are numbers; in commands they are parts of addresses and names.
    has_numbers: bool,
}

const SCRIPT: Syntax = Syntax {
    line_comment: "//",
    has_block_comments: true,
    quotes: "\"'`",
    words: "async await break case catch class const continue default else export false for from func function if \
            import in interface let new null of package return throw true try type undefined var while",
    has_numbers: true,
};
const STYLE: Syntax = Syntax { line_comment: "\n", words: "", quotes: "\"'", ..SCRIPT };
const DATA: Syntax = Syntax {
    line_comment: "\n",
    has_block_comments: false,
    quotes: "\"",
    words: "false null true",
    has_numbers: true,
};
const SHELL: Syntax = Syntax {
    line_comment: "#",
    has_block_comments: false,
    quotes: "\"'",
    words: "do done else export fi for if in then while",
    has_numbers: false,
};
const PYTHON: Syntax = Syntax {
    words: "None and as def else except for from if import in is not raise return try while with yield",
    has_numbers: true,
    ..SHELL
};
const SETTINGS: Syntax = Syntax { words: "false true", ..SHELL };

/// A piece of code as HTML, with its parts marked; without a known language, only escaped.
pub fn html(language: &str, code: &str) -> String {
    match language {
        "html" | "xml" | "vue" | "astro" | "liquid" | "svelte" => markup(code),
        "js" | "ts" | "tsx" | "jsx" | "php" | "go" => plain(code, &SCRIPT),
        "css" => plain(code, &STYLE),
        "json" => plain(code, &DATA),
        "sh" => plain(code, &SHELL),
        "python" => plain(code, &PYTHON),
        "caddyfile" | "haproxy" | "nginx" | "toml" | "yaml" => plain(code, &SETTINGS),
        _ => escape(code),
    }
}

fn mark(out: &mut String, class: &str, text: &str) {
    let _ = write!(out, "<span class=\"{class}\">{}</span>", escape(text));
}

fn plain(code: &str, syntax: &Syntax) -> String {
    let mut out = String::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let (class, length) = token(rest, first, before, syntax);
        let (text, after) = rest.split_at(length);
        match class {
            Some(class) => mark(&mut out, class, text),
            None => out.push_str(&escape(text)),
        }
        before = text.chars().next_back().unwrap_or(' ');
        rest = after;
    }
    out
}

/// The class and the length of what the rest starts with.
fn token(rest: &str, first: char, before: char, syntax: &Syntax) -> (Option<&'static str>, usize) {
    let line = rest.find('\n').unwrap_or(rest.len());
    // A shell's `$#` and an address's `//` are no comments.
    let may_comment = before.is_whitespace() || ";{}(),".contains(before);
    if may_comment && rest.starts_with(syntax.line_comment) && first != '\n' {
        return (Some("t-comment"), line);
    }
    if syntax.has_block_comments && rest.starts_with("/*") {
        return (Some("t-comment"), rest.find("*/").map_or(rest.len(), |end| end + 2));
    }
    if syntax.quotes.contains(first) && !(first == '\'' && before.is_alphanumeric()) {
        let length = quoted(rest, first, line);
        let is_name = rest[length..].trim_start_matches(' ').starts_with(':') && first == '"';
        return (Some(if is_name { "t-name" } else { "t-string" }), length);
    }
    if first.is_alphabetic() || first == '_' || first == '$' {
        let is_part =
            |c: char| c.is_alphanumeric() || c == '_' || c == '-' && syntax.words.is_empty();
        let length = rest[first.len_utf8()..]
            .find(|c| !is_part(c))
            .map_or(rest.len(), |at| at + first.len_utf8());
        let is_word =
            syntax.words.split(' ').any(|word| word == &rest[..length]) && !".-/".contains(before);
        return (is_word.then_some("t-word"), length);
    }
    if syntax.has_numbers && first.is_ascii_digit() {
        let length =
            rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '.')).unwrap_or(rest.len());
        return (Some("t-number"), length);
    }
    (None, first.len_utf8())
}

/// The length of a string; one that does not end does so with its line, except for those that may have several.
fn quoted(rest: &str, quote: char, line: usize) -> usize {
    let limit = if quote == '`' || quote == '\'' { rest.len() } else { line };
    let mut is_escaped = false;
    for (at, character) in rest[..limit].char_indices().skip(1) {
        match character {
            '\\' if !is_escaped => is_escaped = true,
            _ if character == quote && !is_escaped => return at + quote.len_utf8(),
            _ => is_escaped = false,
        }
    }
    if quote == '\'' { 1 } else { limit }
}

/// Tags with their attributes; what stands between script tags is marked as such.
fn markup(code: &str) -> String {
    let mut out = String::new();
    let mut rest = code;
    while let Some(at) = rest.find('<') {
        out.push_str(&escape(&rest[..at]));
        rest = &rest[at..];
        if rest.starts_with("<!--") {
            let end = rest.find("-->").map_or(rest.len(), |end| end + 3);
            mark(&mut out, "t-comment", &rest[..end]);
            rest = &rest[end..];
            continue;
        }
        let Some(end) = rest.find('>') else { break };
        let tag = &rest[..=end];
        write_tag(&mut out, tag);
        rest = &rest[end + 1..];
        if tag.starts_with("<script") && !tag.ends_with("/>") {
            let end = rest.find("</script").unwrap_or(rest.len());
            out.push_str(&plain(&rest[..end], &SCRIPT));
            rest = &rest[end..];
        }
    }
    out.push_str(&escape(rest));
    out
}

fn write_tag(out: &mut String, tag: &str) {
    let name = tag.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(tag.len());
    mark(out, "t-tag", &tag[..name]);
    let mut rest = &tag[name..];
    while let Some(at) = rest.find('"') {
        out.push_str(&escape(&rest[..at]));
        let end = rest[at + 1..].find('"').map_or(rest.len(), |end| at + 1 + end + 1);
        mark(out, "t-string", &rest[at..end]);
        rest = &rest[end..];
    }
    match rest.strip_suffix('>') {
        Some(inside) => {
            out.push_str(&escape(inside));
            mark(out, "t-tag", ">");
        }
        None => out.push_str(&escape(rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tags::{strip, unescape};

    #[test]
    fn parts_are_marked() {
        assert_eq!(
            html("json", "{ \"a\": \"b\", \"c\": true }"),
            "{ <span class=\"t-name\">&quot;a&quot;</span>: <span class=\"t-string\">&quot;b&quot;</span>, \
             <span class=\"t-name\">&quot;c&quot;</span>: <span class=\"t-word\">true</span> }"
        );
        assert!(html("sh", "a # b").contains("<span class=\"t-comment\"># b</span>"));
        assert!(
            html("html", "<p id=\"x\">").contains("<span class=\"t-string\">&quot;x&quot;</span>")
        );
    }

    #[test]
    fn no_code_is_lost() {
        let codes = [
            "const a = `x ${y}\n`; // \"c\"",
            "it's a \"b\\\"c\" 'd",
            "<a b=\"c\n<!-- x --><script>let a = 1 < 2;</script> é <",
            "curl \"$A/x#y\" -d '{ \"a\": 1,\n \"b\": 2 }' # end",
            "a-b: 1px; /* open",
        ];
        for code in codes {
            for language in ["html", "js", "css", "json", "sh", "python", "toml", "text"] {
                assert_eq!(unescape(&strip(&html(language, code))), code, "{language}");
            }
        }
    }
}
