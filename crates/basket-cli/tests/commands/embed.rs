//! `basket embed` prints markup that holds what it says.

use crate::{
    databases::both,
    program::{Demo, fail, run, succeed},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};

const SERVICE: &str = "https://basket.example";

/// The value of an attribute, or of a member, in each place where it stands.
fn values<'a>(text: &'a str, before: &str) -> Vec<&'a str> {
    text.split(before).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

/// The digits of the hash in the names of files, which change with every build.
fn hash(text: &str) -> &str {
    let rest = text.split_once("/basket-").unwrap().1;
    rest.split_once('.').unwrap().0
}

#[test]
fn the_markup_names_the_newest_version_and_the_shops_key() {
    for database in both() {
        let ask =
            |arguments: &[&str]| succeed(&[arguments, &["--database", &database.address]].concat());
        ask(&["shop", "create", "Mine", "--currency", "EUR"]);
        let old = ask(&["key", "list"]).split_whitespace().next().unwrap().to_owned();
        let key = ask(&["key", "rotate", &old, "--overlap", "1h"]);
        let key = key.trim_end();
        let markup = ask(&["embed", "--service", "https://Basket.Example:443/"]);
        let expected = format!(
            r#"<script async fetchpriority="high" src="https://basket.example/v1/basket.js" crossorigin referrerpolicy="no-referrer"></script>
<link rel="preload" as="fetch" href="https://basket.example/v1/basket.wasm" crossorigin referrerpolicy="no-referrer">
<div data-embed="service-basket" right detached tinted>
  <script type="application/json">{{ "api_key": "{key}" }}</script>
</div>
"#
        );
        assert_eq!(markup, expected);
        assert!(ask(&["embed"]).contains("http://127.0.0.1:8080/v1/basket.js"));
    }
}

#[test]
fn every_file_of_the_pinned_markup_is_what_its_hash_says() {
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("demo.db");
    let database = database.to_str().unwrap();
    let demo = Demo::start(&["--database", database]);
    let service = demo.url("");
    let embed = ["embed", "--pinned", "--locale", "de", "--database", database, "--service"];
    let markup = succeed(&[&embed[..], &[&service]].concat());
    assert_eq!(values(&markup, "\"api_key\": \""), ["pk_demo"]);

    let hash = hash(&markup);
    let mut links = values(&markup, "href=\"");
    links.extend(values(&markup, "src=\""));
    let ends =
        [format!("basket-{hash}.de.txt"), format!("basket-{hash}.wasm"), "basket.js".to_owned()];
    let addresses: Vec<_> = ends.iter().map(|end| format!("{service}/v1.8.0/{end}")).collect();
    assert_eq!(links, addresses);
    // Browsers know it on scripts alone; of what is fetched, the loader knows another.
    let checked_by_browsers = values(&markup, "\n  integrity=\"").len();
    assert_eq!((checked_by_browsers, values(&markup, "\n  data-integrity=\"").len()), (1, 2));
    let digests = values(&markup, "integrity=\"");
    assert_eq!(digests.len(), links.len());
    let map = markup.split_once("<script type=\"importmap\">").unwrap().1;
    let map: serde_json::Value =
        serde_json::from_str(map.split_once("</script>").unwrap().0).unwrap();
    let map = map["integrity"].as_object().unwrap();
    let modules = map.iter().map(|(address, digest)| (&**address, digest.as_str().unwrap()));
    let modules: Vec<_> = modules.collect();
    for end in ["page.js", "plain.js", "explain.js", "explain.plain.js"] {
        let address = format!("{service}/v1.8.0/basket-{hash}.{end}");
        assert!(map.contains_key(&address), "{end} is not checked");
    }
    for (address, expected) in links.into_iter().zip(digests).chain(modules) {
        let file = demo.get_bytes(address.strip_prefix(&service).unwrap());
        let digest = format!("sha256-{}", STANDARD.encode(Sha256::digest(file)));
        assert_eq!(digest, expected, "{address}");
    }
}

#[test]
fn the_policy_allows_the_service_and_the_map_that_stands_in_the_page() {
    let policy = succeed(&["embed", "--csp", "--service", SERVICE]);
    assert_eq!(
        policy,
        "script-src https://basket.example 'wasm-unsafe-eval';\n\
         connect-src https://basket.example;\nimg-src https://basket.example;\n"
    );
    let folder = tempfile::tempdir().unwrap();
    let database = folder.path().join("demo.db");
    let database = ["--database", database.to_str().unwrap()];
    succeed(&[&["shop", "create", "One", "--currency", "EUR"], &database[..]].concat());
    let pinned = ["embed", "--pinned", "--service", SERVICE];
    let markup = succeed(&[&pinned, &database[..]].concat());
    let map = markup.split_once("<script type=\"importmap\">").unwrap().1;
    let digest = STANDARD.encode(Sha256::digest(map.split_once("</script>").unwrap().0));
    let policy = succeed(&[&pinned[..], &["--csp"]].concat());
    assert!(policy.contains(&format!("'wasm-unsafe-eval' 'sha256-{digest}';\n")), "{policy}");
}

#[test]
fn what_cannot_be_printed_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("basket.db").display());
    let database = ["--database", &database];
    let ask = |arguments: &[&str]| succeed(&[arguments, &database[..]].concat());
    let said = |arguments: &[&str]| fail(&[arguments, &database[..]].concat());
    assert!(said(&["embed"]).contains("basket shop create"));
    ask(&["shop", "create", "One", "--currency", "EUR"]);
    let key = ask(&["key", "list"]).split_whitespace().next().unwrap().to_owned();
    ask(&["key", "revoke", &key]);
    assert!(said(&["embed"]).contains("basket key create"));
    ask(&["shop", "create", "Two", "--currency", "EUR"]);
    assert!(said(&["embed"]).contains("--shop NUMBER"));
    assert!(ask(&["embed", "--shop", "2"]).contains("pk_"));
    for wrong in [
        &["embed", "--service", "basket.example"][..],
        &["embed", "--service", &format!("{SERVICE}/path")],
        &["embed", "--locale", "de"],
        &["embed", "--pinned", "--locale", "tlh"],
    ] {
        assert_eq!(run(wrong).status.code(), Some(2), "{wrong:?}");
    }
}
