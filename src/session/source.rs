//! Scripts on this machine: which are there, and their text.

use super::remedy::Remedy;
use crate::api::ids::{Line, ScriptPath};
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// A cartridge that was found, or the `modules` folder beside them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cartridge {
    /// The first segment of its scripts' paths.
    pub name: String,
    /// Its folder.
    pub folder: PathBuf,
}

/// What the search for cartridges gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourcesFound {
    /// Where was searched.
    pub searched: Vec<PathBuf>,
    /// In the order in which they were found.
    pub cartridges: Vec<Cartridge>,
    /// Each script as the server would name it, and its file.
    pub scripts: BTreeMap<ScriptPath, PathBuf>,
    /// Why not everything was looked at, if so.
    pub incomplete: Option<String>,
}

/// How a script's text stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceState {
    /// Asked for.
    Loading,
    /// Here; nothing says that it is or isn't what the server runs.
    Found,
    /// Here, and known to be what the server runs.
    Deployed,
    /// Here, but not what the server runs: lines may be off. Why.
    Differs(String),
    /// Not here: the cartridges that were searched.
    Missing {
        /// Their names.
        searched: Vec<String>,
    },
    /// There, but it could not be read; the reason.
    Unreadable(String),
}

/// A script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// As the server names it.
    pub script: ScriptPath,
    /// Where it is on this machine.
    pub file: Option<PathBuf>,
    /// How its text stands.
    pub state: SourceState,
    /// The text's lines, without line ends.
    pub lines: Arc<[String]>,
}

impl Source {
    /// A line by its number.
    pub fn line(&self, line: Line) -> Option<&str> {
        let index = usize::try_from(line.0).ok()?.checked_sub(1)?;
        self.lines.get(index).map(String::as_str)
    }

    /// Whether a line ends a block: the place of a function's end.
    pub fn ends_block(&self, line: Line) -> bool {
        self.line(line).is_some_and(|text| text.trim().starts_with('}'))
    }

    /// Whether a line can hold a statement: neither blank nor only a comment or closing bracket.
    pub fn has_code(&self, line: Line) -> bool {
        self.line(line).is_some_and(|text| {
            let text = text.trim();
            let is_comment =
                text.starts_with("//") || text.starts_with("/*") || text.starts_with('*');
            !is_comment
                && text.chars().any(|each| each.is_alphanumeric() || each == '"' || each == '\'')
        })
    }
}

/// One reason why a breakpoint may not stop anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What was looked at, and what it means.
    pub text: String,
    /// It explains the missing halt by itself.
    pub is_likely: bool,
    /// What helps, if one thing does.
    pub remedy: Option<Remedy>,
}

/// All that is known of scripts on this machine.
#[derive(Clone, Debug, Default)]
pub struct Sources {
    pub(super) found: Option<Arc<SourcesFound>>,
    pub(super) loaded: HashMap<ScriptPath, Source>,
}

impl Sources {
    /// The script's text, once asked for.
    pub fn get(&self, script: &ScriptPath) -> Option<&Source> {
        self.loaded.get(script)
    }

    /// What the search gave; `None` while it goes on.
    pub fn index(&self) -> Option<&SourcesFound> {
        self.found.as_deref()
    }

    /// Scripts that are here.
    pub fn scripts(&self) -> impl Iterator<Item = &ScriptPath> {
        self.found.iter().flat_map(|found| found.scripts.keys())
    }

    /// Whether the script is here; `None` while the search goes on.
    pub fn holds(&self, script: &ScriptPath) -> Option<bool> {
        self.found.as_ref().map(|found| found.scripts.contains_key(script))
    }

    /// Scripts with the same path in other cartridges.
    pub fn same_in_other_cartridges<'a>(
        &'a self,
        script: &'a ScriptPath,
    ) -> impl Iterator<Item = &'a ScriptPath> {
        let inner = |path: &'a ScriptPath| {
            path.as_str().trim_start_matches('/').split_once('/').map(|(_, inner)| inner)
        };
        self.scripts().filter(move |other| *other != script && inner(other) == inner(script))
    }
}
