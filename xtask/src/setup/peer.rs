//! What a basket is measured beside: packages of npm's, fetched once and kept in the build folder. Nothing of them is
//! shipped, and only a benchmark runs them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Result, ensure};
use sha2::{Digest as _, Sha256};

use super::{npm, run};

/// A package whose files are loaded by a page as they are.
pub struct Peer {
    /// What npm calls it.
    pub package: &'static str,
    /// The version that is measured.
    pub version: &'static str,
    /// Where in the package the files are.
    folder: &'static str,
    /// All files that a page loads.
    files: &'static [&'static str],
    /// Of all files, one after the other. Others are never run, whoever hands them out.
    sha256: [u8; 32],
}

/// Shopify's buy button.
pub const BUY_BUTTON: Peer = Peer {
    package: "@shopify/buy-button-js",
    version: "3.0.6",
    folder: "dist",
    files: &["buybutton.min.js"],
    sha256: [
        0x81, 0x3b, 0xa9, 0x6d, 0x93, 0x34, 0xa1, 0xcc, 0x26, 0x3c, 0x28, 0xc5, 0x18, 0x57, 0x3c,
        0xe0, 0x43, 0x8c, 0x23, 0xd9, 0x82, 0x15, 0x24, 0xd4, 0x97, 0xc1, 0xae, 0xa7, 0xee, 0xb9,
        0xde, 0xde,
    ],
};

/// Commerce Layer's elements.
pub const DROP_IN: Peer = Peer {
    package: "@commercelayer/drop-in.js",
    version: "2.27.0",
    folder: "dist/drop-in",
    files: &[
        "drop-in.esm.js",
        "p-ij2q91Zw.js",
        "p-YlD7SzvP.js",
        "p-bc6d18c9.entry.js",
        "drop-in.css",
        "minicart.css",
    ],
    sha256: [
        0x33, 0x0e, 0x66, 0x69, 0xf5, 0xe4, 0x85, 0xe8, 0x59, 0xf3, 0xc1, 0x50, 0xed, 0xf2, 0xcd,
        0x9d, 0x07, 0xd5, 0x07, 0x39, 0x96, 0x17, 0x56, 0xc6, 0x57, 0xad, 0x1b, 0x79, 0x4a, 0xbf,
        0x89, 0x62,
    ],
};

impl Peer {
    /// Its files, fetched unless they are there.
    pub fn files(&self) -> Result<Vec<PathBuf>> {
        let folder = npm::folder(self.package)?.join(self.folder);
        if !self.is_known(&folder) {
            npm::fetch(self.package, self.version)?;
            let Self { package, version, .. } = self;
            ensure!(
                self.is_known(&folder),
                "npm installed {package} {version}, yet its files are others"
            );
        }
        Ok(self.files.iter().map(|file| folder.join(file)).collect())
    }

    fn is_known(&self, folder: &Path) -> bool {
        let mut digest = Sha256::new();
        for file in self.files {
            let Ok(bytes) = fs::read(folder.join(file)) else { return false };
            digest.update(bytes);
        }
        digest.finalize()[..] == self.sha256
    }
}

/// A cart with use-shopping-cart and React, bundled as a shop would. Its lock file has the hash of every package.
pub fn shopping_cart() -> Result<PathBuf> {
    let folder = npm::project("bench/widget/shopping-cart", "use-shopping-cart and React")?;
    let mut bundle = Command::new(folder.join("node_modules/.bin/esbuild"));
    // Minified, it takes React's production build.
    bundle.args(["cart.js", "--bundle", "--minify", "--target=es2022", "--outfile=bundle.js"]);
    // It would load Stripe's script from afar at once; so it does when it is needed.
    bundle.arg("--alias:@stripe/stripe-js=@stripe/stripe-js/pure");
    run(bundle.current_dir(&folder))?;
    Ok(folder.join("bundle.js"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_that_are_missing_or_others_are_not_taken() {
        let folder = tempfile::tempdir().unwrap();
        assert!(!BUY_BUTTON.is_known(folder.path()));
        fs::write(folder.path().join(BUY_BUTTON.files[0]), "window.ShopifyBuy = {}").unwrap();
        assert!(!BUY_BUTTON.is_known(folder.path()));
    }
}
