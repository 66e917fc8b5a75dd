//! Pages and pieces of pages: `basket check` has nothing to say about their baskets, and markers, attributes, slots and
//! addresses exist.

use super::{
    Block, Findings, blocks,
    pages::{file, pages},
    scripts,
    service::{Service, ask},
    style,
    tags::{Tag, tags},
};
use crate::program::run;
use basket_check::baskets;
use basket_core::contract::MARKUP;
use serde_json::Value;
use std::{collections::BTreeSet, fs, path::Path};

pub(super) const LANGUAGES: &[&str] = &["html"];

/// Attributes of other programs, which may stand on any element.
const OTHERS: &[(&str, &str)] = &[
    ("data-cookieconsent", "Cookiebot"),
    ("data-product-id", "the shop's own button, which a tag marks"),
    ("data-item-", "Snipcart, on the page about moving from it"),
    ("data-turbo-permanent", "Turbo"),
];

/// Attributes that the host scripts read and that the contract does not promise.
const UNPROMISED: &[(&str, &str)] = &[("data-wasm", "script.dataset.wasm")];

/// Attributes of HTML and of frameworks that a basket's element may have.
const ON_BASKETS: &[&str] =
    &["class", "id", "lang", "suppressHydrationWarning", "transition:persist"];

/// What the pages write where a reader's own values belong.
const PLACEHOLDERS: &[(&str, &str)] = &[("https://SERVICE", "https://basket.example")];

/// A block as a reader would use it.
pub(super) fn filled(block: &Block) -> Block {
    let fill = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    let text = PLACEHOLDERS.iter().fold(block.text.clone(), fill);
    block.with(&block.language, text)
}

/// The words of the contract's markup that start so.
fn promised(start: &str) -> BTreeSet<&'static str> {
    let is_name = |next: char| next.is_ascii_alphabetic() || next == '-';
    let texts = MARKUP.iter().flat_map(|promise| [promise.name, promise.meaning]);
    let words = texts.flat_map(move |text| text.split(move |next| !is_name(next)));
    words.filter(|word| word.starts_with(start) && word.len() > start.len()).collect()
}

/// Whether the contract has a value of `data-embed`, `data-state` or `slot`.
pub(super) fn is_promised(name: &str, value: &str) -> Result<(), String> {
    let rows = MARKUP.iter().filter(|promise| promise.name.starts_with(name));
    let (quoted, coded) = (format!("\"{value}\""), format!("`{value}`"));
    let has_value = |text: &str| text.contains(&quoted) || text.contains(&coded);
    if rows.flat_map(|promise| [promise.name, promise.meaning]).any(has_value) {
        return Ok(());
    }
    Err(format!("`{name}` is never `{value}`"))
}

/// Checks the attributes of one element.
pub(super) fn check_tag(tag: &Tag) -> Result<(), String> {
    let marker = tag.attribute("data-embed");
    if let Some(value) = marker {
        is_promised("data-embed", value)?;
    }
    if let Some(value) = tag.attribute("slot") {
        is_promised("slot", value)?;
    }
    // The contract has them in one row.
    let flags = MARKUP.iter().find(|promise| promise.name.starts_with("right, "));
    let flags: Vec<&str> = flags.unwrap().name.split(", ").collect();
    for (name, _) in &tag.attributes {
        // A template may give the attribute a value of its own.
        let name = name.trim_start_matches(':');
        let is_others = OTHERS.iter().any(|(other, _)| name.starts_with(other));
        if name.starts_with("data-") {
            let is_ours = promised("data-").contains(name);
            let is_unpromised = UNPROMISED.iter().any(|(own, _)| *own == name);
            if !is_ours && !is_others && !is_unpromised {
                return Err(format!("nothing reads the attribute `{name}`"));
            }
        } else if marker == Some("service-basket")
            && !flags.contains(&name)
            && !ON_BASKETS.contains(&name)
        {
            return Err(format!("a basket has no attribute `{name}`"));
        }
    }
    Ok(())
}

/// The addresses of the service's files in a piece of markup: paths.
fn addresses(tags: &[Tag]) -> Vec<String> {
    let values = tags.iter().flat_map(|tag| [tag.attribute("src"), tag.attribute("href")]);
    let path = |value: &str| {
        let (_, rest) = value.split_once("://").filter(|(_, rest)| rest.contains("/basket."))?;
        Some(rest[rest.find('/')?..].to_owned())
    };
    values.flatten().filter_map(path).collect()
}

/// Checks pieces of markup, each with the block that it comes from.
pub(super) fn check(markup: &[Block]) -> Findings {
    let mut findings = Findings::default();
    let folder = tempfile::tempdir().unwrap();
    let service = Service::shared();
    let mut names = Vec::new();
    for block in markup.iter().map(filled) {
        let tags = tags(&block.text);
        for tag in &tags {
            findings.expect(&block, check_tag(tag));
        }
        check_offers(&block, &tags, &service, &mut findings);
        for path in addresses(&tags) {
            let status = ask("GET", &service.url(&path), "", "").status;
            if status != 200 {
                findings.add(&block, format!("{path} answers {status}"));
            }
        }
        let written =
            tags.iter().filter(|tag| tag.attribute("data-embed") == Some("service-basket"));
        let (written, seen) = (written.count(), baskets(&block.text).len());
        if written != seen {
            findings.add(&block, format!("{written} baskets are written, a browser sees {seen}"));
        }
        check_bodies(folder.path(), &block, &tags, &mut findings);
        // Two pieces may come from one block.
        let name = format!("{}-{}", names.len(), block.file_name("html"));
        fs::write(folder.path().join(&name), &block.text).unwrap();
        names.push((name, block));
    }
    for (name, what) in check_files(folder.path(), names.iter().map(|(name, _)| name.as_str())) {
        let found = names.iter().find(|(own, _)| *own == name);
        findings.add(&found.unwrap().1, what);
    }
    findings
}

/// Checks that what a marker adds is sold, where it names a product of the demo shop.
fn check_offers(block: &Block, tags: &[Tag], service: &Service, findings: &mut Findings) {
    let products = &service.products;
    for tag in tags {
        let product =
            tag.attribute("data-sku").and_then(|sku| products.iter().find(|it| it["sku"] == sku));
        let (Some(product), Some(frequency)) = (product, tag.attribute("data-frequency")) else {
            continue;
        };
        let interval = tag.attribute("data-interval").unwrap_or("1");
        let is_sold = |offer: &Value| {
            let is_interval =
                interval.parse().is_ok_and(|interval: u32| offer["interval"] == interval);
            offer["frequency"] == frequency && is_interval
        };
        if !product["subscriptions"].as_array().unwrap().iter().any(is_sold) {
            findings.add(block, format!("{} is not sold {frequency}/{interval}", product["sku"]));
        }
    }
}

/// Checks the scripts and style sheets in a piece of markup.
fn check_bodies(folder: &Path, block: &Block, tags: &[Tag], findings: &mut Findings) {
    for tag in tags.iter().filter(|tag| !tag.body.is_empty()) {
        let text = block.text[tag.body.clone()].to_owned();
        let media_type = tag.attribute("type").unwrap_or_default();
        match (tag.name.as_str(), media_type) {
            ("style", _) => findings.expect(block, style::check(folder, &block.with("css", text))),
            ("script", "" | "module") => {
                let language = if tag.attribute("lang") == Some("ts") { "ts" } else { "js" };
                let script = block.with(language, text);
                findings.expect(block, scripts::check(folder, &script));
                // Tag Manager refuses anything newer, as the page says.
                if block.page.ends_with("google-tag-manager.md") {
                    findings.expect(block, scripts::is_old(folder, &script));
                }
            }
            // `basket check` reads it.
            ("script", "application/json") => {}
            (name, other) => {
                findings.add(block, format!("nothing checks a {name} of type `{other}`"));
            }
        }
    }
}

/// What `basket check` says about files in a folder: the name of each, and what is wrong.
pub(super) fn check_files<'a>(
    folder: &Path,
    names: impl Iterator<Item = &'a str>,
) -> Vec<(String, String)> {
    let paths: Vec<String> =
        names.map(|name| folder.join(name).to_str().unwrap().to_owned()).collect();
    let mut arguments = vec!["check", "--format", "json"];
    arguments.extend(paths.iter().map(String::as_str));
    let output = run(&arguments);
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).unwrap();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let row = |found: &Value| {
        let file = text(&found["file"]);
        let name = Path::new(&file).file_name().unwrap().to_str().unwrap().to_owned();
        (
            name,
            format!(
                "{}: {} {}",
                text(&found["code"]),
                text(&found["message"]),
                text(&found["path"])
            ),
        )
    };
    found.iter().map(row).collect()
}

#[test]
fn basket_check_is_content_with_every_piece_of_markup() {
    let blocks = blocks(LANGUAGES);
    assert!(blocks.len() > 30);
    check(&blocks).judge();
}

#[test]
fn wrong_markup_is_found() {
    let _service = Service::shared();
    let wrong = |text: &str| {
        let block = Block::sample("html", text);
        check(&[block]).0
    };
    let basket = |attribute: &str, options: &str| {
        format!(
            "<div data-embed=\"service-basket\" {attribute}><script type=\"application/json\">\
             {{ \"api_key\": \"pk_demo\", \"options\": {{ {options} }} }}</script></div>"
        )
    };
    assert!(wrong(&basket("right", "")).is_empty());
    assert_eq!(wrong(&basket("left", "")), ["page.md:1: a basket has no attribute `left`"]);
    assert!(wrong(&basket("", "\"left\": true"))[0].contains("unknown-member"));
    let unknown = ["page.md:1: `data-embed` is never `service-basket-buy`"];
    assert_eq!(wrong("<p data-embed=\"service-basket-buy\">"), unknown);
    let unread = ["page.md:1: nothing reads the attribute `data-amount`"];
    assert_eq!(wrong("<p data-embed=\"service-basket-add\" data-amount=\"1\">"), unread);
    let gone = ["page.md:1: /v1/basket.css answers 404"];
    assert_eq!(wrong("<link href=\"https://SERVICE/v1/basket.css\">"), gone);
    let other = ["page.md:1: /v3/basket.js answers 404"];
    assert_eq!(wrong("<script src=\"https://basket.example/v3/basket.js\"></script>"), other);
    let unsold = ["page.md:1: \"COFFEE\" is not sold yearly/1"];
    assert_eq!(wrong("<p data-sku=\"COFFEE\" data-frequency=\"yearly\">"), unsold);
}

#[test]
fn attributes_outside_of_the_contract_are_read_by_the_host_scripts() {
    let loader = file("crates/basket-widget/host/loader/site.js");
    for (name, how) in UNPROMISED {
        assert!(loader.contains(how), "nothing reads `{name}`");
    }
    let pages = pages();
    for (name, of) in OTHERS {
        let mut blocks = pages.iter().flat_map(|page| &page.blocks);
        let is_used = blocks.any(|block| block.text.contains(name));
        let is_named =
            pages.iter().any(|page| page.codes.iter().any(|(_, code)| code.contains(name)));
        assert!(is_used || is_named, "no page has {of}'s `{name}` any more");
    }
}
