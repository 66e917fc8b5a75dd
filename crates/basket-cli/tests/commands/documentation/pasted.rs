//! Scripts that put markup into a page, run with a document of their own. What comes of it is checked like a page.

use super::{Block, Findings, blocks, markup, node, tags::tags};
use std::fs;

/// The scripts of pages that change the document.
fn scripts() -> Vec<Block> {
    let mut scripts = Vec::new();
    for block in blocks(markup::LANGUAGES) {
        for tag in tags(&block.text).into_iter().filter(|tag| tag.name == "script") {
            let text = &block.text[tag.body];
            // Those of others, on the page about moving from them, call what is not there.
            let is_ours = !block.page.ends_with("migrate.md");
            if is_ours && ["createElement", "setAttribute"].iter().any(|call| text.contains(call)) {
                scripts.push(block.with("js", text.to_owned()));
            }
        }
    }
    scripts
}

/// The page that a script makes.
fn run(block: &Block) -> Result<String, String> {
    let folder = tempfile::tempdir().unwrap();
    let name = block.file_name("js");
    fs::write(folder.path().join(&name), &block.text).unwrap();
    node::run_file("pasted.mjs", folder.path(), &[&name])
}

#[test]
fn scripts_that_make_a_basket_make_one_that_works() {
    let scripts = scripts();
    assert!(scripts.len() >= 3, "{scripts:?}");
    let mut findings = Findings::default();
    let mut made = Vec::new();
    for block in &scripts {
        let html = match run(block) {
            Ok(html) => html,
            Err(what) => {
                findings.add(block, what);
                continue;
            }
        };
        let count = |part: &str| html.matches(part).count();
        let baskets = count("data-embed=\"service-basket\"");
        let (loaders, markers) =
            (count("/v1/basket.js"), count("data-embed=\"service-basket-add\""));
        // However often it ran.
        if baskets > 1 || loaders > 1 || baskets + loaders + markers == 0 {
            findings.add(block, format!("it makes this: {html}"));
        }
        made.push(block.with("html", html));
    }
    findings.0.extend(markup::check(&made).0);
    findings.judge();
}

#[test]
fn a_script_that_runs_twice_may_make_two() {
    let text = "const basket = document.createElement('div'); document.body.append(basket);";
    let html = run(&Block::sample("js", text)).unwrap();
    assert_eq!(html.matches("<div></div>").count(), 2);
    assert!(run(&Block::sample("js", "document.body.paste()")).is_err());
}
