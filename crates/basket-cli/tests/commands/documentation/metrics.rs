//! Metrics: what the pages, the alert rules and the dashboard name exists in a service that runs.

use super::{
    Findings, blocks,
    pages::{file, pages},
    service::ask,
};
use crate::{program::Demo, webhooks};
use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    net::TcpListener,
    thread,
};
use yaml_rust2::YamlLoader;

pub(super) const LANGUAGES: &[&str] = &["yaml"];

const ALERTS: &str = "docs/monitoring/alerts.yaml";
const DASHBOARD: &str = "docs/monitoring/dashboard.json";

/// Metrics of others that the rules use, each with its labels.
const OTHERS: &[(&str, &[&str])] = &[
    // Prometheus has one for each target.
    ("up", &[]),
    ("node_filesystem_avail_bytes", &["mountpoint"]),
    ("node_filesystem_size_bytes", &["mountpoint"]),
];

/// Functions and operators.
const WORDS: &[&str] = &[
    "absent",
    "count",
    "histogram_quantile",
    "increase",
    "label_values",
    "max",
    "rate",
    "sum",
    "topk",
    "unless",
];

/// Labels that Prometheus adds to everything.
const ADDED: &[&str] = &["instance", "job"];

#[test]
fn what_prometheus_is_told_exists() {
    let mut findings = Findings::default();
    let metrics = Metrics::read();
    for block in blocks(LANGUAGES) {
        let result = YamlLoader::load_from_str(&block.text);
        findings.expect(&block, result.map(drop).map_err(|error| error.to_string()));
        for name in names(&block.text) {
            if !metrics.names.contains(&name) {
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
        for name in names(code).into_iter().filter(|name| !metrics.names.contains(name)) {
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

#[test]
fn alerts_use_metrics_and_labels_that_exist() {
    let metrics = Metrics::read();
    let documents = YamlLoader::load_from_str(&file(ALERTS)).unwrap();
    let rules = documents[0]["groups"][0]["rules"].as_vec().unwrap();
    let mut wrong = Vec::new();
    for rule in rules {
        let name = rule["alert"].as_str().unwrap();
        wrong.extend(metrics.check(rule["expr"].as_str().unwrap(), name));
        for (key, member) in
            [("severity", "labels"), ("summary", "annotations"), ("action", "annotations")]
        {
            assert!(rule[member][key].as_str().is_some(), "{name} has no {key}");
        }
    }
    assert!(rules.len() > 10 && wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    // The page explains each of them, and no others.
    let page = file("docs/monitoring.md");
    let explained =
        page.lines().filter_map(|line| line.strip_prefix("| `Basket")?.split('`').next());
    let explained: Vec<String> = explained.map(|name| format!("Basket{name}")).collect();
    let names: Vec<_> = rules.iter().filter_map(|rule| rule["alert"].as_str()).collect();
    assert_eq!(explained, names);
}

#[test]
fn the_dashboard_uses_metrics_and_labels_that_exist() {
    let metrics = Metrics::read();
    let dashboard: Value = serde_json::from_str(&file(DASHBOARD)).unwrap();
    let mut wrong = Vec::new();
    let mut count = 0;
    for panel in dashboard["panels"].as_array().unwrap() {
        let title = panel["title"].as_str().unwrap();
        for target in panel["targets"].as_array().into_iter().flatten() {
            count += 1;
            wrong.extend(metrics.check(target["expr"].as_str().unwrap(), title));
            let legend = target["legendFormat"].as_str().unwrap();
            for label in legend.split("{{").skip(1).filter_map(|rest| rest.split("}}").next()) {
                if !metrics.has_label(label) {
                    wrong.push(format!("{title}: no metric has the label `{label}`"));
                }
            }
        }
    }
    for variable in dashboard["templating"]["list"].as_array().unwrap() {
        let query = variable["query"]["query"].as_str().unwrap_or_default();
        wrong.extend(metrics.check(query, "a variable"));
    }
    assert!(count > 20 && wrong.is_empty(), "\n{}\n", wrong.join("\n"));
    // Every metric is shown somewhere.
    let text = file(DASHBOARD);
    let hidden: Vec<_> = metrics.labels.keys().filter(|name| !text.contains(*name)).collect();
    assert!(hidden.is_empty(), "the dashboard does not show {hidden:?}");
}

/// What a service counts.
struct Metrics {
    /// Every name, with those of counters that have not counted yet and of a histogram's parts.
    names: BTreeSet<String>,
    /// The labels of each metric that is listed.
    labels: BTreeMap<String, BTreeSet<String>>,
}

impl Metrics {
    fn read() -> Self {
        let text = text();
        let mut names = names(&text);
        // A counter without labels is listed before it has counted.
        let counters =
            text.lines().filter_map(|line| line.strip_prefix("# TYPE ")?.strip_suffix(" counter"));
        names.extend(counters.map(|name| format!("{name}_total")));
        let mut labels: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in text.lines().filter(|line| line.starts_with("basket_")) {
            let (name, rest) = line.split_once(['{', ' ']).unwrap();
            let list = if line.contains('{') { rest.split('}').next().unwrap() } else { "" };
            let own = list.split("\",").filter_map(|pair| Some(pair.split_once('=')?.0.to_owned()));
            // A histogram's sum and count say nothing that its buckets do not.
            if !name.ends_with("_sum") && !name.ends_with("_count") {
                labels.entry(name.to_owned()).or_default().extend(own);
            }
        }
        Self { names, labels }
    }

    fn has_label(&self, label: &str) -> bool {
        ADDED.contains(&label) || self.labels.values().any(|labels| labels.contains(label))
    }

    /// What is wrong with an expression: names that do not exist, and labels that a metric does not have.
    fn check(&self, expression: &str, place: &str) -> Vec<String> {
        let mut wrong = Vec::new();
        let text = bare(expression);
        let is_name = |next: char| next.is_ascii_alphanumeric() || next == '_';
        let mut rest = &*text;
        while let Some(start) = rest.find(|next: char| next.is_ascii_alphabetic()) {
            let end = rest[start..].find(|next| !is_name(next)).unwrap_or(rest.len() - start);
            let (name, after) = rest[start..].split_at(end);
            let (list, after) = list(after);
            rest = after;
            let others = OTHERS.iter().find(|(other, _)| *other == name).map(|(_, labels)| *labels);
            if ["by", "on"].contains(&name) {
                wrong.extend(list.into_iter().filter(|label| !self.has_label(label)).map(
                    |label| {
                        format!("{place}: results are grouped by `{label}`, which no metric has")
                    },
                ));
            } else if self.names.contains(name) || others.is_some() {
                let own = self.labels.get(name);
                let is_own = |label: &str| {
                    ADDED.contains(&label)
                        || others.is_some_and(|labels| labels.contains(&label))
                        || own.is_some_and(|labels| labels.contains(label))
                };
                wrong.extend(
                    list.into_iter()
                        .filter(|label| !is_own(label))
                        .map(|label| format!("{place}: `{name}` has no label `{label}`")),
                );
            } else if !WORDS.contains(&name) && !self.has_label(name) {
                wrong.push(format!("{place}: there is no metric `{name}`"));
            }
        }
        wrong
    }
}

/// An expression without its values and spans of time.
fn bare(expression: &str) -> String {
    let unquoted: String = expression.split('"').step_by(2).collect();
    let parts = unquoted.split('[').map(|part| part.split_once(']').map_or(part, |(_, rest)| rest));
    parts.collect()
}

/// The labels behind a name, in braces or, behind a word for grouping, in parentheses; and what comes after them. What a
/// function takes is no list of labels.
fn list(after: &str) -> (Vec<&str>, &str) {
    let inside = after.strip_prefix('{').map(|inside| (inside, '}'));
    let inside = inside.or_else(|| after.strip_prefix(" (").map(|inside| (inside, ')')));
    let Some((labels, after)) = inside.and_then(|(inside, end)| inside.split_once(end)) else {
        return (vec![], after);
    };
    let labels = labels.split(',').filter_map(|label| label.trim().split(['=', '!']).next());
    (labels.collect(), after)
}

#[test]
fn wrong_expressions_are_found() {
    let labels = ["status".to_owned()].into();
    let metrics = Metrics {
        names: ["basket_requests_total".to_owned()].into(),
        labels: [("basket_requests_total".to_owned(), labels)].into(),
    };
    let check = |expression: &str| metrics.check(expression, "here").join(", ");
    let good = "sum by (job, status) (rate(basket_requests_total{status=~\"5..\", job=\"a, b\"}[5m])) > 0.1";
    assert_eq!(check(good), "");
    for (part, other, found) in [
        ("requests", "calls", "no metric `basket_calls_total`"),
        ("rate", "speed", "no metric `speed`"),
        ("{status", "{code", "no label `code`"),
        ("(job, status)", "(job, code)", "grouped by `code`"),
    ] {
        let said = check(&good.replacen(part, other, 1));
        assert!(said.contains(found), "{part}: {said}");
    }
}

/// The metrics of a service that was asked and has sent a message. What has never been counted is not listed.
fn text() -> String {
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
    text
}
