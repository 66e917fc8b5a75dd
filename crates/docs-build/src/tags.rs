//! The tags of a built page, read well enough for pages that our own generator wrote. It must never be used for pages of
//! others: it knows no optional quotes and repairs nothing.

/// An opening tag.
#[derive(Debug, PartialEq, Eq)]
pub struct Tag<'a> {
    /// Its name, as it is written.
    pub name: &'a str,
    /// Its attributes in order; one without a value has an empty value.
    pub attributes: Vec<(&'a str, &'a str)>,
    /// What follows it in the page.
    pub rest: &'a str,
}

impl<'a> Tag<'a> {
    /// The value of an attribute, if the tag has it.
    pub fn attribute(&self, name: &str) -> Option<&'a str> {
        self.attributes.iter().find(|(other, _)| *other == name).map(|(_, value)| *value)
    }
}

/// Every opening tag of a page. What stands in comments and scripts is not looked at.
pub fn tags(html: &str) -> impl Iterator<Item = Tag<'_>> {
    let mut rest = html;
    std::iter::from_fn(move || {
        loop {
            let (_, after) = rest.split_once('<')?;
            if let Some(comment) = after.strip_prefix("!--") {
                rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            } else if after.starts_with(|first: char| first.is_ascii_alphabetic()) {
                let tag = read(after);
                let is_script = tag.name == "script";
                rest = if is_script { after_script(tag.rest) } else { tag.rest };
                return Some(tag);
            } else {
                rest = after;
            }
        }
    })
}

fn after_script(rest: &str) -> &str {
    rest.split_once("</script").map_or("", |(_, rest)| rest)
}

/// A tag from behind its `<`.
fn read(text: &str) -> Tag<'_> {
    let end = text.find(|c: char| c.is_whitespace() || c == '>' || c == '/').unwrap_or(text.len());
    let (name, mut rest) = text.split_at(end);
    let mut attributes = Vec::new();
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '/');
        let Some(end) = rest.find(|c: char| c.is_whitespace() || "=>/".contains(c)) else {
            return Tag { name, attributes, rest: "" };
        };
        let (attribute, after) = rest.split_at(end);
        if attribute.is_empty() && !after.starts_with('=') {
            return Tag { name, attributes, rest: after.strip_prefix('>').unwrap_or(after) };
        }
        if let Some(quoted) = after.strip_prefix("=\"") {
            let (value, after) = quoted.split_once('"').unwrap_or((quoted, ""));
            attributes.push((attribute, value));
            rest = after;
        } else if let Some(bare) = after.strip_prefix('=') {
            let end = bare.find(|c: char| c.is_whitespace() || c == '>').unwrap_or(bare.len());
            attributes.push((attribute, bare[..end].trim_matches('\'')));
            rest = &bare[end..];
        } else {
            attributes.push((attribute, ""));
            rest = after;
        }
    }
}

/// A text as it stands in HTML, also in an attribute.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The text that HTML without tags stands for.
pub fn unescape(html: &str) -> String {
    let text = html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"");
    text.replace("&#39;", "'").replace("&#x27;", "'").replace("&amp;", "&")
}

/// HTML without its tags.
pub fn strip(html: &str) -> String {
    let mut pieces = html.split('<');
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| text + piece.split_once('>').map_or("", |(_, rest)| rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_read_with_their_attributes() {
        let html =
            "<p>a < b</p><a href=\"x>y\" hidden>z</a><!-- <b c=\"d\"> --><br/><img alt='' src=q>";
        let found: Vec<_> = tags(html).map(|tag| (tag.name, tag.attributes)).collect();
        assert_eq!(
            found,
            [
                ("p", vec![]),
                ("a", vec![("href", "x>y"), ("hidden", "")]),
                ("br", vec![]),
                ("img", vec![("alt", ""), ("src", "q")]),
            ]
        );
    }

    #[test]
    fn a_script_is_no_markup() {
        let html = "<script type=\"application/json\">\"<p onclick=1>\"</script><i>";
        let names: Vec<_> = tags(html).map(|tag| tag.name).collect();
        assert_eq!(names, ["script", "i"]);
        assert_eq!(tags(html).next().unwrap().attribute("type"), Some("application/json"));
    }

    #[test]
    fn a_page_that_breaks_off_ends() {
        for html in ["<", "<a", "<a b", "<a b=", "<a b=\"c", "<!--", "<script>", "<a =>"] {
            assert!(tags(html).count() < 3, "{html}");
        }
    }

    #[test]
    fn texts_are_escaped_and_back() {
        let text = "a < b && \"c\"";
        assert_eq!(unescape(&escape(text)), text);
        assert_eq!(strip("a<b c=\"d\">e</b> f"), "ae f");
    }
}
