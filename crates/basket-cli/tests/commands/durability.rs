//! What is acknowledged stays, and is there once: under `kill -9` in the middle of the load, with several processes on
//! one database, and on a disk that is full, read-only, held by another process or without power.

use crate::{databases, load::Load, program::Demo};
use rusqlite::Connection;
use std::{path::Path, time::Duration};

/// Ends a service with a signal, and has another take its place.
fn replace(services: &mut [Demo], load: &Load, signal: &str, start: impl FnOnce() -> Demo) {
    services[0].signal(signal);
    services[0].wait();
    services[0] = start();
    load.addresses.write().unwrap()[0] = services[0].url("");
}

fn check_integrity(file: &Path) {
    let connection = Connection::open(file).unwrap();
    let found: String =
        connection.query_row("PRAGMA integrity_check", [], |row| row.get(0)).unwrap();
    assert_eq!(found, "ok");
}

#[test]
fn nothing_acknowledged_is_lost_or_made_twice_when_the_service_is_killed_twenty_times() {
    for database in databases::both() {
        let arguments = ["--database", &*database.address];
        let mut services = vec![Demo::start(&arguments)];
        let load = Load::on(&services);
        load.run(|heard| {
            for _ in 0..20 {
                heard.round();
                replace(&mut services, &load, "KILL", || Demo::start(&arguments));
            }
        });
        if let Some(file) = database.address.strip_prefix("sqlite:") {
            check_integrity(Path::new(file));
        }
    }
}

#[test]
fn several_processes_on_one_database_lose_no_update_and_make_no_line_twice() {
    for count in [2, 4] {
        let [_, database] = databases::both();
        let arguments = ["--database", &*database.address];
        let mut services = vec![Demo::start(&arguments)];
        services.resize_with(count, || Demo::start(&arguments));
        Load::on(&services).run(|heard| (0..5).for_each(|_| heard.round()));
    }
}

/// While another process holds the file, changes wait as long as the service lets them, then are put off.
#[test]
fn nothing_acknowledged_is_lost_while_another_process_holds_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("basket.db");
    let database = format!("sqlite:{}", file.display());
    let services = [Demo::start(&["--log", "off", "--database", &database])];
    Load::on(&services).run(|heard| {
        heard.round();
        let other = Connection::open(&file).unwrap();
        // Its turn may be long in coming.
        other.busy_timeout(Duration::from_mins(1)).unwrap();
        other.execute_batch("BEGIN IMMEDIATE").unwrap();
        assert_eq!(heard.refusal(), (503, "unavailable".to_owned()));
        other.execute_batch("ROLLBACK").unwrap();
        heard.round();
    });
    check_integrity(&file);
}

#[cfg(target_os = "linux")]
mod faulty {
    use super::{check_integrity, replace};
    use crate::{
        disk::{Disk, Fault},
        load::{Load, Refusal},
    };

    /// Changes are put off with that status and code as long as the disk has a fault; then all goes on.
    fn survive(fault: Fault, status: u16, code: &str) {
        let disk = Disk::new();
        let services = [disk.start()];
        Load::on(&services).run(|heard| {
            for _ in 0..3 {
                heard.round();
                disk.fail(fault);
                assert_eq!(heard.refusal(), (status, code.to_owned()));
                disk.repair(fault);
                heard.round();
                let is_other = |refusal: &Refusal| *refusal != (status, code.to_owned());
                assert_eq!(heard.refusals().into_iter().find(is_other), None);
            }
        });
        check_integrity(&disk.file());
    }

    #[test]
    fn nothing_acknowledged_is_lost_on_a_full_disk() {
        survive(Fault::Full, 507, "storage-full");
    }

    #[test]
    fn nothing_acknowledged_is_lost_on_a_disk_that_becomes_read_only() {
        survive(Fault::ReadOnly, 503, "unavailable");
    }

    #[test]
    fn nothing_acknowledged_is_lost_in_a_power_cut() {
        let disk = Disk::new();
        let mut services = [disk.start()];
        let load = Load::on(&services);
        load.run(|heard| {
            for round in 0..6 {
                heard.round();
                // A service that ends well folds the log into the file.
                let signal = if round % 2 == 1 { "TERM" } else { "KILL" };
                replace(&mut services, &load, signal, || {
                    disk.cut_power();
                    disk.start()
                });
            }
        });
        check_integrity(&disk.file());
    }
}
