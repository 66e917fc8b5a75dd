//! VAT identification numbers: their form and their check digits, for the European Union, the United Kingdom, Northern
//! Ireland, Switzerland and Norway. It must never know the network: only the authorities can tell whether a number is
//! registered, and to whom.

mod check_digits;
mod form;
mod national;
mod schemes;
#[cfg(test)]
mod tests;

use schemes::{SCHEMES, Scheme, Verdict};
use std::fmt;
use thiserror::Error;

/// How many characters of an input are read. The longest number has 16.
const MAX_LENGTH: usize = 20;

/// A VAT number with the right form and the right check digits.
///
/// Its text is canonical: upper case, without separators, with the prefix. [`parse`] reads it back.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct VatNumber {
    prefix: &'static str,
    number: String,
}

impl VatNumber {
    /// The prefix: the ISO code of the country, except `EL` for Greece, `XI` for Northern Ireland and `CHE` for
    /// Switzerland.
    pub fn prefix(&self) -> &'static str {
        self.prefix
    }

    /// The number without the prefix, such as `U13585627` in Austria.
    pub fn number(&self) -> &str {
        &self.number
    }
}

impl fmt::Display for VatNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.prefix, self.number)
    }
}

/// Why a text is not a VAT number of the buyer's country.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BadVatNumber {
    /// The country has no VAT numbers, or none that are known here.
    #[error(
        "VAT numbers of the country {country:?} are not supported; leave the VAT number empty."
    )]
    UnsupportedCountry {
        /// The country, as given.
        country: String,
    },
    /// The prefix belongs to another country.
    #[error(
        "The VAT number starts with {found}, but VAT numbers of the buyer's country start with {expected}; \
         correct the VAT number or the country."
    )]
    OtherCountry {
        /// The prefix of the text.
        found: &'static str,
        /// The prefix of the buyer's country.
        expected: &'static str,
    },
    /// Letters and digits are not where they should be, or there are too many or too few.
    #[error("The VAT number {number:?} does not have the right form; enter it like {example}.")]
    WrongForm {
        /// The start of the text, without separators.
        number: String,
        /// A number with the right form.
        example: &'static str,
    },
    /// The form is right, but the check digits do not belong to the other digits.
    #[error("The check digits of the VAT number {number} are wrong; look for a typing error.")]
    WrongCheckDigits {
        /// The number in its canonical form.
        number: String,
    },
}

/// Reads a VAT number as people type it: with or without the prefix, with separators, in lower case.
///
/// `country` is the ISO 3166 code of the buyer's country. `GR` stands for Greece, and Monaco (`MC`) has French numbers.
/// With `GB`, numbers with the prefix `XI` are accepted too, because Northern Ireland has no ISO code of its own.
///
/// Some numbers are completed: old Belgian and Greek ones get their leading zero, Norwegian ones the suffix `MVA`, Swiss
/// ones without a suffix `MWST`. Other Swiss suffixes (`TVA`, `IVA`, `TPV`) stay, because they show the buyer's language.
pub fn parse(country: &str, text: &str) -> Result<VatNumber, BadVatNumber> {
    let typed = remove_separators(text);
    let scheme = find_scheme(country, &typed).ok_or_else(|| BadVatNumber::UnsupportedCountry {
        country: country.chars().take(MAX_LENGTH).collect(),
    })?;
    let (number, verdict) = read(scheme, &typed);
    let number = VatNumber { prefix: scheme.prefix, number };
    match (verdict, find_other_prefix(scheme, &typed)) {
        // First, because a German number also has the form of a French one, whose check digits may be two letters.
        (_, Some((found, Verdict::Valid))) => Err(other_country(found, scheme)),
        (Verdict::Valid, _) => Ok(number),
        (_, Some((found, _))) => Err(other_country(found, scheme)),
        (Verdict::WrongCheckDigits, None) => {
            Err(BadVatNumber::WrongCheckDigits { number: number.to_string() })
        }
        (Verdict::WrongForm, None) => {
            Err(BadVatNumber::WrongForm { number: typed, example: scheme.example })
        }
    }
}

/// Reads a VAT number that says by its prefix which country it is of; `None` if it is no valid one.
pub fn parse_with_prefix(text: &str) -> Option<VatNumber> {
    let typed = remove_separators(text);
    SCHEMES.iter().find_map(|scheme| {
        let (number, verdict) = scheme.judge(scheme.strip_prefix(&typed)?);
        (verdict == Verdict::Valid).then_some(VatNumber { prefix: scheme.prefix, number })
    })
}

/// Whether a country, by its ISO 3166 code, belongs to the VAT area of the European Union: the 27 member states, and
/// Monaco, which counts as France.
///
/// Northern Ireland (`XI`) does not: the rules of the Union apply there to goods, but not to services. For goods, also
/// check whether [`VatNumber::prefix`] is `XI`.
pub fn is_member_state(country: &str) -> bool {
    Scheme::for_country(country).is_some_and(|scheme| scheme.is_member)
}

/// What VAT numbers of a country, by its ISO 3166 code, start with. `None` if they are not supported.
pub fn vat_prefix(country: &str) -> Option<&'static str> {
    Scheme::for_country(country).map(|scheme| scheme.prefix)
}

/// By its ISO code, Northern Ireland is a part of the United Kingdom, but it has a prefix of its own.
fn find_scheme(country: &str, typed: &str) -> Option<&'static Scheme> {
    let is_northern_ireland = country == "GB" && typed.starts_with("XI");
    Scheme::for_country(if is_northern_ireland { "XI" } else { country })
}

/// The number in its canonical form without the prefix, and whether it is valid.
fn read(scheme: &Scheme, typed: &str) -> (String, Verdict) {
    scheme
        .strip_prefix(typed)
        .map(|rest| scheme.judge(rest))
        .filter(|(_, verdict)| *verdict != Verdict::WrongForm)
        // French numbers without the prefix may start with the letters FR.
        .unwrap_or_else(|| scheme.judge(typed))
}

/// The prefix of another country that a text starts with, and whether the rest is a valid number there.
fn find_other_prefix(scheme: &Scheme, typed: &str) -> Option<(&'static str, Verdict)> {
    let mut others = SCHEMES.iter().filter(|other| other.prefix != scheme.prefix);
    let is_own = scheme.strip_prefix(typed).is_some();
    others.find_map(|other| {
        let rest = other.strip_prefix(typed).filter(|_| !is_own)?;
        Some((other.prefix, other.judge(rest).1))
    })
}

fn other_country(found: &'static str, scheme: &Scheme) -> BadVatNumber {
    BadVatNumber::OtherCountry { found, expected: scheme.prefix }
}

/// The start of a text in upper case, without what people write between the digits.
fn remove_separators(text: &str) -> String {
    let is_separator = |character: char| {
        character.is_whitespace()
            || matches!(character, '.' | ',' | ':' | '-' | '/' | '(' | ')' | '\u{ad}' | '\u{2212}')
            || ('\u{200b}'..='\u{200d}').contains(&character)
            || ('\u{2010}'..='\u{2015}').contains(&character)
    };
    let characters = text.chars().filter(|character| !is_separator(*character));
    characters.take(MAX_LENGTH).map(|character| character.to_ascii_uppercase()).collect()
}
