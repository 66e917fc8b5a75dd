//! The container images: the program and nothing else, for a user without rights.

use std::path::Path;
use std::process::Command;

use anyhow::Result;

use super::Release;
use super::program::Architecture;
use super::staging::Staging;
use crate::{setup, tool};

/// The user that the program runs as; the number that images without users of their own agree on.
const USER: &str = "65532:65532";

/// Files that programs expect to find: who the user is.
const FILES: [(&str, &str); 2] = [
    (
        "etc/passwd",
        "root:x:0:0:root:/:/usr/sbin/nologin\nbasket:x:65532:65532:basket:/data:/usr/sbin/nologin\n",
    ),
    ("etc/group", "root:x:0:\nbasket:x:65532:\n"),
];

/// Everything that is said of the image beside its files. A health check is part of Docker's format alone, which every
/// tool reads.
const SETTINGS: [(&str, &str); 12] = [
    ("--os", "linux"),
    ("--user", USER),
    ("--entrypoint", r#"["/usr/bin/basket"]"#),
    ("--cmd", "serve"),
    // The database is in the folder that the program works in, unless a setting names another.
    ("--workingdir", "/data"),
    ("--volume", "/data"),
    ("--env", "BASKET_LISTEN=0.0.0.0:8080"),
    ("--env", "PATH=/usr/bin"),
    ("--port", "8080"),
    ("--healthcheck", "CMD basket health"),
    ("--healthcheck-interval", "30s"),
    ("--healthcheck-start-period", "5s"),
];

pub fn build(release: &Release, architecture: Architecture, program: &Path) -> Result<()> {
    let name = release.name(architecture, ".image.tar");
    setup::step(&format!("Building the image {name}"));
    let staging = Staging::new(release, &format!("image-{}", architecture.name()))?;
    staging.copy(program, "usr/bin/basket", 0o755)?;
    for (path, contents) in FILES {
        staging.put(path, 0o644, contents)?;
    }
    let data = Staging::new(release, &format!("data-{}", architecture.name()))?;
    data.make_folder("data", 0o700)?;
    let temporary = Staging::new(release, &format!("temporary-{}", architecture.name()))?;
    temporary.make_folder("tmp", 0o1777)?;

    let storage = Storage { release };
    let container =
        tool::output(storage.buildah(&["from"]).args(["--arch", architecture.name(), "scratch"]))?;
    let container = container.trim();
    for (part, owner) in [(&staging, "0:0"), (&temporary, "0:0"), (&data, USER)] {
        let mut copy = storage.buildah(&["copy", "--quiet", "--chown", owner, container]);
        tool::output(copy.arg(part.folder()).arg("/"))?;
    }
    let mut config = storage.buildah(&["config", "--arch", architecture.name()]);
    for (setting, value) in SETTINGS {
        config.args([setting, value]);
    }
    let version = format!("org.opencontainers.image.version={}", release.version);
    tool::output(config.args(["--label", &version, container]))?;
    let archive =
        format!("docker-archive:{}:basket:{}", release.file(&name).display(), release.version);
    let time = release.time.to_string();
    let options = ["commit", "--quiet", "--rm", "--format", "docker", "--timestamp", &time];
    tool::output(storage.buildah(&options).args([container, &archive]))?;
    tool::run(Command::new("gzip").args(["-9", "--no-name"]).arg(release.file(&name)))
}

/// Where buildah keeps what it works on. Files are copied, which works without rights.
struct Storage<'a> {
    release: &'a Release,
}

impl Storage<'_> {
    fn buildah(&self, arguments: &[&str]) -> Command {
        let mut buildah = tool::command("buildah");
        let folder = self.release.work.join("images");
        buildah.arg("--root").arg(folder.join("root")).arg("--runroot").arg(folder.join("run"));
        buildah.args(["--storage-driver", "vfs"]).args(arguments);
        buildah.env("BUILDAH_ISOLATION", "chroot");
        buildah
    }
}
