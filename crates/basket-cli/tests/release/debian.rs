//! The Debian package: installed, upgraded and purged in a root that has nothing but Debian's essential packages.

use crate::{
    files::{VERSION, file, succeed},
    pages::{commands, step},
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};
use tempfile::TempDir;

const RELEASE: &str = "bookworm";
const CONFIGURATION: &str = "/etc/basket/basket.toml";

/// A program for whoever may change the owners of files.
fn as_root(program: &str) -> Command {
    let user = succeed(Command::new("id").arg("-u"));
    if user.trim() == "0" {
        return Command::new(program);
    }
    let mut command = Command::new("sudo");
    command.args(["-n", program]);
    command
}

/// A new Debian, with what the package depends on.
fn clean_root() -> TempDir {
    let root = tempfile::tempdir().unwrap();
    let mut bootstrap = as_root("mmdebstrap");
    bootstrap.args(["--quiet", "--variant=apt", "--include=adduser,init-system-helpers"]);
    succeed(bootstrap.arg(RELEASE).arg(root.path()));
    root
}

/// Runs something in a root.
fn inside(root: &Path, arguments: &[&str]) -> String {
    succeed(as_root("chroot").arg(root).args(arguments).env("LC_ALL", "C"))
}

/// Puts a package where the page says it is, and installs it by the page's step.
fn install(root: &Path, package: &Path) {
    succeed(as_root("cp").arg(package).arg(root.join(format!("basket_{VERSION}_amd64.deb"))));
    let step = step("sudo apt-get install");
    inside(root, &["sh", "-c", &format!("cd / && {} --yes", step.replace("sudo ", ""))]);
}

/// Does what the pages say, where nothing but Debian and the package is. A service runs until it is ready.
fn follow_the_pages(root: &Path) {
    let products = "printf 'sku,name,price\\nMUG,Mug,1250\\n' > /srv/products.csv";
    inside(root, &["sh", "-c", products]);
    let mut count = 0;
    for command in ["README.md", "docs/deploy.md", "docs/upgrade.md"].into_iter().flat_map(commands)
    {
        let script = if command.ends_with("basket serve") {
            format!(
                "{command} & service=$!; until basket health; do kill -0 $service; sleep 0.1; done; \
                 kill $service; wait $service"
            )
        } else {
            command
        };
        inside(root, &["sh", "-ec", &format!("cd /srv; {script}")]);
        count += 1;
    }
    assert!(count > 9, "only {count} commands were found");
}

/// The same package with a later version.
fn later(package: &Path, folder: &Path) -> PathBuf {
    let content = folder.join("content");
    succeed(Command::new("dpkg-deb").arg("--raw-extract").arg(package).arg(&content));
    let control = content.join("DEBIAN/control");
    let text = fs::read_to_string(&control).unwrap();
    fs::write(&control, text.replace(&format!("Version: {VERSION}"), "Version: 99.0.0")).unwrap();
    let built = folder.join("later.deb");
    succeed(Command::new("dpkg-deb").arg("--build").arg(&content).arg(&built));
    built
}

#[test]
fn the_package_installs_upgrades_and_purges() {
    let package = file(&format!("basket_{VERSION}_amd64.deb"));
    let (root, folder) = (clean_root(), tempfile::tempdir().unwrap());
    let root = root.path();
    install(root, &package);
    assert_eq!(inside(root, &["basket", "--version"]), format!("basket {VERSION}\n"));
    assert!(inside(root, &["id", "basket"]).contains("basket"));
    let rights = inside(root, &["stat", "--format=%U:%G %a", CONFIGURATION]);
    assert_eq!(rights, "root:basket 640\n");
    assert!(root.join("etc/systemd/system/multi-user.target.wants/basket.service").is_symlink());

    follow_the_pages(root);

    // Whoever changed the configuration keeps it.
    let used =
        "echo 'proxies = 1' > $1; mkdir /var/lib/basket; echo orders > /var/lib/basket/basket.db";
    inside(root, &["sh", "-c", used, "-", CONFIGURATION]);
    install(root, &later(&package, folder.path()));
    assert_eq!(inside(root, &["cat", CONFIGURATION]), "proxies = 1\n");
    assert_eq!(
        inside(root, &["dpkg-query", "--show", "--showformat=${Version}", "basket"]),
        "99.0.0"
    );

    let said = inside(root, &["dpkg", "--purge", "basket"]);
    assert!(said.contains("still in /var/lib/basket"), "{said}");
    assert!(!root.join("etc/basket").exists());
    assert!(!root.join("usr/bin/basket").exists());
    assert!(!root.join("etc/systemd/system/multi-user.target.wants/basket.service").is_symlink());
    assert_eq!(inside(root, &["cat", "/var/lib/basket/basket.db"]), "orders\n");
}

#[test]
fn lintian_finds_no_error() {
    for architecture in ["amd64", "arm64"] {
        let mut lintian = Command::new("lintian");
        lintian.args(["--allow-root", "--fail-on=error,warning", "--tag-display-limit=0"]);
        succeed(lintian.arg(file(&format!("basket_{VERSION}_{architecture}.deb"))));
    }
}
