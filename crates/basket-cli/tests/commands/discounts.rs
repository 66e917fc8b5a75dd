//! Discount codes, as two processes on one database count them.

use crate::{databases, program::Demo};
use serde_json::Value;
use std::thread;
use temporary_postgres::Server;

const SHOPPERS: usize = 200;
const USES: usize = 20;
/// How many of them order at a time.
const CROWD: usize = 20;

/// The demo shop gives ten percent to as many orders as that.
const CODE: &str = "INSERT INTO discounts (shop_id, code, kind, value, scope, max_uses, created_at)
    VALUES (1, 'SPRING', 'percent', 10000, 'first_period', 20, 0)";
const COUNTED: &str = "SELECT uses, (SELECT count(*) FROM orders), (SELECT count(*) FROM discount_uses) FROM discounts";

fn ask(database: &str, sql: &str) -> String {
    let mut psql = Server::shared().unwrap().program("psql");
    psql.args(["--quiet", "--tuples-only", "--no-align", "--command", sql, database]);
    let output = psql.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Starts a checkout with the code at one process; its path.
fn begin(service: &Demo) -> String {
    let body = r#"{"lines":[{"sku":"MUG"}],"code":"SPRING"}"#;
    let cart: Value = serde_json::from_str(&service.post("/v1/carts", body)).unwrap();
    let path = format!("/v1/carts/{}/checkout", cart["id"].as_str().unwrap());
    let answer: Value = serde_json::from_str(&service.post(&path, r#"{"locale":"en"}"#)).unwrap();
    let address = answer["url"].as_str().unwrap();
    address.strip_prefix(&service.url("")).unwrap().to_owned()
}

#[test]
fn two_processes_give_out_no_use_of_a_code_twice() {
    let [_, database] = databases::both();
    let arguments = ["--database", &*database.address];
    let services = [Demo::start(&arguments), Demo::start(&arguments)];
    ask(&database.address, CODE);
    let paths: Vec<String> = (0..SHOPPERS).map(|at| begin(&services[at % 2])).collect();
    let form = "email=ann%40example.com&name=Ann&address-line1=Elm+Street+1&postal-code=12345\
        &address-level2=Oakham&country=DE&total=1620";
    let answers: Vec<(u16, String)> = thread::scope(|scope| {
        let order = |(at, paths): (usize, &'_ [String])| {
            let (service, paths) = (&services[at % 2], paths.to_vec());
            scope.spawn(move || {
                let send = |path: String| service.form(&path, "", form);
                paths.into_iter().map(send).map(|(status, _, page)| (status, page)).collect()
            })
        };
        let threads: Vec<_> = paths.chunks(SHOPPERS / CROWD).enumerate().map(order).collect();
        let answers = threads.into_iter().map(|thread| -> Vec<_> { thread.join().unwrap() });
        answers.flatten().collect()
    });
    let placed = answers.iter().filter(|(status, _)| *status == 303).count();
    let sentence = "The code SPRING has already been used up.";
    let refused = answers.iter().filter(|(status, page)| *status == 409 && page.contains(sentence));
    assert_eq!((placed, refused.count()), (USES, SHOPPERS - USES), "{:?}", answers[0]);
    assert_eq!(ask(&database.address, COUNTED), "20|20|20");
}
