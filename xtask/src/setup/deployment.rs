//! Programs that check the files that hosts copy: dclint knows Docker Compose's schema, kubernetes-validate those of
//! Kubernetes, and promtool reads Prometheus' rules. Nothing of them is shipped.

use std::fs;
use std::path::PathBuf;

use anyhow::Result;

use super::{Need, fulfil, installed, npm, python};
use crate::tool;

const PROGRAMS: &[Need] = &[
    Need { name: "promtool", packages: &["prometheus"], there: || installed("promtool") },
    Need { name: "Caddy", packages: &["caddy"], there: || installed("caddy") },
];

const DCLINT: (&str, &str) = ("dclint", "3.1.0");

/// Makes sure that the programs of Debian's are there.
pub fn deployment() -> Result<()> {
    fulfil(PROGRAMS)
}

/// The program that checks files for Docker Compose.
pub fn dclint() -> Result<PathBuf> {
    let (name, version) = DCLINT;
    let description = fs::read_to_string(npm::folder(name)?.join("package.json"));
    if !description.is_ok_and(|text| text.contains(&format!("\"version\": \"{version}\""))) {
        npm::fetch(name, version)?;
    }
    Ok(tool::target_folder()?.join(name).join("node_modules/.bin").join(name))
}

/// The program that checks manifests for Kubernetes. It brings the schemas of every version.
pub fn kubernetes_validate() -> Result<PathBuf> {
    let packages = ["kubernetes-validate==1.37.0"];
    let programs = python::environment("kubernetes-validate", &packages)?;
    Ok(programs.join("kubernetes-validate"))
}
