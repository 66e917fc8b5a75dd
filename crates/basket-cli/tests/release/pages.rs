//! The steps of `docs/deploy.md`, as they stand there.

use crate::{
    files::{VERSION, folder, succeed},
    program::Demo,
};
use std::{fs, path::Path, process::Command};

/// The command of the page that begins so.
pub fn step(beginning: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/deploy.md");
    let page = fs::read_to_string(page).unwrap();
    let mut lines = page.lines();
    let line = lines.find(|line| line.starts_with(beginning));
    line.unwrap_or_else(|| panic!("docs/deploy.md has no step `{beginning}`")).to_owned()
}

#[test]
fn the_program_starts_by_the_steps_of_the_page() {
    succeed(Command::new("sh").args(["-c", &step("sha256sum --check")]).current_dir(folder()));
    let place = tempfile::tempdir().unwrap();
    let archive = format!("basket-{VERSION}-linux-amd64.tar.gz");
    fs::copy(folder().join(&archive), place.path().join(&archive)).unwrap();
    succeed(Command::new("sh").args(["-c", &step("tar ")]).current_dir(place.path()));
    let serve = format!("exec {} --listen 127.0.0.1:0", step("basket-"));
    let mut service =
        Demo::spawn(Command::new("sh").args(["-c", &serve]).current_dir(place.path()));
    assert!(service.get("/readyz").contains("ok"));
    let told: Vec<_> = (0..3).map(|_| service.next_line()).collect();
    assert!(told.iter().any(|line| line.starts_with("Set up:")), "{told:?}");
}
