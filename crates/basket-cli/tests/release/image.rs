//! What an image says of itself.

use crate::{
    files::{VERSION, file, succeed},
    root::{manifest, unpack},
};
use serde_json::{Value, json};
use std::{fs, path::Path, process::Command};

#[test]
fn images_have_a_user_without_rights_a_volume_and_a_health_check() {
    for architecture in ["amd64", "arm64"] {
        let archive = tempfile::tempdir().unwrap();
        unpack(&file(&format!("basket-{VERSION}-linux-{architecture}.image.tar")), archive.path());
        let manifest = manifest(archive.path());
        let tags = json!([format!("basket:{VERSION}"), format!("localhost/basket:{VERSION}")]);
        assert_eq!(manifest["RepoTags"], tags);
        let config = fs::read_to_string(archive.path().join(manifest["Config"].as_str().unwrap()));
        let config: Value = serde_json::from_str(&config.unwrap()).unwrap();
        assert_eq!(
            (&config["architecture"], &config["os"]),
            (&json!(architecture), &json!("linux"))
        );
        let config = &config["config"];
        assert_eq!(config["User"], "65532:65532");
        assert_eq!(config["Volumes"], json!({ "/data": {} }));
        assert_eq!(config["WorkingDir"], "/data");
        assert_eq!(config["Entrypoint"], json!(["/usr/bin/basket"]));
        assert_eq!(config["Cmd"], json!(["serve"]));
        assert_eq!(config["Healthcheck"]["Test"], json!(["CMD", "basket", "health"]));
        assert_eq!(config["ExposedPorts"], json!({ "8080/tcp": {} }));
    }
}

/// Container tools read more than what the archive says first, such as the sums of its parts.
#[test]
fn buildah_takes_the_image_with_its_health_check() {
    let storage = tempfile::tempdir().unwrap();
    let archive = file(&format!("basket-{VERSION}-linux-amd64.image.tar"));
    succeed(
        buildah(storage.path()).arg("pull").arg(format!("docker-archive:{}", archive.display())),
    );
    let mut inspect = buildah(storage.path());
    let said = succeed(inspect.args(["inspect", "--type", "image", &format!("basket:{VERSION}")]));
    let image: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        image["Docker"]["config"]["Healthcheck"]["Test"],
        json!(["CMD", "basket", "health"])
    );
    assert_eq!(image["OCIv1"]["config"]["User"], "65532:65532");
}

fn buildah(storage: &Path) -> Command {
    let mut buildah = Command::new("buildah");
    buildah.arg("--root").arg(storage.join("root")).arg("--runroot").arg(storage.join("run"));
    // Files are copied, which works without rights.
    buildah.args(["--storage-driver", "vfs"]);
    buildah
}
