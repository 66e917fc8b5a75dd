//! Any form, of the checkout or of the backend.

use crate::site::{HOST, Site, header, must};
use basket_model::{
    address,
    catalogue::{self, sheet},
    operator::read_email,
    order::Contact,
};
use basket_web::fields::{Fields, encode};
use http::{Method, Request};

/// Where forms go. Those are left out that end the owner's session or take them to another shop, and those that compute
/// a password.
const FORMS: &[&str] = &[
    "/checkout/{checkout}",
    "/checkout/{checkout}/review",
    "/admin/products/new",
    "/admin/products/edit?sku=MUG",
    "/admin/products/remove",
    "/admin/settings/setup-design/design",
    "/admin/settings/setup-design/design/check",
    "/admin/settings/setup-design/design/rename",
    "/admin/settings/setup-design/design/remove",
    "/admin/settings/setup-design/checkout-setup/api-key/create",
    "/admin/settings/setup-design/checkout-setup/api-key/rotate",
    "/admin/settings/setup-design/checkout-setup/api-key/revoke",
    "/admin/settings/setup-design/checkout-setup/api-key/origins",
    "/admin/settings/setup-design/checkout-setup/api-key/checkout",
    "/admin/settings/setup-design/checkout-setup/api-key/payment",
    "/admin/settings/setup-design/checkout-setup/api-key/webhook",
    "/admin/settings/setup-design/checkout-setup/api-key/webhook-secret",
    "/admin/settings/people/invite",
    "/admin/settings/people/withdraw",
    "/admin/settings/people/role",
    "/admin/settings/people/remove",
];

/// Nothing that a form says may become an element of a page.
const ELEMENT: &str = "<fuzz";

/// Any form is taken, or comes back as a page that shows its texts as texts; without the token of the session it is
/// refused. What was ordered can be sent, and a product that was saved can be exported. The first byte says which form it
/// is, and whether it has the token; the rest is its body.
pub fn form(site: &Site, bytes: &[u8]) {
    let Some((first, body)) = bytes.split_first() else { return };
    round_trip(body);
    let path = FORMS[usize::from(first % 128) % FORMS.len()];
    let token = if path.contains("{checkout}") { site.checkout() } else { String::new() };
    let has_token = *first < 128;
    let mut sent = body.to_vec();
    if has_token {
        sent.extend(format!("&csrf_token={}", site.csrf_token).bytes());
    }
    let path = path.replace("{checkout}", &token);
    let answer = site.answer(site.browser(Method::POST, &path, sent));
    let (status, text) = (answer.status().as_u16(), String::from_utf8_lossy(answer.body()));
    let is_page = header(answer.headers(), "content-type").starts_with("text/html");
    assert!(!is_page || !text.contains(ELEMENT), "{path}: {text}");
    if !token.is_empty() {
        let order = site.wait(site.store.orders().of_checkout(&token));
        let is_placed = status == 303 && !path.ends_with("/review");
        assert_eq!(order.is_some(), is_placed, "{path}: {status}");
        if let Some(order) = &order {
            check_contact(&order.contact);
        }
        let page = Request::get(format!("/checkout/{token}")).header("host", HOST);
        let page = site.answer(must(page.body(Vec::new())));
        assert!(!String::from_utf8_lossy(page.body()).contains(ELEMENT));
    } else if has_token {
        let fields = Fields::from_body(body);
        if path == "/admin/products/new" && status == 303 {
            check_product(site, fields.text("sku"));
        }
    } else if Fields::from_body(body).text("csrf_token") != site.csrf_token {
        assert_eq!(status, 403, "{path}: a form without the token of the session");
    }
    assert!(header(answer.headers(), "location").is_ascii());
}

/// Fields are read as they are written.
fn round_trip(body: &[u8]) {
    let pairs: Vec<(String, String)> = form_urlencoded::parse(body).into_owned().collect();
    let fields: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (&**name, &**value)).collect();
    let written = encode(&fields);
    let read = Fields::from_body(written.as_bytes());
    for (name, _) in &fields {
        let expected = fields.iter().filter(|(other, _)| other == name).map(|(_, value)| *value);
        assert!(read.all(name).eq(expected), "{name:?} of {written}");
    }
}

/// Everything that a shop needs to send something is there, as the country writes it.
fn check_contact(contact: &Contact) {
    let Contact { email, vat_number, note, billing, .. } = contact;
    assert!(read_email(email).is_some() && email.chars().count() <= 200, "{contact:?}");
    for address in billing.as_deref().cloned().into_iter().chain([contact.address()]) {
        assert_eq!(address::check(&address), Ok(address));
    }
    assert!(!email.contains(char::is_control) && !vat_number.contains(char::is_control));
    let is_note = |sign: char| sign == '\n' || !sign.is_control();
    assert!(note.chars().all(is_note) && note.chars().count() <= 1000, "{contact:?}");
}

/// A product that was saved is one, and the exported file has it as it is.
fn check_product(site: &Site, sku: &str) {
    let found = site.wait(site.store.products().named(site.shop, &[sku.to_owned()]));
    let [product] = &found[..] else { panic!("{sku:?} is saved, and there is {found:?}") };
    assert_eq!(catalogue::check(product), Ok(()), "{product:?}");
    let file = site.answer(site.browser(Method::GET, "/admin/products.csv", Vec::new()));
    let read = must(sheet::read(&file.body()[..]));
    assert!(read.bad.is_empty() && read.products.contains(product), "{product:?}: {:?}", read.bad);
    assert!(site.wait(site.store.products().remove(site.shop, sku)));
}
