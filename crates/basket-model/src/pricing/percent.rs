//! Percentages as people type them. It must never know a floating-point number.

/// How many decimals a percentage may have.
const DECIMALS: usize = 3;

/// Thousandths of a percent as they are typed into a field: `19`, `5.5`.
pub fn write_percent(thousandths: u32) -> String {
    let percent = format!("{}.{:03}", thousandths / 1000, thousandths % 1000);
    percent.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The thousandths of a percent that were typed, with a point or a comma before the decimals.
pub fn read_percent(text: &str) -> Option<u32> {
    let text = text.trim().trim_end_matches('%').trim_end();
    let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, ""));
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let is_fine =
        !whole.is_empty() && part.len() <= DECIMALS && is_number(whole) && is_number(part);
    is_fine.then(|| format!("{whole}{part:0<DECIMALS$}"))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_read_as_they_are_written() {
        for (text, thousandths) in [("0", 0), ("19", 19_000), ("5.5", 5_500), ("8.875", 8_875)] {
            assert_eq!(write_percent(thousandths), text);
            assert_eq!(read_percent(text), Some(thousandths));
        }
        assert_eq!((read_percent(" 5,50 % "), read_percent("101")), (Some(5_500), Some(101_000)));
        for wrong in ["", "%", "-1", "1.2345", "ten", "1e2", "99999999"] {
            assert_eq!(read_percent(wrong), None, "{wrong}");
        }
    }
}
