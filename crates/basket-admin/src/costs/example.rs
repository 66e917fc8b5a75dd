//! What a cart would cost by the rules as they are: a form that asks for a country and a product, and the answer. It must never
//! know how a price is computed.

use super::{controls, country_name, kept_rules, problems::Problems};
use crate::{member::Member, parts::Field, query::Query, refusal::Refusal, state::AdminState};
use basket_core::{
    cart::{Adjustment, AdjustmentKind, Cart, Delivery, Line, MAX_QUANTITY},
    money::Currency,
    product::Product,
};
use basket_model::pricing::{
    Offered, Overflow, Rules, Situation, day_of, offered, price, write_percent,
};
use basket_texts::money::{money, rhythm};
use maud::{Markup, html};

/// How many products are suggested.
const SUGGESTED: u32 = 50;

/// A cart of one product, and what it costs in each way of delivery.
#[derive(Debug)]
pub(super) struct Example {
    country: String,
    region: String,
    sku: String,
    quantity: u32,
    currency: Currency,
    suggestions: Vec<Product>,
    answer: Answer,
}

#[derive(Debug)]
enum Answer {
    NoProduct,
    TooMuch,
    Priced(Vec<Priced>),
}

#[derive(Debug)]
struct Priced {
    method: Option<Offered>,
    cart: Cart,
}

impl Example {
    /// What is asked for by the address of the page; anything that it leaves out is chosen.
    pub(super) async fn compute(
        state: &AdminState,
        member: &Member,
        query: &Query,
    ) -> Result<Self, Refusal> {
        let (shop, currency) = (member.shop.id, member.shop.currency);
        let rules = kept_rules(member);
        let products = state.store.products();
        let suggestions = products.search(shop, "", None, SUGGESTED).await?.products;
        let sku = query.text("sku");
        let product = if sku.is_empty() {
            suggestions.first().cloned()
        } else {
            products.named(shop, &[sku.to_owned()]).await?.into_iter().next()
        };
        let country = query.text("to").to_uppercase();
        let country = if country.is_empty() { home(&rules) } else { country };
        let region = query.text("region").to_owned();
        let quantity = query.number("quantity").and_then(|it| u32::try_from(it).ok());
        let quantity = quantity.unwrap_or(1).clamp(1, MAX_QUANTITY);
        let answer = match product.as_ref().and_then(|product| line(product, quantity)) {
            None => Answer::NoProduct,
            Some(line) => {
                let mut cart = Cart::new(String::new(), currency);
                cart.lines.push(line);
                let day = day_of(state.store.now());
                let situation = Situation {
                    country: Some(&country),
                    region: &region,
                    method: None,
                    code: None,
                    vat_country: None,
                    day,
                };
                price_all(&cart, &rules, &situation).map_or(Answer::TooMuch, Answer::Priced)
            }
        };
        let sku = product.map_or_else(|| sku.to_owned(), |product| product.sku);
        Ok(Self { country, region, sku, quantity, currency, suggestions, answer })
    }

    pub(super) fn markup(&self, here: &str) -> Markup {
        let none = Problems::default();
        let quantity = self.quantity.to_string();
        html! {
            section.card #example aria-labelledby="example-title" {
                h2 #example-title { "Example" }
                p { "What an order costs by the rules that are saved." }
                form method="get" action={ (here) "#example" } {
                    div.trio {
                        (controls::country("to", "Deliver to", &self.country, "Choose a country", &none))
                        (Field { name: "region", label: "Region", value: &self.region, hint: "Code, such as CA. Leave empty if the country has no regions.", ..Field::default() }.markup())
                        (Field { name: "sku", label: "Product (SKU)", value: &self.sku, list: Some("products"), ..Field::default() }.markup())
                        (Field { name: "quantity", label: "Quantity", kind: "number", value: &quantity, ..Field::default() }.markup())
                    }
                    datalist #products {
                        @for product in &self.suggestions { option value=(product.sku) { (product.name) } }
                    }
                    div.row.actions { button.button.quiet type="submit" { "Compute" } }
                }
                div.answer role="status" { (self.answer()) }
            }
        }
    }

    fn answer(&self) -> Markup {
        match &self.answer {
            Answer::NoProduct if self.sku.is_empty() => html! {
                p.muted { "Add a product first; then an example is shown here." }
            },
            Answer::NoProduct => html! {
                p.problem { "There is no product with the SKU " span.code { (self.sku) } ". Choose another." }
            },
            Answer::TooMuch => {
                html! { p.problem { "The total is too large. Choose a smaller quantity." } }
            }
            Answer::Priced(priced) => html! { @for priced in priced { (self.priced(priced)) } },
        }
    }

    fn priced(&self, Priced { method, cart }: &Priced) -> Markup {
        let euros = |amount| money(self.currency, amount);
        let country = country_name(&self.country);
        let name = cart.lines.first().map_or("", |line| &*line.name);
        html! {
            @if cart.costs.delivery == Delivery::Unavailable {
                p.notice.bad { "The shop does not deliver to " strong { (country) } "." }
            } @else {
                p {
                    "A parcel to " strong { (country) } " with " strong { (self.quantity) " × " (name) }
                    @if let Some(method) = method { ", delivered by " strong { (method.name) } "," }
                    " costs " strong { (euros(cart.total())) } "."
                }
                dl.sums {
                    div { dt { "Products" } dd { (euros(cart.goods())) } }
                    @for adjustment in &cart.costs.adjustments { (self.row(adjustment)) }
                    div.total { dt { "Total" } dd { (euros(cart.total())) } }
                    @if let Some(period) = cart.next_period(None) {
                        div { dt { "Each renewal, " (rhythm(period)) } dd { (euros(cart.renewal(period))) } }
                    }
                }
            }
            @if let Some(minimum) = cart.costs.minimum {
                p.notice.bad { "Below the minimum order value: " (euros(minimum.missing)) " is missing." }
            }
        }
    }

    /// What counts now. Renewals have a sum of their own.
    fn row(&self, adjustment: &Adjustment) -> Markup {
        let Adjustment { kind, label, amount, included, period, tax, .. } = adjustment;
        let label = match (kind, &**label) {
            (AdjustmentKind::Shipping, name) => format!("Delivery: {name}"),
            (_, "") => "VAT".to_owned(),
            (_, name) => name.to_owned(),
        };
        let rate = tax.and_then(|basis| Some((basis.rate?, basis.net)));
        html! {
            @if period.is_none() {
                div {
                    dt {
                        @if *included { "Contains " }
                        @if let Some((rate, _)) = rate { (write_percent(rate)) " % " }
                        (label)
                        @if let Some((_, net)) = rate { " of " (money(self.currency, net)) }
                    }
                    dd { (money(self.currency, *amount)) }
                }
            }
        }
    }
}

/// Where an example goes that names no country.
fn home(rules: &Rules) -> String {
    let named = rules.zones.iter().flat_map(|zone| &zone.countries);
    let taxed = rules.tax.iter().flat_map(|tax| &tax.rates).map(|rate| &rate.country);
    let country = rules.country.iter().chain(named).chain(taxed).next();
    country.cloned().unwrap_or_else(|| "DE".to_owned())
}

/// A line of the product; as a subscription if it is sold in no other way.
fn line(product: &Product, quantity: u32) -> Option<Line> {
    let offer = product.subscriptions.first();
    let (unit_price, period) = match product.price {
        Some(price) => (price, None),
        None => offer.map(|offer| (offer.price, Some(offer.period)))?,
    };
    Some(Line {
        id: String::new(),
        sku: product.sku.clone(),
        name: product.name.clone(),
        image: None,
        url: None,
        product_type: product.product_type,
        quantity,
        unit_price,
        period,
        available: true,
        stock: None,
        weight: product.weight,
        tax_class: product.tax_class.clone(),
    })
}

/// The cart in each way of delivery, or once if there is none to choose.
fn price_all(
    cart: &Cart,
    rules: &Rules,
    situation: &Situation<'_>,
) -> Result<Vec<Priced>, Overflow> {
    let methods = offered(rules, cart, situation.country.unwrap_or_default())?;
    let choices: Vec<Option<Offered>> =
        if methods.is_empty() { vec![None] } else { methods.into_iter().map(Some).collect() };
    let priced = choices.into_iter().map(|method| {
        let id = method.as_ref().map(|method| &*method.id);
        let costs = price(cart, rules, &Situation { method: id, ..*situation })?;
        Ok(Priced { cart: Cart { costs, ..cart.clone() }, method })
    });
    priced.collect()
}
