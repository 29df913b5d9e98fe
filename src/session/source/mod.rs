//! Scripts on this machine: which are there, and their text.

mod cartridges;
mod code;
mod edited;
mod included;
mod names;
mod outline;
mod places;

pub(super) use cartridges::in_cartridge;
pub use cartridges::{Cartridge, SourcesFound, uses_super_module};
pub use code::{CodeLines, Condition, LineCode, Unparsed};
use edited::Edited;
pub(super) use edited::{LineMap, nearest};
pub use included::{Included, Inclusion};
use names::Namesakes;
pub use outline::{Called, Callee, Defined, Destination, Extent, Outline, Required, Route};
pub use places::NoScript;

use super::remedy::Remedy;
use super::time::Time;
use crate::api::ids::{Line, ScriptPath};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

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

/// What the reading of a script's file gives.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceText {
    /// Its text.
    pub text: String,
    /// Which of its lines hold code.
    pub code: CodeLines,
    /// What it defines, calls and asks for.
    pub outline: Outline,
}

/// A line that holds a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The script.
    pub script: ScriptPath,
    /// The line's number.
    pub line: Line,
    /// The line itself, without blanks around it.
    pub text: String,
}

/// What a search through all scripts gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextSearch {
    /// What was looked for.
    pub wanted: String,
    /// Where it is, in the order of the scripts' names.
    pub places: Vec<TextPlace>,
    /// Whether these are all.
    pub completeness: Completeness,
}

/// Whether a search gave all there is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Completeness {
    #[default]
    Whole,
    /// It ended early.
    Cut,
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
    /// Halted threads run another text of it.
    pub edited: Option<Edited>,
}

impl Source {
    /// Whether its text goes on to the same path in the next cartridge.
    pub(super) fn uses_super_module(&self) -> bool {
        self.lines.iter().any(|line| uses_super_module(line))
    }

    /// A line by its number.
    pub fn line(&self, line: Line) -> Option<&str> {
        let index = usize::try_from(line.0).ok()?.checked_sub(1)?;
        self.lines.get(index).map(String::as_str)
    }

    /// Whether a line ends a block: the place of a function's end.
    pub fn ends_block(&self, line: Line) -> bool {
        self.line(line).is_some_and(|text| text.trim().starts_with('}'))
    }

    /// Whether a line looks as if it held a statement: neither blank nor only a comment or closing
    /// bracket. [`Sources::has_code`] knows better where the script was parsed.
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
    /// When files were looked at last.
    pub(super) looked: Option<Time>,
    /// Of those that were found.
    namesakes: Namesakes,
    /// Of the loaded ones.
    pub(super) code: HashMap<ScriptPath, CodeLines>,
    /// Of the loaded ones.
    pub(super) outlines: HashMap<ScriptPath, Outline>,
    /// The site's cartridge path, leftmost first; empty when it isn't known.
    pub(super) order: Vec<String>,
    /// Whether a sandbox has told the order, and nobody has configured it.
    pub(super) order_is_told: bool,
    /// What the last search through all scripts gave.
    pub(super) searched: Option<TextSearch>,
}

impl Sources {
    /// None yet, of a site with that cartridge path.
    pub(super) fn in_order(order: Vec<String>) -> Self {
        Self { order, ..Self::default() }
    }

    /// The search for cartridges is over.
    pub(super) fn are_found(&mut self, found: SourcesFound) {
        self.namesakes = Namesakes::of(&found);
        self.found = Some(Arc::new(found));
    }

    /// The script's text, once asked for.
    pub fn get(&self, script: &ScriptPath) -> Option<&Source> {
        self.loaded.get(script)
    }

    /// Which lines of the script hold code, as far as its loaded text tells.
    pub fn code(&self, script: &ScriptPath) -> &CodeLines {
        let is_loaded = self.get(script).is_some_and(|source| !source.lines.is_empty());
        let known = self.code.get(script).filter(|_| is_loaded);
        known.unwrap_or(&CodeLines::Unknown)
    }

    /// Whether a line of the script holds code: by the engine's rules, or where they can't be
    /// applied by the line's look; `None` without the text.
    pub fn has_code(&self, script: &ScriptPath, line: Line) -> Option<bool> {
        let source = self.get(script).filter(|source| !source.lines.is_empty())?;
        Some(match self.code(script).at(line) {
            LineCode::Here => true,
            LineCode::Slides(_) | LineCode::Nowhere | LineCode::PastEnd { .. } => false,
            LineCode::Unparsed(_) | LineCode::Unknown => source.has_code(line),
        })
    }

    /// What the search gave; `None` while it goes on.
    pub fn index(&self) -> Option<&SourcesFound> {
        self.found.as_deref()
    }

    /// What the last search through all scripts gave.
    pub fn searched(&self) -> Option<&TextSearch> {
        self.searched.as_ref()
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

#[cfg(test)]
mod tests {
    use super::*;

    fn known(lines: &[Option<u32>]) -> CodeLines {
        CodeLines::Known(lines.iter().map(|line| line.map(Line)).collect())
    }

    #[test]
    fn the_engines_rules_count_where_they_are_known() {
        let script = ScriptPath::from("/app/cartridge/x.js");
        let mut sources = Sources::default();
        // By its look the first line holds code, and the second doesn't.
        let lines = ["function f() {", "(", "1)", "}"].map(str::to_owned);
        assert_eq!(sources.has_code(&script, Line(1)), None);
        sources.code.insert(script.clone(), known(&[Some(2), Some(2), Some(2), None]));
        assert_eq!(sources.has_code(&script, Line(1)), None, "not without the text");
        let source = Source {
            script: script.clone(),
            file: None,
            state: SourceState::Found,
            lines: Arc::from(lines),
            edited: None,
        };
        sources.loaded.insert(script.clone(), source);
        let holds = |sources: &Sources| [1, 2, 3].map(|line| sources.has_code(&script, Line(line)));
        assert_eq!(holds(&sources), [Some(false), Some(true), Some(false)]);
        let why = Unparsed { line: Line(1), message: String::new(), rhino_only: None };
        sources.code.insert(script.clone(), CodeLines::Unparsed(why));
        assert_eq!(holds(&sources), [Some(true), Some(false), Some(true)]);
    }
}
