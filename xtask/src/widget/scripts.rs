//! The host scripts with their facts filled in.

use std::fs;

use anyhow::{Context as _, Result};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use basket_core::config::table::{Kind as OptionKind, OPTIONS};
use basket_core::contract::METHODS;
use basket_core::locale::NATIVE;
use basket_core::money::Currency;
use sha2::{Digest as _, Sha256};

use super::script::{self, Kind};
use super::{Compiled, SCRIPT, hash, module};
use crate::tool;

const HOST: &str = "crates/basket-widget/host";

/// One version for the binary, the widget and everything else in the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The currencies that are counted in whole units, for scripts that show amounts.
const WITHOUT_DECIMALS: (&str, &str) = ("__WITHOUT_DECIMALS__", Currency::WITHOUT_DECIMALS);

/// A host script: its path, and its text with the modules that it imports.
struct Script {
    path: String,
    text: String,
    kind: Kind,
}

/// All that are loaded by themselves.
pub struct Scripts {
    loader: Script,
    live: Script,
    page: Script,
    explain: Script,
}

impl Scripts {
    /// As they were written.
    pub fn read() -> Result<Self> {
        Ok(Self {
            loader: Script::read(SCRIPT, Kind::Classic, &["patch.js"])?,
            live: Script::read("live.js", Kind::Module, &["call.js", "money.js"])?,
            page: Script::read(
                "page.js",
                Kind::Module,
                &["check.js", "detail.js", "keyboard.js", "lock.js", "money.js", "print.js"],
            )?,
            explain: Script::read("explain.js", Kind::Module, &[])?,
        })
    }

    /// The name under which live.js hands its functions to the module. The module lies at an address that stays, so a
    /// browser may hold that of another build; it imports from another name, and is refused.
    pub fn build(&self, live: &Compiled) -> String {
        let digest = Sha256::new().chain_update(&live.bytes).chain_update(&self.live.text);
        // A name starts with a letter.
        format!("x{}", &hash(&digest.finalize())[..4])
    }

    /// The script that says what is wrong.
    pub fn explain(&self, wasm: &[u8]) -> Result<Vec<u8>> {
        let integrity = format!("sha256-{}", STANDARD.encode(Sha256::digest(wasm)));
        self.explain.fill(&[("__EXPLAIN_WASM__", &integrity)])
    }

    /// The script that every working basket has.
    pub fn live(&self, build: &str) -> Result<Vec<u8>> {
        self.live.fill(&[(module::BUILD, build), WITHOUT_DECIMALS])
    }

    /// The script that comes when the basket works.
    pub fn page(&self) -> Result<Vec<u8>> {
        let flags = OPTIONS.iter().filter(|row| matches!(row.kind, OptionKind::Flag(_)));
        let flags: Vec<_> = flags.map(|row| row.name).collect();
        self.page.fill(&[("__FLAGS__", &flags.join(" ")), WITHOUT_DECIMALS])
    }

    /// The script that pages load.
    pub fn loader(&self, hash: &str) -> Result<Vec<u8>> {
        let natives: Vec<_> = NATIVE.iter().map(|(code, _)| *code).collect();
        let methods: Vec<_> = METHODS.iter().map(|method| method.name).collect();
        self.loader.fill(&[
            ("__HASH__", hash),
            ("__METHODS__", &methods.join(" ")),
            ("__NATIVES__", &natives.join(" ")),
            ("__VERSION__", VERSION),
        ])
    }
}

impl Script {
    /// A script, checked as it was written, so that the places in messages are those of the file.
    fn read(name: &str, kind: Kind, modules: &[&str]) -> Result<Self> {
        let path = format!("{HOST}/{name}");
        let mut text = fs::read_to_string(tool::root().join(&path))
            .with_context(|| format!("cannot read {path}"))?;
        script::check(&path, &text, kind)?;
        for module in modules {
            let imported = Self::read(module, Kind::Module, &[])?;
            text = script::inline(&path, &text, module, &imported.text)?;
        }
        Ok(Self { path, text, kind })
    }

    /// The script with values for these names, minified.
    fn fill(&self, values: &[(&str, &str)]) -> Result<Vec<u8>> {
        let mut text = self.text.clone();
        for (name, value) in values {
            text = script::fill(&self.path, &text, name, value)?;
        }
        Ok(script::minify(&text, self.kind)?.into_bytes())
    }
}
