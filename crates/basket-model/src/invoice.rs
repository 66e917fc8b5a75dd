//! Invoices: what a shop says about itself on them, and what an invoice says beside its order. An invoice is written once and
//! never changed. It must never know a page, nor where an invoice is kept.

use crate::vat_number;
use basket_core::json::{self, Writer};
use jiff::Timestamp;
use std::{fmt, ops::RangeInclusive};

const DAY: i64 = 24 * 60 * 60 * 1000;

/// How many characters the fields may have.
const MAX_TEXT: usize = 500;
const MAX_TAX_NUMBER: usize = 50;
const MAX_PREFIX: usize = 20;

const VAT_NUMBER_WRONG: &str = "Enter a valid VAT number with its country prefix, such as DE136695976. Enter numbers of \
                                other countries as the tax number.";

/// What a shop says about itself on its invoices.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seller {
    /// Name and address, line by line.
    pub address: String,
    /// The VAT number with the prefix of its country; may be empty.
    pub vat_number: String,
    /// The tax number; may be empty.
    pub tax_number: String,
    /// The bank account, line by line; may be empty.
    pub account: String,
    /// How many days after the order an invoice is due.
    pub due_days: u32,
    /// What stands before the number of an invoice; may be empty.
    pub prefix: String,
}

/// Something that is wrong with what a shop says about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SellerProblem {
    /// The stable code.
    pub code: &'static str,
    /// The field.
    pub field: &'static str,
    /// A sentence.
    pub text: &'static str,
}

impl Seller {
    /// How many days after the order an invoice may be due.
    pub const DUE_DAYS: RangeInclusive<u32> = 0..=365;

    /// Cleans what was typed. `due_days` is read here, so that a wrong number is one problem among others.
    pub fn read(mut self, due_days: &str) -> Result<Self, Vec<SellerProblem>> {
        let mut problems = Vec::new();
        let mut add = |code, field, text| problems.push(SellerProblem { code, field, text });
        for (field, text) in [("address", &mut self.address), ("account", &mut self.account)] {
            let lines: Vec<&str> = text.lines().map(str::trim).collect();
            *text = String::from(lines.join("\n").trim());
            if text.chars().count() > MAX_TEXT {
                add("too-long", field, "Enter at most 500 characters.");
            }
            if text.chars().any(|sign| sign.is_control() && sign != '\n') {
                add("control-characters", field, "Remove the control characters.");
            }
        }
        if self.address.is_empty() {
            add("seller-missing", "address", "Enter the name and address of the seller.");
        }
        for (field, text, most, too_long) in [
            ("tax-number", &mut self.tax_number, MAX_TAX_NUMBER, "Enter at most 50 characters."),
            ("prefix", &mut self.prefix, MAX_PREFIX, "Enter at most 20 characters."),
        ] {
            *text = String::from(text.trim());
            if text.chars().count() > most {
                add("too-long", field, too_long);
            }
            if text.chars().any(char::is_control) {
                add("control-characters", field, "Remove the control characters.");
            }
        }
        if self.vat_number.trim().is_empty() {
            self.vat_number.clear();
        } else if let Some(number) = vat_number::parse_with_prefix(&self.vat_number) {
            self.vat_number = number.to_string();
        } else {
            add("vat-number-wrong", "vat-number", VAT_NUMBER_WRONG);
        }
        let is_number = !due_days.is_empty() && due_days.bytes().all(|byte| byte.is_ascii_digit());
        let days = is_number.then(|| due_days.parse().ok()).flatten();
        match days.filter(|days| Self::DUE_DAYS.contains(days)) {
            Some(days) => self.due_days = days,
            None => add("due-days", "due-days", "Enter a whole number of days from 0 to 365."),
        }
        if problems.is_empty() { Ok(self) } else { Err(problems) }
    }

    /// As JSON, as it is kept.
    pub fn write(&self) -> String {
        let Self { address, vat_number, tax_number, account, due_days, prefix } = self;
        let mut writer = Writer::new();
        writer.open('{').name("address").string(address).name("vat_number").string(vat_number);
        writer.name("tax_number").string(tax_number).name("account").string(account);
        writer.name("due_days").number(*due_days).name("prefix").string(prefix).close('}');
        writer.finish()
    }

    /// From JSON; `None` if it is corrupt.
    pub fn parse(text: &str) -> Option<Self> {
        let document = json::parse(text).ok()?;
        let get = |name: &str| document.root().get(name).string().map(str::to_owned);
        Some(Self {
            address: get("address")?,
            vat_number: get("vat_number")?,
            tax_number: get("tax_number")?,
            account: get("account")?,
            due_days: document.root().get("due_days").count()?,
            prefix: get("prefix")?,
        })
    }
}

/// What an invoice says beside its order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    /// Its place among the invoices of the shop, without gaps.
    pub sequence: i64,
    /// When it is due, in milliseconds since 1970.
    pub due_at: i64,
    /// Who sells, as it was then.
    pub seller: Seller,
}

impl Invoice {
    /// The invoice of an order that is placed now.
    pub fn new(sequence: i64, seller: Seller, now: i64) -> Self {
        Self { sequence, due_at: now + i64::from(seller.due_days) * DAY, seller }
    }

    /// The number that stands on it.
    pub fn number(&self) -> InvoiceNumber<'_> {
        InvoiceNumber(self)
    }

    /// The day on which it is due, in UTC: `2026-12-02`.
    pub fn due_on(&self) -> String {
        let due = Timestamp::from_millisecond(self.due_at).unwrap_or_default();
        due.strftime("%Y-%m-%d").to_string()
    }
}

/// The number of an invoice as it is written: the shop's prefix and its place.
#[derive(Debug, Clone, Copy)]
pub struct InvoiceNumber<'a>(&'a Invoice);

impl fmt::Display for InvoiceNumber<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.0.seller.prefix, self.0.sequence)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seller() -> Seller {
        Seller {
            address: " Mugs Ltd. \r\n Street 1 \r\n".to_owned(),
            vat_number: " de 136 695 976 ".to_owned(),
            tax_number: " 12/345 ".to_owned(),
            account: "IBAN DE00".to_owned(),
            prefix: "R-".to_owned(),
            ..Seller::default()
        }
    }

    #[test]
    fn what_was_typed_is_cleaned_and_kept() {
        let clean = seller().read("14").unwrap();
        assert_eq!(clean.address, "Mugs Ltd.\nStreet 1");
        assert_eq!((&*clean.vat_number, &*clean.tax_number), ("DE136695976", "12/345"));
        assert_eq!(clean.due_days, 14);
        assert_eq!(Seller::parse(&clean.write()), Some(clean));
        for corrupt in ["", "[]", "{}", r#"{"address":1}"#] {
            assert_eq!(Seller::parse(corrupt), None, "{corrupt}");
        }
    }

    #[test]
    fn all_that_is_wrong_is_said_at_its_field() {
        let wrong = Seller {
            address: " \n ".to_owned(),
            vat_number: "DE136695977".to_owned(),
            tax_number: "1".repeat(51),
            account: "x".repeat(501),
            prefix: "a\u{7}".to_owned(),
            due_days: 0,
        };
        let problems = wrong.read("366").unwrap_err();
        let found: Vec<_> = problems.iter().map(|one| (one.field, one.code)).collect();
        let expected = [
            ("account", "too-long"),
            ("address", "seller-missing"),
            ("tax-number", "too-long"),
            ("prefix", "control-characters"),
            ("vat-number", "vat-number-wrong"),
            ("due-days", "due-days"),
        ];
        assert_eq!(found, expected);
        for typed in ["", "-1", "+1", "1.5", "soon", "99999999999"] {
            assert_eq!(seller().read(typed).unwrap_err()[0].field, "due-days", "{typed}");
        }
    }

    #[test]
    fn an_invoice_has_its_number_and_its_day() {
        let invoice = Invoice::new(17, seller().read("14").unwrap(), 1_795_000_000_000);
        assert_eq!(invoice.number().to_string(), "R-17");
        assert_eq!(invoice.due_on(), "2026-12-02");
        let at_once = Invoice::new(1, Seller::default(), 0);
        assert_eq!(
            (at_once.number().to_string(), at_once.due_on()),
            ("1".into(), "1970-01-01".into())
        );
    }
}
