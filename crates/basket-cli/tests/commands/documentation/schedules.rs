//! Files of cron and systemd: the commands of ours that they run exist.

use super::{Block, Findings, blocks, commands::program};

pub(super) const LANGUAGES: &[&str] = &["cron", "ini"];

/// Where these files expect the program.
const PROGRAM: &str = "/usr/local/bin/basket ";

fn check(block: &Block) -> Result<usize, String> {
    let calls = block.text.split(PROGRAM).skip(1);
    let calls = calls.filter_map(|rest| rest.split(['\n', '\'']).next());
    let takes = |call: &str| {
        let words: Vec<String> = call.split_whitespace().map(str::to_owned).collect();
        program().takes(&words).map(|()| 1)
    };
    calls.map(takes).sum()
}

#[test]
fn every_scheduled_command_exists() {
    let mut findings = Findings::default();
    let mut count = 0;
    for block in blocks(LANGUAGES) {
        match check(&block) {
            Ok(calls) => count += calls,
            Err(what) => findings.add(&block, what),
        }
        if block.language == "ini" && !block.text.starts_with('[') {
            findings.add(&block, "it starts with no section");
        }
    }
    assert!(count > 1, "only {count} commands were found");
    findings.judge();
    let wrong = Block::sample("cron", "0 0 * * * root /usr/local/bin/basket dump x.db");
    assert_eq!(check(&wrong), Err("there is no command `dump`".to_owned()));
}
