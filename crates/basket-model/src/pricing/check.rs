//! What rules must be to be kept. Each problem has a stable code and a sentence. It must never know a form.

use super::{
    percent::write_percent,
    rules::{Method, Rate, Rules, Steps, Tax, Zone, is_country, named_class},
};
use crate::{address, catalogue::MAX_TAX_CLASS};
use basket_core::money::{MAX_PRICE, Minor};
use std::collections::BTreeSet;

/// How many characters a name may have.
const MAX_NAME: usize = 100;
const MAX_ZONES: usize = 50;
const MAX_METHODS: usize = 20;
const MAX_STEPS: usize = 20;
const MAX_CLASSES: usize = 20;
const MAX_RATES: usize = 1000;

/// Something that is wrong with rules.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleProblem {
    /// The stable code.
    pub code: &'static str,
    /// Where it is: `zones[0].methods[1].price`.
    pub path: String,
    /// A sentence.
    pub text: String,
}

/// Rules that cannot be kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.iter().map(|problem| &*problem.text).collect::<Vec<_>>().join(" "))]
pub struct BadRules(pub Vec<RuleProblem>);

/// Refuses rules that cannot be kept, with all that is wrong with them.
pub fn check(rules: &Rules) -> Result<(), BadRules> {
    let mut checking = Checking { problems: Vec::new() };
    if let Some(country) = &rules.country {
        checking.country("country", country);
    }
    if let Some(minimum) = rules.minimum {
        checking.price("minimum", "minimum order value", minimum);
    }
    checking.most("zones", "zones", rules.zones.len(), MAX_ZONES);
    checking.zones(&rules.zones);
    if let Some(tax) = &rules.tax {
        checking.tax(tax);
    }
    if checking.problems.is_empty() { Ok(()) } else { Err(BadRules(checking.problems)) }
}

struct Checking {
    problems: Vec<RuleProblem>,
}

impl Checking {
    fn add(&mut self, code: &'static str, path: &str, text: String) {
        self.problems.push(RuleProblem { code, path: path.to_owned(), text });
    }

    fn most(&mut self, path: &str, what: &str, number: usize, most: usize) {
        if number > most {
            self.add("too-many", path, format!("There are {number} {what}; {most} are allowed."));
        }
    }

    fn country(&mut self, path: &str, country: &str) {
        if !is_country(country) {
            let text = format!(
                "{country:?} is not a country; use its code in ISO 3166-1, such as AT or US."
            );
            self.add("country-unknown", path, text);
        }
    }

    fn price(&mut self, path: &str, what: &str, price: Minor) {
        if !(0..=MAX_PRICE).contains(&price) {
            self.add("price-range", path, format!("The {what} must be 0 or more, and plausible."));
        }
    }

    fn name(&mut self, path: &str, what: &str, name: &str) {
        let length = name.trim().chars().count();
        if length == 0 {
            self.add("name-missing", path, format!("The {what} needs a name."));
        } else if length > MAX_NAME || name.chars().any(char::is_control) {
            let text = format!("The name of the {what} must have at most {MAX_NAME} characters.");
            self.add("name-invalid", path, text);
        }
    }

    fn zones(&mut self, zones: &[Zone]) {
        let (mut countries, mut methods) = (BTreeSet::new(), BTreeSet::new());
        let mut has_rest = false;
        for (at, zone) in zones.iter().enumerate() {
            let path = format!("zones[{at}]");
            self.name(&format!("{path}.name"), "zone", &zone.name);
            let place = format!("{path}.countries");
            if zone.countries.is_empty() && std::mem::replace(&mut has_rest, true) {
                let text = "There is a second zone for the rest of the world; keep one.";
                self.add("zone-duplicate", &place, text.to_owned());
            }
            for country in &zone.countries {
                self.country(&place, country);
                if !countries.insert(country) {
                    let text = format!("{country} is in two zones; keep it in one.");
                    self.add("zone-duplicate", &place, text);
                }
            }
            self.most(&format!("{path}.methods"), "methods", zone.methods.len(), MAX_METHODS);
            for (at, method) in zone.methods.iter().enumerate() {
                let path = format!("{path}.methods[{at}]");
                if method.id.is_empty() || !methods.insert(&method.id) {
                    let text = format!("Another delivery method is called {:?}, too.", method.id);
                    self.add("method-duplicate", &path, text);
                }
                self.method(&path, method);
            }
        }
    }

    fn method(&mut self, path: &str, method: &Method) {
        self.name(&format!("{path}.name"), "delivery method", &method.name);
        self.price(&format!("{path}.price"), "price", method.price);
        if let Some(free_from) = method.free_from {
            self.price(&format!("{path}.free_from"), "sum for free delivery", free_from);
        }
        let Some(Steps { steps, .. }) = &method.steps else { return };
        let path = format!("{path}.steps");
        self.most(&path, "steps", steps.len(), MAX_STEPS);
        if steps.is_empty() || steps.windows(2).any(|pair| pair[0].from >= pair[1].from) {
            let text = "Steps must have growing limits, the smallest first.";
            self.add("steps-order", &path, text.to_owned());
        }
        for step in steps {
            self.price(&path, "limit of a step", step.from);
            self.price(&path, "price of a step", step.price);
        }
    }

    fn tax(&mut self, tax: &Tax) {
        self.most("tax.classes", "classes", tax.classes.len(), MAX_CLASSES);
        let mut classes: BTreeSet<&str> = Tax::CLASSES.into_iter().chain(["standard"]).collect();
        for class in &tax.classes {
            self.name("tax.classes", "tax class", class);
            if class.len() > MAX_TAX_CLASS {
                let text = format!("The tax class {class:?} is longer than {MAX_TAX_CLASS} bytes.");
                self.add("name-invalid", "tax.classes", text);
            }
            if !classes.insert(class) {
                let text = format!("There are two tax classes {class:?}; keep one.");
                self.add("class-duplicate", "tax.classes", text);
            }
        }
        if let Some(class) = &tax.shipping_class {
            self.class("tax.shipping_class", tax, class);
        }
        self.most("tax.rates", "rates", tax.rates.len(), MAX_RATES);
        let mut seen = BTreeSet::new();
        for (at, rate) in tax.rates.iter().enumerate() {
            let path = format!("tax.rates[{at}]");
            self.rate(&path, tax, rate);
            let Rate { country, region, class, from, .. } = rate;
            if !seen.insert((country, region, named_class(class.as_deref()), from)) {
                let text = format!("There are two rates of {country} for one class and day.");
                self.add("rate-duplicate", &path, text);
            }
        }
    }

    fn class(&mut self, path: &str, tax: &Tax, class: &str) {
        if !tax.has_class(class) {
            let text = format!("There is no tax class {class:?}; add it to the classes first.");
            self.add("class-unknown", path, text);
        }
    }

    fn rate(&mut self, path: &str, tax: &Tax, rate: &Rate) {
        let Rate { country, region, class, rate, name, .. } = rate;
        self.country(&format!("{path}.country"), country);
        if let Some(class) = class {
            self.class(&format!("{path}.class"), tax, class);
        }
        if let Some(region) = region
            && !address::has_region(country, region)
        {
            let text = format!(
                "{country} has no region {region:?}; use the code of its address form, such as CA for California."
            );
            self.add("region-unknown", &format!("{path}.region"), text);
        }
        if *rate > 100_000 {
            let percent = write_percent(*rate);
            let text = format!("A rate of {percent} % is too high; a rate is 0 to 100 %.");
            self.add("rate-range", &format!("{path}.rate"), text);
        }
        if name.chars().count() > MAX_NAME || name.chars().any(char::is_control) {
            let text = format!("The name of a tax must have at most {MAX_NAME} characters.");
            self.add("name-invalid", &format!("{path}.name"), text);
        }
    }
}
