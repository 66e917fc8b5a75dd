//! The unit of the service, held against systemd's own rules.

use crate::files::{VERSION, file, succeed};
use std::process::Command;

/// Tenths of the exposure that `systemd-analyze security` may find, from 0 to 100.
const EXPOSURE: &str = "20";

#[test]
fn systemd_finds_no_fault_in_the_unit_and_little_exposure() {
    let root = tempfile::tempdir().unwrap();
    let package = file(&format!("basket_{VERSION}_amd64.deb"));
    succeed(Command::new("dpkg-deb").arg("--extract").arg(package).arg(root.path()));
    let unit = "/usr/lib/systemd/system/basket.service";
    let installed = root.path().join(&unit[1..]);
    let analyse = || {
        let mut analyse = Command::new("systemd-analyze");
        analyse.env("SYSTEMD_LOG_LEVEL", "warning");
        analyse
    };
    let mut security = analyse();
    security.args(["security", "--offline=true", "--no-pager", "--threshold", EXPOSURE]);
    let said = succeed(security.arg(&installed));
    assert!(said.contains("Overall exposure level"), "{said}");
    let mut verify = analyse();
    verify.args(["verify", "--man=no", "--recursive-errors=no", "--root"]).arg(root.path());
    assert_eq!(succeed(verify.arg(unit)), "");
}
