//! `POST /admin/settings/tax/standard`: the standard rates of a group of countries that the shop lacks.

use super::{address, keep, refuse};
use crate::{
    costs::kept_rules, form::Form, member::Member, query::Query, refusal::Refusal,
    state::AdminState,
};
use axum::{extract::State, response::Response};
use basket_model::{
    pricing::{Rate, Rules, check},
    standard_rates::{AS_OF, StandardRate, standard_rates},
    vat_number::is_member_state,
};
use maud::{Markup, html};

/// Countries that belong together.
const GROUPS: [(&str, &str); 3] = [
    ("eu", "European Union (27 countries)"),
    ("others", "United Kingdom, Switzerland, Norway"),
    ("all", "All 30 of them"),
];

/// `POST /admin/settings/tax/standard`. Rates that the shop has stay as they are.
pub async fn add_standard_rates(
    State(state): State<AdminState>,
    member: Member,
    query: Query,
    form: Form,
) -> Result<Response, Refusal> {
    member.only_owner()?;
    let group = form.text("group");
    if !GROUPS.iter().any(|(name, _)| *name == group) {
        return Err(Refusal::not_found());
    }
    let rules = add(kept_rules(&member), group);
    let refused = match rules {
        None => "Choose first whether prices contain tax, and save.".to_owned(),
        Some(rules) => match check(&rules) {
            Ok(()) => return keep(&state, &member, &rules).await,
            Err(bad) => bad.to_string(),
        },
    };
    let notice = html! { p.notice.bad role="alert" { "Nothing was saved. " (refused) } };
    refuse(&state, &member, &query, notice).await
}

/// The rules with those rates; `None` where tax is off.
fn add(rules: Rules, group: &str) -> Option<Rules> {
    let mut tax = rules.tax.clone()?;
    let is_wanted = |rate: &StandardRate| match group {
        "eu" => is_member_state(rate.country),
        "others" => !is_member_state(rate.country),
        _ => true,
    };
    for StandardRate { country, rate, since, .. } in standard_rates().filter(is_wanted) {
        let kept = tax.rates.iter().filter(|kept| {
            kept.country == country && kept.region.is_none() && kept.class.is_none()
        });
        // A rate of the shop that is as new, or newer, is its own decision.
        let is_there = |kept: &Rate| kept.from >= since || kept.rate == rate;
        if !kept.max_by_key(|kept| kept.from).is_some_and(is_there) {
            tax.rates.push(Rate {
                country: country.to_owned(),
                region: None,
                class: None,
                rate,
                name: String::new(),
                from: since,
            });
        }
    }
    Some(Rules { tax: Some(tax), ..rules })
}

pub(super) fn section(member: &Member) -> Markup {
    html! {
        section.card aria-labelledby="standard" {
            h2 #standard { "Standard rates" }
            p {
                "Adds the standard VAT rates that are missing, each with its first day. The list is as of "
                (AS_OF.strftime("%-d %B %Y"))
                "; check later changes yourself. It has no reduced rates, and no regions with rates of their own. Ask \
                 your tax adviser whether you have to charge the tax of other countries."
            }
            form.row.ends method="post" action=(address("standard")) {
                (member.csrf_field())
                div.field {
                    label for="group" { "Countries" }
                    select #group name="group" {
                        @for (name, text) in GROUPS { option value=(name) { (text) } }
                    }
                }
                button.button.quiet type="submit" { "Add standard rates" }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use basket_model::pricing::Tax;
    use jiff::civil::{Date, date};

    fn rate(country: &str, rate: u32, from: Date) -> Rate {
        let (country, name) = (country.to_owned(), String::new());
        Rate { country, region: None, class: None, rate, name, from }
    }

    #[test]
    fn only_missing_rates_are_added_once() {
        let old = rate("EE", 22_000, date(2024, 1, 1));
        let own = rate("DE", 16_000, date(2026, 1, 1));
        let rates = vec![old, own];
        let rules = Rules { tax: Some(Tax { rates, ..Tax::default() }), ..Rules::default() };
        let added = add(rules, "eu").unwrap();
        // All but the shop's own for Germany, and both for Estonia.
        assert_eq!(added.tax.as_ref().unwrap().rates.len(), 28);
        assert_eq!(check(&added), Ok(()));
        assert_eq!(add(added.clone(), "eu"), Some(added.clone()));
        assert_eq!(add(added, "all").unwrap().tax.unwrap().rates.len(), 31);
        assert_eq!(add(Rules::default(), "eu"), None);
    }
}
