//! Each command to its own.

use super::args::{Command, Left, Move, RunTo, Then, bounded};
use super::message::{Code, Id, Outcome, Refusal};
use super::moves::Verb;
use super::server::{After, Server};
use super::span::Span;
use super::{ask, breakpoints, capture, connection, past, schema, shapes};
use crate::api::ids::{Line, ThreadId};
use crate::runtime::{Others, WantedBreakpoint};
use crate::session::{
    Command as Wish, Failure, Leaving, Session, Spot, StepKind, Thread, ThreadCommand,
};
use serde_json::json;

impl Server {
    /// The answer, if it is known at once.
    pub(super) fn perform(&mut self, id: Option<Id>, command: Command) -> Option<Outcome> {
        match command {
            Command::SetBreakpoints(wanted) => self.set(id, wanted.breakpoints, Others::Go),
            Command::AddBreakpoints(wanted) => self.set(id, wanted.breakpoints, Others::Stay),
            Command::RemoveBreakpoints(args) => {
                self.told.settle();
                let task = breakpoints::remove(self.desk.clone(), args.ids);
                self.begin_task(id, (After::Settled, Span::Short), task);
                None
            }
            Command::ListBreakpoints(_) => Some(Ok(self.desk.look(breakpoints::list))),
            Command::ListThreads(_) => Some(Ok(self.threads())),
            Command::Continue(args) => self.go(id, args, Verb::Continue, ThreadCommand::Continue),
            Command::StepOver(args) => self.step(id, args, Verb::StepOver, StepKind::Over),
            Command::StepInto(args) => self.step(id, args, Verb::StepInto, StepKind::Into),
            Command::StepOut(args) => self.step(id, args, Verb::StepOut, StepKind::Out),
            Command::RunTo(args) => self.run_to(id, args),
            Command::Stop(args) => self.go(id, args, Verb::Stop, ThreadCommand::Stop),
            Command::ContinueAll(_) => Some(Ok(self.continue_all())),
            Command::GetStack(args) => Some(self.stack(args.thread_id)),
            Command::GetVariables(args) => self.variables(id, args),
            Command::Evaluate(args) => self.evaluate(id, args),
            Command::SelectThread(args) => Some(self.select_thread(args.thread_id)),
            Command::SelectFrame(args) => Some(self.select_frame(args.index)),
            Command::Wait(args) => {
                let (log, limit) = (self.log.clone(), bounded(args.timeout_ms));
                let after = args.after.unwrap_or_else(|| log.newest());
                let task = async move { Ok(json!({"events": log.wait(after, limit).await})) };
                self.begin_task(id, (After::Nothing, Span::Waits(limit)), task);
                None
            }
            Command::Capture(args) => {
                self.told.settle();
                let span = Span::Waits(capture::limit(&args));
                let before = self.current.map(|thread| (thread, self.frame));
                let holds = args.then == Then::Hold;
                let after = if holds { After::Settled } else { After::PutBack(before) };
                let task = capture::run(self.desk.clone(), self.folder.clone(), *args);
                self.begin_task(id, (after, span), task);
                None
            }
            Command::History(args) => Some(Ok(self.desk.look(|it| past::list(it, &args)))),
            Command::GetHalt(args) => {
                let task = past::halt(self.desk.clone(), args.halt);
                self.begin_task(id, (After::Nothing, Span::Short), task);
                None
            }
            Command::Compare(args) => {
                let task = past::compare(self.desk.clone(), args);
                self.begin_task(id, (After::Nothing, Span::Short), task);
                None
            }
            Command::Request(args) => {
                let outcome = connection::request(&self.desk, &args);
                Some(self.answers(outcome))
            }
            Command::KeepAlive(args) => Some(Ok(connection::keep_alive(&self.desk, args.mode))),
            Command::Reattach(_) => {
                let task = connection::reattach(self.desk.clone());
                self.begin_task(id, (After::Nothing, Span::Short), task);
                None
            }
            Command::Detach(args) => {
                let how = match args.threads {
                    Left::Continue => Leaving::LetRun,
                    Left::Stop => Leaving::StopThreads,
                };
                let task = connection::detach(self.desk.clone(), how);
                self.begin_task(id, (After::Ends, Span::Short), task);
                None
            }
            Command::Status(_) => Some(Ok(self.status())),
            Command::Schema(_) => Some(Ok(schema::whole())),
        }
    }

    fn set(
        &mut self,
        id: Option<Id>,
        wanted: Vec<WantedBreakpoint>,
        others: Others,
    ) -> Option<Outcome> {
        self.told.settle();
        let (desk, folder) = (self.desk.clone(), self.folder.clone());
        let task = breakpoints::set(desk, folder, wanted, others);
        self.begin_task(id, (After::Settled, Span::Short), task);
        None
    }

    fn step(&mut self, id: Option<Id>, args: Move, verb: Verb, kind: StepKind) -> Option<Outcome> {
        self.go(id, args, verb, ThreadCommand::Step(kind))
    }

    /// Moves a thread; the answer comes with the server's.
    fn go(
        &mut self,
        id: Option<Id>,
        args: Move,
        verb: Verb,
        command: ThreadCommand,
    ) -> Option<Outcome> {
        let thread = match self.movable(args.thread_id, verb) {
            Ok(thread) => thread,
            Err(refusal) => return Some(Err(refusal)),
        };
        self.moves.begin(id, thread, verb, args.wait_ms.map(bounded));
        self.desk.command(Wish::Thread(thread, command));
        None
    }

    fn run_to(&mut self, id: Option<Id>, args: RunTo) -> Option<Outcome> {
        let RunTo { thread_id, file, line, wait_ms } = args;
        let named = |session: &Session| session.sources().script_named(&file, &self.folder);
        match self.desk.look(named) {
            Err(problem) => Some(Err(Refusal::new(Code::InvalidArgs, problem.to_string()))),
            Ok(script) => {
                let command = ThreadCommand::RunTo { script, line: Line(line.get()) };
                self.go(id, Move { thread_id, wait_ms }, Verb::RunTo, command)
            }
        }
    }

    /// A thread that is halted; to be stopped it need not be.
    fn movable(&self, named: Option<u64>, verb: Verb) -> Result<ThreadId, Refusal> {
        let id = self.thread(named)?;
        self.desk.look(|session| {
            if !session.connection().is_attached() {
                return Err(Refusal::new(Code::NotConnected, "not attached")
                    .then("wait for reattached, or send reattach"));
            }
            let thread = session.threads().get(id).ok_or_else(|| unknown(id))?;
            if verb == Verb::Stop || thread.is_halted() { Ok(id) } else { Err(not_halted(id)) }
        })
    }

    fn continue_all(&self) -> serde_json::Value {
        let halted = self.desk.look(|session| {
            let halted = session.threads().iter().filter(|thread| thread.is_halted());
            halted.map(|thread| thread.id().0).collect::<Vec<_>>()
        });
        self.desk.command(Wish::ContinueAll);
        json!({"thread_ids": halted, "status": "resumed"})
    }

    fn threads(&self) -> serde_json::Value {
        self.desk.look(|session| {
            let shape = |thread: &Thread| {
                let is_current = self.current == Some(thread.id());
                shapes::ThreadShape::of(session, thread, is_current)
            };
            json!({"threads": session.threads().iter().map(shape).collect::<Vec<_>>()})
        })
    }

    fn stack(&self, named: Option<u64>) -> Outcome {
        let id = self.thread(named)?;
        self.desk.look(|session| {
            let thread = session.threads().get(id).ok_or_else(|| unknown(id))?;
            if !thread.is_halted() && !thread.shows_arrival() {
                return Err(not_halted(id));
            }
            Ok(json!({"thread_id": id.0, "frames": shapes::stack(session, thread.frames())}))
        })
    }

    fn variables(&mut self, id: Option<Id>, args: super::args::GetVariables) -> Option<Outcome> {
        match self.spot(args.thread_id, args.frame_index) {
            Err(refusal) => Some(Err(refusal)),
            Ok(spot) => {
                let task = ask::variables(self.desk.clone(), spot, args);
                self.begin_task(id, (After::Nothing, Span::Short), task);
                None
            }
        }
    }

    fn evaluate(&mut self, id: Option<Id>, args: super::args::Evaluate) -> Option<Outcome> {
        if args.expression.trim().is_empty() {
            let words = "Missing required arg: expression";
            return Some(Err(Refusal::new(Code::InvalidArgs, words)));
        }
        match self.spot(args.thread_id, args.frame_index) {
            Err(refusal) => Some(Err(refusal)),
            Ok(spot) => {
                let task = ask::evaluate(self.desk.clone(), spot, args.expression);
                self.begin_task(id, (After::Nothing, Span::Short), task);
                None
            }
        }
    }

    fn select_thread(&mut self, id: u64) -> Outcome {
        let thread = ThreadId(id);
        if self.desk.look(|session| session.threads().get(thread).is_none()) {
            return Err(unknown(thread));
        }
        (self.current, self.frame) = (Some(thread), 0);
        Ok(json!({"thread_id": id}))
    }

    /// Of the current thread.
    fn select_frame(&mut self, index: usize) -> Outcome {
        let thread = self.thread(None)?;
        self.desk.look(|session| {
            let known = session.threads().get(thread).ok_or_else(|| unknown(thread))?;
            let depth = known.frames().len();
            if known.is_halted() && index >= depth {
                return Err(Refusal::from(Failure::no_frame(Spot { thread, frame: index }, depth)));
            }
            Ok(())
        })?;
        self.frame = index;
        Ok(json!({"frame_index": index}))
    }
}

fn unknown(id: ThreadId) -> Refusal {
    Refusal::new(Code::UnknownThread, format!("there is no thread {id}"))
        .then("list_threads tells those that there are")
}

fn not_halted(id: ThreadId) -> Refusal {
    Refusal::new(Code::NotHalted, format!("thread {id} is not halted"))
        .then("wait for thread_stopped")
}
