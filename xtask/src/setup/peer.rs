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
    sha256: &'static str,
}

/// Shopify's buy button.
pub const BUY_BUTTON: Peer = Peer {
    package: "@shopify/buy-button-js",
    version: "3.0.6",
    folder: "dist",
    files: &["buybutton.min.js"],
    sha256: "813ba96d9334a1cc263c28c518573ce0438c23d9821524d497c1aea7eeb9dede",
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
    sha256: "330e6669f5e485e859f3c150edf2cd9d07d50739961756c657ad1b794abf8962",
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
        hex::encode(digest.finalize()) == self.sha256
    }
}

/// A cart with use-shopping-cart and React, bundled as a shop would. Its lock file has the hash of every package.
pub fn shopping_cart() -> Result<PathBuf> {
    let folder = npm::project("bench/widget/shopping-cart", "use-shopping-cart and React")?;
    let mut bundle = Command::new(folder.join("node_modules/.bin/esbuild"));
    // Minified, it takes React's production build.
    bundle.args([
        "cart.js",
        "--bundle",
        "--minify",
        "--target=es2022",
        "--outfile=shopping-cart.js",
    ]);
    // It would load Stripe's script from afar at once; so it does when it is needed.
    bundle.arg("--alias:@stripe/stripe-js=@stripe/stripe-js/pure");
    run(bundle.current_dir(&folder))?;
    Ok(folder.join("shopping-cart.js"))
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
