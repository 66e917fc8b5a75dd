//! The program `widget-build`, which `cargo xtask` runs. See [`HELP`] for its commands.
//!
//! Exit codes: 0 fine, 1 a check found something, 2 the command could not run.

use std::env;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, Result, bail};
use widget_build::scripts::{self, Format};
use widget_build::size::{self, Budget};
use widget_build::{Finding, compress};

const HELP: &str = "\
widget-build                        Build the files that a page loads into target/widget
widget-build size                   Build them, print their sizes, and fail over size-budget.toml
widget-build script FILE            Print a classic script, bundled and minified as the widget's are
widget-build compress FOLDER FILE…  Compress files with brotli into FOLDER, each as NAME.br";

fn main() -> ExitCode {
    let arguments: Vec<_> = env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            report(&format!("error: {error:#}"));
            ExitCode::from(if error.is::<Finding>() { 1 } else { 2 })
        }
    }
}

fn run(arguments: &[&str]) -> Result<()> {
    match arguments {
        [] => widget_build::build().map(drop),
        ["size"] => size(),
        ["script", file] => {
            // esbuild runs in the workspace's folder, the caller perhaps in another.
            let file = fs::canonicalize(file).with_context(|| format!("cannot read {file}"))?;
            print(&scripts::bundle(&file, Format::Classic, &[])?);
            Ok(())
        }
        ["compress", folder, files @ ..] => {
            files.iter().try_for_each(|file| compress(Path::new(folder), Path::new(file)))
        }
        _ => bail!("unknown command; these exist:\n\n{HELP}"),
    }
}

fn size() -> Result<()> {
    let budget = Budget::read()?;
    let (tables, over) = size::report(widget_build::build()?, &budget);
    print(&tables);
    match over {
        Some(over) => bail!(Finding(over)),
        None => Ok(()),
    }
}

fn compress(folder: &Path, file: &Path) -> Result<()> {
    let name = file.file_name().context("a file has no name")?.to_string_lossy();
    let bytes = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    Ok(fs::write(folder.join(format!("{name}.br")), compress::brotli_large(&bytes)?)?)
}

#[expect(clippy::print_stdout, reason = "results are for the person or program that asked")]
fn print(text: &str) {
    println!("{text}");
}

#[expect(clippy::print_stderr, reason = "errors must not mix with results")]
fn report(text: &str) {
    eprintln!("{text}");
}
