//! Tax as it is typed into a form, which may be no rules at all. It must never know markup.

use crate::costs::problems::{Problems, Typed};
use basket_model::pricing::{Rate, Rules, Tax, check, read_percent, write_percent};
use jiff::civil::Date;

/// What a rate is whose text says nothing, so that the others can be checked.
const UNREAD: Date = Date::constant(1970, 1, 1);

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Draft {
    /// `off`, `included` or `added`.
    pub(super) mode: String,
    /// A line each.
    pub(super) classes: String,
    pub(super) shipping_class: String,
    pub(super) has_reverse_charge: bool,
    pub(super) asks_vies: bool,
    pub(super) rates: Vec<RateDraft>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RateDraft {
    pub(super) country: String,
    pub(super) region: String,
    pub(super) class: String,
    pub(super) rate: String,
    pub(super) name: String,
    pub(super) from: String,
}

impl Draft {
    /// The rules as they are.
    pub(super) fn from_rules(rules: &Rules) -> Self {
        let Some(tax) = &rules.tax else {
            return Self { mode: "off".to_owned(), ..Self::default() };
        };
        Self {
            mode: if tax.is_included { "included" } else { "added" }.to_owned(),
            classes: tax.classes.join("\n"),
            shipping_class: tax.shipping_class.clone().unwrap_or_default(),
            has_reverse_charge: tax.has_reverse_charge,
            asks_vies: tax.asks_vies,
            rates: tax.rates.iter().map(RateDraft::from_rate).collect(),
        }
    }

    /// What was sent. Rows that are empty, or are to be removed, are left out, so that each of the others has the place that
    /// it has in the rules.
    pub(super) fn sent(form: &Typed<'_>) -> Self {
        let rows = (0..).map(|at| format!("tax.rates[{at}]"));
        let rows = rows.take_while(|path| form.has(&format!("{path}.country")));
        let rows = rows.filter(|path| !form.is_ticked(&format!("{path}.remove")));
        let rates = rows.map(|path| RateDraft::sent(form, &path));
        Self {
            mode: form.text("tax.mode"),
            classes: form.text("tax.classes"),
            shipping_class: form.text("tax.shipping_class"),
            has_reverse_charge: form.is_ticked("tax.reverse_charge"),
            asks_vies: form.is_ticked("tax.vies"),
            rates: rates.filter(|rate| !rate.is_empty()).collect(),
        }
    }

    /// The shop's own classes.
    pub(super) fn classes(&self) -> impl Iterator<Item = &str> {
        self.classes.lines().map(str::trim).filter(|class| !class.is_empty())
    }

    /// The rules that it means, with shipping as it is, or all that is wrong with it.
    pub(super) fn read(&self, kept: Rules) -> Result<Rules, Problems> {
        let mut problems = Problems::default();
        let is_off = !["included", "added"].contains(&&*self.mode);
        if is_off && kept.tax.is_none() && !self.rates.is_empty() {
            problems.add("tax.mode", "Choose how rates are used, or remove the rates.");
        }
        let rates = self.rates.iter().enumerate();
        let rates = rates.map(|(at, rate)| rate.read(&format!("tax.rates[{at}]"), &mut problems));
        let tax = Tax {
            is_included: self.mode == "included",
            classes: self.classes().map(str::to_owned).collect(),
            shipping_class: class(&self.shipping_class),
            has_reverse_charge: self.has_reverse_charge,
            asks_vies: self.asks_vies,
            rates: rates.collect(),
        };
        if is_off && problems.find("tax.mode").is_none() {
            return Ok(Rules { tax: None, ..kept });
        }
        let rules = Rules { tax: Some(tax), ..kept };
        if let Err(bad) = check(&rules) {
            problems.add_rules(bad);
        }
        if problems.is_empty() { Ok(rules) } else { Err(problems) }
    }
}

impl RateDraft {
    fn from_rate(rate: &Rate) -> Self {
        Self {
            country: rate.country.clone(),
            region: rate.region.clone().unwrap_or_default(),
            class: rate.class.clone().unwrap_or_default(),
            rate: write_percent(rate.rate),
            name: rate.name.clone(),
            from: rate.from.to_string(),
        }
    }

    fn sent(form: &Typed<'_>, path: &str) -> Self {
        let text = |name: &str| form.text(&format!("{path}.{name}"));
        Self {
            country: text("country"),
            region: text("region"),
            class: text("class"),
            rate: text("rate"),
            name: text("name"),
            from: text("from"),
        }
    }

    fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    fn read(&self, path: &str, problems: &mut Problems) -> Rate {
        let rate = read_percent(&self.rate);
        if rate.is_none() {
            let text = "Enter the rate in percent, such as 19 or 5.5.";
            problems.add(&format!("{path}.rate"), text);
        }
        let from = self.from.parse();
        if from.is_err() {
            let text = "Enter the first day of the rate, such as 2027-01-01.";
            problems.add(&format!("{path}.from"), text);
        }
        Rate {
            country: self.country.to_uppercase(),
            region: Some(self.region.clone()).filter(|region| !region.is_empty()),
            class: class(&self.class),
            rate: rate.unwrap_or_default(),
            name: self.name.clone(),
            from: from.unwrap_or(UNREAD),
        }
    }
}

/// The class of that name; the standard class has none.
fn class(name: &str) -> Option<String> {
    (!name.is_empty() && name != "standard").then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rate() -> RateDraft {
        RateDraft {
            country: "de".to_owned(),
            rate: "19".to_owned(),
            from: "2021-01-01".to_owned(),
            ..RateDraft::default()
        }
    }

    fn draft(mode: &str, rates: Vec<RateDraft>) -> Draft {
        let classes = "books\n\n food ".to_owned();
        Draft { mode: mode.to_owned(), classes, rates, ..Draft::default() }
    }

    #[test]
    fn what_is_typed_becomes_rules_and_back() {
        let books = RateDraft { class: "books".to_owned(), rate: "5,5 %".to_owned(), ..rate() };
        let rules = draft("included", vec![rate(), books]).read(Rules::default()).unwrap();
        let tax = rules.tax.as_ref().unwrap();
        assert!(tax.is_included);
        assert_eq!((tax.classes.len(), tax.rates[1].rate), (2, 5_500));
        assert_eq!(Draft::from_rules(&rules).read(Rules::default()), Ok(rules));
        assert_eq!(draft("off", Vec::new()).read(Rules::default()).unwrap().tax, None);
    }

    #[test]
    fn what_is_wrong_is_said_at_its_path() {
        let high = RateDraft { rate: "101".to_owned(), ..rate() };
        let odd = RateDraft {
            country: "Germany".to_owned(),
            class: "toys".to_owned(),
            rate: "-1".to_owned(),
            from: "soon".to_owned(),
            ..rate()
        };
        let rates = vec![high, odd, rate(), rate()];
        let problems = draft("added", rates).read(Rules::default()).unwrap_err();
        for (path, said) in [
            ("tax.rates[0].rate", "A rate of 101 % is too high"),
            ("tax.rates[1].country", "is not a country"),
            ("tax.rates[1].class", "There is no tax class \"toys\""),
            ("tax.rates[1].rate", "Enter the rate in percent"),
            ("tax.rates[1].from", "Enter the first day"),
            ("tax.rates[3]", "There are two rates of DE"),
        ] {
            assert!(problems.find(path).is_some_and(|text| text.contains(said)), "{path}");
        }
        let problems = draft("off", vec![rate()]).read(Rules::default()).unwrap_err();
        assert!(problems.find("tax.mode").is_some());
    }
}
