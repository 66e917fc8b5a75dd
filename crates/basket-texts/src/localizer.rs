//! What the checkout's page says, in the shopper's language, beside the widget's own texts. It must never hold a text
//! itself; those stand in `locales/checkout/`, one file per language. It returns plain text, which
//! the page has to escape.

mod keys;
#[cfg(test)]
mod tests;

pub use keys::Key;

use crate::{
    countries,
    intl::{self, ServerIntl},
};
use basket_core::{
    config::check::locale_code,
    json::{self, Document, Node},
    locale::{self, Locale, NAMES, NATIVE, Texts},
    money::{Currency, Minor},
    product::Period,
};
use std::{borrow::Cow, sync::LazyLock};

/// The member of a shop's own locale that has texts for this page.
const OWN: &str = "checkout_page";

/// The language that stands in for every other.
const ENGLISH: &str = "en";

/// No language needs a longer tag.
const LONGEST_TAG: usize = 35;

macro_rules! files {
    ($($code:literal)*) => {
        /// The files by the codes of their languages.
        const FILES: &[(&str, &str)] = &[$((
            $code,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../locales/checkout/", $code, ".json")),
        ),)*];
    };
}
files!("de" "dk" "el" "en" "es" "fi" "fr" "it" "nl" "no" "sl" "sv");

/// The files, read once.
static READ: LazyLock<Vec<(&str, Document)>> = LazyLock::new(|| {
    FILES.iter().map(|(code, text)| (*code, json::parse(text).unwrap_or_default())).collect()
});

/// All texts in one language, and its way with numbers, money and dates.
#[derive(Debug)]
pub struct Localizer {
    native: &'static str,
    widget: Texts,
    page: Vec<Cow<'static, str>>,
}

impl Localizer {
    /// The words for a locale code as the widget sends it. `own` are the shop's own texts, the `locales` of its
    /// design, or [`Node::NONE`]. What nobody has said in the language is said in English; where that is all of it, the page is
    /// English.
    pub fn new(locale: &str, own: Node<'_>) -> Self {
        let wish = code(locale);
        let (native, lines) = native(wish);
        let codes = [wish, native].map(|code| own_code(own, code).unwrap_or(native));
        let file = READ.iter().find(|(code, _)| *code == native);
        let file = file.map_or(Node::NONE, |(_, file)| file.root());
        let text = |key: &Key| {
            let own = |code| own.get(code).get(OWN).get(key.name()).string();
            let own = own(codes[0]).or_else(|| own(codes[1]));
            own.map_or(file.get(key.name()).text().into(), |text| text.to_owned().into())
        };
        let page = Key::ALL.iter().map(text).collect();
        // Where nothing is said in the language, the page is English, and is called so.
        let is_spoken = locale_code::finds(wish, native) || own_code(own, wish).is_some();
        let language = if is_spoken { tag(wish) } else { ENGLISH.to_owned() };
        Self { native, widget: Texts::new(&language, own, codes, lines, NAMES), page }
    }

    /// The language as a proper tag, for `lang`.
    pub fn language(&self) -> &str {
        &self.widget.language
    }

    /// In which direction it is written: `ltr` or `rtl`.
    pub fn direction(&self) -> &'static str {
        self.locale().direction()
    }

    /// A text as it stands.
    pub fn text(&self, key: Key) -> &str {
        self.page.get(key as usize).map_or("", |text| text)
    }

    /// A text with its placeholders filled. What a value contains is never read as a placeholder, and a placeholder
    /// without a value stays as it is written.
    pub fn fill(&self, key: Key, values: &[(&str, &str)]) -> String {
        filled(self.text(key), values)
    }

    /// The form of a text for a number, with `{count}` and the other placeholders filled.
    pub fn count(&self, key: Key, count: u32, values: &[(&str, &str)]) -> String {
        let number = self.number(count);
        let values: Vec<_> = values.iter().copied().chain([("count", &*number)]).collect();
        filled(self.locale().form(self.text(key), count), &values)
    }

    /// The widget's texts in this language.
    pub fn locale(&self) -> Locale<'_, ServerIntl> {
        Locale::new(&self.widget, ServerIntl)
    }

    /// A text of the widget's as it stands.
    pub fn widget(&self, key: locale::Key) -> &str {
        self.locale().text(key)
    }

    /// "€18.00 each".
    pub fn unit_price(&self, price: Minor, currency: Currency) -> String {
        let price = self.money(price, currency);
        written(|out| self.locale().fill(out, locale::Key::UnitPrice, &price, 1))
    }

    /// How often: "monthly", "every 3 months".
    pub fn period(&self, period: Period) -> String {
        written(|out| self.locale().period(out, period))
    }

    /// "Then €18.00 monthly".
    pub fn then(&self, price: Minor, currency: Currency, period: Period) -> String {
        let (price, period) = (self.money(price, currency), self.period(period));
        self.fill(Key::Then, &[("price", &price), ("period", &period)])
    }

    /// An amount with its currency.
    pub fn money(&self, amount: Minor, currency: Currency) -> String {
        written(|out| self.locale().money(out, amount, currency))
    }

    /// A rate in thousandths of a percent: "19 %".
    pub fn percent(&self, thousandths: u32) -> String {
        intl::percent(thousandths, self.language())
    }

    /// A whole number.
    pub fn number(&self, number: u32) -> String {
        written(|out| self.locale().number(out, number))
    }

    /// The day of a time in milliseconds since 1970, in UTC: "November 15, 2026".
    pub fn date(&self, time: i64) -> String {
        intl::date(time, self.language())
    }

    /// The countries by their codes and names, in the order in which the language lists them.
    pub fn countries(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        countries::in_language(self.native)
    }

    /// The name of a country.
    pub fn country(&self, code: &str) -> Option<&'static str> {
        self.countries().find(|(other, _)| *other == code).map(|(_, name)| name)
    }
}

/// The locale of a page for this code, by its own name: the shop's own, one of ours, or English. There are only so many,
/// whatever codes there may be.
pub fn page_locale<'a>(locale: &str, own: Node<'a>) -> &'a str {
    let wish = code(locale);
    own_code(own, wish).unwrap_or_else(|| native(wish).0)
}

/// A locale code as the widget sends it; English if it is invalid.
fn code(locale: &str) -> &str {
    let wish = locale.trim_ascii();
    let is_fine = wish.len() <= LONGEST_TAG && locale_code::is_code(wish);
    if is_fine { wish } else { ENGLISH }
}

/// The language of ours that a code finds, with its texts; otherwise English.
fn native(code: &str) -> (&'static str, &'static str) {
    let find = |wish| NATIVE.iter().find(|(native, _)| locale_code::finds(wish, native));
    find(code).or_else(|| find(ENGLISH)).copied().unwrap_or_default()
}

/// The shop's own locale that a code finds, with the least left out behind the language.
fn own_code<'a>(own: Node<'a>, code: &str) -> Option<&'a str> {
    let names = own.members().map(|(name, _)| name.text());
    names.filter(|name| locale_code::finds(code, name)).max_by_key(|name| name.len())
}

/// A code as a proper tag: `de_at` is `de-AT`, and our `dk` is `da`.
fn tag(code: &str) -> String {
    let parts = code.split(['-', '_']).enumerate().map(|(at, part)| {
        let lower = part.to_ascii_lowercase();
        match (at, part.len()) {
            (0, _) if lower == "dk" => "da".into(),
            (0, _) => lower,
            (_, 2) => lower.to_ascii_uppercase(),
            // A script.
            (_, 4) => lower[..1].to_ascii_uppercase() + &lower[1..],
            _ => lower,
        }
    });
    parts.collect::<Vec<_>>().join("-")
}

fn filled(text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        out.push_str(before);
        let known = behind.split_once('}').and_then(|(name, behind)| {
            let value = values.iter().find(|(other, _)| *other == name);
            value.map(|(_, value)| (value, behind))
        });
        if let Some((value, behind)) = known {
            out.push_str(value);
            rest = behind;
        } else {
            out.push('{');
            rest = behind;
        }
    }
    out + rest
}

fn written(write: impl FnOnce(&mut String)) -> String {
    let mut out = String::new();
    write(&mut out);
    out
}
