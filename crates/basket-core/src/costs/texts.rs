//! Texts about costs in the shopper's language. They have placeholders with names, and no forms for numbers. This module
//! must never hold a text itself; those stand in `locales/pricing`, one file per language.

use crate::{json::Node, packed::cut};
use alloc::{string::String, vec::Vec};

macro_rules! cost_keys {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// A text about costs by what it is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum CostKey {
            $(#[doc = $doc] $variant,)*
        }

        /// The names of all keys in their order.
        const KEY_NAMES: &[&str] = &[$($name,)*];
    };
}
include!("keys.rs");

/// The texts of each native language by its code, in the order of [`CostKey`], a line each.
pub static NATIVE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/pricing.rs"));

/// Those of English, which stand in for lines that did not come.
const ENGLISH: &str = include_str!(concat!(env!("OUT_DIR"), "/pricing_english.txt"));

/// The texts of one locale.
#[derive(Debug)]
pub struct Texts<'a>(Vec<&'a str>);

impl<'a> Texts<'a> {
    /// Of each key the page's own text under the first of the codes, or the second, or else the line of the native language.
    pub fn new(own: Node<'a>, codes: [&str; 2], lines: &'a str) -> Self {
        let mut rest = if lines.is_empty() { ENGLISH } else { lines };
        let mut texts = Vec::new();
        for name in KEY_NAMES {
            let (line, behind) = cut(rest, b'\n').unwrap_or((rest, ""));
            rest = behind;
            let text = |code| own.get(code).get(name).string();
            texts.push(text(codes[0]).or_else(|| text(codes[1])).unwrap_or(line));
        }
        Self(texts)
    }

    /// A text as it stands.
    pub fn get(&self, key: CostKey) -> &'a str {
        self.0.get(key as usize).copied().unwrap_or_default()
    }

    /// Appends a text with its placeholders replaced; one without a value stays empty.
    pub fn fill(&self, out: &mut String, key: CostKey, values: &[(&str, &str)]) {
        let mut rest = self.get(key);
        while let Some((before, behind)) = cut(rest, b'{') {
            out.push_str(before);
            let (name, behind) = cut(behind, b'}').unwrap_or((behind, ""));
            let value = values.iter().find(|(other, _)| *other == name);
            out.push_str(value.map_or("", |(_, value)| value));
            rest = behind;
        }
        out.push_str(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::json;

    #[test]
    fn every_native_language_has_every_text_with_its_placeholders() {
        let placeholders = |line: &str| -> Vec<String> {
            let inside = line.split('{').skip(1).filter_map(|rest| rest.split('}').next());
            let mut names: Vec<_> = inside.map(Into::into).collect();
            names.sort();
            names
        };
        assert_eq!(NATIVE.len(), 12);
        for (code, lines) in NATIVE {
            assert_eq!(lines.lines().count(), KEY_NAMES.len(), "{code}");
            for (line, english) in lines.lines().zip(ENGLISH.lines()) {
                assert!(!line.is_empty(), "{code}: {english}");
                assert_eq!(placeholders(line), placeholders(english), "{code}: {line}");
            }
        }
    }

    #[test]
    fn the_pages_texts_come_before_the_native_ones() {
        let own = r#"{"de": {"shipping": "Lieferung", "tax": 3}, "de-AT": {"code": "Gutschein"}}"#;
        let own = json::parse(own).unwrap();
        let german = NATIVE.iter().find(|(code, _)| *code == "de").unwrap().1;
        let texts = Texts::new(own.root(), ["de-AT", "de"], german);
        let found = [CostKey::Code, CostKey::Shipping, CostKey::Tax].map(|key| texts.get(key));
        assert_eq!(found, ["Gutschein", "Lieferung", "MwSt."]);
    }

    #[test]
    fn lines_that_did_not_come_are_english() {
        let texts = Texts::new(Node::NONE, ["de", "de"], "");
        let mut out = String::new();
        texts.fill(&mut out, CostKey::Minimum, &[("price", "2"), ("total", "{price}")]);
        assert_eq!(out, "Minimum order value: {price}. Add 2 more.");
    }
}
