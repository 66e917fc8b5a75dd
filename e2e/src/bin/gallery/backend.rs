//! The pages of the people who run shops: each by day and by night on a desk, and on a phone.

use crate::picture::Action::{Feature, Sql};
use crate::picture::{Action, Album, Frame, Page, Picture};

/// Name, title and address of each page of the demo shop.
const PAGES: [(&str, &str, &str); 19] = [
    ("overview", "Overview", "/admin/overview"),
    ("orders", "Orders", "/admin/orders"),
    ("order", "An order", "/admin/orders/1001"),
    ("carts", "Carts", "/admin/carts"),
    ("cart", "A cart", "/admin/carts/gallery"),
    ("products", "Products", "/admin/products"),
    ("product-new", "A new product", "/admin/products/new"),
    ("product", "A product", "/admin/products/edit?sku=COFFEE"),
    ("import", "Import products", "/admin/products/import"),
    ("imported", "An import", "/admin/products/import/gallery"),
    (
        "api-key",
        "Settings > Setup & Design > Checkout Setup > API Key",
        "/admin/settings/setup-design/checkout-setup/api-key",
    ),
    (
        "webhooks",
        "Settings > Setup & Design > Checkout Setup > Webhooks",
        "/admin/settings/setup-design/checkout-setup/webhooks",
    ),
    (
        "message",
        "A message to the shop",
        "/admin/settings/setup-design/checkout-setup/webhooks/msg_gallery",
    ),
    ("design", "Settings > Setup & Design > Design", "/admin/settings/setup-design/design"),
    ("people", "Settings > People", "/admin/settings/people"),
    ("privacy", "Settings > Data & Privacy", "/admin/settings/privacy"),
    ("start", "Get started", "/admin/start"),
    ("shops", "Your shops", "/admin/shops"),
    ("account", "Your account", "/admin/account"),
];

/// A month that was not bad, up to yesterday.
const MONTH: Action = Sql("INSERT INTO days (shop_id, day, carts, orders, revenue)
    WITH RECURSIVE past (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < 40)
    SELECT 1, unixepoch() / 86400 - n, 40 + n * 7 % 23 - n / 2, 6 + n * 5 % 7, 21000 + n * 3700 % 41000
    FROM past");

/// What was done of late.
const DOINGS: Action = Sql("INSERT INTO activity (shop_id, email, at, action, subject)
    SELECT 1, 'demo@example.com', unixepoch() * 1000 - 3600000 * column3, column1, column2 FROM (VALUES
    ('origins.changed', 'https://shop.example', 50), ('key.rotated', 'pk_demo', 26),
    ('products.imported', '7', 25), ('person.invited', 'staff', 3), ('design.saved', 'Autumn', 1))");

/// What has an address that nobody can guess gets one that is known here.
const CART: Action =
    Sql("UPDATE carts SET token = 'gallery' WHERE id = (SELECT max(cart_id) FROM lines)");
const IMPORT: Action = Sql("INSERT INTO imports (id, shop_id, started_at, moved_at, products, done, left_out, problems)
    VALUES ('gallery', 1, unixepoch() * 1000, unixepoch() * 1000, 7, 7, 1, 'Line 5: there is no price.')");
const MESSAGE: Action = Sql(
    "INSERT INTO events (shop_id, name, subject, kind, body, created_at, attempts, delivered_at)
    VALUES (1, 'msg_gallery', 'order:1001', 'order.placed', '{\"type\":\"order.placed\",\"data\":{\"number\":1001}}',
    unixepoch() * 1000, 1, unixepoch() * 1000)",
);
const DELIVERY: Action = Sql("INSERT INTO deliveries (event_id, at, status, remark)
    SELECT id, unixepoch() * 1000, 204, '' FROM events WHERE name = 'msg_gallery'");
const LINK: Action = Sql("INSERT INTO links (digest, purpose, shop_id, role, expires_at)
    VALUES (x'ce387d5e0a2972dea9e5129a52ac3b8d58a4d180fc9eece5946d926643a3d2c0', 'join', 1, 'staff', 4000000000000)");

const LIGHT: [Action; 1] = [Feature("prefers-color-scheme", "light")];
const DARK: [Action; 1] = [Feature("prefers-color-scheme", "dark")];

pub fn albums() -> Vec<Album> {
    let mut pictures = outside();
    for (name, title, path) in PAGES {
        pictures.extend(take(name, title, &Page::Backend(path)));
    }
    // There are carts once somebody has signed in.
    let cart = pictures.iter_mut().find(|picture| picture.name == "backend-cart");
    if let Some(cart) = cart {
        cart.actions.push(CART);
    }
    let path = "/admin/settings/activity";
    pictures.extend(take("activity", "Settings > Activity", &Page::Backend(path)));
    let about = "The pages of the people who run shops, with the demo shop. 1280 by 800, light and dark, and 390 by 760.";
    vec![Album { title: "The backend", about, columns: 3, pictures }]
}

/// The pages for whom has not signed in; what the first does to the shop is seen on all others.
fn outside() -> Vec<Picture> {
    let mut pictures = take("sign-in", "Sign in", &Page::Stranger("/admin/sign-in"));
    pictures[0].actions.extend([MONTH, DOINGS, IMPORT, MESSAGE, DELIVERY, LINK]);
    pictures.extend(take("join", "An invitation", &Page::Stranger("/admin/join/gallery")));
    pictures
}

/// A page in three pictures.
pub fn take(name: &str, title: &str, page: &Page) -> Vec<Picture> {
    let picture = |suffix: &str, words: &str, frame, actions: &[Action]| {
        let caption = format!("{title}{words}");
        Picture::new(&format!("backend-{name}{suffix}"), &caption, page.clone(), frame, actions)
    };
    vec![
        picture("", "", Frame::Page(1280, 800, 1.0), &LIGHT),
        picture("-dark", ", dark", Frame::Page(1280, 800, 1.0), &DARK),
        picture("-phone", ", on a phone", Frame::Phone(390, 760), &LIGHT),
    ]
}
