//! Folders that become archives.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

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

    /// Packs the folder, named as it is, into a file that has the same bytes each time.
    pub fn pack(&self, release: &Release, archive: &Path) -> Result<()> {
        let parent = self.folder.parent().context("a staging folder is in a folder")?;
        let name = self.folder.file_name().context("a staging folder has a name")?;
        let mut tar = Command::new("tar");
        tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"]);
        tar.arg(format!("--mtime=@{}", release.time)).arg("--directory").arg(parent);
        tar.args(["--create", "--file", "-"]).arg(name);
        let mut tar = tar.stdout(Stdio::piped()).spawn().context("cannot start `tar`")?;
        let packed = tar.stdout.take().context("`tar` has an output")?;
        let mut gzip = Command::new("gzip");
        gzip.args(["-9", "--no-name"]).stdin(packed).stdout(fs::File::create(archive)?);
        tool::run(&mut gzip)?;
        anyhow::ensure!(tar.wait()?.success(), "`tar` could not pack {}", self.folder.display());
        Ok(())
    }
}

/// What `gzip` makes of something, without a name or a time in it.
pub fn compressed(file: &Path) -> Result<Vec<u8>> {
    let output = Command::new("gzip").args(["-9", "--no-name", "--stdout"]).arg(file).output()?;
    anyhow::ensure!(output.status.success(), "`gzip` could not compress {}", file.display());
    Ok(output.stdout)
}
