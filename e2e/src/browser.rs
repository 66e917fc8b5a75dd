//! One browser with one fresh profile: its start, its pages and its tabs.

mod input;
mod look;
mod pace;
mod problems;

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use fantoccini::wd::WindowHandle;
use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use tempfile::TempDir;

use self::problems::Problems;
use crate::engine::{Driver, Engine};
use crate::poll::{self, Attempt, PAGE};

/// The page area of a new browser, in CSS pixels.
const SIZE: (u32, u32) = (1280, 800);

/// A running browser. It is gone, with everything it started and wrote, when this is dropped.
pub struct Browser {
    engine: Engine,
    problems: Problems,
    // The order matters: first the session ends, then the processes, then their files go.
    client: Client,
    driver: Driver,
    _home: TempDir,
}

/// A tab of a browser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tab(WindowHandle);

impl Browser {
    /// Starts a driver and opens a session with an empty profile, in English, with a page area of
    /// 1280 by 800.
    pub async fn start(engine: Engine) -> Result<Self> {
        let home = TempDir::with_prefix("basket-e2e-").context("cannot make a folder")?;
        let driver = engine.start_driver(home.path()).await?;
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(engine.capabilities(home.path())?)
            .connect(&driver.address)
            .await
            .with_context(|| format!("{engine} did not start: {}", driver.output()))?;
        let problems = Problems::default();
        let browser = Self { engine, problems, client, driver, _home: home };
        browser.resize(SIZE.0, SIZE.1).await?;
        Ok(browser)
    }

    /// Which engine this is.
    pub fn engine(&self) -> Engine {
        self.engine
    }

    /// The WebDriver session, for what has no method here.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Makes the page area this large, whatever the engine puts around it.
    pub async fn resize(&self, width: u32, height: u32) -> Result<()> {
        self.client.set_window_size(width, height).await?;
        // What stands around the page is only known once it is there, and windows are resized
        // some time after the driver has said so.
        poll::until(PAGE, &format!("a page of {width} by {height}"), async || {
            let inner: (u32, u32) = self.eval("[innerWidth, innerHeight]").await?;
            if inner == (width, height) {
                return Ok(Attempt::Done(()));
            }
            let (outer_width, outer_height) = self.client.get_window_size().await?;
            let grown = |outer: u64, want: u32, have: u32| {
                u32::try_from(outer).map(|outer| (outer + want).saturating_sub(have))
            };
            let outer =
                (grown(outer_width, width, inner.0)?, grown(outer_height, height, inner.1)?);
            self.client.set_window_size(outer.0, outer.1).await?;
            Ok(Attempt::NotYet(format!("{inner:?} in a window of {outer:?}")))
        })
        .await
    }

    /// Opens an address in this tab and waits until it has loaded.
    pub async fn goto(&mut self, address: &str) -> Result<()> {
        self.collect_problems().await?;
        self.client.goto(address).await.with_context(|| format!("cannot open {address}"))
    }

    /// Loads the page again, as the reload button does.
    pub async fn reload(&mut self) -> Result<()> {
        self.collect_problems().await?;
        Ok(self.client.refresh().await?)
    }

    /// The tab that commands go to.
    pub async fn tab(&self) -> Result<Tab> {
        Ok(Tab(self.client.window().await?))
    }

    /// Opens an address in a new tab of 1280 by 800, and goes there. All tabs share the profile,
    /// as a shopper's do.
    pub async fn open_tab(&mut self, address: &str) -> Result<Tab> {
        // WebKit's driver opens tabs in the background, where nothing is ever painted.
        let as_tab = self.engine != Engine::WebKit;
        let tab = Tab(self.client.new_window(as_tab).await?.handle);
        self.switch_to(&tab).await?;
        self.resize(SIZE.0, SIZE.1).await?;
        self.goto(address).await?;
        Ok(tab)
    }

    /// Directs commands to another tab.
    pub async fn switch_to(&mut self, tab: &Tab) -> Result<()> {
        self.collect_problems().await?;
        Ok(self.client.switch_to_window(tab.0.clone()).await?)
    }

    /// Closes this tab and goes to the other one given.
    pub async fn close_tab(&mut self, then: &Tab) -> Result<()> {
        self.collect_problems().await?;
        self.client.close_window().await?;
        Ok(self.client.switch_to_window(then.0.clone()).await?)
    }

    /// What driver and browser have printed, for a report.
    pub(crate) fn output(&self) -> String {
        self.driver.output()
    }

    /// Writes what the page looks like to a PNG file.
    pub async fn screenshot(&self, file: &Path) -> Result<()> {
        let picture = self.client.screenshot().await?;
        ensure!(!picture.is_empty(), "the screenshot is empty");
        std::fs::write(file, picture).with_context(|| format!("cannot write {}", file.display()))
    }
}
