//! The regions of countries whose address form offers a list: their codes and names. It must never know which countries
//! ask for a region.

use super::{characters::comparable, table};

/// One region a line: country, code, name, and another name where there is one.
const REGIONS: &str = include_str!("regions.tsv");

/// A region of a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Region {
    /// The part of its ISO 3166-2 code after the hyphen. Where ISO has none, the post's code or the name.
    pub code: &'static str,
    /// Its name in Latin letters.
    pub name: &'static str,
    /// Its name in the local script, or another name in use; empty where there is none.
    pub other_name: &'static str,
}

impl Region {
    /// The region in a row of the table.
    fn parse(row: &'static str) -> Option<Self> {
        let mut cells = row.split('\t').skip(1);
        let (code, name) = (cells.next()?, cells.next()?);
        Some(Self { code, name, other_name: cells.next().unwrap_or_default() })
    }
}

/// The regions of a country, in the order of a list; none if the country has no list.
pub(super) fn in_country(country: &str) -> impl Iterator<Item = Region> + use<> {
    table::rows(REGIONS, country).filter_map(Region::parse)
}

/// The region of a country that a shopper means by a code or a name.
pub(super) fn find(country: &str, text: &str) -> Option<Region> {
    let code = text.replace('.', "");
    let by_code = in_country(country).find(|region| region.code.eq_ignore_ascii_case(&code));
    by_code.or_else(|| {
        let wanted = comparable(text);
        let is_named = |name: &str| !wanted.is_empty() && comparable(name) == wanted;
        let by_name = in_country(country).find(|region| is_named(region.name));
        by_name.or_else(|| in_country(country).find(|region| is_named(region.other_name)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_is_well_formed() {
        for line in REGIONS.lines() {
            assert!((3..=4).contains(&line.split('\t').count()), "{line}");
            assert!(line.split('\t').all(|cell| !cell.is_empty() && cell == cell.trim()), "{line}");
        }
    }

    #[test]
    fn each_region_is_found_by_its_code_and_its_names() {
        for row in REGIONS.lines().skip(1) {
            let (country, region) = (&row[..2], Region::parse(row).unwrap());
            assert_eq!(find(country, region.code), Some(region), "{country}");
            assert_eq!(find(country, region.name), Some(region), "{country}");
            if !region.other_name.is_empty() {
                assert_eq!(find(country, region.other_name), Some(region), "{country}");
            }
        }
    }

    #[test]
    fn people_write_regions_in_many_ways() {
        for (country, text, code) in [
            ("US", "california", "CA"),
            ("US", "ny", "NY"),
            ("US", "D.C.", "DC"),
            ("MX", "Jal.", "JAL"),
            ("BR", "Sao Paulo", "SP"),
            ("JP", "東京都", "13"),
            ("JP", "Osaka Prefecture", "27"),
            ("IE", "Dublin", "D"),
            ("ES", "La Coruña", "C"),
            ("TR", "istanbul", "34"),
            ("ID", "West Java", "JB"),
        ] {
            assert_eq!(find(country, text).map(|region| region.code), Some(code));
        }
        for (country, text) in [("US", "Bavaria"), ("US", ""), ("US", "."), ("DE", "BY")] {
            assert_eq!(find(country, text), None);
        }
    }
}
