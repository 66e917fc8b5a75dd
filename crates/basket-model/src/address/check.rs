//! Whether an address can be delivered to, as far as its form tells. It must never know whether the place exists.

use super::{
    Address, Field,
    characters::{tidy, to_ascii},
    form::{AddressForm, form_for},
    region,
};

/// A phone number that nobody has, as an example.
const PHONE_EXAMPLE: &str = "+44 20 7946 0123";

/// What is wrong with a field of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressProblem {
    /// The field.
    pub field: Field,
    /// What is wrong with it.
    pub kind: ProblemKind,
}

/// What can be wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemKind {
    /// It is required and empty.
    Missing,
    /// It has more characters than [`Field::max_chars`].
    TooLong,
    /// It contains control characters.
    ControlCharacters,
    /// It has another form than this example.
    Form {
        /// A text of the right form.
        example: &'static str,
    },
    /// The country has a list of regions, and this is not in it.
    UnknownRegion,
    /// There is no country with this code.
    UnknownCountry,
}

/// The address as it is stored, or all that is wrong with it: at most one problem for each field, the country first,
/// then in the order of the form.
///
/// White space is tidied, the postal code is written as its country writes it, and a region becomes its code. Fields
/// that the country's form does not have are emptied: they are left over from another country.
pub fn check(address: &Address) -> Result<Address, Vec<AddressProblem>> {
    let country = tidy(&address.country).to_ascii_uppercase();
    let form = form_for(&country);
    let mut problems = Vec::new();
    if form.is_none() {
        let kind =
            if country.is_empty() { ProblemKind::Missing } else { ProblemKind::UnknownCountry };
        problems.push(AddressProblem { field: Field::Country, kind });
    }
    let mut checked = Address { country, ..Address::default() };
    for field in form.map_or_else(fields_of_any_country, |form| form.fields()) {
        match check_field(form, field, &tidy(address.get(field))) {
            Ok(text) => *checked.get_mut(field) = text,
            Err(kind) => problems.push(AddressProblem { field, kind }),
        }
    }
    if problems.is_empty() { Ok(checked) } else { Err(problems) }
}

fn fields_of_any_country() -> Vec<Field> {
    Field::ALL.into_iter().filter(|field| *field != Field::Country).collect()
}

/// The tidied text of a field as it is stored.
fn check_field(form: Option<AddressForm>, field: Field, text: &str) -> Result<String, ProblemKind> {
    if text.is_empty() {
        return if is_required(form, field) {
            Err(ProblemKind::Missing)
        } else {
            Ok(String::new())
        };
    }
    if text.chars().count() > field.max_chars() {
        return Err(ProblemKind::TooLong);
    }
    if text.chars().any(char::is_control) {
        return Err(ProblemKind::ControlCharacters);
    }
    match (field, form) {
        (Field::PostalCode, Some(form)) => check_postal_code(form, text),
        (Field::Region, Some(form)) => check_region(form, text),
        (Field::Phone, _) => check_phone(text),
        _ => Ok(text.to_owned()),
    }
}

fn is_required(form: Option<AddressForm>, field: Field) -> bool {
    let in_any_country = matches!(field, Field::Name | Field::Line1);
    form.map_or(in_any_country, |form| form.is_required(field))
}

fn check_postal_code(form: AddressForm, text: &str) -> Result<String, ProblemKind> {
    let example = form.postal_code_example();
    form.normalize_postal_code(text).ok_or(ProblemKind::Form { example })
}

fn check_region(form: AddressForm, text: &str) -> Result<String, ProblemKind> {
    match region::find(form.country(), text) {
        Some(region) => Ok(region.code.to_owned()),
        None if form.regions().next().is_none() => Ok(text.to_owned()),
        None => Err(ProblemKind::UnknownRegion),
    }
}

/// A region as it is stored: its code where the country has a list of regions, else its name; `None` if the country has no
/// such region.
pub fn read_region(country: &str, text: &str) -> Option<String> {
    let form = form_for(country).filter(|form| form.has(Field::Region))?;
    check_region(form, &tidy(text)).ok().filter(|region| !region.is_empty())
}

fn check_phone(text: &str) -> Result<String, ProblemKind> {
    let phone: String = text.chars().map(to_ascii).collect();
    let is_allowed = |character: char| character.is_ascii_digit() || " +-()./".contains(character);
    let is_phone = phone.chars().all(is_allowed) && phone.contains(|c: char| c.is_ascii_digit());
    is_phone.then_some(phone).ok_or(ProblemKind::Form { example: PHONE_EXAMPLE })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{address, berlin};
    use super::*;
    use Field::{City, Company, Country, Line1, Line2, Name, Phone, PostalCode, Region};

    fn problems(address: &Address) -> Vec<(Field, ProblemKind)> {
        let problems = check(address).unwrap_err();
        problems.into_iter().map(|problem| (problem.field, problem.kind)).collect()
    }

    #[test]
    fn a_country_without_a_list_takes_any_region() {
        let cluj = [(Name, "Ion"), (Line1, "Str. 1"), (City, "Dej"), (PostalCode, "405200")];
        let address = Address { region: " jud.  Cluj ".to_owned(), ..address("RO", cluj) };
        assert_eq!(check(&address).unwrap().region, "jud. Cluj");
    }

    #[test]
    fn an_address_is_tidied() {
        let typed = Address {
            name: "  Erika \n Muster ".to_owned(),
            postal_code: " D - 101 15".to_owned(),
            country: " de".to_owned(),
            phone: "０３０–123 / 45".to_owned(),
            ..berlin()
        };
        assert_eq!(check(&typed), Ok(Address { phone: "030-123 / 45".to_owned(), ..berlin() }));
    }

    #[test]
    fn every_problem_is_named_with_its_field() {
        assert_eq!(
            problems(&address("US", [(Line2, "\0"), (Region, "Bavaria"), (PostalCode, "1")])),
            [
                (Name, ProblemKind::Missing),
                (Line1, ProblemKind::Missing),
                (Line2, ProblemKind::ControlCharacters),
                (City, ProblemKind::Missing),
                (Region, ProblemKind::UnknownRegion),
                (PostalCode, ProblemKind::Form { example: "95014" }),
            ]
        );
        let unknown = Address { country: "XX".to_owned(), ..berlin() };
        assert_eq!(problems(&unknown), [(Country, ProblemKind::UnknownCountry)]);
        let missing = Address::default();
        let kind = ProblemKind::Missing;
        assert_eq!(problems(&missing), [(Country, kind), (Name, kind), (Line1, kind)]);
    }

    #[test]
    fn long_texts_are_refused_by_characters() {
        for (field, most) in [(Name, 200), (Company, 200), (Line1, 200), (Line2, 200), (City, 200)]
        {
            let mut address = berlin();
            *address.get_mut(field) = "ü".repeat(most);
            assert!(check(&address).is_ok());
            address.get_mut(field).push('ü');
            assert_eq!(problems(&address), [(field, ProblemKind::TooLong)]);
        }
        for (field, most) in [(PostalCode, 20), (Phone, 40)] {
            let mut address = berlin();
            *address.get_mut(field) = "1".repeat(most + 1);
            assert_eq!(problems(&address), [(field, ProblemKind::TooLong)]);
        }
    }

    #[test]
    fn phone_numbers_have_digits_and_a_few_signs() {
        for phone in ["", "+49 (30) 123-45", "030/123.45", "\u{202a}+49 30 1\u{202c}"] {
            assert!(check(&Address { phone: phone.to_owned(), ..berlin() }).is_ok(), "{phone}");
        }
        for phone in ["call me", "030 123 ext 4", "+", "<1>"] {
            let problems = problems(&Address { phone: phone.to_owned(), ..berlin() });
            assert!(matches!(problems[..], [(Phone, ProblemKind::Form { .. })]), "{phone}");
        }
    }
}
