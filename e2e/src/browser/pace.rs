//! Slower machines and networks than these.

use anyhow::{Result, ensure};
use fantoccini::wd::WebDriverCompatibleCommand;
use http::Method;
use serde_json::{Value, json};
use url::{ParseError, Url};

use super::Browser;
use crate::engine::Engine;

impl Browser {
    /// Lets scripts run so many times slower than the machine could. Only Chromium can.
    pub async fn slow_down(&self, times: u32) -> Result<()> {
        let rate = json!({ "rate": times });
        self.devtools("Emulation.setCPUThrottlingRate", rate).await.map(drop)
    }

    /// Lets every request wait so many milliseconds and its answer come at so many bytes a second; 0 is at once. Only
    /// Chromium can.
    pub async fn slow_network(&self, latency: f64, throughput: f64) -> Result<()> {
        self.devtools("Network.enable", json!({})).await?;
        let rate = if throughput > 0.0 { throughput } else { -1.0 };
        let conditions = json!({
            "offline": false, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate,
        });
        self.devtools("Network.emulateNetworkConditions", conditions).await.map(drop)
    }

    /// Asks the browser's own tools for something. Only Chromium has such.
    pub async fn devtools(&self, command: &'static str, parameters: Value) -> Result<Value> {
        ensure!(self.engine == Engine::Chromium, "{} has no such tools", self.engine);
        Ok(self.client.issue_cmd(Devtools(command, parameters)).await?)
    }
}

#[derive(Debug)]
struct Devtools(&'static str, Value);

impl WebDriverCompatibleCommand for Devtools {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, ParseError> {
        base.join(&format!("session/{}/goog/cdp/execute", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        let command = json!({ "cmd": self.0, "params": self.1 });
        (Method::POST, Some(command.to_string()))
    }
}
