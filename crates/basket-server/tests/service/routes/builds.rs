//! The widget's files of other builds, which pages ask for after an upgrade.

use super::{shopper::Answer, site::Site};
use basket_store::{Build, BuildFile};

const FOR_EVER: &str = "public, max-age=31536000, immutable";

/// A build as a process of it would have stored it.
fn build(hash: &str, version: &str) -> Build {
    let file = |name: String, content: &str| BuildFile {
        name,
        digest: format!("{hash}{content}"),
        plain: format!("plain {content} of {hash}").into_bytes(),
        brotli: Some(format!("brotli {content} of {hash}").into_bytes()),
        gzip: Some(format!("gzip {content} of {hash}").into_bytes()),
    };
    let files = vec![
        file("basket.js".to_owned(), "loader"),
        file(format!("basket-{hash}.wasm"), "module"),
        file(format!("basket-{hash}.de.txt"), "texts"),
    ];
    Build { hash: hash.to_owned(), version: version.to_owned(), files }
}

fn store(site: &Site, build: Build) {
    site.wait(site.store.builds().store(build)).unwrap();
}

fn get(site: &Site, path: &str) -> Answer {
    site.caller(None).get(path).send()
}

on_both_engines!(files_of_the_build_before_are_served_after_an_upgrade);

fn files_of_the_build_before_are_served_after_an_upgrade() {
    let site = Site::open();
    store(&site, build("0badcafe", "1.8.0"));
    let own = get(&site, "/v1/basket.wasm");
    for (path, content_type, body) in [
        ("/v1/basket-0badcafe.wasm", "application/wasm", "plain module of 0badcafe"),
        ("/v1/basket-0badcafe.de.txt", "text/plain; charset=utf-8", "plain texts of 0badcafe"),
        ("/v1.8.0/basket-0badcafe.wasm", "application/wasm", "plain module of 0badcafe"),
    ] {
        let answer = get(&site, path);
        assert_eq!((answer.status, &*answer.bytes), (200, body.as_bytes()), "{path}");
        assert_eq!(answer.header("content-type"), Some(content_type), "{path}");
        assert_eq!(answer.header("cache-control"), Some(FOR_EVER), "{path}");
        for name in [
            "access-control-allow-origin",
            "cross-origin-resource-policy",
            "timing-allow-origin",
            "vary",
            "x-content-type-options",
        ] {
            assert_eq!(answer.header(name), own.header(name), "{path} {name}");
        }
    }
    for (accepted, encoding, body) in [
        ("gzip, br", Some("br"), "brotli module of 0badcafe"),
        ("gzip", Some("gzip"), "gzip module of 0badcafe"),
        ("identity", None, "plain module of 0badcafe"),
    ] {
        let call = site.caller(None).get("/v1/basket-0badcafe.wasm");
        let answer = call.header("accept-encoding", accepted).send();
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(&*answer.bytes, body.as_bytes(), "{accepted}");
    }
}

on_both_engines!(addresses_with_an_older_version_go_on_for_ever);

fn addresses_with_an_older_version_go_on_for_ever() {
    let site = Site::open();
    store(&site, build("0badcafe", "1.7.0"));
    site.let_days_pass(1000);
    site.tidy().unwrap();
    let loader = get(&site, "/v1.7.0/basket.js");
    assert_eq!((loader.status, &*loader.bytes), (200, &b"plain loader of 0badcafe"[..]));
    assert_eq!(loader.header("cache-control"), Some(FOR_EVER));
    assert_eq!(get(&site, "/v1.7.0/basket-0badcafe.wasm").status, 200);
    // It is no file of another version, nor the newest loader.
    assert_eq!(get(&site, "/v1.6.0/basket.js").refusal(), (404, "address-unknown".to_owned()));
    assert_ne!(get(&site, "/v1/basket.js").bytes, loader.bytes);
}

on_both_engines!(names_that_are_made_up_cost_one_query_in_two_seconds);

fn names_that_are_made_up_cost_one_query_in_two_seconds() {
    let site = Site::open();
    store(&site, build("0badcafe", "1.8.0"));
    let unknown = (404, "address-unknown".to_owned());
    assert_eq!(get(&site, "/v1/basket-00000000.wasm").refusal(), unknown);
    assert_eq!(get(&site, "/v1/basket-0badcafe.wasm").status, 200);
    // From here on a query fails.
    site.database.ask("ALTER TABLE builds RENAME TO hidden_builds");
    for number in 1..50 {
        let path = format!("/v1/basket-{number:08x}.wasm");
        assert_eq!(get(&site, &path).refusal(), unknown, "{path}");
    }
    assert_eq!(get(&site, "/v1/basket-0badcafe.wasm").status, 200, "it is in the cache");
    site.let_seconds_pass(2);
    assert_eq!(get(&site, "/v1/basket-00000000.wasm").status, 500, "the list is read again");
    assert_eq!(get(&site, "/v1/basket-00000000.wasm").status, 404);
}

on_both_engines!(a_build_that_starts_later_is_found_without_a_restart);

fn a_build_that_starts_later_is_found_without_a_restart() {
    let site = Site::open();
    assert_eq!(get(&site, "/v1/basket-0badcafe.wasm").status, 404);
    store(&site, build("0badcafe", "1.9.0"));
    site.let_seconds_pass(2);
    assert_eq!(get(&site, "/v1/basket-0badcafe.wasm").status, 200);
}

on_both_engines!(builds_that_nobody_runs_for_thirty_days_are_deleted);

fn builds_that_nobody_runs_for_thirty_days_are_deleted() {
    let site = Site::open();
    let files = |build: &str| {
        let count = format!("SELECT count(*) FROM build_files WHERE build = '{build}'");
        site.tidy().unwrap();
        site.database.ask(&count)
    };
    store(&site, build("0badcafe", "1.8.0"));
    site.let_days_pass(20);
    assert_eq!(site.wait(site.store.builds().renew("0badcafe")), Ok(true));
    site.let_days_pass(20);
    store(&site, build("0badbeef", "1.8.0"));
    assert_eq!(files("0badcafe"), Some(3));
    assert_eq!(get(&site, "/v1/basket-0badcafe.wasm").status, 200);
    site.let_days_pass(11);
    assert_eq!(files("0badcafe"), Some(0));
    assert_eq!(files("0badbeef"), Some(3));
    assert_eq!(site.wait(site.store.builds().renew("0badcafe")), Ok(false));
}

on_both_engines!(files_of_this_build_come_without_the_database);

fn files_of_this_build_come_without_the_database() {
    let site = Site::open();
    // It answers when they are stored.
    assert_eq!(get(&site, "/healthz").status, 200);
    let stored =
        "SELECT count(*) FROM builds JOIN build_files ON build = hash WHERE version = '1.8.0'
                AND (name = 'basket.js' OR name = 'basket-' || hash || '.wasm')";
    assert_eq!(site.database.ask(stored), Some(2), "they are stored for others");
    site.database.ask("DROP TABLE build_files");
    site.database.ask("DROP TABLE builds");
    for path in ["/v1/basket.js", "/v1/basket.wasm", "/v1.8.0/basket.js"] {
        assert_eq!(get(&site, path).status, 200, "{path}");
    }
}
