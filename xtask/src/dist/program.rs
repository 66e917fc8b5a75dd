//! The programs: static, for every Linux. Zig brings the C compiler and the library of each architecture.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use serde_json::Value;

use super::Release;
use super::manual::Pages;
use super::staging::{Owner, Staging, pack};
use crate::{setup, tool};

/// What a host's processor understands.
#[derive(Clone, Copy, PartialEq)]
pub enum Architecture {
    Amd64,
    Arm64,
}

impl Architecture {
    pub const ALL: [Self; 2] = [Self::Amd64, Self::Arm64];

    /// As Debian and container tools call it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Amd64 => "amd64",
            Self::Arm64 => "arm64",
        }
    }

    /// As the compiler calls it.
    pub fn target(self) -> &'static str {
        match self {
            Self::Amd64 => "x86_64-unknown-linux-musl",
            Self::Arm64 => "aarch64-unknown-linux-musl",
        }
    }
}

/// The programs that were built, and the packages that are in them.
pub struct Programs {
    built: Vec<(Architecture, PathBuf)>,
    /// The ids of the packages that the compiler linked, as cargo names them.
    pub linked: Vec<String>,
}

impl Programs {
    pub fn of(&self, architecture: Architecture) -> &Path {
        let found = self.built.iter().find(|(each, _)| *each == architecture);
        found.map_or(Path::new(""), |(_, path)| path)
    }

    /// The one that this machine can run.
    pub fn of_this_machine(&self) -> Result<&Path> {
        let own = Architecture::ALL
            .into_iter()
            .find(|each| each.target().starts_with(env::consts::ARCH))
            .with_context(|| format!("there is no release for {}", env::consts::ARCH))?;
        Ok(self.of(own))
    }
}

pub fn build(release: &Release) -> Result<Programs> {
    let zig = setup::zig()?;
    let target = tool::target_folder()?;
    let mut programs = Programs { built: Vec::new(), linked: Vec::new() };
    for architecture in Architecture::ALL {
        let triple = architecture.target();
        setup::compiler_target(triple)?;
        setup::step(&format!("Building the program for {}", architecture.name()));
        let mut cargo = zig.command();
        cargo.args(["zigbuild", "--profile", "packaged", "--package", "basket-cli"]);
        cargo.args(["--locked", "--target", triple, "--message-format=json-render-diagnostics"]);
        cargo.env("CARGO_ENCODED_RUSTFLAGS", nameless()?.join("\x1f"));
        cargo.env("SOURCE_DATE_EPOCH", release.time.to_string());
        cargo.stderr(std::process::Stdio::inherit());
        let folder = target.join(triple).join("packaged");
        programs.linked.extend(linked(&tool::output(&mut cargo)?, &folder));
        programs.built.push((architecture, folder.join("basket")));
    }
    programs.linked.sort();
    programs.linked.dedup();
    Ok(programs)
}

/// Flags that keep the names of this machine's folders out of the program.
fn nameless() -> Result<Vec<String>> {
    let compiler = tool::output(tool::command("rustc").args(["--print", "sysroot"]))?;
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let folders = [
        (Some(tool::root().to_owned()), "/basket"),
        (home, "/cargo"),
        (Some(PathBuf::from(compiler.trim())), "/rust"),
    ];
    let flag = |(from, to): (Option<PathBuf>, &str)| {
        from.map(|from| format!("--remap-path-prefix={}={to}", from.display()))
    };
    Ok(folders.into_iter().filter_map(flag).collect())
}

/// The packages whose libraries were compiled for the target, from cargo's messages. What is compiled for this machine,
/// such as macros, is in another folder.
fn linked(messages: &str, folder: &Path) -> Vec<String> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages
        .filter(|message| {
            let files = message["filenames"].as_array().into_iter().flatten();
            message["reason"] == "compiler-artifact"
                && files.filter_map(Value::as_str).any(|file| Path::new(file).starts_with(folder))
        })
        .filter_map(|message| message["package_id"].as_str().map(str::to_owned))
        .collect()
}

/// One archive with the program, its manual, its completions and its licences.
pub fn archive(
    release: &Release,
    architecture: Architecture,
    program: &Path,
    pages: &Pages,
) -> Result<()> {
    let name = release.name(architecture, "");
    let staging = Staging::new(release, &format!("archive-{}", architecture.name()))?;
    let put = |from: &Path, to: &str| staging.copy(from, &format!("{name}/{to}"), 0o644);
    staging.copy(program, &format!("{name}/basket"), 0o755)?;
    for file in ["LICENSE", "LICENSE-MIT", "LICENSE-APACHE", "CHANGELOG.md"] {
        put(Path::new(file), file)?;
    }
    put(Path::new("packaging/basket.service"), "basket.service")?;
    for page in &pages.manual {
        put(page, &format!("man/{}", file_name(page)))?;
    }
    for completion in &pages.completions {
        put(completion, &format!("completions/{}", file_name(completion)))?;
    }
    let packed = release.file(&format!("{name}.tar"));
    pack(release, staging.folder(), Owner::ROOT, &packed)?;
    tool::run(tool::command("gzip").args(["-9", "--no-name"]).arg(packed))
}

/// The last part of a path.
pub fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compiled_for_this_machine_is_not_linked() {
        let message = |package: &str, file: &str| {
            format!(
                r#"{{"reason":"compiler-artifact","package_id":"{package}","filenames":["{file}"]}}"#
            )
        };
        let messages = [
            message("a", "/t/x86/packaged/deps/liba.rlib"),
            message("macro", "/t/packaged/deps/libmacro.so"),
            r#"{"reason":"build-finished","success":true}"#.to_owned(),
        ];
        assert_eq!(linked(&messages.join("\n"), Path::new("/t/x86/packaged")), ["a"]);
    }
}
