//! The Debian package: the program, its service, its manual.

use std::fs;
use std::path::Path;

use anyhow::Result;

use super::Release;
use super::manual::Pages;
use super::program::{Architecture, file_name};
use super::staging::{Staging, compressed, time_of};
use crate::{setup, tool};

const MAINTAINER: &str = "service-basket maintainers <maintainers@basket.example>";

const DESCRIPTION: &str = "shopping basket for any web page, and its service
 One program serves a basket that any page can embed, keeps the carts, takes
 orders in a hosted checkout, and has a backend for the operators of the shops.
 The data is in SQLite or PostgreSQL.";

/// Scripts that dpkg runs, each below `packaging/debian`.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

pub fn package(
    release: &Release,
    architecture: Architecture,
    program: &Path,
    pages: &Pages,
) -> Result<()> {
    let name = format!("basket_{}_{}.deb", release.version, architecture.name());
    setup::step(&format!("Packing {name}"));
    let staging = Staging::new(release, &format!("debian-{}", architecture.name()))?;
    staging.copy(program, "usr/bin/basket", 0o755)?;
    staging.copy("packaging/basket.service", "usr/lib/systemd/system/basket.service", 0o644)?;
    staging.copy(&pages.configuration, "etc/basket/basket.toml", 0o644)?;
    for page in &pages.manual {
        let path = format!("usr/share/man/man1/{}.gz", file_name(page));
        staging.put(&path, 0o644, compressed(page)?)?;
    }
    let [bash, zsh, fish] = &pages.completions;
    staging.copy(bash, "usr/share/bash-completion/completions/basket", 0o644)?;
    staging.copy(zsh, "usr/share/zsh/vendor-completions/_basket", 0o644)?;
    staging.copy(fish, "usr/share/fish/vendor_completions.d/basket.fish", 0o644)?;
    describe(release, &staging)?;
    control(release, architecture, &staging)?;
    let mut build = tool::command("dpkg-deb");
    build.args(["--root-owner-group", "--build"]).arg(staging.folder()).arg(release.file(&name));
    build.env("SOURCE_DATE_EPOCH", release.time.to_string());
    tool::output(&mut build).map(drop)
}

/// What Debian wants to know of every package: licences, changes, and where it differs on purpose.
fn describe(release: &Release, staging: &Staging) -> Result<()> {
    let documents = "usr/share/doc/basket";
    let copyright = fs::read_to_string(tool::root().join("packaging/debian/copyright"))?;
    let licence = fs::read_to_string(tool::root().join("LICENSE-MIT"))?;
    let copyright = copyright.replace("@MIT@", &indented(&licence));
    staging.put(&format!("{documents}/copyright"), 0o644, copyright)?;
    let date = time_of(release, "--rfc-email")?;
    let changes = release.work.join("changelog");
    fs::write(&changes, changelog(release.version, &date))?;
    staging.put(&format!("{documents}/changelog.gz"), 0o644, compressed(&changes)?)?;
    staging.copy("packaging/debian/lintian-overrides", "usr/share/lintian/overrides/basket", 0o644)
}

fn control(release: &Release, architecture: Architecture, staging: &Staging) -> Result<()> {
    let size =
        tool::output(tool::command("du").args(["-sk", "--apparent-size"]).arg(staging.folder()))?;
    let size = size.split_whitespace().next().unwrap_or_default();
    let (version, architecture) = (release.version, architecture.name());
    let control = format!(
        "Package: basket\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {size}\nDepends: adduser, init-system-helpers (>= 1.52)\nSection: web\n\
         Priority: optional\nDescription: {DESCRIPTION}\n"
    );
    staging.put("DEBIAN/control", 0o644, control)?;
    staging.put("DEBIAN/conffiles", 0o644, "/etc/basket/basket.toml\n")?;
    for script in SCRIPTS {
        staging.copy(format!("packaging/debian/{script}"), &format!("DEBIAN/{script}"), 0o755)?;
    }
    let mut sums = tool::command("sh");
    sums.args([
        "-c",
        "find * -path DEBIAN -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum",
    ]);
    staging.put("DEBIAN/md5sums", 0o644, tool::output(sums.current_dir(staging.folder()))?)
}

/// As Debian writes what changed; the whole story is in CHANGELOG.md.
fn changelog(version: &str, date: &str) -> String {
    format!(
        "basket ({version}) stable; urgency=medium\n\n  * Version {version}. CHANGELOG.md in the release lists \
         what changed.\n\n -- {MAINTAINER}  {date}\n"
    )
}

/// A text as a field of many lines: each begins with a space, an empty one is a point.
fn indented(text: &str) -> String {
    let lines = text.trim_end().lines();
    lines
        .map(|line| if line.is_empty() { " .".to_owned() } else { format!(" {line}") })
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_line_of_a_licence_is_a_point() {
        assert_eq!(indented("One\n\nTwo\n"), " One\n .\n Two");
    }
}
