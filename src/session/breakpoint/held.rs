//! What the server holds of our breakpoints, as far as is known.

use crate::api::debugger::{Breakpoint, NewBreakpoint};
use crate::api::ids::BreakpointId;
use crate::session::time::Time;
use std::collections::HashSet;
use std::time::Duration;

/// So often the server is asked what it holds, to be sure.
const LOOKS: Duration = Duration::from_secs(30);
/// After failures the next try comes later and later.
const PAUSES: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
    Duration::from_secs(15),
];

/// How the server's list differs from what was known of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::session) struct News {
    /// Ours that were there and are there no more.
    pub(in crate::session) lost: usize,
    /// Those that somebody else has set since.
    pub(in crate::session) foreign: Vec<Breakpoint>,
}

/// The server's side.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Held {
    list: Vec<Breakpoint>,
    /// Set from here: ours to delete.
    ours: HashSet<BreakpointId>,
    /// There since before we came, or set by somebody else since.
    foreign: HashSet<BreakpointId>,
    /// Asked for without an answer: if they are there, they are ours.
    unanswered: Vec<NewBreakpoint>,
    /// An answer was lost: nobody knows what the server holds until it is asked.
    unknown: bool,
    /// A set was refused: one by one shows which it was.
    one_by_one: bool,
    failures: usize,
    not_before: Time,
    look_at: Time,
}

impl Held {
    /// A client was created. One whose removal was only said may be the former one, with what it
    /// held: then the server is asked first.
    pub(in crate::session) fn begin(&mut self, now: Time) {
        if !self.unknown {
            *self = Self { look_at: now + LOOKS, ..Self::default() };
        }
    }

    /// The client is said to be gone: whatever of ours turns up again is ours.
    pub(in crate::session) fn client_gone(&mut self) {
        let ours = self.list.iter().filter(|held| self.ours.contains(&held.id));
        let mut unanswered: Vec<_> = ours.map(|held| held.place.clone()).collect();
        unanswered.append(&mut self.unanswered);
        *self = Self { unknown: !unanswered.is_empty(), unanswered, ..Self::default() };
    }

    /// A client that was there before us.
    pub(in crate::session) fn join(&mut self, list: Vec<Breakpoint>, now: Time) {
        let foreign = list.iter().map(|held| held.id).collect();
        *self = Self { list, foreign, look_at: now + LOOKS, ..Self::default() };
    }

    /// A client that an earlier session of ours left behind: its breakpoints are ours.
    pub(in crate::session) fn take_over(&mut self, list: Vec<Breakpoint>, now: Time) {
        let ours = list.iter().map(|held| held.id).collect();
        *self = Self { list, ours, look_at: now + LOOKS, ..Self::default() };
    }

    /// Something happened that may have cost breakpoints: look now.
    pub(in crate::session) const fn doubt(&mut self) {
        self.look_at = Time::START;
    }

    /// The one at a place, once no answer is missing.
    pub(in crate::session) fn at(&self, place: &NewBreakpoint) -> Option<BreakpointId> {
        let known = self.list.iter().find(|held| &held.place == place && !self.unknown);
        known.map(|held| held.id)
    }

    /// Somebody here decides about whatever is at a place, whoever has set it.
    pub(in crate::session) fn take(&mut self, place: &NewBreakpoint) {
        let there = self.list.iter().filter(|held| &held.place == place);
        self.ours.extend(there.map(|held| held.id));
    }

    /// Those that were set from here.
    pub(in crate::session) fn ours(&self) -> Vec<BreakpointId> {
        let ours = self.list.iter().filter(|held| self.ours.contains(&held.id));
        ours.map(|held| held.id).collect()
    }

    pub(in crate::session) fn len(&self) -> usize {
        self.list.len()
    }

    pub(in crate::session) fn may_ask(&self, now: Time) -> bool {
        self.not_before <= now
    }

    pub(in crate::session) fn must_look(&self, now: Time) -> bool {
        self.unknown || self.look_at <= now
    }

    /// When something is due by itself.
    pub(in crate::session) fn due(&self) -> Time {
        if self.unknown { self.not_before } else { self.look_at.max(self.not_before) }
    }

    /// Wanted, and not there; at most one while a refusal is looked for.
    pub(in crate::session) fn missing(&mut self, wishes: &[NewBreakpoint]) -> Vec<NewBreakpoint> {
        let is_missing = |wish: &&NewBreakpoint| !self.list.iter().any(|it| &it.place == *wish);
        let mut missing: Vec<NewBreakpoint> = Vec::new();
        for wish in wishes.iter().filter(is_missing) {
            if !missing.contains(wish) {
                missing.push(wish.clone());
            }
        }
        if missing.is_empty() {
            self.one_by_one = false;
        } else if self.one_by_one {
            missing.truncate(1);
        }
        missing
    }

    /// All that is wanted is there, and nothing else of ours.
    pub(in crate::session) fn is_as_wished(&self, wishes: &[NewBreakpoint]) -> bool {
        let is_held = |wish: &NewBreakpoint| self.list.iter().any(|held| &held.place == wish);
        !self.unknown && wishes.iter().all(is_held) && self.surplus(wishes).is_empty()
    }

    /// Ours that nobody wants, and second ones at a place.
    pub(in crate::session) fn surplus(&self, wishes: &[NewBreakpoint]) -> Vec<BreakpointId> {
        let mut kept: Vec<&NewBreakpoint> = Vec::new();
        let mut surplus = Vec::new();
        // Somebody else's at a place is enough there.
        let (foreign, ours): (Vec<_>, Vec<_>) =
            self.list.iter().partition(|held| !self.ours.contains(&held.id));
        kept.extend(foreign.into_iter().map(|held| &held.place));
        for held in ours {
            if wishes.contains(&held.place) && !kept.contains(&&held.place) {
                kept.push(&held.place);
            } else {
                surplus.push(held.id);
            }
        }
        surplus
    }

    /// They were added; the server's order is ours.
    pub(in crate::session) fn added(&mut self, asked: &[NewBreakpoint], held: Vec<Breakpoint>) {
        let is_new = |each: &Breakpoint| !self.list.iter().any(|known| known.id == each.id);
        let mut added: Vec<Breakpoint> = held.into_iter().filter(is_new).collect();
        // A server may write the place in other words.
        if added.len() == asked.len() {
            for (held, asked) in added.iter_mut().zip(asked) {
                held.place = asked.clone();
            }
        }
        let confirmed = asked.iter().all(|place| added.iter().any(|each| &each.place == place));
        self.ours.extend(added.iter().map(|held| held.id));
        self.list.extend(added);
        self.failures = 0;
        if !confirmed {
            self.unknown = true;
        }
    }

    /// A set that holds one bad breakpoint is refused whole.
    pub(in crate::session) const fn refused_together(&mut self) {
        self.one_by_one = true;
    }

    /// Not before a while; what was asked for may be there all the same.
    pub(in crate::session) fn failed(&mut self, now: Time, unanswered: &[NewBreakpoint]) {
        self.not_before = now + PAUSES[self.failures.min(PAUSES.len() - 1)];
        self.failures += 1;
        if !unanswered.is_empty() {
            self.unanswered.extend(unanswered.iter().cloned());
            self.unknown = true;
        }
    }

    pub(in crate::session) fn deleted(&mut self, id: BreakpointId) {
        self.list.retain(|held| held.id != id);
        self.ours.remove(&id);
        self.failures = 0;
    }

    /// What the server really holds.
    pub(in crate::session) fn looked(&mut self, list: Vec<Breakpoint>, now: Time) -> News {
        let gone = self.ours.iter().filter(|id| !list.iter().any(|held| held.id == **id)).count();
        let mut news = News { lost: gone, foreign: Vec::new() };
        for held in &list {
            if self.ours.contains(&held.id) || self.foreign.contains(&held.id) {
                continue;
            }
            if self.unanswered.contains(&held.place) {
                self.ours.insert(held.id);
            } else {
                self.foreign.insert(held.id);
                news.foreign.push(held.clone());
            }
        }
        self.ours.retain(|id| list.iter().any(|held| held.id == *id));
        self.list = list;
        self.unanswered.clear();
        self.unknown = false;
        self.look_at = now + LOOKS;
        news
    }
}
