//! Breakpoints as the user wants them, and what the server holds of them: wish and fact.

mod held;
mod hits;
mod mine;
mod reconcile;
mod standing;
mod waiting;

pub(super) use held::Held;
pub use hits::{Counted, HitRule, Hits, NoHitRule};
pub use mine::{NoRequestFilter, RequestFilter};
pub use standing::Standing;

use super::frame::Frame;
use super::ids::BreakpointNumber;
use super::options::ParseCondition;
use super::source::Unparsed;
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{BreakpointId, Line, ScriptPath, ThreadId};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
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
    /// On which of its hits it halts; counted here, each other hit halts briefly.
    #[serde(default, rename = "from_hit", skip_serializing_if = "Option::is_none")]
    pub hit_rule: Option<HitRule>,
    /// Logs this text with its `{expr}` evaluated and runs on; halts briefly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// Whether it is armed; off ones are kept here only.
    pub enabled: bool,
    /// The text of the line that it was set on, without blanks around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// For how many halts it is there.
    #[serde(default, skip_serializing_if = "Life::is_lasting")]
    pub life: Life,
    /// It halts only in requests in which this breakpoint was hit before; the server gets it then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<BreakpointKey>,
}

/// For how many halts a breakpoint is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// Until it is removed.
    #[default]
    Lasting,
    /// It goes with its first halt.
    Once,
}

impl Life {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
    fn is_lasting(&self) -> bool {
        *self == Self::Lasting
    }
}

impl BreakpointSpec {
    /// A plain breakpoint, armed.
    pub const fn plain(script: ScriptPath, line: Line) -> Self {
        let key = BreakpointKey::new(script, line);
        Self {
            key,
            condition: None,
            hit_rule: None,
            log: None,
            enabled: true,
            text: None,
            life: Life::Lasting,
            after: None,
        }
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
    /// Halts on a condition, at some hits, or after another one.
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
    /// Its number, as long as its line has a breakpoint.
    pub number: BreakpointNumber,
    /// Its fields.
    pub spec: BreakpointSpec,
    /// Who set it.
    pub origin: Origin,
    /// Whether the server has it.
    pub fact: Fact,
    /// How many halts it caused in this session, since its condition is what it is.
    pub hits: u32,
    /// How many of them in each request that goes on.
    hits_of: BTreeMap<ThreadId, u32>,
    /// The requests in which the one that it waits for was hit.
    let_in: BTreeSet<ThreadId>,
    /// Somebody waits to hear that the server has it.
    pub(super) is_awaited: bool,
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
            number: BreakpointNumber(0),
            spec,
            origin,
            fact: Fact::None,
            hits: 0,
            hits_of: BTreeMap::new(),
            let_in: BTreeSet::new(),
            is_awaited: false,
            in_checkout: None,
            slid_to: None,
            condition,
        }
    }

    /// What was known of the one that stood there: its hits count on as long as they mean the same.
    pub(super) fn follow(&mut self, before: &Self) {
        let counts_on = (&self.spec.condition, self.spec.hit_rule)
            == (&before.spec.condition, before.spec.hit_rule);
        if counts_on {
            (self.hits, self.hits_of) = (before.hits, before.hits_of.clone());
        }
        if self.spec.after == before.spec.after {
            self.let_in.clone_from(&before.let_in);
        }
        self.slid_to = before.slid_to;
    }

    /// It is on, waits for nothing, and the server has not refused it.
    fn is_wanted(&self) -> bool {
        self.spec.enabled && !self.waits() && !matches!(self.fact, Fact::Refused(_))
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
            _ if spec.condition.is_some() || spec.hit_rule.is_some() || spec.after.is_some() => {
                BreakpointKind::Conditional
            }
            _ => BreakpointKind::Plain,
        }
    }

    /// A halt of its own in a request, at that line.
    pub(super) fn was_hit(&mut self, thread: ThreadId, line: Option<Line>) {
        self.hits = self.hits.saturating_add(1);
        let of_request = self.hits_of.entry(thread).or_default();
        *of_request = of_request.saturating_add(1);
        self.slid_to = line.filter(|line| *line != self.key().line);
    }

    /// The number that its rule goes by.
    fn counted(&self, rule: HitRule, thread: ThreadId) -> u32 {
        match rule.counted {
            Counted::Throughout => self.hits,
            Counted::PerRequest => self.hits_of.get(&thread).copied().unwrap_or_default(),
        }
    }

    /// Whether its rule halts at the hit that a request has just had.
    pub(super) fn halts_now(&self, thread: ThreadId) -> bool {
        self.spec.hit_rule.is_none_or(|rule| rule.halts_at(self.counted(rule, thread)))
    }

    /// Whether a request's next hit goes on by itself.
    pub(super) fn will_pass(&self, thread: ThreadId) -> bool {
        let is_early = |rule: HitRule| !rule.halts_at(self.counted(rule, thread).saturating_add(1));
        !self.lets_in(thread) || self.spec.log.is_some() || self.spec.hit_rule.is_some_and(is_early)
    }
}

/// The user's breakpoints in order of file and line, and what the server holds.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    /// Set while its script was being read: what there is to say about it is said then.
    unjudged: Option<BreakpointKey>,
    numbered: u64,
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

    /// The one of that number.
    pub fn by_number(&self, number: BreakpointNumber) -> Option<&Breakpoint> {
        self.list.iter().find(|breakpoint| breakpoint.number == number)
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

    /// Puts it in its place, over one that is there, whose number it takes.
    pub(super) fn put(&mut self, mut breakpoint: Breakpoint) -> BreakpointNumber {
        let former = if breakpoint.is_kept() { self.remove(breakpoint.key()) } else { None };
        let number = former.map_or_else(|| self.next_number(), |former| former.number);
        breakpoint.number = number;
        let at = self.list.partition_point(|other| other.key() < breakpoint.key());
        self.list.insert(at, breakpoint);
        number
    }

    const fn next_number(&mut self) -> BreakpointNumber {
        self.numbered += 1;
        BreakpointNumber(self.numbered)
    }

    pub(super) fn remove(&mut self, key: &BreakpointKey) -> Option<Breakpoint> {
        let is_it = |breakpoint: &Breakpoint| breakpoint.key() == key && breakpoint.is_kept();
        let at = self.list.iter().position(is_it)?;
        Some(self.list.remove(at))
    }

    /// The breakpoint that a thread was sent to by run to cursor, if it stands there.
    pub(super) fn one_shot_at(
        &self,
        thread: ThreadId,
        top: Option<&Frame>,
    ) -> Option<BreakpointNumber> {
        let top = top?;
        let here = BreakpointKey::new(top.script.clone(), top.line);
        let mut all = self.list.iter();
        let its =
            |each: &&Breakpoint| each.origin == Origin::OneShot(thread) && each.key() == &here;
        all.find(its).map(|each| each.number)
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
