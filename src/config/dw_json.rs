//! `dw.json`: one connection, or several of which one is chosen. Entries never merge.

use super::error::ConfigError;
use super::keys::{Item, SECRETS, kebab};
use super::origin::{Origin, Sourced};
use super::similar;
use secrecy::SecretString;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// The chosen entry of a file.
pub(super) struct Entry {
    pub(super) file: PathBuf,
    pub(super) name: Option<String>,
    values: Map<String, Value>,
}

/// A file, and what it offers.
pub(super) struct Found {
    pub(super) choice: Choice,
    /// Whether any of its entries holds what nobody else may read.
    pub(super) has_secrets: bool,
}

/// What a file offers when no name is asked for.
pub(super) enum Choice {
    Entry(Entry),
    /// Several, none of them active.
    Undecided {
        file: PathBuf,
        names: Vec<String>,
    },
}

/// The `dw.json` of the working folder or the nearest parent that has one.
pub(super) fn find(folder: &Path) -> Option<PathBuf> {
    folder.ancestors().map(|parent| parent.join("dw.json")).find(|file| file.is_file())
}

/// Reads a file and chooses an entry: the one of that name, else the first active one of `configs`,
/// else the root unless its `active` is false, else the only one.
pub(super) fn read(
    file: &Path,
    named_by: Origin,
    instance: Option<&Sourced<String>>,
) -> Result<Found, ConfigError> {
    let file = file.to_owned();
    let text = match std::fs::read(&file) {
        Ok(text) => text,
        Err(source) => return Err(ConfigError::Unreadable { origin: named_by, file, source }),
    };
    of_text(&file, &text, instance)
}

/// The same of a file's content.
pub(super) fn of_text(
    file: &Path,
    text: &[u8],
    instance: Option<&Sourced<String>>,
) -> Result<Found, ConfigError> {
    let root = parse(file, text)?;
    let has_secrets = has_secrets(&root);
    Ok(Found { choice: choose(file, root, instance)?, has_secrets })
}

fn parse(file: &Path, text: &[u8]) -> Result<Map<String, Value>, ConfigError> {
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

fn choose(
    file: &Path,
    mut root: Map<String, Value>,
    instance: Option<&Sourced<String>>,
) -> Result<Choice, ConfigError> {
    let others = others(file, root.remove("configs"))?;
    let root_counts = root.keys().any(|key| !matches!(key.as_str(), "active" | "name"));
    let entry = |values: &Map<String, Value>| {
        Choice::Entry(Entry { file: file.to_owned(), name: name(values), values: values.clone() })
    };
    let all = || root_counts.then_some(&root).into_iter().chain(&others);
    if let Some(wanted) = instance {
        let found = all().find(|values| name(values).as_ref() == Some(&wanted.value));
        return found.map(entry).ok_or_else(|| unknown(file, wanted, all()));
    }
    let active = |values: &&Map<String, Value>| values.get("active") == Some(&Value::Bool(true));
    let is_off = root.get("active") == Some(&Value::Bool(false));
    let only = || others.first().filter(|_| others.len() == 1 && !root_counts);
    let root_itself = || Some(&root).filter(|_| root_counts && !is_off);
    let found = others.iter().find(active).or_else(root_itself).or_else(only);
    Ok(found.map_or_else(
        || Choice::Undecided { file: file.to_owned(), names: all().filter_map(name).collect() },
        entry,
    ))
}

fn others(file: &Path, configs: Option<Value>) -> Result<Vec<Map<String, Value>>, ConfigError> {
    let wrong = || ConfigError::WrongType {
        origin: Origin::File { file: file.to_owned(), entry: None, key: "configs".into() },
        expected: "an array of objects",
    };
    let Some(configs) = configs else { return Ok(Vec::new()) };
    serde_json::from_value(configs).map_err(|_| wrong())
}

fn name(values: &Map<String, Value>) -> Option<String> {
    values.get("name").and_then(Value::as_str).map(str::to_owned)
}

fn unknown<'a>(
    file: &Path,
    wanted: &Sourced<String>,
    all: impl Iterator<Item = &'a Map<String, Value>>,
) -> ConfigError {
    let names: Vec<String> = all.filter_map(name).collect();
    let near = similar::nearest(&wanted.value, names.iter().map(String::as_str));
    let hint = match near {
        Some(near) => format!("; did you mean \"{near}\"?"),
        None if names.is_empty() => "; none of its configurations has a name".to_owned(),
        None => format!("; it has {}", names.join(", ")),
    };
    let (file, name) = (file.display(), &wanted.value);
    let problem = format!("{file} has no configuration \"{name}\"{hint}");
    ConfigError::UnknownInstance { origin: wanted.origin.clone(), problem }
}

impl Entry {
    /// The key's value as text; `null` and empty texts count as absent.
    pub(super) fn get(&self, key: Item) -> Result<Option<Sourced<SecretString>>, ConfigError> {
        let Some((name, value)) = self.value(key) else { return Ok(None) };
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            Value::Bool(switch) => switch.to_string(),
            _ => return Err(self.wrong_type(name, "a text")),
        };
        Ok((!text.is_empty()).then(|| Sourced::new(text.into(), self.origin(name))))
    }

    /// The key's value as a list: an array of texts, or one text with `:` or `,` in between.
    pub(super) fn list(&self, key: Item) -> Result<Sourced<Vec<String>>, ConfigError> {
        let Some((name, value)) = self.value(key) else {
            return Ok(Sourced::new(Vec::new(), Origin::Default));
        };
        let list = match value {
            Value::String(text) => {
                let parts = text.split([':', ',']).map(str::trim);
                parts.filter(|part| !part.is_empty()).map(str::to_owned).collect()
            }
            value => serde_json::from_value(value.clone())
                .map_err(|_| self.wrong_type(name, "an array of texts"))?,
        };
        Ok(Sourced::new(list, self.origin(name)))
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
        Origin::File { file: self.file.clone(), entry: self.name.clone(), key: key.to_owned() }
    }

    fn wrong_type(&self, key: &str, expected: &'static str) -> ConfigError {
        ConfigError::WrongType { origin: self.origin(key), expected }
    }
}
