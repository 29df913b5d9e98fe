//! Whether a breakpoint can halt anything, as far as it can be told without the server: the same
//! verdicts for everybody who shows breakpoints.
//!
//! [`Verdict::of`] takes what is known and finds out nothing by itself; what isn't known stays
//! [`Gravity::Unknown`].

mod words;

use super::breakpoint::BreakpointSpec;
use super::source::{CodeLines, Condition, LineCode, SourcesFound, Unparsed, in_cartridge};
use crate::api::ids::ScriptPath;
use std::path::PathBuf;

/// What is known about a breakpoint's surroundings.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// The scripts on this machine; `None` while they are looked for.
    pub sources: Option<&'a SourcesFound>,
    /// The site's cartridge path, leftmost first; empty when it isn't known.
    pub order: &'a [String],
    /// Whether a sandbox has told that path, and nobody has configured it.
    pub order_is_told: bool,
    /// Whether all [`earlier`](SourcesFound::earlier) ones use `module.superModule`, by which the next one runs, too.
    pub earlier_go_on: bool,
    /// The lines of the breakpoint's script.
    pub code: &'a CodeLines,
    /// What a parser said of its condition; `None` when none was asked.
    pub condition: Option<&'a Result<Condition, Unparsed>>,
    /// How the text here stands to the one that the server runs.
    pub deployed: &'a Deployed,
}

/// How a script's text here stands to the one that the server runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deployed {
    /// The same; how that is known.
    Same(String),
    /// Another; how that is known.
    Differs(String),
    /// Not known; why.
    Unknown(String),
}

/// What is known about one breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// The file on this machine.
    pub file: FileVerdict,
    /// The line.
    pub line: LineCode,
    /// The same path in other cartridges.
    pub order: OrderVerdict,
    /// The condition.
    pub condition: ConditionVerdict,
    /// The text that the server runs.
    pub deployed: Deployed,
}

/// Whether the script is on this machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileVerdict {
    /// There.
    Here(PathBuf),
    /// There, in a folder whose scripts run in browsers.
    ForBrowsers(PathBuf),
    /// Only one whose path has other capitals, which the server takes for another file.
    OtherCase(ScriptPath),
    /// Its cartridge is here, without such a file.
    NotInCartridge,
    /// Its cartridge isn't here; the server may have it.
    NoCartridge {
        /// The cartridges that are.
        found: Vec<String>,
    },
    /// The search goes on.
    NotSearched,
}

/// What the cartridges' order means to the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderVerdict {
    /// No other cartridge here has the path.
    Alone,
    /// It comes before the same path in these cartridges.
    First(Vec<String>),
    /// This cartridge has the same path and comes first, but goes on to the next one.
    ExtendedBy(String),
    /// This cartridge has the same path and comes first.
    ShadowedBy(String),
    /// These have the same path, and the order isn't known.
    Undecided(Vec<String>),
    /// Its cartridge isn't in the order that is configured.
    NotInOrder,
    /// Its cartridge isn't in the order that the sandbox has told.
    NotTold,
    /// The scripts here aren't known.
    Unknown,
}

/// Whether the condition can be evaluated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionVerdict {
    /// There is none.
    None,
    /// It parses.
    Parses,
    /// It parses, and sets something.
    Assigns,
    /// It doesn't: the server takes that for false.
    Broken(Unparsed),
    /// Nobody has looked.
    Unknown,
}

/// What a concern is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Aspect {
    /// The file on this machine.
    File,
    /// The line.
    Line,
    /// The same path in other cartridges.
    Order,
    /// The condition.
    Condition,
    /// The text that the server runs.
    Deployed,
}

/// How much a concern weighs; the later, the more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Gravity {
    /// As it should be.
    Fine,
    /// Can't be told.
    Unknown,
    /// May keep the breakpoint from halting, or make it halt elsewhere.
    Warning,
    /// Keeps the breakpoint from halting.
    Problem,
}

/// One aspect of a verdict in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Concern {
    /// What it is about.
    pub aspect: Aspect,
    /// How much it weighs.
    pub gravity: Gravity,
    /// A few words for a narrow row.
    pub short: String,
    /// What was seen, for a line of its own.
    pub text: String,
    /// What to do; `None` when there is nothing to do.
    pub remedy: Option<String>,
}

impl Verdict {
    /// Judges a breakpoint.
    pub fn of(spec: &BreakpointSpec, known: &Known<'_>) -> Self {
        let script = &spec.key.script;
        Self {
            file: file(script, known.sources),
            line: known.code.at(spec.key.line),
            order: order(script, known),
            condition: condition(spec.condition.as_deref(), known.condition),
            deployed: known.deployed.clone(),
        }
    }

    /// Every aspect in words, in the order of [`Aspect`].
    pub fn concerns(&self, spec: &BreakpointSpec) -> [Concern; 5] {
        words::of(self, spec)
    }

    /// What matters most, if anything is not as it should be.
    pub fn worst(&self, spec: &BreakpointSpec) -> Option<Concern> {
        let concerns = self.concerns(spec).into_iter().rev();
        let worst = concerns.max_by_key(|concern| concern.gravity)?;
        (worst.gravity >= Gravity::Warning).then_some(worst)
    }
}

fn file(script: &ScriptPath, sources: Option<&SourcesFound>) -> FileVerdict {
    let Some(found) = sources else { return FileVerdict::NotSearched };
    if let Some(file) = found.scripts.get(script) {
        let is_for_browsers = script.is_for_browsers();
        let verdict = if is_for_browsers { FileVerdict::ForBrowsers } else { FileVerdict::Here };
        return verdict(file.clone());
    }
    let wanted = script.as_str().to_lowercase();
    let mut all = found.scripts.keys();
    if let Some(other) = all.find(|other| other.as_str().to_lowercase() == wanted) {
        return FileVerdict::OtherCase(other.clone());
    }
    let names = found.cartridges.iter().map(|cartridge| cartridge.name.clone());
    let names: Vec<String> = names.collect();
    if names.iter().any(|name| name == script.cartridge()) {
        return FileVerdict::NotInCartridge;
    }
    FileVerdict::NoCartridge { found: names }
}

fn order(script: &ScriptPath, known: &Known<'_>) -> OrderVerdict {
    let Some(found) = known.sources else { return OrderVerdict::Unknown };
    let order = known.order;
    let own = script.cartridge();
    let Some(inner) = in_cartridge(script) else { return OrderVerdict::Alone };
    let has_it = |name: &&str| found.scripts.contains_key(&ScriptPath(format!("/{name}/{inner}")));
    if order.is_empty() {
        let names = found.cartridges.iter().map(|cartridge| cartridge.name.as_str());
        let others = owned(names.filter(|name| *name != own).filter(has_it));
        let is_alone = others.is_empty();
        return if is_alone { OrderVerdict::Alone } else { OrderVerdict::Undecided(others) };
    }
    let Some(place) = order.iter().position(|name| name == own) else {
        return if known.order_is_told { OrderVerdict::NotTold } else { OrderVerdict::NotInOrder };
    };
    if let Some(first) = found.earlier(script, order).first() {
        let first = first.cartridge().to_owned();
        let goes_on = known.earlier_go_on;
        return if goes_on {
            OrderVerdict::ExtendedBy(first)
        } else {
            OrderVerdict::ShadowedBy(first)
        };
    }
    let later = owned(order[place + 1..].iter().map(String::as_str).filter(has_it));
    if later.is_empty() { OrderVerdict::Alone } else { OrderVerdict::First(later) }
}

fn owned<'a>(names: impl Iterator<Item = &'a str>) -> Vec<String> {
    names.map(str::to_owned).collect()
}

fn condition(
    condition: Option<&str>,
    parsed: Option<&Result<Condition, Unparsed>>,
) -> ConditionVerdict {
    if condition.is_none_or(|text| text.trim().is_empty()) {
        return ConditionVerdict::None;
    }
    match parsed {
        None => ConditionVerdict::Unknown,
        Some(Ok(Condition::Tests)) => ConditionVerdict::Parses,
        Some(Ok(Condition::Assigns)) => ConditionVerdict::Assigns,
        Some(Err(why)) => ConditionVerdict::Broken(why.clone()),
    }
}

#[cfg(test)]
mod tests;
