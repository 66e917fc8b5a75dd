//! What a file says about a container of the service, whatever the file is for.

use std::{collections::BTreeMap, fs, path::Path};
use yaml_rust2::{Yaml, YamlLoader};

pub(super) const COMPOSE: &[&str] = &["compose.yaml", "compose.postgres.yaml"];
pub(super) const DEPLOYMENTS: &[&str] =
    &["docs/kubernetes/sqlite.yaml", "docs/kubernetes/postgres.yaml"];
pub(super) const QUADLET: &str = "docs/quadlet/basket.container";
const SECRETS: &str = "docs/kubernetes/secret.yaml";

/// The image's own command, and its variable for the address, as docs/containers.md says them.
const COMMAND: &str = "serve";
pub(super) const LISTEN: (&str, &str) = ("BASKET_LISTEN", "0.0.0.0:8080");

/// A container that runs the service.
#[derive(Debug)]
pub(super) struct Container {
    /// Where it is described.
    pub(super) file: String,
    pub(super) image: String,
    /// What the program is called with.
    pub(super) arguments: Vec<String>,
    pub(super) variables: BTreeMap<String, String>,
    /// The files in its folder of secrets.
    pub(super) secrets: Vec<String>,
    /// The command that checks its health, if the file has one.
    pub(super) health: Option<String>,
    /// The paths that its health is asked at.
    pub(super) probes: Vec<String>,
}

/// A file of the repository.
pub(super) fn file(path: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The documents of a YAML file.
pub(super) fn documents(path: &str) -> Vec<Yaml> {
    YamlLoader::load_from_str(&file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn text(value: &Yaml) -> String {
    let number = || value.as_i64().map(|number| number.to_string());
    value.as_str().map(str::to_owned).or_else(number).unwrap_or_else(|| panic!("{value:?}"))
}

fn texts(value: &Yaml) -> Vec<String> {
    value.as_vec().into_iter().flatten().map(text).collect()
}

fn default_command() -> Vec<String> {
    let said = format!("`basket {COMMAND}` on port 8080 of all addresses");
    assert!(file("docs/containers.md").contains(&said));
    vec![COMMAND.to_owned()]
}

/// The service's containers in a file for Docker Compose.
pub(super) fn compose(path: &str) -> Vec<Container> {
    let document = &documents(path)[0];
    let declared = document["secrets"].as_hash().unwrap();
    let services = document["services"].as_hash().unwrap().values();
    let ours = services
        .filter(|service| member(service, "environment")["BASKET_PUBLIC"].as_str().is_some());
    ours.map(|service| {
        let command = texts(member(service, "command"));
        let secrets = texts(member(service, "secrets"));
        let is_declared = |secret: &String| declared.contains_key(&Yaml::String(secret.clone()));
        assert!(secrets.iter().all(is_declared), "{path}: {secrets:?}");
        let health = texts(&member(service, "healthcheck")["test"]);
        assert_eq!(health[0], "CMD", "{path}");
        let variables = member(service, "environment").as_hash().unwrap().iter();
        Container {
            file: path.to_owned(),
            image: text(member(service, "image")),
            arguments: if command.is_empty() { default_command() } else { command },
            variables: variables.map(|(name, value)| (text(name), filled(&text(value)))).collect(),
            secrets,
            health: Some(health[1..].join(" ")),
            probes: vec![],
        }
    })
    .collect()
}

/// A member of a service, or of what it is merged from.
fn member<'a>(service: &'a Yaml, name: &str) -> &'a Yaml {
    if service[name].is_badvalue() { &service["<<"][name] } else { &service[name] }
}

/// A value with what the reader puts into `.env`.
fn filled(value: &str) -> String {
    let Some((before, rest)) = value.split_once("${") else { return value.to_owned() };
    let (variable, after) = rest.split_once('}').unwrap();
    let own = match variable.split(':').next().unwrap() {
        "DOMAIN" => "basket.example",
        "ADMIN_EMAIL" => "ann@shop.example",
        other => panic!("docs/containers.md does not set {other}"),
    };
    format!("{before}{own}{after}")
}

/// The service's container in a manifest for Kubernetes.
pub(super) fn deployment(path: &str) -> Container {
    let documents = documents(path);
    let is_deployment = |document: &&Yaml| document["kind"].as_str() == Some("Deployment");
    let deployment = documents.iter().find(is_deployment).unwrap();
    let container = &deployment["spec"]["template"]["spec"]["containers"][0];
    let variables = container["env"].as_vec().unwrap().iter();
    let ports = container["ports"].as_vec().unwrap();
    let internal = ports.iter().find(|port| port["name"].as_str() == Some("internal")).unwrap();
    assert_eq!(internal["containerPort"].as_i64(), Some(9090), "{path}");
    let probe = |name: &str| {
        assert_eq!(container[name]["httpGet"]["port"].as_str(), Some("internal"), "{path}");
        text(&container[name]["httpGet"]["path"])
    };
    let secrets = &self::documents(SECRETS)[0];
    Container {
        file: path.to_owned(),
        image: text(&container["image"]),
        arguments: texts(&container["args"]),
        variables: variables
            .map(|variable| (text(&variable["name"]), text(&variable["value"])))
            .collect(),
        secrets: secrets["stringData"].as_hash().unwrap().keys().map(text).collect(),
        health: None,
        probes: ["startupProbe", "livenessProbe", "readinessProbe"].map(probe).to_vec(),
    }
}

/// The container of a systemd unit for Podman.
pub(super) fn quadlet(path: &str) -> Container {
    let unit = file(path);
    let values = |name: &str| -> Vec<String> {
        let start = format!("{name}=");
        unit.lines().filter_map(|line| line.strip_prefix(&start)).map(str::to_owned).collect()
    };
    let variables = values("Environment");
    let variables = variables.iter().map(|pair| pair.split_once('=').unwrap());
    let secrets = values("Secret");
    let secrets = secrets.iter().map(|secret| secret.split(',').next().unwrap().to_owned());
    Container {
        file: path.to_owned(),
        image: values("Image").remove(0),
        arguments: default_command(),
        variables: variables.map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        secrets: secrets.collect(),
        health: values("HealthCmd").pop(),
        probes: vec![],
    }
}
