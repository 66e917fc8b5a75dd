//! What stands around a test: the runtime, a browser, the site, the check at its end, and the
//! evidence if it fails.

use std::any::Any;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;

use anyhow::{Context as _, Result};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::browser::Browser;
use crate::engine::Engine;
use crate::host_site::HostSite;
use crate::service::{Service, build_folder};

/// Makes one test per engine of each function named: `name::chromium`, `name::firefox` and
/// `name::webkit`.
///
/// A function takes `(&mut Browser, &Service, &HostSite)` and returns `anyhow::Result<()>`. After
/// `without_service:`, it takes `(&mut Browser, &HostSite)`.
#[macro_export]
macro_rules! in_every_engine {
    (without_service: $($name:ident),+ $(,)?) => {
        $($crate::in_every_engine!(@ $name play_without_service);)+
    };
    (@ $name:ident $play:ident) => {
        mod $name {
            #[test]
            fn chromium() {
                $crate::$play(stringify!($name), $crate::Engine::Chromium, super::$name);
            }

            #[test]
            fn firefox() {
                $crate::$play(stringify!($name), $crate::Engine::Firefox, super::$name);
            }

            #[test]
            fn webkit() {
                $crate::$play(stringify!($name), $crate::Engine::WebKit, super::$name);
            }
        }
    };
    ($($name:ident),+ $(,)?) => {
        $($crate::in_every_engine!(@ $name play);)+
    };
}

/// How many tests may have a browser at a time. More than that on two cores are slower together
/// than one after the other.
static PLACES: Semaphore = Semaphore::const_new(2);

/// Runs one test with a service of its own; panics if it fails.
pub fn play(
    name: &str,
    engine: Engine,
    test: impl AsyncFnOnce(&mut Browser, &Service, &HostSite) -> Result<()>,
) {
    perform(name, engine, |runtime| {
        let service = runtime.block_on(Service::start())?;
        let site = runtime.block_on(HostSite::start(&service))?;
        let mut browser = runtime.block_on(Browser::start(engine))?;
        watched(runtime, &mut browser, name, async |browser| test(browser, &service, &site).await)
    });
}

/// Runs one test that needs no service; panics if it fails.
pub fn play_without_service(
    name: &str,
    engine: Engine,
    test: impl AsyncFnOnce(&mut Browser, &HostSite) -> Result<()>,
) {
    perform(name, engine, |runtime| {
        let site = runtime.block_on(HostSite::alone())?;
        let mut browser = runtime.block_on(Browser::start(engine))?;
        watched(runtime, &mut browser, name, async |browser| test(browser, &site).await)
    });
}

fn perform(name: &str, engine: Engine, scene: impl FnOnce(&Runtime) -> Result<()>) {
    let outcome =
        Builder::new_current_thread().enable_all().build().context("no runtime").and_then(
            |runtime| {
                let _place = runtime.block_on(PLACES.acquire())?;
                scene(&runtime)
            },
        );
    if let Err(error) = outcome {
        panic!("{name} in {engine}: {error:?}");
    }
}

/// Runs the test and the check at its end. If either fails, in whatever way, the evidence is saved
/// while browser, site and service still stand as they were.
fn watched(
    runtime: &Runtime,
    browser: &mut Browser,
    name: &str,
    test: impl AsyncFnOnce(&mut Browser) -> Result<()>,
) -> Result<()> {
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| {
        runtime.block_on(async {
            test(browser).await?;
            browser.check().await
        })
    }));
    if !matches!(outcome, Ok(Ok(()))) {
        announce(&runtime.block_on(save_evidence(browser, name)));
    }
    outcome.unwrap_or_else(|cause: Box<dyn Any + Send>| panic::resume_unwind(cause))
}

#[expect(clippy::print_stderr, reason = "a failing test says where its evidence is")]
fn announce(saved: &Result<PathBuf>) {
    match saved {
        Ok(picture) => eprintln!("saved {} and what went wrong beside it", picture.display()),
        Err(error) => eprintln!("no evidence could be saved: {error:#}"),
    }
}

/// Writes a picture of the page to `target/e2e/NAME-ENGINE.png`, and its problems beside it.
async fn save_evidence(browser: &mut Browser, name: &str) -> Result<PathBuf> {
    let build = build_folder()?;
    let folder = build.parent().context("the build stands in no folder")?.join("e2e");
    fs::create_dir_all(&folder)?;
    let picture = folder.join(format!("{name}-{}.png", browser.engine()));
    let problems = match browser.problems().await {
        Ok(problems) => problems.join("\n"),
        Err(error) => format!("the page could not be asked: {error:#}"),
    };
    let report = format!("{problems}\n\nThe driver printed:\n{}", browser.output());
    fs::write(picture.with_extension("txt"), report)?;
    browser.screenshot(&picture).await?;
    Ok(picture)
}
