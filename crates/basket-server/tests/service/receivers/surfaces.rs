//! What an order costs is the same wherever it is said: in the widget, the API, the checkout, the order, its mail, its
//! invoice and the shop's own view, for any cart and any rules.

use super::mails::MailServer;
use crate::routes::{
    checkout_costs::hidden,
    hosted_checkout::{read, send},
    invoices::seller,
    site::Site,
};
use basket_core::{
    cart::{Adjustment, Cart},
    json,
    money::Currency,
    product::{Frequency, Offer, Period, Product, ProductType},
    wire,
};
use basket_model::{
    key::NewKey,
    order::Order,
    pricing::{Discount, DiscountKind, Method, Rate, Rules, Scope, Tax, Zone},
    shop::{Checkout, NewShop},
};
use basket_texts::localizer::{Key, Localizer};
use basket_web::fields::encode;
use jiff::civil::date;
use proptest::{
    collection::vec,
    option,
    prelude::*,
    sample::select,
    strategy::ValueTree as _,
    test_runner::{Config, TestRunner},
};
use serde_json::{Value, json};

/// How many orders are placed on each engine.
const CASES: u32 = 40;
const COUNTRIES: [&str; 3] = ["DE", "AT", "CH"];
const CLASSES: [Option<&str>; 3] = [None, Some("reduced"), Some("zero")];

/// A shop, and what somebody buys there.
#[derive(Debug, Clone)]
struct Case {
    currency: Currency,
    products: Vec<Product>,
    quantities: Vec<u32>,
    rules: Rules,
    discount: Discount,
    country: &'static str,
    /// Whether an Austrian company with a VAT number buys.
    is_company: bool,
    locale: &'static str,
}

fn any_product() -> impl Strategy<Value = Product> {
    let period = option::weighted(0.4, select(&Frequency::ALL));
    let parts = (1..30_000_i64, period, any::<bool>(), select(&CLASSES));
    parts.prop_map(|(price, frequency, is_digital, class)| {
        let period = frequency.and_then(|frequency| Period::new(frequency, 1));
        Product {
            sku: String::new(),
            name: "Thing".to_owned(),
            image: None,
            url: None,
            product_type: if is_digital { ProductType::Digital } else { ProductType::Normal },
            price: period.is_none().then_some(price),
            subscriptions: period.map(|period| Offer { period, price }).into_iter().collect(),
            stock: None,
            weight: Some(500),
            tax_class: class.map(str::to_owned),
        }
    })
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let method = (0..2_000_i64, option::of(0..40_000_i64));
    let tax = option::weighted(0.9, (any::<bool>(), vec(0..30_000_u32, 9)));
    (vec(method, 0..3), tax).prop_map(|(methods, tax)| {
        let methods: Vec<Method> = (0..)
            .zip(methods)
            .map(|(at, (price, free_from)): (u32, _)| Method {
                id: format!("way-{at}"),
                name: format!("Way {at}"),
                price,
                free_from,
                steps: None,
                is_pickup: false,
            })
            .collect();
        let countries = COUNTRIES.map(str::to_owned).to_vec();
        let zone = Zone { name: "All".to_owned(), countries, methods };
        let zones = if zone.methods.is_empty() { Vec::new() } else { vec![zone] };
        let places =
            COUNTRIES.into_iter().flat_map(|country| CLASSES.map(|class| (country, class)));
        let tax = tax.map(|(is_included, rates)| Tax {
            is_included,
            has_reverse_charge: true,
            rates: places
                .zip(rates)
                .map(|((country, class), rate)| Rate {
                    country: country.to_owned(),
                    region: None,
                    class: class.map(str::to_owned),
                    rate,
                    name: String::new(),
                    from: date(2020, 1, 1),
                })
                .collect(),
            ..Tax::default()
        });
        Rules { country: Some("DE".to_owned()), minimum: None, zones, tax }
    })
}

fn any_discount() -> impl Strategy<Value = Discount> {
    let kind = prop_oneof![
        (1..=100_000_u32).prop_map(DiscountKind::Percent),
        (1..50_000_i64).prop_map(DiscountKind::Amount),
        Just(DiscountKind::Shipping),
    ];
    (kind, select(&Scope::ALL)).prop_map(|(kind, scope)| Discount {
        code: "CODE".to_owned(),
        kind,
        scope,
        minimum: None,
        skus: Vec::new(),
        starts_at: None,
        ends_at: None,
        max_uses: None,
        max_per_person: None,
        uses: 0,
    })
}

fn any_case() -> impl Strategy<Value = Case> {
    let currencies = ["EUR", "JPY", "KWD"].map(|code| Currency::parse(code).unwrap());
    let goods = vec((any_product(), 1..4_u32), 1..5);
    let buyer = (select(&COUNTRIES), any::<bool>(), select(&["de", "en", "el", "fi"]));
    let parts = (select(currencies.to_vec()), goods, any_rules(), any_discount(), buyer);
    parts.prop_map(|(currency, goods, rules, discount, (country, is_company, locale))| {
        let (mut products, quantities): (Vec<_>, Vec<_>) = goods.into_iter().unzip();
        for (at, product) in products.iter_mut().enumerate() {
            product.sku = format!("S{at}");
        }
        let is_company = is_company && country == "AT";
        Case { currency, products, quantities, rules, discount, country, is_company, locale }
    })
}

/// An adjustment as every surface has it.
fn told(adjustments: &[Adjustment]) -> Vec<String> {
    let tell = |one: &Adjustment| {
        let Adjustment { kind, amount, included, period, tax, .. } = one;
        format!("{} {amount} {included} {period:?} {tax:?}", kind.name())
    };
    adjustments.iter().map(tell).collect()
}

/// The cart as the API answered it, and as the widget reads it.
fn shop_for(site: &Site, case: &Case, key: &str) -> (String, Cart) {
    let shopper = site.caller(Some(key));
    let goods = case.products.iter().zip(&case.quantities);
    let lines = goods.map(|(product, quantity)| {
        let frequency = product.subscriptions.first().map(|offer| offer.period.frequency().name());
        json!({ "sku": product.sku, "quantity": quantity, "frequency": frequency })
    });
    let body = json!({ "lines": lines.collect::<Vec<Value>>(), "code": "CODE" });
    let call = shopper.post(&format!("/v1/carts?country={}", case.country));
    let answer = call.json(&body.to_string()).send();
    assert_eq!(answer.status, 201, "{}", answer.text());
    let text = answer.text();
    let document = json::parse(&text).unwrap();
    let cart = wire::read_cart(document.root()).unwrap();
    let shown = wire::read_shown_cart(document.root()).unwrap();
    assert_eq!(Some(shown.total()), answer.json()["sums"]["total"].as_i64());
    assert_eq!(shown.total(), cart.total());
    let path = format!("/v1/carts/{}/checkout", cart.id);
    let answer = shopper.post(&path).json(&json!({ "locale": case.locale }).to_string()).send();
    assert_eq!(answer.status, 200, "{}", answer.text());
    let url = answer.json()["url"].as_str().unwrap().to_owned();
    (url.split_once(&site.address.to_string()).unwrap().1.to_owned(), cart)
}

/// What was ordered adds up: lines and adjustments to the total, and what is taxed with its taxes, too.
fn adds_up(case: &Case, cart: &Cart) {
    let now = || cart.costs.adjustments.iter().filter(|one| one.period.is_none());
    let sum: i64 = now().filter(|one| !one.included).map(|one| one.amount).sum();
    assert_eq!(cart.goods() + sum, cart.total());
    assert!(cart.total() >= 0);
    let taxes = || now().filter_map(|one| Some((one.amount, one.tax?)));
    if case.rules.tax.is_some() && taxes().next().is_some() {
        let paid = |(amount, tax): (i64, basket_core::cart::TaxBasis)| {
            tax.net + if tax.rate.is_some() { amount } else { 0 }
        };
        assert_eq!(taxes().map(paid).sum::<i64>(), cart.total());
    }
}

fn buy(site: &Site, mails: &mut MailServer, case: &Case, number: usize) {
    let key = format!("pk_surfaces_{number}");
    let shop = NewShop {
        name: "Shop".to_owned(),
        currency: case.currency,
        origins: Vec::new(),
        checkout: Checkout::Hosted,
        key: NewKey::publishable(&key),
    };
    let shop = site.wait(site.store.shops().create(shop, case.products.clone())).unwrap();
    site.wait(site.store.shops().set_rules(shop, &case.rules)).unwrap();
    assert!(site.wait(site.store.discounts().put(shop, vec![case.discount.clone()])).unwrap());
    site.wait(site.store.sellers().set(shop, Some(&seller()))).unwrap();

    let (path, in_widget) = shop_for(site, case, &key);
    // One address gets only so many mails.
    let email = format!("ann{number}@example.com");
    let form = [
        ("email", &*email),
        ("name", "Ann Example"),
        ("address-line1", "Elm Street 1"),
        ("postal-code", if case.country == "DE" { "12345" } else { "1010" }),
        ("address-level2", "Oakham"),
        ("country", case.country),
        ("vat-number", if case.is_company { "ATU13585627" } else { "" }),
    ];
    let reviewed = send(site, &format!("{path}/review"), &encode(&form));
    assert_eq!(reviewed.status, 200, "{}", reviewed.text());
    let page = reviewed.text();
    let method = page
        .split(r#"name="method" value=""#)
        .skip(1)
        .find(|choice| choice.split('>').next().is_some_and(|choice| choice.contains("checked")));
    let method = method.and_then(|choice| choice.split('"').next()).unwrap_or_default();
    let total = hidden(&page, "total");
    let seen = [("total", total), ("revision", hidden(&page, "revision")), ("method", method)];
    let placed = send(site, &path, &encode(&[&form[..], &seen[..]].concat()));
    assert_eq!(placed.status, 303, "{}", placed.text());

    let mut orders = site.wait(site.store.orders().page(shop, None, None, 2)).unwrap().orders;
    assert_eq!(orders.len(), 1);
    let order: Order = orders.remove(0);
    adds_up(case, &order.cart);
    assert_eq!(total, order.cart.total().to_string(), "the page");
    if !case.is_company {
        assert_eq!(told(&in_widget.costs.adjustments), told(&order.cart.costs.adjustments));
        assert_eq!(in_widget.total(), order.cart.total(), "the widget");
    }

    let localizer = Localizer::new(case.locale, json::Node::NONE);
    let money = |amount| localizer.money(amount, case.currency);
    let sums: Vec<String> = {
        let now = order.cart.costs.adjustments.iter().filter(|one| one.period.is_none());
        now.filter(|one| one.amount != 0).map(|one| money(one.amount)).collect()
    };
    let total = money(order.cart.total());
    let mail = mails.next();
    let mail = mail["parts"]["text/plain"].as_str().unwrap();
    let due = format!("{}: {total}", localizer.text(Key::DueToday));
    assert!(mail.contains(&due), "{due} {mail}");
    let confirmation = read(site, &path);
    assert!(confirmation.contains(&format!(r#"<dd class="amount">{total}</dd>"#)), "{total}");
    let invoice = read(site, &format!("{path}/invoice"));
    let gross = localizer.text(Key::InvoiceGross);
    let gross = format!("<dt>{gross}</dt><dd>{total}</dd>");
    assert!(invoice.contains(&gross), "{gross} {invoice}");
    for sum in &sums {
        for (surface, text) in [("mail", mail), ("page", &confirmation), ("invoice", &invoice)] {
            assert!(text.contains(sum), "{sum} is not in the {surface}: {text}");
        }
    }
    let webhook = basket_model::notification::order_body(
        basket_model::notification::NotificationKind::OrderPlaced,
        &order,
        0,
    );
    let webhook: Value = serde_json::from_str(&webhook).unwrap();
    assert_eq!(webhook["data"]["order"]["cart"]["sums"]["total"], order.cart.total());
}

on_both_engines!(an_order_costs_the_same_wherever_it_is_said);

fn an_order_costs_the_same_wherever_it_is_said() {
    let mut mails = MailServer::start();
    let site = mails.site("se%3Acret");
    let config = Config { cases: CASES, failure_persistence: None, ..Config::default() };
    let mut runner = TestRunner::new_with_rng(config, TestRunner::deterministic().rng().clone());
    let strategy = any_case();
    for number in 0..CASES as usize {
        let case = strategy.new_tree(&mut runner).unwrap().current();
        buy(&site, &mut mails, &case, number);
    }
}
