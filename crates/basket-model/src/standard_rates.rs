//! The standard VAT rates of the European Union, the United Kingdom, Switzerland and Norway, as suggestions for a shop's
//! own settings. It must never decide what a shop charges: reduced rates, exemptions and regions with rates of their own
//! are not in the table.

use jiff::civil::{Date, date};

/// The day on which the table was true. Later changes are not in it. To update it, compare it with the Taxes in Europe
/// Database of the European Commission.
pub const AS_OF: Date = date(2026, 9, 29);

/// One country a line, under a line of headings: country, rate, date, evidence.
const TABLE: &str = include_str!("standard_rates.tsv");

/// The standard rate of a country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StandardRate {
    /// The country by its ISO 3166 code.
    pub country: &'static str,
    /// The rate in thousandths of a percent: 19000 is 19 %.
    pub rate: u32,
    /// The first day of the rate. A rate that came back after a temporary one counts from its return.
    pub since: Date,
    /// Where rate and date were read.
    pub evidence: &'static str,
}

/// The standard rate of each country: the 27 member states of the European Union by their codes, then `GB`, `CH` and `NO`.
pub fn standard_rates() -> impl Iterator<Item = StandardRate> {
    TABLE.lines().skip(1).filter_map(parse_line)
}

fn parse_line(line: &'static str) -> Option<StandardRate> {
    let mut columns = line.split('\t');
    let country = columns.next()?;
    let rate = columns.next()?.parse().ok()?;
    let since = columns.next()?.parse().ok()?;
    let evidence = columns.next()?;
    Some(StandardRate { country, rate, since, evidence })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vat_number::{is_member_state, vat_prefix};
    use std::collections::BTreeSet;

    fn rate_in(country: &str) -> StandardRate {
        standard_rates().find(|rate| rate.country == country).unwrap()
    }

    #[test]
    fn every_line_is_a_country_with_vat_numbers() {
        let countries: BTreeSet<&str> = standard_rates().map(|rate| rate.country).collect();
        assert_eq!(countries.len(), 30);
        assert_eq!(TABLE.lines().count(), 31);
        assert_eq!(countries.iter().filter(|country| is_member_state(country)).count(), 27);
        assert!(countries.iter().all(|country| vat_prefix(country).is_some()));
    }

    #[test]
    fn every_rate_is_plausible_and_in_force() {
        for StandardRate { country, rate, since, evidence } in standard_rates() {
            assert!((1_000..=30_000).contains(&rate), "{country}");
            // The Union's directive has a minimum of 15 %.
            assert!(rate >= 15_000 || !is_member_state(country), "{country}");
            assert!(date(1984, 1, 1) <= since && since <= AS_OF, "{country}");
            assert!(evidence.starts_with("Rate: ") && evidence.contains(" Date: "), "{country}");
        }
    }

    #[test]
    fn recent_changes_are_in_the_table() {
        for (country, rate, since) in [
            ("EE", 24_000, date(2025, 7, 1)),
            ("FI", 25_500, date(2024, 9, 1)),
            ("LU", 17_000, date(2024, 1, 1)),
            ("RO", 21_000, date(2025, 8, 1)),
            ("SK", 23_000, date(2025, 1, 1)),
            ("CH", 8_100, date(2024, 1, 1)),
        ] {
            let StandardRate { rate: found, since: from, .. } = rate_in(country);
            assert_eq!((found, from), (rate, since), "{country}");
        }
    }
}
