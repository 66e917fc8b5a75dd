//! What an image says of itself.

use crate::{
    files::{VERSION, file},
    root::{manifest, unpack},
};
use serde_json::{Value, json};
use std::fs;

#[test]
fn images_have_a_user_without_rights_a_volume_and_a_health_check() {
    for architecture in ["amd64", "arm64"] {
        let archive = tempfile::tempdir().unwrap();
        unpack(
            &file(&format!("basket-{VERSION}-linux-{architecture}.image.tar.gz")),
            archive.path(),
        );
        let manifest = manifest(archive.path());
        assert_eq!(manifest["RepoTags"], json!([format!("localhost/basket:{VERSION}")]));
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
