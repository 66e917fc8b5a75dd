//! Money as whole minor units with an ISO 4217 code. It must never know a floating-point number,
//! nor how an amount is written in a language: that is the shell's, through the platform.

/// An amount in the currency's minor unit: cents for the euro, yen for the yen.
pub type Minor = i64;

/// The largest price a product may have. A full cart of such products still fits an `i64`.
pub const MAX_PRICE: Minor = 1_000_000_000_000;

/// A currency by its three-letter ISO 4217 code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency([u8; 3]);

impl Currency {
    /// The euro.
    pub const EUR: Self = Self(*b"EUR");

    /// Reads a code of three capital letters.
    pub fn parse(code: &str) -> Option<Self> {
        let bytes: [u8; 3] = code.as_bytes().try_into().ok()?;
        bytes.iter().all(u8::is_ascii_uppercase).then_some(Self(bytes))
    }

    /// The code's three letters.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The code.
    pub fn code(&self) -> &str {
        // Three capital letters by construction; the fallback only spares a panic path.
        core::str::from_utf8(&self.0).unwrap_or("")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currencies_are_three_capital_letters() {
        assert_eq!(Currency::parse("EUR"), Some(Currency::EUR));
        assert_eq!(Currency::parse("JPY").unwrap().code(), "JPY");
        for wrong in ["", "eur", "EU", "EURO", "E1R", "ÄÖ"] {
            assert_eq!(Currency::parse(wrong), None, "{wrong}");
        }
    }
}
