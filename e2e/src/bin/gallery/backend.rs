//! The pages of the people who run shops: each by day and by night on a desk, and on a phone.

use crate::picture::Deed::{Feature, Sql};
use crate::picture::{Album, Deed, Frame, Page, Picture};

/// Name, title and address of each page of the demo shop.
const PAGES: [(&str, &str, &str); 14] = [
    ("overview", "Overview", "/admin/overview"),
    ("orders", "Orders", "/admin/orders"),
    ("order", "An order", "/admin/orders/1001"),
    ("carts", "Carts", "/admin/carts"),
    ("products", "Products", "/admin/products"),
    ("product", "A product", "/admin/products/edit?sku=COFFEE"),
    ("import", "Import products", "/admin/products/import"),
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
    ("design", "Settings > Setup & Design > Design", "/admin/settings/setup-design/design"),
    ("people", "Settings > People", "/admin/settings/people"),
    ("start", "Get started", "/admin/start"),
    ("shops", "Your shops", "/admin/shops"),
    ("account", "Your account", "/admin/account"),
];

/// A month that was not bad, up to yesterday.
const MONTH: Deed = Sql("INSERT INTO days (shop_id, day, carts, orders, revenue)
    WITH RECURSIVE past (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM past WHERE n < 40)
    SELECT 1, unixepoch() / 86400 - n, 40 + n * 7 % 23 - n / 2, 6 + n * 5 % 7, 21000 + n * 3700 % 41000
    FROM past");

/// What was done of late.
const DOINGS: Deed = Sql("INSERT INTO activity (shop_id, email, at, action, subject)
    SELECT 1, 'demo@example.com', unixepoch() * 1000 - 3600000 * column3, column1, column2 FROM (VALUES
    ('origins.changed', 'https://shop.example', 50), ('key.rotated', 'pk_demo', 26),
    ('products.imported', '7', 25), ('person.invited', 'staff', 3), ('design.saved', 'Autumn', 1))");

const LIGHT: [Deed; 1] = [Feature("prefers-color-scheme", "light")];

pub fn albums() -> Vec<Album> {
    let dark = [Feature("prefers-color-scheme", "dark")];
    let mut pictures = outside(&dark);
    for (name, title, path) in PAGES {
        pictures.extend(take(name, title, &Page::Backend(path), &dark));
    }
    let path = "/admin/settings/activity";
    pictures.extend(take("activity", "Settings > Activity", &Page::Backend(path), &dark));
    let about = "The pages of the people who run shops, with the demo shop. 1280 by 800, light and dark, and 390 by 760.";
    vec![Album { title: "The backend", about, columns: 3, pictures }]
}

/// The page to sign in, before anybody has; what it does to the shop is seen on all others.
fn outside(dark: &[Deed]) -> Vec<Picture> {
    let mut pictures = take("sign-in", "Sign in", &Page::Stranger("/admin/sign-in"), dark);
    pictures[0].deeds.extend([MONTH, DOINGS]);
    pictures
}

fn take(name: &str, title: &str, page: &Page, dark: &[Deed]) -> Vec<Picture> {
    let picture = |suffix: &str, words: &str, frame, deeds: &[Deed]| {
        let caption = format!("{title}{words}");
        Picture::new(&format!("backend-{name}{suffix}"), &caption, page.clone(), frame, deeds)
    };
    vec![
        picture("", "", Frame::Page(1280, 800, 1.0), &LIGHT),
        picture("-dark", ", dark", Frame::Page(1280, 800, 1.0), dark),
        picture("-phone", ", on a phone", Frame::Phone(390, 760), &LIGHT),
    ]
}
