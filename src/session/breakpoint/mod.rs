//! A breakpoint: what the user wants, and what is known of the server's side of it.

mod held;
mod hits;
mod list;
mod mine;
mod spec;
mod waiting;

pub(super) use held::Held;
pub use hits::{Counted, HitRule, Hits, NoHitRule};
pub use list::Breakpoints;
pub use mine::{NoRequestFilter, RequestFilter};
pub use spec::{BreakpointKey, BreakpointSpec, Life};

use super::ids::BreakpointNumber;
use super::options::ParseCondition;
use super::source::{Condition, Unparsed};
use crate::api::ids::{BreakpointId, Line, ThreadId};
use std::collections::{BTreeMap, BTreeSet};

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
    pub(super) condition: Option<Result<Condition, Unparsed>>,
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
            _ if spec.logs_alone() => BreakpointKind::Logpoint,
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
        !self.lets_in(thread) || self.spec.logs_alone() || self.spec.hit_rule.is_some_and(is_early)
    }
}
