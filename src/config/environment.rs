//! The process's variables, and those of the project's `.env` behind them.

use super::Surroundings;
use super::dotenv::{self, Assignment};
use super::error::ConfigError;
use super::keys::Item;
use super::origin::{Origin, Sourced};
use secrecy::{ExposeSecret, SecretString};
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};

/// A `.env` with its variables and their lines.
type DotEnv = (PathBuf, HashMap<String, (usize, SecretString)>);

/// Variables by name. Each of them may be a secret, so none can be printed.
pub(super) struct Environment {
    process: HashMap<String, SecretString>,
    dot_env: Option<DotEnv>,
}

impl Environment {
    pub(super) fn read(surroundings: &Surroundings) -> Result<Self, ConfigError> {
        let ours = |(name, _): &&(String, String)| name.starts_with("SFCC_");
        let owned = |(name, value): &(String, String)| (name.clone(), value.as_str().into());
        let process = surroundings.variables.iter().filter(ours).map(owned).collect();
        Ok(Self { process, dot_env: dot_env(&surroundings.folder)? })
    }

    /// The key's first variable that isn't empty; the process wins over the file.
    pub(super) fn get(&self, key: Item) -> Option<Sourced<SecretString>> {
        let variables = key.row().variables;
        let process = variables.iter().find_map(|name| self.in_process(name));
        process.or_else(|| variables.iter().find_map(|name| self.in_file(name)))
    }

    /// The project's `.env` if it gives one of these.
    pub(super) fn file_with(&self, keys: &[Item]) -> Option<&Path> {
        let (file, variables) = self.dot_env.as_ref()?;
        let is_in =
            |name: &&'static str| variables.get(*name).is_some_and(|(_, value)| is_given(value));
        let found = keys.iter().any(|key| key.row().variables.iter().any(&is_in));
        found.then_some(file.as_path())
    }

    fn in_process(&self, name: &'static str) -> Option<Sourced<SecretString>> {
        let value = self.process.get(name).filter(|value| is_given(value))?;
        Some(Sourced::new(value.clone(), Origin::Variable(name)))
    }

    fn in_file(&self, name: &'static str) -> Option<Sourced<SecretString>> {
        let (file, variables) = self.dot_env.as_ref()?;
        let (line, value) = variables.get(name).filter(|(_, value)| is_given(value))?;
        let origin = Origin::DotEnv { file: file.clone(), line: *line, variable: name };
        Some(Sourced::new(value.clone(), origin))
    }
}

fn is_given(value: &SecretString) -> bool {
    !value.expose_secret().is_empty()
}

/// The `.env` of the project: in the working folder or a parent, up to the one that is the
/// project's root.
fn dot_env(folder: &Path) -> Result<Option<DotEnv>, ConfigError> {
    for parent in folder.ancestors() {
        let file = parent.join(".env");
        match std::fs::read_to_string(&file) {
            Ok(text) => return Ok(Some((file, assignments(&text)))),
            Err(error) if is_absent(&error) => {}
            Err(source) => {
                let origin = Origin::Default;
                return Err(ConfigError::Unreadable { origin, file, source });
            }
        }
        if [".git", "dw.json"].iter().any(|name| parent.join(name).exists()) {
            break;
        }
    }
    Ok(None)
}

fn is_absent(error: &io::Error) -> bool {
    // Some people keep a folder of that name.
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::IsADirectory)
}

fn assignments(text: &str) -> HashMap<String, (usize, SecretString)> {
    let entry = |Assignment { line, name, value }| (name, (line, value.into()));
    dotenv::parse(text).into_iter().map(entry).collect()
}
