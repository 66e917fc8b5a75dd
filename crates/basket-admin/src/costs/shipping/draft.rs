//! Shipping as it is typed into a form, which may be no rules at all. It must never know markup.

use crate::costs::problems::{Problems, Typed};
use basket_core::money::{Currency, Minor};
use basket_model::pricing::{Measure, Method, Rules, Step, Steps, Zone, check};
use basket_texts::money;
use std::collections::BTreeSet;

/// How long the name of a method may be that orders know it by.
const MAX_ID: usize = 64;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Draft {
    pub(super) country: String,
    pub(super) minimum: String,
    pub(super) zones: Vec<ZoneDraft>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ZoneDraft {
    pub(super) name: String,
    pub(super) countries: String,
    pub(super) methods: Vec<MethodDraft>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct MethodDraft {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) price: String,
    pub(super) free_from: String,
    pub(super) by: String,
    pub(super) steps: String,
    pub(super) is_pickup: bool,
}

impl Draft {
    /// The rules as they are.
    pub(super) fn from_rules(rules: &Rules, currency: Currency) -> Self {
        let zone = |zone: &Zone| ZoneDraft {
            name: zone.name.clone(),
            countries: zone.countries.join(" "),
            methods: zone
                .methods
                .iter()
                .map(|method| MethodDraft::from_method(method, currency))
                .collect(),
        };
        Self {
            country: rules.country.clone().unwrap_or_default(),
            minimum: typed(currency, rules.minimum),
            zones: rules.zones.iter().map(zone).collect(),
        }
    }

    /// What was sent. Rows that are empty, or are to be removed, are left out, so that each of the others has the place that
    /// it has in the rules.
    pub(super) fn sent(form: &Typed<'_>) -> Self {
        let zones = (0..).map(|at| format!("zones[{at}]"));
        let zones = zones.take_while(|path| form.has(&format!("{path}.name")));
        let zones = zones.filter(|path| !form.is_ticked(&format!("{path}.remove")));
        let zones = zones.map(|path| ZoneDraft::sent(form, &path));
        Self {
            country: form.text("country"),
            minimum: form.text("minimum"),
            zones: zones.filter(|zone| *zone != ZoneDraft::default()).collect(),
        }
    }

    /// The rules that it means, with tax as it is, or all that is wrong with it.
    pub(super) fn read(&self, kept: Rules, currency: Currency) -> Result<Rules, Problems> {
        let mut reading = Reading { currency, problems: Problems::default() };
        let mut ids: BTreeSet<String> = BTreeSet::new();
        for method in self.zones.iter().flat_map(|zone| &zone.methods) {
            ids.insert(method.id.clone());
        }
        let mut zones = Vec::new();
        for (at, zone) in self.zones.iter().enumerate() {
            zones.push(zone.read(&mut reading, &format!("zones[{at}]"), &mut ids));
        }
        let rules = Rules {
            country: Some(self.country.clone()).filter(|country| !country.is_empty()),
            minimum: reading.amount("minimum", &self.minimum),
            zones,
            tax: kept.tax,
        };
        let mut problems = reading.problems;
        if let Err(bad) = check(&rules) {
            problems.add_rules(bad);
        }
        if problems.is_empty() { Ok(rules) } else { Err(problems) }
    }
}

impl ZoneDraft {
    fn sent(form: &Typed<'_>, path: &str) -> Self {
        let methods = (0..).map(|at| format!("{path}.methods[{at}]"));
        let methods = methods.take_while(|path| form.has(&format!("{path}.name")));
        let methods = methods.filter(|path| !form.is_ticked(&format!("{path}.remove")));
        let methods = methods.map(|path| MethodDraft::sent(form, &path));
        Self {
            name: form.text(&format!("{path}.name")),
            countries: form.text(&format!("{path}.countries")),
            methods: methods.filter(|method| !method.is_empty()).collect(),
        }
    }

    fn read(&self, reading: &mut Reading, path: &str, ids: &mut BTreeSet<String>) -> Zone {
        let is_between = |letter: char| letter.is_whitespace() || [',', ';'].contains(&letter);
        let codes = self.countries.split(is_between).filter(|code| !code.is_empty());
        let methods = self.methods.iter().enumerate();
        Zone {
            name: self.name.clone(),
            countries: codes.map(str::to_uppercase).collect(),
            methods: methods
                .map(|(at, method)| method.read(reading, &format!("{path}.methods[{at}]"), ids))
                .collect(),
        }
    }
}

impl MethodDraft {
    fn from_method(method: &Method, currency: Currency) -> Self {
        let by = method.steps.as_ref().map_or(Measure::Sum, |steps| steps.by);
        let limit = |from| match by {
            Measure::Sum => money::typed(currency, from),
            Measure::Weight => from.to_string(),
        };
        let line =
            |step: &Step| format!("{} = {}", limit(step.from), money::typed(currency, step.price));
        let steps = method.steps.iter().flat_map(|steps| &steps.steps).map(line);
        Self {
            id: method.id.clone(),
            name: method.name.clone(),
            price: money::typed(currency, method.price),
            free_from: typed(currency, method.free_from),
            by: by.name().to_owned(),
            steps: steps.collect::<Vec<_>>().join("\n"),
            is_pickup: method.is_pickup,
        }
    }

    fn sent(form: &Typed<'_>, path: &str) -> Self {
        let text = |name: &str| form.text(&format!("{path}.{name}"));
        Self {
            id: text("id"),
            name: text("name"),
            price: text("price"),
            free_from: text("free_from"),
            by: text("by"),
            steps: text("steps"),
            is_pickup: form.is_ticked(&format!("{path}.pickup")),
        }
    }

    /// Whether nothing was typed. What is chosen in a new row by itself does not count.
    fn is_empty(&self) -> bool {
        [&self.id, &self.name, &self.price, &self.free_from, &self.steps]
            .iter()
            .all(|text| text.is_empty())
            && !self.is_pickup
    }

    fn read(&self, reading: &mut Reading, path: &str, ids: &mut BTreeSet<String>) -> Method {
        let price = reading.amount(&format!("{path}.price"), &self.price);
        if self.price.is_empty() {
            let text = "Enter the price; 0 is free delivery.";
            reading.problems.add(&format!("{path}.price"), text);
        }
        let id = if is_id(&self.id) { self.id.clone() } else { new_id(&self.name, ids) };
        Method {
            id,
            name: self.name.clone(),
            price: price.unwrap_or_default(),
            free_from: reading.amount(&format!("{path}.free_from"), &self.free_from),
            steps: self.read_steps(reading, &format!("{path}.steps")),
            is_pickup: self.is_pickup,
        }
    }

    fn read_steps(&self, reading: &mut Reading, path: &str) -> Option<Steps> {
        let by = Measure::parse(&self.by).unwrap_or(Measure::Sum);
        let lines = self.steps.lines().map(str::trim).filter(|line| !line.is_empty());
        let steps: Option<Vec<Step>> = lines
            .map(|line| {
                let (from, price) = line.split_once('=')?;
                let from = match by {
                    Measure::Sum => money::parse(reading.currency, from.trim())?,
                    Measure::Weight => from.trim().parse().ok()?,
                };
                Some(Step { from, price: money::parse(reading.currency, price.trim())? })
            })
            .collect();
        let Some(steps) = steps else {
            let price = money::example(reading.currency);
            let limit = if by == Measure::Sum { &price } else { "2000" };
            let text = format!("Write each step as a line, such as {limit} = {price}.");
            reading.problems.add(path, &text);
            return None;
        };
        (!steps.is_empty()).then_some(Steps { by, steps })
    }
}

/// What is wrong so far with amounts.
struct Reading {
    currency: Currency,
    problems: Problems,
}

impl Reading {
    /// The amount that was typed, if one was.
    fn amount(&mut self, path: &str, text: &str) -> Option<Minor> {
        let amount = (!text.is_empty()).then(|| money::parse(self.currency, text))?;
        if amount.is_none() {
            let example = money::example(self.currency);
            self.problems.add(path, &format!("Enter an amount, such as {example}."));
        }
        amount
    }
}

fn typed(currency: Currency, amount: Option<Minor>) -> String {
    amount.map(|amount| money::typed(currency, amount)).unwrap_or_default()
}

fn is_id(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_graphic();
    !text.is_empty() && text.len() <= MAX_ID && text.bytes().all(is_plain)
}

/// A name for a new method that no other has, made from what shoppers read.
fn new_id(name: &str, ids: &mut BTreeSet<String>) -> String {
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    let slug: String = words.join("-").to_ascii_lowercase().chars().take(MAX_ID - 8).collect();
    let slug = if slug.is_empty() { "method".to_owned() } else { slug };
    let numbered = (2..).map(|number| format!("{slug}-{number}"));
    let mut names = std::iter::once(slug.clone()).chain(numbered);
    let id = names.find(|id| !ids.contains(id)).unwrap_or(slug);
    ids.insert(id.clone());
    id
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method(name: &str) -> MethodDraft {
        MethodDraft { name: name.to_owned(), price: "4,90".to_owned(), ..MethodDraft::default() }
    }

    fn draft(methods: Vec<MethodDraft>) -> Draft {
        let zone = ZoneDraft { name: "Home".to_owned(), countries: "de, at".to_owned(), methods };
        Draft { country: "DE".to_owned(), minimum: "10".to_owned(), zones: vec![zone] }
    }

    #[test]
    fn what_is_typed_becomes_rules_and_back() {
        let heavy = MethodDraft {
            by: "weight".to_owned(),
            steps: "2000 = 6.90\n\n 10000=9,90".to_owned(),
            free_from: "60".to_owned(),
            ..method("Parcel, big")
        };
        let rules =
            draft(vec![method("Parcel"), heavy]).read(Rules::default(), Currency::EUR).unwrap();
        assert_eq!(rules.minimum, Some(1000));
        let zone = &rules.zones[0];
        assert_eq!(zone.countries, ["DE", "AT"]);
        assert_eq!((&*zone.methods[0].id, &*zone.methods[1].id), ("parcel", "parcel-big"));
        let steps = zone.methods[1].steps.as_ref().unwrap();
        assert_eq!((steps.by, steps.steps[1]), (Measure::Weight, Step { from: 10000, price: 990 }));
        let again = Draft::from_rules(&rules, Currency::EUR);
        assert_eq!(again.read(Rules::default(), Currency::EUR), Ok(rules));
    }

    #[test]
    fn a_method_keeps_its_id_and_a_new_one_gets_its_own() {
        let kept = MethodDraft { id: "parcel".to_owned(), ..method("Express") };
        let methods = vec![method("Parcel"), kept, method("包裹"), method("Parcel")];
        let rules = draft(methods).read(Rules::default(), Currency::EUR).unwrap();
        let ids: Vec<&str> = rules.zones[0].methods.iter().map(|method| &*method.id).collect();
        assert_eq!(ids, ["parcel-2", "parcel", "method", "parcel-3"]);
    }

    #[test]
    fn what_is_wrong_is_said_at_its_path() {
        let wrong = MethodDraft {
            price: "-1".to_owned(),
            free_from: "much".to_owned(),
            steps: "20: 5".to_owned(),
            ..method("")
        };
        let mut draft = draft(vec![wrong]);
        draft.zones[0].countries = "DE XX".to_owned();
        draft.minimum = "1.234".to_owned();
        let problems = draft.read(Rules::default(), Currency::EUR).unwrap_err();
        for (path, said) in [
            ("minimum", "Enter an amount, such as 24.00."),
            ("zones[0].countries", "\"XX\" is not a country"),
            ("zones[0].methods[0].name", "The delivery method needs a name."),
            ("zones[0].methods[0].price", "Enter an amount, such as 24.00."),
            ("zones[0].methods[0].free_from", "Enter an amount"),
            ("zones[0].methods[0].steps", "such as 24.00 = 24.00."),
        ] {
            assert!(problems.find(path).is_some_and(|text| text.contains(said)), "{path}");
        }
    }
}
