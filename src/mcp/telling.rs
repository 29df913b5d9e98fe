//! Each stop told whole, each line of output with its place.

use super::remedy::remedy_words;
use super::sessions::DebugSession;
use super::shapes::{self, VALUE};
use super::stops::{Said, Stop};
use crate::session::{Command, Difference, Halt, NoticeKind, Session, Source, Spot, Variable};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Duration;

/// So many variables are told with a stop.
const LOCALS: usize = 50;
/// So many differences to the stop before.
const CHANGED: usize = 30;
/// Lines of source before and after the current one.
const AROUND: u32 = 2;
/// A stop is told without what can't be read in this time.
const READING: Duration = Duration::from_secs(10);

impl DebugSession {
    /// A stop, whole: where, the source around it, stack, locals, what changed since the last stop
    /// in the same function, how long the thread lives.
    pub(super) async fn stop_told(&self, stop: Stop) -> Value {
        let spot = Spot { thread: stop.thread, frame: 0 };
        let variables = tokio::time::timeout(READING, self.desk.variables(spot)).await;
        self.read_source(stop).await;
        let mut told = self.desk.look(|session| place_told(session, stop));
        match variables {
            Ok(Ok(variables)) => {
                let locals: Vec<&Variable> = variables.list.iter().take(LOCALS).collect();
                let locals = self.variables_told(spot, &locals, VALUE).await;
                told["locals_left_out"] = (variables.total - locals.len() as u64).into();
                told["locals"] = locals.into();
                told["changed"] = self.desk.look(|session| self.changed(session, stop)).into();
            }
            Ok(Err(failure)) => told["locals_failed"] = failure.to_string().into(),
            Err(_) => told["locals_failed"] = "the server did not answer in time".into(),
        }
        told
    }

    async fn read_source(&self, stop: Stop) {
        let script = self
            .desk
            .look(|session| session.history().get(stop.halt)?.top().map(|top| top.script.clone()));
        let Some(script) = script else { return };
        self.desk.command(Command::OpenSource(script.clone()));
        let read = self.desk.until(|session| {
            let source = session.sources().get(&script)?;
            (source.state != crate::session::SourceState::Loading).then_some(())
        });
        let _ = tokio::time::timeout(READING, read).await;
    }

    /// What differs from the thread's last stop in the same function: between two functions every
    /// name would.
    fn changed(&self, session: &Session, stop: Stop) -> Vec<Value> {
        let place = |halt: &Halt| halt.top().map(|top| (top.tree_key(), halt.frames.len()));
        let here = session.history().get(stop.halt).and_then(place);
        let mut halts = session.history().halts().rev();
        let before =
            halts.find(|it| it.thread == stop.thread && it.number < stop.halt && place(it) == here);
        let compared = before.and_then(|before| session.compare(before.number, stop.halt).ok());
        let differences = compared.map(|it| it.differences).unwrap_or_default();
        differences.iter().take(CHANGED).map(|it| self.difference(it)).collect()
    }

    /// What was said: a text, and for a log point who came by where.
    pub(super) fn said(&self, said: &Said) -> Value {
        let text = self.masks.text(&said.text);
        let mut told = json!({ "kind": kind(said.kind), "text": text });
        if let Some(logged) = &said.logged {
            told["thread_id"] = logged.thread.0.into();
            let location = |session: &Session| shapes::location(session, &logged.frame);
            told["location"] = self.desk.look(location);
            told["breakpoint_id"] = logged.breakpoint.0.into();
        }
        if let Some(words) = said.remedy.and_then(remedy_words) {
            told["hint"] = words.into();
        }
        told
    }

    pub(super) fn difference(&self, it: &Difference) -> Value {
        let path = it.name.split_once('.').map_or(it.name.as_str(), |(_, path)| path);
        let text =
            |value: &Option<Arc<str>>| value.as_ref().map(|value| self.masks.value(path, value));
        let (older, newer) = (text(&it.older), text(&it.newer));
        let begin = match (&older, &newer) {
            (Some(older), Some(newer)) => shapes::begin_to_differ(older, newer, VALUE),
            _ => 0,
        };
        let part = |text: Option<String>| text.map(|text| shapes::part(&text, begin, VALUE));
        json!({ "name": it.name, "older": part(older), "newer": part(newer) })
    }
}

fn place_told(session: &Session, stop: Stop) -> Value {
    let frames = session.history().get(stop.halt).map(|halt| halt.frames.clone());
    let frames = frames.unwrap_or_default();
    let top = frames.first();
    let source = top.and_then(|top| session.sources().get(&top.script));
    let left = session.countdown(stop.thread, session.now()).map(|left| left.remaining);
    json!({
        "halted": true,
        "timed_out": false,
        "cursor": stop.cursor,
        "halt": stop.halt,
        "thread_id": stop.thread,
        "reason": stop.reason.as_str(),
        "location": top.map(|top| shapes::location(session, top)),
        "source": top.zip(source).map(|(top, source)| around(source, top.line.0)),
        "stack": shapes::stack(session, &frames),
        "expires_in_ms": left.map(|left| u64::try_from(left.as_millis()).unwrap_or(u64::MAX)),
    })
}

const fn kind(kind: NoticeKind) -> &'static str {
    match kind {
        NoticeKind::Done => "logpoint",
        NoticeKind::Hint => "warning",
        NoticeKind::Error => "error",
    }
}

/// Five lines of a script, the current one in the middle.
fn around(source: &Source, line: u32) -> Vec<Value> {
    let lines = line.saturating_sub(AROUND).max(1)..=line.saturating_add(AROUND);
    let told = |number: u32| {
        let text = source.line(crate::api::ids::Line(number))?;
        Some(json!({ "line": number, "text": text, "current": number == line }))
    };
    lines.filter_map(told).collect()
}
