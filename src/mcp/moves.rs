//! Threads that wait, step, run and end.

use super::args::{OfThread, RequestPage, RunTo, WaitForStop, limit};
use super::sessions::{DebugSession, Outcome};
use super::stops::Stop;
use crate::api::ids::ThreadId;
use crate::session::{
    Change, Command, Delivery, Exit, Failure, RequestId, Session, StepKind, StorefrontAnswer,
    Thread, ThreadCommand,
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::time::Instant;

/// The server is waited for so long to take a command.
const ANSWER: Duration = Duration::from_secs(12);

/// What became of a thread that was to move.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Moved {
    /// It halted anew.
    Stopped(Stop),
    /// It is gone.
    Exited(Exit),
    /// The server did not take it, or it never arrived.
    Stands(Option<Failure>),
    /// It stands on the same line, and nobody knows whether it has moved.
    Unsure,
    /// Nothing yet.
    Runs,
}

impl DebugSession {
    pub(super) async fn wait_for_stop(&self, wanted: &WaitForStop) -> Outcome {
        let limit = limit(wanted.timeout_ms);
        let after = wanted.after.unwrap_or_default();
        let mut told = match self.stops.next(after, &self.desk, limit).await {
            Some(stop) => self.stop_told(stop).await,
            None => json!({
                "halted": false,
                "timed_out": true,
                "cursor": after.max(self.stops.last()),
                "hint": self.desk.look(why_no_stop),
            }),
        };
        let until = told["cursor"].as_u64().unwrap_or(u64::MAX);
        let output = self.stops.output(after, until).into_iter();
        told["output"] = output.map(|said| self.said(&said)).collect::<Vec<_>>().into();
        Ok(told)
    }

    pub(super) async fn go_on(&self, wanted: &OfThread) -> Outcome {
        let thread = ThreadId(wanted.thread_id);
        let cursor = self.stops.last();
        let command = Command::Thread(thread, ThreadCommand::Continue);
        let taken = |change: &Change| match change {
            Change::MoveAnswered { thread: id, outcome: Ok(()) } if *id == thread => {
                Some(Moved::Runs)
            }
            _ => moved(change, thread),
        };
        match self.followed(thread, command, ANSWER, taken).await? {
            Moved::Stands(failure) => Err(stands(thread, "continue", failure)),
            Moved::Unsure => Err(may_have_moved(thread, "continue")),
            Moved::Stopped(_) | Moved::Exited(_) | Moved::Runs => {
                Ok(json!({ "thread_id": thread, "status": "running", "cursor": cursor }))
            }
        }
    }

    pub(super) async fn step(&self, wanted: &OfThread, kind: StepKind) -> Outcome {
        let action = format!("step_{}", kind.as_str());
        let thread = ThreadId(wanted.thread_id);
        let command = Command::Thread(thread, ThreadCommand::Step(kind));
        let moved = self.after(thread, command, limit(wanted.timeout_ms)).await?;
        self.moved_told(thread, &action, moved).await
    }

    pub(super) async fn run_to(&self, wanted: &RunTo) -> Outcome {
        let thread = ThreadId(wanted.thread_id);
        let key = self.key(&wanted.file, wanted.line.get()).map_err(|error| error.to_string())?;
        let command = ThreadCommand::RunTo { script: key.script, line: key.line };
        let command = Command::Thread(thread, command);
        let moved = self.after(thread, command, limit(wanted.timeout_ms)).await?;
        self.moved_told(thread, "run_to", moved).await
    }

    pub(super) async fn stop_thread(&self, wanted: &OfThread) -> Outcome {
        let thread = ThreadId(wanted.thread_id);
        let command = Command::Thread(thread, ThreadCommand::Stop);
        let moved = self.after(thread, command, limit(wanted.timeout_ms)).await?;
        self.moved_told(thread, "stop", moved).await
    }

    /// What becomes of a thread after a command: never a stop that was there before.
    async fn after(
        &self,
        thread: ThreadId,
        command: Command,
        limit: Duration,
    ) -> Result<Moved, String> {
        self.followed(thread, command, limit, |change| moved(change, thread)).await
    }

    /// What a command leads to, as the first change tells it that says something.
    async fn followed(
        &self,
        thread: ThreadId,
        command: Command,
        limit: Duration,
        look: impl Fn(&Change) -> Option<Moved>,
    ) -> Result<Moved, String> {
        let mut changes = self.desk.changes();
        self.halted(thread)?;
        self.desk.command(command);
        let end = Instant::now() + limit;
        loop {
            let batch = match tokio::time::timeout_at(end, changes.next()).await {
                Err(_) => return Ok(Moved::Runs),
                Ok(None) => return Err("the session has ended.".to_owned()),
                Ok(Some(batch)) => batch,
            };
            match batch.iter().find_map(&look) {
                Some(Moved::Stopped(stop)) => {
                    return Ok(Moved::Stopped(self.stops.numbered(stop).await));
                }
                Some(moved) => return Ok(moved),
                None => {}
            }
        }
    }

    /// Only a halted thread can be asked or moved.
    pub(super) fn halted(&self, thread: ThreadId) -> Result<(), String> {
        self.desk.look(|session| {
            if !session.connection().is_attached() {
                let word = session.state_word(None).as_str();
                return Err(format!(
                    "the session is {word}: nothing can be asked or moved until it is attached again. Wait, or attach with debug_reattach."
                ));
            }
            let is_halted = session.threads().get(thread).is_some_and(Thread::is_halted);
            is_halted.then_some(()).ok_or_else(|| {
                format!("thread {thread} is not halted. Wait for a stop with debug_wait_for_stop.")
            })
        })
    }

    /// The stop that followed, whole; else what became of the thread.
    async fn moved_told(&self, thread: ThreadId, action: &str, moved: Moved) -> Outcome {
        let mut told = match moved {
            Moved::Stopped(stop) => self.stop_told(stop).await,
            Moved::Exited(how) => json!({
                "halted": false, "timed_out": false, "status": "exited", "how": how.as_str(),
                "hint": exit_hint(how, action),
            }),
            Moved::Stands(failure) => return Err(stands(thread, action, failure)),
            Moved::Unsure => return Err(may_have_moved(thread, action)),
            Moved::Runs => json!({
                "halted": false, "timed_out": true, "status": "running",
                "hint": "the thread still runs; wait on with debug_wait_for_stop and this cursor",
            }),
        };
        if told.get("cursor").is_none() {
            told["cursor"] = self.stops.last().into();
        }
        told["thread_id"] = thread.0.into();
        told["action"] = action.into();
        Ok(told)
    }

    /// A storefront request beside everything else.
    pub(super) async fn request(&self, wanted: &RequestPage) -> Outcome {
        let method = wanted.method.as_deref().unwrap_or("GET");
        let limit = wanted.timeout_ms.map(|timeout| limit(Some(timeout))).unwrap_or_default();
        let mut sent = self.send(method, &wanted.url, wanted.body.clone())?;
        let outcome = sent.answer(limit).await;
        let mut told = json!({ "request_id": sent.id.0, "cursor": self.stops.last() });
        match outcome {
            Some(outcome) => self.answer_told(&mut told, outcome),
            None => told["status"] = Value::Null,
        }
        Ok(told)
    }

    pub(super) fn answer_told(&self, told: &mut Value, outcome: Result<StorefrontAnswer, Failure>) {
        match outcome {
            Ok(answer) => {
                told["status"] = answer.status.into();
                told["took_ms"] = u64::try_from(answer.took.as_millis()).unwrap_or(u64::MAX).into();
                told["size"] = answer.size.into();
                for (name, said) in answer.remarks() {
                    told[name] = self.masks.text(said).into();
                }
                let lines = answer.first_lines.iter().map(|line| self.masks.text(line));
                told["first_lines"] = lines.collect::<Vec<_>>().into();
            }
            Err(failure) => told["failed"] = failure.to_string().into(),
        }
    }

    /// Sends a request; its answer can be waited for.
    pub(super) fn send(
        &self,
        method: &str,
        url: &str,
        body: Option<String>,
    ) -> Result<Sent, String> {
        let changes = self.desk.changes();
        let (method, url) = (method.to_owned(), url.to_owned());
        let batch = self.desk.command(Command::Request { method, url, body });
        let id = batch.iter().find_map(|change| match change {
            Change::Requested { id } => Some(*id),
            _ => None,
        });
        let id = id.ok_or_else(|| {
            let notice = self.desk.look(|session| session.notice().map(|it| it.text.clone()));
            notice.unwrap_or_else(|| "the request was not sent.".to_owned())
        })?;
        Ok(Sent { id, changes })
    }
}

/// A request under way.
pub(super) struct Sent {
    id: RequestId,
    changes: crate::runtime::Changes,
}

impl Sent {
    pub(super) const fn id(&self) -> RequestId {
        self.id
    }

    /// The page, if it comes in time.
    pub(super) async fn answer(
        &mut self,
        limit: Duration,
    ) -> Option<Result<StorefrontAnswer, Failure>> {
        let answered = async {
            loop {
                let batch = self.changes.next().await?;
                let found = batch.iter().find_map(|change| match change {
                    Change::RequestFinished { id, outcome } if *id == self.id => {
                        Some(outcome.clone())
                    }
                    _ => None,
                });
                if found.is_some() {
                    return found;
                }
            }
        };
        tokio::time::timeout(limit, answered).await.ok().flatten()
    }
}

fn moved(change: &Change, thread: ThreadId) -> Option<Moved> {
    match change {
        Change::Stopped { thread: id, reason, halt, .. } if *id == thread => {
            Some(Moved::Stopped(Stop { cursor: 0, thread, halt: *halt, reason: *reason }))
        }
        Change::Exited { thread: id, how } if *id == thread => Some(Moved::Exited(*how)),
        Change::Stood { thread: id, may_have_moved } if *id == thread => {
            Some(if *may_have_moved { Moved::Unsure } else { Moved::Stands(None) })
        }
        // A lost answer says nothing: the next list does.
        Change::MoveAnswered { thread: id, outcome: Err(failure) }
            if *id == thread && failure.delivery != Delivery::Unknown =>
        {
            Some(Moved::Stands(Some(failure.clone())))
        }
        _ => None,
    }
}

fn stands(thread: ThreadId, action: &str, failure: Option<Failure>) -> String {
    let why = failure.map_or_else(|| "it did not arrive".to_owned(), |it| it.to_string());
    format!("{action} was not done: {why}. Thread {thread} stands where it stood.")
}

fn may_have_moved(thread: ThreadId, action: &str) -> String {
    format!(
        "the answer of {action} was lost. Thread {thread} stands on the same line: it stayed there, or has come round to it. Read its variables anew before you go on."
    )
}

/// What keeps everything from halting, as far as can be told.
pub(super) fn why_no_stop(session: &Session) -> String {
    if !session.connection().is_attached() {
        let word = session.state_word(None).as_str();
        return format!(
            "the session is {word}: nothing halts until it is attached again with debug_reattach"
        );
    }
    if session.breakpoints().armed() == 0 {
        return "no breakpoint is armed: set one with debug_set_breakpoints".to_owned();
    }
    let halted: Vec<String> = session
        .threads()
        .iter()
        .filter(|it| it.is_halted())
        .map(|it: &Thread| it.id().to_string())
        .collect();
    if !halted.is_empty() {
        return format!("nothing new; still halted: thread {}", halted.join(", "));
    }
    let mut standings = session
        .breakpoints()
        .iter()
        .filter_map(|it| Some((it.key(), session.standing(it)?)))
        .filter_map(|(key, it)| Some((it.verified, format!("{key}: {}", it.message?))));
    if let Some(request) = session.requests().may_come_by() {
        let title = request.title();
        let unverified = standings.find(|(verified, _)| !verified);
        let more = unverified.map(|(_, why)| format!("; but {why}")).unwrap_or_default();
        return format!(
            "{title} is not answered yet and may still come by: wait on with this cursor{more}"
        );
    }
    let general =
        "no request has come by: send one with debug_request, or wait on with this cursor";
    let known = standings.next().map(
        |(verified, why)| {
            if verified { format!("{general}; {why}") } else { why }
        },
    );
    known.unwrap_or_else(|| general.to_owned())
}

fn exit_hint(how: Exit, action: &str) -> &'static str {
    match (how, action) {
        (Exit::Finished, "step_over") => {
            "at the end of a function step_over lets the thread run on, and an error ends it; step_out halts in the caller"
        }
        (Exit::Finished, _) => "the script ran to its end",
        (Exit::Stopped | Exit::StoppedElsewhere, _) => "the script was ended with an error",
        (Exit::Expired, _) => "nothing renewed the thread in time",
        (Exit::Restarted, _) => "the server was restarted",
        (Exit::LetGo, _) => "the debugger client was removed, the thread runs on",
    }
}
