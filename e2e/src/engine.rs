//! The three browser engines: which programs they are and how each is asked for a fresh, headless,
//! English session.

use std::env;
use std::ffi::OsStr;
use std::fmt;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::OnceCell;
use tokio::time::timeout;

use crate::guard::Guard;
use crate::poll::{self, Attempt, PAGE, START};

// A page as narrow as a phone's is only possible if the window's own controls allow it: Firefox
// else stops at 500 pixels, WebKit's `MiniBrowser` at 447.
const NARROW_WINDOW: &str = ":root { min-width: 0 !important; }";
const NARROW_TOOLBAR: &str = "window * { min-width: 0; margin: 0; padding: 0; font-size: 1px; }";

/// A browser engine that the basket has to work in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Chromium, as in Chrome, Edge and most others.
    Chromium,
    /// Gecko, as in Firefox.
    Firefox,
    /// `WebKitGTK`, the nearest to Safari that runs on Linux.
    WebKit,
}

impl fmt::Display for Engine {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Chromium => "chromium",
            Self::Firefox => "firefox",
            Self::WebKit => "webkit",
        })
    }
}

/// A running WebDriver server, ready for a session.
pub(crate) struct Driver {
    guard: Guard,
    /// Where it listens.
    pub(crate) address: String,
}

impl Driver {
    /// What the driver and its browser have printed, for a report.
    pub(crate) fn output(&self) -> String {
        self.guard.output().unwrap_or_else(|error| format!("no output: {error}"))
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // Nothing is worth keeping, and a browser takes its time to say goodbye.
        self.guard.kill();
    }
}

impl Engine {
    /// Starts this engine's driver, which keeps its files under `home`.
    pub(crate) async fn start_driver(self, home: &Path) -> Result<Driver> {
        let (guard, port) = match self {
            Self::Chromium => start_chromedriver(home).await?,
            Self::Firefox => {
                let arguments = ["--port", "0", "--websocket-port", "0"];
                let guard = spawn(&program("geckodriver")?, &arguments, home, &[])?;
                let port = port_after(&guard, "Listening on 127.0.0.1:").await?;
                (guard, port)
            }
            Self::WebKit => {
                // This driver does not say which port it got, so one that was free just now has
                // to do.
                let port = TcpListener::bind("127.0.0.1:0")?.local_addr()?.port();
                let arguments = ["--host=127.0.0.1", &format!("--port={port}")];
                let display = display().await?;
                let settings = home.join("settings");
                write_in(&settings.join("gtk-3.0"), "gtk.css", NARROW_TOOLBAR)?;
                let environment = [
                    ("DISPLAY", OsStr::new(display)),
                    ("XDG_CONFIG_HOME", settings.as_os_str()),
                    // Its sandbox needs user namespaces, which containers often withhold.
                    ("WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS", OsStr::new("1")),
                    ("LIBGL_ALWAYS_SOFTWARE", OsStr::new("1")),
                ];
                (spawn(&program("WebKitWebDriver")?, &arguments, home, &environment)?, port)
            }
        };
        let driver = Driver { guard, address: format!("http://127.0.0.1:{port}") };
        poll::until(START, &format!("the driver of {self}"), async || {
            let answer = status(port).await.unwrap_or_else(|error| error.to_string());
            Ok(if answer.contains("\"ready\":true") {
                Attempt::Done(())
            } else {
                Attempt::NotYet(format!("{answer}, with the output\n{}", driver.output()))
            })
        })
        .await?;
        Ok(driver)
    }

    /// What to ask the driver for.
    pub(crate) fn capabilities(self, home: &Path) -> Result<Map<String, Value>> {
        let capabilities = match self {
            Self::Chromium => json!({
                "goog:chromeOptions": { "args": [
                    "--headless",
                    "--hide-scrollbars",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-quic",
                    // The name in the configurations of the documentation is that of this machine.
                    "--host-resolver-rules=MAP basket.example 127.0.0.1",
                    "--no-proxy-server",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--lang=en-US",
                    "--accept-lang=en-US",
                    "--window-size=1280,800",
                    format!("--user-data-dir={}", home.join("profile").display()),
                ] },
                "goog:loggingPrefs": { "browser": "ALL" },
                "acceptInsecureCerts": true,
            }),
            Self::Firefox => {
                let profile = home.join("profile");
                write_in(&profile.join("chrome"), "userChrome.css", NARROW_WINDOW)?;
                json!({ "moz:firefoxOptions": {
                    "binary": program("firefox-esr").or_else(|_| program("firefox"))?,
                    "args": ["-headless", "-profile", profile],
                    "prefs": {
                        "app.normandy.enabled": false,
                        "intl.accept_languages": "en-US",
                        "toolkit.legacyUserProfileCustomizations.stylesheets": true,
                        "intl.locale.requested": "en-US",
                    },
                } })
            }
            Self::WebKit => json!({}),
        };
        Ok(capabilities.as_object().cloned().unwrap_or_default())
    }
}

fn write_in(folder: &Path, name: &str, text: &str) -> Result<()> {
    fs::create_dir_all(folder)?;
    Ok(fs::write(folder.join(name), text)?)
}

/// Starts a driver in surroundings that do not depend on the machine.
fn spawn(
    program: &Path,
    arguments: &[&str],
    home: &Path,
    environment: &[(&str, &OsStr)],
) -> Result<Guard> {
    let arguments: Vec<&OsStr> = arguments.iter().map(OsStr::new).collect();
    let mut all = vec![
        ("TMPDIR", home.as_os_str()),
        ("TZ", OsStr::new("UTC")),
        // WebKit takes its language from this: "C" is American English, and "C.UTF-8", oddly, a
        // language called C.
        ("LC_ALL", OsStr::new("C")),
    ];
    all.extend_from_slice(environment);
    Guard::spawn(program.as_os_str(), &arguments, &all)
}

/// Chromium's driver takes a free port, and then wants the same one of IPv6, where somebody else may have it. Then it
/// gives up, and another has to try.
async fn start_chromedriver(home: &Path) -> Result<(Guard, u16)> {
    const WORDS: &str = "started successfully on port ";
    let awaited = format!("a line with {WORDS:?}");
    for _ in 0..5 {
        let mut guard = spawn(&program("chromedriver")?, &["--port=0"], home, &[])?;
        let port_or_none = |line: &str| {
            let is_taken = line.contains("bind() failed: Address already in use");
            port_in(line, WORDS).map(Some).or(is_taken.then_some(None))
        };
        if let Some(port) = guard.printed(START, &awaited, port_or_none).await? {
            return Ok((guard, port));
        }
        guard.kill();
    }
    bail!("no port was free for chromedriver")
}

/// The port in the line that starts, or goes on, with `words`.
async fn port_after(guard: &Guard, words: &str) -> Result<u16> {
    let awaited = format!("a line with {words:?}");
    guard.printed(START, &awaited, |line| port_in(line, words)).await
}

fn port_in(line: &str, words: &str) -> Option<u16> {
    line.split_once(words)?.1.trim_end_matches('.').parse().ok()
}

/// The driver's answer to "are you ready?". One request without a body is less code than a client
/// for it.
async fn status(port: u16) -> Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await?;
    let request =
        format!("GET /status HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await?;
    // Not every driver closes the connection when asked to, and all send this little at once.
    let mut answer = [0; 4096];
    let length = timeout(PAGE, stream.read(&mut answer)).await??;
    Ok(String::from_utf8_lossy(&answer[..length]).replace(char::is_whitespace, ""))
}

/// The one virtual screen of this process, for the engine that has no headless mode. It ends with
/// the process.
async fn display() -> Result<&'static str> {
    static DISPLAY: OnceCell<(Guard, String)> = OnceCell::const_new();
    let (_, display) = DISPLAY
        .get_or_try_init(async || {
            // The server itself looks for a free number and prints it.
            let arguments = ["-displayfd", "1", "-screen", "0", "1920x1600x24", "-nolisten", "tcp"]
                .map(OsStr::new);
            let guard = Guard::spawn(program("Xvfb")?.as_os_str(), &arguments, &[])?;
            let number: u32 =
                guard.printed(START, "a display number", |line| line.trim().parse().ok()).await?;
            anyhow::Ok((guard, format!(":{number}")))
        })
        .await?;
    Ok(display)
}

/// Finds a program on the path, or among the tools that `cargo xtask` has built for itself.
fn program(name: &str) -> Result<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")));
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path)
        .chain(cache.map(|cache| cache.join("service-basket/tools/bin")))
        .map(|folder| folder.join(name))
        .find(|file| file.is_file())
        .with_context(|| format!("{name} is not installed; `cargo xtask test` installs it"))
}
