//! Manual pages, completions and the configuration file, as the program itself writes them.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::Release;
use crate::{setup, tool};

/// The shells, each with the name that its completions have where it looks for them.
const SHELLS: [(&str, &str); 3] = [("bash", "basket"), ("zsh", "_basket"), ("fish", "basket.fish")];

/// Files that are the same for every architecture.
pub struct Pages {
    pub manual: Vec<PathBuf>,
    /// In the order bash, zsh, fish.
    pub completions: [PathBuf; 3],
    pub configuration: PathBuf,
}

pub fn write(release: &Release, program: &Path) -> Result<Pages> {
    setup::step("Writing the manual");
    let manual = release.work.join("man");
    tool::output(tool::command(program).arg("manual").arg(&manual))?;
    let mut pages =
        fs::read_dir(&manual)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    pages.sort();
    let completions = release.work.join("completions");
    fs::create_dir_all(&completions)?;
    for (shell, name) in SHELLS {
        let script = tool::output(tool::command(program).args(["completions", shell]))?;
        fs::write(completions.join(name), script)?;
    }
    let configuration = release.work.join("basket.toml");
    fs::write(
        &configuration,
        tool::output(tool::command(program).args(["serve", "--print-config"]))?,
    )?;
    Ok(Pages {
        manual: pages,
        completions: SHELLS.map(|(_, name)| completions.join(name)),
        configuration,
    })
}
