use super::*;

fn shop(origins: &[&str]) -> Shop {
    Shop {
        id: 1,
        name: "Mugs".to_owned(),
        currency: Currency::EUR,
        origins: origins.iter().map(|&origin| origin.to_owned()).collect(),
        checkout: Checkout::Hosted,
        rules: None,
        takes_codes: false,
    }
}

#[test]
fn every_way_to_check_out_has_a_name() {
    for checkout in [Checkout::Hosted, Checkout::External] {
        assert_eq!(Checkout::parse(checkout.name()), Some(checkout));
    }
    assert_eq!(Checkout::External.name(), "external");
    assert_eq!(Checkout::parse("odd"), None);
}

#[test]
fn a_shop_without_origins_allows_any() {
    assert!(shop(&[]).allows("https://any.example"));
    let some = shop(&["https://a.example", "https://b.example"]);
    assert!(some.allows("https://B.example"));
    assert!(!some.allows("https://any.example"));
}

#[test]
fn a_currency_is_one_of_iso_4217() {
    assert_eq!(read_currency(" eur "), Some(Currency::EUR));
    for code in ["", "EU", "XXX", "EUR USD"] {
        assert_eq!(read_currency(code), None, "{code}");
    }
}

#[test]
fn an_origin_is_read_as_browsers_write_it() {
    for (text, origin) in [
        (" https://Shop.Example ", "https://shop.example"),
        ("https://shop.example:443/", "https://shop.example"),
        ("http://localhost:8080", "http://localhost:8080"),
    ] {
        assert_eq!(read_origin(text).as_deref(), Some(origin), "{text}");
    }
    for text in [
        "shop.example",
        "ftp://shop.example",
        "https://shop.example/page",
        "https://shop.example/?query",
        "https://shop.example/#part",
        "https://ann@shop.example",
        "https://:secret@shop.example",
    ] {
        assert_eq!(read_origin(text), None, "{text}");
    }
}

#[test]
fn an_address_leads_to_the_web() {
    let address = read_address(" https://Shop.Example/a b?c#d ");
    assert_eq!(address.as_deref(), Some("https://shop.example/a%20b?c#d"));
    for text in ["/page", "mailto:ann@shop.example", "https://ann:secret@shop.example/page"] {
        assert_eq!(read_address(text), None, "{text}");
    }
}
