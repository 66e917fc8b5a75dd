//! The steps of the pages for hosts, as they stand there.

use crate::{
    files::{VERSION, folder, succeed},
    program::Demo,
};
use std::{fs, path::Path, process::Command};

/// A page of the documentation.
fn read(page: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    fs::read_to_string(root.join(page)).unwrap()
}

/// The command of `docs/deploy.md` that begins so.
pub fn step(beginning: &str) -> String {
    let page = read("docs/deploy.md");
    let line = page.lines().find(|line| line.starts_with(beginning));
    line.unwrap_or_else(|| panic!("docs/deploy.md has no step `{beginning}`")).to_owned()
}

/// The commands of a page that need nothing but the program, from top to bottom.
pub fn commands(page: &str) -> Vec<String> {
    let text = read(page);
    let blocks = text.split("```sh\n").skip(1).filter_map(|rest| rest.split("```").next());
    let commands = blocks.flat_map(str::lines).map(|line| line.split(" #").next().unwrap().trim());
    let is_ours = |line: &&str| line.starts_with("basket ") || line.starts_with("BASKET_ADMIN");
    commands.filter(is_ours).map(str::to_owned).collect()
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
