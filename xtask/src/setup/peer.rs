//! Shopify's buy button, which a basket is measured against. It is a package of npm's, fetched once and kept in the
//! build folder; nothing of it is shipped, and only a benchmark runs it.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};

use super::npm;

const PACKAGE: &str = "@shopify/buy-button-js";
const VERSION: &str = "3.0.6";

/// The script of this version. Another one is never run, whoever hands it out.
const SHA256: [u8; 32] = [
    0x81, 0x3b, 0xa9, 0x6d, 0x93, 0x34, 0xa1, 0xcc, 0x26, 0x3c, 0x28, 0xc5, 0x18, 0x57, 0x3c, 0xe0,
    0x43, 0x8c, 0x23, 0xd9, 0x82, 0x15, 0x24, 0xd4, 0x97, 0xc1, 0xae, 0xa7, 0xee, 0xb9, 0xde, 0xde,
];

/// Where its script is.
pub fn buy_button() -> Result<PathBuf> {
    let script = npm::folder(PACKAGE)?.join("dist/buybutton.min.js");
    let is_known = || fs::read(&script).is_ok_and(|bytes| Sha256::digest(bytes)[..] == SHA256);
    if !is_known() {
        npm::fetch(PACKAGE, VERSION)?;
        ensure!(is_known(), "npm installed {PACKAGE} {VERSION}, yet its script is another one");
    }
    Ok(script)
}
