//! The folder and the file of an SQLite database.

use super::report::Report;
use basket_store::Location;
use rustix::fs::{Access, access, statvfs};
use std::{
    fs, io,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
};

const DISK: &str = "disk";
const FILE: &str = "database file";

/// Below this the service may soon be unable to write.
const SCARCE: u64 = 1024 * MIB;
const NONE: u64 = 64 * MIB;
const MIB: u64 = 1024 * 1024;

pub(super) fn check(report: &mut Report, location: &Location) {
    let Location::Sqlite(path) = location else { return };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    };
    if check_folder(report, &folder) {
        check_space(report, &folder);
    }
    check_file(report, path);
}

/// Whether the folder is there.
fn check_folder(report: &mut Report, folder: &Path) -> bool {
    let name = folder.display();
    let fix = "Create the folder, or name another file with --database.";
    match fs::metadata(folder) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => {
            report.failure(DISK, format!("{name} is a file, not a folder"), fix);
            return false;
        }
        Err(error) => {
            report.failure(DISK, format!("cannot use the folder {name}: {error}"), fix);
            return false;
        }
    }
    // SQLite keeps its log beside the file.
    if let Err(error) = access(folder, Access::WRITE_OK | Access::EXEC_OK) {
        report.failure(
            DISK,
            format!("the folder {name} is not writable: {}", io::Error::from(error)),
            "Give the user of the service the right to write there, or mount the disk writable.",
        );
    }
    true
}

fn check_space(report: &mut Report, folder: &Path) {
    let name = folder.display();
    let Ok(space) = statvfs(folder) else { return };
    let free = space.f_bavail.saturating_mul(space.f_frsize);
    let message = format!("{} MiB free in {name}", free / MIB);
    let fix = "Free some space, or move the database to a larger disk.";
    if free < NONE {
        report.failure(DISK, message, fix);
    } else if free < SCARCE {
        report.warning(DISK, message, fix);
    } else {
        report.ok(DISK, message);
    }
}

fn check_file(report: &mut Report, path: &Path) {
    let name = path.display();
    let metadata = match fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            report.warning(
                FILE,
                format!("{name} does not exist"),
                "Nothing, if this is a new service: `basket serve` creates it. Otherwise correct --database.",
            );
            return;
        }
        Err(error) => {
            report.failure(FILE, format!("cannot use {name}: {error}"), "Correct --database.");
            return;
        }
    };
    if !metadata.is_file() {
        report.failure(FILE, format!("{name} is not a file"), "Name a file with --database.");
        return;
    }
    if let Err(error) = access(path, Access::READ_OK | Access::WRITE_OK) {
        report.failure(
            FILE,
            format!("{name} is not readable and writable: {}", io::Error::from(error)),
            "Make the user of the service its owner, and set mode 0600.",
        );
        return;
    }
    let mode = metadata.permissions().mode() & 0o777;
    let of_others = mode & 0o007;
    if of_others == 0 {
        report.ok(FILE, format!("{name} is readable and writable, and not open to every user"));
    } else {
        report.warning(
            FILE,
            format!("every user of this machine can use {name} (mode {mode:04o})"),
            format!("Run `chmod 600 {name}`; it holds personal data and secrets."),
        );
    }
}
