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

    /// The codes of those that are counted in whole units, one behind the other. No code of a currency comes about
    /// where two of them meet. Pages load the list, and with the francs first it takes the fewest bytes.
    pub const WITHOUT_DECIMALS: &str = "BIFDJFGNFKMFRWFXAFXOFXPFCLPISKJPYKRWPYGUGXUYIVNDVUV";

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

    /// How many decimals ISO 4217 gives it.
    pub fn decimals(&self) -> usize {
        match self.code() {
            "BHD" | "IQD" | "JOD" | "KWD" | "LYD" | "OMR" | "TND" => 3,
            "CLF" | "UYW" => 4,
            code if Self::WITHOUT_DECIMALS.contains(code) => 0,
            _ => 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_are_those_of_the_standard() {
        for (code, decimals) in
            [("JPY", 0), ("XPF", 0), ("EUR", 2), ("HUF", 2), ("IQD", 3), ("CLF", 4)]
        {
            assert_eq!(Currency::parse(code).unwrap().decimals(), decimals, "{code}");
        }
    }

    #[test]
    fn currencies_are_three_capital_letters() {
        assert_eq!(Currency::parse("EUR"), Some(Currency::EUR));
        assert_eq!(Currency::parse("JPY").unwrap().code(), "JPY");
        for wrong in ["", "eur", "EU", "EURO", "E1R", "ÄÖ"] {
            assert_eq!(Currency::parse(wrong), None, "{wrong}");
        }
    }
}
