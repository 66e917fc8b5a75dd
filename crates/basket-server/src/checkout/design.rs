//! The shop's design on the checkout's pages: the same members of `style` that the basket takes, as the same
//! custom properties. It must never let a value through that the basket would refuse.

use basket_core::{
    config::{check::style, table::Group},
    json::{self, Document, Node},
};
use basket_texts::localizer::page_locale;
use std::fmt::Write;

/// A design as it is kept, read; none is an empty one.
pub(super) fn read(text: Option<&str>) -> Document {
    text.and_then(|text| json::parse(text).ok()).unwrap_or_default()
}

/// The shop's own texts.
pub(super) fn locales(design: &Document) -> Node<'_> {
    design.root().get("locales")
}

/// The locale of a shopper's page, among those that the design and we have.
pub(crate) fn language(locale: &str, design: Option<&str>) -> String {
    page_locale(locale, locales(&read(design))).to_owned()
}

/// The style sheet with the design's values.
pub(super) fn sheet(design: &Document) -> String {
    let styles = design.root().get("style");
    let mut sheet = String::from(":root {\n");
    for entry in Group::Style.entries() {
        let Some(value) = styles.get(entry.name).string() else { continue };
        if style::problem(value).is_none() {
            let name = entry.name.replace('_', "-");
            // Writing to a string cannot fail.
            let _ = writeln!(sheet, "  --service-basket-{name}: {value};");
        }
    }
    sheet.push_str("}\n");
    sheet
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_basket_would_take_gets_in() {
        let design = read(Some(
            r##"{"style": {"primary": "#123456", "font_family": "x } body { display: none",
                "secondary": "url(https://evil.example)", "odd": "red", "border_radius": 7}}"##,
        ));
        assert_eq!(sheet(&design), ":root {\n  --service-basket-primary: #123456;\n}\n");
        assert_eq!(sheet(&read(None)), ":root {\n}\n");
        assert_eq!(sheet(&read(Some("{"))), ":root {\n}\n");
    }
}
