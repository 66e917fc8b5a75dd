//! `deployment`: has others' own programs check the files that hosts copy: Docker Compose's schema, Kubernetes' schemas,
//! Prometheus for its alert rules, Caddy for the proxy of the Compose files, and Podman for its unit where it is new
//! enough. What the files say about the service, tests of `basket-cli` check.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};

use crate::{setup, terminal, tool};

const COMPOSE: [&str; 2] = ["compose.yaml", "compose.postgres.yaml"];
const MANIFESTS: &str = "docs/kubernetes";
const ALERTS: [&str; 2] = ["docs/monitoring/alerts.yaml", "docs/monitoring/alerts.test.yaml"];
const CADDYFILE: &str = "docs/compose/Caddyfile";
const QUADLETS: &str = "docs/quadlet";

/// Reads units as systemd does, from Podman 4.4 on.
const QUADLET: &str = "/usr/libexec/podman/quadlet";

/// Rules of dclint's that are about taste, and one that forbids a public port, which is what Caddy is there for.
const OFF: [&str; 5] = [
    "no-unbound-port-interfaces",
    "require-quotes-in-ports",
    "service-keys-order",
    "services-alphabetical-order",
    "top-level-properties-order",
];

/// The versions of Kubernetes to check for: the oldest that docs/containers.md names, and the newest.
const KUBERNETES: [&str; 2] = ["1.30", "1.37"];

/// Installs what is missing and checks everything.
pub fn run() -> Result<()> {
    setup::deployment()?;
    compose()?;
    kubernetes()?;
    tool::run(tool::command("promtool").args(["check", "rules", ALERTS[0]]))?;
    tool::run(tool::command("promtool").args(["test", "rules", ALERTS[1]]))?;
    let mut caddy = tool::command("caddy");
    caddy.args(["validate", "--adapter", "caddyfile", "--config", CADDYFILE]);
    tool::run(caddy.envs([("DOMAIN", "basket.example"), ("SERVICES", "one:8080 two:8080")]))?;
    quadlet()
}

fn compose() -> Result<()> {
    let mut dclint = tool::command(setup::dclint()?);
    dclint.args(COMPOSE).args(["--max-warnings", "0", "--disable-rule"]);
    tool::run(dclint.args(OFF))
}

fn kubernetes() -> Result<()> {
    let manifests = files(&tool::root().join(MANIFESTS))?;
    ensure!(!manifests.is_empty(), "there are no manifests in {MANIFESTS}");
    let program = setup::kubernetes_validate()?;
    for version in KUBERNETES {
        let mut validate = tool::command(&program);
        validate.args(["--strict", "--quiet", "--kubernetes-version", version]);
        tool::run(validate.args(&manifests))?;
    }
    Ok(())
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| folder.display().to_string())?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.sort();
    Ok(files)
}

/// Debian 12 has an older Podman, and then the names in the unit are only checked by the tests.
fn quadlet() -> Result<()> {
    if !Path::new(QUADLET).is_file() {
        terminal::say("NOT CHECKED: the unit for Podman, since there is no Podman from 4.4 on");
        return Ok(());
    }
    let units = tool::root().join(QUADLETS);
    tool::run(tool::command(QUADLET).arg("-dryrun").env("QUADLET_UNIT_DIRS", units))
}
