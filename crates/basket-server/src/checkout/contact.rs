//! What a shopper fills in, and what is wrong with it. It must never know markup.

use basket_core::cart::Cart;
use basket_model::{
    operator::read_email,
    order::{Contact, is_shipped},
};
use basket_texts::localizer::{Key, Localizer};
use basket_web::fields::Fields;

/// How long a field may be.
const MOST: usize = 200;

/// A field of the form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Email,
    Name,
    Address,
    PostalCode,
    City,
    Country,
}

impl Field {
    /// Those about the person.
    pub(super) const PERSON: [Self; 2] = [Self::Email, Self::Name];
    /// Those about where something is sent.
    pub(super) const PLACE: [Self; 4] =
        [Self::Address, Self::PostalCode, Self::City, Self::Country];

    /// Its name in the form, by which browsers fill it in, too.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Name => "name",
            Self::Address => "address-line1",
            Self::PostalCode => "postal-code",
            Self::City => "address-level2",
            Self::Country => "country",
        }
    }

    /// What the shopper reads.
    pub(super) fn label(self) -> Key {
        match self {
            Self::Email => Key::Email,
            Self::Name => Key::Name,
            Self::Address => Key::Address,
            Self::PostalCode => Key::PostalCode,
            Self::City => Key::City,
            Self::Country => Key::Country,
        }
    }
}

/// What was filled in.
#[derive(Debug, Default)]
pub(super) struct Filled {
    values: Vec<(Field, String)>,
    problems: Vec<(Field, String)>,
    /// Whether the terms are agreed to.
    pub(super) agrees: bool,
    /// Whether that is wanted and missing.
    pub(super) must_agree: bool,
}

impl Filled {
    /// Reads and checks a form.
    pub(super) fn read(
        form: &Fields<'_>,
        cart: &Cart,
        has_terms: bool,
        localizer: &Localizer,
    ) -> Self {
        let agrees = !form.raw("terms").is_empty();
        let mut filled = Self { agrees, must_agree: has_terms && !agrees, ..Self::default() };
        let wanted = Field::PERSON.into_iter().chain(places(cart));
        for field in wanted {
            let text = clean(form.text(field.name()));
            if let Some(problem) = problem(field, &text, localizer) {
                filled.problems.push((field, problem));
            }
            filled.values.push((field, text));
        }
        filled
    }

    pub(super) fn value(&self, field: Field) -> &str {
        self.values.iter().find(|(found, _)| *found == field).map_or("", |(_, value)| value)
    }

    pub(super) fn problem(&self, field: Field) -> Option<&str> {
        self.problems.iter().find(|(found, _)| *found == field).map(|(_, problem)| &**problem)
    }

    /// Whether a field is invalid.
    pub(super) fn is_wrong(&self) -> bool {
        !self.problems.is_empty() || self.must_agree
    }

    /// Who orders.
    pub(super) fn contact(&self) -> Contact {
        let value = |field| self.value(field).to_owned();
        Contact {
            email: value(Field::Email),
            name: value(Field::Name),
            address: value(Field::Address),
            postal_code: value(Field::PostalCode),
            city: value(Field::City),
            country: value(Field::Country),
        }
    }
}

/// Where to, if anything is sent.
pub(super) fn places(cart: &Cart) -> impl Iterator<Item = Field> {
    Field::PLACE.into_iter().filter(|_| is_shipped(cart))
}

/// Without what nobody can see, which would only serve to break out of a line elsewhere.
fn clean(text: &str) -> String {
    text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
}

fn problem(field: Field, text: &str, localizer: &Localizer) -> Option<String> {
    if text.is_empty() {
        return Some(localizer.text(Key::Required).to_owned());
    }
    if text.chars().count() > MOST {
        return Some(localizer.fill(Key::TooLong, &[("count", "200")]));
    }
    match field {
        Field::Email => {
            let is_whole = read_email(text).is_some_and(|email| {
                email.rsplit_once('@').is_some_and(|(_, host)| host.contains('.'))
            });
            (!is_whole).then(|| localizer.text(Key::EmailWrong).to_owned())
        }
        Field::Country => {
            localizer.country(text).is_none().then(|| localizer.text(Key::CountryWrong).to_owned())
        }
        _ => None,
    }
}
