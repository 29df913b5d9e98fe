//! Safety levels and rules out of the environment, the instance's entry and the file that holds
//! everywhere: the strictest level wins, the instance's rules come before the others.

use super::dw_json::{Entry, object};
use super::environment::Environment;
use super::error::ConfigError;
use super::keys::Item;
use super::origin::{Origin, Sourced};
use super::shared::Shared;
use super::switch::switch;
use crate::api::safety::{Confirmation, Level, Pattern, Rule, Safety, Subject};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What may be asked of the instance, each part from its own origin.
#[derive(Clone, Debug)]
pub struct SafetyConfig {
    /// The strictest level that anybody set.
    pub level: Sourced<Level>,
    /// Who wants to be asked instead of being refused.
    pub confirm: Option<Origin>,
    /// In the order in which they are tried.
    pub rules: Vec<Sourced<Rule>>,
}

impl SafetyConfig {
    /// The same as the client keeps it.
    pub fn safety(&self) -> Safety {
        let rules = self.rules.iter().map(|it| (it.value.clone(), it.origin.to_string()));
        Safety {
            level: self.level.value,
            named_by: self.level.origin.to_string(),
            confirmation: match self.confirm {
                Some(_) => Confirmation::Asked,
                None => Confirmation::Refused,
            },
            rules: rules.collect(),
        }
    }
}

/// Puts the sources together; a word that isn't understood is an error, for it was meant to protect.
pub(super) fn resolve(
    environment: &Environment,
    file: Option<&Entry>,
    shared: &Shared,
    folder: &Path,
) -> Result<SafetyConfig, ConfigError> {
    let mut sources = vec![of_environment(environment)?];
    if let Some(value) = file.and_then(|file| file.raw(Item::Safety)) {
        sources.push(of_value(value.value, &value.origin)?);
    }
    if let Some(file) = everywhere(environment, shared, folder)? {
        sources.push(file);
    }
    let none = Sourced::new(Level::None, Origin::Default);
    let levels = sources.iter().filter_map(|source| source.level.clone());
    let stricter = |strictest: Sourced<Level>, level: Sourced<Level>| {
        if level.value > strictest.value { level } else { strictest }
    };
    Ok(SafetyConfig {
        level: levels.fold(none, stricter),
        confirm: sources.iter().find_map(|source| source.confirm.clone()),
        rules: sources.into_iter().flat_map(|source| source.rules).collect(),
    })
}

#[derive(Default)]
struct Source {
    level: Option<Sourced<Level>>,
    confirm: Option<Origin>,
    rules: Vec<Sourced<Rule>>,
}

fn of_environment(environment: &Environment) -> Result<Source, ConfigError> {
    let level = environment.get(Item::SafetyLevel).map(Sourced::exposed);
    let level = level.map(|text| word(&text.value, &text.origin)).transpose()?;
    let confirm = environment.get(Item::SafetyConfirm).map(Sourced::exposed);
    let confirm = confirm.map(switch).transpose()?.flatten();
    Ok(Source { level, confirm, rules: Vec::new() })
}

/// The file that the environment names, else that of the platform's own tools.
fn everywhere(
    environment: &Environment,
    shared: &Shared,
    folder: &Path,
) -> Result<Option<Source>, ConfigError> {
    let named = environment.get(Item::SafetyFile).map(Sourced::exposed);
    let named = named.map(|path| path.map(PathBuf::from).below(folder));
    let usual = || shared.safety().map(|file| Sourced::new(file, Origin::Default));
    let Some(Sourced { value: file, origin }) = named.or_else(usual) else { return Ok(None) };
    let text = match std::fs::read(&file) {
        Ok(text) => text,
        Err(source) => return Err(ConfigError::Unreadable { origin, file, source }),
    };
    let content = object(&file, &text)?;
    of_object(&content, &|key| Origin::File { file: file.clone(), entry: None, key }).map(Some)
}

fn of_value(value: &Value, origin: &Origin) -> Result<Source, ConfigError> {
    let Value::Object(content) = value else { return Err(wrong(origin.clone(), "an object")) };
    of_object(content, &|key| origin.within(&key))
}

fn of_object(
    content: &Map<String, Value>,
    place: &dyn Fn(String) -> Origin,
) -> Result<Source, ConfigError> {
    let given = |name: &str| content.get(name).filter(|value| !value.is_null());
    let level = given("level").map(|value| text(value, "level", place)).transpose()?;
    let level = level.filter(|text| !text.is_empty());
    let level = level.map(|text| word(text, &place("level".to_owned()))).transpose()?;
    let confirm = match given("confirm") {
        None | Some(Value::Bool(false)) => None,
        Some(Value::Bool(true)) => Some(place("confirm".to_owned())),
        Some(_) => return Err(wrong(place("confirm".to_owned()), "true or false")),
    };
    let rules = match given("rules") {
        None => Vec::new(),
        Some(Value::Array(rules)) => numbered(rules, place)?,
        Some(_) => return Err(wrong(place("rules".to_owned()), "an array of objects")),
    };
    Ok(Source { level, confirm, rules })
}

fn numbered(
    rules: &[Value],
    place: &dyn Fn(String) -> Origin,
) -> Result<Vec<Sourced<Rule>>, ConfigError> {
    let one = |(index, value): (usize, &Value)| {
        let origin = place(format!("rules[{index}]"));
        let Value::Object(content) = value else { return Err(wrong(origin, "an object")) };
        Ok(Sourced::new(rule(content, &origin)?, origin))
    };
    rules.iter().enumerate().map(one).collect()
}

/// A rule is about a command, else a job, else requests.
fn rule(content: &Map<String, Value>, origin: &Origin) -> Result<Rule, ConfigError> {
    let inner = |key: String| origin.within(&key);
    let said = |name: &str| -> Result<Option<&str>, ConfigError> {
        let value = content.get(name).filter(|value| !value.is_null());
        value.map(|value| text(value, name, &inner)).transpose()
    };
    let pattern = |name: &str| -> Result<Option<Pattern>, ConfigError> {
        let text = said(name)?;
        let parsed = text.map(|text| word(text, &inner(name.to_owned()))).transpose()?;
        Ok(parsed.map(|pattern| pattern.value))
    };
    let action = said("action")?.unwrap_or_default();
    let action = word(action, &inner("action".to_owned()))?.value;
    let (command, job) = (pattern("command")?, pattern("job")?);
    let (method, path) = (pattern("method")?, pattern("path")?);
    let subject = match (command, job, &method, &path) {
        (Some(command), ..) => Subject::Command(command),
        (None, Some(job), ..) => Subject::Job(job),
        (None, None, None, None) => {
            let needed = "about something: command, job, method or path";
            return Err(wrong(origin.clone(), needed));
        }
        _ => Subject::Request { method, path },
    };
    Ok(Rule { subject, action })
}

fn text<'a>(
    value: &'a Value,
    name: &str,
    place: &dyn Fn(String) -> Origin,
) -> Result<&'a str, ConfigError> {
    value.as_str().ok_or_else(|| wrong(place(name.to_owned()), "a text"))
}

fn word<T: FromStr<Err = String>>(text: &str, origin: &Origin) -> Result<Sourced<T>, ConfigError> {
    match text.parse() {
        Ok(value) => Ok(Sourced::new(value, origin.clone())),
        Err(expected) => Err(wrong(origin.clone(), expected)),
    }
}

fn wrong(origin: Origin, expected: impl Into<String>) -> ConfigError {
    ConfigError::WrongType { origin, expected: expected.into() }
}
