//! `basket shop` and `basket key` beside a service that runs.

use crate::{
    databases::both,
    program::{Demo, fail, succeed},
};
use std::time::{Duration, Instant};

#[test]
fn keys_are_made_rotated_and_revoked_while_the_service_runs() {
    for database in both() {
        let ask =
            |arguments: &[&str]| succeed(&[arguments, &["--database", &database.address]].concat());
        ask(&["shop", "create", "Mine", "--currency", "EUR"]);
        let service =
            Demo::serve(&["--database", &database.address, "--requests-per-address", "0"]);
        let status = |key: &str| service.status("/v1/shop", key);
        let first = ask(&["key", "create"]);
        let first = first.trim_end();
        assert_eq!(status(first), 200);
        let second = ask(&["key", "rotate", first, "--overlap", "1h"]);
        assert_eq!((status(first), status(second.trim_end())), (200, 200));
        // A service may go by what it knew a second ago, and no longer.
        let is_soon_refused = |key: &str| {
            let start = Instant::now();
            loop {
                let is_over = start.elapsed() > Duration::from_secs(1);
                let is_refused = status(key) == 401;
                if is_refused || is_over {
                    return is_refused;
                }
            }
        };
        let third = ask(&["key", "rotate", second.trim_end(), "--overlap", "0s"]);
        assert!(is_soon_refused(second.trim_end()));
        assert_eq!(status(third.trim_end()), 200);
        ask(&["key", "revoke", first]);
        assert!(is_soon_refused(first));

        let secret = ask(&["key", "create", "--secret"]);
        let list = ask(&["key", "list"]);
        assert_eq!(list.lines().count(), 5, "{list}");
        let name = secret.rsplit_once('_').unwrap().0;
        assert!(list.contains(&format!("{name}  ")), "{list}");
        assert!(!list.contains(secret.trim_end()), "a secret key is shown once");
        let next = ask(&["key", "rotate", name]);
        assert!(next.starts_with("sk_"), "{next}");
        let is_scoped = |name: &str| {
            let list = ask(&["key", "list"]);
            list.lines()
                .any(|line| line.starts_with(name) && line.contains("secret (read, orders)"))
        };
        let scoped = ask(&["key", "create", "--secret", "--scopes", "read,orders"]);
        let name = scoped.rsplit_once('_').unwrap().0;
        assert!(is_scoped(name), "{}", ask(&["key", "list"]));
        let products = "/v1/admin/products";
        assert_eq!(service.status(products, scoped.trim_end()), 200);
        let heir = ask(&["key", "rotate", name, "--overlap", "0s"]);
        let name = heir.rsplit_once('_').unwrap().0;
        assert!(is_scoped(name), "{}", ask(&["key", "list"]));
    }
}

#[test]
fn a_shop_is_named_where_there_are_several() {
    for database in both() {
        let database = ["--database", &database.address];
        let said = |arguments: &[&str]| fail(&[arguments, &database[..]].concat());
        let ask = |arguments: &[&str]| succeed(&[arguments, &database[..]].concat());
        assert!(said(&["key", "list"]).contains("basket shop create"));
        ask(&["shop", "create", "One", "--currency", "EUR"]);
        ask(&["shop", "create", "Two", "--currency", "jpy", "--origin", "https://Two.example/"]);
        assert!(said(&["key", "list"]).contains("--shop NUMBER"));
        assert!(said(&["key", "list", "--shop", "7"]).contains("There is no shop 7"));
        assert_eq!(ask(&["key", "list", "--shop", "2"]).lines().count(), 1);
        let list = ask(&["shop", "list"]);
        assert_eq!(
            list,
            "1  One  EUR  hosted  any origin\n2  Two  JPY  hosted  https://two.example\n"
        );
        let changed =
            ask(&["shop", "change", "--shop", "2", "--any-origin", "--checkout", "external"]);
        assert_eq!(changed, "2  Two  JPY  external  any origin\n");
        let unknown = said(&["key", "revoke", "pk_none", "--shop", "1"]);
        assert!(unknown.contains("The shop has no active key pk_none"), "{unknown}");
    }
}
