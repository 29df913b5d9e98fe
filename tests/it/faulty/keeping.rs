//! Whether a lost thread could have been kept.
//!
//! The rule: from when the debugger has been told of the halt (or from when the thread's last sleep
//! began, if that is later) to its death, the debugger has to renew it. It is excused if
//!
//! - that was less than a quarter of the server's limit,
//! - for more than half of that time the line was not open: down, silent, refusing, or so slow that
//!   a renewal takes half of the limit to come to the server,
//! - for more than half of that time it had been told 412 or 401, which it must not put right by
//!   itself,
//! - at least three renewals were sent in that time, and none of them came to the server.

use super::truth::Loss;
use crate::testkit::proxy::{Line, Record, Target};
use serde_json::Value;
use std::time::{Duration, Instant};

/// What the screen said, and since when.
#[derive(Clone, Debug)]
pub struct Said {
    pub from: Instant,
    pub word: &'static str,
    pub waits_for_the_user: bool,
}

/// Why nobody could have kept the thread; an error says what speaks against that.
pub fn excuse(
    loss: &Loss,
    record: &Record,
    said: &[Said],
    timeout: Duration,
) -> Result<&'static str, String> {
    let Some(told) = told_at(loss, record) else { return Ok("the debugger was never told") };
    let from = told.max(loss.slept);
    let time = loss.at.saturating_duration_since(from);
    if time < timeout / 4 {
        return Ok("the debugger was told too late");
    }
    let is_closed = |line| match line {
        Line::Down | Line::Silent | Line::Refusing => true,
        Line::Slow(latency) => latency > timeout,
    };
    let closed = record.weathered(from, loss.at, is_closed);
    if closed > time / 2 {
        return Ok("the line was closed");
    }
    if barred(said, from, loss.at) > time / 2 {
        return Ok("the debugger had been told that its client or login is refused");
    }
    let tries = record.of(Target::Reset).filter(|it| (from..=loss.at).contains(&it.arrived));
    let tries = tries.count();
    if tries >= 3 {
        return Ok("three renewals in a row were lost");
    }
    Err(format!(
        "T{} died after {:.1} s with {tries} renewals; the line was closed for {:.1} s",
        loss.thread,
        time.as_secs_f64(),
        closed.as_secs_f64(),
    ))
}

/// When the debugger was first told that this thread is halted.
fn told_at(loss: &Loss, record: &Record) -> Option<Instant> {
    let restarted = loss.restarts.checked_sub(1).map(|last| record.restarts[last]);
    let exchanges = record.exchanges.iter().filter(|it| restarted.is_none_or(|at| it.arrived > at));
    let tells = |target| matches!(target, Target::ListThreads | Target::Step | Target::ReadThread);
    exchanges.filter(|it| tells(it.target)).find_map(|exchange| {
        let (at, served) = exchange.told_truly()?;
        let document: Value = serde_json::from_slice(&served.body).ok()?;
        let list = document["script_threads"].as_array().map(Vec::as_slice);
        let threads = list.unwrap_or(std::slice::from_ref(&document));
        let is_it = |thread: &Value| thread["id"] == loss.thread && thread["status"] == "halted";
        threads.iter().any(is_it).then_some(at)
    })
}

/// How long the user had to do something first.
fn barred(said: &[Said], from: Instant, to: Instant) -> Duration {
    let ends = said.iter().skip(1).map(|next| next.from).chain([to]);
    let spans =
        said.iter().zip(ends).filter(|(it, _)| it.waits_for_the_user && it.word != "CONNECTING");
    spans.map(|(it, end)| end.min(to).saturating_duration_since(it.from.max(from))).sum()
}
