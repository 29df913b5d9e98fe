//! Logpoints and hit counts: the thread halts, is looked at and goes on, in a generation of its
//! own that is drawn only if it takes long.

use super::{Purpose, Session};
use crate::api::ids::{FrameIndex, ThreadId};
use crate::session::breakpoint::{Breakpoint, BreakpointKey};
use crate::session::console::ConsoleLine;
use crate::session::effect::Request;
use crate::session::thread::{Frame, Phase, Thread, ThreadState};
use crate::session::time::Time;
use std::time::Duration;

/// From here on a thread that passes is drawn as halted.
const DRAWN_AFTER: Duration = Duration::from_millis(300);

/// A thread at a logpoint or an early hit.
#[derive(Clone, Debug)]
pub(super) struct Passing {
    since: Time,
    key: BreakpointKey,
    parts: Vec<Part>,
    goes_on: bool,
    drawn: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Expression(String),
}

impl Session {
    /// Whether this halt goes on by itself.
    pub(super) fn begin_passing(&mut self, id: ThreadId, frames: &[Frame]) -> bool {
        let Some(key) = self.breakpoint_at(frames.first()) else { return false };
        let run_to_here = self.breakpoints.one_shot_at(id, frames.first());
        if run_to_here || !self.breakpoints.get(&key).is_some_and(Breakpoint::will_pass) {
            return false;
        }
        let now = self.now;
        let limit = self.options.halt_timeout;
        if let Some(thread) = self.threads.get_mut(id) {
            thread.frames = frames.to_vec();
            thread.selected_frame = 0;
            thread.position.0 += 1;
            thread.phase = Phase::Settled;
            thread.lives_until = Some(thread.seen_running.max(thread.moved_at) + limit);
        }
        self.count_hit_at(&key, frames.first());
        let parts = self.log_parts(&key);
        let passing = Passing { since: now, key, parts, goes_on: true, drawn: false };
        self.passing.insert(id, passing);
        self.evaluate_parts(id);
        true
    }

    /// A halt on a breakpoint's line is a hit. Returns whether there is one; a logpoint that was
    /// stepped on logs without letting the thread go.
    pub(super) fn count_hit(&mut self, id: ThreadId) -> bool {
        let top = self.threads.get(id).and_then(|thread| thread.top().cloned());
        let Some(key) = self.breakpoint_at(top.as_ref()) else { return false };
        self.count_hit_at(&key, top.as_ref());
        let parts = self.log_parts(&key);
        let logs = !parts.is_empty();
        if logs {
            let now = self.now;
            let passing = Passing { since: now, key, parts, goes_on: false, drawn: true };
            self.passing.insert(id, passing);
            self.evaluate_parts(id);
        }
        !logs
    }

    fn count_hit_at(&mut self, key: &BreakpointKey, top: Option<&Frame>) {
        let now = self.now;
        let Some(breakpoint) = self.breakpoints.get_mut(key) else { return };
        breakpoint.hits = breakpoint.hits.saturating_add(1);
        breakpoint.last_hit = Some(now);
        breakpoint.slid_to = top.map(|frame| frame.line).filter(|line| *line != key.line);
    }

    /// The armed breakpoint that stands at a location, or the nearest one that the server may
    /// have slid there: one whose line is known to hold no code.
    fn breakpoint_at(&self, top: Option<&Frame>) -> Option<BreakpointKey> {
        let top = top?;
        let armed = || self.breakpoints.of_script(&top.script).filter(|each| each.spec.enabled);
        let exact = armed().find(|each| each.key().line == top.line);
        let slid = || armed().find(|each| each.slid_to == Some(top.line));
        let source = self.sources.get(&top.script);
        let nearest = || {
            armed()
                .filter(|each| source.is_some_and(|source| !source.has_code(each.key().line)))
                .filter(|each| each.key().line < top.line)
                .max_by_key(|each| each.key().line)
        };
        exact.or_else(slid).or_else(nearest).map(|each| each.key().clone())
    }

    fn log_parts(&self, key: &BreakpointKey) -> Vec<Part> {
        let Some(breakpoint) = self.breakpoints.get(key) else { return Vec::new() };
        let early = breakpoint.spec.from_hit.is_some_and(|from| breakpoint.hits < from);
        match &breakpoint.spec.log {
            Some(text) if !early => parts_of(text),
            _ => Vec::new(),
        }
    }

    fn evaluate_parts(&mut self, id: ThreadId) {
        let Some(place) = self.threads.get(id).map(Thread::place) else { return };
        let Some(passing) = self.passing.get(&id) else { return };
        let expressions: Vec<(usize, String)> = passing
            .parts
            .iter()
            .enumerate()
            .filter_map(|(index, part)| match part {
                Part::Expression(text) => Some((index, text.clone())),
                Part::Text(_) => None,
            })
            .collect();
        for (index, expression) in &expressions {
            self.call(
                Purpose::LogText { thread: id, index: *index },
                Some(place),
                Request::Eval { thread: id, frame: FrameIndex(0), expression: expression.clone() },
            );
        }
        if expressions.is_empty() {
            self.pass(id);
        }
    }

    pub(super) fn log_text(&mut self, id: ThreadId, index: usize, text: String) {
        let Some(passing) = self.passing.get_mut(&id) else { return };
        if let Some(part) = passing.parts.get_mut(index) {
            *part = Part::Text(text);
        }
        if passing.parts.iter().all(|part| matches!(part, Part::Text(_))) {
            self.pass(id);
        }
    }

    /// Everything is evaluated: one console line, and the thread goes on.
    fn pass(&mut self, id: ThreadId) {
        let Some(passing) = self.passing.remove(&id) else { return };
        if !passing.parts.is_empty() {
            let text = passing.parts.iter().map(Part::text).collect();
            let place = passing.key.to_string();
            let halt = self.threads.get(id).and_then(|thread| thread.halt);
            let line = ConsoleLine::Logpoint { place, text };
            self.console.push(self.now, line, Some(id), halt);
        }
        if passing.goes_on {
            self.resume(id);
        }
    }

    pub(super) fn passing_due(&self) -> Option<Time> {
        let hidden = self.passing.values().filter(|passing| !passing.drawn);
        hidden.map(|passing| passing.since + DRAWN_AFTER).min()
    }

    pub(super) fn draw_passing_if_due(&mut self) {
        let now = self.now;
        for (id, passing) in &mut self.passing {
            if !passing.drawn && passing.since + DRAWN_AFTER <= now {
                passing.drawn = true;
                if let Some(thread) = self.threads.get_mut(*id) {
                    thread.state = ThreadState::Halted;
                    thread.halted_since = Some(passing.since);
                }
            }
        }
    }
}

impl Part {
    fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Expression(text) => text,
        }
    }
}

/// `added {qty}` → text and expressions; `{{` is a brace, an unclosed one is text.
fn parts_of(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('{') {
        plain.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        if let Some(after) = after.strip_prefix('{') {
            plain.push('{');
            rest = after;
        } else if let Some(end) = closing_brace(after) {
            parts.push(Part::Text(std::mem::take(&mut plain)));
            parts.push(Part::Expression(after[..end].to_owned()));
            rest = &after[end + 1..];
        } else {
            plain.push('{');
            rest = after;
        }
    }
    plain.push_str(rest);
    parts.push(Part::Text(plain));
    parts.retain(|part| *part != Part::Text(String::new()));
    if parts.is_empty() { vec![Part::Text(String::new())] } else { parts }
}

/// Where the expression's own braces are balanced.
fn closing_brace(text: &str) -> Option<usize> {
    let mut depth = 0_u32;
    for (at, character) in text.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth == 0 => return Some(at),
            '}' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(text: &str) -> Part {
        Part::Text(text.to_owned())
    }

    fn expression(text: &str) -> Part {
        Part::Expression(text.to_owned())
    }

    #[test]
    fn log_texts_hold_expressions_in_braces() {
        assert_eq!(parts_of("added {qty}"), [text("added "), expression("qty")]);
        assert_eq!(parts_of("{a}{b}"), [expression("a"), expression("b")]);
        assert_eq!(parts_of("{{a} {b"), [text("{a} {b")]);
        assert_eq!(parts_of("{f({a: 1})}!"), [expression("f({a: 1})"), text("!")]);
        assert_eq!(parts_of(""), [text("")]);
    }
}
