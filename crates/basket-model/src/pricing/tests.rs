//! Tests of prices: single cases, and what holds for all.

mod any;
mod properties;

use super::*;
use crate::order::tests::{cart, line};
use basket_core::{product::Frequency, product::ProductType};
use jiff::civil::date;

const DAY: Date = date(2026, 11, 18);

fn rate(country: &str, class: Option<&str>, rate: u32) -> Rate {
    Rate {
        country: country.to_owned(),
        region: None,
        class: class.map(str::to_owned),
        rate,
        name: String::new(),
        from: date(2020, 1, 1),
    }
}

fn method(id: &str, price: Minor) -> Method {
    Method {
        id: id.to_owned(),
        name: id.to_owned(),
        price,
        free_from: None,
        steps: None,
        is_pickup: false,
    }
}

/// A shop in Germany that delivers at home, to Austria, and to the rest of the world.
pub(super) fn shop() -> Rules {
    let zone = |name: &str, countries: &[&str], methods: Vec<Method>| Zone {
        name: name.to_owned(),
        countries: countries.iter().map(|code| (*code).to_owned()).collect(),
        methods,
    };
    let parcel = Method { free_from: Some(5000), ..method("parcel", 490) };
    let pickup = Method { is_pickup: true, ..method("pickup", 0) };
    let rates = vec![
        rate("DE", None, 19_000),
        rate("DE", Some("reduced"), 7_000),
        rate("AT", None, 20_000),
        rate("CH", None, 8_100),
    ];
    Rules {
        country: Some("DE".to_owned()),
        minimum: Some(1000),
        zones: vec![
            zone("Germany", &["DE"], vec![parcel, method("express", 990), pickup]),
            zone("Austria", &["AT"], vec![method("post", 790)]),
            zone("World", &[], vec![method("world", 1990)]),
        ],
        tax: Some(Tax { is_included: true, has_reverse_charge: true, rates, ..Tax::default() }),
    }
}

pub(super) fn to(country: &str) -> Situation<'_> {
    Situation {
        country: Some(country),
        region: "",
        method: None,
        code: None,
        vat_country: None,
        day: DAY,
    }
}

pub(super) fn discount(kind: DiscountKind) -> Discount {
    Discount {
        code: "SPRING".to_owned(),
        kind,
        scope: Scope::FirstPeriod,
        minimum: None,
        skus: Vec::new(),
        starts_at: None,
        ends_at: None,
        max_uses: None,
        max_per_person: None,
        uses: 0,
    }
}

fn with<'a>(discount: &'a Discount, situation: Situation<'a>) -> Situation<'a> {
    let code = Some(Code { code: &discount.code, discount: Ok(discount) });
    Situation { code, ..situation }
}

fn mugs(quantity: u32) -> Line {
    Line { unit_price: 1800, ..line("1", "MUG", quantity) }
}

fn coffee(quantity: u32) -> Line {
    Line {
        unit_price: 2100,
        period: Period::new(Frequency::Monthly, 1),
        tax_class: Some("reduced".to_owned()),
        ..line("2", "COFFEE", quantity)
    }
}

fn ebook() -> Line {
    Line { unit_price: 999, product_type: ProductType::Digital, ..line("3", "EBOOK", 1) }
}

fn priced(lines: Vec<Line>, rules: &Rules, situation: &Situation<'_>) -> Cart {
    let mut cart = cart(lines);
    cart.costs = price(&cart, rules, situation).unwrap();
    cart
}

/// Kind, label, amount and period of each adjustment.
fn brief(cart: &Cart) -> Vec<(&'static str, &str, Minor, bool)> {
    let adjustments = cart.costs.adjustments.iter();
    adjustments
        .map(|one| (one.kind.name(), &*one.label, one.amount, one.period.is_some()))
        .collect()
}

#[test]
fn a_shop_without_rules_has_no_costs() {
    let cart = cart(vec![mugs(2), coffee(1)]);
    let situation = Situation { country: None, ..to("DE") };
    assert_eq!(price(&cart, &Rules::default(), &situation), Ok(Costs::default()));
    assert!(Rules::default().is_empty() && !shop().is_empty());
}

#[test]
fn the_cheapest_method_is_the_estimate() {
    let cart = priced(vec![mugs(2)], &shop(), &to("DE"));
    assert_eq!(brief(&cart), [("shipping", "parcel", 490, false), ("tax", "", 653, false)]);
    assert_eq!(cart.total(), 3600 + 490);
    assert_eq!(cart.costs.adjustments[0].missing, Some(1400));
    let chosen = Situation { method: Some("express"), ..to("DE") };
    assert_eq!(priced(vec![mugs(2)], &shop(), &chosen).total(), 3600 + 990);
}

#[test]
fn delivery_is_free_from_a_sum() {
    let cart = priced(vec![mugs(3)], &shop(), &to("DE"));
    assert_eq!(brief(&cart)[0], ("shipping", "parcel", 0, false));
    assert_eq!(cart.costs.adjustments[0].missing, Some(0));
    // What is not delivered does not make it free.
    let cart = priced(vec![mugs(2), ebook(), ebook()], &shop(), &to("DE"));
    assert_eq!(brief(&cart)[0], ("shipping", "parcel", 490, false));
}

#[test]
fn each_delivery_of_a_subscription_is_paid() {
    let cart = priced(vec![coffee(1)], &shop(), &to("DE"));
    let parts = [
        ("shipping", "parcel", 490, false),
        ("tax", "", 78, false),
        ("tax", "", 137, false),
        ("shipping", "parcel", 490, true),
        ("tax", "", 78, true),
        ("tax", "", 137, true),
    ];
    assert_eq!(brief(&cart), parts);
    assert_eq!(cart.total(), 2590);
    assert_eq!(cart.renewal(Period::new(Frequency::Monthly, 1).unwrap()), 2590);
}

#[test]
fn what_is_not_delivered_has_no_shipping() {
    let cart = priced(vec![ebook()], &shop(), &Situation { country: None, ..to("DE") });
    assert_eq!(cart.costs.delivery, Delivery::Settled);
    let unknown = Situation { country: None, ..to("DE") };
    assert_eq!(priced(vec![mugs(1)], &shop(), &unknown).costs.delivery, Delivery::Later);
    let mut rules = shop();
    rules.zones.pop();
    assert_eq!(priced(vec![mugs(1)], &rules, &to("FR")).costs.delivery, Delivery::Unavailable);
}

#[test]
fn steps_go_by_weight_or_sum() {
    let mut rules = shop();
    let steps = vec![Step { from: 2000, price: 690 }, Step { from: 5000, price: 1190 }];
    rules.zones[0].methods[0].steps = Some(Steps { by: Measure::Weight, steps });
    rules.zones[0].methods.truncate(1);
    rules.zones[0].methods[0].free_from = None;
    for (weight, expected) in [(None, 490), (Some(999), 490), (Some(1000), 690), (Some(2500), 1190)]
    {
        let cart = priced(vec![Line { weight, ..mugs(2) }], &rules, &to("DE"));
        assert_eq!(brief(&cart)[0].2, expected, "{weight:?}");
    }
    let steps = vec![Step { from: 3600, price: 100 }];
    rules.zones[0].methods[0].steps = Some(Steps { by: Measure::Sum, steps });
    assert_eq!(brief(&priced(vec![mugs(1)], &rules, &to("DE")))[0].2, 490);
    assert_eq!(brief(&priced(vec![mugs(2)], &rules, &to("DE")))[0].2, 100);
}

#[test]
fn what_is_picked_up_is_taxed_at_home() {
    let situation = Situation { method: Some("pickup"), ..to("DE") };
    let cart = priced(vec![mugs(1)], &shop(), &situation);
    assert_eq!(brief(&cart), [("shipping", "pickup", 0, false), ("tax", "", 287, false)]);
    let mut rules = shop();
    rules.zones[1].methods[0].is_pickup = true;
    let cart = priced(vec![mugs(1)], &rules, &to("AT"));
    assert_eq!(cart.costs.adjustments[1].tax.unwrap().rate, Some(19_000));
}

#[test]
fn the_rate_of_the_day_and_region_counts() {
    let mut rules = shop();
    let tax = rules.tax.as_mut().unwrap();
    tax.is_included = false;
    tax.rates = vec![
        Rate { name: "Sales tax".to_owned(), ..rate("US", None, 5_000) },
        Rate { region: Some("CA".to_owned()), ..rate("US", None, 7_250) },
        Rate { from: date(2026, 11, 19), ..rate("US", None, 6_000) },
    ];
    let rate_of = |region, day| {
        let situation = Situation { region, day, ..to("US") };
        let cart = priced(vec![mugs(1)], &rules, &situation);
        cart.costs.adjustments[1].tax.unwrap().rate
    };
    assert_eq!(rate_of("", DAY), Some(5_000));
    assert_eq!(rate_of("CA", DAY), Some(7_250));
    assert_eq!(rate_of("NY", date(2026, 11, 19)), Some(6_000));
}

#[test]
fn companies_of_other_member_states_pay_the_tax_themselves() {
    let company = Situation { vat_country: Some("AT"), ..to("AT") };
    let cart = priced(vec![mugs(1)], &shop(), &company);
    // 25.90 contain 4.32 at 20 %.
    assert_eq!(brief(&cart), [("shipping", "post", 790, false), ("tax", "", -432, false)]);
    assert_eq!(cart.costs.adjustments[1].tax.unwrap().rate, None);
    assert_eq!(cart.total(), 2158);
    for (situation, why) in [
        (Situation { vat_country: Some("DE"), ..to("DE") }, "of the shop's own state"),
        (Situation { vat_country: Some("AT"), ..to("DE") }, "delivered at home"),
        (Situation { vat_country: Some("CH"), ..to("CH") }, "not of the Union"),
    ] {
        let cart = priced(vec![mugs(1)], &shop(), &situation);
        assert!(cart.costs.adjustments.iter().all(|one| one.amount >= 0), "{why}");
    }
}

#[test]
fn monaco_is_no_other_state_than_france() {
    let mut rules = shop();
    rules.country = Some("FR".to_owned());
    let tax = rules.tax.as_mut().unwrap();
    tax.rates = vec![rate("FR", None, 20_000), rate("MC", None, 20_000), rate("AT", None, 20_000)];
    let rate_to = |country, vat_country| {
        let cart = priced(vec![mugs(1)], &rules, &Situation { vat_country, ..to(country) });
        cart.costs.adjustments[1].tax.unwrap().rate
    };
    assert_eq!(rate_to("MC", Some("AT")), Some(20_000));
    assert_eq!(rate_to("AT", Some("MC")), Some(20_000));
    assert_eq!(rate_to("AT", Some("AT")), None);
}

#[test]
fn the_standard_class_may_be_called_so() {
    let mut rules = shop();
    rules.tax.as_mut().unwrap().rates = vec![rate("DE", Some("standard"), 19_000)];
    for class in [None, Some("standard".to_owned())] {
        let cart = priced(vec![Line { tax_class: class, ..mugs(1) }], &rules, &to("DE"));
        assert_eq!(brief(&cart)[1], ("tax", "", 366, false));
    }
    rules.tax.as_mut().unwrap().rates.push(rate("DE", None, 7_000));
    let BadRules(problems) = check(&rules).unwrap_err();
    assert_eq!(problems[0].code, "rate-duplicate");
}

#[test]
fn a_delivery_says_what_is_missing_until_it_is_free() {
    let missing = |situation: &Situation<'_>| {
        let cart = priced(vec![mugs(1)], &shop(), situation);
        let mut all = cart.costs.adjustments.into_iter();
        all.find(|one| one.kind == AdjustmentKind::Shipping).unwrap().missing
    };
    assert_eq!(missing(&to("DE")), Some(3200));
    for method in ["express", "pickup"] {
        assert_eq!(missing(&Situation { method: Some(method), ..to("DE") }), None);
    }
    let free = discount(DiscountKind::Shipping);
    assert_eq!(missing(&with(&free, to("DE"))), None);
}

#[test]
fn the_three_scopes_are_different() {
    let mut code = discount(DiscountKind::Percent(10_000));
    let monthly = Period::new(Frequency::Monthly, 1);
    let mut off = |scope| {
        code.scope = scope;
        let situation = with(&code, to("DE"));
        let cart = priced(vec![mugs(1), coffee(1)], &shop(), &situation);
        let of = |period| {
            let all = cart.costs.adjustments.iter();
            let discounts = all.filter(|one| one.kind == AdjustmentKind::Discount);
            discounts.filter(|one| one.period == period).map(|one| one.amount).sum::<Minor>()
        };
        (of(None), of(monthly))
    };
    assert_eq!(off(Scope::Purchases), (-180, 0));
    assert_eq!(off(Scope::FirstPeriod), (-390, 0));
    assert_eq!(off(Scope::EveryPeriod), (-390, -210));
}

#[test]
fn an_amount_takes_no_more_than_there_is() {
    let code = discount(DiscountKind::Amount(9999));
    let cart = priced(vec![mugs(1)], &shop(), &with(&code, to("DE")));
    assert_eq!(brief(&cart)[0], ("discount", "SPRING", -1800, false));
    assert_eq!(cart.total(), 490);
    let code = discount(DiscountKind::Shipping);
    let cart = priced(vec![mugs(1)], &shop(), &with(&code, to("DE")));
    assert_eq!((brief(&cart)[0].2, cart.total()), (-490, 1800));
}

#[test]
fn a_code_tells_why_it_gives_nothing() {
    let problem = |discount: &Discount| {
        let cart = priced(vec![mugs(1)], &shop(), &with(discount, to("DE")));
        let problem = cart.costs.code.clone().unwrap().problem;
        let is_off = |one: &Adjustment| one.kind == AdjustmentKind::Discount;
        assert_eq!(cart.costs.adjustments.iter().any(is_off), problem.is_none());
        problem
    };
    let percent = discount(DiscountKind::Percent(10_000));
    assert_eq!(problem(&percent.clone()), None);
    let dear = Discount { minimum: Some(2000), ..percent.clone() };
    assert_eq!(problem(&dear), Some(CodeProblem::Minimum { missing: 200 }));
    let other = Discount { skus: vec!["LAMP".to_owned()], ..percent.clone() };
    assert_eq!(problem(&other), Some(CodeProblem::NotForCart));
    assert_eq!(percent.problem_at(0), None);
    let late = Discount { ends_at: Some(10), starts_at: Some(5), ..percent.clone() };
    let at = [4, 5, 9, 10].map(|now| late.problem_at(now).is_some());
    assert_eq!(at, [true, false, false, true]);
    let used = Discount { max_uses: Some(2), uses: 2, ..percent };
    assert_eq!(used.problem_at(0), Some(CodeProblem::UsedUp));
}

#[test]
fn a_small_order_says_what_is_missing() {
    let cart = priced(vec![ebook()], &shop(), &to("DE"));
    assert_eq!(cart.costs.minimum, Some(Minimum { amount: 1000, missing: 1 }));
    assert_eq!(priced(vec![mugs(1)], &shop(), &to("DE")).costs.minimum, None);
    assert_eq!(priced(vec![], &shop(), &to("DE")).costs.minimum, None);
}

#[test]
fn a_total_that_is_too_large_is_refused() {
    let huge = |unit_price| cart(vec![Line { unit_price, ..line("1", "MUG", 999) }]);
    assert!(price(&huge(basket_core::money::MAX_PRICE), &shop(), &to("DE")).is_ok());
    assert_eq!(price(&huge(Minor::MAX / 999), &shop(), &to("DE")), Err(Overflow));
    assert_eq!(price(&huge(Minor::MAX), &shop(), &to("DE")), Err(Overflow));
    // Nothing is due now, but with each renewal.
    let mut rules = shop();
    let tax = rules.tax.as_mut().unwrap();
    (tax.is_included, tax.rates) = (false, vec![rate("DE", None, 100_000)]);
    let code = discount(DiscountKind::Percent(100_000));
    let period = Period::new(Frequency::Monthly, 1);
    let mut cart = huge(MAX_TOTAL / 1500);
    cart.lines[0].period = period;
    assert_eq!(price(&cart, &rules, &with(&code, to("DE"))), Err(Overflow));
    cart.lines[0].period = None;
    assert!(price(&cart, &rules, &with(&code, to("DE"))).is_ok());
}

#[test]
fn codes_are_read_as_they_are_kept() {
    assert_eq!(read_code(" spring-10 ").as_deref(), Some("SPRING-10"));
    for bad in ["", "  ", "two words", "tab\there", &"A".repeat(65), &"x".repeat(300)] {
        assert_eq!(read_code(bad), None, "{bad}");
    }
}

#[test]
fn discounts_are_checked() {
    let good = discount(DiscountKind::Percent(100_000));
    assert_eq!(good.check(), Ok(()));
    for (bad, field) in [
        (Discount { code: "spring".to_owned(), ..good.clone() }, "code"),
        (Discount { code: "X".repeat(300), ..good.clone() }, "code"),
        (Discount { kind: DiscountKind::Percent(101_000), ..good.clone() }, "value"),
        (Discount { kind: DiscountKind::Percent(0), ..good.clone() }, "value"),
        (Discount { kind: DiscountKind::Amount(-1), ..good.clone() }, "value"),
        (Discount { minimum: Some(-1), ..good.clone() }, "minimum"),
        (Discount { starts_at: Some(2), ends_at: Some(2), ..good.clone() }, "ends_at"),
        (Discount { max_uses: Some(0), ..good.clone() }, "max_uses"),
        (Discount { max_per_person: Some(0), ..good.clone() }, "max_per_person"),
        (Discount { skus: vec![String::new(); 501], ..good.clone() }, "skus"),
    ] {
        assert_eq!(bad.check().map_err(|bad| bad.field), Err(field));
    }
}

#[test]
fn each_problem_of_rules_has_its_code() {
    type Break = fn(&mut Rules);
    assert_eq!(check(&shop()), Ok(()));
    let cases: [(&str, Break); 16] = [
        ("country-unknown", |rules| rules.country = Some("XX".to_owned())),
        ("country-unknown", |rules| rules.zones[0].countries.push("at".to_owned())),
        ("price-range", |rules| rules.minimum = Some(-1)),
        ("zone-duplicate", |rules| rules.zones[1].countries.push("DE".to_owned())),
        ("zone-duplicate", |rules| rules.zones[1].countries.clear()),
        ("name-missing", |rules| rules.zones[0].name = " ".to_owned()),
        ("name-invalid", |rules| rules.zones[0].methods[0].name = "x".repeat(101)),
        ("method-duplicate", |rules| rules.zones[1].methods[0].id = "parcel".to_owned()),
        ("price-range", |rules| rules.zones[0].methods[0].price = -490),
        ("steps-order", |rules| {
            let steps = vec![Step { from: 5, price: 1 }, Step { from: 5, price: 2 }];
            rules.zones[0].methods[0].steps = Some(Steps { by: Measure::Sum, steps });
        }),
        ("rate-range", |rules| rules.tax.as_mut().unwrap().rates[0].rate = 101_000),
        ("rate-duplicate", |rules| {
            let tax = rules.tax.as_mut().unwrap();
            tax.rates.push(tax.rates[0].clone());
        }),
        ("class-unknown", |rules| {
            rules.tax.as_mut().unwrap().rates[0].class = Some("books".to_owned());
        }),
        ("class-unknown", |rules| {
            rules.tax.as_mut().unwrap().shipping_class = Some("books".to_owned());
        }),
        ("class-duplicate", |rules| rules.tax.as_mut().unwrap().classes = vec!["zero".to_owned()]),
        ("region-unknown", |rules| {
            rules.tax.as_mut().unwrap().rates[0].region = Some("BY".to_owned());
        }),
    ];
    for (code, break_it) in cases {
        let mut rules = shop();
        break_it(&mut rules);
        let BadRules(problems) = check(&rules).unwrap_err();
        assert_eq!(problems.iter().map(|one| one.code).collect::<Vec<_>>(), [code]);
        assert!(problems[0].text.ends_with('.') && !problems[0].path.is_empty());
    }
    let mut rules = shop();
    rules.tax.as_mut().unwrap().rates[0].rate = 101_500;
    assert!(check(&rules).unwrap_err().to_string().contains("101.5 %"));
}

#[test]
fn rules_are_read_as_they_were_written() {
    let mut rules = shop();
    let steps = vec![Step { from: 0, price: 5 }, Step { from: 9, price: 7 }];
    rules.zones[0].methods[1].steps = Some(Steps { by: Measure::Weight, steps });
    let tax = rules.tax.as_mut().unwrap();
    tax.classes = vec!["books".to_owned()];
    tax.shipping_class = Some("books".to_owned());
    tax.rates[0].region = Some("\"x\"".to_owned());
    assert_eq!(read_rules(&write_rules(&rules)), Some(rules));
    assert_eq!(read_rules(&write_rules(&Rules::default())), Some(Rules::default()));
    for corrupt in ["", "{}}", r#"{"zones":[{}]}"#, r#"{"tax":{"rates":[{"country":"DE"}]}}"#] {
        assert_eq!(read_rules(corrupt), None, "{corrupt}");
    }
}

#[test]
fn a_day_is_that_of_coordinated_universal_time() {
    assert_eq!(day_of(0), date(1970, 1, 1));
    assert_eq!(day_of(86_399_999), date(1970, 1, 1));
    assert_eq!(day_of(i64::MAX), date(1970, 1, 1));
}
