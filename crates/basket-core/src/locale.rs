//! Texts in the shopper's language: the native locales, the page's own texts, plural choice, placeholders.
//! It must never hold a text itself; those stand in `locales/`, one file per language.

use crate::{
    json::Node,
    money::Currency,
    money::Minor,
    packed::{cut, index_of},
    product::{Frequency, Period},
};
use alloc::{string::String, vec::Vec};

macro_rules! keys {
    ($($variant:ident $name:literal $doc:literal)*) => {
        /// A text by what it is for.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Key {
            $(#[doc = $doc] $variant,)*
        }

        impl Key {
            /// Every key.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The name in a locale object; a dot stands for nesting.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }
        }

        /// The names of all keys in their order, a line each. The widget loads them only for a page that has
        /// texts of its own.
        pub const NAMES: &str = concat!($($name, "\n",)*);
    };
}
include!("locale/keys.rs");

/// The native locales by their codes: the texts of all keys in their order, a line each. The widget
/// loads the one it needs as a file, unless it is [`ENGLISH`]; a shell that has no files takes it from here.
pub static NATIVE: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/native.rs"));

/// The texts of English, which stand in for those of any other language.
pub const ENGLISH: &str = include_str!(concat!(env!("OUT_DIR"), "/english.txt"));

/// How the platform writes numbers and money in a language, and counts in it.
pub trait Intl: Copy {
    /// Appends an amount with its currency.
    fn money(&self, out: &mut String, amount: Minor, currency: Currency, language: &str);
    /// Appends a whole number.
    fn number(&self, out: &mut String, number: u32, language: &str);
    /// Which of the language's plural categories a number has; they are counted in the order one, two,
    /// few, many, other, as far as the language has them.
    fn plural(&self, number: u32, language: &str) -> usize;
}

/// The texts of one locale.
#[derive(Debug, Default)]
pub struct Texts {
    /// The language as a proper tag.
    pub language: String,
    texts: Vec<String>,
}

impl Texts {
    /// The texts of a language: of each key the page's own text under the first of the codes, or the
    /// second, or else the native one. The first code is the locale's own, the second that of the native
    /// locale that stands in for what the page does not say, whose lines these are. The names are those of
    /// [`NAMES`], or none where the page has no texts of its own.
    pub fn new(language: &str, own: Node<'_>, codes: [&str; 2], native: &str, names: &str) -> Self {
        let mut texts = Vec::new();
        let (mut lines, mut names) = (native, names);
        for _ in Key::ALL {
            let (line, rest) = cut(lines, b'\n').unwrap_or((lines, ""));
            lines = rest;
            let (name, rest) = cut(names, b'\n').unwrap_or_default();
            names = rest;
            let text = |code: &str| {
                let mut node = own.get(code);
                let mut name = name;
                while let Some((outer, inner)) = cut(name, b'.') {
                    (node, name) = (node.get(outer), inner);
                }
                node.get(name).string()
            };
            texts.push(text(codes[0]).or_else(|| text(codes[1])).unwrap_or(line).into());
        }
        Self { language: language.into(), texts }
    }

    /// The native locale of a code, or else English.
    pub fn native(code: &str) -> Self {
        let find = |code| NATIVE.iter().find(|(native, _)| *native == code);
        let (code, lines) = find(code).or_else(|| find("en")).copied().unwrap_or_default();
        Self::new(tag(code), Node::NONE, ["", ""], lines, "")
    }
}

/// The language of a code, as platforms know it: one of ours is that of a country.
pub fn tag(code: &str) -> &str {
    if code == "dk" { "da" } else { code }
}

/// Languages that are written from right to left, as a packed list, and how many they are. A tag may also say
/// so by its script.
pub const RIGHT_TO_LEFT: (&str, usize) = ("ar ckb dv fa he ps sd ug ur yi Arab Hebr ", 12);

/// A language, its texts and the platform's way with its numbers. Texts are appended to what is there
/// already, so that the view needs no strings in between.
#[derive(Clone, Copy)]
pub struct Locale<'a, I> {
    /// The language as a proper tag.
    pub language: &'a str,
    texts: &'a [String],
    intl: I,
}

impl<'a, I: Intl> Locale<'a, I> {
    /// These texts on this platform.
    pub fn new(texts: &'a Texts, intl: I) -> Self {
        Self { language: &texts.language, texts: &texts.texts, intl }
    }

    /// A text as it stands.
    pub fn text(&self, key: Key) -> &'a str {
        self.texts.get(key as usize).map_or("", String::as_str)
    }

    /// In which direction it is written: `ltr` or `rtl`.
    pub fn direction(&self) -> &'static str {
        let mut direction = "ltr";
        let mut rest = self.language;
        while !rest.is_empty() {
            let (part, behind) = cut(rest, b'-').unwrap_or((rest, ""));
            if index_of(RIGHT_TO_LEFT.0, part) < RIGHT_TO_LEFT.1 {
                direction = "rtl";
            }
            rest = behind;
        }
        direction
    }

    /// The form of a text for a number, with `{count}` or `{n}` replaced by the number and any other placeholder by
    /// `value`.
    pub fn fill(&self, out: &mut String, key: Key, value: &str, count: u32) {
        let mut rest = self.form(self.text(key), count);
        while let Some((before, behind)) = cut(rest, b'{') {
            out.push_str(before);
            let (name, behind) = cut(behind, b'}').unwrap_or((behind, ""));
            if name == "count" || name == "n" {
                self.number(out, count);
            } else {
                out.push_str(value);
            }
            rest = behind;
        }
        out.push_str(rest);
    }

    /// A whole number.
    pub fn number(&self, out: &mut String, number: u32) {
        self.intl.number(out, number, self.language);
    }

    /// An amount with its currency.
    pub fn money(&self, out: &mut String, amount: Minor, currency: Currency) {
        self.intl.money(out, amount, currency, self.language);
    }

    /// How often: "monthly", "every 3 months".
    pub fn period(&self, out: &mut String, period: Period) {
        let (once, often) = match period.frequency() {
            Frequency::Daily => (Key::Daily, Key::Days),
            Frequency::Weekly => (Key::Weekly, Key::Weeks),
            Frequency::Monthly => (Key::Monthly, Key::Months),
            Frequency::Yearly => (Key::Yearly, Key::Years),
        };
        self.fill(
            out,
            if period.interval() == 1 { once } else { often },
            "",
            period.interval().into(),
        );
    }

    /// The form for a number: one for all, `singular | plural`, `zero | singular | plural`, or, from four forms on,
    /// behind the one for zero a form for each plural category of the language, the last one for the rest.
    pub fn form<'b>(&self, pattern: &'b str, count: u32) -> &'b str {
        let bars = pattern.bytes().filter(|&byte| byte == b'|').count();
        let mut skip = match (bars, count) {
            (0, _) | (1, 1) | (2.., 0) => 0,
            (1, _) | (2, 1) => 1,
            (2, _) => 2,
            _ => 1 + self.intl.plural(count, self.language),
        };
        let mut rest = pattern;
        while let Some((form, behind)) = cut(rest, b'|') {
            if skip == 0 {
                return form.trim_ascii();
            }
            skip -= 1;
            rest = behind;
        }
        rest.trim_ascii()
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::json;
    use alloc::borrow::ToOwned;
    use core::fmt::Write as _;

    /// Numbers and money in a plain notation, and the plurals of the languages that tests use, so that tests need
    /// no platform.
    #[derive(Clone, Copy)]
    pub struct PlainIntl;

    impl Intl for PlainIntl {
        fn money(&self, out: &mut String, amount: Minor, currency: Currency, _: &str) {
            let (sign, amount) = (if amount < 0 { "-" } else { "" }, amount.unsigned_abs());
            write!(out, "{} {sign}{}.{:02}", currency.code(), amount / 100, amount % 100).unwrap();
        }

        fn number(&self, out: &mut String, number: u32, _: &str) {
            write!(out, "{number}").unwrap();
        }

        fn plural(&self, number: u32, language: &str) -> usize {
            match (language, number % 100) {
                ("sl", 1) => 0,
                ("sl", 2) => 1,
                ("sl", 3 | 4) => 2,
                ("sl", _) => 3,
                ("fr", _) if number == 0 => 0,
                _ => usize::from(number != 1),
            }
        }
    }

    fn form(pattern: &str, language: &str, count: u32) -> String {
        let texts = Texts { language: language.into(), texts: Vec::new() };
        Locale::new(&texts, PlainIntl).form(pattern, count).into()
    }

    #[test]
    fn plural_patterns_choose_their_form() {
        let english = |pattern| [0, 1, 2].map(|count| form(pattern, "en", count));
        assert_eq!(english("none | one | {count} many"), ["none", "one", "{count} many"]);
        assert_eq!(english("a|b"), ["b", "a", "b"]);
        assert_eq!(english("same"), ["same"; 3]);
        assert_eq!(english(""), [""; 3]);
        // Zero takes the plural also where a language counts it with one.
        assert_eq!([0, 1, 2].map(|count| form("a|b", "fr", count)), ["b", "a", "b"]);
        let pattern = "zero | one | two | few | other";
        let expected = ["zero", "one", "two", "few", "few", "other", "one"];
        assert_eq!([0, 1, 2, 3, 4, 5, 101].map(|count| form(pattern, "sl", count)), expected);
        // The last form serves for the rest.
        assert_eq!([1, 2, 3, 5].map(|count| form("z|o|t|r", "sl", count)), ["o", "t", "r", "r"]);
    }

    #[test]
    fn of_two_or_three_forms_the_singular_is_one_and_nothing_else() {
        // Slovene counts 101 like 1, and the form may say "one".
        let expected = ["none", "one", "more", "more", "more"];
        assert_eq!([0, 1, 2, 21, 101].map(|count| form("none|one|more", "sl", count)), expected);
        assert_eq!([0, 1, 2, 101].map(|count| form("a|b", "sl", count)), ["b", "a", "b", "b"]);
    }

    #[test]
    fn both_names_of_the_number_are_known() {
        let native = NATIVE.iter().find(|(code, _)| *code == "en").unwrap().1;
        let own = json::parse(r#"{"en": {"items": "none | {n} item | {n} of {count} items"}}"#);
        let own = own.unwrap();
        let texts = Texts::new("en", own.root(), ["en", "en"], native, NAMES);
        let mut text = String::new();
        Locale::new(&texts, PlainIntl).fill(&mut text, Key::Items, "", 3);
        assert_eq!(text, "3 of 3 items");
    }

    #[test]
    fn the_pages_texts_come_before_the_native_ones() {
        let own = r#"{"de": {"total": "Zusammen"}, "de-AT": {"subscription_frequencies": {"daily": "jeden Tag"},
            "items": 3}, "en": {"total": "Sum"}, "xx": {"checkout": "Pay"}}"#;
        let own = json::parse(own).unwrap();
        let text = |codes: [&str; 2], key| {
            let native = NATIVE.iter().find(|(code, _)| *code == codes[1]).unwrap().1;
            let texts = Texts::new("", own.root(), codes, native, NAMES);
            Locale::new(&texts, PlainIntl).text(key).to_owned()
        };
        assert_eq!(text(["de", "de"], Key::Total), "Zusammen");
        assert_eq!(text(["de-AT", "de"], Key::Total), "Zusammen");
        assert_eq!(text(["de-AT", "de"], Key::Daily), "jeden Tag");
        assert_eq!(text(["de-AT", "de"], Key::Weekly), "wöchentlich");
        // What is no text is passed over.
        assert_eq!(text(["de-AT", "de"], Key::Items), text(["dk", "de"], Key::Items));
        assert_eq!(text(["xx", "en"], Key::Checkout), "Pay");
        assert_eq!(text(["xx", "en"], Key::Total), "Sum");
        assert_eq!(text(["xx", "en"], Key::Remove), "Remove");
        assert_eq!(text(["sv", "sv"], Key::Checkout), "Till kassan");
    }

    #[test]
    fn some_languages_are_written_from_right_to_left() {
        let direction = |language: &str| {
            let texts = Texts { language: language.into(), texts: Vec::new() };
            Locale::new(&texts, PlainIntl).direction()
        };
        for tag in ["ar", "ar-EG", "he", "fa-IR", "ur", "ku-Arab-IQ"] {
            assert_eq!(direction(tag), "rtl", "{tag}");
        }
        for tag in ["", "de", "en-AE", "az-Latn", "ku"] {
            assert_eq!(direction(tag), "ltr", "{tag}");
        }
    }

    #[test]
    fn every_native_locale_has_every_text_with_its_placeholders() {
        let placeholders = |text: &str| {
            let inside = text.split('{').skip(1).filter_map(|rest| rest.split('}').next());
            let mut names: Vec<String> = inside.map(Into::into).collect();
            names.sort();
            names.dedup();
            names
        };
        let english = Texts::native("en");
        let english = Locale::new(&english, PlainIntl);
        assert_eq!(NATIVE.len(), 12);
        for (code, _) in NATIVE {
            let texts = Texts::native(code);
            let locale = Locale::new(&texts, PlainIntl);
            for key in Key::ALL {
                let text = locale.text(*key);
                assert!(!text.is_empty(), "{code}: {}", key.name());
                assert_eq!(
                    placeholders(text),
                    placeholders(english.text(*key)),
                    "{code}: {}",
                    key.name()
                );
            }
        }
    }

    fn filled(key: Key, value: &str, count: u32) -> String {
        let mut out = String::new();
        Locale::new(&Texts::native("en"), PlainIntl).fill(&mut out, key, value, count);
        out
    }

    #[test]
    fn placeholders_are_filled_once() {
        assert_eq!(filled(Key::RemoveProduct, "{name}", 1), "Remove {name}");
        assert_eq!(filled(Key::Updated, "Mug", 3), "Mug: 3");
        assert_eq!(filled(Key::Items, "", 2), "2 items");
    }

    #[test]
    fn periods_read_naturally() {
        let texts = Texts::native("en");
        let locale = Locale::new(&texts, PlainIntl);
        let mut out = String::new();
        for interval in [1, 3] {
            locale.period(&mut out, Period::new(Frequency::Monthly, interval).unwrap());
            out.push('.');
        }
        assert_eq!(out, "monthly.every 3 months.");
    }

    #[test]
    fn an_unknown_code_is_english() {
        let texts = Texts::native("xx");
        assert_eq!(Locale::new(&texts, PlainIntl).text(Key::Checkout), "Checkout");
        assert_eq!((texts.language.as_str(), Texts::native("dk").language.as_str()), ("en", "da"));
    }
}
