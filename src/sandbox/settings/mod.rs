//! The settings file: users, API clients, libraries and sites, as TOML.
//!
//! Everything is checked before anything listens; what is wrong is told with file, line and key,
//! never with the line's text, which may hold a secret.

mod check;
mod file;

use super::{
    accounts::{Accounts, ApiClient, User},
    data::PlainHttp,
    options::{SandboxOptions, Site, cartridges_in},
    store::Library,
};
use check::Checker;
use file::File;
use std::{
    fmt, fs, io,
    path::{Path, PathBuf},
};
use thiserror::Error;

/// A settings file that was read and makes sense.
#[derive(Clone, Debug)]
pub struct Settings {
    builtin_accounts: bool,
    hosts: Vec<String>,
    plain_http: PlainHttp,
    users: Vec<User>,
    clients: Vec<ApiClient>,
    libraries: Vec<Library>,
    sites: Vec<Site>,
    /// The line in which the cartridge path of each site stands.
    path_lines: Vec<usize>,
}

/// Why a settings file can't be used.
#[derive(Debug, Error)]
pub enum SettingsError {
    /// The file can't be read.
    #[error("can't read the settings {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something in it is wrong.
    #[error("{}: {fault}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Where, and what.
        fault: SettingsFault,
    },
}

/// What is wrong in a settings file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFault {
    /// Counted from 1.
    pub line: usize,
    /// The key whose value is wrong; empty where there is none.
    pub key: String,
    /// What is wrong with it.
    pub what: String,
}

impl fmt::Display for SettingsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.what)
    }
}

impl Settings {
    /// Reads and checks a file for a sandbox of that site, with the cartridges in those folders; none means the
    /// sample's. Relative paths in it start at its folder.
    pub fn read(path: &Path, site: &str, cartridges: &[PathBuf]) -> Result<Self, SettingsError> {
        let wrong = |fault| SettingsError::Wrong { path: path.to_owned(), fault };
        let text = fs::read_to_string(path)
            .map_err(|source| SettingsError::Unreadable { path: path.to_owned(), source })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let settings = Self::parse(&text, folder, site).map_err(wrong)?;
        settings.check_cartridges(cartridges).map_err(wrong)?;
        Ok(settings)
    }

    fn check_cartridges(&self, folders: &[PathBuf]) -> Result<(), SettingsFault> {
        for (site, line) in self.sites.iter().zip(&self.path_lines) {
            cartridges_in(folders, &site.cartridge_path).map_err(|error| SettingsFault {
                line: *line,
                key: "cartridge_path".to_owned(),
                what: error.to_string(),
            })?;
        }
        Ok(())
    }

    fn parse(text: &str, folder: &Path, site: &str) -> Result<Self, SettingsFault> {
        let checker = Checker { text, folder };
        let file: File = toml::from_str(text).map_err(|error| checker.unreadable(&error))?;
        checker.settings(file, site)
    }

    /// Whether the file is somebody's to keep: users and clients have passwords and keys.
    pub fn has_accounts(&self) -> bool {
        !self.users.is_empty() || !self.clients.is_empty()
    }

    /// Adds the settings to what the flags say, which win.
    #[must_use]
    pub fn apply(self, options: SandboxOptions) -> SandboxOptions {
        let none = Accounts::none();
        let mut accounts = if self.builtin_accounts { options.accounts } else { none };
        accounts = self.users.into_iter().fold(accounts, Accounts::with);
        accounts = self.clients.into_iter().fold(accounts, Accounts::with_client);
        let own = self.sites.iter().find(|site| site.id == options.site);
        let from_file = own.map(|site| site.cartridge_path.clone()).unwrap_or_default();
        let is_given = !options.cartridge_path.is_empty();
        let cartridge_path = if is_given { options.cartridge_path } else { from_file };
        SandboxOptions {
            accounts,
            cartridge_path,
            hosts: self.hosts,
            plain_http: self.plain_http,
            libraries: self.libraries,
            sites: self.sites,
            ..options
        }
    }
}

#[cfg(test)]
mod tests;
