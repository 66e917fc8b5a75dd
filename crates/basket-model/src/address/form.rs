//! Address forms: what the table says about each country. It must never know the text of a label; a page translates the
//! kinds.

use super::{Field, layout, postal_code, region, table};

/// One country a line, in the columns of [`AddressForm::parse`]. The last column is the source of the row.
const COUNTRIES: &str = include_str!("countries.tsv");

/// Defines an enum whose members have names in the table.
macro_rules! kinds {
    ($(#[$doc:meta])* $name:ident { $($(#[$member_doc:meta])* $member:ident = $key:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[$member_doc])* $member,)+ }

        impl $name {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$member),+];

            /// The kind's name in data, by which texts are found.
            pub fn key(self) -> &'static str {
                match self { $(Self::$member => $key,)+ }
            }

            fn from_key(key: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.key() == key)
            }
        }
    };
}

kinds! {
    /// What a country calls the region of an address.
    RegionKind {
        /// Area, as in Hong Kong.
        Area = "area",
        /// County, as in Ireland.
        County = "county",
        /// Department, as in Colombia.
        Department = "department",
        /// District, as in Nauru.
        District = "district",
        /// Province (do) or city (si), as in South Korea.
        DoSi = "do_si",
        /// Emirate, as in the United Arab Emirates.
        Emirate = "emirate",
        /// Island, as in the Bahamas.
        Island = "island",
        /// Oblast, as in Ukraine.
        Oblast = "oblast",
        /// Parish, as in Jamaica.
        Parish = "parish",
        /// Prefecture, as in Japan.
        Prefecture = "prefecture",
        /// Province, as in Canada.
        Province = "province",
        /// Region, as in Chile; also governorates and municipalities.
        Region = "region",
        /// State, as in the United States.
        State = "state",
    }
}

kinds! {
    /// What a country calls the city of an address.
    CityKind {
        /// City, nearly everywhere.
        City = "city",
        /// District, as in Türkiye.
        District = "district",
        /// Post town, as in the United Kingdom.
        PostTown = "post_town",
        /// Suburb, as in Australia.
        Suburb = "suburb",
    }
}

kinds! {
    /// What a country calls the postal code.
    PostalCodeKind {
        /// Postal code, nearly everywhere.
        Postal = "postal",
        /// ZIP code, as in the United States.
        Zip = "zip",
        /// Eircode, as in Ireland.
        Eircode = "eircode",
        /// PIN code, as in India.
        Pin = "pin",
    }
}

/// Which fields the address form of a country has, and what they must contain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AddressForm {
    country: &'static str,
    layout: &'static str,
    latin_layout: &'static str,
    required: &'static str,
    postal_code_form: &'static str,
    postal_code_example: &'static str,
    region_kind: Option<RegionKind>,
    city_kind: Option<CityKind>,
    postal_code_kind: Option<PostalCodeKind>,
}

/// The address form of a country, by its code in ISO 3166-1. An unknown code has none.
pub fn form_for(country: &str) -> Option<AddressForm> {
    table::rows(COUNTRIES, country).next().and_then(AddressForm::parse)
}

/// Whether addresses of a country have a region that is stored like this: by its code where there is a list, else by any
/// name.
pub fn has_region(country: &str, region: &str) -> bool {
    let Some(form) = form_for(country).filter(|form| form.has(Field::Region)) else { return false };
    let mut regions = form.regions().peekable();
    if regions.peek().is_none() {
        return !region.trim().is_empty();
    }
    regions.any(|(code, _)| code == region)
}

impl AddressForm {
    /// The form in a row of the table.
    fn parse(row: &'static str) -> Option<Self> {
        let mut cells = row.split('\t');
        Some(Self {
            country: cells.next()?,
            layout: cells.next()?,
            latin_layout: cells.next()?,
            required: cells.next()?,
            postal_code_form: cells.next()?,
            postal_code_example: cells.next()?,
            region_kind: RegionKind::from_key(cells.next()?),
            city_kind: CityKind::from_key(cells.next()?),
            postal_code_kind: PostalCodeKind::from_key(cells.next()?),
        })
    }

    /// The country's code.
    pub fn country(&self) -> &'static str {
        self.country
    }

    /// The fields in the order in which people of the country fill them in: the recipient, the place in the order in
    /// which it is written on a parcel, and the phone number. The country itself is not among them.
    pub fn fields(&self) -> Vec<Field> {
        let recipient = [Field::Name, Field::Company];
        let place = layout::fields(self.layout).filter(|field| !recipient.contains(field));
        recipient.into_iter().chain(place).chain([Field::Phone]).collect()
    }

    /// Whether the form has this field.
    pub fn has(&self, field: Field) -> bool {
        field == Field::Phone || layout::fields(self.layout).any(|other| other == field)
    }

    /// Whether an address in this country needs this field.
    pub fn is_required(&self, field: Field) -> bool {
        field == Field::Country || self.required.split(' ').any(|key| key == field.key())
    }

    /// A postal code as it is written; empty where the country has none.
    pub fn postal_code_example(&self) -> &'static str {
        self.postal_code_example
    }

    /// The postal code as the country writes it, from what someone typed: in small letters, with missing or extra
    /// spaces and hyphens, with full-width digits, or behind the country's code. None if the text has another form.
    pub fn normalize_postal_code(&self, text: &str) -> Option<String> {
        postal_code::normalize(self.postal_code_form, self.country, text)
    }

    /// What the region is called; none if the form has no region.
    pub fn region_kind(&self) -> Option<RegionKind> {
        self.region_kind
    }

    /// What the city is called; none if the form has no city.
    pub fn city_kind(&self) -> Option<CityKind> {
        self.city_kind
    }

    /// What the postal code is called; none if the form has no postal code.
    pub fn postal_code_kind(&self) -> Option<PostalCodeKind> {
        self.postal_code_kind
    }

    /// The regions to choose from, by code and name. Where there are none, the region is free text.
    pub fn regions(&self) -> impl Iterator<Item = (&'static str, &'static str)> + use<> {
        region::in_country(self.country).map(|region| (region.code, region.name))
    }

    /// The layout of an address that is in Latin letters, or in the local script.
    pub(super) fn layout(&self, is_latin: bool) -> &'static str {
        if is_latin && !self.latin_layout.is_empty() { self.latin_layout } else { self.layout }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn rows() -> impl Iterator<Item = Vec<&'static str>> {
        COUNTRIES.lines().skip(1).map(|row| row.split('\t').collect())
    }

    #[test]
    fn the_table_has_every_country_and_no_other() {
        let names = include_str!("../../../../locales/countries/en.txt");
        let countries: BTreeSet<_> = names.lines().filter_map(|line| line.get(..2)).collect();
        let in_table: Vec<_> = rows().map(|row| row[0]).collect();
        assert_eq!(in_table.len(), 249);
        assert_eq!(in_table.into_iter().collect::<BTreeSet<_>>(), countries);
        assert!(countries.iter().all(|country| form_for(country).is_some()));
    }

    #[test]
    fn codes_of_other_places_have_no_form() {
        for code in ["", "XX", "ZZ", "D", "DEU", "code", "DE\t", "日本"] {
            assert_eq!(form_for(code), None);
        }
        assert_eq!(form_for("de"), form_for("DE"));
    }

    #[test]
    fn regions_are_known_by_their_codes_or_any_name() {
        assert!(has_region("US", "CA") && has_region("RO", "Cluj"));
        for (country, region) in [("US", "Bavaria"), ("US", ""), ("RO", " "), ("DE", "BY")] {
            assert!(!has_region(country, region), "{country} {region}");
        }
    }

    #[test]
    fn every_row_has_a_source_and_known_kinds() {
        for row in rows() {
            let [country, .., region, city, postal_code, source] = row.as_slice() else { panic!() };
            let form = form_for(country).unwrap();
            assert_eq!(row.len(), 10, "{country}");
            assert!(!source.is_empty(), "{country}");
            assert_eq!(form.region_kind().map_or("", RegionKind::key), *region);
            assert_eq!(form.city_kind().map_or("", CityKind::key), *city);
            assert_eq!(form.postal_code_kind().map_or("", PostalCodeKind::key), *postal_code);
        }
    }

    #[test]
    fn kinds_and_examples_belong_to_fields() {
        for row in rows() {
            let form = form_for(row[0]).unwrap();
            assert_eq!(form.has(Field::Region), form.region_kind().is_some(), "{form:?}");
            assert_eq!(form.has(Field::City), form.city_kind().is_some(), "{form:?}");
            assert_eq!(form.has(Field::PostalCode), form.postal_code_kind().is_some(), "{form:?}");
            assert_eq!(form.has(Field::PostalCode), !form.postal_code_example.is_empty());
            assert_eq!(form.has(Field::PostalCode), !form.postal_code_form.is_empty());
            assert!(form.has(Field::Region) || form.regions().next().is_none(), "{form:?}");
        }
    }

    #[test]
    fn required_fields_are_in_the_form() {
        for row in rows() {
            let form = form_for(row[0]).unwrap();
            let required: Vec<_> = form.required.split(' ').map(Field::from_key).collect();
            assert!(required.iter().all(|field| field.is_some_and(|field| form.has(field))));
            assert!(form.is_required(Field::Name) && form.is_required(Field::Line1), "{form:?}");
            assert!(!form.is_required(Field::Company) && !form.is_required(Field::Line2));
        }
    }

    #[test]
    fn both_layouts_of_a_country_have_the_same_fields_once() {
        for row in rows() {
            let form = form_for(row[0]).unwrap();
            let sorted = |is_latin| {
                let fields = layout::fields(form.layout(is_latin)).map(Field::key);
                let mut fields: Vec<_> = fields.collect();
                fields.sort_unstable();
                fields
            };
            assert_eq!(sorted(true), sorted(false), "{form:?}");
            let distinct: BTreeSet<_> = sorted(false).into_iter().collect();
            assert_eq!(distinct.len(), sorted(false).len(), "{form:?}");
            for field in [Field::Name, Field::Company, Field::Line1, Field::Line2] {
                assert!(distinct.contains(field.key()), "{form:?}");
            }
        }
    }

    #[test]
    fn every_example_has_its_own_form_and_is_written_so() {
        for row in rows() {
            let form = form_for(row[0]).unwrap();
            let example = form.postal_code_example();
            let written = form.normalize_postal_code(example);
            assert_eq!(written.as_deref().unwrap_or_default(), example, "{form:?}");
        }
    }
}
