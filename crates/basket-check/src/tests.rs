use super::*;
use proptest::prelude::*;

/// Pieces that pages are made of, whole and broken.
const PIECES: &[&str] = &[
    "<div data-embed=\"service-basket\">",
    "<div data-embed=service-basket right>",
    "<a title='>' data-embed='service-basket'>",
    "<script type=\"application/json\">",
    "<script>",
    "</script>",
    "</div>",
    "<template>",
    "</template>",
    "<table><tr>",
    "</table>",
    "<p>",
    "<svg>",
    "</svg>",
    "<select>",
    "<noscript>",
    "<textarea>",
    "</textarea>",
    "<!-- ",
    "-->",
    "<b><i>",
    "</b>",
    "{\"api_key\": \"k\"}",
    "{\"api_key\": \"<API_KEY>\", \"options\": {\"tint\": 1}}",
    "{\"style\": {\"primary\": \"ü;\"},}",
    "'",
    "\"",
    "<",
    ">",
    "&lt;",
    "&lt",
    "<script data-a='>' type=application/json>",
    "\r\n",
    "\r",
    "\0",
    "\u{FEFF}",
    "“",
    "  ",
];

proptest! {
    #[test]
    fn any_page_is_checked_and_every_place_is_in_it(
        pieces in prop::collection::vec(prop_oneof![
            9 => prop::sample::select(PIECES).prop_map(str::to_owned),
            1 => any::<String>(),
        ], 0..24),
    ) {
        let file = check("page.html", pieces.concat().as_bytes());
        for (basket, diagnostic) in &file.checked.found {
            prop_assert!((1..=file.checked.baskets).contains(basket));
            let written = file.source.get(diagnostic.start..diagnostic.end);
            let found = diagnostic.found.trim_end_matches('…');
            prop_assert!(written.is_some_and(|text| text.starts_with(found)), "{:?}", diagnostic);
        }
        let files = [file];
        prop_assert!(!report::person(&files, true).is_empty());
        prop_assert!(report::machine(&files).ends_with("]\n"));
    }

    #[test]
    fn any_bytes_are_checked(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        check("page.html", &bytes);
        check("configuration.json", &bytes);
        check("-", &bytes);
    }
}

#[test]
fn what_is_about_an_element_points_at_its_tag() {
    for (page, tag) in [
        ("<p>text<body data-embed=service-basket>", "<body data-embed=service-basket>"),
        ("<p>text<html data-embed=service-basket>", "<html data-embed=service-basket>"),
        ("<image data-embed=service-basket><br>", "<image data-embed=service-basket>"),
        ("<p>a<b data-embed=service-basket>b<br></p>c", "<b data-embed=service-basket>"),
    ] {
        let file = check("page.html", page.as_bytes());
        assert!(!file.checked.found.is_empty(), "{page}");
        for (_, diagnostic) in &file.checked.found {
            assert!(page[diagnostic.start..diagnostic.end].starts_with(tag), "{diagnostic:?}");
        }
    }
}

#[test]
fn a_page_nested_deeply_is_checked() {
    let page = "<div>".repeat(5_000) + "<div data-embed=service-basket>";
    assert_eq!(check("page.html", page.as_bytes()).checked.baskets, 1);
}

#[test]
fn colours_are_for_terminals() {
    let files = [check("page.html", b"<div data-embed=service-basket>")];
    assert!(report::person(&files, true).contains("\u{1b}[1;31merror[script-missing]\u{1b}[0m"));
    assert!(!report::person(&files, false).contains('\u{1b}'));
}

#[test]
fn an_attribute_is_checked_where_there_is_no_script() {
    let codes = |page: &str| -> Vec<_> {
        let file = check("page.html", page.as_bytes());
        file.checked.found.iter().map(|(_, diagnostic)| diagnostic.code.name()).collect()
    };
    let basket = |config: &str, inside: &str| {
        codes(&format!("<div data-embed=service-basket data-config='{config}'>{inside}</div>"))
    };
    let script = "<script type=application/json>{\"api_key\": \"pk_demo\"}</script>";
    assert_eq!(basket("{&quot;api_key&quot;: &quot;pk_demo&quot;}", ""), [""; 0]);
    assert_eq!(basket("{}", ""), ["api-key-missing"]);
    assert_eq!(basket("{}", script), [""; 0]);
}
