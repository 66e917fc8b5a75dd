//! Pictures of a page: each leads to itself in full size, has its measures, so that nothing moves when it arrives, and
//! is loaded when it comes near the window. The generator would have two of each, and a checkbox.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::tags::tags;

const OPENS: &str = "<label class=\"checkbox-label\">";
const CLOSES: &str = "</label>";

/// A page with its pictures changed; `folder` is where the page is.
pub fn html(page: &str, folder: &Path) -> String {
    let mut out = String::with_capacity(page.len());
    let mut rest = page;
    while let Some((before, after)) = rest.split_once(OPENS) {
        out.push_str(before);
        let Some((inside, behind)) = after.split_once(CLOSES) else { break };
        if let Some(picture) = tags(inside).find(|tag| tag.name == "img") {
            let source = picture.attribute("src").unwrap_or_default();
            let text = picture.attribute("alt").unwrap_or_default();
            let _ = write!(
                out,
                "<a class=\"picture\" href=\"{source}\"><img src=\"{source}\" alt=\"{text}\""
            );
            if let Some((width, height)) =
                fs::read(folder.join(source)).ok().as_deref().and_then(size)
            {
                let _ = write!(out, " width=\"{width}\" height=\"{height}\"");
            }
            out.push_str(" loading=\"lazy\"></a>");
        }
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// The measures that a PNG file or a drawing says it has.
fn size(file: &[u8]) -> Option<(u32, u32)> {
    if file.starts_with(b"\x89PNG") {
        let number = |at: usize| Some(u32::from_be_bytes(file.get(at..at + 4)?.try_into().ok()?));
        return Some((number(16)?, number(20)?));
    }
    let text = std::str::from_utf8(file).ok()?;
    let drawing = tags(text).find(|tag| tag.name == "svg")?;
    let mut numbers = drawing.attribute("viewBox")?.split(' ').skip(2).map(str::parse);
    Some((numbers.next()?.ok()?, numbers.next()?.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_there_once_and_leads_to_itself() {
        let picture = "<img src=\"a.png\" alt=\"b\">";
        let page = format!("x {OPENS}<input>{picture}<span>{picture}</span>{CLOSES} y");
        assert_eq!(
            html(&page, Path::new("nowhere")),
            "x <a class=\"picture\" href=\"a.png\"><img src=\"a.png\" alt=\"b\" loading=\"lazy\"></a> y"
        );
    }

    #[test]
    fn the_measures_are_in_the_file() {
        let png =
            [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"[..], &[0, 0, 5, 0, 0, 0, 3, 32], b"rest"].concat();
        assert_eq!(size(&png), Some((1280, 800)));
        assert_eq!(size(b"<svg viewBox=\"0 0 30 20\">"), Some((30, 20)));
        assert_eq!(size(b"\x89PNG"), None);
    }
}
