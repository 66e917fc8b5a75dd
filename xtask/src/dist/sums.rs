//! `SHA256SUMS`, in the form that `sha256sum --check` reads.

use std::fs;

use anyhow::Result;
use sha2::{Digest as _, Sha256};

use super::Release;
use super::program::file_name;

const NAME: &str = "SHA256SUMS";

pub fn write(release: &Release) -> Result<()> {
    let mut lines = Vec::new();
    for entry in fs::read_dir(&release.folder)? {
        let path = entry?.path();
        let sum = hex::encode(Sha256::digest(fs::read(&path)?));
        lines.push(format!("{sum}  {}\n", file_name(&path)));
    }
    // By name: the sums stand in front.
    lines.sort_by(|one, other| one[64..].cmp(&other[64..]));
    Ok(fs::write(release.file(NAME), lines.concat())?)
}
