//! The key table as it stands in its file.

use super::{Action, Entry, KeymapError, Keys, Preset};
use crate::api::similar::nearest;
use crate::tui::ui::Pane;
use serde::Deserialize;
use std::collections::BTreeMap;

const EMBEDDED: &str = include_str!("../../../assets/keymap.toml");

/// The whole file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Table {
    action: Vec<Row>,
    preset: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    pub(super) hints: BTreeMap<String, Vec<HintRow>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    name: String,
    does: String,
    group: String,
    keys: Vec<String>,
    #[serde(default)]
    panes: Vec<String>,
}

/// One hint: the keys of some actions and a word, perhaps a shorter one too.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct HintRow {
    pub(super) of: Vec<String>,
    pub(super) words: String,
    pub(super) short: Option<String>,
    pub(super) between: Option<String>,
    pub(super) function_key: Option<FunctionKey>,
}

/// Present where a hint names the function key too.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) enum FunctionKey {
    #[serde(rename = "first")]
    First,
}

impl Table {
    pub(super) fn embedded() -> Result<Self, KeymapError> {
        Ok(toml::from_str(EMBEDDED)?)
    }

    pub(super) fn entries(&self, preset: Preset) -> Result<Vec<Entry>, KeymapError> {
        let changed = self.preset.get(preset.name());
        self.action
            .iter()
            .map(|row| {
                let keys = changed.and_then(|changed| changed.get(&row.name)).unwrap_or(&row.keys);
                row.entry(keys)
            })
            .collect()
    }

    #[cfg(test)]
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let hinted = self.hints.values().flatten().flat_map(|row| &row.of);
        let changed = self.preset.values().flat_map(BTreeMap::keys);
        self.action.iter().map(|row| &row.name).chain(hinted).chain(changed).map(String::as_str)
    }
}

impl Row {
    fn entry(&self, keys: &[String]) -> Result<Entry, KeymapError> {
        let action = action(&self.name)?;
        Ok(Entry {
            action,
            does: self.does.clone(),
            group: self.group.clone(),
            keys: parse_all(action, keys)?,
            panes: self.panes.iter().filter_map(|name| pane(name)).collect(),
        })
    }
}

/// The action of that name, or an error that knows a similar one.
pub(super) fn action(name: &str) -> Result<Action, KeymapError> {
    Action::named(name)
        .ok_or_else(|| KeymapError::UnknownAction { name: name.to_owned(), like: similar(name) })
}

pub(super) fn parse_all(action: Action, keys: &[String]) -> Result<Vec<Keys>, KeymapError> {
    let parse = |text: &String| {
        Keys::parse(text).map_err(|error| KeymapError::Chord { action: action.name(), error })
    };
    keys.iter().map(parse).collect()
}

fn pane(name: &str) -> Option<Pane> {
    Pane::ALL.into_iter().find(|pane| pane.title().eq_ignore_ascii_case(name))
}

fn similar(name: &str) -> Option<&'static str> {
    nearest(name, Action::ALL.iter().map(|action| action.name()))
}
