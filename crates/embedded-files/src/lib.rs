//! Writes tables of files that a program carries inside itself, each with its hash and, where there are any, its
//! compressed twins. For build scripts. It must never know what a file is for.
//!
//! A table is a static slice of `File`, a type that the including module has in scope. The tables go to
//! `OUT_DIR/files.rs`.

use base64::{Engine as _, engine::general_purpose::STANDARD};
use sha2::{Digest as _, Sha256};
use std::{
    env,
    fmt::Write as _,
    fs, io,
    path::{Path, PathBuf},
};

/// How many bytes of a digest tell two versions of a file apart.
const HASH_BYTES: usize = 8;

/// The expression for a twin that a file does not have.
const NONE: &str = "None";

/// The source of one or more tables.
#[derive(Debug, Default)]
pub struct Table(String);

impl Table {
    /// Adds a table of the files in a folder of the package and in its subfolders.
    pub fn add(&mut self, constant: &str, folder: &str) -> Result<(), String> {
        let folder = manifest_folder()?.join(folder);
        let mut names = Vec::new();
        collect(&folder, "", &mut names).map_err(|error| failed(&folder, &error))?;
        self.write(constant, &folder, &names, row)
    }

    /// Adds a table of files that another command builds, without their compressed twins; how many there are. A folder
    /// that does not exist has none.
    pub fn add_built(&mut self, constant: &str, folder: &str) -> Result<usize, String> {
        self.collect_built(constant, folder, row)
    }

    /// Likewise for files that take much room: what has a twin compressed with gzip is carried only as that.
    pub fn add_compressed(&mut self, constant: &str, folder: &str) -> Result<usize, String> {
        self.collect_built(constant, folder, compressed_row)
    }

    fn collect_built(&mut self, constant: &str, folder: &str, row: Row) -> Result<usize, String> {
        let folder = manifest_folder()?.join(folder);
        let mut names = Vec::new();
        match collect(&folder, "", &mut names) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(failed(&folder, &error));
            }
            _ => names.retain(|name| !is_twin(name)),
        }
        // By the whole name, so that it can be searched for.
        names.sort_unstable();
        self.write(constant, &folder, &names, row)?;
        Ok(names.len())
    }

    /// Writes the tables, or tells cargo why not.
    pub fn finish(self, added: Result<(), String>) {
        let written = added.and_then(|()| {
            let out = env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
            fs::write(Path::new(&out).join("files.rs"), self.0).map_err(|error| error.to_string())
        });
        if let Err(message) = written {
            tell_cargo(&format!("error={message}"));
        }
    }

    fn write(
        &mut self,
        constant: &str,
        folder: &Path,
        names: &[String],
        row: Row,
    ) -> Result<(), String> {
        let mut rows = String::new();
        for name in names {
            rows.push_str(&row(folder, name)?);
        }
        let table = &mut self.0;
        writeln!(table, "/// Files of this build.\npub static {constant}: &[File] = &[\n{rows}];")
            .map_err(|error| error.to_string())
    }
}

/// One file of a folder as a literal.
type Row = fn(&Path, &str) -> Result<String, String>;

/// A file with its twins.
fn row(folder: &Path, name: &str) -> Result<String, String> {
    let path = folder.join(name);
    literal(&path, name, &include(&path)?, &twin(&path, "br")?, &twin(&path, "gz")?)
}

/// A file as its compressed twin, if it has one.
fn compressed_row(folder: &Path, name: &str) -> Result<String, String> {
    let path = folder.join(name);
    let gzip = twin(&path, "gz")?;
    let plain = if gzip == NONE { include(&path)? } else { "&[]".to_owned() };
    literal(&path, name, &plain, NONE, &gzip)
}

fn literal(
    path: &Path,
    name: &str,
    plain: &str,
    brotli: &str,
    gzip: &str,
) -> Result<String, String> {
    watch(path);
    let bytes = fs::read(path).map_err(|error| failed(path, &error))?;
    let digest = Sha256::digest(&bytes);
    let hash = hex::encode(&digest[..HASH_BYTES]);
    // The loader hands this very text to the browser, and a preload is only used if both have the same.
    let integrity = format!("sha256-{}", STANDARD.encode(digest));
    Ok(format!(
        "    File {{ name: {name:?}, hash: {hash:?}, integrity: {integrity:?}, plain: {plain}, \
         brotli: {brotli}, gzip: {gzip} }},\n"
    ))
}

fn manifest_folder() -> Result<PathBuf, String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR").ok_or("CARGO_MANIFEST_DIR is not set")?;
    Ok(PathBuf::from(folder))
}

/// The files in a folder, sorted so that the same files give the same binary.
fn collect(folder: &Path, prefix: &str, names: &mut Vec<String>) -> io::Result<()> {
    watch(folder);
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        // A hidden file, or a name that cannot be part of an address, is not ours.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&entry.path(), &format!("{prefix}{name}/"), names)?;
        } else {
            names.push(format!("{prefix}{name}"));
        }
    }
    Ok(())
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
        return Ok(NONE.to_owned());
    }
    watch(&twin);
    Ok(format!("Some({})", include(&twin)?))
}

/// The expression for a file's bytes.
fn include(path: &Path) -> Result<String, String> {
    let text = path.to_str().ok_or(format!("{} is not UTF-8", path.display()))?;
    Ok(format!("include_bytes!({text:?})"))
}

/// Has cargo run the build script again when the path changes.
fn watch(path: &Path) {
    tell_cargo(&format!("rerun-if-changed={}", path.display()));
}

#[expect(clippy::print_stdout, reason = "cargo reads what a build script prints")]
fn tell_cargo(instruction: &str) {
    println!("cargo::{instruction}");
}

fn failed(path: &Path, error: &io::Error) -> String {
    format!("{}: {error}", path.display())
}
