//! All breakpoints: in order of file and line, and what the server holds of them.

use super::{Breakpoint, BreakpointKey, Fact, Held, Origin};
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{ScriptPath, ThreadId};
use crate::session::frame::Frame;
use crate::session::ids::BreakpointNumber;

/// The user's breakpoints in order of file and line, and what the server holds.
#[derive(Clone, Debug, Default)]
pub struct Breakpoints {
    list: Vec<Breakpoint>,
    /// Set while its script was being read: what there is to say about it is said then.
    unjudged: Option<BreakpointKey>,
    numbered: u64,
    pub(in crate::session) held: Held,
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

    pub(in crate::session) fn get_mut(&mut self, key: &BreakpointKey) -> Option<&mut Breakpoint> {
        self.list.iter_mut().find(|breakpoint| breakpoint.key() == key && breakpoint.is_kept())
    }

    pub(in crate::session) fn iter_mut(&mut self) -> impl Iterator<Item = &mut Breakpoint> {
        self.list.iter_mut()
    }

    /// Puts it in its place, over one that is there, whose number it takes.
    pub(in crate::session) fn put(&mut self, mut breakpoint: Breakpoint) -> BreakpointNumber {
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

    pub(in crate::session) fn remove(&mut self, key: &BreakpointKey) -> Option<Breakpoint> {
        let is_it = |breakpoint: &Breakpoint| breakpoint.key() == key && breakpoint.is_kept();
        let at = self.list.iter().position(is_it)?;
        Some(self.list.remove(at))
    }

    /// The breakpoint that a thread was sent to by run to cursor, if it stands there.
    pub(in crate::session) fn one_shot_at(
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

    pub(in crate::session) fn remove_one_shots(&mut self, thread: ThreadId) {
        self.list.retain(|breakpoint| breakpoint.origin != Origin::OneShot(thread));
    }

    /// What there is to say about one is said when its script was read.
    pub(in crate::session) fn judge_later(&mut self, key: Option<BreakpointKey>) {
        self.unjudged = key;
    }

    /// The one that waited for that script to be read.
    pub(in crate::session) fn take_unjudged(
        &mut self,
        script: &ScriptPath,
    ) -> Option<BreakpointKey> {
        self.unjudged.take_if(|key| key.script == *script)
    }

    /// What the server should hold.
    pub(in crate::session) fn wishes(&self) -> Vec<NewBreakpoint> {
        let wanted = self.list.iter().filter(|each| each.is_wanted());
        wanted.map(|breakpoint| breakpoint.spec.on_the_wire()).collect()
    }
}
