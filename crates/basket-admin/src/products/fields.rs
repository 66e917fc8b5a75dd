//! The form of a product. It must never know where what is typed goes.

use super::draft::{Draft, OfferDraft, Problems};
use crate::parts::Field;
use basket_core::{
    money::Currency,
    product::{Frequency, ProductType},
};
use basket_model::{pricing::Tax, shop::Shop};
use basket_texts::money;
use maud::{Markup, html};

/// How many rows wait to be filled in.
const SPARE: usize = 2;

/// The fields. A sku stays once it is there: carts and shops' pages know the product by it.
pub(super) fn fields(draft: &Draft, problems: &Problems, shop: &Shop, is_new: bool) -> Markup {
    let currency = shop.currency;
    html! {
        section.card aria-labelledby="what" {
            h2 #what { "Product" }
            (Field {
                name: "name", label: "Name", value: &draft.name, required: true,
                problem: problems.find("name"), ..Field::default()
            }.markup())
            @if is_new {
                (Field {
                    name: "sku", label: "SKU", value: &draft.sku, required: true,
                    hint: "Your own short code for the product. Your pages use it, and it cannot be changed later.",
                    problem: problems.find("sku"), ..Field::default()
                }.markup())
            } @else {
                div.field { span.label { "SKU" } p.code { (draft.sku) } }
            }
            (kind(draft))
            div.pictured {
                (preview(draft))
                (Field {
                    name: "image", label: "Image address", kind: "text", value: &draft.image,
                    hint: "Starts with https://, http:// or /. Square images look best.",
                    problem: problems.find("image"), ..Field::default()
                }.markup())
            }
            (Field {
                name: "url", label: "Page address", kind: "text", value: &draft.url,
                hint: "The product name in the basket links to it.",
                problem: problems.find("url"), ..Field::default()
            }.markup())
        }
        section.card aria-labelledby="prices" {
            h2 #prices { "Prices" }
            div.short { (Field {
                name: "price", label: &format!("One-off price, in {}", currency.code()),
                value: &draft.price, hint: "Leave empty if the product is sold by subscription only.",
                problem: problems.find("price"), ..Field::default()
            }.markup()) }
            (offers(draft, problems, currency))
        }
        section.card aria-labelledby="supply" {
            h2 #supply { "Stock" }
            div.short { (Field {
                name: "stock", label: "Stock", kind: "text", value: &draft.stock,
                hint: "Leave empty for unlimited stock.",
                problem: problems.find("stock"), ..Field::default()
            }.markup()) }
        }
        section.card aria-labelledby="costs" {
            h2 #costs { "Shipping and tax" }
            div.short { (Field {
                name: "weight", label: "Weight in grams", kind: "text", value: &draft.weight,
                hint: "Weight of one item, for shipping prices by weight.",
                problem: problems.find("weight"), ..Field::default()
            }.markup()) }
            (tax_class(draft, problems, shop))
        }
    }
}

/// The classes of the shop. One that the product has and the shop does not stays visible.
fn tax_class(draft: &Draft, problems: &Problems, shop: &Shop) -> Markup {
    let own = shop.rules.iter().flat_map(|rules| &rules.tax).flat_map(|tax| &tax.classes);
    let named = Tax::CLASSES.into_iter().chain(own.map(String::as_str));
    let chosen = if draft.tax_class == "standard" { "" } else { &*draft.tax_class };
    let is_known = chosen.is_empty() || named.clone().any(|class| class == chosen);
    let unknown = (!is_known).then_some(chosen);
    let problem = problems.find("tax_class");
    let described =
        if problem.is_some() { "tax_class-problem tax_class-hint" } else { "tax_class-hint" };
    html! {
        div.field.short {
            label for="tax_class" { "Tax class" }
            select #tax_class name="tax_class" aria-describedby=(described)
                aria-invalid=[problem.map(|_| "true")] {
                option value="" { "standard" }
                @for class in named.chain(unknown) {
                    option value=(class) selected[class == chosen] { (class) }
                }
            }
            @if let Some(problem) = problem { p.problem #tax_class-problem { (problem) } }
            p.hint #tax_class-hint { "You set rates and classes of your own under Settings > Tax." }
        }
    }
}

fn kind(draft: &Draft) -> Markup {
    html! {
        div.field.short {
            label for="type" { "Type" }
            select #type name="type" aria-describedby="type-hint" {
                @for kind in ProductType::ALL {
                    option value=(kind.name()) selected[kind.name() == draft.kind] { (kind.name()) }
                }
            }
            p.hint #type-hint { "Consumable products are marked in the basket. Digital products are not shipped." }
        }
    }
}

/// The picture as shoppers see it. A script shows the one that is being typed.
fn preview(draft: &Draft) -> Markup {
    let is_web = ["https://", "http://", "/"].iter().any(|start| draft.image.starts_with(start));
    html! {
        span.picture.large data-preview="image" data-letter="name" {
            @if is_web {
                img src=(draft.image) alt="Current image" width="76" height="76";
            } @else {
                span aria-hidden="true" { (draft.name.chars().take(1).collect::<String>()) }
            }
        }
    }
}

fn offers(draft: &Draft, problems: &Problems, currency: Currency) -> Markup {
    let spare = OfferDraft::default();
    let rows = draft.offers.iter().chain(std::iter::repeat_n(&spare, SPARE));
    let problem = problems.find("subscriptions");
    html! {
        fieldset.offers aria-describedby=[problem.map(|_| "subscriptions-problem")] {
            legend { "Subscriptions" }
            @if let Some(problem) = problem { p.problem #subscriptions-problem { (problem) } }
            table.offers {
                thead {
                    tr {
                        th scope="col" #offer-frequency { "Frequency" }
                        th scope="col" #offer-interval { "Interval" }
                        th scope="col" #offer-price { "Price, in " (currency.code()) }
                    }
                }
                tbody data-rows {
                    @for row in rows {
                        tr {
                            td {
                                select name="frequency" aria-labelledby="offer-frequency" {
                                    option value="" { "none" }
                                    @for frequency in Frequency::ALL {
                                        option value=(frequency.name())
                                            selected[frequency.name() == row.frequency]
                                            { (frequency.name()) }
                                    }
                                }
                            }
                            td {
                                input name="interval" aria-labelledby="offer-interval" inputmode="numeric"
                                    value=(row.interval) placeholder="1" autocomplete="off" size="4";
                            }
                            td {
                                input name="offer_price" aria-labelledby="offer-price" inputmode="decimal"
                                    value=(row.price) placeholder=(money::example(currency))
                                    autocomplete="off" size="10";
                            }
                        }
                    }
                }
            }
            p.hint {
                "Frequency monthly with interval 3 means every three months. A row without a frequency is \
                 ignored. More rows appear when you save."
            }
            button.button.quiet type="button" data-add-row hidden { "Add row" }
        }
    }
}
