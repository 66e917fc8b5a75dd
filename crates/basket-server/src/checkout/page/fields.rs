//! The fields of the form: who orders, where to, how it is delivered, and who gets the invoice. It must never decide which
//! there are.

use super::Review;
use crate::checkout::typed::{
    BILLING_ASKED, BILLING_SAME, EMAIL, METHOD, NOTE, Part, TERMS, VAT_NUMBER, address_fields,
    asks_country, delivery_fields,
};
use basket_model::{
    address::{AddressForm, CityKind, Field, PostalCodeKind, RegionKind},
    order::is_shipped,
};
use basket_texts::localizer::{Key, Localizer};
use maud::{Markup, html};

/// All that a shopper fills in.
pub(super) fn fields(review: &Review<'_>) -> Markup {
    let cart = &review.context.checkout.cart;
    let rules = review.context.checkout.rules.as_deref();
    let asks_country = asks_country(cart, rules);
    html! {
        (person(review))
        @if asks_country { (place(review)) }
        @if !review.priced.methods.is_empty() { (methods(review)) }
        @if asks_country && is_shipped(cart) { (billing(review)) }
        @if rules.is_some_and(|rules| rules.tax.is_some()) { (vat_number(review)) }
        @if is_shipped(cart) { (note(review)) }
    }
}

fn person(review: &Review<'_>) -> Markup {
    let localizer = review.localizer();
    let email = Input { kind: "email", hint: Some(Key::EmailHint), ..Input::new(EMAIL, EMAIL) };
    html! {
        fieldset {
            legend { (localizer.text(Key::Contact)) }
            (email.show(review, localizer.text(Key::Email)))
            (Input::new("name", "name").show(review, localizer.text(Key::Name)))
        }
    }
}

/// The country comes first: it says which other fields there are.
fn place(review: &Review<'_>) -> Markup {
    let localizer = review.localizer();
    let (checkout, typed) = (&review.context.checkout, review.typed);
    let fields = delivery_fields(&checkout.cart, checkout.rules.as_deref(), typed);
    html! {
        fieldset {
            legend { (localizer.text(Key::Delivery)) }
            (country(review, Part::Delivery))
            (button(review, localizer.text(Key::CountryApply)))
            @for field in fields.iter().filter(|field| **field != Field::Name) {
                (address_field(review, Part::Delivery, *field))
            }
        }
    }
}

fn billing(review: &Review<'_>) -> Markup {
    let localizer = review.localizer();
    let is_same = review.typed.is_billing_same();
    html! {
        fieldset {
            legend { (localizer.text(Key::Billing)) }
            input type="hidden" name=(BILLING_ASKED) value="1";
            label.choice {
                input #(BILLING_SAME) type="checkbox" name=(BILLING_SAME) value="1" checked[is_same] data-refresh;
                span { (localizer.text(Key::BillingSame)) }
            }
            (button(review, localizer.text(Key::Update)))
            @if !is_same {
                (country(review, Part::Billing))
                @for field in address_fields(review.typed.form(Part::Billing)) {
                    @if field != Field::Phone { (address_field(review, Part::Billing, field)) }
                }
            }
        }
    }
}

fn country(review: &Review<'_>, part: Part) -> Markup {
    let localizer = review.localizer();
    let (name, chosen) = (part.name(Field::Country), review.typed.country_text(part));
    let problem = review.problems.get(&name);
    html! {
        div.field {
            label for=(name) { (localizer.text(Key::Country)) }
            select #(name) name=(name) autocomplete=(part.autocomplete(Field::Country)) required data-refresh
                aria-invalid=[problem.map(|_| "true")] aria-describedby=[described_by(&name, problem, None)] {
                option value="" selected[chosen.is_empty()] { (localizer.text(Key::Choose)) }
                @for (code, country) in localizer.countries() {
                    option value=(code) selected[code == chosen] { (country) }
                }
            }
            @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
        }
    }
}

fn address_field(review: &Review<'_>, part: Part, field: Field) -> Markup {
    let localizer = review.localizer();
    let form = review.typed.form(part);
    let (name, autocomplete) = (part.name(field), part.autocomplete(field));
    let is_required = form.map_or(field == Field::Line1, |form| form.is_required(field));
    let label = label(localizer, form, field);
    let label = if is_required {
        label.to_owned()
    } else {
        localizer.fill(Key::Optional, &[("label", label)])
    };
    let regions: Vec<_> = form
        .filter(|_| field == Field::Region)
        .into_iter()
        .flat_map(|form| form.regions())
        .collect();
    if !regions.is_empty() {
        return region(review, part, &label, &regions);
    }
    let (kind, hint) = match field {
        Field::Phone => ("tel", Some(Key::PhoneHint)),
        _ => ("text", None),
    };
    Input { kind, hint, is_required, ..Input::new(&name, &autocomplete) }.show(review, &label)
}

/// The regions of a country as a list. Tax and delivery may depend on it.
fn region(review: &Review<'_>, part: Part, label: &str, regions: &[(&str, &str)]) -> Markup {
    let name = part.name(Field::Region);
    let (chosen, problem) = (review.typed.text(&name), review.problems.get(&name));
    html! {
        div.field {
            label for=(name) { (label) }
            select #(name) name=(name) autocomplete=(part.autocomplete(Field::Region)) data-refresh
                aria-invalid=[problem.map(|_| "true")] aria-describedby=[described_by(&name, problem, None)] {
                option value="" selected[chosen.is_empty()] { (review.localizer().text(Key::Choose)) }
                @for (code, region) in regions {
                    option value=(code) selected[*code == chosen] { (region) }
                }
            }
            @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
        }
    }
}

/// What a country calls a field.
fn label(localizer: &Localizer, form: Option<AddressForm>, field: Field) -> &str {
    let region = form.and_then(|form| form.region_kind());
    let city = form.and_then(|form| form.city_kind());
    let postal_code = form.and_then(|form| form.postal_code_kind());
    localizer.text(match field {
        Field::Name => Key::Name,
        Field::Company => Key::Company,
        Field::Line1 => Key::Address,
        Field::Line2 => Key::AddressLine2,
        Field::Country => Key::Country,
        Field::Phone => Key::Phone,
        Field::PostalCode => match postal_code {
            Some(PostalCodeKind::Zip) => Key::PostalCodeZip,
            Some(PostalCodeKind::Eircode) => Key::PostalCodeEircode,
            Some(PostalCodeKind::Pin) => Key::PostalCodePin,
            Some(PostalCodeKind::Postal) | None => Key::PostalCode,
        },
        Field::City => match city {
            Some(CityKind::District) => Key::CityDistrict,
            Some(CityKind::PostTown) => Key::CityPostTown,
            Some(CityKind::Suburb) => Key::CitySuburb,
            Some(CityKind::City) | None => Key::City,
        },
        Field::Region => match region {
            Some(RegionKind::Area) => Key::RegionArea,
            Some(RegionKind::County) => Key::RegionCounty,
            Some(RegionKind::Department) => Key::RegionDepartment,
            Some(RegionKind::District) => Key::RegionDistrict,
            Some(RegionKind::DoSi) => Key::RegionDoSi,
            Some(RegionKind::Emirate) => Key::RegionEmirate,
            Some(RegionKind::Island) => Key::RegionIsland,
            Some(RegionKind::Oblast) => Key::RegionOblast,
            Some(RegionKind::Parish) => Key::RegionParish,
            Some(RegionKind::Prefecture) => Key::RegionPrefecture,
            Some(RegionKind::Province) => Key::RegionProvince,
            Some(RegionKind::Region) | None => Key::RegionRegion,
            Some(RegionKind::State) => Key::RegionState,
        },
    })
}

fn methods(review: &Review<'_>) -> Markup {
    let (localizer, priced) = (review.localizer(), review.priced);
    let currency = review.context.checkout.cart.currency;
    let problem = review.problems.get(METHOD);
    html! {
        fieldset aria-describedby=[described_by(METHOD, problem, None)] {
            legend { (localizer.text(Key::ShippingMethod)) }
            @for method in &priced.methods {
                label.choice {
                    input id={ (METHOD) "-" (method.id) } type="radio" name=(METHOD) value=(method.id)
                        checked[priced.method.as_ref() == Some(&method.id)] data-refresh;
                    span { (method.name) }
                    span.amount {
                        @if method.price == 0 { (localizer.text(Key::ShippingFree)) }
                        @else { (localizer.money(method.price, currency)) }
                    }
                }
            }
            @if let Some(problem) = problem { p.problem id={ (METHOD) "-problem" } { (problem) } }
        }
    }
}

fn vat_number(review: &Review<'_>) -> Markup {
    let localizer = review.localizer();
    let label = localizer.fill(Key::Optional, &[("label", localizer.text(Key::VatNumber))]);
    let input = Input {
        hint: Some(Key::VatNumberHint),
        is_required: false,
        is_refreshing: true,
        ..Input::new(VAT_NUMBER, "off")
    };
    input.show(review, &label)
}

fn note(review: &Review<'_>) -> Markup {
    let localizer = review.localizer();
    let problem = review.problems.get(NOTE);
    html! {
        div.field {
            label for=(NOTE) { (localizer.fill(Key::Optional, &[("label", localizer.text(Key::Note))])) }
            textarea #(NOTE) name=(NOTE) rows="2" maxlength="1000" aria-invalid=[problem.map(|_| "true")]
                aria-describedby=[described_by(NOTE, problem, None)] { (review.typed.note()) }
            @if let Some(problem) = problem { p.problem id={ (NOTE) "-problem" } { (problem) } }
        }
    }
}

pub(super) fn agreement(review: &Review<'_>, terms: &str) -> Markup {
    let localizer = review.localizer();
    let problem = review.problems.get(TERMS);
    html! {
        div.field.agreement {
            label {
                input type="checkbox" name=(TERMS) value="yes" checked[!review.typed.raw(TERMS).is_empty()] required
                    aria-invalid=[problem.map(|_| "true")] aria-describedby=[problem.map(|_| "terms-problem")];
                span { (localizer.fill(Key::Terms, &[("shop", &review.context.shop.name)])) }
            }
            a href=(terms) target="_blank" rel="noopener noreferrer" { (localizer.text(Key::TermsRead)) }
            @if let Some(problem) = problem { p.problem #terms-problem { (problem) } }
        }
    }
}

/// What a page without a script needs to show other fields. With one, it is done at once.
fn button(review: &Review<'_>, text: &str) -> Markup {
    html! {
        p.without-script {
            button.quiet type="submit" formaction=(review.address("/review")) { (text) }
        }
    }
}

/// A field of one line.
struct Input<'a> {
    name: &'a str,
    autocomplete: &'a str,
    kind: &'static str,
    hint: Option<Key>,
    is_required: bool,
    is_refreshing: bool,
}

impl<'a> Input<'a> {
    fn new(name: &'a str, autocomplete: &'a str) -> Self {
        let (kind, hint) = ("text", None);
        Self { name, autocomplete, kind, hint, is_required: true, is_refreshing: false }
    }

    fn show(self, review: &Review<'_>, label: &str) -> Markup {
        let Self { name, autocomplete, kind, hint, is_required, is_refreshing } = self;
        let problem = review.problems.get(name);
        html! {
            div.field {
                label for=(name) { (label) }
                input #(name) name=(name) type=(kind) value=(review.typed.text(name)) autocomplete=(autocomplete)
                    required[is_required] maxlength="200" data-refresh[is_refreshing]
                    aria-invalid=[problem.map(|_| "true")] aria-describedby=[described_by(name, problem, hint)];
                @if let Some(problem) = problem { p.problem id={ (name) "-problem" } { (problem) } }
                @if let Some(hint) = hint { p.hint id={ (name) "-hint" } { (review.localizer().text(hint)) } }
            }
        }
    }
}

pub(super) fn described_by(name: &str, problem: Option<&str>, hint: Option<Key>) -> Option<String> {
    let problem = problem.map(|_| format!("{name}-problem"));
    let hint = hint.map(|_| format!("{name}-hint"));
    let ids: Vec<String> = problem.into_iter().chain(hint).collect();
    (!ids.is_empty()).then(|| ids.join(" "))
}
