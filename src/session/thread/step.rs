//! A step from its request to its end: breakpoints on its way that let the thread go don't end it.

use super::Thread;
use super::state::State;
use crate::session::frame::Frame;
use crate::session::time::Time;
use serde::{Deserialize, Serialize};

/// The three steps of section 3.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    /// Into the function at the location.
    Into,
    /// To the next line; at the end of a function the thread resumes.
    Over,
    /// To the caller.
    Out,
}

impl StepKind {
    /// `into`, `over` or `out`, as in the request's path.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Into => "into",
            Self::Over => "over",
            Self::Out => "out",
        }
    }
}

/// A step that somebody asked for and that has not ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session) struct Step {
    pub(in crate::session) kind: StepKind,
    pub(super) sent: Time,
    /// Where it began.
    pub(super) before: Vec<Frame>,
    /// How many halts on its way let it go.
    pub(super) passed: u32,
    /// It is on its way back from one of them: out of a frame at that depth.
    back_from: Option<usize>,
    /// It was said that it takes long.
    pub(super) told_long: bool,
}

/// What a halt means for the step under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::session) enum Reached {
    /// Its end, or there is no step.
    End,
    /// Inside of what was to be stepped over or out of: something else halts there.
    Within,
    /// Behind the function that was stepped in, at the end of which an over lets the thread run: if a breakpoint is there,
    /// it halts the thread.
    Behind,
    /// It came back from a halt on its way, and this is what leads on.
    Back(StepKind),
}

impl Step {
    /// How many frames the stack had where it began.
    pub(in crate::session) fn depth(&self) -> usize {
        self.before.len()
    }

    pub(super) const fn new(kind: StepKind, sent: Time, before: Vec<Frame>) -> Self {
        Self { kind, sent, before, passed: 0, back_from: None, told_long: false }
    }

    /// How many frames beside its own a step out has left: callers whose statement ended too.
    pub(super) fn callers_ended(&self, frames: &[Frame]) -> usize {
        match self.kind {
            StepKind::Out => self.before.len().saturating_sub(frames.len() + 1),
            StepKind::Over | StepKind::Into => 0,
        }
    }

    /// Whether the function where it began has ended.
    fn is_behind(&self, frames: &[Frame]) -> bool {
        let (Some((now, callers)), Some((then, before))) =
            (frames.split_first(), self.before.split_first())
        else {
            return false;
        };
        let is_same = now.script == then.script && now.function == then.function;
        !is_same || callers != before
    }

    fn reached(&self, frames: &[Frame]) -> Reached {
        let (start, depth) = (self.before.len(), frames.len());
        let is_within = match self.kind {
            StepKind::Over => depth > start,
            StepKind::Out => depth >= start,
            StepKind::Into => false,
        };
        let is_behind = self.kind == StepKind::Over && !is_within && self.is_behind(frames);
        let is_back = self.back_from.is_some_and(|from| depth < from);
        let is_on_its_line = depth == start && frames.first() == self.before.first();
        match (is_within, is_back) {
            (true, true) => Reached::Back(StepKind::Out),
            (true, false) => Reached::Within,
            (false, _) if is_behind => Reached::Behind,
            (false, true) if self.kind == StepKind::Over && is_on_its_line => {
                Reached::Back(StepKind::Over)
            }
            (false, _) => Reached::End,
        }
    }
}

impl Thread {
    /// The step that has not ended.
    pub(in crate::session) const fn step(&self) -> Option<&Step> {
        self.step.as_ref()
    }

    /// Where the step under way began.
    pub(in crate::session) fn step_began(&self) -> Option<&Frame> {
        self.step.as_ref()?.before.first()
    }

    /// It has ended somewhere on the way to here.
    pub(in crate::session) fn forget_step(&mut self) {
        self.step = None;
    }

    /// What it means for the step under way that the thread is halted there.
    pub(in crate::session) fn reached(&self, frames: &[Frame]) -> Reached {
        let moves = matches!(self.state, State::Moving(_) | State::Running { .. });
        let step = self.step.as_ref().filter(|_| moves);
        step.map_or(Reached::End, |step| step.reached(frames))
    }

    /// The next part of the step under way leaves from where the thread is.
    pub(super) fn leads_on(&mut self, kind: StepKind) {
        let depth = self.frames.len();
        if let Some(step) = &mut self.step {
            step.back_from = (kind == StepKind::Out).then_some(depth);
        }
    }
}
