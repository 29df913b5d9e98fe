//! Keys: one table drives what they do, the help, the palette and the hints on the screen.

mod action;
mod chord;
mod pending;
mod table;

pub use action::Action;
pub use chord::{Chord, ChordError};
pub use pending::{MENU_DELAY, Pending, Press};

use super::ui::Pane;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use table::{HintRow, Table};

/// A ready-made set of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    #[default]
    Default,
    Vscode,
    Jetbrains,
    Gdb,
}

impl Preset {
    /// Every preset.
    pub const ALL: [Self; 4] = [Self::Default, Self::Vscode, Self::Jetbrains, Self::Gdb];

    /// The name in the settings and in the table.
    pub fn name(self) -> &'static str {
        match self {
            Self::Default => "default",
            Self::Vscode => "vscode",
            Self::Jetbrains => "jetbrains",
            Self::Gdb => "gdb",
        }
    }
}

impl FromStr for Preset {
    type Err = KeymapError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let found = Self::ALL.into_iter().find(|preset| preset.name() == name);
        found.ok_or_else(|| KeymapError::UnknownPreset(name.to_owned()))
    }
}

/// Why a set of keys is refused.
#[derive(Debug, thiserror::Error)]
pub enum KeymapError {
    #[error("the key {keys} is given to both \"{first}\" and \"{second}\"")]
    Conflict { keys: String, first: &'static str, second: &'static str },
    #[error("the key {keys} of \"{second}\" could never be reached: {prefix} is \"{first}\"")]
    Hidden { keys: String, prefix: String, first: &'static str, second: &'static str },
    #[error("there is no action {name:?}{}", did_you_mean(*.like))]
    UnknownAction { name: String, like: Option<&'static str> },
    #[error("there is no preset {0:?}; there are default, vscode, jetbrains and gdb")]
    UnknownPreset(String),
    #[error("a key of \"{action}\": {error}")]
    Chord { action: &'static str, error: ChordError },
    #[error("the key table is not readable: {0}")]
    Table(#[from] toml::de::Error),
}

impl KeymapError {
    /// The names of the actions whose keys are at fault.
    pub fn actions(&self) -> Vec<&str> {
        match self {
            Self::Conflict { first, second, .. } | Self::Hidden { first, second, .. } => {
                vec![second, first]
            }
            Self::UnknownAction { name, .. } => vec![name],
            Self::Chord { action, .. } => vec![action],
            Self::UnknownPreset(_) | Self::Table(_) => Vec::new(),
        }
    }
}

fn did_you_mean(like: Option<&'static str>) -> String {
    like.map(|name| format!("; did you mean {name:?}?")).unwrap_or_default()
}

/// One key, or several pressed one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(Vec<Chord>);

impl Keys {
    fn parse(text: &str) -> Result<Self, ChordError> {
        text.split_whitespace().map(Chord::parse).collect::<Result<_, _>>().map(Self)
    }

    /// The keys in their order.
    pub fn chords(&self) -> &[Chord] {
        &self.0
    }
}

impl fmt::Display for Keys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, chord) in self.0.iter().enumerate() {
            let gap = if index == 0 { "" } else { " " };
            write!(f, "{gap}{chord}")?;
        }
        Ok(())
    }
}

/// One action with all that is said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub action: Action,
    /// What it does, for the help.
    pub does: String,
    /// The heading it stands under.
    pub group: String,
    /// Its keys, the one that hints name first.
    pub keys: Vec<Keys>,
    /// The panes it is meant for; everywhere if empty.
    pub panes: Vec<Pane>,
}

impl Entry {
    /// The keys as the help writes them: `c, F5`.
    pub fn keys_text(&self) -> String {
        self.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
    }

    fn is_for(&self, pane: Pane) -> bool {
        self.panes.is_empty() || self.panes.contains(&pane)
    }

    fn meets(&self, other: &Self) -> bool {
        Pane::ALL.into_iter().any(|pane| self.is_for(pane) && other.is_for(pane))
    }
}

/// Keys with a word beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Each action with its first key; never empty.
    pub keys: Vec<(Action, String)>,
    /// Stands between the keys.
    pub between: String,
    /// The first action's function key, where it has one and the hint names it.
    pub function_key: Option<String>,
    pub words: String,
    /// The words where there is little room.
    pub short: String,
}

/// What keys pressed so far amount to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup {
    Action(Action),
    /// More keys may follow; alone they mean the action, if there is one.
    Prefix(Option<Action>),
    Nothing,
}

/// The actions and their keys, free of conflicts.
#[derive(Clone, Debug)]
pub struct Keymap {
    entries: Vec<Entry>,
    hints: BTreeMap<String, Vec<HintRow>>,
}

impl Default for Keymap {
    fn default() -> Self {
        Self::load(Preset::Default, &BTreeMap::new())
            .expect("a test reads every preset of the table")
    }
}

impl Keymap {
    /// A preset, changed by the user's own lists of keys by action name. Refuses unknown names,
    /// unusable keys and keys that two actions of one pane would share.
    pub fn load(preset: Preset, own: &BTreeMap<String, Vec<String>>) -> Result<Self, KeymapError> {
        let table = Table::embedded()?;
        let mut entries = table.entries(preset)?;
        for (name, keys) in own {
            let action = table::action(name)?;
            if let Some(entry) = entries.iter_mut().find(|entry| entry.action == action) {
                entry.keys = table::parse_all(action, keys)?;
            }
        }
        refuse_conflicts(&entries)?;
        Ok(Self { entries, hints: table.hints })
    }

    /// Every action, in the order of the table.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// What is said about an action.
    pub fn entry(&self, action: Action) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.action == action)
    }

    /// What the pressed keys mean in a pane.
    pub fn lookup(&self, pressed: &[Chord], pane: Pane) -> Lookup {
        let here = || {
            let entries = self.entries.iter().filter(move |entry| entry.is_for(pane));
            entries.flat_map(|entry| entry.keys.iter().map(move |keys| (entry.action, keys)))
        };
        let whole = here().find(|(_, keys)| keys.0 == pressed).map(|(action, _)| action);
        let begun =
            here().any(|(_, keys)| keys.0.len() > pressed.len() && keys.0.starts_with(pressed));
        match whole {
            _ if begun => Lookup::Prefix(whole),
            Some(action) => Lookup::Action(action),
            None => Lookup::Nothing,
        }
    }

    /// The keys that may follow those pressed, with what they lead to.
    pub fn following(&self, pressed: &[Chord]) -> Vec<(Chord, &Entry)> {
        let mut all: Vec<(Chord, &Entry)> = Vec::new();
        for entry in &self.entries {
            for keys in &entry.keys {
                if keys.0.starts_with(pressed) && keys.0.len() > pressed.len() {
                    all.push((keys.0[pressed.len()], entry));
                }
            }
        }
        all
    }

    /// The hints for a place on the screen (a state of the footer, `end`, or a pane's verbs), in
    /// the order in which the first are the last to go.
    pub fn hints(&self, place: &str) -> Vec<Hint> {
        let rows = self.hints.get(place).map_or(&[][..], Vec::as_slice);
        rows.iter().filter_map(|row| self.hint(row)).collect()
    }

    fn hint(&self, row: &HintRow) -> Option<Hint> {
        let entries = row.of.iter().filter_map(|name| self.entry(Action::named(name)?));
        let keys: Vec<(Action, String)> = entries
            .filter_map(|entry| Some((entry.action, entry.keys.first()?.to_string())))
            .collect();
        let first = self.entry(keys.first()?.0)?;
        Some(Hint {
            between: row.between.clone().unwrap_or_else(|| "/".to_owned()),
            function_key: row.function_key.and_then(|_| function_key(first)),
            words: row.words.clone(),
            short: row.short.clone().unwrap_or_else(|| row.words.clone()),
            keys,
        })
    }
}

/// The first function key behind an action's first key.
fn function_key(entry: &Entry) -> Option<String> {
    let is_function_key = |keys: &&Keys| matches!(keys.chords(), [key] if key.is_function_key());
    entry.keys.iter().skip(1).find(is_function_key).map(ToString::to_string)
}

fn refuse_conflicts(entries: &[Entry]) -> Result<(), KeymapError> {
    for (index, first) in entries.iter().enumerate() {
        for second in entries[index..].iter().filter(|second| first.meets(second)) {
            for (one, other) in pairs(first, second) {
                refuse_pair((first, one), (second, other))?;
            }
        }
    }
    Ok(())
}

fn pairs<'a>(first: &'a Entry, second: &'a Entry) -> impl Iterator<Item = (&'a Keys, &'a Keys)> {
    first.keys.iter().flat_map(|one| second.keys.iter().map(move |other| (one, other)))
}

fn refuse_pair(
    (first, one): (&Entry, &Keys),
    (second, other): (&Entry, &Keys),
) -> Result<(), KeymapError> {
    if one == other {
        if first.action == second.action {
            return Ok(());
        }
        let (first, second) = (first.action.name(), second.action.name());
        return Err(KeymapError::Conflict { keys: one.to_string(), first, second });
    }
    for ((short, prefix), (long, keys)) in
        [((first, one), (second, other)), ((second, other), (first, one))]
    {
        let hides = keys.0.starts_with(&prefix.0) && short.action != Action::Menu;
        if hides {
            return Err(KeymapError::Hidden {
                keys: keys.to_string(),
                prefix: prefix.to_string(),
                first: short.action.name(),
                second: long.action.name(),
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
