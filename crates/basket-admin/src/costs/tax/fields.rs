//! The form about tax. It needs no script: below the rates that there are, some rows wait to be filled in.

use super::draft::{Draft, RateDraft};
use crate::{
    costs::{
        controls::{area, choice, problem, tick},
        problems::Problems,
        save,
    },
    member::Member,
    navigation::NavItem,
};
use maud::{Markup, html};

/// How many rows wait to be filled in.
const SPARE: usize = 3;

/// The three ways, with what they are.
const MODES: [(&str, &str, &str); 3] = [
    (
        "off",
        "Off",
        "Baskets, orders and mails do not mention tax. Classes and rates are deleted when you save.",
    ),
    (
        "included",
        "Prices contain tax",
        "Shoppers see how much tax a price contains. Usual in Europe.",
    ),
    (
        "added",
        "Tax is added to prices",
        "Tax comes on top, once the country is known. Usual in the United States.",
    ),
];

pub(super) fn form(member: &Member, draft: &Draft, problems: &Problems) -> Markup {
    html! {
        form.costs method="post" action=(NavItem::Tax.address()) {
            (member.csrf_field())
            fieldset disabled[!member.is_owner()] {
                section.card aria-labelledby="mode" {
                    h2 #mode { "Tax" }
                    fieldset {
                        legend.unseen { "How tax is computed" }
                        (problem("tax.mode", problems))
                        @for (mode, title, text) in MODES {
                            label.choice {
                                input type="radio" name="tax.mode" value=(mode) checked[draft.mode == mode];
                                span { strong { (title) } span.muted { (text) } }
                            }
                        }
                    }
                    div.trio {
                        (area("tax.classes", "Your own tax classes", &draft.classes,
                            "A line each. The classes standard, reduced and zero always exist. Products have a class.", problems))
                        (choice("tax.shipping_class", "Tax class of delivery", &draft.shipping_class,
                            classes(draft, &draft.shipping_class), problems))
                    }
                    (tick("tax.reverse_charge", "Reverse charge: companies in other member states of the European Union \
                        with a valid VAT number pay the tax themselves", draft.has_reverse_charge))
                    (tick("tax.vies", "Ask VIES: a VAT number counts for reverse charge only once the European Commission\u{2019}s \
                        service has confirmed it. If VIES does not answer, such an order has to wait or is taxed. The \
                        confirmation is kept with the order if your own VAT number is entered under Invoices.", draft.asks_vies))
                }
                (rates(draft, problems))
            }
            (save(member, "Save tax"))
        }
    }
}

/// The classes to choose from, and the one that was sent, even if there is none of that name.
fn classes<'a>(draft: &'a Draft, chosen: &'a str) -> Vec<(&'a str, &'a str)> {
    let fixed = [("", "standard"), ("reduced", "reduced"), ("zero", "zero")];
    let own = draft.classes().map(|class| (class, class));
    let mut classes: Vec<(&str, &str)> = fixed.into_iter().chain(own).collect();
    if !classes.iter().any(|(value, _)| *value == chosen) {
        classes.push((chosen, chosen));
    }
    classes
}

fn rates(draft: &Draft, problems: &Problems) -> Markup {
    let spare = RateDraft::default();
    let rows = draft.rates.iter().chain(std::iter::repeat_n(&spare, SPARE));
    html! {
        section.card aria-labelledby="rates" {
            h2 #rates { "Rates" }
            p {
                "A rate counts for deliveries to its country, from its first day on. To change a rate, add a row with the \
                 new rate and its first day, and keep the old one. A rate of a region counts before that of the country. \
                 Where no rate counts, there is no tax."
            }
            (problem("tax.rates", problems))
            table.rates {
                thead {
                    tr {
                        th scope="col" #rate-country { "Country" }
                        th scope="col" #rate-region { "Region" }
                        th scope="col" #rate-class { "Class" }
                        th scope="col" #rate-rate { "Rate in %" }
                        th scope="col" #rate-name { "Name" }
                        th scope="col" #rate-from { "First day" }
                        th scope="col" #rate-remove { "Remove" }
                    }
                }
                tbody {
                    @for (at, rate) in rows.enumerate() {
                        (row(&format!("tax.rates[{at}]"), draft, rate, problems))
                    }
                }
            }
            p.hint {
                "Country codes such as DE; region codes such as CA, or empty for the whole country. Leave the name empty for \
                 VAT in the shopper\u{2019}s language. More empty rows appear when you save."
            }
        }
    }
}

fn row(path: &str, draft: &Draft, rate: &RateDraft, problems: &Problems) -> Markup {
    let is_new = *rate == RateDraft::default();
    let cell = |name: &str, label: &str, value: &str, example: &str| {
        let field = format!("{path}.{name}");
        let problem_id = format!("{field}-problem");
        let problem = problems.find(&field);
        html! {
            td data-label=(label) {
                input #(field) name=(field) value=(value) aria-labelledby={ "rate-" (name) } autocomplete="off"
                    placeholder=[is_new.then_some(example)] aria-describedby=[problem.map(|_| &problem_id)]
                    aria-invalid=[problem.map(|_| "true")];
                @if let Some(problem) = problem { p.problem id=(problem_id) { (problem) } }
            }
        }
    };
    let class = format!("{path}.class");
    html! {
        tr {
            (cell("country", "Country", &rate.country, "DE"))
            (cell("region", "Region", &rate.region, ""))
            td data-label="Class" {
                select #(class) name=(class) aria-labelledby="rate-class"
                    aria-invalid=[problems.find(&class).map(|_| "true")] {
                    @for (value, text) in classes(draft, &rate.class) {
                        option value=(value) selected[value == rate.class] { (text) }
                    }
                }
                (problem(&class, problems))
            }
            (cell("rate", "Rate in %", &rate.rate, "19"))
            (cell("name", "Name", &rate.name, ""))
            (cell("from", "First day", &rate.from, "2027-01-01"))
            td.tick data-label="Remove" {
                @if !is_new {
                    input type="checkbox" name={ (path) ".remove" } value="on" aria-labelledby="rate-remove";
                }
            }
        }
        @if problems.find(path).is_some() { tr { td colspan="7" { (problem(path, problems)) } } }
    }
}
