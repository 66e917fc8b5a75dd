//! `dist`: everything that a release has, in `target/dist`. The same commit gives the same bytes: files carry the
//! commit's time, and the programs know nothing of the folder they were built in.

mod debian;
mod image;
mod manual;
mod measure;
mod notes;
mod program;
mod sbom;
mod staging;
mod sums;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};

use crate::tool::{self, Finding};
use crate::{docs, setup, terminal};
use measure::Budgets;
use program::Architecture;

/// What every part of a release has in common.
struct Release {
    version: &'static str,
    /// The time of the commit, in seconds since 1970.
    time: u64,
    /// Where the files of the release go.
    folder: PathBuf,
    /// Where they are put together.
    work: PathBuf,
}

impl Release {
    fn of_this_commit() -> Result<Self> {
        let target = tool::target_folder()?;
        let time = tool::output(tool::command("git").args(["log", "-1", "--format=%ct"]))?;
        Ok(Self {
            version: env!("CARGO_PKG_VERSION"),
            time: time.trim().parse().context("git did not say when the commit was made")?,
            folder: target.join("dist"),
            work: target.join("dist-work"),
        })
    }

    /// The address of a file of the release.
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    /// The name of a file for one architecture.
    fn name(&self, architecture: Architecture, ending: &str) -> String {
        format!("basket-{}-linux-{}{ending}", self.version, architecture.name())
    }
}

/// Builds the release, measures it, and says what it has.
pub fn run() -> Result<()> {
    setup::packaging()?;
    let release = Release::of_this_commit()?;
    warn_of_changes()?;
    for folder in [&release.folder, &release.work] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
        fs::create_dir_all(folder)?;
    }
    // The program contains the widget and the documentation.
    docs::run()?;
    let programs = program::build(&release)?;
    let own = programs.of_this_machine()?;
    let pages = manual::write(&release, own)?;
    for architecture in Architecture::ALL {
        let built = programs.of(architecture);
        program::archive(&release, architecture, built, &pages)?;
        debian::package(&release, architecture, built, &pages)?;
        image::build(&release, architecture, built)?;
    }
    setup::step("Packing the npm package");
    let mut pack = tool::command("npm");
    pack.args(["pack", "--silent", "./npm", "--pack-destination"]).arg(&release.folder);
    tool::output(&mut pack)?;
    sbom::write(&release, &programs)?;
    notes::write(&release)?;
    sums::write(&release)?;
    setup::step("Testing it as a host would");
    let mut test = tool::cargo();
    test.args(["test", "--package", "basket-cli", "--test", "release"]);
    tool::run(test.env("BASKET_DIST", &release.folder))?;
    let budgets = Budgets::of(&release, &programs)?;
    terminal::say(&budgets.table());
    terminal::say(&format!("The release is in {}", release.folder.display()));
    ensure!(budgets.hold(), Finding("the release is over its budget".to_owned()));
    Ok(())
}

/// A release is made of a commit; what is not committed makes it another.
fn warn_of_changes() -> Result<()> {
    let changes = tool::output(tool::command("git").args(["status", "--porcelain"]))?;
    if !changes.is_empty() {
        terminal::complain("Some changes are not committed: nobody else can build this release.");
    }
    Ok(())
}
