//! axe-core, which knows the rules of accessibility that the browser tests hold a basket to. It is a package of
//! npm's, fetched once and kept in the build folder, where the tests look for it; nothing of it is shipped.

use std::fs;
use std::path::Path;

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};

use super::npm;

const PACKAGE: &str = "axe-core";
const VERSION: &str = "4.14.0";

/// The script of this version. Another one is never run, whoever hands it out.
const SHA256: &str = "20c09fe157a8a34a30e241aaa1fcdade657734f08ab379ecfbeb7d45cc46e878";

/// Makes sure that the tests find axe-core in this version.
pub fn axe() -> Result<()> {
    let script = npm::folder(PACKAGE)?.join("axe.min.js");
    if is_known(&script) {
        return Ok(());
    }
    npm::fetch(PACKAGE, VERSION)?;
    ensure!(
        is_known(&script),
        "npm installed {PACKAGE} {VERSION} without an error, yet {} is not what it should be",
        script.display()
    );
    Ok(())
}

fn is_known(script: &Path) -> bool {
    fs::read(script).is_ok_and(|bytes| hex::encode(Sha256::digest(bytes)) == SHA256)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_that_is_missing_or_another_one_is_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        let script = folder.path().join("axe.min.js");
        assert!(!is_known(&script));
        fs::write(&script, "window.axe = {}").unwrap();
        assert!(!is_known(&script));
    }
}
