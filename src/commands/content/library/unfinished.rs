//! A file that isn't whole yet.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How its name ends.
const ENDING: &str = ".unfinished";

/// The place where each file is written before it takes its own. A run that is killed leaves it
/// behind, and the next one to the same export takes it away. Nothing waits for the disk: an export
/// that a power cut spoils can be made again, and is thousands of files.
pub(super) struct Unfinished {
    path: PathBuf,
    /// Which file is written last, if it is one of several. Without it the others aren't whole, so
    /// it goes before any of them changes.
    last: Option<PathBuf>,
}

impl Unfinished {
    /// Beside a file.
    pub(super) fn beside(file: &Path) -> io::Result<Self> {
        let mut name = std::ffi::OsString::from(".");
        name.push(file.file_name().unwrap_or_default());
        name.push(ENDING);
        Self::cleared(file.with_file_name(name), None)
    }

    /// In a folder whose files aren't whole before the last one is there.
    pub(super) fn within(folder: &Path, last: PathBuf) -> io::Result<Self> {
        Self::cleared(folder.join(ENDING), Some(last))
    }

    /// Whether a path in an export's folder is this.
    pub(super) fn is(path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == ENDING)
    }

    /// Writes a file, whole or not at all; one that says the same already isn't touched.
    pub(super) fn write(&self, file: &Path, text: &str) -> io::Result<()> {
        if fs::read(file).is_ok_and(|there| there == text.as_bytes()) {
            return Ok(());
        }
        let written = self.replace(file, text);
        if written.is_err() {
            let _ = fs::remove_file(&self.path);
        }
        written
    }

    /// Takes a file away.
    pub(super) fn remove(&self, file: &Path) -> io::Result<()> {
        self.begin()?;
        fs::remove_file(file)
    }

    fn replace(&self, file: &Path, text: &str) -> io::Result<()> {
        self.begin()?;
        File::create_new(&self.path)?.write_all(text.as_bytes())?;
        fs::rename(&self.path, file)
    }

    fn begin(&self) -> io::Result<()> {
        self.last.as_deref().map_or(Ok(()), clear)
    }

    fn cleared(path: PathBuf, last: Option<PathBuf>) -> io::Result<Self> {
        clear(&path)?;
        Ok(Self { path, last })
    }
}

/// Removes a file that may be there.
fn clear(file: &Path) -> io::Result<()> {
    match fs::remove_file(file) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
