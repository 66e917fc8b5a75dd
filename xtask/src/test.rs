//! `test`: everything a newcomer needs to trust the tree, cheap checks first.

use std::time::Instant;

use anyhow::{Context as _, Result};

use crate::{api, examples, fuzz, setup, terminal, tidy, tool, widget};

const WASM: [&str; 2] = ["--target", "wasm32-unknown-unknown"];
const STRICT: [&str; 3] = ["--", "--deny", "warnings"];

/// Enough to see that the targets work and that nothing breaks near the seeds; `cargo xtask fuzz` looks longer.
const FUZZ_SECONDS: u64 = 30;

/// A step's name and the function that takes it.
type Step = (&'static str, fn() -> Result<()>);

/// The widget comes before all that compiles the service, which carries the widget's files.
const STEPS: &[Step] = &[
    ("tools", || tool::require(&["cargo", "rustup", "git"])),
    ("formatting", || tool::run(tool::cargo().args(["fmt", "--all", "--check"]))),
    ("rules of the house", tidy::run),
    ("widget and its size", widget::size),
    ("core for the browser", || {
        tool::run(tool::cargo().args(["build", "--package", "basket-core"]).args(WASM))
    }),
    ("lints of the widget", || {
        tool::run(
            tool::cargo().args(["clippy", "--package", "basket-widget"]).args(WASM).args(STRICT),
        )
    }),
    ("lints of everything", || {
        tool::run(tool::cargo().args(["clippy", "--workspace", "--all-targets"]).args(STRICT))
    }),
    ("program", || tool::run(tool::cargo().args(["build", "--package", "basket-cli"]))),
    ("databases", setup::databases),
    ("receivers of messages", setup::receivers),
    ("browsers", setup::browsers),
    ("rules of accessibility", setup::axe),
    ("examples", examples::build),
    ("tests", || {
        let program = tool::target_folder()?.join("debug/basket");
        tool::run(tool::cargo().args(["test", "--workspace"]).env("BASKET_BIN", program))
    }),
    ("the API against its description", api::check),
    ("a short look for what breaks the checks", || fuzz::for_seconds(FUZZ_SECONDS)),
];

/// Takes every step, and stops at the first that fails.
pub fn run() -> Result<()> {
    let start = Instant::now();
    let count = STEPS.len();
    for (number, (name, take)) in (1..).zip(STEPS) {
        setup::step(&format!("{number}/{count} {name}"));
        let begin = Instant::now();
        take().with_context(|| {
            let passed = number - 1;
            format!("step {number}/{count}, {name}, failed; {passed} passed before it")
        })?;
        setup::step(&format!(
            "{number}/{count} {name}: fine, {}",
            terminal::spoken(begin.elapsed())
        ));
    }
    terminal::say(&format!("All {count} steps passed in {}.", terminal::spoken(start.elapsed())));
    Ok(())
}
