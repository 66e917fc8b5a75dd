//! A compressed twin beside each text of the site. The service carries and sends only those.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;

use anyhow::Result;
use flate2::{Compression, write::GzEncoder};

/// What is compressed already, and would not become smaller.
const COMPRESSED: [&str; 3] = ["png", "gz", "br"];

/// Writes the twins of all files in a folder and its subfolders.
pub fn write(folder: &Path) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            write(&path)?;
            continue;
        }
        let extension =
            path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if COMPRESSED.contains(&extension) {
            continue;
        }
        let mut twin = path.clone().into_os_string();
        twin.push(".gz");
        let mut encoder = GzEncoder::new(File::create(twin)?, Compression::best());
        encoder.write_all(&fs::read(&path)?)?;
        encoder.finish()?;
    }
    Ok(())
}
