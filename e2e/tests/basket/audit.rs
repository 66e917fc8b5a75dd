//! The rules that axe-core knows, on a page or a part of it: one question for all tests. Each view that was looked at is
//! noted in `target/accessibility`, and `cargo xtask accessibility` makes the accessibility statement of the notes.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use e2e::Browser;
use serde_json::json;

/// WCAG 2.0, 2.1 and 2.2, A and AA, and what is good practice besides.
const RULES: [&str; 6] = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/// Asks for all that passes, and all that is wrong or, if wanted, that axe cannot decide. The rule on the size of targets is off unless
/// it is asked for by name. Frames are pages of their own, and looked at as such.
const ASK: &str = "return axe.run(SCOPE, { \
    runOnly: arguments[0], iframes: false, \
    rules: { 'target-size': { enabled: true }, 'frame-tested': { enabled: false } } }) \
    .then(({ passes, violations, incomplete }) => [ \
      passes.map(({ id }) => id), \
      [...violations, ...(arguments[2] ? incomplete : [])].flatMap(({ id, nodes }) => nodes \
        .filter(({ target }) => !arguments[1] || !target.flat().at(-1).includes(arguments[1])) \
        .map(({ target, failureSummary }) => \
          `${id}: ${target.flat().at(-1)}: ${failureSummary}`))]);";

/// What is looked at.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The area of the product, as the statement names it.
    pub area: &'a str,
    /// The state, page, width and colours.
    pub what: &'a str,
    /// The part of the page, as a script expression.
    pub scope: &'a str,
    /// A part of the selector of what axe cannot decide and a person has; empty if there is none.
    pub decided: &'a str,
    /// Whether what axe cannot decide counts as wrong.
    pub is_strict: bool,
}

impl<'a> View<'a> {
    /// A whole page.
    pub fn page(area: &'a str, what: &'a str) -> Self {
        Self { area, what, scope: "document", decided: "", is_strict: true }
    }

    /// The rules that found something to look at and passed, and all that is wrong.
    pub async fn audit(self, browser: &Browser) -> Result<(Vec<String>, Vec<String>)> {
        if browser.eval("!window.axe").await? {
            // The driver may run any script on any page, whatever the page's policy says.
            browser.run::<()>(&axe()?, vec![]).await?;
        }
        let ask = ASK.replace("SCOPE", self.scope);
        let arguments = vec![json!(RULES), json!(self.decided), json!(self.is_strict)];
        let (passed, wrong): (Vec<String>, Vec<String>) = browser.run(&ask, arguments).await?;
        if wrong.is_empty() {
            self.note(&browser.engine().to_string(), &passed)?;
        }
        Ok((passed, wrong))
    }

    fn note(self, engine: &str, passed: &[String]) -> Result<()> {
        let folder = build_folder("accessibility");
        fs::create_dir_all(&folder)?;
        let Self { area, what, .. } = self;
        let is_plain = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { '-' };
        let name: String = format!("{area} {what} {engine}").chars().map(is_plain).collect();
        let note = json!({ "area": area, "view": what, "engine": engine, "passed": passed });
        fs::write(folder.join(name).with_extension("json"), note.to_string())?;
        Ok(())
    }
}

/// The rules themselves, as a script.
pub fn axe() -> Result<String> {
    let script = build_folder("axe-core").join("node_modules/axe-core/axe.min.js");
    let missing = || format!("no axe-core at {}; `cargo xtask e2e` fetches it", script.display());
    fs::read_to_string(&script).with_context(missing)
}

fn build_folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name(name)
}
