use super::*;
use basket_core::{config::table::Group, locale::Intl as _, product::Frequency};
use std::collections::BTreeSet;

fn words(locale: &str) -> Localizer {
    Localizer::new(locale, Node::NONE)
}

fn placeholders(text: &str) -> BTreeSet<&str> {
    text.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
}

#[test]
fn every_file_says_everything_with_its_placeholders() {
    let keys: BTreeSet<_> = Key::ALL.iter().map(|key| key.name()).collect();
    assert_eq!(keys.len(), Key::ALL.len());
    let english = words("en");
    let codes = |list: &[(&'static str, _)]| list.iter().map(|file| file.0).collect::<Vec<_>>();
    assert_eq!(codes(FILES), codes(NATIVE));
    for (code, text) in FILES {
        let file = json::parse(text).unwrap();
        let names: Vec<_> = file.root().members().map(|(name, _)| name.text()).collect();
        assert_eq!(names.len(), keys.len(), "{code} says something twice");
        assert_eq!(names.into_iter().collect::<BTreeSet<_>>(), keys, "{code}");
        for key in Key::ALL {
            let place = format!("{code}: {}", key.name());
            let text = file.root().get(key.name()).text();
            assert!(!text.is_empty() && text == text.trim(), "{place}");
            // Only what is counted has forms, and each form says all.
            let forms: Vec<_> = text.split(" | ").collect();
            assert!(forms.len() == 1 || *key == Key::StockShort, "{place}");
            for form in forms {
                assert!(!form.contains('|'), "{place}");
                let expected = english.text(*key).split(" | ").next().unwrap();
                assert_eq!(placeholders(form), placeholders(expected), "{place}");
            }
        }
    }
}

#[test]
fn a_code_finds_its_language_and_keeps_its_tag() {
    for (locale, language, direction, title) in [
        ("de", "de", "ltr", "Kasse"),
        ("de-AT", "de-AT", "ltr", "Kasse"),
        (" DE_at ", "de-AT", "ltr", "Kasse"),
        ("dk", "da", "ltr", "Kassen"),
        ("da-DK", "da-DK", "ltr", "Kassen"),
        ("nb-NO", "nb-NO", "ltr", "Kasse"),
        ("ar", "en", "ltr", "Checkout"),
        ("pt-BR", "en", "ltr", "Checkout"),
        ("", "en", "ltr", "Checkout"),
        ("\"><script>", "en", "ltr", "Checkout"),
        ("de-1234567-1234567-1234567-1234567-1234567", "en", "ltr", "Checkout"),
    ] {
        let words = words(locale);
        let found = (words.language(), words.direction(), words.text(Key::Title));
        assert_eq!(found, (language, direction, title), "{locale}");
    }
}

#[test]
fn a_language_that_the_shop_added_keeps_its_tag() {
    let own = json::parse(r#"{"ar": {}, "he": {}, "ku-Arab": {}, "pt": {}}"#).unwrap();
    for (locale, language, direction) in [
        ("ar", "ar", "rtl"),
        ("he-IL", "he-IL", "rtl"),
        ("ku-arab-iq", "ku-Arab-IQ", "rtl"),
        ("pt-BR", "pt-BR", "ltr"),
    ] {
        let words = Localizer::new(locale, own.root());
        assert_eq!((words.language(), words.direction()), (language, direction), "{locale}");
    }
}

#[test]
fn the_shops_own_texts_come_first() {
    assert!(Group::Locale.find(OWN).is_some(), "the checks know the member");
    let own = r#"{
        "ar": { "total": "المجموع", "checkout_page": { "title": "الدفع", "thanks": "شكرا {name}" } },
        "de": { "total": "Zusammen", "checkout_page": { "title": "Fertig", "back": 3 } },
        "de_AT": { "checkout_page": { "city": "Gemeinde" } },
        "en": { "checkout_page": { "back": "Home" } }
    }"#;
    let own = json::parse(own).unwrap();
    let words = |locale| Localizer::new(locale, own.root());
    let arabic = words("ar-EG");
    assert_eq!((arabic.language(), arabic.direction()), ("ar-EG", "rtl"));
    assert_eq!((arabic.text(Key::Title), arabic.widget(locale::Key::Total)), ("الدفع", "المجموع"));
    assert_eq!(arabic.fill(Key::Thanks, &[("name", "Ann")]), "شكرا Ann");
    // What is not said is said in English, also in the shop's own.
    assert_eq!((arabic.text(Key::Print), arabic.text(Key::Back)), ("Print", "Home"));
    let austrian = words("de-AT");
    assert_eq!((austrian.text(Key::City), austrian.text(Key::Title)), ("Gemeinde", "Fertig"));
    // What is no text is passed over.
    assert_eq!(austrian.text(Key::Back), "Zurück zum Shop");
    assert_eq!(austrian.widget(locale::Key::Total), "Zusammen");
}

#[test]
fn placeholders_are_filled_once_and_only_the_known_ones() {
    let values = [("name", "{shop}"), ("shop", "{name} & Co")];
    assert_eq!(filled("{name}, {shop}", &values), "{shop}, {name} & Co");
    assert_eq!(filled("{other} {name} {", &values), "{other} {shop} {");
    assert_eq!(filled("{{name}}", &values), "{{shop}}");
}

#[test]
fn what_is_left_is_counted() {
    let short = |locale, count| words(locale).count(Key::StockShort, count, &[("name", "a | b")]);
    let rest = "left in stock. Your order has not been placed.";
    assert_eq!(short("en", 1), format!("a | b: only 1 {rest}"));
    assert_eq!(short("en", 1234), format!("a | b: only 1,234 {rest}"));
    let slovenian = [1, 2, 3, 5, 101].map(|count| short("sl", count));
    for (text, start) in
        slovenian.iter().zip(["je le še 1 kos ", "sta", "so", "je le še 5 kosov", "je"])
    {
        assert!(text.starts_with(&format!("Na zalogi {start}")), "{text}");
    }
    let long = words("de").count(Key::TooLong, 254, &[]);
    assert_eq!(long, "Bitte geben Sie höchstens 254 Zeichen ein.");
}

/// The index of the form that a number takes.
fn form_of(text: &str, count: u32, words: &Localizer) -> usize {
    let indexes: Vec<_> = (0..text.split('|').count()).map(|index| index.to_string()).collect();
    words.locale().form(&indexes.join("|"), count).parse().unwrap()
}

#[test]
fn every_text_has_a_form_for_each_category_of_its_language() {
    // The rules of these languages repeat every hundred numbers. The category for whole millions is left out: no cart
    // holds a million items.
    let counts = || 1..=999_u32;
    for (code, _) in FILES {
        let words = words(code);
        let category = |count| ServerIntl.plural(count, words.language());
        let categories: BTreeSet<_> = counts().map(category).collect();
        let texts = Key::ALL.iter().map(|key| (key.name(), words.text(*key)));
        let widget = locale::Key::ALL.iter().map(|key| (key.name(), words.widget(*key)));
        let counted: Vec<_> = texts.chain(widget).filter(|(_, text)| text.contains('|')).collect();
        assert!(counted.len() > 1, "{code}");
        for (name, text) in counted {
            let forms: BTreeSet<_> =
                counts().map(|count| (category(count), form_of(text, count, &words))).collect();
            let used: BTreeSet<_> = forms.iter().map(|(_, form)| *form).collect();
            assert_eq!(forms.len(), categories.len(), "{code}: {name}");
            assert_eq!(used.len(), categories.len(), "{code}: {name} lacks a form");
            // Every form is used; the first of three or more is the one for zero.
            let all = text.split('|').count();
            assert!(used.iter().copied().eq(usize::from(all > 2)..all), "{code}: {name}");
        }
    }
}

#[test]
fn an_interval_that_is_counted_like_one_is_not_called_daily() {
    let period = Period::new(Frequency::Daily, 101).unwrap();
    assert_eq!(words("sl").period(period), "vsak 101 dan");
}

#[test]
fn numbers_and_the_widgets_texts_are_in_the_language() {
    let words = words("de");
    let monthly = |interval| Period::new(Frequency::Monthly, interval).unwrap();
    assert_eq!(words.money(123_456, Currency::EUR), "1.234,56\u{a0}€");
    assert_eq!(words.unit_price(1800, Currency::EUR), "je 18,00\u{a0}€");
    assert_eq!(words.then(1800, Currency::EUR, monthly(1)), "Danach 18,00\u{a0}€ monatlich");
    assert_eq!(words.period(monthly(3)), "alle 3 Monate");
    assert_eq!(words.date(1_794_700_800_000), "15. November 2026");
    assert_eq!(words.widget(locale::Key::Total), "Heute zu zahlen");
}

#[test]
fn countries_are_in_the_language() {
    let austria = |locale| words(locale).country("AT");
    assert_eq!((austria("dk"), austria("sv")), (Some("Østrig"), Some("Österrike")));
    assert_eq!((austria("ar"), words("de").country("XX")), (Some("Austria"), None));
    assert_eq!(words("fi").countries().count(), 249);
}
