//! Others' programs that the tests send messages to: the reference libraries of Standard Webhooks, for Node.js and Python,
//! and a mail server. Nothing of them is shipped.

use std::fs;

use anyhow::Result;

use super::{npm, python};

const LIBRARY: &str = "standardwebhooks";
const LIBRARY_VERSION: &str = "1.1.1";

/// Where the tests look for Python's, below the build folder.
const ENVIRONMENT: &str = "receivers";
const PACKAGES: &[&str] = &["aiosmtpd==1.4.6", "standardwebhooks==1.1.0"];

/// Makes sure that the tests find them.
pub fn receivers() -> Result<()> {
    let description = fs::read_to_string(npm::folder(LIBRARY)?.join("package.json"));
    let version = format!("\"version\": \"{LIBRARY_VERSION}\"");
    if !description.is_ok_and(|text| text.contains(&version)) {
        npm::fetch(LIBRARY, LIBRARY_VERSION)?;
    }
    python::environment(ENVIRONMENT, PACKAGES).map(drop)
}
