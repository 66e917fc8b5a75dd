//! Every page of the backend and everything that can be done there, each by the name of its handler. A route
//! that the router has and these lists lack fails a test: whoever adds one says here how it is used, and
//! all that holds for every page and form is proven for it.

use super::{
    API_KEY, PEOPLE, below,
    operator::{Operator, form, form_with_file},
    page::Page,
    site::Site,
};
use basket_model::{
    invoice::Seller,
    operator::{AuthenticatorApp, LinkPurpose, RecoveryCodes, Role},
    order::Contact,
    payment::PaymentMethod,
};
use basket_server::demo;
use basket_store::{ChallengePurpose, Whence};
use std::{collections::BTreeSet, fmt::Write as _, time::Duration};
use ureq::http::Method;

const ROUTER: &str = include_str!("../../../../src/router.rs");

/// A list of products.
pub const CUPS: &str = "sku,name,type,price\nCUP,Cup,normal,3\n";
/// A list of discount codes.
pub const CODES: &str = "code,kind,value\nSPRING,percent,10\nGIFT,amount,500\n";
/// A list of tax rates.
pub const RATES: &str = "country,rate,from\nDE,19,2021-01-01\n";
/// What turns invoices on.
pub const INVOICING: [(&str, &str); 3] =
    [("on", "on"), ("address", "Mugs Ltd."), ("due-days", "14")];
/// The order of a busy site.
const ORDER: i64 = 1001;
pub const DESIGN: &str = "/admin/settings/setup-design/design";
/// The one page that is framed, and that runs the basket.
pub const PREVIEW: &str = "/admin/settings/setup-design/design/preview";
pub const WEBHOOKS: &str = "/admin/settings/setup-design/checkout-setup/webhooks";
pub const SHIPPING: &str = "/admin/settings/shipping";
pub const TAX: &str = "/admin/settings/tax";
pub const CODE_LIST: &str = "/admin/settings/codes";
pub const INVOICES: &str = "/admin/settings/invoices";
pub const PRIVACY: &str = "/admin/settings/privacy";
const DELETION: &str = "/admin/account/delete";
/// Who placed the order of a busy site.
const BOB: &str = "bob@shop.example";
/// Somebody who works with the demo shop's operator.
pub const ANN: &str = "ann@shop.example";

/// Something that can be done by sending a form.
pub struct FormCase {
    pub handler: &'static str,
    pub path: String,
    pub fields: Vec<(&'static str, String)>,
    /// A file that goes with it.
    pub file: Option<&'static str>,
    pub who: Who,
}

/// Who may do it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// Who has a link, or nothing at all.
    Anybody,
    /// Who is signed in, whatever their role.
    SignedIn,
    Owner,
}

impl FormCase {
    /// What is sent, with that CSRF token or without any.
    pub fn body(&self, csrf_token: Option<&str>) -> String {
        let fields = self.fields.iter().map(|(name, value)| (*name, &**value));
        let fields: Vec<_> =
            fields.chain(csrf_token.map(|csrf_token| ("csrf_token", csrf_token))).collect();
        self.file.map_or_else(|| form(&fields), |file| form_with_file(&fields, file))
    }

    /// Sends it as it should be sent.
    pub fn send(&self, by: &Operator) -> Page {
        let body = self.body(Some(&by.csrf_token.borrow()));
        by.send(Method::POST, &self.path, &[("origin", &by.base)], Some(&body))
    }
}

/// A site where all of it can be done, with the shop's owner.
pub fn busy_site() -> (Site, Operator) {
    let site = Site::open();
    Operator::member(&site, ANN, site.demo_shop(), Role::Staff);
    // No message goes to a private address.
    let nowhere = Some("https://127.0.0.1:9/hook");
    site.wait(site.store.shops().set_webhook(site.demo_shop(), nowhere)).unwrap();
    let seller = Seller { address: "Mugs Ltd.".to_owned(), ..Seller::default() };
    site.wait(site.store.sellers().set(site.demo_shop(), Some(&seller))).unwrap();
    place_order(&site, demo::KEY, "MUG", "Bob");
    site.shopper().cart(r#"{"sku":"MUG"}"#);
    let owner = Operator::known(&site, demo::EMAIL);
    (site, owner)
}

/// Somebody of that name buys something.
pub fn place_order(site: &Site, key: &str, sku: &str, name: &str) {
    let shopper = site.caller(Some(key));
    let line = serde_json::json!({ "sku": sku }).to_string();
    let answer = shopper.post(&format!("{}/checkout", shopper.cart(&line))).json("{}").send();
    let address =
        answer.json()["url"].as_str().unwrap_or_else(|| panic!("{}", answer.text())).to_owned();
    let (_, token) = address.rsplit_once('/').unwrap();
    let checkout = site.wait(site.store.checkouts().find(token)).unwrap().unwrap();
    let contact = Contact {
        email: format!("{name}@shop.example"),
        name: name.to_owned(),
        address: name.to_owned(),
        postal_code: name.to_owned(),
        city: name.to_owned(),
        country: "DE".to_owned(),
        ..Contact::default()
    };
    site.wait(site.store.orders().place(PaymentMethod::Invoice, &checkout, &contact)).unwrap();
}

/// What can be done, in an order in which all of it can be done one after the other. What a later one needs
/// may have to be made by an earlier one, so each is made when its turn comes.
pub const FORMS: &[fn(&Site) -> FormCase] = &[
    |site| {
        let path = format!("{WEBHOOKS}/{}/again", message(site, shop(site)));
        case("send_again", &path, Who::Owner, &[])
    },
    |_| product("create_product", "/admin/products/new", "Tea"),
    |_| product("change_product", "/admin/products/edit?sku=TEA", "Green tea"),
    |_| case("remove_product", "/admin/products/remove", Who::SignedIn, &[("sku", "TEA")]),
    |_| {
        let file = Some(CUPS);
        FormCase { file, ..case("import_products", "/admin/products/import", Who::SignedIn, &[]) }
    },
    |_| {
        let fields = [("state", "paid")];
        case("change_order", &format!("/admin/orders/{ORDER}"), Who::SignedIn, &fields)
    },
    |_| {
        let fields = [("zones[0].name", "All"), ("zones[0].methods[0].name", "Parcel")];
        let fields = [&fields[..], &[("zones[0].methods[0].price", "4.90")]].concat();
        case("change_shipping", SHIPPING, Who::Owner, &fields)
    },
    |_| case("change_tax", TAX, Who::Owner, &[("tax.mode", "included")]),
    |_| case("add_standard_rates", &below(TAX, "standard"), Who::Owner, &[("group", "eu")]),
    |_| {
        let file = Some(RATES);
        FormCase { file, ..case("import_rates", &below(TAX, "import"), Who::Owner, &[]) }
    },
    |_| code("create_code", "new", &[("code", "TEN"), ("kind", "percent"), ("value", "10")]),
    |_| code("change_code", "edit?code=TEN", &[("kind", "percent"), ("value", "12")]),
    |_| code("remove_code", "remove", &[("code", "TEN")]),
    |_| FormCase { file: Some(CODES), ..code("import_codes", "import", &[]) },
    |_| case("change_invoices", INVOICES, Who::Owner, &INVOICING),
    |_| privacy("change_retention", "retention", &[("months", "12")]),
    |_| privacy("find_person", "person", &[("email", BOB)]),
    |_| privacy("export_person", "export", &[("email", BOB)]),
    |_| privacy("erase_person", "erase", &[("email", BOB)]),
    |_| privacy("delete_shop", "delete-shop", &[("name", "Demo shop")]),
    |_| privacy("keep_shop", "keep-shop", &[]),
    |_| {
        design(
            "change_design",
            "",
            &[("do", "save"), ("name", "Calm"), ("json", "{}"), ("base", "{}")],
        )
    },
    |_| design("check_design", "/check", &[("json", "{}"), ("base", "{}")]),
    |_| design("rename_design", "/rename", &[("old", "Calm"), ("name", "Quiet")]),
    |_| design("remove_design", "/remove", &[("old", "Quiet")]),
    |_| key("create_key", "create", &[("kind", "publishable")]),
    |_| key("change_origins", "origins", &[("origins", "https://shop.example")]),
    |_| {
        key(
            "change_checkout",
            "checkout",
            &[("checkout", "external"), ("address", "https://shop.example/pay")],
        )
    },
    |_| {
        key(
            "change_payment",
            "payment",
            &[
                ("payment", "stripe"),
                ("stripe-key", "sk_test_0123456789abcdef"),
                ("stripe-secret", "whsec_0123456789abcdef"),
            ],
        )
    },
    |_| key("change_webhook", "webhook", &[("webhook", "https://shop.example/hook")]),
    |_| key("rotate_webhook_secret", "webhook-secret", &[("days", "1")]),
    |_| key("rotate_handover_secret", "handover-secret", &[("days", "1")]),
    |_| key("rotate_key", "rotate", &[("key", demo::KEY), ("days", "1")]),
    |_| key("revoke_key", "revoke", &[("key", demo::KEY)]),
    |_| people("invite", "invite", &[("role", "staff")]),
    |site| people("withdraw", "withdraw", &[("invitation", &invitation(site))]),
    |_| people("set_second_factor", "second-factor", &[("needed", "0")]),
    |_| people("end_sessions", "sessions", &[("email", ANN)]),
    |_| people("set_disabled", "disabled", &[("email", ANN), ("disabled", "0")]),
    |_| people("set_role", "role", &[("email", ANN), ("role", "owner")]),
    // The shop has another owner now.
    |_| case("delete_account", DELETION, Who::SignedIn, &[("email", demo::EMAIL)]),
    |_| case("keep_account", "/admin/account/keep", Who::SignedIn, &[]),
    |_| people("remove_person", "remove", &[("email", ANN)]),
    |_| case("open_shop", "/admin/shops", Who::SignedIn, &[("name", "New"), ("currency", "EUR")]),
    |site| {
        let shop = site.demo_shop_by_name().to_string();
        case("enter_shop", "/admin/shops/enter", Who::SignedIn, &[("shop", &shop)])
    },
    |site| {
        let token = link(site, LinkPurpose::Join);
        case(
            "join",
            &format!("/admin/join/{token}"),
            Who::Anybody,
            &[("email", "new@shop.example"), ("password", "correct horse battery")],
        )
    },
    |site| {
        let token = link(site, LinkPurpose::Password);
        case(
            "set_password",
            &format!("/admin/password/{token}"),
            Who::Anybody,
            &[("password", "another password")],
        )
    },
    |_| {
        case(
            "sign_in",
            "/admin/sign-in",
            Who::Anybody,
            &[("email", ANN), ("password", "another password")],
        )
    },
    |_| account("read_new_app", "app/new", &[]),
    |site| {
        let app = AuthenticatorApp::random().unwrap();
        let challenge = challenge(site, ChallengePurpose::AddApp, &app.secret());
        let code = app.code(site.store.now());
        account("add_app", "app", &[("challenge", &challenge), ("code", &code)])
    },
    |site| {
        let challenge = challenge(site, ChallengePurpose::SecondStep, "");
        let code = RecoveryCodes::random().unwrap().remove(0);
        set_recovery_codes(site, &code);
        let fields = [("challenge", &*challenge), ("code", &*code)];
        case("check_code", "/admin/sign-in/code", Who::Anybody, &fields)
    },
    |site| {
        set_recovery_codes(site, "the last one");
        account("new_recovery_codes", "recovery", &[])
    },
    |_| account("remove_app", "app/remove", &[]),
    |site| {
        let add = site.store.second_factors().add_passkey(owner(site), b"key", "Key", "{}");
        site.wait(add).unwrap();
        account("remove_passkey", "passkeys/remove", &[("passkey", &hex(b"key"))])
    },
    |site| {
        let sessions = site.store.sessions();
        let token = site.wait(sessions.open(owner(site), None, &Whence::default())).unwrap();
        account("end_session", "sessions/end", &[("session", &hex(&sessions.digest(&token)))])
    },
    |_| {
        case(
            "change_password",
            "/admin/account/password",
            Who::SignedIn,
            &[("current", demo::PASSWORD), ("password", "the owner's new one")],
        )
    },
    |_| case("sign_out", "/admin/sign-out", Who::SignedIn, &[]),
    |_| case("sign_out_everywhere", "/admin/account/sign-out", Who::SignedIn, &[]),
];

/// Need an empty service, a mail server or a browser with a passkey, so they have tests of their own.
const APART: &[&str] = &[
    "set_up",
    "ask_for_reset",
    "read_new_passkey",
    "add_passkey",
    "begin_passkey_sign_in",
    "sign_in_with_passkey",
];

/// Every page that somebody who runs a shop can open, on a busy site.
pub fn pages(site: &Site, by: &Operator) -> Vec<(&'static str, String)> {
    let cart = site.wait(site.store.carts().page(shop(site), None, 1)).unwrap().carts.remove(0);
    let import = by.upload("/admin/products/import", CUPS, None);
    by.upload(&below(CODE_LIST, "import"), CODES, None);
    let fixed = [
        ("read_home", "/admin"),
        ("read_shops", "/admin/shops"),
        ("read_account", "/admin/account"),
        ("read_start", "/admin/start"),
        ("read_overview", "/admin/overview"),
        ("read_carts", "/admin/carts"),
        ("read_orders", "/admin/orders"),
        ("read_order", &format!("/admin/orders/{ORDER}")),
        ("read_invoice", &format!("/admin/orders/{ORDER}/invoice")),
        ("read_design", DESIGN),
        ("read_webhooks", WEBHOOKS),
        ("read_preview", PREVIEW),
        ("read_products", "/admin/products"),
        ("export_products", "/admin/products.csv"),
        ("read_new_product", "/admin/products/new"),
        ("read_product", "/admin/products/edit?sku=MUG"),
        ("read_import_form", "/admin/products/import"),
        ("read_api_key", API_KEY),
        ("to_api_key", "/admin/settings"),
        ("read_shipping", SHIPPING),
        ("read_tax", TAX),
        ("export_rates", &below(TAX, "rates.csv")),
        ("read_codes", CODE_LIST),
        ("export_codes", &format!("{CODE_LIST}.csv")),
        ("read_new_code", &below(CODE_LIST, "new")),
        ("read_code", &below(CODE_LIST, "edit?code=SPRING")),
        ("read_code_import", &below(CODE_LIST, "import")),
        ("read_invoices", INVOICES),
        ("read_people", PEOPLE),
        ("read_privacy", PRIVACY),
        ("read_account_deletion", DELETION),
        ("read_activity", "/admin/settings/activity"),
        ("export_activity", "/admin/settings/activity.csv"),
    ];
    let found = [
        ("read_webhook", format!("{WEBHOOKS}/{}", message(site, shop(site)))),
        ("read_cart", format!("/admin/carts/{}", cart.id)),
        ("read_import", import.location().to_owned()),
    ];
    fixed.map(|(handler, path)| (handler, path.to_owned())).into_iter().chain(found).collect()
}

/// Pages for whoever is not signed in, some of which need a link.
const OUTSIDE: &[&str] =
    &["read_sign_in", "read_setup", "read_join", "read_password", "read_reset"];

fn case(handler: &'static str, path: &str, who: Who, fields: &[(&'static str, &str)]) -> FormCase {
    let fields = fields.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    FormCase { handler, path: path.to_owned(), fields, file: None, who }
}

fn product(handler: &'static str, path: &str, name: &str) -> FormCase {
    let fields = [("sku", "TEA"), ("name", name), ("type", "normal"), ("price", "9.50")];
    case(handler, path, Who::SignedIn, &fields)
}

fn code(handler: &'static str, name: &str, fields: &[(&'static str, &str)]) -> FormCase {
    case(handler, &below(CODE_LIST, name), Who::Owner, fields)
}

fn design(handler: &'static str, name: &str, fields: &[(&'static str, &str)]) -> FormCase {
    case(handler, &format!("{DESIGN}{name}"), Who::SignedIn, fields)
}

fn key(handler: &'static str, name: &str, fields: &[(&'static str, &str)]) -> FormCase {
    case(handler, &below(API_KEY, name), Who::Owner, fields)
}

fn people(handler: &'static str, name: &str, fields: &[(&'static str, &str)]) -> FormCase {
    case(handler, &below(PEOPLE, name), Who::Owner, fields)
}

fn account(handler: &'static str, name: &str, fields: &[(&'static str, &str)]) -> FormCase {
    case(handler, &below("/admin/account", name), Who::SignedIn, fields)
}

/// The number of the shop's owner.
fn owner(site: &Site) -> i64 {
    site.wait(site.store.operators().find(demo::EMAIL)).unwrap().unwrap().operator.id
}

/// Something that the owner has begun.
fn challenge(site: &Site, purpose: ChallengePurpose, state: &str) -> String {
    site.wait(site.store.challenges().begin(purpose, Some(owner(site)), state)).unwrap()
}

/// Leaves the owner with one recovery code.
fn set_recovery_codes(site: &Site, code: &str) {
    let set = site.store.second_factors();
    site.wait(set.set_recovery_codes(owner(site), &[code.to_owned()])).unwrap();
}

fn privacy(handler: &'static str, name: &str, fields: &[(&'static str, &str)]) -> FormCase {
    case(handler, &below(PRIVACY, name), Who::Owner, fields)
}

/// The newest message to a shop, by its name.
pub fn message(site: &Site, shop: i64) -> String {
    site.wait(site.store.outbox().page(shop, None, 1)).unwrap().remove(0).name
}

/// What the page shows of an invitation.
fn invitation(site: &Site) -> String {
    let invitations = site.wait(site.store.links().invitations(shop(site))).unwrap();
    hex(&invitations.last().expect("somebody is invited").digest)
}

/// Bytes as pages show them.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// The end of a link's address: to the demo shop, or to a new password for Ann.
fn link(site: &Site, purpose: LinkPurpose) -> String {
    let ann = site.wait(site.store.operators().find(ANN)).unwrap().map(|ann| ann.operator.id);
    let place = (purpose == LinkPurpose::Join).then(|| (shop(site), Role::Staff));
    let operator = ann.filter(|_| purpose == LinkPurpose::Password);
    site.wait(site.store.links().create(purpose, place, operator, Duration::from_hours(1))).unwrap()
}

/// The demo shop, whatever has become of its key.
fn shop(site: &Site) -> i64 {
    site.demo_shop_by_name()
}

/// How many there are, of each session where and since when it is, and when accounts are deleted, in one number.
const NUMBERS: &str = "SELECT (SELECT count(*) FROM shops) + 100 * (SELECT count(*) FROM links)
    + 10000 * (SELECT count(*) FROM sessions)
    + 1000000 * (SELECT coalesce(sum(coalesce(shop_id, 0)), 0) FROM sessions)
    + (SELECT coalesce(sum(created_at), 0) FROM sessions)
    + 7 * (SELECT count(*) FROM challenges) + 70 * (SELECT count(*) FROM recovery_codes)
    + (SELECT coalesce(sum(delete_at), 0) FROM operators)";

/// All that operators can change in a shop and about each other, as one text.
pub fn fingerprint(site: &Site, shop: i64) -> String {
    let store = &site.store;
    let operators: Vec<_> = site
        .wait(store.operators().all())
        .unwrap()
        .into_iter()
        .map(|(operator, shops)| {
            let kept = site
                .wait(store.operators().find(&operator.email))
                .unwrap()
                .map(|account| account.password);
            (operator.email, shops, kept)
        })
        .collect();
    format!(
        "{:#?}",
        (
            site.wait(store.keys().all(shop)).unwrap(),
            site.wait(store.shops().checkout_setup(shop)).unwrap(),
            site.wait(store.shops().find(shop)).unwrap(),
            site.wait(store.operators().members(shop)).unwrap(),
            site.wait(store.links().invitations(shop)).unwrap(),
            site.wait(store.activity().page(shop, None, 1000)).unwrap(),
            site.wait(store.products().page(shop, 0, 1000)).unwrap().products,
            site.wait(store.orders().find(shop, ORDER)).unwrap(),
            site.wait(store.designs().all(shop)).unwrap(),
            site.wait(store.discounts().page(shop, None, 1000)).unwrap(),
            operators,
            site.database.ask(NUMBERS),
        )
    )
}

/// The handlers that the router names with a method.
fn routed(method: &str) -> BTreeSet<&'static str> {
    let start = format!("{method}(admin::");
    let named = ROUTER.split(&*start).skip(1);
    named.map(|rest| rest.split(')').next().unwrap()).collect()
}

on_both_engines!(every_route_of_the_backend_is_proven);

fn every_route_of_the_backend_is_proven() {
    let (site, owner) = busy_site();
    owner.post(&below(PEOPLE, "invite"), &[]);
    let listed: BTreeSet<&str> =
        FORMS.iter().map(|case| case(&site).handler).chain(APART.iter().copied()).collect();
    assert_eq!(listed, routed("post"), "FORMS says how each form is sent");
    let listed: BTreeSet<&str> = pages(&site, &owner)
        .iter()
        .map(|(handler, _)| *handler)
        .chain(OUTSIDE.iter().copied())
        .collect();
    assert_eq!(listed, routed("get"), "`pages` says where each page is");
}
