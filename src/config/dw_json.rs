//! `dw.json`: one connection, or several of which one is chosen. Entries never merge.

use super::error::ConfigError;
use super::keys::{Item, SECRETS, TABLE, kebab};
use super::origin::{Origin, Sourced};
use crate::api::similar::nearest;
use secrecy::SecretString;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The keys by which one of several entries is chosen.
const CHOOSING: [&str; 3] = ["name", "active", "configs"];

/// A file with all its entries.
pub(super) struct DwJson {
    pub(super) file: PathBuf,
    root: Map<String, Value>,
    others: Vec<Map<String, Value>>,
    /// Whether any of its entries holds what nobody else may read.
    pub(super) has_secrets: bool,
}

/// The chosen entry of a file.
pub(super) struct Entry {
    pub(super) file: PathBuf,
    pub(super) name: Option<String>,
    /// What stands before its keys in messages.
    prefix: &'static str,
    values: Map<String, Value>,
}

/// The `dw.json` of the working folder or the nearest parent that has one.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|parent| parent.join("dw.json")).find(|file| file.exists())
}

impl DwJson {
    /// Reads a file that somebody named.
    pub(super) fn read(file: &Path, named_by: &Origin) -> Result<Self, ConfigError> {
        match std::fs::read(file) {
            Ok(text) => Self::of_text(file, &text),
            Err(source) => {
                let (origin, file) = (named_by.clone(), file.to_owned());
                Err(ConfigError::Unreadable { origin, file, source })
            }
        }
    }

    /// The same of a file's content.
    pub(super) fn of_text(file: &Path, text: &[u8]) -> Result<Self, ConfigError> {
        let mut root = object(file, text)?;
        let has_secrets = has_secrets(&root);
        let others = others(file, root.remove("configs"))?;
        for values in others.iter().chain([&root]) {
            check_choice(file, values)?;
        }
        Ok(Self { file: file.to_owned(), root, others, has_secrets })
    }

    /// The entry of that name; the root comes first.
    pub(super) fn named(&self, wanted: &str) -> Option<Entry> {
        let found = self.all().find(|values| name(values).as_deref() == Some(wanted));
        found.map(|values| self.entry(values))
    }

    /// What the file offers when no name is asked for: the first active one of `configs`, else the
    /// root unless its `active` is false.
    pub(super) fn usual(&self) -> Option<Entry> {
        let is = |values: &Map<_, _>, active| values.get("active") == Some(&Value::Bool(active));
        let root = Some(&self.root).filter(|root| holds_values(root) && !is(root, false));
        let active = self.others.iter().find(|values| is(values, true));
        active.or(root).map(|values| self.entry(values))
    }

    /// The one of `configs` that nothing stands beside.
    pub(super) fn only(&self) -> Option<Entry> {
        match self.others.as_slice() {
            [only] if !holds_values(&self.root) => Some(self.entry(only)),
            _ => None,
        }
    }

    /// The names of its entries.
    pub(super) fn names(&self) -> Vec<String> {
        self.all().filter_map(name).collect()
    }

    fn all(&self) -> impl Iterator<Item = &Map<String, Value>> {
        Some(&self.root).filter(|root| holds_values(root)).into_iter().chain(&self.others)
    }

    fn entry(&self, values: &Map<String, Value>) -> Entry {
        Entry { file: self.file.clone(), name: name(values), prefix: "", values: values.clone() }
    }
}

/// Whether there is more than what says which entry it is.
fn holds_values(root: &Map<String, Value>) -> bool {
    root.keys().any(|key| !matches!(key.as_str(), "active" | "name"))
}

/// The object that a file of JSON holds.
pub(super) fn object(file: &Path, text: &[u8]) -> Result<Map<String, Value>, ConfigError> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let wrong = |line, column, problem: &str| ConfigError::NoJson {
        file: file.to_owned(),
        line,
        column,
        problem: problem.to_owned(),
    };
    match serde_json::from_slice(text) {
        Ok(Value::Object(root)) => Ok(root),
        // Nothing of the value: it may be a secret.
        Ok(_) => Err(wrong(1, 1, "an object, {…}, is expected")),
        Err(error) => {
            // The parser's words carry the position once more, and never a value.
            let problem = error.to_string();
            let problem = problem.split(" at line").next().unwrap_or_default();
            Err(wrong(error.line(), error.column(), problem))
        }
    }
}

fn has_secrets(root: &Map<String, Value>) -> bool {
    let others = root.get("configs").and_then(Value::as_array).into_iter().flatten();
    let all = others.filter_map(Value::as_object).chain([root]);
    let names = SECRETS.iter().flat_map(|key| key.row().names);
    let names: Vec<&str> = names.copied().collect();
    let is_secret = |(name, value): (&String, &Value)| {
        names.contains(&kebab(name).as_str()) && !matches!(value, Value::Null) && value != ""
    };
    all.flatten().any(is_secret)
}

fn others(file: &Path, configs: Option<Value>) -> Result<Vec<Map<String, Value>>, ConfigError> {
    let wrong = || ConfigError::WrongType {
        origin: Origin::File { file: file.to_owned(), entry: None, key: "configs".into() },
        expected: "an array of objects".to_owned(),
    };
    match configs {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(configs) => serde_json::from_value(configs).map_err(|_| wrong()),
    }
}

/// What an entry is chosen by has its type, or another one than is meant would be taken.
fn check_choice(file: &Path, values: &Map<String, Value>) -> Result<(), ConfigError> {
    let is = |key: &str, fits: fn(&Value) -> bool| values.get(key).is_none_or(fits);
    let wrong = |key: &str, expected: &str| ConfigError::WrongType {
        origin: Origin::File { file: file.to_owned(), entry: name(values), key: key.to_owned() },
        expected: expected.to_owned(),
    };
    if !is("name", |it| it.is_string() || it.is_null()) {
        return Err(wrong("name", "a text"));
    }
    if !is("active", |it| it.is_boolean() || it.is_null()) {
        return Err(wrong("active", "true or false"));
    }
    Ok(())
}

fn name(values: &Map<String, Value>) -> Option<String> {
    values.get("name").and_then(Value::as_str).map(str::to_owned)
}

impl Entry {
    /// Values that stand below a key of another tool's file.
    pub(super) fn below(file: PathBuf, prefix: &'static str, values: Map<String, Value>) -> Self {
        Self { file, name: None, prefix, values }
    }

    /// The key's value as text; `null` and empty texts count as absent. Only what may be a number, or is a switch, need
    /// not be written as a text.
    pub(super) fn get(&self, key: Item) -> Result<Option<Sourced<SecretString>>, ConfigError> {
        let Some((name, value)) = self.value(key) else { return Ok(None) };
        let text = match (value, key) {
            (Value::String(text), _) => text.clone(),
            (Value::Number(number), Item::CodeVersion) => number.to_string(),
            (Value::Bool(switch), Item::SelfSigned) => switch.to_string(),
            _ => return Err(self.wrong_type(name, "a text")),
        };
        Ok((!text.is_empty()).then(|| Sourced::new(text.into(), self.origin(name))))
    }

    /// The key's value as a list: an array of texts, or one text with `separators` in between.
    pub(super) fn list(
        &self,
        key: Item,
        separators: &[char],
    ) -> Result<Option<Sourced<Vec<String>>>, ConfigError> {
        let Some((name, value)) = self.value(key) else { return Ok(None) };
        let list = match value {
            Value::String(text) => parts(text, separators),
            value => serde_json::from_value(value.clone())
                .map_err(|_| self.wrong_type(name, "an array of texts"))?,
        };
        Ok(Some(Sourced::new(list, self.origin(name))))
    }

    /// The key's value as it stands there, and where that is.
    pub(super) fn raw(&self, key: Item) -> Option<Sourced<&Value>> {
        self.value(key).map(|(name, value)| Sourced::new(value, self.origin(name)))
    }

    /// Keys that are almost those that count, of which nothing is read: each in a sentence.
    pub(super) fn misspelt(&self) -> impl Iterator<Item = String> {
        let known = || TABLE.iter().flat_map(|row| row.names).copied().chain(CHOOSING);
        let unknown = self.values.keys().filter(move |key| known().all(|it| it != kebab(key)));
        unknown.filter_map(move |key| {
            let meant = nearest(&kebab(key), known())?;
            // Other tools' longer names may end like one of these.
            (meant.len().abs_diff(key.len()) <= 2)
                .then(|| format!("{} is not read: did you mean \"{meant}\"?", self.origin(key)))
        })
    }

    fn value(&self, key: Item) -> Option<(&str, &Value)> {
        let spelled = |wanted: &str| {
            let mut values = self.values.iter().filter(|(_, value)| !value.is_null());
            values.find(|(name, _)| kebab(name) == wanted)
        };
        let (name, value) = key.row().names.iter().find_map(|wanted| spelled(wanted))?;
        Some((name, value))
    }

    fn origin(&self, key: &str) -> Origin {
        let key = format!("{}{key}", self.prefix);
        Origin::File { file: self.file.clone(), entry: self.name.clone(), key }
    }

    fn wrong_type(&self, key: &str, expected: &str) -> ConfigError {
        ConfigError::WrongType { origin: self.origin(key), expected: expected.to_owned() }
    }
}

/// What stands between the separators, without blanks around it.
pub(super) fn parts(text: &str, separators: &[char]) -> Vec<String> {
    let parts = text.split(separators).map(str::trim);
    parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
}
