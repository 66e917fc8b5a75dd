//! What a shopper has typed so far, whether it is sent as an order or only to see other fields or another total. It must
//! never know markup, nor judge what was typed.

use basket_core::cart::Cart;
use basket_model::{
    address::{Address, AddressForm, Field, form_for},
    order::is_shipped,
    pricing::{Rules, is_country},
};
use basket_web::fields::Fields;

/// The fields of an address where the country is not known yet.
const ANYWHERE: [Field; 6] =
    [Field::Company, Field::Line1, Field::Line2, Field::PostalCode, Field::City, Field::Phone];

/// Names in the form that no address has.
pub(super) const EMAIL: &str = "email";
pub(super) const VAT_NUMBER: &str = "vat-number";
pub(super) const NOTE: &str = "note";
pub(super) const METHOD: &str = "method";
pub(super) const CODE: &str = "code";
pub(super) const TERMS: &str = "terms";
pub(super) const BILLING_SAME: &str = "billing-same";
/// Tells a box that was unticked from one that was not on the page.
pub(super) const BILLING_ASKED: &str = "billing-asked";

/// Which address a field belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// Where it is delivered.
    Delivery,
    /// Where the invoice goes.
    Billing,
}

impl Part {
    /// The name of a field in the form.
    pub(super) fn name(self, field: Field) -> String {
        match self {
            Self::Delivery => field.autocomplete().to_owned(),
            Self::Billing => format!("billing-{}", field.autocomplete()),
        }
    }

    /// By what browsers fill the field in.
    pub(super) fn autocomplete(self, field: Field) -> String {
        match self {
            Self::Delivery => field.autocomplete().to_owned(),
            Self::Billing => format!("billing {}", field.autocomplete()),
        }
    }
}

/// What was typed.
#[derive(Debug, Default)]
pub(super) struct Typed {
    fields: Fields<'static>,
    /// The country of a shop whose shopper has not chosen one.
    home: Option<String>,
}

impl Typed {
    pub(super) fn new(fields: Fields<'static>, rules: Option<&Rules>) -> Self {
        Self { fields, home: rules.and_then(|rules| rules.country.clone()) }
    }

    /// The text of a field, without what nobody can see, which would only serve to break out of a line elsewhere.
    pub(super) fn text(&self, name: &str) -> String {
        let text = self.fields.text(name);
        text.chars().map(|sign| if sign.is_control() { ' ' } else { sign }).collect()
    }

    /// The shopper's note, which may have several lines.
    pub(super) fn note(&self) -> String {
        let text = self.fields.text(NOTE).replace("\r\n", "\n");
        text.chars().filter(|sign| *sign == '\n' || !sign.is_control()).collect()
    }

    /// A value as it was sent.
    pub(super) fn raw(&self, name: &str) -> &str {
        self.fields.raw(name)
    }

    /// Whether the shopper has filled anything in.
    pub(super) fn is_begun(&self) -> bool {
        let asked = [Part::Delivery, Part::Billing].into_iter();
        let mut names = asked.flat_map(|part| Field::ALL.map(|field| part.name(field)));
        names.any(|name| !self.fields.text(&name).is_empty())
            || [EMAIL, VAT_NUMBER, NOTE, TERMS]
                .iter()
                .any(|name| !self.fields.text(name).is_empty())
    }

    /// What is chosen as a country, if anything is.
    pub(super) fn country_text(&self, part: Part) -> String {
        let typed = self.text(&part.name(Field::Country));
        match (&self.home, part) {
            (Some(home), Part::Delivery) if typed.is_empty() => home.clone(),
            (_, Part::Billing) if typed.is_empty() => self.country_text(Part::Delivery),
            _ => typed,
        }
    }

    /// The country, if it is one.
    pub(super) fn country(&self, part: Part) -> Option<String> {
        Some(self.country_text(part)).filter(|country| is_country(country))
    }

    /// The address form of the country, if it is known.
    pub(super) fn form(&self, part: Part) -> Option<AddressForm> {
        self.country(part).and_then(|country| form_for(&country))
    }

    /// Everything of an address.
    pub(super) fn address(&self, part: Part) -> Address {
        let mut address = Address::default();
        for field in Field::ALL {
            *address.get_mut(field) = self.text(&part.name(field));
        }
        address.country = self.country_text(part);
        address
    }

    /// Whether the invoice goes where the goods go.
    pub(super) fn is_billing_same(&self) -> bool {
        self.fields.get(BILLING_ASKED).is_none() || self.fields.get(BILLING_SAME).is_some()
    }
}

/// Whether a country is asked for: to send something there, or to tax it.
pub(super) fn asks_country(cart: &Cart, rules: Option<&Rules>) -> bool {
    is_shipped(cart) || rules.is_some_and(|rules| rules.tax.is_some())
}

/// The fields of the delivery beside name and country, in the order of the country. What is not sent anywhere is only taxed,
/// which may depend on the region.
pub(super) fn delivery_fields(cart: &Cart, rules: Option<&Rules>, typed: &Typed) -> Vec<Field> {
    let form = typed.form(Part::Delivery);
    if is_shipped(cart) {
        return address_fields(form);
    }
    let rates = rules.and_then(|rules| rules.tax.as_ref()).into_iter().flat_map(|tax| &tax.rates);
    let mut regions = rates.filter(|rate| rate.region.is_some());
    let is_regional = form.is_some_and(|form| regions.any(|rate| rate.country == form.country()));
    if is_regional { vec![Field::Region] } else { Vec::new() }
}

/// The fields of an address beside its country.
pub(super) fn address_fields(form: Option<AddressForm>) -> Vec<Field> {
    form.map_or_else(|| ANYWHERE.to_vec(), |form| form.fields())
}
