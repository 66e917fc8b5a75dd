//! The container images: the program and nothing else, for a user without rights. An image is one layer of files and a
//! description, in the archive that `docker load` and `podman load` read. It is written here because builders of images
//! put a number of their own into each, and because a health check exists in this form alone.

use std::fs;
use std::path::Path;

use anyhow::Result;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::Release;
use super::program::Architecture;
use super::staging::{Owner, RFC_3339, Staging, pack, time_of};
use crate::setup;

/// The user that the program runs as; the number that images without users of their own agree on.
const USER: Owner = Owner(65532);

/// Files that programs expect to find: who the user is.
const FILES: [(&str, &str); 2] = [
    (
        "etc/passwd",
        "root:x:0:0:root:/:/usr/sbin/nologin\nbasket:x:65532:65532:basket:/data:/usr/sbin/nologin\n",
    ),
    ("etc/group", "root:x:0:\nbasket:x:65532:\n"),
];

const SECOND: u64 = 1_000_000_000;

pub fn build(release: &Release, architecture: Architecture, program: &Path) -> Result<()> {
    let name = release.name(architecture, ".image.tar");
    setup::step(&format!("Building the image {name}"));
    let files = Staging::new(release, &format!("image-{}", architecture.name()))?;
    files.copy(program, "usr/bin/basket", 0o755)?;
    for (path, contents) in FILES {
        files.put(path, 0o644, contents)?;
    }
    files.make_folder("tmp", 0o1777)?;
    let data = Staging::new(release, &format!("data-{}", architecture.name()))?;
    data.make_folder("data", 0o700)?;

    let archive = Staging::new(release, &format!("archive-of-image-{}", architecture.name()))?;
    let layer = archive.folder().join("layer.tar");
    pack(release, files.folder(), Owner::ROOT, &layer)?;
    pack(release, data.folder(), USER, &layer)?;
    let time = time_of(release, RFC_3339)?;
    let layer = hex::encode(Sha256::digest(fs::read(layer)?));
    let config = description(release.version, architecture, &time, &layer).to_string();
    let config_name = format!("{}.json", hex::encode(Sha256::digest(&config)));
    archive.put(&config_name, 0o644, config)?;
    // Docker finds an image of this machine by its bare name, Podman by the name of the machine.
    let tags = ["", "localhost/"].map(|place| format!("{place}basket:{}", release.version));
    let manifest = json!([{ "Config": config_name, "RepoTags": tags, "Layers": ["layer.tar"] }]);
    archive.put("manifest.json", 0o644, manifest.to_string())?;

    // Not compressed: Podman 4 does not read it otherwise.
    pack(release, archive.folder(), Owner::ROOT, &release.file(&name))
}

/// Everything that is said of the image beside its files.
fn description(version: &str, architecture: Architecture, time: &str, layer: &str) -> Value {
    json!({
        "architecture": architecture.name(),
        "os": "linux",
        "created": time,
        "config": {
            "User": format!("{0}:{0}", USER.0),
            "Entrypoint": ["/usr/bin/basket"],
            "Cmd": ["serve"],
            "Env": ["PATH=/usr/bin", "BASKET_LISTEN=0.0.0.0:8080"],
            "ExposedPorts": { "8080/tcp": {} },
            // The database is in the folder that the program works in, unless a setting names another.
            "WorkingDir": "/data",
            "Volumes": { "/data": {} },
            "Healthcheck": {
                "Test": ["CMD", "basket", "health"],
                "Interval": 30 * SECOND,
                "Timeout": 5 * SECOND,
                "StartPeriod": 5 * SECOND,
            },
            "Labels": {
                "org.opencontainers.image.title": "service-basket",
                "org.opencontainers.image.version": version,
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{layer}")] },
        "history": [{ "created": time, "created_by": "cargo xtask dist" }],
    })
}
