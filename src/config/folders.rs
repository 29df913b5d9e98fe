//! Where settings, state and logs live: the XDG folders.

use etcetera::BaseStrategy;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const NAME: &str = "haltscope";

/// The program's own folders; they need not exist yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folders {
    /// Holds `settings.toml`.
    pub config: PathBuf,
    /// Holds projects' state, the log and crash reports.
    pub state: PathBuf,
}

impl Folders {
    /// Those of the user; `None` when the system doesn't say where home is, or only from the working folder on.
    pub fn of_user() -> Option<Self> {
        let base = etcetera::choose_base_strategy().ok()?;
        let state = base.state_dir().unwrap_or_else(|| base.data_dir());
        let folders = Self { config: base.config_dir().join(NAME), state: state.join(NAME) };
        (folders.config.is_absolute() && folders.state.is_absolute()).then_some(folders)
    }

    /// The settings' file.
    pub fn settings(&self) -> PathBuf {
        self.config.join("settings.toml")
    }

    /// The log's file.
    pub fn log(&self) -> PathBuf {
        self.state.join("haltscope.log")
    }

    /// Makes the state's folder, for its owner only, and gives its path.
    pub fn make_state(&self) -> io::Result<&Path> {
        use std::os::unix::fs::DirBuilderExt;
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.state)?;
        Ok(&self.state)
    }
}
