//! Start tags in markup, also in the markup of templates, which no parser of HTML would read.

use std::ops::Range;

/// A start tag.
#[derive(Debug)]
pub(super) struct Tag {
    pub(super) name: String,
    /// As they are written, in their order; without a value, that is empty. Braces around a value stay.
    pub(super) attributes: Vec<(String, String)>,
    /// What a `script` or `style` holds.
    pub(super) body: Range<usize>,
}

impl Tag {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        let mut attributes = self.attributes.iter();
        attributes.find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }
}

/// Every start tag of a text. What is inside a script or a style is no markup.
pub(super) fn tags(text: &str) -> Vec<Tag> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        at = start + 1;
        if !text[at..].starts_with(|next: char| next.is_ascii_alphabetic()) {
            continue;
        }
        let is_name = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '.');
        let name = taken(text, at, is_name);
        at += name.len();
        let Some((attributes, end)) = attributes(text, at) else { continue };
        at = end;
        let mut body = end..end;
        let is_raw = matches!(name, "script" | "style") && !text[..end].ends_with("/>");
        if let Some(length) = text[end..].find(&format!("</{name}>")).filter(|_| is_raw) {
            body = end..end + length;
            at = body.end;
        }
        tags.push(Tag { name: name.to_owned(), attributes, body });
    }
    tags
}

/// The attributes of a tag and where the tag ends, if it does.
fn attributes(text: &str, mut at: usize) -> Option<(Vec<(String, String)>, usize)> {
    let mut attributes = Vec::new();
    loop {
        at += taken(text, at, |next| next.is_whitespace() || next == '/').len();
        if text[at..].starts_with('>') {
            return Some((attributes, at + 1));
        }
        let name =
            taken(text, at, |next| !next.is_whitespace() && !matches!(next, '=' | '>' | '/'));
        if name.is_empty() {
            return None;
        }
        at += name.len();
        let mut value = "";
        if text[at..].starts_with('=') {
            at += 1;
            let length = value_length(&text[at..])?;
            value = &text[at..at + length];
            at += length;
        }
        let is_quoted = value.len() > 1 && value.starts_with(['"', '\'']);
        let value = if is_quoted { &value[1..value.len() - 1] } else { value };
        attributes.push((name.to_owned(), value.to_owned()));
    }
}

/// How long a value is, with its quotes or braces.
fn value_length(text: &str) -> Option<usize> {
    match text.chars().next()? {
        quote @ ('"' | '\'') => Some(text[1..].find(quote)? + 2),
        '{' => {
            let mut depth = 0_usize;
            text.char_indices().find_map(|(at, next)| {
                match next {
                    '{' => depth += 1,
                    '}' => depth -= 1,
                    _ => {}
                }
                (depth == 0).then_some(at + 1)
            })
        }
        _ => Some(taken(text, 0, |next| !next.is_whitespace() && next != '>').len()),
    }
}

fn taken(text: &str, at: usize, is_part: impl Fn(char) -> bool) -> &str {
    let rest = &text[at..];
    rest.find(|next| !is_part(next)).map_or(rest, |length| &rest[..length])
}

#[test]
fn tags_are_found_with_their_attributes() {
    let text = r#"a < b <Script src={`${S}/v1`} async /><p a='"' :b="c.d">x</p><script>if (a <b) {}</script>"#;
    let tags = tags(text);
    let names: Vec<_> = tags.iter().map(|tag| tag.name.as_str()).collect();
    assert_eq!(names, ["Script", "p", "script"]);
    assert_eq!(tags[0].attribute("src"), Some("{`${S}/v1`}"));
    assert_eq!(tags[0].attribute("async"), Some(""));
    assert_eq!((tags[1].attribute("a"), tags[1].attribute(":b")), (Some("\""), Some("c.d")));
    assert_eq!(&text[tags[2].body.clone()], "if (a <b) {}");
}
