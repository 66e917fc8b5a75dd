//! `/admin/products`: the catalogue in the hands of the people who run the shop.

use super::{
    operator::{Operator, form_with_file},
    page::Page,
    site::Site,
};
use basket_core::product::Product;
use basket_model::catalogue::Mentioned;
use std::time::{Duration, Instant};
use ureq::http::Method;

const TEA: &[(&str, &str)] = &[
    ("sku", "TEA"),
    ("name", "Tea <b>& more</b>"),
    ("type", "consumable"),
    ("image", "https://shop.example/tea.png"),
    ("url", ""),
    ("price", "9.50"),
    ("stock", "4"),
    ("frequency", "monthly"),
    ("interval", "3"),
    ("offer_price", "24"),
    ("frequency", ""),
    ("interval", ""),
    ("offer_price", ""),
];

fn with<'a>(changed: &[(&'a str, &'a str)]) -> Vec<(&'a str, &'a str)> {
    let value =
        |name: &str| changed.iter().find(|(found, _)| *found == name).map(|(_, value)| *value);
    TEA.iter().map(|(name, before)| (*name, value(name).unwrap_or(before))).collect()
}

fn skus(page: &Page) -> Vec<&str> {
    page.all_between("products/edit?sku=", "\"")
}

/// Waits for an import to be done, as its page does.
fn finish(operator: &Operator, address: &str) -> Page {
    let start = Instant::now();
    loop {
        let page = operator.get(address);
        assert_eq!(page.status, 200);
        if !page.says("data-again") {
            return page;
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{}", page.text);
        std::thread::yield_now();
    }
}

on_both_engines!(a_product_is_made_found_changed_and_removed);

fn a_product_is_made_found_changed_and_removed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    assert_eq!(operator.get("/admin/products/new").status, 200);
    let made = operator.post("/admin/products/new", TEA);
    assert_eq!((made.status, &*made.location), (303, "/admin/products?saved=TEA"));
    let tea = site.product("TEA");
    assert_eq!((tea.price, tea.stock, tea.subscriptions[0].price), (Some(950), Some(4), 2400));
    let list = operator.get("/admin/products?q=more");
    assert_eq!(skus(&list), ["TEA"]);
    assert!(list.says("Tea &lt;b&gt;&amp; more&lt;/b&gt;") && !list.says("<b>"), "{}", list.text);
    let form = operator.get("/admin/products/edit?sku=TEA");
    assert!(form.says("value=\"9.50\"") && form.says("value=\"24.00\""), "{}", form.text);
    let changed = operator.post("/admin/products/edit?sku=TEA", &with(&[("name", "Green tea")]));
    assert_eq!(changed.status, 303, "{}", changed.text);
    assert_eq!(site.product("TEA").name, "Green tea");
    assert_eq!(operator.post("/admin/products/remove", &[("sku", "TEA")]).status, 303);
    assert_eq!(operator.get("/admin/products/edit?sku=TEA").status, 404);
    let activity = operator.get("/admin/settings/activity");
    for words in ["added the product", "changed the product", "removed the product"] {
        assert!(activity.says(words), "{words}");
    }
}

on_both_engines!(what_is_wrong_is_said_beside_what_was_typed);

fn what_is_wrong_is_said_beside_what_was_typed() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    for (field, value, said) in [
        ("price", "9,505", "Enter an amount, such as 24.00."),
        ("stock", "many", "Enter the stock as a whole number"),
        ("url", "javascript:alert(1)", "must start with https://"),
        ("sku", "MUG", "There is already a product with this SKU."),
        ("offer_price", "cheap", "Enter an amount, such as 24.00."),
        ("interval", "0", "Enter the interval as a whole number"),
    ] {
        let page = operator.post("/admin/products/new", &with(&[(field, value)]));
        assert_eq!(page.status, 422, "{field}");
        assert!(page.says(said), "{field}: {}", page.text);
        assert!(page.says(&format!("value=\"{value}\"")), "{field}");
    }
    assert_eq!(site.product("MUG").name, "Stoneware mug");
}

on_both_engines!(a_stock_that_was_not_touched_stays_as_shoppers_left_it);

fn a_stock_that_was_not_touched_stays_as_shoppers_left_it() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    operator.post("/admin/products/new", TEA);
    site.put_product(Product { stock: Some(1), ..site.product("TEA") });
    let fields = [with(&[("name", "Tea")]), vec![("stock_before", "4")]].concat();
    assert_eq!(operator.post("/admin/products/edit?sku=TEA", &fields).status, 303);
    assert_eq!(site.product("TEA").stock, Some(1));
    let fields = [with(&[("stock", "9")]), vec![("stock_before", "4")]].concat();
    operator.post("/admin/products/edit?sku=TEA", &fields);
    assert_eq!(site.product("TEA").stock, Some(9));
}

on_both_engines!(the_list_has_pages);

fn the_list_has_pages() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let mug = site.product("MUG");
    let cups = (0..60).map(|at| Product { sku: format!("CUP{at}"), ..mug.clone() }).collect();
    site.wait(site.store.products().put(site.demo_shop(), cups, Mentioned::ALL)).unwrap();
    let first = operator.get("/admin/products?q=cup");
    assert_eq!((skus(&first).len(), skus(&first)[0]), (50, "CUP59"));
    let next = first.all_between("rel=\"next\" href=\"", "\"")[0].replace("&amp;", "&");
    let second = operator.get(&next);
    assert_eq!((skus(&second).len(), skus(&second)[9]), (10, "CUP0"));
    assert!(!second.says("rel=\"next\""));
    assert!(operator.get("/admin/products?q=zebra").says("No products found"));
}

on_both_engines!(a_file_goes_in_and_comes_out_as_it_was);

fn a_file_goes_in_and_comes_out_as_it_was() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let file = operator.get("/admin/products.csv");
    assert_eq!((file.status, &*file.kind), (200, "text/csv; charset=utf-8"));
    assert_eq!(file.text.lines().count(), 8);
    let changed = file.text.replace("Stoneware mug", "=SUM(A1)") + "NEW,New,,,,1,,,,\n";
    let sent = operator.upload("/admin/products/import", &changed, None);
    assert_eq!(sent.status, 303, "{}", sent.text);
    let done = finish(&operator, &sent.location);
    assert!(done.says("8 products were imported."), "{}", done.text);
    assert_eq!(site.product("MUG").name, "=SUM(A1)");
    let file = operator.get("/admin/products.csv").text;
    assert!(file.contains("MUG,'=SUM(A1),"), "{file}");
    assert_eq!(
        file,
        changed.replace(",=SUM", ",'=SUM").replace("NEW,New,,,,", "NEW,New,,,normal,")
    );
}

on_both_engines!(bad_rows_keep_a_file_out_unless_they_are_left_out);

fn bad_rows_keep_a_file_out_unless_they_are_left_out() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let file = "sku,name,price\nA,Quince,1\nB,<i>Two</i>,1.5\nA,Three,1\n";
    let refused = operator.upload("/admin/products/import", file, None);
    assert_eq!(refused.status, 422);
    for said in [
        "Nothing was imported.",
        "2 of 3 rows cannot be imported.",
        "line 3: price must be a whole number",
        "line 4: sku also appears in an earlier row",
    ] {
        assert!(refused.says(said), "{said}: {}", refused.text);
    }
    assert_eq!(skus(&operator.get("/admin/products?q=quince")), [""; 0]);
    let sent = operator.upload("/admin/products/import", file, Some("leave_out"));
    assert_eq!(sent.status, 303, "{}", sent.text);
    let done = finish(&operator, &sent.location);
    assert!(done.says("2 rows were skipped") && done.says("line 3: price"), "{}", done.text);
    assert_eq!(site.product("A").name, "Quince");
    for file in ["", "sku\n", "sku,name,price\n", "sku,name,price\nB,Two,x\n"] {
        let refused = operator.upload("/admin/products/import", file, Some("leave_out"));
        assert_eq!(refused.status, 422, "{file}");
    }
}

on_both_engines!(a_large_file_is_written_step_by_step);

fn a_large_file_is_written_step_by_step() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let rows: Vec<String> = (0..1100).map(|at| format!("P{at},Product {at},{at}\n")).collect();
    let file = format!("sku,name,price\n{}", rows.concat());
    let sent = operator.upload("/admin/products/import", &file, None);
    let done = finish(&operator, &sent.location);
    assert!(done.says("1,100 products were imported."), "{}", done.text);
    assert_eq!(operator.get("/admin/products.csv").text.lines().count(), 1108);
}

on_both_engines!(an_import_that_went_silent_says_so_and_is_nobody_elses);

fn an_import_that_went_silent_says_so_and_is_nobody_elses() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let id = site.wait(site.store.imports().begin(site.demo_shop(), 10, 0, &[])).unwrap();
    let address = format!("/admin/products/import/{id}");
    assert!(operator.get(&address).says("Import in progress"));
    site.let_seconds_pass(90);
    assert!(operator.get(&address).says("Import interrupted"));
    site.open_shop("pk_other", &[]);
    let other = site.wait(site.store.shops().of_key("pk_other")).unwrap().unwrap().id;
    let id = site.wait(site.store.imports().begin(other, 10, 0, &[])).unwrap();
    assert_eq!(operator.get(&format!("/admin/products/import/{id}")).status, 404);
}

on_both_engines!(forms_and_files_of_others_are_not_taken);

fn forms_and_files_of_others_are_not_taken() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let anonymous = site.caller(None);
    let answer = anonymous.get("/admin/products.csv").send();
    assert!(!answer.text().contains("MUG"), "a stranger is sent to sign in");
    let file = "sku,name,price\nA,Quince,1\n";
    let body =
        format!("--x\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\n{file}\r\n--x--\r\n");
    let answer = anonymous
        .post("/admin/products/import")
        .header("origin", "https://evil.example")
        .header("content-type", "multipart/form-data; boundary=x")
        .body(&body)
        .send();
    assert_eq!(answer.header("location"), Some("/admin/sign-in"));
    assert_eq!(skus(&operator.get("/admin/products?q=quince")), [""; 0]);
}

/// Sends a body to the import, as a page of ours would.
fn import(operator: &Operator, body: &str) -> Page {
    let origin = [("origin", &*operator.base)];
    operator.send(Method::POST, "/admin/products/import", &origin, Some(body))
}

on_both_engines!(a_malformed_upload_is_refused);

fn a_malformed_upload_is_refused() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let csrf_token = operator.csrf_token.borrow().clone();
    let csrf_field = [("csrf_token", &*csrf_token)];
    let file = "sku,name,price\nA,Quince,1\n";
    let whole = form_with_file(&csrf_field, file);
    let closing = whole.len() - "\r\n--edge--\r\n".len();
    for malformed in [
        "--edge",
        &whole[..whole.len() / 2],
        &whole[..closing],
        &whole[..closing + "\r\n--edge".len()],
        &whole.replace("--edge", "--another"),
        &form_with_file(&[], file),
        &form_with_file(&[("csrf_token", "another")], file),
        &form_with_file(&[("csrf_token", "another"), csrf_field[0]], file),
    ] {
        let refused = import(&operator, malformed);
        assert_eq!(refused.status, 403, "{malformed}");
    }
    // A form of another content type.
    let refused = operator.post("/admin/products/import", &[("file", file)]);
    assert_eq!(refused.status, 403);
    assert_eq!(skus(&operator.get("/admin/products?q=quince")), [""; 0]);
}

on_both_engines!(an_upload_without_a_file_is_refused);

fn an_upload_without_a_file_is_refused() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let csrf_token = operator.csrf_token.borrow().clone();
    let body = form_with_file(&[("csrf_token", &csrf_token)], "").replace("\"file\"", "\"other\"");
    let refused = import(&operator, &body);
    assert_eq!(refused.status, 422);
    assert!(refused.says("Nothing was imported."), "{}", refused.text);
}

on_both_engines!(an_upload_of_more_than_32_mib_is_refused);

fn an_upload_of_more_than_32_mib_is_refused() {
    let site = Site::open();
    let operator = Operator::of_the_demo(&site);
    let csrf_token = operator.csrf_token.borrow().clone();
    let csrf_field = [("csrf_token", &*csrf_token)];
    let columns = "sku,name,price";
    let around = form_with_file(&csrf_field, columns).len();
    let largest = columns.to_owned() + &"\n".repeat(32 * 1024 * 1024 - around);
    let read = import(&operator, &form_with_file(&csrf_field, &largest));
    assert!(read.says("The file contains no products."), "{}", read.text);
    let refused = import(&operator, &form_with_file(&csrf_field, &(largest + "\n")));
    assert_eq!(refused.status, 413);
}
