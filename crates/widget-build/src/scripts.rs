//! The host scripts of `crates/basket-widget/host`, each as one minified file with the values of this build.

mod bundle;

pub use bundle::{Format, bundle};

use std::path::Path;

use anyhow::{Result, bail};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use basket_core::contract::METHODS;
use basket_core::costs;
use basket_core::money::Currency;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::{Finding, short_hash};

const HOST: &str = "crates/basket-widget/host";

/// One version for the binary, the widget and everything else in the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The currencies that have no minor unit, for scripts that show amounts.
const WITHOUT_DECIMALS: (&str, &str) = ("__WITHOUT_DECIMALS__", Currency::WITHOUT_DECIMALS);

/// The name under which the loader hands its functions to the module. The module has a fixed address, so a browser may have
/// cached the module of another build; that one imports from another name, and the browser refuses to link it.
pub fn build_name(module: &[u8]) -> Result<String> {
    let digest = Sha256::new().chain_update(module).chain_update(loader("", "")?);
    // A name starts with a letter.
    Ok(format!("x{}", &short_hash(&digest.finalize())[..4]))
}

/// The script that pages load: a classic script.
pub fn loader(hash: &str, build_name: &str) -> Result<Vec<u8>> {
    let methods: Vec<_> = METHODS.iter().map(|method| method.name).collect();
    let values = [
        ("__BUILD__", build_name),
        ("__HASH__", hash),
        ("__METHODS__", &methods.join(" ")),
        ("__VERSION__", VERSION),
        WITHOUT_DECIMALS,
    ];
    host_script("loader/main.js", Format::Classic, &values)
}

/// The script that a page loads after the basket works.
pub fn page() -> Result<Vec<u8>> {
    host_script("page/main.js", Format::Module, &[WITHOUT_DECIMALS])
}

/// The script that reports configuration mistakes, with the digest of its module.
pub fn explain(module: &[u8]) -> Result<Vec<u8>> {
    host_script("explain/main.js", Format::Module, &[("__EXPLAIN_WASM__", &digest(module))])
}

/// The script for shops with costs beside the prices, with the digests of its module and of the texts in each language.
pub fn costs(module: &[u8], build_name: &str) -> Result<Vec<u8>> {
    let texts = costs::NATIVE
        .iter()
        .map(|(code, lines)| ((*code).to_owned(), digest(lines.as_bytes()).into()));
    let values = [
        ("__BUILD__", build_name),
        ("__COSTS_TEXTS__", &Value::Object(texts.collect()).to_string()),
        ("__COSTS_WASM__", &digest(module)),
        WITHOUT_DECIMALS,
    ];
    host_script("costs/main.js", Format::Module, &values)
}

/// What a browser compares a file with.
fn digest(bytes: &[u8]) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(bytes)))
}

fn host_script(name: &str, format: Format, values: &[(&str, &str)]) -> Result<Vec<u8>> {
    let script = bundle(&Path::new(HOST).join(name), format, values)?;
    if let Some(unfilled) = unfilled(&script) {
        bail!(Finding(format!("{HOST}/{name}: the build has no value for {unfilled}")));
    }
    Ok(script.into_bytes())
}

/// A name like `__HASH__` that no value has taken the place of.
fn unfilled(script: &str) -> Option<&str> {
    let is_name = |word: &&str| {
        let inner = word.strip_prefix("__").and_then(|rest| rest.strip_suffix("__"));
        inner.is_some_and(|inner| inner.starts_with(|first: char| first.is_ascii_uppercase()))
    };
    script.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').find(is_name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_without_a_value_is_found() {
        assert_eq!(unfilled("let a=b.__proto__,c=__HASH__;"), Some("__HASH__"));
        assert_eq!(unfilled("let a=b.__proto__,c=\"9308214c\";"), None);
    }
}
