//! Where a value comes from, so that an error message can name the place to correct.

use secrecy::{ExposeSecret, SecretString};
use std::fmt;
use std::path::{Path, PathBuf};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The command line: the flag.
    Flag(&'static str),
    /// The process's environment: the variable.
    Variable(&'static str),
    /// The project's `.env`.
    DotEnv {
        /// The file.
        file: PathBuf,
        /// Counted from 1.
        line: usize,
        /// The variable.
        variable: &'static str,
    },
    /// A `dw.json`.
    File {
        /// The file.
        file: PathBuf,
        /// The entry's `name`, if it has one.
        entry: Option<String>,
        /// The key as the file writes it.
        key: String,
    },
    /// The system's keyring.
    Keyring,
    /// The user, asked on the terminal.
    Terminal,
    /// Nobody said anything.
    Default,
}

impl Origin {
    /// The place of a key inside of what stands here.
    pub(super) fn within(&self, inner: &str) -> Self {
        match self {
            Self::File { file, entry, key } => {
                let (file, entry) = (file.clone(), entry.clone());
                Self::File { file, entry, key: format!("{key}.{inner}") }
            }
            other => other.clone(),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flag(flag) => f.write_str(flag),
            Self::Variable(variable) => f.write_str(variable),
            Self::DotEnv { file, line, variable } => {
                write!(f, "{variable} in {}, line {line}", file.display())
            }
            Self::File { file, entry: Some(entry), key } => {
                write!(f, "\"{key}\" of \"{entry}\" in {}", file.display())
            }
            Self::File { file, entry: None, key } => write!(f, "\"{key}\" in {}", file.display()),
            Self::Keyring => f.write_str("the keyring"),
            Self::Terminal => f.write_str("the terminal"),
            Self::Default => f.write_str("the default"),
        }
    }
}

/// A value with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sourced<T> {
    /// The value.
    pub value: T,
    /// Where it comes from.
    pub origin: Origin,
}

impl<T> Sourced<T> {
    /// A value with its origin.
    pub fn new(value: T, origin: Origin) -> Self {
        Self { value, origin }
    }

    /// Another value of the same origin.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Sourced<U> {
        Sourced { value: change(self.value), origin: self.origin }
    }
}

impl Sourced<SecretString> {
    /// A value that is no secret.
    pub(super) fn exposed(self) -> Sourced<String> {
        self.map(|value| value.expose_secret().to_owned())
    }
}

impl Sourced<PathBuf> {
    /// The whole path: a relative one starts at the file that names it, else at `folder`.
    pub(super) fn below(self, folder: &Path) -> Self {
        let base = match &self.origin {
            Origin::DotEnv { file, .. } | Origin::File { file, .. } => {
                file.parent().unwrap_or(folder)
            }
            _ => folder,
        };
        let whole = folder.join(base).join(&self.value);
        self.map(|_| whole)
    }
}
