//! Numbers, money and dates as a browser writes them in a language, for pages that are made here. It must never know a
//! floating-point number, nor any text but the names of months and the signs of currencies.
//!
//! The native languages are written as ICU has them, every other one as English.

mod plural;
mod table;
#[cfg(test)]
mod tests;

use basket_core::{
    locale::Intl,
    money::{Currency, Minor},
};
use jiff::{Timestamp, tz::TimeZone};
use table::{LANGUAGES, Language};

/// The service's way with numbers.
#[derive(Debug, Clone, Copy)]
pub struct ServerIntl;

/// Where the sign of a currency stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Behind the amount, with a space.
    Behind,
    /// Before the amount and behind its minus, with a space only behind a letter.
    Before,
    /// Before the amount and its minus, with a space.
    Apart,
}

/// How a day is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Day {
    /// 15 novembre 2026
    Plain,
    /// 15. November 2026
    Ordinal,
    /// 15 de noviembre de 2026
    Of,
    /// November 15, 2026
    MonthFirst,
}

/// A rate in thousandths of a percent: "19 %", "25.5%".
pub fn percent(thousandths: u32, language: &str) -> String {
    let code = language.split('-').next().unwrap_or_default();
    let language = find(language);
    let mut text = String::new();
    language.group(&mut text, &(thousandths / 1000).to_string());
    let part = format!("{:03}", thousandths % 1000);
    let part = part.trim_end_matches('0');
    if !part.is_empty() {
        text.push_str(language.decimal);
        text.push_str(part);
    }
    // Half of the languages put a space before the sign.
    let has_space = ["da", "de", "es", "fi", "fr", "nb", "nn", "no", "sl", "sv"].contains(&code);
    text + if has_space { "\u{a0}%" } else { "%" }
}

impl Intl for ServerIntl {
    fn money(&self, out: &mut String, amount: Minor, currency: Currency, language: &str) {
        let language = find(language);
        let decimals = currency.decimals();
        // At least one digit before the decimals.
        let digits = format!("{:0>width$}", amount.unsigned_abs(), width = decimals + 1);
        let (whole, part) = digits.split_at(digits.len() - decimals);
        let minus = if amount < 0 { language.minus } else { "" };
        let sign = language.sign_of(&currency);
        match language.sign {
            Sign::Behind => out.push_str(minus),
            Sign::Before => {
                let is_word = sign.ends_with(|last: char| last.is_alphabetic() || last == '.');
                out.extend([minus, sign, if is_word { "\u{a0}" } else { "" }]);
            }
            Sign::Apart => out.extend([sign, "\u{a0}", minus]),
        }
        language.group(out, whole);
        if !part.is_empty() {
            out.push_str(language.decimal);
            out.push_str(part);
        }
        if language.sign == Sign::Behind {
            out.extend(["\u{a0}", sign]);
        }
    }

    fn number(&self, out: &mut String, number: u32, language: &str) {
        find(language).group(out, &number.to_string());
    }

    fn plural(&self, number: u32, language: &str) -> usize {
        plural::category(number, language)
    }
}

/// The day of a time in milliseconds since 1970, in UTC.
pub fn date(time: i64, language: &str) -> String {
    let language = find(language);
    let Ok(time) = Timestamp::from_millisecond(time) else { return String::new() };
    let date = time.to_zoned(TimeZone::UTC).date();
    let (day, year) = (date.day(), date.year());
    let at = usize::try_from(date.month() - 1).unwrap_or_default();
    let month = language.months.split(' ').nth(at).unwrap_or_default();
    match language.day {
        Day::Plain => format!("{day} {month} {year}"),
        Day::Ordinal => format!("{day}. {month} {year}"),
        Day::Of => format!("{day} de {month} de {year}"),
        Day::MonthFirst => format!("{month} {day}, {year}"),
    }
}

/// The language of a tag.
fn primary(tag: &str) -> &str {
    tag.split('-').next().unwrap_or_default()
}

/// The way of a language, or else of English, which comes first.
fn find(tag: &str) -> &'static Language {
    let code = match primary(tag) {
        "dk" => "da",
        "nb" | "nn" => "no",
        code => code,
    };
    LANGUAGES.iter().find(|language| language.code == code).unwrap_or(&LANGUAGES[0])
}

impl Language {
    /// The sign of a currency, or its code where the language has none for it.
    fn sign_of<'a>(&self, currency: &'a Currency) -> &'a str {
        let code = currency.code();
        let mut signs = self.signs.split(' ').filter_map(|pair| pair.split_once('='));
        signs.find(|(other, _)| *other == code).map_or(code, |(_, sign)| sign)
    }

    /// Digits, with thousands set apart. Some languages do so only from five digits on.
    fn group(&self, out: &mut String, digits: &str) {
        let is_grouped = digits.len() >= 3 + self.least;
        for (at, digit) in digits.chars().enumerate() {
            if is_grouped && at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.push_str(self.thousands);
            }
            out.push(digit);
        }
    }
}
