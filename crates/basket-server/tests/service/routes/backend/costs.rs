//! `/admin/settings/shipping` and `/admin/settings/tax`: what orders cost beside their lines, in the hands of the people who
//! run the shop.

use super::{
    ACTIVITY, below,
    forms::{SHIPPING, TAX},
    operator::Operator,
    page::Page,
    site::Site,
};
use basket_core::product::Product;
use basket_model::pricing::Rules;
use std::sync::Arc;

/// Parcels to two countries, heavier ones for more, and a place to pick goods up.
const ZONES: &[(&str, &str)] = &[
    ("country", "DE"),
    ("minimum", "10"),
    ("zones[0].name", "Home <b>& near</b>"),
    ("zones[0].countries", "de, AT"),
    ("zones[0].methods[0].id", ""),
    ("zones[0].methods[0].name", "Parcel"),
    ("zones[0].methods[0].price", "4,90"),
    ("zones[0].methods[0].free_from", "60"),
    ("zones[0].methods[0].by", "weight"),
    ("zones[0].methods[0].steps", "2000 = 6.90\r\n10000 = 9.90"),
    ("zones[0].methods[1].name", "Shop"),
    ("zones[0].methods[1].price", "0"),
    ("zones[0].methods[1].pickup", "on"),
    ("zones[0].methods[2].name", ""),
    ("zones[0].methods[2].price", ""),
    ("zones[1].name", ""),
    ("zones[1].methods[0].name", ""),
];
/// Prices that contain tax, with an own class.
const RATES: &[(&str, &str)] = &[
    ("tax.mode", "included"),
    ("tax.classes", "books"),
    ("tax.shipping_class", ""),
    ("tax.reverse_charge", "on"),
    ("tax.rates[0].country", "de"),
    ("tax.rates[0].rate", "19"),
    ("tax.rates[0].from", "2021-01-01"),
    ("tax.rates[1].country", "DE"),
    ("tax.rates[1].class", "books"),
    ("tax.rates[1].rate", "7,5"),
    ("tax.rates[1].name", "Book tax"),
    ("tax.rates[1].from", "2021-01-01"),
    ("tax.rates[2].country", ""),
    ("tax.rates[2].rate", ""),
];

fn with<'a>(
    fields: &[(&'a str, &'a str)],
    changed: &[(&'a str, &'a str)],
) -> Vec<(&'a str, &'a str)> {
    let is_kept = |name: &str| !changed.iter().any(|(other, _)| *other == name);
    let kept = fields.iter().filter(|(name, _)| is_kept(name));
    kept.chain(changed).copied().collect()
}

fn rules(site: &Site) -> Arc<Rules> {
    let shop = site.wait(site.store.shops().find(site.demo_shop())).unwrap().unwrap();
    shop.rules.unwrap_or_default()
}

fn is_refused(page: &Page, field: &str, said: &str) {
    assert_eq!(page.status, 422, "{field}: {}", page.text);
    let problem = page.problem(field).unwrap_or_else(|| panic!("{field}: {}", page.text));
    assert!(problem.contains(said), "{field}: {problem}");
}

on_both_engines!(zones_are_saved_shown_and_removed);

fn zones_are_saved_shown_and_removed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    assert_eq!(operator.get(SHIPPING).status, 200);
    let saved = operator.post(SHIPPING, ZONES);
    assert_eq!((saved.status, &*saved.location), (303, "/admin/settings/shipping?saved=yes"));
    let kept = rules(&site);
    assert_eq!((kept.country.as_deref(), kept.minimum), (Some("DE"), Some(1000)));
    assert_eq!(kept.zones.len(), 1);
    assert_eq!(kept.zones[0].countries, ["DE", "AT"]);
    let ids: Vec<&str> = kept.zones[0].methods.iter().map(|method| &*method.id).collect();
    assert_eq!(ids, ["parcel", "shop"]);
    let form = operator.get(SHIPPING);
    assert_eq!(form.value("zones[0].name").as_deref(), Some("Home <b>& near</b>"));
    assert_eq!(form.value("zones[0].methods[0].price").as_deref(), Some("4.90"));
    assert!(form.says("2000 = 6.90\n10000 = 9.90"), "{}", form.text);
    // Another name keeps the id by which orders know the method.
    let renamed = [
        ("zones[0].methods[0].id", "parcel"),
        ("zones[0].methods[0].name", "Express"),
        ("zones[0].methods[1].remove", "on"),
    ];
    assert_eq!(operator.post(SHIPPING, &with(ZONES, &renamed)).status, 303);
    let kept = rules(&site);
    assert_eq!(kept.zones[0].methods.len(), 1);
    assert_eq!(kept.zones[0].methods[0].id, "parcel");
    assert_eq!(operator.post(SHIPPING, &with(ZONES, &[("zones[0].remove", "on")])).status, 303);
    assert_eq!(rules(&site).zones, []);
    assert!(operator.get(ACTIVITY).says("saved the shipping settings:"));
}

on_both_engines!(what_is_wrong_with_a_zone_is_said_beside_what_was_typed);

fn what_is_wrong_with_a_zone_is_said_beside_what_was_typed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    for (field, value, said) in [
        ("minimum", "-5", "Enter an amount, such as 24.00."),
        ("country", "Germany", "is not a country"),
        ("zones[0].name", "", "The zone needs a name."),
        ("zones[0].countries", "DE XX", "&quot;XX&quot; is not a country"),
        ("zones[0].countries", "DE DE", "DE is in two zones"),
        ("zones[0].methods[0].name", "", "The delivery method needs a name."),
        ("zones[0].methods[0].price", "-4.90", "Enter an amount"),
        ("zones[0].methods[0].price", "", "Enter the price"),
        ("zones[0].methods[0].free_from", "1.2.3", "Enter an amount"),
        ("zones[0].methods[0].steps", "2000: 6.90", "Write each step as a line"),
        ("zones[0].methods[0].steps", "9 = 1\n2 = 1", "Steps must have growing limits"),
    ] {
        let page = operator.post(SHIPPING, &with(ZONES, &[(field, value)]));
        let said = said.replace("&quot;", "\"");
        is_refused(&page, field, &said);
        assert!(page.says("Nothing was saved. Fix the marked fields."), "{field}");
        // All that was typed is kept.
        assert_eq!(page.value("zones[0].methods[1].name").as_deref(), Some("Shop"), "{field}");
    }
    assert_eq!(*rules(&site), Rules::default());
}

on_both_engines!(rates_are_saved_shown_and_removed);

fn rates_are_saved_shown_and_removed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    assert_eq!(operator.post(SHIPPING, ZONES).status, 303);
    assert_eq!(operator.post(TAX, RATES).status, 303);
    let kept = rules(&site);
    let tax = kept.tax.as_ref().unwrap();
    assert!(tax.is_included && tax.has_reverse_charge);
    assert_eq!((tax.rates.len(), tax.rates[1].rate), (2, 7_500));
    assert_eq!(kept.zones.len(), 1, "shipping stays");
    let form = operator.get(TAX);
    assert_eq!(form.value("tax.rates[1].rate").as_deref(), Some("7.5"));
    let removed = with(RATES, &[("tax.rates[0].remove", "on")]);
    assert_eq!(operator.post(TAX, &removed).status, 303);
    assert_eq!(rules(&site).tax.as_ref().unwrap().rates.len(), 1);
    assert_eq!(operator.post(TAX, &[("tax.mode", "off")]).status, 303);
    assert_eq!(rules(&site).tax, None);
    assert!(operator.get(ACTIVITY).says("saved the tax settings:"));
}

on_both_engines!(what_is_wrong_with_a_rate_is_said_beside_what_was_typed);

fn what_is_wrong_with_a_rate_is_said_beside_what_was_typed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    for (field, value, said) in [
        ("tax.rates[0].rate", "101", "A rate of 101 % is too high"),
        ("tax.rates[0].rate", "-1", "Enter the rate in percent"),
        ("tax.rates[0].country", "EU", "is not a country"),
        ("tax.rates[0].region", "XX", "has no region"),
        ("tax.rates[0].from", "", "Enter the first day"),
        ("tax.classes", "reduced", "There are two tax classes"),
        ("tax.shipping_class", "toys", "There is no tax class"),
    ] {
        let page = operator.post(TAX, &with(RATES, &[(field, value)]));
        is_refused(&page, field, said);
        assert!(page.says("value=\"Book tax\""), "{field}: all that was typed is kept");
    }
    let page = operator.post(TAX, &with(RATES, &[("tax.classes", "")]));
    assert_eq!(page.status, 422);
    assert!(page.says("There is no tax class &quot;books&quot;"), "{}", page.text);
    assert_eq!(*rules(&site), Rules::default());
}

on_both_engines!(standard_rates_are_added_once);

fn standard_rates_are_added_once() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let add = below(TAX, "standard");
    let refused = operator.post(&add, &[("group", "eu")]);
    assert_eq!(refused.status, 422);
    assert!(refused.says("Choose first whether prices contain tax"), "{}", refused.text);
    operator.post(TAX, RATES);
    for _ in 0..2 {
        assert_eq!(operator.post(&add, &[("group", "eu")]).status, 303);
        // The 26 other countries, and the two rates that were there.
        assert_eq!(rules(&site).tax.as_ref().unwrap().rates.len(), 28);
    }
    assert_eq!(operator.post(&add, &[("group", "all")]).status, 303);
    assert_eq!(rules(&site).tax.as_ref().unwrap().rates.len(), 31);
    assert_eq!(operator.post(&add, &[("group", "moon")]).status, 404);
}

on_both_engines!(a_file_of_rates_goes_in_and_comes_out_as_it_was);

fn a_file_of_rates_goes_in_and_comes_out_as_it_was() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    operator.post(TAX, RATES);
    let file = operator.get(&below(TAX, "rates.csv"));
    assert_eq!((file.status, &*file.kind), (200, "text/csv; charset=utf-8"));
    let changed = file.text.clone() + "US,CA,,8.875,Sales tax,2026-07-01\n";
    let sent = operator.upload(&below(TAX, "import"), &changed, None);
    assert_eq!(sent.status, 303, "{}", sent.text);
    assert_eq!(operator.get(&below(TAX, "rates.csv")).text, changed);
    let before = rules(&site);
    let wrong = "country,class,rate,from\nDE,,19,2021-01-01\nXX,,19,2021-01-01\nDE,toys,5,2021-01-01\n\
                 FR,,101,2021-01-01\nFR,,many,2021-01-01\n";
    let refused = operator.upload(&below(TAX, "import"), wrong, None);
    assert_eq!(refused.status, 422);
    for said in [
        "Nothing was imported.",
        "4 rows are wrong.",
        "line 3: &quot;XX&quot; is not a country",
        "line 4: There is no tax class &quot;toys&quot;",
        "line 5: A rate of 101 % is too high",
        "line 6: rate must be a percentage",
    ] {
        assert!(refused.says(said), "{said}: {}", refused.text);
    }
    for file in ["", "country,rate,from\n", "country,rate\nDE,19\n"] {
        assert_eq!(operator.upload(&below(TAX, "import"), file, None).status, 422, "{file}");
    }
    assert_eq!(rules(&site), before);
}

on_both_engines!(an_example_says_what_a_parcel_costs);

fn an_example_says_what_a_parcel_costs() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    site.put_product(Product { weight: Some(1500), ..site.product("MUG") });
    operator.post(SHIPPING, ZONES);
    operator.post(TAX, RATES);
    for page in [SHIPPING, TAX] {
        let shown = operator.get(&format!("{page}?to=DE&sku=MUG&quantity=2")).text_of_all();
        // Two mugs for 18.00 each, 3 kg: 36.00 + 6.90, of which 42.90 × 19 ÷ 119 are tax.
        for said in ["2 × Stoneware mug", "€36.00", "€6.90", "€42.90", "€6.85", "19 %", "€36.05"]
        {
            assert!(shown.contains(said), "{said}: {shown}");
        }
        assert!(shown.contains("delivered by Shop"), "{shown}");
    }
    let nowhere = operator.get(&format!("{SHIPPING}?to=FR&sku=MUG")).text_of_all();
    assert!(nowhere.contains("The shop does not deliver to France"), "{nowhere}");
    let unknown = operator.get(&format!("{SHIPPING}?to=DE&sku=NONE"));
    assert!(unknown.says("There is no product with the SKU"), "{}", unknown.text);
}

on_both_engines!(a_product_has_a_tax_class_of_the_shop);

fn a_product_has_a_tax_class_of_the_shop() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    operator.post(TAX, RATES);
    let product = |class| {
        let fields = [("sku", "ATLAS"), ("name", "Atlas"), ("type", "normal"), ("price", "30")];
        [&fields[..], &[("weight", "900"), ("tax_class", class)]].concat()
    };
    let refused = operator.post("/admin/products/new", &product("toys"));
    is_refused(&refused, "tax_class", "There is no tax class \"toys\"");
    assert_eq!(operator.post("/admin/products/new", &product("books")).status, 303);
    let atlas = site.product("ATLAS");
    assert_eq!((atlas.weight, atlas.tax_class.as_deref()), (Some(900), Some("books")));
    let form = operator.get("/admin/products/edit?sku=ATLAS");
    assert!(form.says("<option value=\"books\" selected>"), "{}", form.text);
    assert_eq!(form.value("weight").as_deref(), Some("900"));
}
