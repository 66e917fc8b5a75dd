//! What a fresh machine lacks: the wasm target, a C++ compiler, PostgreSQL, curl, Python, browsers with their drivers,
//! fonts, and packages of npm's and of Python's.
//!
//! Every check is cheap and silent when nothing is missing, so that commands can simply call it.

mod axe;
mod cargo_deny;
mod deployment;
mod npm;
mod peer;
mod python;
mod receivers;
mod schemathesis;
mod shop;
mod zig;

pub use axe::axe;
pub use cargo_deny::cargo_deny;
pub use deployment::{dclint, deployment, kubernetes_validate};
pub use npm::{host_checks, npm, widget_tools};
pub use peer::{BUY_BUTTON, DROP_IN, shopping_cart};
pub use receivers::receivers;
pub use schemathesis::schemathesis;
pub use shop::{medusa, vendure};
pub use zig::zig;

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context as _, Result, bail, ensure};

/// What the compiler needs for the browser: its library for clippy, and the library's source, from which the widget's
/// own is built.
const COMPILER: [(&str, &str); 2] =
    [("target", "wasm32-unknown-unknown"), ("component", "rust-src")];

/// Something that a command needs from the system.
struct Need {
    /// What to call it in a message.
    name: &'static str,
    /// The Debian packages that bring it, best first; Ubuntu lacks some and has others.
    packages: &'static [&'static str],
    /// Whether it is there.
    there: fn() -> bool,
}

/// The fuzzing engine is C++.
const FUZZING: &[Need] = &[Need {
    name: "a C++ compiler",
    packages: &["g++"],
    there: || env::var_os("CXX").is_some() || on_path("c++"),
}];

/// What a release is packed and tested with.
const PACKAGING: &[Need] = &[
    Need { name: "buildah", packages: &["buildah"], there: || on_path("buildah") },
    Need { name: "dpkg-deb", packages: &["dpkg"], there: || on_path("dpkg-deb") },
    Need { name: "lintian", packages: &["lintian"], there: || on_path("lintian") },
    Need { name: "mmdebstrap", packages: &["mmdebstrap"], there: || on_path("mmdebstrap") },
    Need { name: "systemd", packages: &["systemd"], there: || on_path("systemd-analyze") },
    Need {
        name: "qemu",
        packages: &["qemu-user-static"],
        there: || on_path("qemu-aarch64-static"),
    },
];

/// The tests start servers of their own.
const DATABASES: &[Need] = &[Need {
    name: "PostgreSQL",
    packages: &["postgresql"],
    there: || on_path("pg_ctl") || has_postgres(),
}];

/// The tests run the commands and programs of the documentation.
const SNIPPETS: &[Need] = &[
    Need { name: "curl", packages: &["curl"], there: || on_path("curl") },
    Need { name: "Python", packages: &["python3"], there: || on_path("python3") },
];

/// The tests put them in front of the service, as their configurations in the documentation say.
const PROXIES: &[Need] = &[
    Need { name: "Caddy", packages: &["caddy"], there: || installed("caddy") },
    Need { name: "nginx", packages: &["nginx"], there: || installed("nginx") },
    Need { name: "HAProxy", packages: &["haproxy"], there: || installed("haproxy") },
    Need { name: "curl", packages: &["curl"], there: || on_path("curl") },
];

/// The failover test has PostgreSQL's primary change by them.
const FAILOVER: &[Need] = &[
    Need { name: "Patroni", packages: &["patroni"], there: || on_path("patroni") },
    Need { name: "etcd", packages: &["etcd-server"], there: || on_path("etcd") },
    Need { name: "HAProxy", packages: &["haproxy"], there: || installed("haproxy") },
    Need { name: "PgBouncer", packages: &["pgbouncer"], there: || installed("pgbouncer") },
];

/// Debian starts the servers that it installs, unless this program forbids it. Here nobody asked for a web server on port
/// 80. A machine that has the program keeps its own.
const WITHOUT_STARTING: &str = r#"
policy=/usr/sbin/policy-rc.d
if ! [ -e $policy ]; then
  trap 'rm -f $policy' EXIT
  printf '#!/bin/sh\nexit 101\n' >$policy
  chmod 755 $policy
fi
"$@""#;

const BROWSERS: &[Need] = &[
    // On Ubuntu, Chromium and Firefox are packages that fetch a snap, which not every machine can.
    Need {
        name: "Chromium",
        packages: &["chromium", "chromium-browser"],
        there: || ["chromium", "chromium-browser", "google-chrome"].into_iter().any(on_path),
    },
    Need {
        name: "chromedriver",
        packages: &["chromium-driver", "chromium-chromedriver"],
        there: || on_path("chromedriver"),
    },
    Need {
        name: "Firefox",
        packages: &["firefox-esr", "firefox"],
        there: || ["firefox-esr", "firefox"].into_iter().any(on_path),
    },
    // Its browser, MiniBrowser, comes with the library that this package depends on.
    Need {
        name: "WebKitWebDriver",
        packages: &["webkit2gtk-driver"],
        there: || on_path("WebKitWebDriver"),
    },
    Need { name: "Xvfb", packages: &["xvfb"], there: || on_path("Xvfb") },
    Need {
        name: "fonts for Greek, Arabic and Hebrew",
        packages: &["fonts-noto-core"],
        there: || ["el", "ar", "he"].into_iter().all(has_font),
    },
];

/// Says what is being done, where it takes a while.
#[expect(clippy::print_stderr, reason = "progress is for the person in front of the terminal")]
pub fn step(message: &str) {
    eprintln!("==> {message}");
}

/// Makes sure that the compiler can build for the browser.
pub fn compiler() -> Result<()> {
    COMPILER.into_iter().try_for_each(|(kind, name)| add_to_compiler(kind, name))
}

/// Makes sure that the compiler can build for a target.
pub fn compiler_target(name: &str) -> Result<()> {
    add_to_compiler("target", name)
}

fn add_to_compiler(kind: &str, name: &str) -> Result<()> {
    let mut list = Command::new("rustup");
    list.args([kind, "list", "--installed"]);
    let installed = run(&mut list)?;
    if !String::from_utf8_lossy(&installed.stdout).lines().any(|line| line.trim() == name) {
        step(&format!("Adding the {kind} {name}"));
        run(Command::new("rustup").args([kind, "add", name]))?;
    }
    Ok(())
}

/// Makes sure that the three browsers, their drivers and fonts are there.
pub fn browsers() -> Result<()> {
    fulfil(BROWSERS)?;
    geckodriver()
}

/// Makes sure that a release can be packed and tested.
pub fn packaging() -> Result<()> {
    fulfil(PACKAGING)?;
    npm()
}

/// Makes sure that a database server can be started.
pub fn databases() -> Result<()> {
    fulfil(DATABASES)
}

/// Makes sure that the reverse proxies of the documentation can be started.
pub fn proxies() -> Result<()> {
    fulfil(PROXIES)
}

/// Makes sure that a cluster of database servers and its balancers can be started.
pub fn failover() -> Result<()> {
    fulfil(FAILOVER)
}

/// Makes sure that what the documentation shows can be run.
pub fn snippets() -> Result<()> {
    fulfil(SNIPPETS)?;
    npm()
}

/// Makes sure that the fuzzing engine can be built.
pub fn cpp_compiler() -> Result<()> {
    fulfil(FUZZING)
}

fn fulfil(needs: &[Need]) -> Result<()> {
    let missing: Vec<&Need> = needs.iter().filter(|need| !(need.there)()).collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Installs what is missing with the system's package manager, if it is one we know and may use.
fn install(missing: &[&Need]) -> Result<()> {
    let Some(mut apt) = apt_get() else {
        bail!("please install {}, then try again", described(missing));
    };
    step("Updating the list of packages");
    run(apt().arg("update"))?;
    let packages: Vec<&str> = missing.iter().map(|need| available(need)).collect();
    step(&format!("Installing {}", packages.join(" ")));
    run(apt().args(["install", "-y", "--no-install-recommends"]).args(&packages))?;

    let still: Vec<&Need> = missing.iter().filter(|need| !(need.there)()).copied().collect();
    ensure!(
        still.is_empty(),
        "apt-get installed {} without an error, yet these are still missing: {}",
        packages.join(" "),
        described(&still)
    );
    Ok(())
}

/// `apt-get` where this is Debian or a child of it and we are root, or may become it unasked.
fn apt_get() -> Option<impl FnMut() -> Command> {
    if !on_path("apt-get") {
        return None;
    }
    let succeeds =
        |command: &mut Command| command.output().is_ok_and(|output| output.status.success());
    let root = Command::new("id")
        .arg("-u")
        .output()
        .is_ok_and(|output| output.stdout.trim_ascii() == b"0");
    if !root && !succeeds(Command::new("sudo").args(["-n", "true"])) {
        return None;
    }
    Some(move || {
        // `env` because sudo does not pass the environment on.
        let mut command = Command::new(if root { "env" } else { "sudo" });
        if !root {
            command.args(["-n", "env"]);
        }
        command.args(["DEBIAN_FRONTEND=noninteractive", "sh", "-c", WITHOUT_STARTING, "sh"]);
        command.args(["apt-get", "-q"]);
        command
    })
}

/// The first of the packages that this system's sources offer.
fn available(need: &Need) -> &'static str {
    let offered = |package: &&&str| {
        Command::new("apt-cache").args(["policy", package]).env("LC_ALL", "C").output().is_ok_and(
            |output| {
                let policy = String::from_utf8_lossy(&output.stdout);
                policy.contains("Candidate:") && !policy.contains("Candidate: (none)")
            },
        )
    };
    need.packages.iter().find(offered).unwrap_or(&need.packages[0])
}

fn described(needs: &[&Need]) -> String {
    let described: Vec<String> = needs
        .iter()
        .map(|need| format!("{} (on Debian the package {})", need.name, need.packages[0]))
        .collect();
    described.join(", ")
}

/// Debian has no package of geckodriver, but it is a crate. The build takes minutes, so it is kept
/// outside of `target`.
fn geckodriver() -> Result<()> {
    let tools = tools()?;
    if on_path("geckodriver") || tools.join("bin/geckodriver").is_file() {
        return Ok(());
    }
    step("Building geckodriver, once; this takes some minutes");
    run(Command::new("cargo").args(["install", "geckodriver", "--locked", "--root"]).arg(&tools))?;
    Ok(())
}

/// Where tools that we build for ourselves are kept; the end-to-end tests look there too.
fn tools() -> Result<PathBuf> {
    let cache = env::var_os("XDG_CACHE_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cache")))
        .context("neither XDG_CACHE_HOME nor HOME is set")?;
    Ok(cache.join("service-basket/tools"))
}

fn on_path(program: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(program).is_file())
}

/// Whether a program is on the path, or where Debian puts servers, which is on root's path alone.
fn installed(program: &str) -> bool {
    on_path(program) || Path::new("/usr/sbin").join(program).is_file()
}

/// Debian keeps one folder for each version, none of them on the path.
fn has_postgres() -> bool {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    versions.map(|version| version.path().join("bin/pg_ctl")).any(|program| program.is_file())
}

fn has_font(language: &str) -> bool {
    Command::new("fc-list")
        .arg(format!(":lang={language}"))
        .output()
        .is_ok_and(|output| !output.stdout.is_empty())
}

/// Runs a command in silence; if it fails, the error is all it had to say.
fn run(command: &mut Command) -> Result<Output> {
    let shown = [command.get_program()].into_iter().chain(command.get_args());
    let shown = shown.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ");
    let output = command.output().with_context(|| format!("cannot run `{shown}`"))?;
    ensure!(
        output.status.success(),
        "`{shown}` failed ({})\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(output)
}
