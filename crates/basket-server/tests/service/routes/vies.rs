//! VAT numbers that VIES has to confirm before an order is placed without tax.

use super::{
    checkout_costs::{order, seen, with_austria},
    costs::set_rules,
    hosted_checkout::{ANN, hand_over, read, send},
    invoices::{seller, set_seller},
    receiver::Receiver,
    shopper::Answer,
    site::Site,
};
use basket_model::pricing::Rules;
use std::{net::TcpListener, thread};

fn rules() -> Rules {
    let mut rules = with_austria();
    rules.tax.as_mut().unwrap().asks_vies = true;
    rules
}

fn site_for(vies: &str) -> Site {
    let site = Site::with(|settings, _| settings.vies = Some(vies.to_owned()));
    set_rules(&site, &rules());
    site
}

/// An Austrian company that has seen a total without tax; the path of its checkout, and its form.
fn company(site: &Site) -> (String, String) {
    let path = hand_over(site, r#"{"sku":"MUG"}"#, "en");
    let vienna = ANN.replace("country=DE", "country=AT").replace("12345", "1010");
    let form = format!("{vienna}&vat-number=ATU13585627");
    let page = send(site, &format!("{path}/review"), &form).text();
    assert!(page.contains("Reverse charge"));
    let form = seen(&page, &form);
    (path, form)
}

/// Orders while VIES answers like that; what VIES was asked, and what the shopper sees.
fn ask(
    site: &Site,
    vies: &Receiver,
    (path, form): &(String, String),
    (status, body): (u16, &str),
) -> (serde_json::Value, Answer) {
    thread::scope(|scope| {
        let browser = scope.spawn(|| send(site, path, form));
        let heard = vies.next();
        assert_eq!(heard.target, "/check-vat-number");
        let asked = heard.json();
        heard.answer_with(status, "content-type: application/json\r\n", body);
        (asked, browser.join().unwrap())
    })
}

on_both_engines!(a_confirmed_number_is_kept_with_its_consultation_number);

fn a_confirmed_number_is_kept_with_its_consultation_number() {
    let vies = Receiver::open();
    let site = site_for(&vies.origin());
    set_seller(&site, Some(&seller()));
    let company = company(&site);
    let yes = r#"{"valid":true,"userError":"VALID","requestIdentifier":"WAPIAAAAX1","name":"---"}"#;
    let (asked, answer) = ask(&site, &vies, &company, (200, yes));
    let question = serde_json::json!({
        "countryCode": "AT", "vatNumber": "U13585627",
        "requesterMemberStateCode": "DE", "requesterNumber": "136695976",
    });
    assert_eq!(asked, question);
    assert_eq!(answer.status, 303, "{}", answer.text());
    let contact = order(&site).contact;
    assert_eq!((&*contact.vat_number, &*contact.vat_consultation), ("ATU13585627", "WAPIAAAAX1"));
    let invoice = read(&site, &format!("{}/invoice", company.0));
    assert!(invoice.contains("Reverse charge") && invoice.contains("VAT number ATU13585627"));
    // Sent again, it is the same order, and nobody is asked.
    assert_eq!(send(&site, &company.0, &company.1).status, 303);
    assert!(!vies.has_more());
}

on_both_engines!(what_is_not_clearly_confirmed_does_not_count);

fn what_is_not_clearly_confirmed_does_not_count() {
    let vies = Receiver::open();
    let site = site_for(&vies.origin());
    let company = company(&site);
    let unknown = "This VAT number is not registered.";
    let unavailable = "The VAT number cannot be checked at the moment.";
    for (status, body, expected, sentence) in [
        (200, r#"{"valid":false,"userError":"INVALID"}"#, 409, unknown),
        (200, r#"{"valid":false}"#, 409, unknown),
        (200, r#"{"valid":false,"userError":"MS_UNAVAILABLE"}"#, 503, unavailable),
        (200, r#"{"valid":true,"userError":"TIMEOUT"}"#, 503, unavailable),
        (200, r#"{"valid":"true"}"#, 503, unavailable),
        (
            200,
            r#"{"actionSucceed":false,"errorWrappers":[{"error":"MS_MAX_CONCURRENT_REQ"}]}"#,
            503,
            unavailable,
        ),
        (500, r#"{"valid":true}"#, 503, unavailable),
        (302, "", 503, unavailable),
        (200, "<html>", 503, unavailable),
    ] {
        let (asked, answer) = ask(&site, &vies, &company, (status, body));
        assert_eq!(asked.get("requesterNumber"), None, "the shop's number is not known");
        assert_eq!(answer.status, expected, "{body}");
        let page = answer.text();
        assert!(page.contains(sentence) && page.contains("vat-number-problem"), "{body}: {page}");
        assert!(page.contains(r#"value="ATU13585627""#) && page.contains("Ann Example"), "{body}");
    }
    let orders = site.store.orders().page(site.demo_shop(), None, None, 1);
    assert_eq!(site.wait(orders).unwrap().orders, []);
    // Without the number, the tax is paid, and nobody is asked.
    let form = company.1.replace("ATU13585627", "");
    let page = send(&site, &format!("{}/review", company.0), &form).text();
    let form = form.split("&total=").next().unwrap();
    assert_eq!(send(&site, &company.0, &seen(&page, form)).status, 303);
    assert!(order(&site).cart.total() == 2290 && !vies.has_more());
}

on_both_engines!(a_vies_that_is_not_there_is_asked_only_so_often);

fn a_vies_that_is_not_there_is_asked_only_so_often() {
    let nobody = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", nobody.local_addr().unwrap());
    drop(nobody);
    let site = site_for(&address);
    let (path, form) = company(&site);
    let statuses: Vec<u16> = (0..12).map(|_| send(&site, &path, &form).status).collect();
    assert_eq!(statuses[..10], [503; 10]);
    assert_eq!(statuses[10..], [429; 2]);
    site.let_seconds_pass(20);
    assert_eq!(send(&site, &path, &form).status, 503);
}

on_both_engines!(a_number_that_changes_no_tax_is_not_asked_about);

fn a_number_that_changes_no_tax_is_not_asked_about() {
    let vies = Receiver::open();
    let site = site_for(&vies.origin());
    let path = hand_over(&site, r#"{"sku":"MUG"}"#, "en");
    let form = format!("{ANN}&vat-number=DE136695976");
    let page = send(&site, &format!("{path}/review"), &form).text();
    assert_eq!(send(&site, &path, &seen(&page, &form)).status, 303);
    assert!(!vies.has_more());
    assert_eq!(order(&site).contact.vat_consultation, "");
}
