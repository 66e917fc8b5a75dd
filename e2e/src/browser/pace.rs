//! Slower machines than this one.

use anyhow::{Result, ensure};
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::json;
use url::{ParseError, Url};

use super::Browser;
use crate::engine::Engine;

impl Browser {
    /// Lets scripts run so many times slower than the machine could. Only Chromium can.
    pub async fn slow_down(&self, times: u32) -> Result<()> {
        ensure!(self.engine == Engine::Chromium, "{} cannot be slowed down", self.engine);
        self.client.issue_cmd(SlowDown(times)).await?;
        Ok(())
    }
}

#[derive(Debug)]
struct SlowDown(u32);

impl WebDriverCompatibleCommand for SlowDown {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let command =
            json!({ "cmd": "Emulation.setCPUThrottlingRate", "params": { "rate": self.0 } });
        (Method::POST, Some(command.to_string()))
    }
}
