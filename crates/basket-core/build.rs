//! Prepares what the widget carries: `locales/*.json` as lines, so that no parser for them is needed, and
//! the style sheets without what only people read. A locale that lacks a key, or has one
//! that means nothing, stops the build.

use serde_json::Value;
use std::{env, error::Error, fmt::Write as _, fs, path::Path};

macro_rules! keys {
    ($($variant:ident $name:literal $doc:literal)*) => { const NAMES: &[&str] = &[$($name,)*]; };
}
include!("src/locale/keys.rs");

macro_rules! cost_keys {
    ($($variant:ident $name:literal $doc:literal)*) => { const COST_NAMES: &[&str] = &[$($name,)*]; };
}
include!("src/costs/keys.rs");

fn main() -> Result<(), Box<dyn Error>> {
    let out = env::var("OUT_DIR")?;
    let out = Path::new(&out);
    style_sheets(
        out,
        &["src/app/view/button.css", "src/app/view/panel.css", "src/costs/costs.css"],
    )?;
    style_sheets(out, &["src/explain/card.css"])?;
    println!("cargo::rerun-if-changed=src/locale/keys.rs");
    println!("cargo::rerun-if-changed=src/costs/keys.rs");
    locales(out, &Source { folder: "", names: NAMES, table: "native.rs", english: "english.txt" })?;
    let table = "pricing.rs";
    let english = "pricing_english.txt";
    locales(out, &Source { folder: "pricing", names: COST_NAMES, table, english })
}

/// Squeezes style sheets that are used together.
fn style_sheets(out: &Path, paths: &[&str]) -> Result<(), Box<dyn Error>> {
    let mut sheets = Vec::new();
    for path in paths {
        println!("cargo::rerun-if-changed={path}");
        sheets.push(squeeze(&fs::read_to_string(path)?));
    }
    let names = short_names(&sheets.concat());
    for (path, sheet) in paths.iter().zip(sheets) {
        let name = Path::new(path).file_name().ok_or("a file without a name")?;
        fs::write(out.join(name), with_short_names(sheet, &names))?;
    }
    Ok(())
}

/// CSS without comments and without white space that separates nothing.
fn squeeze(css: &str) -> String {
    let mut bare = String::new();
    let mut rest = css;
    while let Some((before, behind)) = rest.split_once("/*") {
        bare.push_str(before);
        rest = behind.split_once("*/").map_or("", |(_, behind)| behind);
    }
    bare.push_str(rest);
    let mut out = String::new();
    for word in bare.split_ascii_whitespace() {
        let glued = out.ends_with(['{', '}', ';', ',', ':', '>', '('])
            || word.starts_with(['{', '}', '>', ')']);
        // A space before a colon or bracket can be a descendant combinator, so it stays.
        if !out.is_empty() && !glued {
            out.push(' ');
        }
        out.push_str(word);
    }
    out.replace(";}", "}")
        .replace("=\"", "=")
        .replace("\"]", "]")
        .replace(" 0.", " .")
        .replace(",0.", ",.")
        .replace("(0.", "(.")
}

/// A letter for each custom property of our own, in the order in which they are first set.
fn short_names(css: &str) -> Vec<(String, char)> {
    let mut names: Vec<&str> = Vec::new();
    for (at, _) in css.match_indices("--_") {
        let end = |rest: &str| rest.find(|next: char| !next.is_ascii_alphanumeric() && next != '-');
        let name = &css[at..at + 3 + end(&css[at + 3..]).unwrap_or_default()];
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let mut short: Vec<_> = names.into_iter().map(str::to_owned).zip('a'..='z').collect();
    // A name may be the start of another one.
    short.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    short
}

/// The same with those letters. All start with `--_` and are set on the root, so nothing of the page's can take their
/// place.
fn with_short_names(css: String, names: &[(String, char)]) -> String {
    names.iter().fold(css, |css, (name, letter)| css.replace(name, &format!("--_{letter}")))
}

/// A folder of locale files, and what is made of it.
struct Source {
    /// The folder below `locales`; empty for `locales` itself.
    folder: &'static str,
    /// The names of all keys.
    names: &'static [&'static str],
    /// The file with the table of all languages.
    table: &'static str,
    /// The file with the lines of English.
    english: &'static str,
}

/// All native locales in a table, and English by itself, which the widget has in it.
fn locales(out: &Path, source: &Source) -> Result<(), Box<dyn Error>> {
    let names = source.names;
    // Asked when it runs: two checkouts may share what was built.
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("../../locales").join(source.folder);
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files: Vec<_> = fs::read_dir(&root)?.collect::<Result<_, _>>()?;
    files.sort_by_key(fs::DirEntry::file_name);
    let mut table = String::from("&[\n");
    for file in files {
        let path = file.path();
        // The folders beside have what the service says.
        if path.is_dir() {
            continue;
        }
        let code =
            path.file_stem().and_then(|stem| stem.to_str()).ok_or("a file without a name")?;
        let locale: Value = serde_json::from_str(&fs::read_to_string(&path)?)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let mut texts = Vec::new();
        flatten("", &locale, &mut texts);
        if let Some((name, _)) = texts.iter().find(|(name, _)| !names.contains(&name.as_str())) {
            return Err(format!("{}: no key is called {name}", path.display()).into());
        }
        let mut lines = Vec::new();
        for name in names {
            let text = texts.iter().find(|(other, _)| other == name);
            let (_, text) = text.ok_or(format!("{} lacks {name}", path.display()))?;
            if text.contains('\n') {
                return Err(format!("{}: {name} has a line break", path.display()).into());
            }
            lines.push(text.as_str());
        }
        let lines = lines.join("\n");
        writeln!(table, "    ({code:?}, {lines:?}),")?;
        if code == "en" {
            fs::write(out.join(source.english), lines)?;
        }
    }
    table.push(']');
    fs::write(out.join(source.table), table)?;
    Ok(())
}

/// Nested objects become names with a dot.
fn flatten(prefix: &str, value: &Value, texts: &mut Vec<(String, String)>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members {
                let dot = if prefix.is_empty() { "" } else { "." };
                flatten(&format!("{prefix}{dot}{name}"), value, texts);
            }
        }
        Value::String(text) => texts.push((prefix.to_owned(), text.clone())),
        other => texts.push((prefix.to_owned(), other.to_string())),
    }
}
