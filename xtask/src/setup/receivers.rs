//! Others' programs that the tests send messages to: the reference libraries of Standard Webhooks, for Node.js and Python,
//! a mail server, a Stripe to pay at, and OpenTelemetry's definitions of messages. Nothing of them is shipped.

use std::fs;

use anyhow::Result;

use super::{npm, python};

/// Packages of npm's, each with its version.
const LIBRARIES: [(&str, &str); 2] = [("standardwebhooks", "1.1.1"), ("emulate", "0.12.2")];

/// Where the tests look for Python's, below the build folder.
const ENVIRONMENT: &str = "receivers";
const PACKAGES: &[&str] =
    &["aiosmtpd==1.4.6", "standardwebhooks==1.1.0", "opentelemetry-proto==1.45.2"];

/// Makes sure that the tests find them.
pub fn receivers() -> Result<()> {
    for (library, version) in LIBRARIES {
        let description = fs::read_to_string(npm::folder(library)?.join("package.json"));
        if !description.is_ok_and(|text| text.contains(&format!("\"version\": \"{version}\""))) {
            npm::fetch(library, version)?;
        }
    }
    python::environment(ENVIRONMENT, PACKAGES).map(drop)
}
