//! Log points and hit counts: the thread halts, is looked at and goes on, in a generation of its
//! own that is drawn only if it takes long.

use super::super::Session;
use super::super::breakpoint::{Breakpoint, BreakpointKey, Fact, Life};
use super::super::calls::Purpose;
use super::super::change::{Change, Logged};
use super::super::expression::without_place;
use super::super::failure::Failure;
use super::super::frame::At;
use super::super::frame::Frame;
use super::super::frame::Spot;
use super::super::notice::NoticeKind;
use super::super::source::LineCode;
use super::super::telling::told;
use super::super::thread::Thread;
use super::super::time::Time;
use super::console::ConsoleLine;
use crate::api::debugger::EvalResult;
use crate::api::ids::ThreadId;
use std::collections::HashMap;
use std::time::Duration;

/// From here on a thread that passes is drawn as halted.
const DRAWN_AFTER: Duration = Duration::from_millis(300);

/// A thread at a log point or an early hit.
#[derive(Clone, Debug)]
struct Passing {
    since: Time,
    key: BreakpointKey,
    logged: Option<Logged>,
    parts: Vec<Part>,
    goes_on: GoesOn,
    drawn: bool,
}

/// Whether the thread is let go when everything is evaluated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoesOn {
    Yes,
    /// It was stepped here.
    No,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Part {
    Text(String),
    Expression(String),
}

/// All threads that are at one.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct Passings(HashMap<ThreadId, Passing>);

impl Passings {
    pub(in crate::session) fn forget(&mut self, id: ThreadId) {
        self.0.remove(&id);
    }

    pub(in crate::session) fn due(&self) -> Option<Time> {
        let hidden = self.0.values().filter(|passing| !passing.drawn);
        hidden.map(|passing| passing.since + DRAWN_AFTER).min()
    }
}

impl Session {
    /// Whether this halt goes on by itself.
    pub(in crate::session) fn begin_passing(&mut self, id: ThreadId, frames: &[Frame]) -> bool {
        let Some(key) = self.passes_at(id, frames.first()) else { return false };
        let (now, moment) = (self.cx.now(), self.cx.calls.moment());
        if let Some(thread) = self.threads.get_mut(id) {
            thread.passes(frames.to_vec(), now, moment);
        }
        let logged = self.logged(id, &key, frames.first());
        let parts = self.hit(&key, id, frames.first());
        let goes_on = GoesOn::Yes;
        let passing = Passing { since: now, key, logged, parts, goes_on, drawn: false };
        self.passings.0.insert(id, passing);
        self.evaluate_parts(id);
        true
    }

    /// The breakpoint that lets a thread go which halts there, if it does.
    pub(in crate::session) fn passes_at(
        &self,
        id: ThreadId,
        top: Option<&Frame>,
    ) -> Option<BreakpointKey> {
        let key = self.breakpoint_at(top)?;
        let run_to_here = self.breakpoints.one_shot_at(id, top).is_some();
        let will_pass = |breakpoint: &Breakpoint| breakpoint.will_pass(id);
        (!run_to_here && self.breakpoints.get(&key).is_some_and(will_pass)).then_some(key)
    }

    /// A halt on a breakpoint's line is a hit. Returns whether there is one; a log point that was
    /// stepped on logs without letting the thread go.
    pub(in crate::session) fn count_hit(&mut self, id: ThreadId) -> bool {
        let top = self.threads.get(id).and_then(|thread| thread.top().cloned());
        let Some(key) = self.breakpoint_at(top.as_ref()) else { return false };
        if !self.breakpoints.get(&key).is_some_and(|it| it.lets_in(id)) {
            return false;
        }
        let halts = self.breakpoints.get(&key).is_some_and(|it| it.spec.also_halts);
        let logged = self.logged(id, &key, top.as_ref());
        let parts = self.hit(&key, id, top.as_ref());
        let logs = !parts.is_empty();
        if logs {
            let (since, goes_on) = (self.cx.now(), GoesOn::No);
            let passing = Passing { since, key, logged, parts, goes_on, drawn: true };
            self.passings.0.insert(id, passing);
            self.evaluate_parts(id);
        }
        !logs || halts
    }

    fn logged(&self, thread: ThreadId, key: &BreakpointKey, top: Option<&Frame>) -> Option<Logged> {
        let breakpoint = self.breakpoints.get(key)?.number;
        Some(Logged { thread, frame: top?.clone(), breakpoint })
    }

    /// Counts a hit, arms what waits for it, ends what is there for one halt. Gives what is to be
    /// logged; a request that the breakpoint doesn't mean leaves no trace.
    fn hit(&mut self, key: &BreakpointKey, id: ThreadId, top: Option<&Frame>) -> Vec<Part> {
        let Some(breakpoint) = self.breakpoints.get_mut(key).filter(|it| it.lets_in(id)) else {
            return Vec::new();
        };
        breakpoint.was_hit(id, top.map(|frame| frame.line));
        self.cx.tell(Change::Breakpoint { number: breakpoint.number });
        if !breakpoint.halts_now(id) {
            return Vec::new();
        }
        let parts = breakpoint.spec.log.as_deref().map(parts_of).unwrap_or_default();
        let is_over = breakpoint.spec.life == Life::Once;
        self.let_in(key, id);
        if is_over {
            self.take_away(key);
        }
        parts
    }

    /// The breakpoint that stands at a location, or the nearest one that the server may have slid
    /// there: one whose line is known to hold no code, while nobody knows where it slides.
    pub(in crate::session) fn breakpoint_at(&self, top: Option<&Frame>) -> Option<BreakpointKey> {
        let top = top?;
        let may_halt =
            |each: &&Breakpoint| each.spec.enabled && !matches!(each.fact, Fact::Refused(_));
        let armed = || self.breakpoints.of_script(&top.script).filter(may_halt);
        let exact = armed().find(|each| each.key().line == top.line);
        let slid = || armed().find(|each| each.slid_to == Some(top.line));
        let code = self.sources.code(&top.script);
        let slides = || armed().find(|each| code.at(each.key().line) == LineCode::Slides(top.line));
        let is_blank = |line| self.sources.has_code(&top.script, line) == Some(false);
        let slides_elsewhere = |each: &&Breakpoint| {
            let line = code.at(each.key().line);
            each.slid_to.is_some()
                || matches!(
                    line,
                    LineCode::Slides(_) | LineCode::Nowhere | LineCode::PastEnd { .. }
                )
        };
        let nearest = || {
            armed()
                .filter(|each| is_blank(each.key().line) && !slides_elsewhere(each))
                .filter(|each| each.key().line < top.line)
                .max_by_key(|each| each.key().line)
        };
        exact.or_else(slid).or_else(slides).or_else(nearest).map(|each| each.key().clone())
    }

    fn evaluate_parts(&mut self, id: ThreadId) {
        let Some(at) = self.at(Spot { thread: id, frame: 0 }) else { return };
        let Some(passing) = self.passings.0.get(&id) else { return };
        let parts = passing.parts.iter().enumerate();
        let expressions: Vec<(usize, String)> = parts
            .filter_map(|(part, text)| match text {
                Part::Expression(text) => Some((part, text.clone())),
                Part::Text(_) => None,
            })
            .collect();
        if expressions.is_empty() {
            return self.pass(id);
        }
        for (part, expression) in expressions {
            self.cx.call(Purpose::LogText { at, part, expression });
        }
    }

    pub(in crate::session) fn log_text(
        &mut self,
        at: At,
        (part, expression): (usize, &str),
        outcome: Result<EvalResult, Failure>,
    ) {
        let id = at.place.thread;
        let text = match outcome {
            Ok(result) => {
                let told = told(expression, &result);
                let shown = told.shown();
                let shown = if told.is_error() { without_place(&shown) } else { shown.as_ref() };
                shown.to_owned()
            }
            Err(failure) => format!("<{}>", failure.cause),
        };
        let Some(passing) = self.passings.0.get_mut(&id) else { return };
        if let Some(part) = passing.parts.get_mut(part) {
            *part = Part::Text(text);
        }
        if passing.parts.iter().all(|part| matches!(part, Part::Text(_))) {
            self.pass(id);
        }
        self.ran(id, expression);
    }

    /// Everything is evaluated: one console line, and the thread goes on.
    fn pass(&mut self, id: ThreadId) {
        let Some(passing) = self.passings.0.remove(&id) else { return };
        if !passing.parts.is_empty() {
            let text: String = passing.parts.iter().map(Part::text).collect();
            let place = passing.key.to_string();
            let halt = self.threads.get(id).and_then(Thread::halt);
            let (kind, logged) = (NoticeKind::Done, passing.logged);
            self.cx.tell(Change::Output { kind, text: text.clone(), logged, remedy: None });
            let line = ConsoleLine::Logpoint { place, text };
            self.console.push(line, halt);
        }
        if passing.goes_on == GoesOn::Yes && !self.moves_from_log_point(id) {
            self.let_pass(id);
        }
    }

    pub(in crate::session) fn draw_passing_if_due(&mut self) {
        let now = self.cx.now();
        for (id, passing) in &mut self.passings.0 {
            if !passing.drawn && passing.since + DRAWN_AFTER <= now {
                passing.drawn = true;
                if let Some(thread) = self.threads.get_mut(*id) {
                    thread.draw_passing();
                    self.cx.tell(Change::StackChanged { thread: *id });
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

/// `added {qty}` → text and expressions; `{{` and `}}` are braces, an unclosed one is text.
fn parts_of(text: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        plain.push_str(&rest[..at]);
        let (brace, after) = rest[at..].split_at(1);
        if let Some(after) = after.strip_prefix(brace) {
            plain.push_str(brace);
            rest = after;
        } else if brace == "}" {
            plain.push_str(brace);
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

/// Where the expression ends: behind its own braces, and those in its texts.
fn closing_brace(text: &str) -> Option<usize> {
    let mut open = Vec::new();
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        match (open.last(), character) {
            (None, '}') => return Some(at),
            (Some('"' | '\'' | '`'), '\\') => drop(characters.next()),
            (Some('`'), '$') if characters.next_if(|(_, next)| *next == '{').is_some() => {
                open.push('{');
            }
            (Some(quote @ ('"' | '\'' | '`')), end) if *quote == end => drop(open.pop()),
            (Some('"' | '\'' | '`'), _) => {}
            (Some('{'), '}') => drop(open.pop()),
            (_, opening @ ('"' | '\'' | '`' | '{')) => open.push(opening),
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
        assert_eq!(parts_of("{{a}} {b}}}"), [text("{a} "), expression("b"), text("}")]);
        assert_eq!(parts_of("{f({a: 1})}!"), [expression("f({a: 1})"), text("!")]);
        assert_eq!(parts_of(""), [text("")]);
        assert_eq!(parts_of(r#"{"}"}!"#), [expression(r#""}""#), text("!")]);
        assert_eq!(parts_of(r"{'\'}'}{b}"), [expression(r"'\'}'"), expression("b")]);
        let template = "`${a ? `}` : {b: 1}}}`";
        assert_eq!(parts_of(&format!("{{{template}}}.")), [expression(template), text(".")]);
        assert_eq!(parts_of("{a} isn't {b}"), [expression("a"), text(" isn't "), expression("b")]);
        assert_eq!(parts_of("{it's}"), [text("{it's}")]);
    }
}
