//! Tables of text whose rows begin with the code of a country. It must never know the other columns.

/// The rows of a country, which stand together. The code may be in small letters; an unknown code has no rows.
pub(super) fn rows(
    table: &'static str,
    country: &str,
) -> impl Iterator<Item = &'static str> + use<> {
    let country = country.to_ascii_uppercase();
    let is_code = country.len() == 2 && country.bytes().all(|byte| byte.is_ascii_uppercase());
    let start = if is_code { table.find(&format!("\n{country}\t")) } else { None };
    let rows = start.and_then(|start| table.get(start + 1..)).unwrap_or_default().lines();
    rows.take_while(move |row| row.starts_with(&country))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "code\tname\nDE\tone\nDK\ttwo\nDK\tthree\nFI\tfour\n";

    #[test]
    fn the_rows_of_a_country_are_found() {
        assert_eq!(rows(TABLE, "DK").collect::<Vec<_>>(), ["DK\ttwo", "DK\tthree"]);
        assert_eq!(rows(TABLE, "fi").collect::<Vec<_>>(), ["FI\tfour"]);
    }

    #[test]
    fn other_texts_have_no_rows() {
        for code in ["", "D", "XX", "DE\t", "DEU", "code", "\nDE", "é"] {
            assert_eq!(rows(TABLE, code).count(), 0);
        }
    }
}
