//! Breakpoints as the user wants them, and what the server holds of them: wish and fact.

mod held;
mod reconcile;

pub(super) use held::Held;
pub(super) use reconcile::is_sync;

use super::options::ParseCondition;
use super::source::Unparsed;
use super::thread::Frame;
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{BreakpointId, Line, ScriptPath, ThreadId};
use serde::{Deserialize, Serialize};
use std::fmt;

/// File and line: at most one breakpoint each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BreakpointKey {
    /// The script as the server names it.
    pub script: ScriptPath,
    /// The line.
    pub line: Line,
}

impl BreakpointKey {
    /// A key.
    pub const fn new(script: ScriptPath, line: Line) -> Self {
        Self { script, line }
    }
}

impl fmt::Display for BreakpointKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.script.file_name(), self.line)
    }
}

/// All fields of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakpointSpec {
    /// Where.
    #[serde(flatten)]
    pub key: BreakpointKey,
    /// Evaluated by the server; halts if truthy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// Halts from this hit on; counted here, each earlier hit halts briefly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_hit: Option<u32>,
    /// Logs this text with its `{expr}` evaluated and runs on; halts briefly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Whether it is armed; off ones are kept here only.
    pub enabled: bool,
}

impl BreakpointSpec {
    /// A plain breakpoint, armed.
    pub const fn plain(script: ScriptPath, line: Line) -> Self {
        let key = BreakpointKey::new(script, line);
        Self { key, condition: None, from_hit: None, log: None, enabled: true }
    }

    /// What the server is asked for; blank conditions are none.
    pub(super) fn on_the_wire(&self) -> NewBreakpoint {
        let condition = self.condition.as_deref().map(str::trim).filter(|text| !text.is_empty());
        NewBreakpoint {
            line_number: self.key.line,
            script_path: self.key.script.clone(),
            condition: condition.map(str::to_owned),
        }
    }
}

/// Who set it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The user, here.
    Own,
    /// It was on the server already.
    Adopted,
    /// Run to cursor: removed at that thread's next halt.
    OneShot(ThreadId),
}

/// What is known of the server's side of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fact {
    /// Nothing is asked for: it is off, or there is no connection.
    None,
    /// It was asked for, or will be.
    UnderWay,
    /// The server has it.
    Armed(BreakpointId),
    /// The server refused it; its reason.
    Refused(String),
}

/// What kind of mark a breakpoint gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BreakpointKind {
    /// Halts always.
    Plain,
    /// Halts on a condition, or from a hit on.
    Conditional,
    /// Logs and runs on.
    Logpoint,
    /// Kept, but not armed.
    Off,
    /// No such script in this checkout, or the server refused it.
    Unverified,
    /// Run to cursor.
    OneShot,
}

/// One breakpoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breakpoint {
    /// Its fields.
    pub spec: BreakpointSpec,
    /// Who set it.
    pub origin: Origin,
    /// Whether the server has it.
    pub fact: Fact,
    /// How many halts it caused in this session.
    pub hits: u32,
    /// `Some(false)`: the cartridges were searched and hold no such script.
    pub in_checkout: Option<bool>,
    /// The line where its halts really are, if the server slid it.
    pub slid_to: Option<Line>,
    /// What a parser said of the condition when it was written; `None` when none was asked.
    pub(super) condition: Option<Result<(), Unparsed>>,
}

impl Breakpoint {
    pub(super) fn new(spec: BreakpointSpec, origin: Origin, parse: Option<ParseCondition>) -> Self {
        let condition = parse.zip(spec.condition.as_deref()).map(|(parse, text)| parse(text));
        Self {
            spec,
            origin,
            fact: Fact::None,
            hits: 0,
            in_checkout: None,
            slid_to: None,
            condition,
        }
    }

    /// It is on, and the server has not refused it.
    fn is_wanted(&self) -> bool {
        self.spec.enabled && !matches!(self.fact, Fact::Refused(_))
    }

    /// File and line.
    pub const fn key(&self) -> &BreakpointKey {
        &self.spec.key
    }

    /// Not a one-shot one.
    pub(super) const fn is_kept(&self) -> bool {
        !matches!(self.origin, Origin::OneShot(_))
    }

    /// What mark it gets.
    pub fn kind(&self) -> BreakpointKind {
        let spec = &self.spec;
        let refused = matches!(self.fact, Fact::Refused(_));
        match self.origin {
            Origin::OneShot(_) => BreakpointKind::OneShot,
            _ if !spec.enabled => BreakpointKind::Off,
            _ if refused || self.in_checkout == Some(false) => BreakpointKind::Unverified,
            _ if spec.log.is_some() => BreakpointKind::Logpoint,
            _ if spec.condition.is_some() || spec.from_hit.is_some() => BreakpointKind::Conditional,
            _ => BreakpointKind::Plain,
        }
    }

    /// A halt of its own, at that line.
    pub(super) fn was_hit(&mut self, line: Option<Line>) {
        self.hits = self.hits.saturating_add(1);
        self.slid_to = line.filter(|line| *line != self.key().line);
    }

    /// Whether the next hit goes on by itself.
    pub(super) fn will_pass(&self) -> bool {
        let next = self.hits.saturating_add(1);
        self.spec.log.is_some() || self.spec.from_hit.is_some_and(|from| next < from)
    }
}

/// The user's breakpoints in order of file and line, and what the server holds.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    pub(super) held: Held,
}

impl Breakpoints {
    /// In order of file and line.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Breakpoint> {
        self.list.iter()
    }

    /// The user's at that place; a one-shot one may stand beside it.
    pub fn get(&self, key: &BreakpointKey) -> Option<&Breakpoint> {
        self.list.iter().find(|breakpoint| breakpoint.key() == key && breakpoint.is_kept())
    }

    /// Those of one script.
    pub fn of_script<'a>(&'a self, script: &'a ScriptPath) -> impl Iterator<Item = &'a Breakpoint> {
        self.list.iter().filter(move |breakpoint| &breakpoint.key().script == script)
    }

    /// How many the server has, as far as is known.
    pub fn armed(&self) -> usize {
        self.list.iter().filter(|each| matches!(each.fact, Fact::Armed(_))).count()
    }

    /// How many are wanted on the server.
    pub fn wanted(&self) -> usize {
        self.list.iter().filter(|each| each.is_wanted()).count()
    }

    /// How many are off.
    pub fn off(&self) -> usize {
        self.list.iter().filter(|breakpoint| !breakpoint.spec.enabled).count()
    }

    pub(super) fn get_mut(&mut self, key: &BreakpointKey) -> Option<&mut Breakpoint> {
        self.list.iter_mut().find(|breakpoint| breakpoint.key() == key && breakpoint.is_kept())
    }

    pub(super) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Breakpoint> {
        self.list.iter_mut()
    }

    /// Puts it in its place, over one that is there.
    pub(super) fn put(&mut self, breakpoint: Breakpoint) {
        if breakpoint.is_kept() {
            self.remove(breakpoint.key());
        }
        let at = self.list.partition_point(|other| other.key() < breakpoint.key());
        self.list.insert(at, breakpoint);
    }

    pub(super) fn remove(&mut self, key: &BreakpointKey) -> Option<Breakpoint> {
        let is_it = |breakpoint: &Breakpoint| breakpoint.key() == key && breakpoint.is_kept();
        let at = self.list.iter().position(is_it)?;
        Some(self.list.remove(at))
    }

    /// Whether that thread was sent there by run to cursor.
    pub(super) fn one_shot_at(&self, thread: ThreadId, top: Option<&Frame>) -> bool {
        let Some(top) = top else { return false };
        let here = BreakpointKey::new(top.script.clone(), top.line);
        let mut all = self.list.iter();
        all.any(|each| each.origin == Origin::OneShot(thread) && each.key() == &here)
    }

    pub(super) fn remove_one_shots(&mut self, thread: ThreadId) {
        self.list.retain(|breakpoint| breakpoint.origin != Origin::OneShot(thread));
    }

    /// What the server should hold.
    pub(super) fn wishes(&self) -> Vec<NewBreakpoint> {
        let wanted = self.list.iter().filter(|each| each.is_wanted());
        wanted.map(|breakpoint| breakpoint.spec.on_the_wire()).collect()
    }
}
