//! The widget's files.

use super::site::Site;
use std::{fs, path::PathBuf};

const SHORT: &str = "public, max-age=300, stale-while-revalidate=3600";
const LONG: &str = "public, max-age=31536000, immutable";

const CHECKED: &str = "no-cache";

fn widget() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/widget")
}

/// The name of the module, which carries its hash.
fn module() -> String {
    let paths = fs::read_dir(widget()).unwrap().map(|entry| entry.unwrap().path());
    let modules = paths.filter(|path| path.extension().is_some_and(|end| end == "wasm"));
    let names = modules.map(|path| path.file_name().unwrap().to_str().unwrap().to_owned());
    let mut names: Vec<String> = names.collect();
    let is_other = |name: &str| name.contains("explain") || name.contains("costs");
    names.retain(|name| name.starts_with("basket-") && !is_other(name));
    names.remove(0)
}

on_both_engines!(the_loader_is_kept_shortly_and_a_pinned_one_for_ever);

fn the_loader_is_kept_shortly_and_a_pinned_one_for_ever() {
    let site = Site::open();
    let caller = site.caller(None);
    let newest = caller.get("/v1/basket.js").send();
    assert_eq!(newest.status, 200);
    assert_eq!(newest.header("content-type"), Some("text/javascript; charset=utf-8"));
    assert_eq!(newest.header("cache-control"), Some(SHORT));
    let pinned = caller.get("/v1.8.0/basket.js").send();
    assert_eq!((pinned.status, pinned.header("cache-control")), (200, Some(LONG)));
    assert_eq!(newest.bytes, pinned.bytes);
}

on_both_engines!(a_name_with_its_hash_is_kept_for_ever);

fn a_name_with_its_hash_is_kept_for_ever() {
    let site = Site::open();
    for version in ["v1", "v1.8.0"] {
        let answer = site.caller(None).get(&format!("/{version}/{}", module())).send();
        assert_eq!((answer.status, answer.header("cache-control")), (200, Some(LONG)));
        assert_eq!(answer.header("content-type"), Some("application/wasm"));
        assert_eq!(answer.bytes, fs::read(widget().join(module())).unwrap());
    }
}

on_both_engines!(the_module_without_a_hash_is_asked_for_each_time_and_seldom_sent);

fn the_module_without_a_hash_is_asked_for_each_time_and_seldom_sent() {
    let site = Site::open();
    let get = |path: &str| site.caller(None).get(path);
    let newest = get("/v1/basket.wasm").send();
    assert_eq!((newest.status, newest.header("cache-control")), (200, Some(CHECKED)));
    assert_eq!(newest.header("content-type"), Some("application/wasm"));
    assert_eq!(newest.bytes, fs::read(widget().join(module())).unwrap());
    let tag = newest.header("etag").unwrap();
    let again = get("/v1/basket.wasm").header("if-none-match", tag).send();
    assert_eq!((again.status, again.bytes.len()), (304, 0));
    for (name, value) in SHARED {
        assert_eq!(again.header(name), Some(value), "a page must be able to use what it has");
    }
    let pinned = get("/v1.8.0/basket.wasm").send();
    assert_eq!((pinned.status, pinned.header("cache-control")), (200, Some(LONG)));
}

/// What lets a page of any origin load a file, also one that lets in only what says so.
const SHARED: [(&str, &str); 5] = [
    ("access-control-allow-origin", "*"),
    ("cross-origin-resource-policy", "cross-origin"),
    ("timing-allow-origin", "*"),
    ("vary", "Accept-Encoding"),
    ("x-content-type-options", "nosniff"),
];

on_both_engines!(any_page_may_load_the_files);

fn any_page_may_load_the_files() {
    let site = Site::open();
    let texts = module().replace(".wasm", ".de.txt");
    for path in ["/v1/basket.js", "/v1.8.0/basket.js", "/v1/basket.wasm", &format!("/v1/{texts}")] {
        let answer = site.caller(None).get(path).send();
        for (name, value) in SHARED {
            assert_eq!(answer.header(name), Some(value), "{path}");
        }
    }
}

on_both_engines!(the_best_encoding_that_the_caller_takes_is_sent);

fn the_best_encoding_that_the_caller_takes_is_sent() {
    let site = Site::open();
    for (accepted, encoding, file) in [
        ("gzip, deflate, br", Some("br"), "basket.js.br"),
        ("gzip", Some("gzip"), "basket.js.gz"),
        ("br;q=0, gzip", Some("gzip"), "basket.js.gz"),
        ("identity", None, "basket.js"),
        ("zstd", None, "basket.js"),
    ] {
        let call = site.caller(None).get("/v1/basket.js").header("accept-encoding", accepted);
        let answer = call.send();
        assert_eq!(answer.header("content-encoding"), encoding, "{accepted}");
        assert_eq!(answer.bytes, fs::read(widget().join(file)).unwrap(), "{accepted}");
    }
}

on_both_engines!(a_loader_that_the_caller_has_is_not_sent_again);

fn a_loader_that_the_caller_has_is_not_sent_again() {
    let site = Site::open();
    let get = || site.caller(None).get("/v1/basket.js");
    let tag = get().send().header("etag").unwrap().to_owned();
    assert!(tag.starts_with('"'), "{tag} is strong");
    let answer = get().header("if-none-match", &tag).send();
    assert_eq!((answer.status, answer.bytes.len()), (304, 0));
    assert_eq!(answer.header("cache-control"), Some(SHORT));
    assert_eq!(answer.header("vary"), Some("Accept-Encoding"));
    // Another encoding is other bytes, so it has another tag.
    let other = get().header("accept-encoding", "br").header("if-none-match", &tag).send();
    assert_eq!(other.status, 200);
    assert_ne!(other.header("etag"), Some(tag.as_str()));
}
