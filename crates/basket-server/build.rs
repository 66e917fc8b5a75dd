//! Lists the files that the service carries inside itself: the widget's, each plain and compressed,
//! the backend's and the demo shop's. The tables land in `OUT_DIR` and the files in the binary.

use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use std::{
    env,
    fmt::Write,
    fs, io,
    path::{Path, PathBuf},
};

fn main() {
    if let Err(message) = list_files() {
        println!("cargo::error={message}");
    }
}

fn list_files() -> Result<(), String> {
    let folder = |name| env::var_os(name).map(PathBuf::from).ok_or(format!("{name} is not set"));
    let (manifest, out) = (folder("CARGO_MANIFEST_DIR")?, folder("OUT_DIR")?);
    let widget = manifest.join("../../target/widget");
    let demo = manifest.join("demo");
    let mut table = String::new();
    write_table(&mut table, "WIDGET", &widget, &widget_names(&widget)?)?;
    let mut assets = names(&demo).map_err(|error| format!("{}: {error}", demo.display()))?;
    let pictures = names(&demo.join("pictures")).unwrap_or_default();
    assets.extend(pictures.into_iter().map(|name| format!("pictures/{name}")));
    write_table(&mut table, "DEMO", &demo, &assets)?;
    let admin = manifest.join("admin");
    let pages = names(&admin).map_err(|error| format!("{}: {error}", admin.display()))?;
    write_table(&mut table, "ADMIN", &admin, &pages)?;
    let checkout = manifest.join("checkout");
    let pages = names(&checkout).map_err(|error| format!("{}: {error}", checkout.display()))?;
    write_table(&mut table, "CHECKOUT", &checkout, &pages)?;
    fs::write(out.join("files.rs"), table).map_err(|error| error.to_string())
}

/// The widget's files without their compressed twins.
fn widget_names(widget: &Path) -> Result<Vec<String>, String> {
    let mut names = names(widget).unwrap_or_default();
    names.retain(|name| !is_twin(name));
    if names.is_empty() {
        return Err("the widget is not built; run `cargo xtask widget` first".to_owned());
    }
    Ok(names)
}

/// The files in a folder, sorted so that the same files give the same binary.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut names = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // What cannot stand in an address, or is hidden, is no file of ours.
        if let Ok(name) = entry.file_name().into_string()
            && entry.file_type()?.is_file()
            && !name.starts_with('.')
        {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

fn write_table(
    table: &mut String,
    constant: &str,
    folder: &Path,
    names: &[String],
) -> Result<(), String> {
    let failed = |error: std::fmt::Error| error.to_string();
    writeln!(table, "pub(crate) static {constant}: &[File] = &[").map_err(failed)?;
    for name in names {
        let path = folder.join(name);
        println!("cargo::rerun-if-changed={}", path.display());
        let bytes = fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        let digest = Sha256::digest(&bytes);
        let mut hash = String::new();
        for byte in &digest[..16] {
            write!(hash, "{byte:02x}").map_err(failed)?;
        }
        // The loader hands this very text to the browser, and a preload is only used if both have the same.
        let integrity = format!("sha256-{}", STANDARD.encode(digest));
        let (brotli, gzip) = (twin(&path, "br")?, twin(&path, "gz")?);
        let plain = include(&path)?;
        writeln!(
            table,
            "File {{ name: {name:?}, hash: {hash:?}, integrity: {integrity:?}, plain: {plain}, \
             brotli: {brotli}, gzip: {gzip} }},"
        )
        .map_err(failed)?;
    }
    writeln!(table, "];").map_err(failed)
}

fn is_twin(name: &str) -> bool {
    Path::new(name).extension().is_some_and(|extension| extension == "br" || extension == "gz")
}

/// The expression for a file's compressed twin.
fn twin(path: &Path, extension: &str) -> Result<String, String> {
    let mut twin = path.as_os_str().to_owned();
    twin.push(".");
    twin.push(extension);
    let twin = PathBuf::from(twin);
    if !twin.is_file() {
        return Ok("None".to_owned());
    }
    println!("cargo::rerun-if-changed={}", twin.display());
    Ok(format!("Some({})", include(&twin)?))
}

/// The expression for a file's bytes.
fn include(path: &Path) -> Result<String, String> {
    let text = path.to_str().ok_or(format!("{} is not UTF-8", path.display()))?;
    Ok(format!("include_bytes!({text:?})"))
}
