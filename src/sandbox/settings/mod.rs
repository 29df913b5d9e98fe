//! The settings file: users, API clients, libraries and sites, as TOML.
//!
//! Everything is checked before anything listens; all that is wrong is told with file, line and key,
//! never with the line's text, which may hold a secret.

mod check;
mod file;

use super::{
    accounts::{Accounts, ApiClient, User},
    data::PlainHttp,
    options::{SandboxOptions, Site, cartridges_in},
    store::Library,
};
use crate::api::forgiving::{self, Read};
use check::Checker;
use file::File;
use std::{
    cell::RefCell,
    fmt, fs, io,
    path::{Path, PathBuf},
};
use thiserror::Error;
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};

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
    #[error("{}", of_file(path, faults))]
    Wrong {
        /// The file.
        path: PathBuf,
        /// Where, and what: in the order of the lines.
        faults: Vec<SettingsFault>,
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

/// A line for each.
fn of_file(path: &Path, faults: &[SettingsFault]) -> String {
    let lines = faults.iter().map(|fault| format!("{}: {fault}", path.display()));
    lines.collect::<Vec<_>>().join("\n")
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

/// How many libraries and sites a file has, whatever is wrong with them.
fn places(text: &str) -> usize {
    let Ok(table) = DeTable::parse(text) else { return 0 };
    let named = |key: &str| matches!(key, "libraries" | "sites");
    let lists = table.get_ref().iter().filter(|(key, _)| named(key.get_ref()));
    let number = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
        DeValue::Array(all) => all.len(),
        _ => 1,
    };
    lists.map(|(_, value)| number(value)).sum()
}

impl Settings {
    /// Reads and checks a file for a sandbox of that site, with the cartridges in those folders; none means the
    /// sample's. Relative paths in it start at its folder.
    pub fn read(path: &Path, site: &str, cartridges: &[PathBuf]) -> Result<Self, SettingsError> {
        let text = fs::read_to_string(path)
            .map_err(|source| SettingsError::Unreadable { path: path.to_owned(), source })?;
        let folder = path.parent().unwrap_or(Path::new(""));
        let (settings, mut faults) = Self::checked(&text, folder, site);
        faults.extend(settings.wrong_paths(cartridges));
        faults.sort_by_key(|fault| fault.line);
        if faults.is_empty() {
            return Ok(settings);
        }
        Err(SettingsError::Wrong { path: path.to_owned(), faults })
    }

    fn wrong_paths(&self, folders: &[PathBuf]) -> Vec<SettingsFault> {
        let wrong = |(site, line): (&Site, &usize)| {
            let error = cartridges_in(folders, &site.cartridge_path).err()?;
            let key = "cartridge_path".to_owned();
            Some(SettingsFault { line: *line, key, what: error.to_string() })
        };
        self.sites.iter().zip(&self.path_lines).filter_map(wrong).collect()
    }

    /// What is right of a file, and what is wrong with it.
    fn checked(text: &str, folder: &Path, site: &str) -> (Self, Vec<SettingsFault>) {
        let Read { file, errors, robbed } = forgiving::read::<File>(text);
        // Whoever names a library or a site that couldn't be read may mean it.
        let lacks_places = places(text) > file.libraries.len() + file.sites.len();
        let checker = Checker { text, folder, robbed, lacks_places, faults: RefCell::default() };
        for error in &errors {
            checker.unreadable(error);
        }
        let settings = checker.settings(file, site);
        (settings, checker.faults.into_inner())
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
