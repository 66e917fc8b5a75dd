//! Texts that are markup: whatever operators and shoppers can fill in is shown as it is, and never
//! becomes part of a page.

use super::{
    ACTIVITY, API_KEY, PEOPLE, below,
    forms::{
        CODE_LIST, DESIGN, INVOICES, PRIVACY, SHIPPING, TAX, WEBHOOKS, busy_site, message,
        place_order,
    },
    operator::{Operator, PASSWORD},
    page::Page,
    site::Site,
};
use basket_core::product::{Product, ProductType};
use basket_model::{
    catalogue::Mentioned,
    invoice::Seller,
    operator::{LinkPurpose, Role, hash_password},
    pricing::{Discount, DiscountKind, Scope},
};
use basket_store::CheckoutChoice;
use std::time::Duration;

/// Ends whatever it could stand in, and begins an element of its own.
const EVIL: &str = "\"'`</title></textarea></script></style></option>--><x-evil/x-evil=1/onx-evil=1>&lt;x-evil&gt;";

fn is_clean(page: &Page, what: &str) {
    for (tag, attributes) in page.tags() {
        assert!(!tag.contains("evil"), "<{tag}> in {what}");
        for (name, value) in attributes {
            assert!(!name.contains("evil"), "{name} of <{tag}> in {what}");
            // A picture runs nothing, wherever it comes from.
            let is_address =
                ["href", "src", "action", "formaction"].contains(&&**name) && tag != "img";
            let scheme = value.trim().split(':').next().unwrap_or_default().to_ascii_lowercase();
            assert!(
                !is_address || !["javascript", "data", "vbscript"].contains(&&*scheme),
                "{name}={value} of <{tag}> in {what}"
            );
        }
    }
}

/// A configuration with evil wherever it can hold a text.
fn design() -> String {
    let config = serde_json::json!({
        "api_key": EVIL, EVIL: EVIL, "options": { "default_locale": EVIL, EVIL: EVIL },
        "style": { "primary": EVIL }, "locales": { "en": { "checkout": EVIL }, EVIL: {} },
    });
    config.to_string()
}

fn seller() -> Seller {
    Seller {
        address: EVIL.to_owned(),
        vat_number: EVIL.to_owned(),
        tax_number: EVIL.to_owned(),
        account: EVIL.to_owned(),
        due_days: 14,
        prefix: EVIL.to_owned(),
    }
}

/// A product with evil in every field that can hold it.
fn product() -> Product {
    Product {
        sku: EVIL.to_owned(),
        name: EVIL.to_owned(),
        image: Some(format!("https://shop.example/{EVIL}")),
        url: Some(format!("https://shop.example/{EVIL}")),
        product_type: ProductType::Normal,
        price: Some(900),
        subscriptions: Vec::new(),
        stock: Some(3),
        tax_class: None,
        weight: None,
    }
}

/// Every page of a shop, each with evil in its address where it takes any.
fn pages(site: &Site, owner: &Operator, shop: i64) -> Vec<(String, Page)> {
    costs(site, owner, shop);
    let evil: String = form_urlencoded::byte_serialize(EVIL.as_bytes()).collect();
    let cart = site.wait(site.store.carts().page(shop, None, 1)).unwrap().carts.remove(0).id;
    let quoted = format!("\"{}\"", EVIL.replace('"', "\"\""));
    let list = |price: &str| format!("sku,name,type,price\n{quoted},{quoted},normal,{price}\n");
    let refused = owner.upload("/admin/products/import", &list(&quoted), None);
    assert_eq!(refused.status, 422);
    let import = owner.upload("/admin/products/import", &list("3"), None).location().to_owned();
    let paths = [
        "/admin/shops".to_owned(),
        "/admin/account".to_owned(),
        "/admin/start".to_owned(),
        format!("/admin/overview?days={evil}"),
        "/admin/carts".to_owned(),
        format!("/admin/carts?id={evil}&day={evil}&show={evil}"),
        format!("/admin/carts/{cart}"),
        "/admin/products".to_owned(),
        format!("/admin/products?q={evil}&after={evil}&type={evil}"),
        format!("/admin/products/edit?sku={evil}"),
        "/admin/products/new".to_owned(),
        "/admin/products/import".to_owned(),
        import,
        "/admin/orders".to_owned(),
        "/admin/orders/1001".to_owned(),
        "/admin/orders/1001/invoice".to_owned(),
        format!("/admin/orders?state={evil}&after={evil}"),
        format!("/admin/orders?q={evil}"),
        DESIGN.to_owned(),
        format!("{DESIGN}?open={evil}"),
        format!("{DESIGN}/preview"),
        format!("{WEBHOOKS}?after={evil}"),
        format!("{WEBHOOKS}/{}", message(site, shop)),
        API_KEY.to_owned(),
        SHIPPING.to_owned(),
        format!("{SHIPPING}?to={evil}&region={evil}&sku={evil}&quantity={evil}"),
        TAX.to_owned(),
        INVOICES.to_owned(),
        CODE_LIST.to_owned(),
        format!("{CODE_LIST}?q={evil}&saved={evil}&imported={evil}"),
        PEOPLE.to_owned(),
        PRIVACY.to_owned(),
        ACTIVITY.to_owned(),
    ];
    let opened = paths.into_iter().map(|path| (path.clone(), owner.open(&path)));
    opened.chain([("a list that was refused".to_owned(), refused)]).collect()
}

on_both_engines!(texts_that_are_markup_are_shown_and_nothing_more);

fn texts_that_are_markup_are_shown_and_nothing_more() {
    let site = Site::empty();
    // As evil as an address can be; no other is taken.
    let email = "'`=x-evil/x-evil=1/onx-evil=1@evil.example".to_owned();
    let link = site.store.links().create(LinkPurpose::Setup, None, None, Duration::from_hours(1));
    let path = format!("/admin/setup/{}", site.wait(link).unwrap());
    let owner = Operator::stranger(&site);
    let wrong =
        owner.post(&path, &[("name", EVIL), ("currency", EVIL), ("email", EVIL), ("password", "")]);
    assert_eq!(wrong.status, 422);
    is_clean(&wrong, "the set-up again");
    assert_eq!(wrong.value("name").as_deref(), Some(EVIL));
    owner.submit(
        &path,
        &[("name", EVIL), ("currency", "EUR"), ("email", &email), ("password", PASSWORD)],
    );
    let page = owner.open("/admin/start");
    assert!(page.text("title").ends_with(EVIL), "{}", page.text("title"));
    is_clean(&page, "the start");

    // What is refused is shown again.
    owner.open(API_KEY);
    for (name, field) in [("origins", "origins"), ("checkout", "address"), ("webhook", "webhook")] {
        let page = owner.post(&below(API_KEY, name), &[(field, EVIL), ("checkout", "external")]);
        assert_eq!(page.status, 422, "{name}");
        is_clean(&page, name);
    }
    for page in [
        owner.post("/admin/shops", &[("name", EVIL), ("currency", EVIL)]),
        owner.post("/admin/account/password", &[("current", EVIL), ("password", EVIL)]),
        owner.post("/admin/account/delete", &[("email", EVIL)]),
        owner.post(&below(PRIVACY, "person"), &[("email", EVIL)]),
        owner.post(&below(PRIVACY, "delete-shop"), &[("name", "")]),
        Operator::stranger(&site).sign_in(&email, EVIL),
        Operator::stranger(&site)
            .get(&format!("/admin/sign-in?next=/admin/{}", "%22%3E%3Cx-evil%3E")),
        owner.get(&format!("/admin/{}", "%22%3E%3Cx-evil%3E")),
        owner.get(&format!("/admin/join/{}", "%22%3E%3Cx-evil%3E")),
    ] {
        is_clean(&page, "an answer");
    }
    // What is taken is shown on other pages.
    let web = "https://shop.example/?'\"><x-evil>";
    owner.submit(&below(API_KEY, "checkout"), &[("checkout", "external"), ("address", web)]);
    owner.submit(&below(API_KEY, "webhook"), &[("webhook", web)]);
    let link = owner.post(&below(PEOPLE, "invite"), &[("role", EVIL)]);
    is_clean(&link, "an invitation");
    let joined = link.value("invitation").unwrap().replace(&owner.base, "");
    is_clean(&Operator::stranger(&site).open(&joined), "joining");
    let kept = hash_password(PASSWORD).unwrap();
    let colleague = format!("2{email}");
    site.wait(site.store.operators().create(&colleague, &kept)).unwrap();
    let operator = site.wait(site.store.operators().find(&colleague)).unwrap().unwrap().operator;
    let shop = site.wait(site.store.shops().all()).unwrap()[0].id;
    site.wait(site.store.operators().set_member(shop, operator.id, Role::Staff)).unwrap();
    site.wait(site.store.activity().record(shop, &email, EVIL, EVIL)).unwrap();
    let reset = site.store.links().create(
        LinkPurpose::Password,
        None,
        Some(operator.id),
        Duration::from_hours(1),
    );
    let reset = format!("/admin/password/{}", site.wait(reset).unwrap());
    is_clean(&Operator::stranger(&site).open(&reset), "a new password");
    let key = owner.open(API_KEY).value("api-key").unwrap();
    site.wait(site.store.products().put(shop, vec![product()], Mentioned::ALL)).unwrap();
    let lines = serde_json::json!([{ "sku": EVIL, "quantity": 2 }]).to_string();
    site.caller(Some(&key)).cart(lines.trim_matches(['[', ']']));
    let choice = CheckoutChoice { address: Some(web), ..CheckoutChoice::default() };
    site.wait(site.store.shops().set_checkout(shop, &choice)).unwrap();
    site.wait(site.store.sellers().set(shop, Some(&seller()))).unwrap();
    place_order(&site, &key, EVIL, EVIL);
    let config = design();
    assert!(site.wait(site.store.designs().create(shop, EVIL, &config)).unwrap());
    for fields in [
        [("json", &*config), ("base", ""), ("do", "apply"), ("name", EVIL)],
        [("json", EVIL), ("base", EVIL), ("do", "save"), ("name", EVIL)],
        [("json", &config), ("base", &config), ("do", "save"), ("name", EVIL)],
    ] {
        is_clean(&owner.post(DESIGN, &fields), "the designer");
    }
    let typed = [
        ("sku", EVIL),
        ("name", EVIL),
        ("type", EVIL),
        ("image", EVIL),
        ("url", EVIL),
        ("price", EVIL),
        ("stock", EVIL),
        ("frequency", EVIL),
        ("interval", EVIL),
        ("offer_price", EVIL),
    ];
    let again = owner.post("/admin/products/new", &typed);
    assert_eq!(again.status, 422);
    is_clean(&again, "a product again");
    let mut shown = 0;
    for (path, page) in pages(&site, &owner, shop) {
        is_clean(&page, &path);
        shown += usize::from(page.text_of_all().contains("<x-evil/x-evil=1/onx-evil=1>"));
    }
    assert!(shown > 10, "the texts are there to be seen, on {shown} pages");
}

/// Evil in the rules for costs, and in all that is refused.
fn costs(site: &Site, owner: &Operator, shop: i64) {
    let zone = |name: &str| format!("zones[0].{name}");
    let method = |name: &str| zone(&format!("methods[0].{name}"));
    let rate = |name: &str| format!("tax.rates[0].{name}");
    let taken = [(zone("name"), EVIL), (method("name"), EVIL), (method("price"), "1")];
    let shipping = ["name", "countries"]
        .map(zone)
        .into_iter()
        .chain(["id", "name", "price", "free_from", "by", "steps"].map(method));
    let shipping: Vec<String> =
        shipping.chain(["country".to_owned(), "minimum".to_owned()]).collect();
    let tax = ["country", "region", "class", "rate", "name", "from"].map(rate);
    let own = ["classes", "shipping_class", "mode"].map(|name| format!("tax.{name}"));
    let tax: Vec<String> = tax.into_iter().chain(own).collect();
    let code = ["code", "kind", "value", "scope", "minimum", "skus", "starts_at", "ends_at"];
    let code = code.iter().chain(&["max_uses", "max_per_person"]);
    let code: Vec<String> = code.map(|name| (*name).to_owned()).collect();
    let new_code = below(CODE_LIST, "new");
    for (path, names) in [(SHIPPING, shipping), (TAX, tax), (&*new_code, code)] {
        let fields: Vec<_> = names.iter().map(|name| (&**name, EVIL)).collect();
        let page = owner.post(path, &fields);
        assert_eq!(page.status, 422, "{path}");
        is_clean(&page, path);
    }
    let taken: Vec<_> = taken.iter().map(|(name, value)| (&**name, *value)).collect();
    owner.submit(SHIPPING, &taken);
    owner.submit(TAX, &[("tax.mode", "added"), ("tax.classes", &EVIL[..30])]);
    let quoted = format!("\"{}\"", EVIL.replace('"', "\"\""));
    for (path, columns) in [
        (below(TAX, "import"), "country,rate,from"),
        (below(CODE_LIST, "import"), "code,kind,value"),
    ] {
        let file = format!("{columns}\n{quoted},{quoted},{quoted}\n");
        let refused = owner.upload(&path, &file, None);
        assert_eq!(refused.status, 422, "{path}");
        is_clean(&refused, &path);
        let refused = owner.upload(&path, &format!("{quoted}\n"), None);
        is_clean(&refused, &path);
    }
    let code = "\"'></X-EVIL/ONX-EVIL=1>";
    let discount = Discount {
        code: code.to_owned(),
        kind: DiscountKind::Shipping,
        scope: Scope::Purchases,
        minimum: None,
        skus: vec![EVIL.to_owned()],
        starts_at: None,
        ends_at: None,
        max_uses: None,
        max_per_person: None,
        uses: 0,
    };
    assert!(site.wait(site.store.discounts().put(shop, vec![discount])).unwrap());
    let edit: String = form_urlencoded::byte_serialize(code.as_bytes()).collect();
    is_clean(&owner.open(&format!("{CODE_LIST}/edit?code={edit}")), "a code");
}

on_both_engines!(an_address_that_is_a_script_is_no_address);

fn an_address_that_is_a_script_is_no_address() {
    let (site, owner) = busy_site();
    for address in
        ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,<script>", "vbscript:a"]
    {
        for field in ["image", "url"] {
            let fields =
                [("sku", "X"), ("name", "X"), ("type", "normal"), ("price", "1"), (field, address)];
            let page = owner.post("/admin/products/new", &fields);
            assert_eq!((page.status, page.problem(field).is_some()), (422, true), "{address}");
            is_clean(&page, address);
            // However it came to be there, it is no link.
            let mut product = site.product("MUG");
            product.image = Some(address.to_owned());
            product.url = Some(address.to_owned());
            site.put_product(product);
            for (_, path) in super::forms::pages(&site, &owner) {
                is_clean(&owner.get(&path), &path);
            }
        }
    }
}
