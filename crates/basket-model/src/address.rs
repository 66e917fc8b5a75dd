//! Postal addresses: which fields each country has, which are required, and how an address is written on a parcel. The
//! facts are in `address/countries.tsv` and `address/regions.tsv`; `address/README.md` says where they come from. This
//! module must never know a page, a language, or whether a place exists.

mod characters;
mod check;
mod form;
mod layout;
mod parcel;
mod postal_code;
mod region;
mod table;
#[cfg(test)]
mod tests;

pub use check::{AddressProblem, ProblemKind, check, read_region};
pub use form::{AddressForm, CityKind, PostalCodeKind, RegionKind, form_for, has_region};
pub use parcel::lines;

/// A field of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Field {
    /// The recipient.
    Name,
    /// The recipient's company.
    Company,
    /// Street and number, or what a country has instead.
    Line1,
    /// Flat, floor, building or neighbourhood.
    Line2,
    /// Postal code; what it is called is in [`AddressForm::postal_code_kind`].
    PostalCode,
    /// City; what it is called is in [`AddressForm::city_kind`].
    City,
    /// State, province and the like; what it is called is in [`AddressForm::region_kind`].
    Region,
    /// The country's code. It chooses the form and is not one of its fields.
    Country,
    /// Telephone number, for the carrier.
    Phone,
}

impl Field {
    /// All fields.
    pub const ALL: [Self; 9] = [
        Self::Name,
        Self::Company,
        Self::Line1,
        Self::Line2,
        Self::PostalCode,
        Self::City,
        Self::Region,
        Self::Country,
        Self::Phone,
    ];

    /// The field's name in data: the name of the member of [`Address`].
    pub fn key(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Company => "company",
            Self::Line1 => "line1",
            Self::Line2 => "line2",
            Self::PostalCode => "postal_code",
            Self::City => "city",
            Self::Region => "region",
            Self::Country => "country",
            Self::Phone => "phone",
        }
    }

    /// The field with this name.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.key() == key)
    }

    /// The token of HTML's `autocomplete` attribute.
    pub fn autocomplete(self) -> &'static str {
        match self {
            Self::Name => "name",
            Self::Company => "organization",
            Self::Line1 => "address-line1",
            Self::Line2 => "address-line2",
            Self::PostalCode => "postal-code",
            Self::City => "address-level2",
            Self::Region => "address-level1",
            Self::Country => "country",
            Self::Phone => "tel",
        }
    }

    /// How many characters the field may have.
    pub fn max_chars(self) -> usize {
        match self {
            Self::Country => 2,
            Self::PostalCode => 20,
            Self::Phone => 40,
            _ => 200,
        }
    }
}

/// A postal address. An empty field was not given.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the field of that name")]
pub struct Address {
    pub name: String,
    pub company: String,
    pub line1: String,
    pub line2: String,
    pub postal_code: String,
    pub city: String,
    /// The region's code where the country has a list of regions; else its name.
    pub region: String,
    /// The country's code in ISO 3166-1, two letters.
    pub country: String,
    pub phone: String,
}

impl Address {
    /// The text of a field.
    pub fn get(&self, field: Field) -> &str {
        match field {
            Field::Name => &self.name,
            Field::Company => &self.company,
            Field::Line1 => &self.line1,
            Field::Line2 => &self.line2,
            Field::PostalCode => &self.postal_code,
            Field::City => &self.city,
            Field::Region => &self.region,
            Field::Country => &self.country,
            Field::Phone => &self.phone,
        }
    }

    /// The text of a field, to be changed.
    pub fn get_mut(&mut self, field: Field) -> &mut String {
        match field {
            Field::Name => &mut self.name,
            Field::Company => &mut self.company,
            Field::Line1 => &mut self.line1,
            Field::Line2 => &mut self.line2,
            Field::PostalCode => &mut self.postal_code,
            Field::City => &mut self.city,
            Field::Region => &mut self.region,
            Field::Country => &mut self.country,
            Field::Phone => &mut self.phone,
        }
    }
}
