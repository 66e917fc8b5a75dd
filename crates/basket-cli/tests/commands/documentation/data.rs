//! JSON, and the files of other programs: the service's own settings are accepted, and what others' files say about the
//! service is true.

use super::{Block, Findings, answers, blocks, markup::check_files, pages::file, service::Service};
use crate::program::Demo;
use serde_json::Value;
use std::{fs, path::Path};

pub(super) const LANGUAGES: &[&str] = &["caddyfile", "haproxy", "json", "nginx", "toml"];

#[test]
fn every_configuration_is_accepted_and_every_answer_is_real() {
    let _service = Service::shared();
    let mut findings = Findings::default();
    let folder = tempfile::tempdir().unwrap();
    let mut configurations = Vec::new();
    let mut others = Vec::new();
    for block in blocks(&["json"]) {
        match serde_json::from_str::<Value>(&block.text) {
            Err(error) => findings.add(&block, error),
            Ok(value) if value.get("api_key").is_some() => {
                let name = block.file_name("json");
                fs::write(folder.path().join(&name), &block.text).unwrap();
                configurations.push((name, block));
            }
            Ok(value) => others.push((block, value)),
        }
    }
    assert!(configurations.len() > 5 && others.len() > 5);
    let names = configurations.iter().map(|(name, _)| name.as_str());
    for (name, what) in check_files(folder.path(), names) {
        let block = configurations.iter().find(|(own, _)| *own == name);
        findings.add(&block.unwrap().1, what);
    }
    for (block, shown) in &others {
        findings.expect(block, answers::check(shown));
    }
    findings.judge();
}

#[test]
fn every_file_of_settings_is_accepted() {
    let mut findings = Findings::default();
    let folder = tempfile::tempdir().unwrap();
    for block in blocks(&["toml"]) {
        let result = match block.text.lines().next() {
            Some("# /etc/basket.toml") => check_settings(folder.path(), &block),
            // The recipe's templates read it, in `templates.rs`.
            _ if block.page.ends_with("hugo.md") => {
                block.text.parse::<toml::Table>().map(drop).map_err(|error| error.to_string())
            }
            _ => Err("no check knows this file".to_owned()),
        };
        findings.expect(&block, result);
    }
    findings.judge();
}

/// Starts the service with its settings, apart from the ports and the database, which belong to this test. Flags win
/// over the file, and the file is read all the same.
fn check_settings(folder: &Path, block: &Block) -> Result<(), String> {
    let path = folder.join("basket.toml");
    fs::write(&path, &block.text).unwrap();
    let names: toml::Table = block.text.parse().map_err(|error| format!("{error}"))?;
    let settings = file("docs/settings.md");
    for name in names.keys() {
        if !settings.contains(&format!("`--{}`", name.replace('_', "-"))) {
            return Err(format!("docs/settings.md does not list `{name}`"));
        }
    }
    let database = format!("sqlite:{}", folder.join("settings.db").display());
    let config = path.to_str().unwrap();
    let demo =
        Demo::serve(&["--config", config, "--internal", "127.0.0.1:0", "--database", &database]);
    if demo.first_line.starts_with("Service: ") {
        return Ok(());
    }
    Err(format!("the service says {:?}", demo.first_line))
}

/// Browser tests start the proxies with these files, so a block that differs is one that nobody has tried.
#[test]
fn the_blocks_of_the_proxies_are_their_files() {
    let mut findings = Findings::default();
    for (language, name) in
        [("caddyfile", "Caddyfile"), ("haproxy", "haproxy.cfg"), ("nginx", "nginx.conf")]
    {
        let path = format!("docs/proxies/{name}");
        let blocks = blocks(&[language]);
        assert_eq!(blocks.len(), 1, "{path}");
        if blocks[0].text != file(&path) {
            findings.add(&blocks[0], format!("the block is not {path}"));
        }
    }
    findings.judge();
}
