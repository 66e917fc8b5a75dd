//! The files that run the service in containers: for Docker Compose, Kubernetes and Podman with systemd. The service is
//! started with what each of them says. That the files are what Compose and Kubernetes read, `cargo xtask deployment` has
//! their own programs check.

mod container;

use crate::program::{Demo, command, succeed};
use container::{
    COMPOSE, Container, DEPLOYMENTS, LISTEN, QUADLET, compose, deployment, documents, file, quadlet,
};
use std::{collections::BTreeSet, fs, path::Path};

/// All files that name settings.
const FILES: &[&str] = &[
    "compose.yaml",
    "compose.postgres.yaml",
    "docs/compose/Caddyfile",
    "docs/kubernetes/ingress.yaml",
    "docs/kubernetes/postgres.yaml",
    "docs/kubernetes/secret.yaml",
    "docs/kubernetes/service.yaml",
    "docs/kubernetes/sqlite.yaml",
    "docs/monitoring/alerts.yaml",
    "docs/proxies/Caddyfile",
    "docs/proxies/haproxy.cfg",
    "docs/proxies/nginx.conf",
    "docs/quadlet/basket.container",
];

/// A flag of another program.
const OTHERS: &[(&str, &str)] = &[("--username", "pg_isready")];

/// The sections of the unit, each with the names that systemd and Podman know in it, as far as they are used here.
/// Debian 12 has a Podman that does not read such units yet, so nothing else checks the names everywhere.
const UNIT: &[(&str, &str)] = &[
    ("[Unit]", "Description Wants After"),
    (
        "[Container]",
        "Image ContainerName Volume PublishPort Environment Secret HealthCmd HealthInterval ReadOnly \
         DropCapability NoNewPrivileges",
    ),
    ("[Service]", "Restart TimeoutStopSec"),
    ("[Install]", "WantedBy"),
];

fn containers() -> Vec<Container> {
    let mut all: Vec<_> = COMPOSE.iter().flat_map(|name| compose(name)).collect();
    all.extend(DEPLOYMENTS.iter().map(|name| deployment(name)));
    all.push(quadlet(QUADLET));
    all
}

#[test]
fn every_container_runs_the_service_with_settings_that_it_accepts() {
    let containers = containers();
    assert_eq!(containers.len(), 6);
    for container in containers {
        let place = &container.file;
        let version = env!("CARGO_PKG_VERSION");
        let image = container.image.trim_start_matches("localhost/");
        assert_eq!(image, format!("basket:{version}"), "{place}");
        let folder = tempfile::tempdir().unwrap();
        let mut service = start(&container, folder.path());
        assert!(service.first_line.starts_with("Service: "), "{place}: {}", service.first_line);
        let mut lines = vec![];
        let internal = loop {
            let line = service.next_line();
            assert!(!line.is_empty(), "{place}: no internal address in {lines:?}");
            if let Some(address) = line.strip_prefix("Internal: ") {
                break address.trim().to_owned();
            }
            lines.push(line);
        };
        // The account was created from the secret, so no link is printed.
        assert!(!lines.iter().any(|line| line.contains("Set up")), "{place}: {lines:?}");
        assert!(lines.iter().any(|line| line == "Backend:  https://basket.example/admin"));
        for probe in &container.probes {
            let mut answer = ureq::get(format!("{internal}{probe}")).call().unwrap();
            assert_eq!(answer.body_mut().read_to_string().unwrap().trim(), "ok", "{place}");
        }
        if let Some(health) = &container.health {
            assert_eq!(health, "basket health", "{place}");
            let listen = service.url("").replace("http://", "");
            succeed(&["health", "--listen", &listen]);
        }
        assert!(container.health.is_some() || container.probes.len() == 3, "{place}");
    }
}

/// Starts the service as a container does, on this machine's ports and with its files in a folder.
fn start(container: &Container, folder: &Path) -> Demo {
    fs::create_dir(folder.join("secrets")).unwrap();
    for secret in &container.secrets {
        let database = format!("sqlite:{}", folder.join("other.db").display());
        let text = if secret == "database" { &*database } else { "a long passphrase\n" };
        fs::write(folder.join("secrets").join(secret), text).unwrap();
    }
    let here = |text: &str| {
        let path = |name: &str| folder.join(name).display().to_string();
        text.replace("0.0.0.0:8080", "127.0.0.1:0")
            .replace("0.0.0.0:9090", "127.0.0.1:0")
            .replace("/run/secrets/basket/", &path("secrets/"))
            .replace("/run/secrets/", &path("secrets/"))
    };
    let mut command = command();
    // The image's folder is that of its data.
    command.current_dir(folder).env(LISTEN.0, here(LISTEN.1));
    command.args(container.arguments.iter().map(|argument| here(argument)));
    for (name, value) in &container.variables {
        command.env(name, here(value));
    }
    Demo::spawn(&mut command)
}

/// A variable that does not exist would be ignored, and a comment may name a flag.
#[test]
fn every_variable_and_flag_exists() {
    let help = succeed(&["serve", "--help"]);
    let settings = file("docs/settings.md");
    let is_known = |name: &str| {
        let in_table = settings.contains(&format!("| `{name}` |"));
        help.contains(&format!("[env: {name}")) || in_table
    };
    let flags: BTreeSet<&str> = words(&help, "--").collect();
    let mut wrong = Vec::new();
    let mut count = 0;
    for path in FILES {
        let text = file(path);
        for name in words(&text, "BASKET_").filter(|name| *name != "BASKET_") {
            count += 1;
            if !is_known(name) {
                wrong.push(format!("{path}: nothing reads `{name}`"));
            }
        }
        for flag in words(&text, "--").filter(|flag| flag.len() > 2 && !flag.starts_with("---")) {
            count += 1;
            if !flags.contains(flag) && !OTHERS.iter().any(|(other, _)| *other == flag) {
                wrong.push(format!("{path}: `basket serve` has no flag `{flag}`"));
            }
        }
    }
    assert!(count > 50, "only {count} names were found");
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

/// The names in a text that start like this.
fn words<'a>(text: &'a str, start: &'a str) -> impl Iterator<Item = &'a str> {
    let is_name = |next: char| next.is_ascii_alphanumeric() || matches!(next, '-' | '_');
    text.split(move |next| !is_name(next)).filter(move |word| word.starts_with(start))
}

#[test]
fn kubernetes_gives_the_service_no_rights() {
    for name in DEPLOYMENTS {
        let documents = documents(name);
        let deployment = documents.iter().find(|it| it["kind"].as_str() == Some("Deployment"));
        let pod = &deployment.unwrap()["spec"]["template"]["spec"];
        assert_eq!(pod["securityContext"]["runAsUser"].as_i64(), Some(65532), "{name}");
        assert_eq!(pod["securityContext"]["runAsNonRoot"].as_bool(), Some(true), "{name}");
        let rights = &pod["containers"][0]["securityContext"];
        assert_eq!(rights["readOnlyRootFilesystem"].as_bool(), Some(true), "{name}");
        assert_eq!(rights["allowPrivilegeEscalation"].as_bool(), Some(false), "{name}");
        assert_eq!(rights["capabilities"]["drop"][0].as_str(), Some("ALL"), "{name}");
    }
}

#[test]
fn the_unit_has_sections_and_names_that_podman_knows() {
    let text = file(QUADLET);
    let mut section = "";
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if line.starts_with('[') {
            section = line;
            continue;
        }
        let names = UNIT.iter().find(|(name, _)| *name == section).map(|(_, names)| *names);
        let (name, value) = line.split_once('=').unwrap();
        let is_known = names.unwrap_or_default().split_whitespace().any(|known| known == name);
        assert!(is_known && !value.is_empty(), "{QUADLET}: {line}");
    }
    assert!(text.contains("\nVolume=basket-data:/data\n"), "the database would be lost");
}
