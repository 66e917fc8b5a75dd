//! A shop with delivery, tax, discount codes and invoices: in the panel, in the checkout and in the backend.

use crate::backend::take;
use crate::picture::Action::{Add, Click, Mode, Open, Run, See, Sql, Until};
use crate::picture::{Action, Album, Frame, Page, Picture};
use crate::scene::Scene;

const COFFEE: Action = Add("COFFEE", 1, Some(("monthly", 1)));
const MUG: Action = Add("MUG", 1, None);
const MUGS: Action = Add("MUG", 2, None);
const PAPER: Action = Add("PAPER", 1, Some(("daily", 1)));

const SPRING: Action = Run("return ServiceBasket.applyCode('SPRING').then(() => null)");
const WRONG: Action = Run(
    "const root = document.querySelector('[data-embed=\"service-basket\"]').shadowRoot; \
     const field = root.querySelector('form input'); field.value = 'SPRNG'; field.form.requestSubmit()",
);

const PANEL: Frame = Frame::Part(500, 760, "dialog");
const DESK: Frame = Frame::Page(1280, 1000, 1.0);
const TALL: Frame = Frame::Page(1280, 1720, 0.75);
const PHONE: Frame = Frame::Phone(390, 844);

/// Sets fields and ticks boxes, each as somebody does who chooses.
macro_rules! choose {
    ($fields:literal) => {
        Run(concat!(
            "for (const [id, value] of Object.entries(",
            $fields,
            ")) { const field = document.getElementById(id); \
             field[typeof value == 'boolean' ? 'checked' : 'value'] = value; \
             field.dispatchEvent(new Event('change', { bubbles: true })); }"
        ))
    };
}

const ANN: Action = choose!(
    "{ email: 'ann@example.com', name: 'Ann Example', 'address-line1': 'Elm Street 1', \
       'postal-code': '12345', 'address-level2': 'Oakham' }"
);
const COURIER: [Action; 2] = [
    choose!("{ 'method-courier': true }"),
    Until("document.querySelector('#method-courier').checked"),
];
const ABROAD: [Action; 3] = [
    choose!("{ country: 'AT', 'vat-number': 'ATU13585627' }"),
    Until("!document.querySelector('.sums').textContent.includes('20')"),
    Until("document.querySelector('.sums').textContent.includes('everse')"),
];
const ELSEWHERE: [Action; 2] =
    [choose!("{ 'billing-same': false }"), Until("document.querySelector('#billing-country')")];
const REFUSED: [Action; 2] = [
    Run(
        "document.getElementById('code').value = 'SPRNG'; document.getElementById('code-apply').click()",
    ),
    Until("document.querySelector('#code[aria-invalid]')"),
];

pub fn albums() -> [Album; 2] {
    [shopper(), backend()]
}

/// The panel and the checkout.
fn shopper() -> Album {
    let panel = |name: &str, caption: &str, scene: Scene, frame: Frame, actions: &[Action]| {
        Picture::new(&format!("costs-{name}"), caption, Page::Own(scene), frame, actions)
    };
    let right = || Scene::new("right");
    let dark = || Scene { scheme: "dark", ..right() };
    let page = |name: &str, caption: &str, script, frame: Frame, actions: &[&[Action]]| {
        let name = format!("checkout-{name}");
        Picture::new(&name, caption, Page::Checkout(script), frame, &actions.concat())
    };
    let filled = [MUG, COFFEE, SPRING, Open];
    let free = [MUGS, COFFEE, SPRING, Open];
    let refused = [MUG, Open, Click("summary"), WRONG, See(".problem")];
    let german = "return begin('de')";
    let english = "return begin('en')";
    Album {
        title: "What an order costs",
        about: "Discount codes, delivery, tax, the minimum order value and invoices, of a shop that has all of them.",
        columns: 3,
        pictures: vec![
            panel("panel", "Code, delivery and tax", right(), PANEL, &filled),
            panel("free", "Free delivery is reached", right(), PANEL, &free),
            panel("code", "A code that does not exist", right(), PANEL, &refused),
            panel("minimum", "Below the minimum order value", right(), PANEL, &[PAPER, Open]),
            panel("dark", "Dark", dark(), PANEL, &filled),
            panel("german", "In German", right().speaking("de"), PANEL, &filled),
            panel("greek", "In Greek, on a phone", right().speaking("el"), PHONE, &filled),
            panel(
                "saving",
                "A code on its way",
                right(),
                PANEL,
                &[MUG, Open, Mode("held"), Run("ServiceBasket.applyCode('SPRING')")],
            ),
            page("review", "The checkout", english, TALL, &[&[ANN], &COURIER]),
            page("german", "In German", german, TALL, &[&[ANN], &COURIER]),
            page("phone", "On a phone", english, PHONE, &[&[ANN], &COURIER]),
            page("code", "A code that does not exist", english, PHONE, &[&REFUSED]),
            page("reverse", "Reverse charge", english, DESK, &[&[ANN], &ABROAD]),
            page("billing", "Another billing address", english, TALL, &[&[ANN], &ELSEWHERE]),
            page("thanks", "The confirmation", "return order('en')", DESK, &[]),
            page(
                "invoice",
                "The invoice",
                "return order('en').then((url) => url + '/invoice')",
                DESK,
                &[],
            ),
            page(
                "invoice-phone",
                "The invoice in German, on a phone",
                "return order('de').then((url) => url + '/invoice')",
                PHONE,
                &[],
            ),
        ],
    }
}

/// Name, title and address of each page of the backend.
const PAGES: [(&str, &str, &str); 8] = [
    ("costs-order", "An order with costs", "/admin/orders/1001"),
    ("shipping", "Settings > Shipping", "/admin/settings/shipping?to=AT&sku=MUG&quantity=2"),
    ("parcel", "What a parcel costs", "/admin/settings/shipping?to=AT&sku=MUG&quantity=2#example"),
    ("tax", "Settings > Tax", "/admin/settings/tax"),
    ("codes", "Settings > Discount codes", "/admin/settings/codes"),
    ("code", "A discount code", "/admin/settings/codes/edit?code=SPRING"),
    ("invoices", "Settings > Invoices", "/admin/settings/invoices"),
    ("prices", "What a product cost", "/admin/products/edit?sku=MUG#price-history"),
];

/// The mug cost more for a while, and less before.
const PRICES: [Action; 2] = [
    Sql("UPDATE prices SET since = since - 50 * 86400000, price = 1500 WHERE sku = 'MUG'"),
    Sql("INSERT INTO prices (shop_id, sku, price, since)
        SELECT 1, 'MUG', column1, unixepoch() * 1000 - column2 * 86400000
        FROM (VALUES (2000, 40), (1800, 3))"),
];

fn backend() -> Album {
    let pages = PAGES.into_iter();
    let mut pictures: Vec<Picture> =
        pages.flat_map(|(name, title, path)| take(name, title, &Page::Backend(path))).collect();
    pictures[0].actions.extend(PRICES);
    Album {
        title: "Costs in the backend",
        about: "Shipping, tax, discount codes, invoices and earlier prices.",
        columns: 3,
        pictures,
    }
}
