//! What went wrong on the pages, and what was meant to.
//!
//! Every page of the host site runs `watch.js` first, which keeps a list. Chromium has a log
//! besides, that also knows of failed requests and of pages which are not the host site's.

use anyhow::{Result, bail};
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde::de::Deserialize as _;
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::{Browser, Tab};
use crate::engine::Engine;
use crate::poll::{self, Attempt, PAGE};

/// Takes the page's list, after the tasks that are already queued: a rejection is only reported as
/// unhandled in a task of its own.
const TAKE: &str = "return new Promise((done) => \
    setTimeout(() => done(window.problems ? window.problems.splice(0) : []), 0));";

/// What has been seen so far, and what the test said about it.
#[derive(Default)]
pub(super) struct Problems {
    seen: Vec<String>,
    expected: Vec<String>,
    allowed: Vec<String>,
}

impl Problems {
    fn unexpected(&self) -> Vec<&str> {
        let known = |problem: &String| {
            self.expected.iter().chain(&self.allowed).any(|part| problem.contains(part))
        };
        self.seen.iter().filter(|problem| !known(problem)).map(String::as_str).collect()
    }

    fn missing(&self) -> Vec<&str> {
        let came = |part: &String| self.seen.iter().any(|problem| problem.contains(part));
        self.expected.iter().filter(|part| !came(part)).map(String::as_str).collect()
    }
}

impl Browser {
    /// Says that a problem whose text contains `part` will come, at least once, in this engine.
    pub fn expect_problem(&mut self, part: &str) {
        self.problems.expected.push(part.to_owned());
    }

    /// Says that a problem whose text contains `part` may come. For what only some engines report,
    /// such as a failed request.
    pub fn allow_problem(&mut self, part: &str) {
        self.problems.allowed.push(part.to_owned());
    }

    /// Everything that went wrong since the start, expected or not.
    pub async fn problems(&mut self) -> Result<&[String]> {
        self.collect_problems().await?;
        Ok(&self.problems.seen)
    }

    /// Fails if anything went wrong in any tab that was not expected, or if something expected has
    /// not come. Every test ends with it by itself.
    pub async fn check(&mut self) -> Result<()> {
        let current = self.client.window().await?;
        for other in self.client.windows().await? {
            if other != current {
                self.switch_to(&Tab(other)).await?;
            }
        }
        self.switch_to(&Tab(current)).await?;
        poll::until(PAGE, "the expected problems", async || {
            self.collect_problems().await?;
            let missing = self.problems.missing();
            Ok(if missing.is_empty() {
                Attempt::Done(())
            } else {
                Attempt::NotYet(format!("all but {missing:?}"))
            })
        })
        .await?;
        let unexpected = self.problems.unexpected();
        if !unexpected.is_empty() {
            bail!("problems on the page:\n  {}", unexpected.join("\n  "));
        }
        Ok(())
    }

    /// Takes over what this tab has listed, before it goes away.
    pub(super) async fn collect_problems(&mut self) -> Result<()> {
        let listed: Vec<String> = self.run(TAKE, vec![]).await?;
        self.problems.seen.extend(listed);
        if self.engine == Engine::Chromium {
            let log = self.client.issue_cmd(TakeLog).await?;
            let severe = log
                .as_array()
                .into_iter()
                .flatten()
                .filter(|entry| entry.get("level").and_then(Value::as_str) == Some("SEVERE"));
            for entry in severe {
                let message = String::deserialize(&entry["message"])?;
                self.problems.seen.push(format!("browser log: {message}"));
            }
        }
        Ok(())
    }
}

/// Chromium's own command for the entries that its log got since the last time.
#[derive(Debug)]
struct TakeLog;

impl WebDriverCompatibleCommand for TakeLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({ "type": "browser" }).to_string()))
    }
}
