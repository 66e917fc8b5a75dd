//! Check digits that one country computes in its own way, as the authorities have published them. It must never know
//! prefixes or separators: numbers arrive in their canonical form.
//!
//! Parts of numbers that mean something else, such as dates of birth and provinces, are not tested: the check digits find
//! typing errors without them, and a wrong refusal costs the shop a customer.

use super::check_digits::{integer, luhn_sum, mod_97, value, weighted_sum};

/// From 8 down to 2, for seven digits.
const FALLING: [u64; 7] = [8, 7, 6, 5, 4, 3, 2];

/// Luhn's sum of the seven digits and the check digit is 6 above a multiple of 10.
pub(super) fn austria(number: &[u8]) -> bool {
    let [_, body @ .., check] = number else { return false };
    (luhn_sum(body) + value(*check)) % 10 == 6
}

/// The last two digits, added to the first eight, give a multiple of 97.
pub(super) fn belgium(number: &[u8]) -> bool {
    let Some((body, check)) = number.split_last_chunk::<2>() else { return false };
    97 - integer(body) % 97 == integer(check)
}

/// Companies.
pub(super) fn bulgaria(number: &[u8]) -> bool {
    const WEIGHTS: [u64; 8] = [1, 2, 3, 4, 5, 6, 7, 8];
    const AGAIN: [u64; 8] = [3, 4, 5, 6, 7, 8, 9, 10];
    holds_at_second_try(number, &WEIGHTS, &AGAIN)
}

/// Citizens, foreigners and others have numbers of the same length, each with its own method. The form does not tell them
/// apart, so a number is accepted if one of the three methods accepts it.
pub(super) fn bulgaria_person(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    let citizen = weighted_sum(body, &[2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11 % 10;
    let foreigner = weighted_sum(body, &[21, 19, 17, 13, 11, 9, 7, 3, 1]) % 10;
    let other = (11 - weighted_sum(body, &[4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11) % 11;
    [citizen, foreigner, other].contains(&value(*check))
}

/// Every second digit, from the first, stands for another value; the sum is a letter.
pub(super) fn cyprus(number: &[u8]) -> bool {
    const VALUES: [u64; 10] = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21];
    let [body @ .., check] = number else { return false };
    let replaced = |digit: &u8| VALUES.iter().zip(b'0'..).find(|(_, of)| of == digit);
    let odd: u64 = body.iter().step_by(2).filter_map(replaced).map(|(value, _)| value).sum();
    let even: u64 = body.iter().skip(1).step_by(2).map(|digit| value(*digit)).sum();
    value(*check) == 10 + (odd + even) % 26
}

/// Companies.
pub(super) fn czechia(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    (11 - weighted_sum(body, &FALLING) % 11) % 10 == value(*check)
}

/// Nine digits that start with 6: individuals without a birth number.
pub(super) fn czechia_individual(number: &[u8]) -> bool {
    let [_, body @ .., check] = number else { return false };
    (weighted_sum(body, &FALLING) % 11 + 8) % 10 == value(*check)
}

/// Birth numbers since 1954.
pub(super) fn czechia_person(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    integer(body) % 11 % 10 == value(*check)
}

/// The weights are the powers of two.
pub(super) fn greece(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    weighted_sum(body, &[256, 128, 64, 32, 16, 8, 4, 2]) % 11 % 10 == value(*check)
}

/// Identity cards: the remainder by 23 is a letter.
pub(super) fn spain_citizen(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    spanish_letter(integer(body), *check)
}

/// Foreigners: X, Y and Z stand for the digits 0, 1 and 2.
pub(super) fn spain_foreigner(number: &[u8]) -> bool {
    let [first, body @ .., check] = number else { return false };
    let first = u64::from(first.saturating_sub(b'X'));
    spanish_letter(first * 10_000_000 + integer(body), *check)
}

/// Persons without an identity card: the first letter does not count.
pub(super) fn spain_without_card(number: &[u8]) -> bool {
    let [_, body @ .., check] = number else { return false };
    spanish_letter(integer(body), *check)
}

/// Companies. The check digit is a digit or a letter, by the kind of the company. Sources differ on which kinds, so both
/// are accepted.
pub(super) fn spain_company(number: &[u8]) -> bool {
    let [_, body @ .., check] = number else { return false };
    let digit = (10 - luhn_sum(&[body, b"0"].concat()) % 10) % 10;
    let letter = if digit == 0 { value(b'J') } else { digit + 9 };
    [digit, letter].contains(&value(*check))
}

fn spanish_letter(number: u64, check: u8) -> bool {
    let mut letters = b"TRWAGMYFPDXBNJZSQVHLCKE".iter().zip(0..);
    letters.any(|(letter, at)| *letter == check && at == number % 23)
}

/// The first two characters are the check digits of the nine that follow. They are digits, or one is a letter, or both. The
/// number of the company has a check digit of its own, which Monaco does not follow, so it is not tested.
pub(super) fn france(number: &[u8]) -> bool {
    let [first, second, company @ ..] = number else { return false };
    let company = integer(company);
    if first.is_ascii_digit() && second.is_ascii_digit() {
        return integer(&[*first, *second]) == (12 + 3 * (company % 97)) % 97;
    }
    let (Some(one), Some(two)) = (french_value(*first), french_value(*second)) else {
        return false;
    };
    let key = if one < 10 { one * 24 + two - 10 } else { one * 34 + two - 100 };
    (company + 1 + key / 11) % 11 == key % 11
}

/// I and O are not used, because they look like digits.
fn french_value(character: u8) -> Option<u64> {
    let characters = b"0123456789ABCDEFGHJKLMNPQRSTUVWXYZ";
    characters.iter().zip(0..).find_map(|(other, at)| (*other == character).then_some(at))
}

/// Seven digits and a letter.
pub(super) fn ireland(number: &[u8]) -> bool {
    let [digits @ .., check] = number else { return false };
    irish_letter(digits, *check, b'W')
}

/// Since 2013, and earlier for spouses: a second letter, which counts too.
pub(super) fn ireland_two_letters(number: &[u8]) -> bool {
    let [digits @ .., check, letter] = number else { return false };
    irish_letter(digits, *check, *letter)
}

/// Old numbers: a letter or a sign at the second place, which does not count. The first digit comes last.
pub(super) fn ireland_old(number: &[u8]) -> bool {
    let [first, _, digits @ .., check] = number else { return false };
    irish_letter(&[b"0", digits, &[*first]].concat(), *check, b'W')
}

fn irish_letter(digits: &[u8], check: u8, letter: u8) -> bool {
    let position = |letter: u8| if letter == b'W' { 0 } else { value(letter).saturating_sub(9) };
    (weighted_sum(digits, &FALLING) + 9 * position(letter)) % 23 == position(check)
}

/// Companies with nine digits, temporary registrations and persons with twelve.
pub(super) fn lithuania(number: &[u8]) -> bool {
    const WEIGHTS: [u64; 11] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1, 2];
    const AGAIN: [u64; 11] = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3, 4];
    holds_at_second_try(number, &WEIGHTS, &AGAIN)
}

/// The last two digits are the remainder by 89.
pub(super) fn luxembourg(number: &[u8]) -> bool {
    let Some((body, check)) = number.split_last_chunk::<2>() else { return false };
    integer(body) % 89 == integer(check)
}

/// Companies. Sources differ on whether numbers are issued whose check digit would be 10; they are accepted with a 0.
pub(super) fn latvia(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    let rest = weighted_sum(body, &[9, 1, 4, 8, 3, 10, 2, 5, 7, 6]) % 11;
    (14 - rest) % 11 % 10 == value(*check)
}

/// Companies have a check digit at the ninth place. Since 2020, sole traders have check digits at the end instead. The
/// form does not tell them apart.
pub(super) fn netherlands(number: &[u8]) -> bool {
    // The ninth weight is -1.
    let is_company = weighted_sum(number, &[9, 8, 7, 6, 5, 4, 3, 2, 10]).is_multiple_of(11);
    is_company || mod_97(b"NL".iter().chain(number)) == 1
}

/// The check digit completes the sum to a multiple of 11; 10 is written as 0.
pub(super) fn portugal(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    (11 - weighted_sum(body, &[9, 8, 7, 6, 5, 4, 3, 2]) % 11) % 11 % 10 == value(*check)
}

/// Companies. Leading zeros are left out, so the weights count from the right.
pub(super) fn romania(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    let reversed: Vec<u8> = body.iter().rev().copied().collect();
    weighted_sum(&reversed, &[2, 3, 5, 7, 1, 2, 3, 5, 7]) * 10 % 11 % 10 == value(*check)
}

/// Persons, by their personal code.
pub(super) fn romania_person(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    let rest = weighted_sum(body, &[2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
    (if rest == 10 { 1 } else { rest }) == value(*check)
}

/// Luhn's sum over the number of the organisation; the last two digits count its registrations.
pub(super) fn sweden(number: &[u8]) -> bool {
    number.split_last_chunk::<2>().is_some_and(|(body, _)| luhn_sum(body).is_multiple_of(10))
}

/// The check digit completes the sum to a multiple of 11; 10 is written as 0, and 11 is never issued.
pub(super) fn slovenia(number: &[u8]) -> bool {
    let [body @ .., check] = number else { return false };
    let digit = 11 - weighted_sum(body, &FALLING) % 11;
    digit != 11 && digit % 10 == value(*check)
}

/// The whole number is a multiple of 11.
pub(super) fn slovakia(number: &[u8]) -> bool {
    integer(number).is_multiple_of(11)
}

/// The last two of nine digits complete the sum to a multiple of 97; in newer numbers, 55 is added first. Three more digits
/// are a branch.
pub(super) fn united_kingdom(number: &[u8]) -> bool {
    let sum = weighted_sum(number, &[8, 7, 6, 5, 4, 3, 2, 10, 1]);
    sum.is_multiple_of(97) || (sum + 55).is_multiple_of(97)
}

/// The check digit is the sum's remainder by 11. If that is 10, other weights are tried; if it is 10 again, it is 0.
fn holds_at_second_try(number: &[u8], weights: &[u64], again: &[u64]) -> bool {
    let [body @ .., check] = number else { return false };
    let rest = match weighted_sum(body, weights) % 11 {
        10 => weighted_sum(body, again) % 11,
        rest => rest,
    };
    rest % 10 == value(*check)
}
