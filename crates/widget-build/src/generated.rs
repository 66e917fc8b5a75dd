//! Host scripts that are written from the core's tables, each by a module of its own.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::{button, protocol};

type Generator = (&'static str, fn() -> Result<String>);

const SCRIPTS: &[Generator] = &[(protocol::PATH, protocol::script), (button::PATH, button::script)];

/// Writes those that are not as they should be.
pub fn write(root: &Path) -> Result<()> {
    for (path, script) in SCRIPTS {
        let (path, text) = (root.join(path), script()?);
        if fs::read_to_string(&path).is_ok_and(|found| found == text) {
            continue;
        }
        fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_in_the_tree_are_of_these_tables() {
        for (path, script) in SCRIPTS {
            let found = fs::read_to_string(crate::process::root().join(path)).unwrap();
            assert_eq!(found, script().unwrap(), "`cargo xtask widget` writes {path} anew");
        }
    }
}
