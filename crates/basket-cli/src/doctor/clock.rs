//! Whether this machine's clock agrees with others: carts, sessions and signatures go by it.

use super::{Opened, in_time, report::Report};
use basket_delivery::ProbeAnswer;
use std::time::{SystemTime, UNIX_EPOCH};

const CLOCK: &str = "clock";
/// How far clocks may differ, in milliseconds.
const MOST: i64 = 30_000;

pub(super) async fn check(
    report: &mut Report,
    answer: Option<&ProbeAnswer>,
    database: Option<&Opened>,
) {
    let mut offsets = Vec::new();
    if let Some(date) = answer.and_then(|answer| answer.date) {
        // It has no milliseconds: on average half a second are cut off.
        offsets.push(("the public address", millis(date) + 500 - millis(SystemTime::now())));
    }
    if let Some(opened) = database
        && let Ok(Some(offset)) = in_time(opened.inspection.clock_offset()).await
    {
        offsets.push(("the database server", offset));
    }
    if offsets.is_empty() {
        report.warning(
            CLOCK,
            "not compared: neither the public address nor a PostgreSQL server answers",
            "Check with `date` that the time is right, and keep it right with NTP.",
        );
    }
    for (server, offset) in offsets {
        let seconds = (offset.abs() + 500) / 1000;
        let way = if offset < 0 { "ahead of" } else { "behind" };
        if offset.abs() > MOST {
            report.failure(
                CLOCK,
                format!("this machine's clock is {seconds} s {way} that of {server}"),
                "Set both clocks by NTP, for example with systemd-timesyncd or chrony.",
            );
        } else {
            report.ok(CLOCK, format!("agrees with {server}"));
        }
    }
}

fn millis(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
