//! Which entry of which `dw.json` counts: the project's file comes first, the one for all projects
//! behind it. Entries never merge.

use super::dw_json::{self, DwJson, Entry};
use super::environment::Environment;
use super::error::ConfigError;
use super::keys::Item;
use super::origin::{Origin, Sourced};
use super::shared::Shared;
use super::{Flags, Surroundings, exposure};
use crate::api::similar;
use secrecy::ExposeSecret;
use std::path::PathBuf;

/// The chosen entry, and what the user should know about the files.
#[derive(Default)]
pub(super) struct Choice {
    pub(super) entry: Option<Entry>,
    pub(super) notes: Vec<String>,
    pub(super) warnings: Vec<String>,
}

/// Chooses the entry of that name, else the usual one of the first file that has one, else the only
/// one.
pub(super) fn choose(
    flags: &Flags,
    environment: &Environment,
    surroundings: &Surroundings,
) -> Result<Choice, ConfigError> {
    let instance = instance(flags, environment);
    let wanted = instance.as_ref().map(|name| name.value.as_str());
    let mut choice = Choice::default();
    let mut files = Vec::new();
    // Another file is read only if those before it don't decide.
    for file in candidates(flags, environment, surroundings) {
        let file = DwJson::read(&file.value, &file.origin)?;
        if file.has_secrets {
            choice.warnings.extend(exposure(&file.file, "secrets"));
        }
        choice.entry = match wanted {
            Some(name) => file.named(name),
            None => file.usual(),
        };
        files.push(file);
        if choice.entry.is_some() {
            return Ok(choice);
        }
    }
    match instance {
        Some(instance) => Err(unknown(&instance, &files)),
        None => Ok(only(choice, &files)),
    }
}

/// The files in the order in which they count.
pub(super) fn candidates(
    flags: &Flags,
    environment: &Environment,
    surroundings: &Surroundings,
) -> Vec<Sourced<PathBuf>> {
    let folder = &surroundings.folder;
    let from_flag = flags.config.clone().map(|file| Sourced::new(file, Origin::Flag("--config")));
    let from_variable = || {
        let file = environment.get(Item::Config)?;
        Some(file.map(|text| PathBuf::from(text.expose_secret())))
    };
    let said = from_flag.or_else(from_variable).map(|file| file.below(folder));
    let found = || dw_json::find(folder).map(|file| Sourced::new(file, Origin::Default));
    let own = said.or_else(found);
    let is_own = |file: &PathBuf| own.as_ref().is_some_and(|own| own.value == *file);
    let shared = Shared::of(surroundings).dw_json().filter(|file| !is_own(file));
    let shared = shared.map(|file| Sourced::new(file, Origin::Default));
    own.into_iter().chain(shared).collect()
}

fn instance(flags: &Flags, environment: &Environment) -> Option<Sourced<String>> {
    let flag = flags.instance.clone().map(|name| Sourced::new(name, Origin::Flag("--instance")));
    let variable = || environment.get(Item::Instance).map(Sourced::exposed);
    flag.or_else(variable)
}

fn only(mut choice: Choice, files: &[DwJson]) -> Choice {
    choice.entry = files.iter().find_map(DwJson::only);
    if choice.entry.is_none() {
        let offering = files.iter().find(|file| !file.names().is_empty());
        choice.notes.extend(offering.map(|file| {
            let names = file.names().join(", ");
            format!(
                "{}: no configuration is active; choose one with --instance ({names})",
                file.file.display()
            )
        }));
    }
    choice
}

fn unknown(wanted: &Sourced<String>, files: &[DwJson]) -> ConfigError {
    let (origin, name) = (wanted.origin.clone(), &wanted.value);
    if files.is_empty() {
        return ConfigError::NoFile { origin, name: name.clone() };
    }
    let names: Vec<String> = files.iter().flat_map(DwJson::names).collect();
    let hint = match similar::nearest(name, names.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean \"{near}\"?"),
        None if names.is_empty() => "; no configuration there has a name".to_owned(),
        None => format!("; there are {}", names.join(", ")),
    };
    let paths: Vec<String> = files.iter().map(|file| file.file.display().to_string()).collect();
    let verb = if files.len() == 1 { "has" } else { "have" };
    let problem = format!("{} {verb} no configuration \"{name}\"{hint}", paths.join(" and "));
    ConfigError::UnknownInstance { origin, problem }
}

/// The names that `--instance` can give here: whoever completes it wants no errors.
pub fn instances(surroundings: &Surroundings) -> Vec<String> {
    let Ok(environment) = Environment::read(surroundings) else { return Vec::new() };
    let files = candidates(&Flags::default(), &environment, surroundings);
    let read = |file: Sourced<PathBuf>| DwJson::read(&file.value, &file.origin).ok();
    let mut names: Vec<String> =
        files.into_iter().filter_map(read).flat_map(|it| it.names()).collect();
    names.sort();
    names.dedup();
    names
}
