use super::*;

use Field::{City, Company, Country, Line1, Line2, Name, Phone, PostalCode, Region};

/// An address of the given fields.
pub(super) fn address<const COUNT: usize>(
    country: &str,
    fields: [(Field, &str); COUNT],
) -> Address {
    let mut address = Address { country: country.to_owned(), ..Address::default() };
    for (field, text) in fields {
        text.clone_into(address.get_mut(field));
    }
    address
}

/// The fields of a country between the recipient and the phone number.
fn place(country: &str) -> Vec<Field> {
    let fields = form_for(country).unwrap().fields();
    let [Name, Company, place @ .., Phone] = fields.as_slice() else { panic!("{fields:?}") };
    place.to_vec()
}

fn required(country: &str) -> Vec<Field> {
    let form = form_for(country).unwrap();
    form.fields().into_iter().filter(|field| form.is_required(*field)).collect()
}

/// The lines of an address that passes its check.
fn parcel(address: &Address, country_name: &str) -> Vec<String> {
    lines(&check(address).unwrap(), country_name)
}

pub(super) fn berlin() -> Address {
    address(
        "DE",
        [(Name, "Erika Muster"), (Line1, "Torstr. 1"), (PostalCode, "10115"), (City, "Berlin")],
    )
}

#[test]
fn germany_writes_the_postal_code_in_front_of_the_city() {
    assert_eq!(place("DE"), [Line1, Line2, PostalCode, City]);
    assert_eq!(required("DE"), [Name, Line1, PostalCode, City]);
    let form = form_for("DE").unwrap();
    assert_eq!((form.region_kind(), form.regions().count()), (None, 0));
    let address = Address { company: "Muster GmbH".to_owned(), ..berlin() };
    assert_eq!(
        parcel(&address, "Germany"),
        ["Erika Muster", "Muster GmbH", "Torstr. 1", "10115 Berlin", "Germany"]
    );
}

#[test]
fn the_united_states_write_city_state_and_zip_code_on_one_line() {
    assert_eq!(place("US"), [Line1, Line2, City, Region, PostalCode]);
    assert_eq!(required("US"), [Name, Line1, City, Region, PostalCode]);
    let form = form_for("US").unwrap();
    assert_eq!(form.region_kind(), Some(RegionKind::State));
    assert_eq!(form.postal_code_kind(), Some(PostalCodeKind::Zip));
    assert_eq!(form.regions().count(), 62);
    assert!(form.regions().any(|region| region == ("CA", "California")));
    let address = address(
        "us",
        [
            (Name, "Jane Doe"),
            (Line1, "1 Main St"),
            (Line2, "Apt 2"),
            (City, "Cupertino"),
            (Region, "california"),
            (PostalCode, "950141234"),
        ],
    );
    let checked = check(&address).unwrap();
    assert_eq!((&*checked.region, &*checked.country), ("CA", "US"));
    assert_eq!(
        lines(&checked, "USA"),
        ["Jane Doe", "1 Main St", "Apt 2", "Cupertino, CA 95014-1234", "USA"]
    );
}

#[test]
fn japan_starts_with_the_postal_code() {
    assert_eq!(place("JP"), [PostalCode, Region, City, Line1, Line2]);
    assert_eq!(required("JP"), [Name, PostalCode, Region, Line1]);
    let form = form_for("JP").unwrap();
    assert_eq!(form.region_kind(), Some(RegionKind::Prefecture));
    assert_eq!(form.regions().count(), 47);
    assert_eq!(form.regions().next(), Some(("01", "Hokkaido")));
    let address = address(
        "JP",
        [
            (Name, "山田太郎"),
            (PostalCode, "１５４００２３"),
            (Region, "東京都"),
            (City, "世田谷区"),
            (Line1, "若林1-2-3"),
        ],
    );
    assert_eq!(check(&address).unwrap().region, "13");
    assert_eq!(
        parcel(&address, "Japan"),
        ["〒154-0023", "東京都 世田谷区", "若林1-2-3", "山田太郎", "Japan"]
    );
}

#[test]
fn an_address_in_japan_in_latin_letters_ends_with_the_postal_code() {
    let address = address(
        "JP",
        [
            (Name, "Taro Yamada"),
            (PostalCode, "154-0023"),
            (Region, "13"),
            (City, "Setagaya-ku"),
            (Line1, "1-2-3 Wakabayashi"),
        ],
    );
    assert_eq!(
        parcel(&address, "Japan"),
        ["Taro Yamada", "1-2-3 Wakabayashi", "Setagaya-ku, Tokyo", "154-0023", "Japan"]
    );
}

#[test]
fn brazil_writes_the_code_of_the_state_behind_the_city() {
    assert_eq!(place("BR"), [Line1, Line2, City, Region, PostalCode]);
    assert_eq!(required("BR"), [Name, Line1, City, Region, PostalCode]);
    assert_eq!(form_for("BR").unwrap().regions().count(), 27);
    let address = address(
        "BR",
        [
            (Name, "Ana Souza"),
            (Line1, "Rua A, 10"),
            (Line2, "Centro"),
            (City, "Campinas"),
            (Region, "Sao Paulo"),
            (PostalCode, "13010111"),
        ],
    );
    assert_eq!(
        parcel(&address, "Brazil"),
        ["Ana Souza", "Rua A, 10", "Centro", "Campinas - SP", "13010-111", "Brazil"]
    );
}

#[test]
fn ireland_requires_neither_county_nor_eircode() {
    assert_eq!(place("IE"), [Line1, Line2, City, Region, PostalCode]);
    assert_eq!(required("IE"), [Name, Line1, City]);
    let form = form_for("IE").unwrap();
    assert_eq!(form.region_kind(), Some(RegionKind::County));
    assert_eq!(form.postal_code_kind(), Some(PostalCodeKind::Eircode));
    assert_eq!(form.regions().count(), 26);
    let short = address("IE", [(Name, "Aoife"), (Line1, "1 Main Street"), (City, "Naas")]);
    assert_eq!(parcel(&short, "Ireland"), ["Aoife", "1 Main Street", "Naas", "Ireland"]);
    let full = Address { region: "Kildare".to_owned(), postal_code: "w91x285".to_owned(), ..short };
    assert_eq!(
        parcel(&full, "Ireland"),
        ["Aoife", "1 Main Street", "Naas", "Co. Kildare", "W91 X285", "Ireland"]
    );
}

#[test]
fn hong_kong_has_no_postal_code() {
    assert_eq!(place("HK"), [Region, City, Line1, Line2]);
    assert_eq!(required("HK"), [Name, Region, Line1]);
    let form = form_for("HK").unwrap();
    assert_eq!((form.postal_code_kind(), form.postal_code_example()), (None, ""));
    assert_eq!(form.region_kind(), Some(RegionKind::Area));
    assert_eq!(form.city_kind(), Some(CityKind::District));
    let address = address(
        "HK",
        [
            (Name, "Chan"),
            (Line1, "1 Nathan Road"),
            (City, "Mong Kok"),
            (Region, "Kowloon"),
            (PostalCode, "999077"),
        ],
    );
    let checked = check(&address).unwrap();
    assert_eq!((&*checked.postal_code, &*checked.region), ("", "KLN"));
    assert_eq!(
        lines(&checked, "Hong Kong"),
        ["Chan", "1 Nathan Road", "Mong Kok", "Kowloon", "Hong Kong"]
    );
}

#[test]
fn the_united_arab_emirates_ask_for_the_emirate() {
    assert_eq!(place("AE"), [Line1, Line2, Region]);
    assert_eq!(required("AE"), [Name, Line1, Region]);
    let form = form_for("AE").unwrap();
    assert_eq!(form.region_kind(), Some(RegionKind::Emirate));
    assert_eq!(form.regions().count(), 7);
    let address = address("AE", [(Name, "Ali"), (Line1, "Villa 5"), (Region, "DU")]);
    assert_eq!(parcel(&address, "UAE"), ["Ali", "Villa 5", "Dubai", "UAE"]);
    let arabic = Address { line1: "شارع 5".to_owned(), ..address };
    assert_eq!(parcel(&arabic, ""), ["Ali", "شارع 5", "دبي"]);
}

#[test]
fn the_united_kingdom_writes_the_postcode_on_its_own_line() {
    assert_eq!(place("GB"), [Line1, Line2, City, PostalCode]);
    assert_eq!(required("GB"), [Name, Line1, City, PostalCode]);
    assert_eq!(form_for("GB").unwrap().city_kind(), Some(CityKind::PostTown));
    let address = address(
        "GB",
        [(Name, "Jo"), (Line1, "10 Downing Street"), (City, "London"), (PostalCode, "sw1a2aa")],
    );
    assert_eq!(
        parcel(&address, "United Kingdom"),
        ["Jo", "10 Downing Street", "London", "SW1A 2AA", "United Kingdom"]
    );
}

#[test]
fn switzerland_has_no_canton_and_writes_the_company_first() {
    assert_eq!(place("CH"), [Line1, Line2, PostalCode, City]);
    assert_eq!(required("CH"), [Name, Line1, PostalCode, City]);
    let address = address(
        "CH",
        [
            (Name, "Urs Meier"),
            (Company, "Meier AG"),
            (Line1, "Seestrasse 1"),
            (PostalCode, "CH-8001"),
            (City, "Zürich"),
            (Region, "ZH"),
        ],
    );
    assert_eq!(check(&address).unwrap().region, "");
    assert_eq!(
        parcel(&address, "Switzerland"),
        ["Meier AG", "Urs Meier", "Seestrasse 1", "8001 Zürich", "Switzerland"]
    );
}

#[test]
fn layouts_have_words_of_their_own() {
    let recipient = [(Name, "Tan"), (Line1, "1 Orchard Road"), (PostalCode, "238824")];
    let singapore = address("SG", recipient);
    assert_eq!(parcel(&singapore, "Singapore")[2..], ["Singapore 238824", "Singapore"]);
    let puerto_rico = address("PR", [(City, "San Juan"), (PostalCode, "00930")]);
    assert_eq!(lines(&puerto_rico, ""), ["San Juan PR 00930"]);
    let luxembourg = address("LU", [(City, "Luxembourg"), (PostalCode, "1234")]);
    assert_eq!(lines(&luxembourg, ""), ["L-1234 Luxembourg"]);
}

#[test]
fn separators_beside_empty_fields_are_left_out() {
    assert_eq!(lines(&address("US", [(City, "Ames"), (PostalCode, "50010")]), ""), ["Ames 50010"]);
    assert_eq!(lines(&address("US", [(Region, "IA")]), ""), ["IA"]);
    assert_eq!(lines(&address("US", []), "USA"), ["USA"]);
}

#[test]
fn a_region_is_not_repeated_if_it_is_called_like_the_city() {
    let madrid = [(City, "MADRID"), (Region, "M"), (PostalCode, "28001")];
    assert_eq!(lines(&address("ES", madrid), ""), ["28001 MADRID"]);
    let getafe = [(City, "Getafe"), (Region, "M"), (PostalCode, "28901")];
    assert_eq!(lines(&address("ES", getafe), ""), ["28901 Getafe", "Madrid"]);
}

#[test]
fn fields_have_names_and_autocomplete_tokens_of_their_own() {
    let mut seen = Vec::new();
    for field in Field::ALL {
        assert_eq!(Field::from_key(field.key()), Some(field));
        assert!(!seen.contains(&field.autocomplete()));
        seen.push(field.autocomplete());
    }
    assert_eq!(Field::from_key(""), None);
}

/// Numbers that look random and are the same in every run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % limit
    }

    /// A text of parts that have been trouble in other programs.
    fn text(&mut self) -> String {
        const PARTS: [&str; 32] = [
            "",
            " ",
            "\t",
            "\n",
            "\0",
            "\u{7f}",
            "\u{85}",
            "\u{feff}",
            "\u{202e}",
            "\u{301}",
            "-",
            "—",
            "ー",
            "〒",
            "１",
            "٣",
            "9",
            "12345",
            "A",
            "ß",
            "İ",
            "ŉ",
            "Ａ",
            "東京都",
            "Dublin",
            "CA",
            "|",
            "[",
            "(",
            "{",
            "👩‍👩‍👧",
            "%n",
        ];
        (0..self.below(9)).map(|_| PARTS[self.below(PARTS.len())]).collect()
    }
}

#[test]
fn odd_texts_never_panic_and_what_is_accepted_stays_as_it_is() {
    let mut numbers = Numbers(1);
    let names = include_str!("../../../../locales/countries/en.txt");
    let mut accepted = 0;
    for country in names.lines().filter_map(|line| line.get(..2)).chain(["", "XX", "日"]) {
        let form = form_for(country);
        for _ in 0..20 {
            let mut address = Address { country: country.to_owned(), ..Address::default() };
            for field in Field::ALL.into_iter().filter(|field| *field != Country) {
                *address.get_mut(field) = numbers.text();
            }
            form.map(|form| form.normalize_postal_code(&address.postal_code));
            let written = lines(&address, &address.name);
            assert!(written.iter().all(|line| !line.chars().any(char::is_control)));
            address.postal_code = form.map_or("", |form| form.postal_code_example()).to_owned();
            address.phone.clear();
            if let Ok(checked) = check(&address) {
                assert_eq!(check(&checked).as_ref(), Ok(&checked));
                accepted += 1;
            }
        }
        form_for(&numbers.text());
    }
    assert!(accepted > 100, "{accepted}");
}
