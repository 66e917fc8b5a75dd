//! Orders are found by number, e-mail address and name.

use super::{forms::place_order, operator::Operator, page::Page, site::Site};
use basket_model::order::OrderState;
use basket_server::demo;

/// The numbers of the orders that a page lists.
fn numbers(page: &Page) -> Vec<String> {
    let links = page.all_between("<a href=\"/admin/orders/", "\"");
    links.into_iter().map(str::to_owned).collect()
}

on_both_engines!(orders_are_found_by_number_address_and_name);

fn orders_are_found_by_number_address_and_name() {
    let site = Site::open();
    for name in ["Bob", "Ärmel-Öztürk", "BOBBY", "Σοφία"] {
        place_order(&site, demo::KEY, "MUG", name);
    }
    let owner = Operator::known(&site, demo::EMAIL);
    let found = |query: &str| {
        let query = form_urlencoded::byte_serialize(query.as_bytes()).collect::<String>();
        numbers(&owner.open(&format!("/admin/orders?q={query}")))
    };
    assert_eq!(found(""), ["1004", "1003", "1002", "1001"]);
    assert_eq!(found("bob"), ["1003", "1001"], "the newest first");
    assert_eq!(found(" BOB@Shop.example "), ["1001"]);
    assert_eq!(found("äRMEL öztürk"), ["1002"], "all words, in any case");
    assert_eq!(found("ΣΟΦ"), ["1004"]);
    assert_eq!(found("1002"), ["1002"]);
    assert_eq!(found("100"), ["1004", "1003", "1002", "1001"]);
    assert_eq!(found("bob%"), [""; 0], "a sign is a sign");
    assert!(owner.open("/admin/orders?q=nobody").says("No orders found"));
    site.wait(site.store.orders().set_state(site.demo_shop(), 1001, OrderState::Paid)).unwrap();
    assert_eq!(numbers(&owner.open("/admin/orders?q=bob&state=paid")), ["1001"]);
    assert_eq!(numbers(&owner.open("/admin/orders?q=1003&state=paid")), [""; 0]);
}

on_both_engines!(a_search_goes_on_page_by_page);

fn a_search_goes_on_page_by_page() {
    let site = Site::open();
    for number in 0..61 {
        let name = if number % 60 == 0 { "Ann" } else { "Bob" };
        place_order(&site, demo::KEY, "MUG", name);
    }
    let owner = Operator::known(&site, demo::EMAIL);
    let page = owner.open("/admin/orders?q=bob&state=placed");
    assert_eq!(numbers(&page).len(), 50);
    let next = page.attribute(("rel", "next"), "href").unwrap();
    let page = owner.open(&next);
    assert_eq!((numbers(&page).len(), numbers(&page)[8].clone()), (9, "1002".to_owned()));
    assert_eq!(page.attribute(("rel", "next"), "href"), None);
    assert_eq!(page.value("q").as_deref(), Some("bob"), "the search stays");
    assert!(page.says("state=placed&amp;q=bob"), "and the way back keeps it");
}
