//! The form about shipping. It needs no script: below the zones and the methods that there are, one more waits to be
//! filled in.

use super::draft::{Draft, MethodDraft, ZoneDraft};
use crate::{
    costs::{
        controls::{area, choice, country, line, problem, tick},
        problems::Problems,
        save,
    },
    member::Member,
    navigation::NavItem,
};
use basket_core::money::Currency;
use basket_texts::money;
use maud::{Markup, html};

pub(super) fn form(member: &Member, draft: &Draft, problems: &Problems) -> Markup {
    let currency = member.shop.currency;
    let spare = ZoneDraft::default();
    html! {
        form.costs method="post" action=(NavItem::Shipping.address()) {
            (member.csrf_field())
            fieldset disabled[!member.is_owner()] {
                section.card aria-labelledby="shop" {
                    h2 #shop { "Shop" }
                    div.trio {
                        (country("country", "Country of the shop", &draft.country, "Not chosen", problems))
                        (line("minimum", &format!("Minimum order value, in {}", currency.code()), &draft.minimum,
                            "Smaller orders are refused at checkout. Leave empty for no minimum.", problems))
                    }
                    p.hint {
                        "Baskets show delivery and tax for the country of the shop until the page or the shopper chooses \
                         another. Goods to pick up are taxed there."
                    }
                }
                h2 { "Delivery zones" }
                p {
                    "A zone is a group of countries with the same delivery methods. Without any zone, delivery is free \
                     everywhere. As soon as there is a zone, the shop delivers only to the countries of its zones."
                }
                (problem("zones", problems))
                @for (at, draft) in draft.zones.iter().enumerate() {
                    (zone(&format!("zones[{at}]"), draft, problems, currency))
                }
                @let path = format!("zones[{}]", draft.zones.len());
                @if draft.zones.is_empty() {
                    (zone(&path, &spare, problems, currency))
                } @else {
                    details.more {
                        summary.button.quiet { "Add a zone" }
                        (zone(&path, &spare, problems, currency))
                    }
                }
            }
            (save(member, "Save shipping"))
        }
    }
}

fn zone(path: &str, draft: &ZoneDraft, problems: &Problems, currency: Currency) -> Markup {
    let is_new = *draft == ZoneDraft::default();
    let spare = MethodDraft::default();
    html! {
        section.card aria-labelledby={ (path) "-title" } {
            h3 id={ (path) "-title" } { (if is_new { "New zone" } else { &draft.name }) }
            div.trio {
                (line(&format!("{path}.name"), "Name of the zone", &draft.name,
                    "Only you see it.", problems))
                (line(&format!("{path}.countries"), "Countries", &draft.countries,
                    "Codes such as DE AT CH. Leave empty for the rest of the world.", problems))
            }
            (problem(&format!("{path}.methods"), problems))
            @for (at, draft) in draft.methods.iter().enumerate() {
                (method(&format!("{path}.methods[{at}]"), draft, problems, currency))
            }
            @let path_of_new = format!("{path}.methods[{}]", draft.methods.len());
            @if draft.methods.is_empty() {
                (method(&path_of_new, &spare, problems, currency))
            } @else {
                details.more {
                    summary.button.quiet { "Add a delivery method" }
                    (method(&path_of_new, &spare, problems, currency))
                }
            }
            @if !is_new { (tick(&format!("{path}.remove"), "Remove this zone", false)) }
        }
    }
}

fn method(path: &str, draft: &MethodDraft, problems: &Problems, currency: Currency) -> Markup {
    let is_new = *draft == MethodDraft::default();
    let name = |name: &str| format!("{path}.{name}");
    let code = currency.code();
    let [limit, price] = ["100", "5"].map(|text| money::parse(currency, text).unwrap_or_default());
    let [limit, price] = [limit, price].map(|amount| money::typed(currency, amount));
    let has_steps = !draft.steps.is_empty() || problems.find(&name("steps")).is_some();
    let measures = [("sum", "order value"), ("weight", "weight in grams")];
    html! {
        fieldset.method {
            legend { (if is_new { "New delivery method" } else { &draft.name }) }
            (problem(path, problems))
            input type="hidden" name=(name("id")) value=(draft.id);
            div.trio {
                (line(&name("name"), "Name", &draft.name, "Shoppers see it.", problems))
                (line(&name("price"), &format!("Price, in {code}"), &draft.price, "0 is free.", problems))
                (line(&name("free_from"), &format!("Free from, in {code}"), &draft.free_from,
                    "Order value. Leave empty for never.", problems))
            }
            details.more open[has_steps] {
                summary { "Prices by order value or weight" }
                div.trio {
                    (choice(&name("by"), "Steps by", &draft.by, measures, problems))
                    (area(&name("steps"), "Steps", &draft.steps,
                        &format!("A line each, LIMIT = PRICE, smallest limit first, such as {limit} = {price}. From this order \
                        value or weight on, the price counts instead of the one above."), problems))
                }
            }
            (tick(&name("pickup"), "The shopper picks up the goods", draft.is_pickup))
            @if !is_new { (tick(&name("remove"), "Remove this delivery method", false)) }
        }
    }
}
