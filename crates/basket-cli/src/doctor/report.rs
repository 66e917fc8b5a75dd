//! What was found, for people and for programs.

use serde_json::json;
use std::fmt::Write as _;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Status {
    Ok,
    Warning,
    Failure,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Failure => "failure",
        }
    }
}

#[derive(Debug)]
struct Finding {
    check: &'static str,
    status: Status,
    message: String,
    /// What to do; nothing where all is well.
    fix: Option<String>,
}

/// Every finding, in the order of the checks.
#[derive(Debug, Default)]
pub(super) struct Report(Vec<Finding>);

impl Report {
    pub(super) fn ok(&mut self, check: &'static str, message: impl Into<String>) {
        let (status, message) = (Status::Ok, message.into());
        self.0.push(Finding { check, status, message, fix: None });
    }

    /// The service works, and something about it is not as it should be.
    pub(super) fn warning(
        &mut self,
        check: &'static str,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.add(check, Status::Warning, message.into(), fix.into());
    }

    /// The service, or a part of it, does not work.
    pub(super) fn failure(
        &mut self,
        check: &'static str,
        message: impl Into<String>,
        fix: impl Into<String>,
    ) {
        self.add(check, Status::Failure, message.into(), fix.into());
    }

    fn add(&mut self, check: &'static str, status: Status, message: String, fix: String) {
        self.0.push(Finding { check, status, message, fix: Some(fix) });
    }

    pub(super) fn has_failure(&self) -> bool {
        self.0.iter().any(|finding| finding.status == Status::Failure)
    }

    /// One line for each finding, and a second one with what to do.
    pub(super) fn text(&self) -> String {
        let mut text = String::new();
        for Finding { check, status, message, fix } in &self.0 {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:7}  {check}: {message}", status.name());
            if let Some(fix) = fix {
                let _ = writeln!(text, "         {fix}");
            }
        }
        text
    }

    pub(super) fn json(&self) -> String {
        let finding = |finding: &Finding| {
            let Finding { check, status, message, fix } = finding;
            json!({"check": check, "status": status.name(), "message": message, "fix": fix})
        };
        let findings: Vec<_> = self.0.iter().map(finding).collect();
        format!("{:#}\n", serde_json::Value::Array(findings))
    }
}
