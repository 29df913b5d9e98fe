//! A file that isn't whole yet.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// How its name ends.
const ENDING: &str = ".unfinished";

/// The place where each file is written before it takes its own. A run that is killed leaves it
/// behind, and the next one to the same export takes it away.
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    /// Beside a file.
    pub(super) fn beside(file: &Path) -> io::Result<Self> {
        let mut name = std::ffi::OsString::from(".");
        name.push(file.file_name().unwrap_or_default());
        name.push(ENDING);
        Self::cleared(file.with_file_name(name))
    }

    /// In a folder.
    pub(super) fn within(folder: &Path) -> io::Result<Self> {
        Self::cleared(folder.join(ENDING))
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
            let _ = fs::remove_file(&self.0);
        }
        written
    }

    fn replace(&self, file: &Path, text: &str) -> io::Result<()> {
        File::create_new(&self.0)?.write_all(text.as_bytes())?;
        fs::rename(&self.0, file)
    }

    fn cleared(path: PathBuf) -> io::Result<Self> {
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
            _ => Ok(Self(path)),
        }
    }
}
