//! Folders that become archives.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result};

use super::Release;
use crate::tool;

/// A folder that holds nothing but what is put into it.
pub struct Staging {
    folder: PathBuf,
}

impl Staging {
    pub fn new(release: &Release, name: &str) -> Result<Self> {
        let folder = release.work.join(name);
        fs::create_dir_all(&folder)?;
        Ok(Self { folder })
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    pub fn put(&self, path: &str, mode: u32, contents: impl AsRef<[u8]>) -> Result<()> {
        let path = self.folder.join(path);
        fs::create_dir_all(path.parent().context("a file is in a folder")?)?;
        fs::write(&path, contents)?;
        Ok(fs::set_permissions(path, Permissions::from_mode(mode))?)
    }

    pub fn copy(&self, from: impl AsRef<Path>, path: &str, mode: u32) -> Result<()> {
        let from = tool::root().join(from);
        let contents =
            fs::read(&from).with_context(|| format!("cannot read {}", from.display()))?;
        self.put(path, mode, contents)
    }

    /// An empty folder.
    pub fn make_folder(&self, path: &str, mode: u32) -> Result<()> {
        let path = self.folder.join(path);
        fs::create_dir_all(&path)?;
        Ok(fs::set_permissions(path, Permissions::from_mode(mode))?)
    }
}

/// Who owns the files of an archive, by number.
#[derive(Clone, Copy)]
pub struct Owner(pub u32);

impl Owner {
    pub const ROOT: Self = Self(0);
}

/// Packs what is in a folder, so that the bytes are the same each time. An archive that is there gets more.
pub fn pack(release: &Release, folder: &Path, owner: Owner, archive: &Path) -> Result<()> {
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--numeric-owner", "--format=gnu"]);
    tar.arg(format!("--owner={}", owner.0)).arg(format!("--group={}", owner.0));
    tar.arg(format!("--mtime=@{}", release.time));
    tar.arg(if archive.exists() { "--append" } else { "--create" }).arg("--file").arg(archive);
    let mut names =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name())).collect::<Result<Vec<_>>>()?;
    names.sort();
    tool::run(tar.arg("--directory").arg(folder).args(names))
}

/// How `date` writes a time for programs.
pub const RFC_3339: &str = "+%Y-%m-%dT%H:%M:%SZ";

/// The time of the release as `date` writes it.
pub fn time_of(release: &Release, form: &str) -> Result<String> {
    let mut date = tool::command("date");
    date.args(["--utc", form, "--date"]).arg(format!("@{}", release.time)).env("LC_ALL", "C");
    Ok(tool::output(&mut date)?.trim().to_owned())
}

/// What `gzip` makes of something, without a name or a time in it.
pub fn compressed(file: &Path) -> Result<Vec<u8>> {
    let output = Command::new("gzip").args(["-9", "--no-name", "--stdout"]).arg(file).output()?;
    anyhow::ensure!(output.status.success(), "`gzip` could not compress {}", file.display());
    Ok(output.stdout)
}
