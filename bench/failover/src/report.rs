//! What a run has shown: tables in Markdown for people, and the promises that do not hold.

use std::fmt::Write as _;
use std::time::Duration;

use crate::fault::{Fault, Struck};
use crate::ledger::Finding;
use crate::record::{Fate, Kind, REQUEST_LIMIT, Sent};
use crate::traffic::Told;

/// From the moment when a new primary takes writes, a change must be acknowledged within this.
pub const ANSWER_LIMIT: Duration = Duration::from_secs(2);
/// How many of a kind of problem are printed.
const SHOWN: usize = 10;

/// For the person in front of the terminal.
#[expect(clippy::print_stderr, reason = "a run takes minutes, and says how far it is")]
pub fn say(line: &str) {
    eprintln!("{line}");
}

/// Everything that was seen.
pub struct Report<'a> {
    pub struck: &'a [Struck],
    pub told: &'a Told,
    pub findings: Vec<Finding>,
    /// The service was replaced: then every request must succeed, unless its connection was closed.
    pub is_replacement: bool,
}

impl Report<'_> {
    /// The tables.
    pub fn tables(&self) -> String {
        let mut text = String::new();
        if !self.struck.is_empty() {
            text.push_str(&self.fault_table());
            text.push('\n');
        }
        text.push_str("| | |\n|---|--:|\n");
        for (name, value) in self.rows() {
            // A string takes everything.
            let _ = writeln!(text, "| {name} | {value} |");
        }
        text
    }

    fn fault_table(&self) -> String {
        let mut text = String::from(
            "| Primary | Times | Until another takes writes, s | Then until a change is acknowledged, s |\n\
             |---|--:|--:|--:|\n",
        );
        for fault in Fault::ALL {
            let struck: Vec<_> = self.struck.iter().filter(|it| it.fault == fault).collect();
            if struck.is_empty() {
                continue;
            }
            let absent = struck.iter().map(|struck| Some(struck.absent)).collect();
            let answered = struck.iter().map(|struck| struck.answered).collect();
            let (name, times) = (fault.name(), struck.len());
            let _ =
                writeln!(text, "| {name} | {times} | {} | {} |", range(absent), range(answered));
        }
        text
    }

    fn rows(&self) -> Vec<(&'static str, String)> {
        let told = self.told;
        let changes = told.record.of_kind(Kind::Change);
        let reads = told.record.of_kind(Kind::QuietRead);
        let count = |is: fn(&Finding) -> bool| self.findings.iter().filter(|it| is(it)).count();
        let carts = told.carts();
        let all = [&changes[..], &reads, &told.record.of_kind(Kind::Read)].concat();
        let orders = carts.iter().filter(|cart| cart.order.is_some() && !cart.is_uncertain).count();
        let acknowledged = changes.iter().filter(|sent| sent.fate.is_success()).count();
        let repeated = changes.len() - acknowledged;
        vec![
            ("changes acknowledged", acknowledged.to_string()),
            ("… attempts that had to be repeated", repeated.to_string()),
            ("… lost", count(|it| matches!(it, Finding::Lost(_))).to_string()),
            ("… doubled", count(|it| matches!(it, Finding::Doubled(_))).to_string()),
            ("… refused or never answered", told.failures().len().to_string()),
            ("orders acknowledged", orders.to_string()),
            ("… lost", count(|it| matches!(it, Finding::OrderLost(_))).to_string()),
            ("… doubled", count(|it| matches!(it, Finding::OrderDoubled(_))).to_string()),
            ("reads of another shop", reads.len().to_string()),
            ("… answered with the cart", successes(&reads).to_string()),
            (
                "… answered with 503 and `Retry-After`",
                (proper(&reads) - successes(&reads)).to_string(),
            ),
            ("… without a proper answer", (reads.len() - proper(&reads)).to_string()),
            ("… the longest, s", seconds(longest(&reads))),
            ("the longest request of all, s", seconds(longest(&all))),
            ("reads that missed a change acknowledged before", told.stale_reads().to_string()),
        ]
    }

    /// What does not hold.
    pub fn broken(&self) -> Vec<String> {
        let told = self.told;
        let mut broken: Vec<String> = Vec::new();
        broken.extend(shown("data", self.findings.iter().map(ToString::to_string).collect()));
        broken.extend(shown("refused or never answered", told.failures()));
        let late =
            |struck: &&Struck| struck.answered.is_none_or(|answered| answered > ANSWER_LIMIT);
        let limit = ANSWER_LIMIT.as_secs();
        let told_late = |struck: &Struck| format!("{struck}; the limit is {limit} s");
        broken.extend(self.struck.iter().filter(late).map(told_late));
        let reads = told.record.of_kind(Kind::QuietRead);
        let kinds = [Kind::Change, Kind::Read].map(|kind| told.record.of_kind(kind));
        let requests = [&reads[..], &kinds[0], &kinds[1]].concat();
        let is_fine: fn(&Sent) -> bool = if self.is_replacement {
            |sent| sent.fate.is_success() || sent.fate == Fate::Lost
        } else {
            |sent| sent.kind != Kind::QuietRead || sent.fate.is_proper()
        };
        let bad = requests.iter().filter(|sent| !is_fine(sent));
        broken.extend(shown(
            "without a proper answer",
            bad.map(|sent| {
                format!("{:?}: {:?} after {} s", sent.kind, sent.fate, seconds(sent.took))
            })
            .collect(),
        ));
        let hanging = requests.iter().filter(|sent| sent.fate == Fate::TimedOut).count();
        if hanging > 0 {
            broken
                .push(format!("{hanging} requests had no answer in {} s", REQUEST_LIMIT.as_secs()));
        }
        broken
    }
}

/// The first few of many problems.
fn shown(what: &str, mut problems: Vec<String>) -> Vec<String> {
    let count = problems.len();
    problems.truncate(SHOWN);
    for problem in &mut problems {
        *problem = format!("{what}: {problem}");
    }
    if count > SHOWN {
        problems.push(format!("{what}: {} more", count - SHOWN));
    }
    problems
}

fn successes(sent: &[Sent]) -> usize {
    sent.iter().filter(|sent| sent.fate.is_success()).count()
}

fn proper(sent: &[Sent]) -> usize {
    sent.iter().filter(|sent| sent.fate.is_proper()).count()
}

fn longest(sent: &[Sent]) -> Duration {
    sent.iter().map(|sent| sent.took).max().unwrap_or_default()
}

/// The middle one and the longest.
fn range(mut times: Vec<Option<Duration>>) -> String {
    // What never came is longer than everything that came.
    times.sort_by_key(|time| time.unwrap_or(Duration::MAX));
    let told = |time: Option<Duration>| time.map_or("never".to_owned(), seconds);
    let middle = times.get(times.len() / 2).copied().flatten();
    format!("{}, at most {}", told(middle), told(times.last().copied().flatten()))
}

/// With hundredths.
pub fn seconds(time: Duration) -> String {
    format!("{:.2}", time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_came_is_the_longest() {
        let second = |seconds| Some(Duration::from_secs(seconds));
        assert_eq!(range(vec![second(3), second(1), second(2)]), "2.00, at most 3.00");
        assert_eq!(range(vec![second(3), None, second(2)]), "3.00, at most never");
    }

    #[test]
    fn only_the_first_problems_are_shown() {
        let problems = (0..12).map(|number| number.to_string()).collect();
        let shown = shown("data", problems);
        assert_eq!(shown.len(), 11);
        assert_eq!(shown[10], "data: 2 more");
    }
}
