//! Methods for check digits that several countries share. It must never know a country.
//!
//! Numbers are the ASCII bytes of digits and capital letters; the caller has checked the form.

/// How the check digits of a form are tested.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// The weighted sum of the digits is a multiple of the modulus.
    Weighted(u64, &'static [u64]),
    /// The method of Luhn over all digits.
    Luhn,
    /// ISO 7064, mod 11,10.
    Iso7064,
    /// The country's own method.
    National(fn(&[u8]) -> bool),
    /// There are no check digits, or none that are certain.
    Absent,
}

impl Check {
    /// Whether the check digits of a number are right.
    pub(super) fn holds(self, number: &[u8]) -> bool {
        match self {
            Self::Weighted(modulus, weights) => {
                weighted_sum(number, weights).is_multiple_of(modulus)
            }
            Self::Luhn => luhn_sum(number).is_multiple_of(10),
            Self::Iso7064 => iso_7064(number),
            Self::National(holds) => holds(number),
            Self::Absent => true,
        }
    }
}

/// The value of a digit; of a letter, counted from A = 10.
pub(super) fn value(character: u8) -> u64 {
    char::from(character).to_digit(36).map_or(0, u64::from)
}

/// The number that digits stand for.
pub(super) fn integer(digits: &[u8]) -> u64 {
    digits.iter().fold(0, |sum: u64, digit| sum.wrapping_mul(10).wrapping_add(value(*digit)))
}

/// The sum of the digits, each multiplied by its weight. Digits without a weight do not count.
pub(super) fn weighted_sum(digits: &[u8], weights: &[u64]) -> u64 {
    digits.iter().zip(weights).map(|(digit, weight)| value(*digit) * weight).sum()
}

/// The sum of the digits, from the right, every second one doubled and its two digits added.
pub(super) fn luhn_sum(digits: &[u8]) -> u64 {
    let add = |doubled: u64| doubled / 10 + doubled % 10;
    let values = digits.iter().rev().map(|digit| value(*digit)).enumerate();
    values.map(|(at, digit)| if at % 2 == 0 { digit } else { add(digit * 2) }).sum()
}

/// The remainder by 97 of a number in which letters count from A = 10.
pub(super) fn mod_97<'a>(characters: impl IntoIterator<Item = &'a u8>) -> u64 {
    characters.into_iter().map(|character| value(*character)).fold(0, |rest, value| {
        let shift = if value < 10 { 10 } else { 100 };
        (rest * shift + value) % 97
    })
}

/// ISO 7064, mod 11,10: the last digit is the check digit.
fn iso_7064(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    let product = body.iter().fold(10, |product, digit| {
        let sum = (product + value(*digit)) % 10;
        (if sum == 0 { 10 } else { sum }) * 2 % 11
    });
    (product + value(*check)) % 10 == 1
}
