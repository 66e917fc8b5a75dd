//! Texts in the shopper's language: the native locales, plural choice, placeholders. It must never
//! hold a text itself; those stand in `locales/`, one file per language.

use crate::{
    money::Currency,
    money::Minor,
    product::{Frequency, Period},
};
use alloc::string::String;

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
    };
}
include!("locale/keys.rs");

type Texts = [&'static str; Key::ALL.len()];

static NATIVE: &[(&str, Texts)] = include!(concat!(env!("OUT_DIR"), "/native.rs"));

/// How the platform writes numbers and money in a language.
pub trait Intl {
    /// Appends an amount with its currency.
    fn money(&self, out: &mut String, amount: Minor, currency: Currency, language: &str);
    /// Appends a whole number.
    fn number(&self, out: &mut String, number: u32, language: &str);
}

/// A language, its texts and the platform's way with its numbers. Texts are appended to what is there
/// already, so that the view needs no strings in between.
#[derive(Clone, Copy)]
pub struct Locale<'a> {
    /// The language as a proper tag.
    pub language: &'a str,
    texts: &'static Texts,
    intl: &'a dyn Intl,
}

impl<'a> Locale<'a> {
    /// The native locale of a code, or else English.
    pub fn native(code: &str, intl: &'a dyn Intl) -> Self {
        let mut chosen = ("en", &[""; Key::ALL.len()]);
        for (native, texts) in NATIVE {
            if *native == code || (*native == "en" && chosen.0 == "en") {
                chosen = (native, texts);
            }
        }
        Self { language: chosen.0, texts: chosen.1, intl }
    }

    /// A text as it stands.
    pub fn text(&self, key: Key) -> &'static str {
        self.texts.get(key as usize).copied().unwrap_or_default()
    }

    /// The form of a text for a number, with `{count}` replaced by the number and any other
    /// placeholder by `value`.
    pub fn fill(&self, out: &mut String, key: Key, value: &str, count: u32) {
        let mut rest = form(self.text(key), count);
        while let Some((before, behind)) = cut(rest, b'{') {
            out.push_str(before);
            let (name, behind) = cut(behind, b'}').unwrap_or((behind, ""));
            if name == "count" {
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
        let (once, often) = match period.frequency {
            Frequency::Daily => (Key::Daily, Key::Days),
            Frequency::Weekly => (Key::Weekly, Key::Weeks),
            Frequency::Monthly => (Key::Monthly, Key::Months),
            Frequency::Yearly => (Key::Yearly, Key::Years),
        };
        self.fill(out, if period.interval == 1 { once } else { often }, "", period.interval.into());
    }
}

/// The text before and behind the first such byte, which must be ASCII. The standard library's search
/// finds anything anywhere and is several times the size.
fn cut(text: &str, byte: u8) -> Option<(&str, &str)> {
    let at = text.bytes().position(|other| other == byte)?;
    Some((text.get(..at)?, text.get(at + 1..)?))
}

/// The form for a number: `zero | singular | plural`, `singular | plural`, one for all, or behind the
/// one for zero a form for each plural category of the language.
fn form(pattern: &str, count: u32) -> &str {
    let bars = pattern.bytes().filter(|&byte| byte == b'|').count();
    let mut skip = match (count, bars) {
        (0, 2..) | (1, 1) => 0,
        // Of the native languages only Slovenian has more than two categories: one, two, few, other.
        (_, 3..) => match count % 100 {
            few @ 1..=3 => few,
            4 => 3,
            _ => 4,
        },
        (1, _) | (_, 1) => 1,
        _ => 2,
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use alloc::vec::Vec;
    use core::fmt::Write as _;

    /// Numbers and money in a plain notation, so that tests need no platform.
    pub struct PlainIntl;

    impl Intl for PlainIntl {
        fn money(&self, out: &mut String, amount: Minor, currency: Currency, _: &str) {
            write!(out, "{} {}.{:02}", currency.code(), amount / 100, amount % 100).unwrap();
        }

        fn number(&self, out: &mut String, number: u32, _: &str) {
            write!(out, "{number}").unwrap();
        }
    }

    #[test]
    fn plural_patterns_choose_their_form() {
        let pattern = "none | one | {count} many";
        assert_eq!([0, 1, 2].map(|count| form(pattern, count)), ["none", "one", "{count} many"]);
        assert_eq!([0, 1, 2].map(|count| form("a|b", count)), ["b", "a", "b"]);
        assert_eq!([0, 1, 2].map(|count| form("same", count)), ["same"; 3]);
        assert_eq!(form("", 5), "");
        let slovenian = "zero | one | two | few | other";
        let expected = ["zero", "one", "two", "few", "few", "other", "one"];
        assert_eq!([0, 1, 2, 3, 4, 5, 101].map(|count| form(slovenian, count)), expected);
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
        let english = Locale::native("en", &PlainIntl);
        assert_eq!(NATIVE.len(), 12);
        for (code, _) in NATIVE {
            let locale = Locale::native(code, &PlainIntl);
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
        Locale::native("en", &PlainIntl).fill(&mut out, key, value, count);
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
        let locale = Locale::native("en", &PlainIntl);
        let mut out = String::new();
        for interval in [1, 3] {
            locale.period(&mut out, Period { frequency: Frequency::Monthly, interval });
            out.push('.');
        }
        assert_eq!(out, "monthly.every 3 months.");
    }

    #[test]
    fn an_unknown_code_is_english() {
        assert_eq!(Locale::native("xx", &PlainIntl).text(Key::Checkout), "Checkout");
    }
}
