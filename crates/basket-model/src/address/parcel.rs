//! Addresses as they are written on a parcel. It must never know a language: the country's name is handed in.

use super::{
    Address, Field,
    characters::{comparable, has_other_script, tidy},
    form::{AddressForm, form_for},
    layout::{self, Piece},
    region::{self, Region},
};

/// The address as it is written on a parcel in its country, line by line, with the country's name at the end. Empty
/// fields, an empty name of the country and the phone number are left out.
///
/// Some countries have two layouts. Which one is used depends on the script of the address: an address in Japanese
/// starts with the postal code, one in Latin letters with the recipient.
pub fn lines(address: &Address, country_name: &str) -> Vec<String> {
    let parcel = Parcel::new(address);
    let layout = parcel.form.map_or(layout::DEFAULT, |form| form.layout(parcel.is_latin));
    let lines = layout::lines(layout).map(|pieces| parcel.write_line(&pieces));
    lines.chain([printable(country_name)]).filter(|line| !line.is_empty()).collect()
}

/// An address with what its country says about it.
struct Parcel<'a> {
    address: &'a Address,
    form: Option<AddressForm>,
    region: Option<Region>,
    is_latin: bool,
}

impl<'a> Parcel<'a> {
    fn new(address: &'a Address) -> Self {
        let form = form_for(&tidy(&address.country));
        let region = form.and_then(|form| region::find(form.country(), &tidy(&address.region)));
        let is_latin =
            ![&address.line1, &address.city].into_iter().any(|text| has_other_script(text));
        Self { address, form, region, is_latin }
    }

    /// A line with the fields that are not empty. Text in front of an empty field is left out, and so is a separator
    /// at the start of the line.
    fn write_line(&self, pieces: &[Piece]) -> String {
        let mut line = String::new();
        let mut before = String::new();
        for piece in pieces {
            let value = match piece {
                Piece::Text(text) => {
                    before.push_str(text);
                    continue;
                }
                Piece::Field(Field::Region) => self.region_name(),
                Piece::Field(field) => printable(self.address.get(*field)),
                Piece::RegionCode => self.region_code(),
            };
            if !value.is_empty() {
                let is_kept = !line.is_empty() || !is_separator(&before);
                line.push_str(if is_kept { &before } else { "" });
                line.push_str(&value);
            }
            before.clear();
        }
        line.trim().to_owned()
    }

    fn region_code(&self) -> String {
        self.region.map_or_else(|| printable(&self.address.region), |region| region.code.to_owned())
    }

    /// The region in the script of the address. A region that is called like the city is not repeated.
    fn region_name(&self) -> String {
        let name = match self.region {
            Some(region) if !self.is_latin && has_other_script(region.other_name) => {
                region.other_name.to_owned()
            }
            Some(region) => region.name.to_owned(),
            None => printable(&self.address.region),
        };
        let is_city = comparable(&name) == comparable(&self.address.city);
        if is_city && !self.address.city.is_empty() { String::new() } else { name }
    }
}

/// The text on one line, whatever was typed.
fn printable(text: &str) -> String {
    tidy(text).chars().filter(|character| !character.is_control()).collect()
}

fn is_separator(text: &str) -> bool {
    text.chars().all(|character| matches!(character, ' ' | ',' | '-' | '/'))
}
