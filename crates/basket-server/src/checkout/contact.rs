//! What is wrong with what a shopper has typed, and who orders if nothing is. It must never know markup.

use super::typed::{EMAIL, NOTE, Part, TERMS, Typed, VAT_NUMBER, asks_country, delivery_fields};
use basket_core::cart::Cart;
use basket_model::{
    address::{self, AddressProblem, Field, ProblemKind, read_region},
    operator::read_email,
    order::{Contact, is_shipped},
    pricing::Rules,
    vat_number::{self, BadVatNumber, VatNumber},
};
use basket_texts::localizer::{Key, Localizer};

/// How long a field may be, and a note.
const MOST: usize = 200;
const MOST_NOTE: usize = 1000;

/// Fields of the form with what is wrong with them.
#[derive(Debug, Default)]
pub(super) struct Problems(Vec<(String, String)>);

impl Problems {
    pub(super) fn add(&mut self, name: impl Into<String>, text: String) {
        self.0.push((name.into(), text));
    }

    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, text)| &**text)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// What a form is checked by.
#[derive(Clone, Copy)]
pub(super) struct Checking<'a> {
    pub(super) cart: &'a Cart,
    pub(super) rules: Option<&'a Rules>,
    pub(super) has_terms: bool,
    pub(super) localizer: &'a Localizer,
}

/// The VAT number that was typed, as one of the country where the invoice goes.
pub(super) fn vat_number(typed: &Typed) -> Option<Result<VatNumber, BadVatNumber>> {
    let text = typed.text(VAT_NUMBER);
    let part = if typed.is_billing_same() { Part::Delivery } else { Part::Billing };
    (!text.is_empty()).then(|| vat_number::parse(&typed.country_text(part), &text))
}

impl Checking<'_> {
    /// Who orders, or all that is wrong.
    pub(super) fn check(self, typed: &Typed) -> Result<Contact, Problems> {
        let Self { cart, rules, has_terms, localizer } = self;
        let mut problems = Problems::default();
        let email = typed.text(EMAIL);
        if let Some(problem) = self.email_problem(&email) {
            problems.add(EMAIL, problem);
        }
        let mut contact = Contact { email, note: typed.note(), ..Contact::default() };
        if asks_country(cart, rules) {
            contact = self.add_address(contact, typed, &mut problems);
        } else {
            contact.name = self.checked_name(typed, &mut problems);
        }
        match vat_number(typed).filter(|_| asks_country(cart, rules)) {
            Some(Ok(number)) => contact.vat_number = number.to_string(),
            Some(Err(BadVatNumber::UnsupportedCountry { .. })) => {
                problems.add(VAT_NUMBER, localizer.text(Key::VatNumberCountry).to_owned());
            }
            Some(Err(_)) => {
                problems.add(VAT_NUMBER, localizer.text(Key::VatNumberWrong).to_owned());
            }
            None => {}
        }
        if contact.note.chars().count() > MOST_NOTE {
            problems.add(NOTE, localizer.fill(Key::TooLong, &[("count", &MOST_NOTE.to_string())]));
        }
        if has_terms && typed.raw(TERMS).is_empty() {
            problems.add(TERMS, localizer.text(Key::TermsMissing).to_owned());
        }
        if problems.is_empty() { Ok(contact) } else { Err(problems) }
    }

    fn add_address(self, contact: Contact, typed: &Typed, problems: &mut Problems) -> Contact {
        if !is_shipped(self.cart) {
            return self.add_place(contact, typed, problems);
        }
        let checked = self.checked_address(typed, Part::Delivery, problems);
        let contact = contact.with_address(checked);
        if typed.is_billing_same() {
            return contact;
        }
        let billing = self.checked_address(typed, Part::Billing, problems);
        Contact { billing: Some(Box::new(billing)), ..contact }
    }

    /// Where something is taxed that is not sent anywhere.
    fn add_place(self, contact: Contact, typed: &Typed, problems: &mut Problems) -> Contact {
        let name = self.checked_name(typed, problems);
        let country = typed.country(Part::Delivery).unwrap_or_default();
        let mut wrong = |field: Field, key| {
            problems.add(Part::Delivery.name(field), self.localizer.text(key).to_owned());
        };
        if country.is_empty() {
            wrong(Field::Country, Key::CountryWrong);
        }
        let mut region = String::new();
        if delivery_fields(self.cart, self.rules, typed).contains(&Field::Region) {
            let text = typed.text(&Part::Delivery.name(Field::Region));
            match read_region(&country, &text) {
                Some(found) => region = found,
                None if text.is_empty() => wrong(Field::Region, Key::Required),
                None => wrong(Field::Region, Key::RegionWrong),
            }
        }
        Contact { name, region, country, ..contact }
    }

    fn checked_address(
        self,
        typed: &Typed,
        part: Part,
        problems: &mut Problems,
    ) -> address::Address {
        let address = typed.address(part);
        match address::check(&address) {
            Ok(checked) => checked,
            Err(wrong) => {
                for problem in &wrong {
                    problems.add(part.name(problem.field), self.explain(problem));
                }
                address
            }
        }
    }

    fn checked_name(self, typed: &Typed, problems: &mut Problems) -> String {
        let name = typed.text(Field::Name.autocomplete());
        let kind = match name.chars().count() {
            0 => Some(ProblemKind::Missing),
            length if length > MOST => Some(ProblemKind::TooLong),
            _ => None,
        };
        if let Some(kind) = kind {
            let problem = AddressProblem { field: Field::Name, kind };
            problems.add(Field::Name.autocomplete(), self.explain(&problem));
        }
        name
    }

    fn email_problem(self, email: &str) -> Option<String> {
        if email.is_empty() {
            return Some(self.localizer.text(Key::Required).to_owned());
        }
        if email.chars().count() > MOST {
            return Some(self.localizer.fill(Key::TooLong, &[("count", &MOST.to_string())]));
        }
        let is_whole = read_email(email).is_some_and(|email| {
            email.rsplit_once('@').is_some_and(|(_, host)| host.contains('.'))
        });
        (!is_whole).then(|| self.localizer.text(Key::EmailWrong).to_owned())
    }

    fn explain(self, problem: &AddressProblem) -> String {
        let AddressProblem { field, kind } = *problem;
        let text = |key| self.localizer.text(key).to_owned();
        match kind {
            ProblemKind::Missing if field == Field::Country => text(Key::CountryWrong),
            ProblemKind::Missing | ProblemKind::ControlCharacters => text(Key::Required),
            ProblemKind::TooLong => {
                self.localizer.fill(Key::TooLong, &[("count", &field.max_chars().to_string())])
            }
            ProblemKind::Form { example } => {
                let key =
                    if field == Field::Phone { Key::PhoneWrong } else { Key::PostalCodeWrong };
                self.localizer.fill(key, &[("example", example)])
            }
            ProblemKind::UnknownRegion => text(Key::RegionWrong),
            ProblemKind::UnknownCountry => text(Key::CountryWrong),
        }
    }
}
