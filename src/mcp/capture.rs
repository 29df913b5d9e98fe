//! A halt captured in one call: set, trigger, wait, read, release.

use super::args::{Capture, limit};
use super::breakpoints::breakpoint_told;
use super::moves::{Sent, why_no_stop};
use super::order::Begun;
use super::sessions::{DebugSession, Outcome};
use super::stops::Stop;
use crate::runtime::{Watched, WatchedHalt};
use crate::session::{BreakpointSpec, StopReason};
use serde_json::{Value, json};
use std::pin::pin;
use std::time::Duration;

/// A request that came behind a capture waits no longer for its breakpoint: another capture of that line may have its
/// turn.
const ARMING: Duration = Duration::from_secs(15);
/// The page of a thread that was let go is waited for so long.
const PAGE: Duration = Duration::from_secs(10);
/// A result of an expression is cut here.
const RESULT: usize = 2_000;

impl DebugSession {
    /// The breakpoint and all other threads are as before on every path, also when nobody waits
    /// for the answer any more.
    pub(super) async fn capture(&self, wanted: &Capture, begun: &Begun) -> Outcome {
        let key = self.key(&wanted.file, wanted.line.get()).map_err(|error| error.to_string())?;
        let condition = wanted.condition.clone().filter(|text| !text.trim().is_empty());
        if let Some(why) = self.desk.unreadable(condition.as_deref(), &wanted.expressions) {
            return Err(format!("{why}."));
        }
        let spec = BreakpointSpec { condition, ..BreakpointSpec::plain(key.script, key.line) };
        let mut watching = pin!(self.desk.watch(spec.clone()));
        let watched = tokio::time::timeout(ARMING, &mut watching).await;
        if wanted.trigger_url.is_none() {
            begun.takes_effect();
        }
        let (mut watched, standing) = match watched {
            Ok(watched) => watched,
            Err(_) => watching.await,
        };
        let breakpoint =
            self.desk.look(|session| breakpoint_told(session, &spec.key, Some(standing)));
        let mut sent = match &wanted.trigger_url {
            Some(url) => match self.send("GET", url, None) {
                Ok(sent) => Some(sent),
                Err(cause) => {
                    watched.end().await;
                    return Err(cause);
                }
            },
            None => None,
        };
        if let Some(sent) = &sent {
            watched.until_page(sent.id());
        }
        let halt = tokio::time::timeout(limit(wanted.timeout_ms), watched.halt()).await;
        let timed_out = halt.is_err();
        let mut told = if let Some(halt) = halt.ok().flatten() {
            self.captured(wanted, watched, &halt).await
        } else {
            let hint = self.desk.look(why_no_stop);
            watched.end().await;
            json!({
                "halted": false, "timed_out": timed_out, "auto_continued": false, "hint": hint,
            })
        };
        told["breakpoint"] = breakpoint;
        self.page_told(&mut told, wanted, sent.as_mut()).await;
        Ok(told)
    }

    async fn captured(&self, wanted: &Capture, mut watched: Watched, halt: &WatchedHalt) -> Value {
        let thread = halt.spot.thread;
        // Its cursor is not known yet.
        let reason = StopReason::Breakpoint;
        let stop = Stop { cursor: 0, thread, halt: halt.halt, reason };
        let stop = self.stops.numbered(stop).await;
        let mut told = self.stop_told(stop).await;
        told["variables"] = told["locals"].clone();
        let mut evaluations = Vec::new();
        for expression in &wanted.expressions {
            evaluations.push(self.evaluated(halt.spot, expression, RESULT).await);
        }
        told["evaluations"] = evaluations.into();
        if wanted.auto_continue {
            watched.release(thread);
        } else {
            watched.hold(thread);
        }
        watched.end().await;
        let stands = self.desk.look(|session| session.is_being_released(thread));
        told["auto_continued"] = (wanted.auto_continue && !stands).into();
        if stands {
            let hint = "the server has not let the thread go yet: that is asked for again as long as the session is attached";
            told["hint"] = hint.into();
        }
        told
    }

    /// A page that a halted thread holds back is not waited for.
    async fn page_told(&self, told: &mut Value, wanted: &Capture, sent: Option<&mut Sent>) {
        let Some(sent) = sent else { return };
        let is_halted = told["halted"] == true;
        let holds = is_halted && !wanted.auto_continue;
        let limit = if holds { Duration::ZERO } else { PAGE };
        match sent.answer(limit).await {
            Some(Ok(answer)) => {
                if !is_halted {
                    told["hint"] = "the page was answered without a halt on this line".into();
                }
                told["trigger_status"] = answer.status.into();
                if let Some(error) = answer.script_error.as_ref().or(answer.refusal.as_ref()) {
                    told["trigger_error"] = self.masks.text(error).into();
                }
            }
            Some(Err(failure)) => told["trigger_failed"] = failure.to_string().into(),
            None if holds => {
                let hint = "the page is answered when the thread goes on: debug_continue";
                told["trigger_hint"] = hint.into();
            }
            None => told["trigger_hint"] = "the page has not been answered yet".into(),
        }
    }
}
