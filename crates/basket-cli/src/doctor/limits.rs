//! How many files the process may open: each connection is one.

use super::report::Report;
use crate::serve::Flags;
use rustix::process::{Resource, getrlimit};

const FILES: &str = "open files";
/// What the service opens besides connections of clients: the database, its log, sockets, outgoing connections.
const OTHERS: u64 = 128;

pub(super) fn check(report: &mut Report, flags: &Flags) {
    let Some(limit) = getrlimit(Resource::Nofile).current else {
        report.ok(FILES, "no limit");
        return;
    };
    let connections = u64::from(flags.max_connections);
    let needed = connections + u64::from(flags.database_connections) + OTHERS;
    if limit < needed {
        report.warning(
            FILES,
            format!(
                "the limit is {limit}; --max-connections {connections} needs {needed}. The shell's limit may differ \
                 from that of the service"
            ),
            format!(
                "Set LimitNOFILE={needed} in the systemd unit (or `ulimit -n {needed}`), or lower --max-connections."
            ),
        );
    } else {
        report.ok(FILES, format!("the limit is {limit}, enough for {connections} connections"));
    }
}
