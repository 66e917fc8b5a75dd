//! `/admin/settings/codes`: discount codes in the hands of the people who run the shop.

use super::{ACTIVITY, below, forms::CODE_LIST, operator::Operator, site::Site};
use basket_model::pricing::{Discount, DiscountKind, Scope};

const SPRING: &[(&str, &str)] = &[
    ("code", "spring"),
    ("kind", "percent"),
    ("value", "7,5"),
    ("scope", "every_period"),
    ("minimum", "20"),
    ("skus", "MUG\r\nCOFFEE"),
    ("starts_at", "2027-01-15T10:00"),
    ("ends_at", ""),
    ("max_uses", "100"),
    ("max_per_person", "1"),
];

fn with<'a>(changed: (&'a str, &'a str)) -> Vec<(&'a str, &'a str)> {
    let kept = SPRING.iter().filter(|(name, _)| *name != changed.0);
    kept.copied().chain([changed]).collect()
}

fn find(site: &Site, code: &str) -> Option<Discount> {
    site.wait(site.store.discounts().find(site.demo_shop(), code)).unwrap()
}

on_both_engines!(a_code_is_made_changed_and_removed);

fn a_code_is_made_changed_and_removed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    assert!(operator.get(CODE_LIST).says("No discount codes yet"));
    assert_eq!(operator.get(&below(CODE_LIST, "new")).status, 200);
    let made = operator.post(&below(CODE_LIST, "new"), SPRING);
    assert_eq!((made.status, &*made.location), (303, "/admin/settings/codes?saved=SPRING"));
    let spring = find(&site, "SPRING").unwrap();
    assert_eq!((spring.kind, spring.scope), (DiscountKind::Percent(7_500), Scope::EveryPeriod));
    assert_eq!((spring.minimum, spring.skus.len()), (Some(2000), 2));
    assert_eq!((spring.starts_at, spring.max_uses), (Some(1_800_007_200_000), Some(100)));
    let list = operator.get(CODE_LIST).text_of_all();
    for said in ["SPRING", "7.5 %", "Every period, 2 products, from €20.00", "0 of 100"] {
        assert!(list.contains(said), "{said}: {list}");
    }
    assert!(operator.get(&format!("{CODE_LIST}?q=spring")).says("7.5 %"));
    assert!(operator.get(&format!("{CODE_LIST}?q=autumn")).says("No code found"));
    let edit = below(CODE_LIST, "edit?code=SPRING");
    let form = operator.get(&edit);
    assert_eq!(form.value("value").as_deref(), Some("7.5"));
    assert_eq!(form.value("starts_at").as_deref(), Some("2027-01-15T10:00"));
    let changed = operator.post(&edit, &with(("value", "10")));
    assert_eq!(changed.status, 303, "{}", changed.text);
    assert_eq!(find(&site, "SPRING").unwrap().kind, DiscountKind::Percent(10_000));
    let removed = operator.post(&below(CODE_LIST, "remove"), &[("code", "SPRING")]);
    assert_eq!(removed.status, 303);
    assert_eq!((find(&site, "SPRING"), operator.get(&edit).status), (None, 404));
    let activity = operator.get(ACTIVITY);
    for words in ["saved the discount code", "removed the discount code"] {
        assert!(activity.says(words), "{words}");
    }
}

on_both_engines!(what_is_wrong_with_a_code_is_said_beside_what_was_typed);

fn what_is_wrong_with_a_code_is_said_beside_what_was_typed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let long = "X".repeat(300);
    for (field, value, said) in [
        ("code", &*long, "The code must have 1 to 64 characters and no spaces."),
        ("code", "two words", "no spaces"),
        ("value", "101", "The value must be more than 0 and at most 100 percent."),
        ("value", "-5", "Enter the value in percent"),
        ("value", "0", "more than 0"),
        ("minimum", "-1", "Enter an amount, such as 24.00."),
        ("starts_at", "soon", "Enter a date and time"),
        ("ends_at", "2027-01-15T09:59", "The end must be after the start."),
        ("max_uses", "0", "The limit must be 1 or more."),
        ("max_per_person", "-1", "Enter a whole number"),
    ] {
        let page = operator.post(&below(CODE_LIST, "new"), &with((field, value)));
        assert_eq!(page.status, 422, "{field}");
        let problem = page.problem(field).unwrap_or_else(|| panic!("{field}: {}", page.text));
        assert!(problem.contains(said), "{field}: {problem}");
        assert_eq!(page.value(field).as_deref(), Some(value));
    }
    operator.post(&below(CODE_LIST, "new"), SPRING);
    let twice = operator.post(&below(CODE_LIST, "new"), SPRING);
    assert!(twice.problem("code").unwrap().contains("There is already such a code."));
}

on_both_engines!(a_file_of_codes_goes_in_and_comes_out_as_it_was);

fn a_file_of_codes_goes_in_and_comes_out_as_it_was() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    operator.post(&below(CODE_LIST, "new"), SPRING);
    let csv = format!("{CODE_LIST}.csv");
    let file = operator.get(&csv);
    assert_eq!((file.status, &*file.kind), (200, "text/csv; charset=utf-8"));
    let changed = file.text.replace("7.5", "8") + "gift,amount,500,,,,,,,\nFREE,shipping,,,,,,,,\n";
    let sent = operator.upload(&below(CODE_LIST, "import"), &changed, None);
    assert_eq!((sent.status, &*sent.location), (303, "/admin/settings/codes?imported=3"));
    assert_eq!(find(&site, "SPRING").unwrap().kind, DiscountKind::Percent(8_000));
    assert_eq!(find(&site, "GIFT").unwrap().kind, DiscountKind::Amount(500));
    assert!(operator.get(ACTIVITY).says("imported discount codes:"));
    let file = operator.get(&csv).text;
    assert!(file.contains("GIFT,amount,500,first_period,,,,,,\n"), "{file}");
}

on_both_engines!(a_file_with_a_bad_row_changes_nothing);

fn a_file_with_a_bad_row_changes_nothing() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let import = below(CODE_LIST, "import");
    let long = "X".repeat(300);
    let file = format!(
        "code,kind,value\nA,percent,10\nB,percent,101\n{long},percent,1\nC,amount,-5\na,percent,5\n"
    );
    let refused = operator.upload(&import, &file, None);
    assert_eq!(refused.status, 422);
    for said in [
        "Nothing was imported.",
        "4 rows are wrong.",
        "line 3: value must be more than 0 and at most 100 percent",
        "line 4: code must have 1 to 64 characters and no spaces",
        "line 5: value must be an amount above 0",
        "line 6: code also appears in an earlier row",
    ] {
        assert!(refused.says(said), "{said}: {}", refused.text);
    }
    let many = format!("code,kind\n{}", "A,shipping\n".repeat(10_001));
    let refused = operator.upload(&import, &many, None);
    assert!(refused.says("more than 10,000 rows"), "{}", refused.text);
    for file in ["", "code\n", "code,kind\n", "code,kind,gift\nA,shipping,1\n"] {
        assert_eq!(operator.upload(&import, file, None).status, 422, "{file}");
    }
    assert_eq!(find(&site, "A"), None);
}
