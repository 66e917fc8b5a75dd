//! A discount code as it is typed into a form, which may be none at all. It must never know markup.

use crate::costs::problems::{Problems, Typed};
use basket_core::money::Currency;
use basket_model::pricing::{
    Discount, DiscountKind, Scope, read_code, read_percent,
    sheets::{read_time, write_time},
    write_percent,
};
use basket_texts::money;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) code: String,
    pub(super) kind: String,
    pub(super) value: String,
    pub(super) scope: String,
    pub(super) minimum: String,
    /// A line each.
    pub(super) skus: String,
    pub(super) starts_at: String,
    pub(super) ends_at: String,
    pub(super) max_uses: String,
    pub(super) max_per_person: String,
}

impl Draft {
    /// A form that nothing was typed into.
    pub(super) fn empty() -> Self {
        Self {
            code: String::new(),
            kind: "percent".to_owned(),
            value: String::new(),
            scope: Scope::FirstPeriod.name().to_owned(),
            minimum: String::new(),
            skus: String::new(),
            starts_at: String::new(),
            ends_at: String::new(),
            max_uses: String::new(),
            max_per_person: String::new(),
        }
    }

    /// A code as it is.
    pub(super) fn from_discount(discount: &Discount, currency: Currency) -> Self {
        let number = |number: Option<u32>| number.map(|it| it.to_string()).unwrap_or_default();
        let value = match discount.kind {
            DiscountKind::Percent(thousandths) => write_percent(thousandths),
            DiscountKind::Amount(amount) => money::typed(currency, amount),
            DiscountKind::Shipping => String::new(),
        };
        let minimum = discount.minimum.map(|amount| money::typed(currency, amount));
        Self {
            code: discount.code.clone(),
            kind: discount.kind.name().to_owned(),
            value,
            scope: discount.scope.name().to_owned(),
            minimum: minimum.unwrap_or_default(),
            skus: discount.skus.join("\n"),
            starts_at: discount.starts_at.map(write_time).unwrap_or_default(),
            ends_at: discount.ends_at.map(write_time).unwrap_or_default(),
            max_uses: number(discount.max_uses),
            max_per_person: number(discount.max_per_person),
        }
    }

    /// What was sent.
    pub(super) fn sent(form: &Typed<'_>) -> Self {
        Self {
            code: form.text("code"),
            kind: form.text("kind"),
            value: form.text("value"),
            scope: form.text("scope"),
            minimum: form.text("minimum"),
            skus: form.text("skus"),
            starts_at: form.text("starts_at"),
            ends_at: form.text("ends_at"),
            max_uses: form.text("max_uses"),
            max_per_person: form.text("max_per_person"),
        }
    }

    /// The code that it means, or all that is wrong with it.
    pub(super) fn read(&self, currency: Currency) -> Result<Discount, Problems> {
        let mut problems = Problems::default();
        let amount = format!("Enter an amount, such as {}.", money::example(currency));
        let kind = match &*self.kind {
            "shipping" => Some(DiscountKind::Shipping),
            "amount" => money::parse(currency, &self.value).map(DiscountKind::Amount),
            _ => read_percent(&self.value).map(DiscountKind::Percent),
        };
        if kind.is_none() {
            let percent = "Enter the value in percent, such as 10 or 7.5.";
            problems.add("value", if self.kind == "amount" { &amount } else { percent });
        }
        let minimum = optional(&self.minimum, |text| money::parse(currency, text));
        let time = |name, problems: &mut Problems, text: &str| {
            optional(text, read_time).unwrap_or_else(|()| {
                problems.add(name, "Enter a date and time, such as 2027-01-15T10:00.");
                None
            })
        };
        let number = |name, problems: &mut Problems, text: &str| {
            optional(text, |text| text.parse().ok()).unwrap_or_else(|()| {
                problems.add(name, "Enter a whole number, or leave it empty for no limit.");
                None
            })
        };
        let skus = self.skus.lines().map(str::trim).filter(|sku| !sku.is_empty());
        let discount = Discount {
            // A text that is no code is refused below, with the reason.
            code: read_code(&self.code).unwrap_or_else(|| self.code.clone()),
            kind: kind.unwrap_or(DiscountKind::Shipping),
            scope: Scope::parse(&self.scope).unwrap_or(Scope::FirstPeriod),
            minimum: minimum.unwrap_or_default(),
            skus: skus.map(str::to_owned).collect(),
            starts_at: time("starts_at", &mut problems, &self.starts_at),
            ends_at: time("ends_at", &mut problems, &self.ends_at),
            max_uses: number("max_uses", &mut problems, &self.max_uses),
            max_per_person: number("max_per_person", &mut problems, &self.max_per_person),
            uses: 0,
        };
        if minimum.is_err() {
            problems.add("minimum", &amount);
        }
        if let Err(bad) = discount.check()
            && problems.find(bad.field).is_none()
        {
            problems.add(bad.field, &format!("{} {}.", name(bad.field), bad.reason));
        }
        if problems.is_empty() { Ok(discount) } else { Err(problems) }
    }
}

/// What a text means that may be empty.
fn optional<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Option<T>, ()> {
    if text.is_empty() { Ok(None) } else { read(text).map(Some).ok_or(()) }
}

fn name(field: &str) -> &'static str {
    match field {
        "code" | "skus" => "The code",
        "value" => "The value",
        "minimum" => "The minimum order value",
        "ends_at" => "The end",
        _ => "The limit",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft() -> Draft {
        Draft { code: " spring ".to_owned(), value: "10".to_owned(), ..Draft::empty() }
    }

    #[test]
    fn what_is_typed_becomes_a_code_and_back() {
        let typed = Draft {
            minimum: "20".to_owned(),
            skus: "MUG\r\n TEA".to_owned(),
            starts_at: "2027-01-15T10:00".to_owned(),
            ends_at: "2027-02-01".to_owned(),
            max_uses: "100".to_owned(),
            ..draft()
        };
        let code = typed.read(Currency::EUR).unwrap();
        assert_eq!((&*code.code, code.kind), ("SPRING", DiscountKind::Percent(10_000)));
        assert_eq!((code.minimum, code.skus.len()), (Some(2000), 2));
        assert_eq!(code.starts_at, Some(1_800_007_200_000));
        assert_eq!(Draft::from_discount(&code, Currency::EUR).read(Currency::EUR), Ok(code));
        let free = Draft { kind: "shipping".to_owned(), value: String::new(), ..draft() };
        assert_eq!(free.read(Currency::EUR).unwrap().kind, DiscountKind::Shipping);
    }

    #[test]
    fn what_is_wrong_is_said_at_its_field() {
        let amount = Draft { kind: "amount".to_owned(), ..draft() };
        for (field, draft, said) in [
            ("code", Draft { code: "X".repeat(300), ..draft() }, "must have 1 to 64 characters"),
            ("value", Draft { value: "101".to_owned(), ..draft() }, "at most 100 percent"),
            ("value", Draft { value: "-5".to_owned(), ..draft() }, "in percent, such as"),
            ("value", Draft { value: "-5".to_owned(), ..amount.clone() }, "such as 24.00"),
            ("value", Draft { value: "0".to_owned(), ..amount }, "must be an amount above 0"),
            ("minimum", Draft { minimum: "-1".to_owned(), ..draft() }, "such as 24.00"),
            ("max_uses", Draft { max_uses: "0".to_owned(), ..draft() }, "must be 1 or more"),
            ("max_uses", Draft { max_uses: "many".to_owned(), ..draft() }, "a whole number"),
            ("starts_at", Draft { starts_at: "soon".to_owned(), ..draft() }, "a date and time"),
        ] {
            let problems = draft.read(Currency::EUR).unwrap_err();
            assert!(problems.find(field).is_some_and(|text| text.contains(said)), "{said}");
        }
    }
}
