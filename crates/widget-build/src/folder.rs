//! The folder that the service takes the files from. It holds the files of this build and nothing else. A file whose
//! content did not change keeps its modification time, so that cargo does not rebuild the service.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::File;

/// Writes each file and its compressed copies, and removes all others.
pub fn write(folder: &Path, files: &[File]) -> Result<()> {
    let mut wanted: BTreeMap<String, &[u8]> = BTreeMap::new();
    for File { name, plain, gzip, brotli, .. } in files {
        wanted.insert(name.clone(), plain);
        wanted.insert(format!("{name}.gz"), gzip);
        wanted.insert(format!("{name}.br"), brotli);
    }
    replace(folder, &wanted).with_context(|| format!("cannot write to {}", folder.display()))
}

fn replace(folder: &Path, wanted: &BTreeMap<String, &[u8]>) -> Result<()> {
    fs::create_dir_all(folder)?;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        // Hidden files belong to other programs.
        let stale =
            name.to_str().is_some_and(|name| !name.starts_with('.') && !wanted.contains_key(name));
        if stale && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    for (name, bytes) in wanted {
        let path = folder.join(name);
        if fs::read(&path).ok().as_deref() != Some(*bytes) {
            fs::write(path, bytes)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::When;
    use std::time::{Duration, SystemTime};

    fn file(name: &str, plain: &[u8]) -> File {
        File {
            name: name.into(),
            when: When::Always,
            plain: plain.into(),
            gzip: b"gz".into(),
            brotli: b"br".into(),
        }
    }

    #[test]
    fn only_what_changed_is_written_and_what_is_stale_goes() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        write(folder, &[file("same.js", b"same"), file("basket-1.wasm", b"old")]).unwrap();
        let past = SystemTime::now() - Duration::from_hours(1);
        let same = folder.join("same.js");
        fs::File::options().write(true).open(&same).unwrap().set_modified(past).unwrap();

        write(folder, &[file("same.js", b"same"), file("basket-2.wasm", b"new")]).unwrap();

        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "basket-2.wasm",
                "basket-2.wasm.br",
                "basket-2.wasm.gz",
                "same.js",
                "same.js.br",
                "same.js.gz"
            ]
        );
        assert_eq!(fs::metadata(same).unwrap().modified().unwrap(), past);
    }
}
