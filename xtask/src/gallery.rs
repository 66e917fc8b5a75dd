//! `gallery`: the pictures in `docs/gallery`, taken in a real browser, and the page that shows them.

use anyhow::Result;

use crate::{setup, tool, widget};

/// Builds everything and takes the pictures anew.
pub fn run() -> Result<()> {
    setup::browsers()?;
    widget::build()?;
    setup::step("Building the program");
    tool::run(tool::cargo().args(["build", "--package", "basket-cli"]))?;
    setup::step("Taking the pictures");
    let program = tool::target_folder()?.join("debug/basket");
    let mut gallery = tool::cargo();
    gallery.args(["run", "--quiet", "--package", "e2e", "--bin", "gallery"]);
    tool::run(gallery.env("BASKET_BIN", program))
}
