//! JSON, and the files of other programs: the service's own settings are accepted, and what others' files say about the
//! service is true.

use super::{
    Block, Findings, answers, blocks,
    markup::check_files,
    pages::{file, pages},
    service::{Service, ask},
};
use crate::{program::Demo, webhooks};
use serde_json::Value;
use std::{collections::BTreeSet, fs, net::TcpListener, path::Path, thread};

pub(super) const LANGUAGES: &[&str] = &["json", "nginx", "toml", "yaml"];

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

#[test]
fn what_prometheus_is_told_exists() {
    let mut findings = Findings::default();
    let metrics = metrics();
    for block in blocks(&["yaml"]) {
        findings.expect(&block, check_yaml(&block.text));
        for name in names(&block.text) {
            if !metrics.contains(&name) {
                findings.add(&block, format!("there is no metric `{name}`"));
            }
        }
        // The page's own command says where the metrics are.
        for target in
            block.text.split("targets: [\"").skip(1).filter_map(|rest| rest.split('"').next())
        {
            let command = format!("--internal {target}");
            if !file(&block.page).contains(&command) {
                findings.add(&block, format!("no command on the page has `{command}`"));
            }
        }
    }
    let monitoring = pages().into_iter().find(|page| page.name == "docs/monitoring.md").unwrap();
    for (line, code) in &monitoring.codes {
        for name in names(code).into_iter().filter(|name| !metrics.contains(name)) {
            findings.0.push(format!("{}:{line}: there is no metric `{name}`", monitoring.name));
        }
    }
    findings.judge();
}

/// The names of metrics in a text.
fn names(text: &str) -> BTreeSet<String> {
    let is_name = |next: char| next.is_ascii_lowercase() || next == '_';
    let names = text.split(|next| !is_name(next)).filter(|word| word.starts_with("basket_"));
    names.filter(|name| !name.ends_with('_')).map(str::to_owned).collect()
}

/// The metrics of a service that was asked and has sent a message. What has never been counted is not listed.
fn metrics() -> BTreeSet<String> {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("metrics.db").display());
    // Taken and closed again: nobody listens there, and a message that fails is counted, too.
    let address = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let (_runtime, _store) = webhooks::shop(&database, address);
    let arguments =
        ["--database", &database, "--internal", "127.0.0.1:0", "--allow-private-webhooks"];
    let mut service = Demo::serve(&arguments);
    let internal = loop {
        if let Some(address) = service.next_line().strip_prefix("Internal: ") {
            break address.to_owned();
        }
    };
    webhooks::order(&service);
    let mut text = String::new();
    while !text.contains("basket_messages_total") {
        thread::yield_now();
        text = ask("GET", &format!("{internal}/metrics"), "", "").body;
    }
    let mut names = names(&text);
    // A counter without labels is listed before it has counted.
    let counters =
        text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter"));
    names.extend(counters.map(|name| format!("{name}_total")));
    names
}

/// Whether the lines are those of YAML: names with values, entries of lists, and folded texts below their name. There
/// is no reader of YAML here, and no other file of the project would need one.
fn check_yaml(text: &str) -> Result<(), String> {
    let mut folded: Option<usize> = None;
    let mut depth = 0;
    for line in text.lines().filter(|line| !line.trim_start().starts_with('#')) {
        let inner = line.trim_start();
        let indentation = line.len() - inner.len();
        if folded.is_some_and(|above| indentation > above) {
            continue;
        }
        folded = None;
        let entry = inner.trim_start_matches("- ");
        let Some((name, value)) = entry.split_once(':') else {
            return Err(format!("`{line}` has no name"));
        };
        let is_name =
            !name.is_empty() && name.chars().all(|next| next.is_alphanumeric() || next == '_');
        let is_spaced = value.is_empty() || value.starts_with(' ');
        if line.contains('\t')
            || indentation % 2 == 1
            || indentation > depth + 4
            || !is_name
            || !is_spaced
        {
            return Err(format!("`{line}` is no YAML that this test reads"));
        }
        if value.trim() == ">" {
            folded = Some(indentation);
        }
        depth = indentation;
    }
    Ok(())
}

#[test]
fn the_proxy_passes_on_what_the_service_reads() {
    let mut findings = Findings::default();
    let settings = file("docs/settings.md");
    for block in blocks(&["nginx"]) {
        findings.expect(&block, check_nginx(&block.text, &settings));
    }
    findings.judge();
}

/// Statements end with a semicolon, blocks are closed, the port is the service's own, imports fit, and every header that
/// the page asks of a proxy is set.
fn check_nginx(text: &str, settings: &str) -> Result<(), String> {
    let mut depth = 0;
    for line in text.lines().map(|line| line.split('#').next().unwrap_or_default().trim()) {
        match line.chars().next_back() {
            None | Some(';') => {}
            Some('{') => depth += 1,
            Some('}') if line == "}" && depth > 0 => depth -= 1,
            Some(_) => return Err(format!("`{line}` is no statement")),
        }
    }
    if depth != 0 {
        return Err("a block has no end".to_owned());
    }
    let value = |name: &str| {
        let rest = text.split_once(&format!("{name} "))?.1;
        rest.split(';').next().map(str::trim)
    };
    let listen = settings.split_once("| `--listen` | `BASKET_LISTEN` | `").unwrap().1;
    let listen = format!("http://{}", listen.split('`').next().unwrap());
    if value("proxy_pass") != Some(&listen) {
        return Err(format!("the service listens at {listen}"));
    }
    if value("client_max_body_size") != Some("33m") {
        return Err("an import may have 32 MiB, and its form a little more".to_owned());
    }
    let headers =
        ["Host $host", "X-Forwarded-Proto $scheme", "X-Forwarded-For $proxy_add_x_forwarded_for"];
    let missing =
        headers.iter().find(|header| !text.contains(&format!("proxy_set_header {header};")));
    missing.map_or(Ok(()), |header| Err(format!("`{header}` is not set")))
}

#[test]
fn wrong_files_are_found() {
    assert!(check_yaml("a:\n  - b: c\n    d: >\n      e f\n      g\n").is_ok());
    for wrong in ["a\n", "a:b\n", "a:\n   b: c\n", "a: >\n  b\nc d\n"] {
        assert!(check_yaml(wrong).is_err(), "{wrong}");
    }
    let (page, settings) = (file("docs/deploy.md"), file("docs/settings.md"));
    let good = page.split_once("```nginx\n").unwrap().1.split_once("```").unwrap().0;
    assert_eq!(check_nginx(good, &settings), Ok(()));
    for (part, other) in
        [("8080", "8081"), ("33m", "1m"), ("$host;", "$host"), ("Forwarded-For", "Real-IP")]
    {
        assert!(check_nginx(&good.replace(part, other), &settings).is_err(), "{part}");
    }
}
