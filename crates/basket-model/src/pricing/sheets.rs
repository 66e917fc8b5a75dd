//! Tax rates and discount codes as tables that any spreadsheet can read and write. Amounts are whole minor units, as in the
//! list of products, percentages are percent, and times are UTC. It must never know where rows are kept.

use super::{
    Discount, DiscountKind, Rate, Scope,
    percent::{read_percent, write_percent},
    read_code,
};
use crate::catalogue::sheet::{BadRow, BadSheet, cell, delimiter, rows, text};
use csv::{ByteRecord, Position, ReaderBuilder, StringRecord};
use jiff::{Timestamp, civil::DateTime, tz::TimeZone};
use std::{collections::BTreeSet, str::FromStr};

/// The columns of a file of tax rates.
pub const RATE_COLUMNS: [&str; 6] = ["country", "region", "class", "rate", "name", "from"];
/// The columns of a file of discount codes.
pub const CODE_COLUMNS: [&str; 10] = [
    "code",
    "kind",
    "value",
    "scope",
    "minimum",
    "skus",
    "starts_at",
    "ends_at",
    "max_uses",
    "max_per_person",
];
/// How many rows a file may have.
pub const MAX_ROWS: usize = 10_000;

/// What a file holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table<T> {
    /// What the rows say that are fine, with the line in which each begins.
    pub rows: Vec<(u64, T)>,
    /// The other rows.
    pub bad: Vec<BadRow>,
}

/// The rates of a file. Whether they can be kept beside each other is not looked at.
pub fn read_rates(file: &[u8]) -> Result<Table<Rate>, BadSheet> {
    read(file, RATE_COLUMNS, &["country", "rate", "from"], read_rate)
}

/// Rates as a file.
pub fn write_rates(rates: &[Rate]) -> String {
    let row = |Rate { country, region, class, rate, name, from }: &Rate| {
        [
            country.clone(),
            region.clone().unwrap_or_default(),
            class.clone().unwrap_or_default(),
            write_percent(*rate),
            name.clone(),
            from.to_string(),
        ]
    };
    rows([RATE_COLUMNS.map(str::to_owned)]) + &rows(rates.iter().map(row))
}

fn read_rate([country, region, class, rate, name, from]: [&str; 6]) -> Result<Rate, String> {
    let some = |text: &str| (!text.is_empty()).then(|| text.to_owned());
    Ok(Rate {
        country: country.to_uppercase(),
        region: some(region),
        class: some(class).filter(|class| class != "standard"),
        rate: read_percent(rate).ok_or("rate must be a percentage, such as 19 or 5.5")?,
        name: name.to_owned(),
        from: from.parse().map_err(|_| "from must be a day, such as 2027-01-01")?,
    })
}

/// The discount codes of a file, each of which can be kept.
pub fn read_codes(file: &[u8]) -> Result<Table<Discount>, BadSheet> {
    let mut table = read(file, CODE_COLUMNS, &["code", "kind"], read_discount)?;
    let mut seen = BTreeSet::new();
    let (rows, twice): (Vec<_>, Vec<_>) =
        table.rows.into_iter().partition(|(_, discount)| seen.insert(discount.code.clone()));
    let reason = "code also appears in an earlier row";
    table.bad.extend(twice.into_iter().map(|(line, _)| BadRow { line, reason: reason.to_owned() }));
    table.bad.sort_by_key(|row| row.line);
    Ok(Table { rows, bad: table.bad })
}

/// The first row of a file of discount codes.
pub fn code_header() -> String {
    rows([CODE_COLUMNS.map(str::to_owned)])
}

/// Rows of a file of discount codes.
pub fn write_codes(discounts: &[Discount]) -> String {
    let number = |number: Option<i64>| number.map(|number| number.to_string()).unwrap_or_default();
    let time = |time: Option<i64>| time.map(|time| write_time(time) + "Z").unwrap_or_default();
    let row = |discount: &Discount| {
        [
            discount.code.clone(),
            discount.kind.name().to_owned(),
            match discount.kind {
                DiscountKind::Percent(thousandths) => write_percent(thousandths),
                DiscountKind::Amount(amount) => amount.to_string(),
                DiscountKind::Shipping => String::new(),
            },
            discount.scope.name().to_owned(),
            number(discount.minimum),
            discount.skus.join("\n"),
            time(discount.starts_at),
            time(discount.ends_at),
            number(discount.max_uses.map(i64::from)),
            number(discount.max_per_person.map(i64::from)),
        ]
    };
    rows(discounts.iter().map(row))
}

fn read_discount(cells: [&str; 10]) -> Result<Discount, String> {
    let [code, kind, value, scope, minimum, skus, starts_at, ends_at, max_uses, max_per_person] =
        cells;
    let kind = match kind {
        "percent" => read_percent(value).map(DiscountKind::Percent),
        "amount" => value.parse().ok().map(DiscountKind::Amount),
        "shipping" => Some(DiscountKind::Shipping),
        _ => return Err("kind must be percent, amount or shipping".to_owned()),
    };
    let time = |name, text| match read_time(text) {
        None if !text.is_empty() => {
            Err(format!("{name} must be a time in UTC, such as 2027-01-15T10:00Z"))
        }
        time => Ok(time),
    };
    let scope = if scope.is_empty() { Scope::FirstPeriod.name() } else { scope };
    let discount = Discount {
        // A text that is no code is refused below, with the reason.
        code: read_code(code).unwrap_or_else(|| code.to_owned()),
        kind: kind.ok_or("value must be a percentage or a whole number of minor units")?,
        scope: Scope::parse(scope)
            .ok_or("scope must be purchases, first_period or every_period")?,
        minimum: whole("minimum", minimum)?,
        skus: skus
            .lines()
            .map(str::trim)
            .filter(|sku| !sku.is_empty())
            .map(str::to_owned)
            .collect(),
        starts_at: time("starts_at", starts_at)?,
        ends_at: time("ends_at", ends_at)?,
        max_uses: whole("max_uses", max_uses)?,
        max_per_person: whole("max_per_person", max_per_person)?,
        uses: 0,
    };
    discount.check().map_err(|bad| bad.to_string())?;
    Ok(discount)
}

fn whole<T: FromStr>(name: &str, text: &str) -> Result<Option<T>, String> {
    let number = (!text.is_empty()).then(|| text.parse());
    number.transpose().map_err(|_| format!("{name} must be a whole number"))
}

/// A time in UTC as forms have it: `2027-01-15T10:00`, with seconds only if it has some.
pub fn write_time(milliseconds: i64) -> String {
    let time = Timestamp::from_millisecond(milliseconds).unwrap_or_default();
    let has_seconds = milliseconds.div_euclid(1000).rem_euclid(60) != 0;
    time.strftime(if has_seconds { "%Y-%m-%dT%H:%M:%S" } else { "%Y-%m-%dT%H:%M" }).to_string()
}

/// The time in UTC, in milliseconds since 1970, of a text such as `2027-01-15T10:00Z` or `2027-01-15`.
pub fn read_time(text: &str) -> Option<i64> {
    let text = text.trim().trim_end_matches('Z');
    let time = text.parse::<DateTime>().ok()?.to_zoned(TimeZone::UTC).ok()?;
    Some(time.timestamp().as_millisecond())
}

/// Reads a file. Each row is looked at, so that all that is wrong is said at once.
fn read<T, const CELLS: usize>(
    file: &[u8],
    columns: [&str; CELLS],
    required: &[&str],
    row: impl Fn([&str; CELLS]) -> Result<T, String>,
) -> Result<Table<T>, BadSheet> {
    let mut reader =
        ReaderBuilder::new().flexible(true).delimiter(delimiter(file)).from_reader(file);
    let failed = |_: csv::Error| BadSheet::Header("The file is not valid CSV.".to_owned());
    let header = text(reader.byte_headers().map_err(failed)?)
        .ok_or_else(|| BadSheet::Header("The first row is not UTF-8 text.".to_owned()))?;
    let places = find(&header, columns, required).map_err(BadSheet::Header)?;
    let mut table = Table { rows: Vec::new(), bad: Vec::new() };
    let mut record = ByteRecord::new();
    while reader.read_byte_record(&mut record).map_err(failed)? {
        if table.rows.len() + table.bad.len() == MAX_ROWS {
            let text = "The file has more than 10,000 rows. Split it.";
            return Err(BadSheet::Header(text.to_owned()));
        }
        let line = record.position().map_or(0, Position::line);
        let read = text(&record).ok_or_else(|| "the row is not UTF-8 text".to_owned());
        let read = read.and_then(|record| {
            row(places.map(|place| cell::open(place.and_then(|at| record.get(at)).unwrap_or(""))))
        });
        match read {
            Ok(read) => table.rows.push((line, read)),
            Err(reason) => table.bad.push(BadRow { line, reason }),
        }
    }
    Ok(table)
}

/// Where each column stands in a file.
fn find<const CELLS: usize>(
    header: &StringRecord,
    columns: [&str; CELLS],
    required: &[&str],
) -> Result<[Option<usize>; CELLS], String> {
    let mut places = [None; CELLS];
    for (at, name) in header.iter().enumerate() {
        let name = name.trim_start_matches('\u{feff}').trim().to_ascii_lowercase();
        let known = columns.iter().position(|column| *column == name);
        let known = known.ok_or_else(|| {
            format!("Unknown column {name:?}. The columns are: {}.", columns.join(", "))
        })?;
        if places[known].replace(at).is_some() {
            return Err(format!("The column {name:?} appears twice."));
        }
    }
    let is_missing = |name: &&&str| {
        columns.iter().zip(places).any(|(column, place)| column == *name && place.is_none())
    };
    match required.iter().find(is_missing) {
        Some(name) => Err(format!("The column {name:?} is missing.")),
        None => Ok(places),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_come_back_as_they_were_written() {
        let file = "country,region,class,rate,name,from\nDE,,reduced,7,,2020-01-01\nUS,CA,,8.875,Sales tax,2026-07-01\n";
        let rates: Vec<Rate> =
            read_rates(file.as_bytes()).unwrap().rows.into_iter().map(|(_, rate)| rate).collect();
        assert_eq!((rates[0].rate, rates[1].region.as_deref()), (7_000, Some("CA")));
        assert_eq!(write_rates(&rates), file);
    }

    #[test]
    fn codes_come_back_as_they_were_written() {
        let file = code_header()
            + "SPRING,percent,7.5,every_period,1000,\"MUG\nTEA\",2027-01-15T10:00Z,2027-02-01T00:00:30Z,100,1\n\
               GIFT,amount,500,first_period,,,,,,\nFREE,shipping,,purchases,,,,,,\n";
        let table = read_codes(file.as_bytes()).unwrap();
        assert_eq!(table.bad, []);
        let codes: Vec<Discount> = table.rows.into_iter().map(|(_, code)| code).collect();
        assert_eq!((codes[0].kind, &*codes[0].skus[1]), (DiscountKind::Percent(7_500), "TEA"));
        assert_eq!(code_header() + &write_codes(&codes), file);
    }

    #[test]
    fn each_bad_row_is_named_by_its_line() {
        let long = "X".repeat(300);
        let file = format!(
            "code;kind;value;ends_at;max_uses\na;percent;10;;\nb;percent;101;;\nc;amount;-5;;\n\
             d;gift;5;;\n{long};percent;5;;\nA;percent;5;;\ne;percent;5;soon;\nf;percent;5;;many\n"
        );
        let table = read_codes(file.as_bytes()).unwrap();
        assert_eq!(table.rows.len(), 1);
        let bad: Vec<String> = table.bad.iter().map(BadRow::to_string).collect();
        let said = [
            "line 3: value must be more than 0 and at most 100 percent",
            "line 4: value must be an amount above 0",
            "line 5: kind must be percent, amount or shipping",
            "line 6: code must have 1 to 64 characters and no spaces",
            "line 7: code also appears in an earlier row",
            "line 8: ends_at must be a time in UTC, such as 2027-01-15T10:00Z",
            "line 9: max_uses must be a whole number",
        ];
        assert_eq!(bad, said);
    }

    #[test]
    fn a_file_needs_its_columns_and_has_an_end() {
        let problem = |file: &str| read_rates(file.as_bytes()).unwrap_err().to_string();
        assert_eq!(problem("country,rate\n"), "The column \"from\" is missing.");
        assert!(problem("country,rate,from,tax\n").starts_with("Unknown column \"tax\"."));
        let rows = "DE,19,2020-01-01\n".repeat(MAX_ROWS + 1);
        assert!(problem(&format!("country,rate,from\n{rows}")).contains("more than 10,000 rows"));
    }
}
