//! The bill of materials: every crate that is in the program or in the widget that it serves, as `CycloneDX`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::Release;
use super::program::{Architecture, Programs};
use super::staging::{RFC_3339, time_of};
use crate::{setup, tool};

/// What a page loads is inside the program.
const WIDGET: (&str, &str) = ("basket-widget", "wasm32-unknown-unknown");

/// A crate's name and version.
type Crate = (String, String);

pub fn write(release: &Release, programs: &Programs) -> Result<()> {
    setup::step("Listing what is in the program");
    let metadata = tool::metadata()?;
    let packages: BTreeMap<Crate, &Value> = metadata["packages"]
        .as_array()
        .into_iter()
        .flatten()
        .map(|it| (name_and_version(it), it))
        .collect();
    let is_linked = |package: &Value| {
        package["id"].as_str().is_some_and(|id| programs.linked.iter().any(|linked| linked == id))
    };
    let mut crates: BTreeSet<Crate> = packages
        .iter()
        .filter(|(_, package)| is_linked(package))
        .map(|(it, _)| it.clone())
        .collect();
    // Cargo says what it compiled, and its plan says what belongs there: nothing may be in one of them alone.
    for architecture in Architecture::ALL {
        let missing: Vec<_> =
            tree("basket-cli", architecture.target())?.difference(&crates).cloned().collect();
        ensure!(missing.is_empty(), "planned for the program, but not compiled: {missing:?}");
    }
    crates.extend(tree(WIDGET.0, WIDGET.1)?);

    let sums = checksums()?;
    let components = crates
        .iter()
        .map(|it| {
            let package =
                packages.get(it).with_context(|| format!("{it:?} is unknown to cargo"))?;
            Ok(component(it, package, sums.get(it)))
        })
        .collect::<Result<Vec<_>>>()?;
    let time = time_of(release, RFC_3339)?;
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "timestamp": time,
            "component": { "type": "application", "name": "basket", "version": release.version },
        },
        "components": components,
    });
    let name = format!("basket-{}.cdx.json", release.version);
    fs::write(release.file(&name), format!("{document:#}\n"))?;
    Ok(())
}

fn name_and_version(package: &Value) -> Crate {
    let text = |name: &str| package[name].as_str().unwrap_or_default().to_owned();
    (text("name"), text("version"))
}

fn component((name, version): &Crate, package: &Value, sum: Option<&String>) -> Value {
    let address = format!("pkg:cargo/{name}@{version}");
    let mut component = json!({
        "type": "library",
        "bom-ref": address,
        "name": name,
        "version": version,
        "purl": address,
    });
    if let Some(licence) = package["license"].as_str() {
        // An older way to write a choice.
        component["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    if let Some(sum) = sum {
        component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    component
}

/// The crates that cargo plans to link into a package for a target.
fn tree(package: &str, target: &str) -> Result<BTreeSet<Crate>> {
    let mut tree = tool::cargo();
    tree.args(["tree", "--locked", "--package", package, "--target", target]);
    tree.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    Ok(tool::output(&mut tree)?.lines().filter_map(planned).collect())
}

/// Reads `NAME vVERSION`, after which more may stand.
fn planned(line: &str) -> Option<Crate> {
    let mut words = line.split_whitespace();
    Some((words.next()?.to_owned(), words.next()?.strip_prefix('v')?.to_owned()))
}

/// The sums of the sources, as `Cargo.lock` has them.
fn checksums() -> Result<BTreeMap<Crate, String>> {
    let lock: toml::Table = fs::read_to_string(tool::root().join("Cargo.lock"))?.parse()?;
    let packages = lock.get("package").and_then(toml::Value::as_array).into_iter().flatten();
    let text = |package: &toml::Value, name: &str| Some(package.get(name)?.as_str()?.to_owned());
    let sum = |package| {
        Some(((text(package, "name")?, text(package, "version")?), text(package, "checksum")?))
    };
    Ok(packages.filter_map(sum).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_the_plan_is_a_name_and_a_version() {
        let expected = Some(("ring".to_owned(), "0.17.14".to_owned()));
        assert_eq!(planned("ring v0.17.14"), expected);
        assert_eq!(planned("ring v0.17.14 (*)"), expected);
        assert_eq!(planned(""), None);
    }

    #[test]
    fn a_component_has_address_licence_and_sum() {
        let component = component(
            &("ring".to_owned(), "0.17.14".to_owned()),
            &json!({ "license": "MIT/Apache-2.0" }),
            Some(&"ab".to_owned()),
        );
        assert_eq!(component["purl"], "pkg:cargo/ring@0.17.14");
        assert_eq!(component["licenses"][0]["expression"], "MIT OR Apache-2.0");
        assert_eq!(component["hashes"][0]["content"], "ab");
    }
}
