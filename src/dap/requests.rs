//! Each request of an attached client to its own.

use super::attached::Attached;
use super::wire::{Asked, Refusal, body};
use crate::api::ids::ThreadId;
use crate::session::{Command, StepKind, ThreadCommand};
use dapts::request::{
    BreakpointLocations, Completions, ConfigurationDone, Continue, Evaluate, LoadedSources,
    Modules, Next, Pause, Restart, Scopes, SetBreakpoints, SetExceptionBreakpoints, SetExpression,
    SetVariable, Source, StackTrace, StepIn, StepInTargets, StepOut, TerminateThreads, Threads,
    Variables,
};
use dapts::{
    ContinueArguments, ContinueResponse, IRequest, NextArguments, StepInArguments,
    StepOutArguments, TerminateThreadsArguments,
};
use serde_json::Value;
use std::time::Duration;

/// Breakpoints are not waited for longer before the first storefront request leaves.
const ARMING: Duration = Duration::from_secs(10);

/// All that a client can ask for once it is attached.
const KNOWN: [&str; 23] = [
    BreakpointLocations::COMMAND,
    Completions::COMMAND,
    ConfigurationDone::COMMAND,
    Continue::COMMAND,
    Evaluate::COMMAND,
    LoadedSources::COMMAND,
    Modules::COMMAND,
    Next::COMMAND,
    Pause::COMMAND,
    Restart::COMMAND,
    Scopes::COMMAND,
    SetBreakpoints::COMMAND,
    SetExceptionBreakpoints::COMMAND,
    SetExpression::COMMAND,
    SetVariable::COMMAND,
    Source::COMMAND,
    StackTrace::COMMAND,
    StepIn::COMMAND,
    StepInTargets::COMMAND,
    StepOut::COMMAND,
    TerminateThreads::COMMAND,
    Threads::COMMAND,
    Variables::COMMAND,
];

/// A request that needs an attached client, or that nobody knows.
pub(super) fn not_attached(command: &str) -> Refusal {
    if KNOWN.contains(&command) {
        Refusal::quiet("nothing is attached yet")
    } else {
        unknown(command)
    }
}

fn unknown(command: &str) -> Refusal {
    Refusal::quiet(format!("{command} is no request of this adapter"))
}

impl Attached {
    /// Moves of threads: answered before they leave, so that no stop can overtake the answer.
    /// False for any other request.
    pub(super) fn moves(&self, asked: &Asked) -> bool {
        let moved = match asked.command.as_str() {
            Continue::COMMAND => asked.arguments().and_then(|it: ContinueArguments| {
                let thread = self.halted(it.thread_id)?;
                let response = ContinueResponse { all_threads_continued: Some(false) };
                self.out.answer::<Continue>(asked, &response);
                self.set_off(thread, ThreadCommand::Continue);
                Ok(())
            }),
            Next::COMMAND => {
                let thread = asked.arguments().map(|it: NextArguments| it.thread_id);
                self.step(asked, thread, StepKind::Over)
            }
            StepIn::COMMAND => asked.arguments().and_then(|it: StepInArguments| {
                let into = it.target_id.map(|target| self.stepping_into(target)).transpose()?;
                let thread = self.halted(it.thread_id)?;
                self.out.answer_with(asked, Value::Null);
                self.set_off(thread, into.unwrap_or(ThreadCommand::Step(StepKind::Into)));
                Ok(())
            }),
            StepOut::COMMAND => {
                let thread = asked.arguments().map(|it: StepOutArguments| it.thread_id);
                self.step(asked, thread, StepKind::Out)
            }
            TerminateThreads::COMMAND => self.terminate(asked),
            _ => return false,
        };
        if let Err(refusal) = moved {
            self.out.refuse(asked, &refusal);
        }
        true
    }

    fn step(
        &self,
        asked: &Asked,
        thread: Result<u64, Refusal>,
        kind: StepKind,
    ) -> Result<(), Refusal> {
        let thread = self.halted(thread?)?;
        self.out.answer_with(asked, Value::Null);
        self.set_off(thread, ThreadCommand::Step(kind));
        Ok(())
    }

    fn terminate(&self, asked: &Asked) -> Result<(), Refusal> {
        let wanted: TerminateThreadsArguments = asked.arguments()?;
        self.connected()?;
        let wanted: Vec<ThreadId> =
            wanted.thread_ids.unwrap_or_default().into_iter().map(ThreadId).collect();
        if wanted.is_empty() {
            return Err(Refusal::shown(
                "\"threadIds\" names no thread: each one is somebody's request",
            ));
        }
        let gone = self.desk.look(|session| {
            wanted.iter().find(|id| session.threads().get(**id).is_none()).copied()
        });
        if let Some(gone) = gone {
            return Err(Refusal::shown(format!("there is no thread {gone} any more")));
        }
        self.out.answer_with(asked, Value::Null);
        for thread in wanted {
            self.desk.command(Command::Thread(thread, ThreadCommand::Stop));
        }
        Ok(())
    }

    /// The thread, if it is halted, or in a step that may be followed by another one.
    fn halted(&self, thread: u64) -> Result<ThreadId, Refusal> {
        let id = ThreadId(thread);
        self.connected()?;
        let can_move = self.desk.look(|session| {
            session.threads().get(id).is_some_and(|it| it.is_halted() || it.is_stepping())
        });
        let refusal = || Refusal::not_stopped(format!("thread {thread} is not halted"));
        can_move.then_some(id).ok_or_else(refusal)
    }

    /// What would be sent now would never leave.
    fn connected(&self) -> Result<(), Refusal> {
        let is_attached = self.desk.look(|session| session.connection().is_attached());
        let refusal = || {
            Refusal::shown("there is no connection to the instance: nothing moves until it is back")
        };
        is_attached.then_some(()).ok_or_else(refusal)
    }

    fn set_off(&self, thread: ThreadId, command: ThreadCommand) {
        self.known().sets_off(thread);
        self.desk.command(Command::Thread(thread, command));
    }

    /// Any other request: its answer's body.
    pub(super) async fn work(&self, asked: &Asked) -> Result<Value, Refusal> {
        Ok(match asked.command.as_str() {
            Threads::COMMAND => body(&self.threads()),
            StackTrace::COMMAND => body(&self.stack_trace(&asked.arguments()?)?),
            Scopes::COMMAND => body(&self.scopes(&asked.arguments()?)?),
            Variables::COMMAND => body(&self.variables(asked.arguments()?).await?),
            StepInTargets::COMMAND => body(&self.step_in_targets(asked.arguments()?).await?),
            Evaluate::COMMAND => body(&self.evaluate(asked.arguments()?).await?),
            SetVariable::COMMAND => body(&self.set_variable(asked.arguments()?).await?),
            SetExpression::COMMAND => body(&self.set_expression(asked.arguments()?).await?),
            Completions::COMMAND => body(&self.completions(asked.arguments()?).await?),
            SetBreakpoints::COMMAND => body(&self.set_breakpoints(asked.arguments()?).await),
            BreakpointLocations::COMMAND => body(&self.locations(asked.arguments()?).await?),
            Source::COMMAND => body(&self.source(asked.arguments()?).await?),
            LoadedSources::COMMAND => body(&self.loaded_sources()),
            Modules::COMMAND => body(&self.modules(&asked.arguments()?)),
            // There are no filters to choose from; some clients ask all the same.
            SetExceptionBreakpoints::COMMAND | ConfigurationDone::COMMAND => Value::Null,
            Pause::COMMAND => {
                return Err(Refusal::shown(
                    "the platform can't pause a thread that runs: set a breakpoint on its way",
                ));
            }
            other => return Err(unknown(other)),
        })
    }

    /// The client has set its breakpoints: the first request of the launch configuration leaves
    /// once the server has them.
    pub(super) async fn trigger(&self) {
        let Some(request) = self.wanted.first_request().cloned() else { return };
        let armed = self.desk.until(|session| {
            let mut all = session.breakpoints().iter();
            all.all(|it| session.standing(it).is_some()).then_some(())
        });
        let _ = tokio::time::timeout(ARMING, armed).await;
        let (method, url, body) = (request.method, request.url, request.body);
        self.desk.command(Command::Request { method, url, body });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// The requests that a part of this file names.
    fn named(code: &str) -> BTreeSet<&str> {
        let mut parts: Vec<_> = code.split("::COMMAND").collect();
        parts.pop();
        let last = |part: &&str| part.trim_end_matches(char::is_alphanumeric).len();
        parts.iter().map(|part| &part[last(part)..]).collect()
    }

    #[test]
    fn what_is_done_for_an_attached_client_is_known_before() {
        let code = include_str!("requests.rs");
        let code = code.split("#[cfg(test)]").next().expect("some code");
        let (known, done) = code.split_once("impl Attached {").expect("what is done");
        assert_eq!(named(known).len(), KNOWN.len());
        // The conversation does this one: it attaches anew.
        let done = named(done).into_iter().chain(["Restart"]);
        assert_eq!(done.collect::<BTreeSet<_>>(), named(known));
    }
}
