//! A session driven by hand: the server's part is played by whoever holds it, the clock moves
//! when told to. For tests and benches that need a session in a certain state.

use super::change::follow;
use super::telling::asked;
use super::tree::split_last;
use super::{
    Answer, Call, CallId, Cartridge, Change, CodeLines, Command, ConnectionCommand, Effect, Event,
    Failure, FailureKind, NodeId, Options, Request, Saved, Scene, Session, SourceText, Spot,
    StateWord, Storefront, Thread, ThreadCommand, Time, TreeCommand, ValuesCommand,
};
use crate::api::debugger::{
    Breakpoint, Location, Member, MemberList, NewBreakpoint, Scope, ScriptThread, StackFrame,
    ThreadList, ThreadStatus,
};
use crate::api::ids::{BreakpointId, FrameIndex, Line, ScriptPath, ThreadId};
use std::time::Duration;

/// A frame of a played stack: function, script, line.
pub(super) type PlayedFrame<'a> = (&'a str, &'a str, u32);

/// A session, its clock and the calls that it waits for.
#[derive(Debug)]
pub(super) struct Rehearsal {
    /// The session.
    pub session: Session,
    /// What the clock shows.
    pub now: Time,
    /// Calls that are not answered yet, oldest first.
    pub sent: Vec<Call>,
    /// Every other effect so far.
    pub effects: Vec<Effect>,
    /// Every change so far.
    pub changes: Vec<Change>,
    /// What is looked at: the first thread that halts, until it is gone.
    pub focus: Option<Spot>,
    wake: Option<Time>,
    breakpoints: u64,
}

impl Rehearsal {
    /// A session that has done nothing yet.
    pub(super) fn new(options: Options, saved: Saved) -> Self {
        Self {
            session: Session::new(options, saved),
            now: Time::START,
            sent: Vec::new(),
            effects: Vec::new(),
            changes: Vec::new(),
            focus: None,
            wake: None,
            breakpoints: 0,
        }
    }

    /// A session for the instance `zzzz-001` and its storefront.
    pub(super) fn configured() -> Self {
        let instance = Some("zzzz-001".to_owned());
        let storefront = Some(Storefront {
            origin: "https://zzzz-001.test".to_owned(),
            site: "RefArch".to_owned(),
            is_site_assumed: false,
            locale: "default".to_owned(),
        });
        Self::new(Options { instance, storefront, ..Options::default() }, Saved::default())
    }

    /// The same, attached to a server on which nothing runs.
    pub(super) fn attached() -> Self {
        let mut rehearsal = Self::configured();
        rehearsal.attach();
        rehearsal
    }

    /// Something happens.
    pub(super) fn event(&mut self, event: Event) {
        let outcome = self.session.update(self.now, event);
        for effect in outcome.effects {
            match effect {
                Effect::Send(call) => self.sent.push(call),
                Effect::WakeAt(at) => self.wake = Some(at),
                other => self.effects.push(other),
            }
        }
        let focus = follow(self.focus, &outcome.changes);
        self.changes.extend(outcome.changes);
        if focus != self.focus {
            self.focus = focus;
            self.command(Command::Focus(focus));
        }
    }

    /// Looks at a frame of a thread.
    pub(super) fn look_at(&mut self, thread: u64, frame: usize) {
        self.focus = Some(Spot { thread: ThreadId(thread), frame });
        self.command(Command::Focus(self.focus));
    }

    /// Asks something of the thread that is looked at.
    ///
    /// # Panics
    ///
    /// When no thread is looked at.
    pub(super) fn thread(&mut self, command: ThreadCommand) {
        let id = self.focus.expect("a thread is looked at").thread;
        self.command(Command::Thread(id, command));
    }

    /// Does something with a node of a tree that can be seen.
    ///
    /// # Panics
    ///
    /// When no tree holds the node.
    pub(super) fn tree(&mut self, node: NodeId, command: TreeCommand) {
        let home = self.session.home_of(node).expect("the node is in a tree");
        self.command(Command::Tree(home, node, command));
    }

    /// Asks something of the frame that is looked at.
    ///
    /// # Panics
    ///
    /// When no thread is looked at.
    pub(super) fn values(&mut self, command: ValuesCommand) {
        let spot = self.focus.expect("a thread is looked at");
        self.command(Command::Values(spot, command));
    }

    /// The thread that is looked at.
    pub(super) fn selected(&self) -> Option<&Thread> {
        self.session.threads().get(self.focus?.thread)
    }

    /// What is to be seen of it.
    pub(super) fn shown(&self) -> Scene<'_> {
        self.focus.map_or(Scene::EMPTY, |spot| self.session.present(spot))
    }

    /// The state's word for it.
    pub(super) fn word(&self) -> StateWord {
        self.session.state_word(self.focus.map(|spot| spot.thread))
    }

    /// Somebody wants something.
    pub(super) fn command(&mut self, command: Command) {
        self.event(Event::Command(command));
    }

    /// The clock moves; the session is woken on the way when it wished so.
    pub(super) fn pass(&mut self, duration: Duration) {
        let end = self.now + duration;
        while let Some(at) = self.wake.filter(|at| *at <= end) {
            self.wake = None;
            self.now = self.now.max(at);
            self.event(Event::TimerFired);
        }
        self.now = end;
    }

    /// The oldest unanswered call that fits, taken out.
    pub(super) fn take(&mut self, fits: impl Fn(&Request) -> bool) -> Option<CallId> {
        let at = self.sent.iter().position(|call| fits(&call.request))?;
        Some(self.sent.remove(at).id)
    }

    /// Answers the oldest call that fits; false if there is none.
    pub(super) fn answer(&mut self, fits: impl Fn(&Request) -> bool, answer: Answer) -> bool {
        let id = self.take(fits);
        if let Some(id) = id {
            self.event(Event::Answered { id, sent: self.now, outcome: Ok(answer) });
        }
        id.is_some()
    }

    /// Lets the oldest call that fits fail; false if there is none.
    pub(super) fn fail(&mut self, fits: impl Fn(&Request) -> bool, failure: Failure) -> bool {
        let id = self.take(fits);
        if let Some(id) = id {
            self.event(Event::Answered { id, sent: self.now, outcome: Err(failure) });
        }
        id.is_some()
    }

    /// Attaches; the server has no such client yet.
    pub(super) fn attach(&mut self) {
        self.command(Command::Connection(ConnectionCommand::Attach));
        self.fail(is_list, client_gone());
        self.answer(|request| *request == Request::CreateClient, Answer::Done);
        self.serve_breakpoints();
        self.list(&[]);
    }

    /// Answers breakpoint calls as a server that takes them all, until none is left.
    pub(super) fn serve_breakpoints(&mut self) {
        while let Some(at) = self.sent.iter().position(|call| is_breakpoint_call(&call.request)) {
            let call = self.sent.remove(at);
            let answer = match &call.request {
                Request::AddBreakpoints(places) => Answer::Breakpoints(self.take_in(places)),
                _ => Answer::Done,
            };
            self.event(Event::Answered { id: call.id, sent: self.now, outcome: Ok(answer) });
        }
    }

    fn take_in(&mut self, places: &[NewBreakpoint]) -> Vec<Breakpoint> {
        let mut taken = Vec::new();
        for place in places {
            self.breakpoints += 1;
            taken.push(Breakpoint { id: BreakpointId(self.breakpoints), place: place.clone() });
        }
        taken
    }

    /// Answers the newest thread list under way, waiting for the next poll if there is none.
    pub(super) fn list(&mut self, threads: &[ScriptThread]) {
        if !self.sent.iter().any(|call| is_list(&call.request)) {
            self.pass(Duration::from_secs(1));
        }
        let at = self.sent.iter().rposition(|call| is_list(&call.request));
        let Some(call) = at.map(|at| self.sent.remove(at)) else { return };
        self.sent.retain(|call| !is_list(&call.request));
        let answer = Answer::Threads(ThreadList { script_threads: threads.to_vec() });
        self.event(Event::Answered { id: call.id, sent: self.now, outcome: Ok(answer) });
    }

    /// A thread list shows one thread, halted there; the frames from the current location out.
    pub(super) fn halt(&mut self, thread: u64, frames: &[PlayedFrame<'_>]) {
        self.list(&[halted(thread, frames)]);
    }

    /// Answers the oldest `variables` call: scope, name, type, value.
    pub(super) fn variables(&mut self, variables: &[(Scope, &str, &str, &str)]) -> bool {
        let member = |(scope, name, type_name, value): &(Scope, &str, &str, &str)| Member {
            scope: Some(*scope),
            ..played_member("", name, type_name, value)
        };
        let object_members = variables.iter().map(member).collect();
        let list = MemberList { object_members, ..MemberList::default() };
        self.answer(|request| matches!(request, Request::Variables { .. }), Answer::Members(list))
    }

    /// Answers the oldest `members` call for a path: name, type, value; `total` of all pages.
    pub(super) fn members(
        &mut self,
        path: &str,
        members: &[(&str, &str, &str)],
        total: u64,
    ) -> bool {
        let member = |(name, type_name, value): &(&str, &str, &str)| {
            played_member(path, name, type_name, value)
        };
        let object_members = members.iter().map(member).collect();
        let list = MemberList { object_members, total: Some(total), ..MemberList::default() };
        self.answer(|request| asks_for(request, path), Answer::Members(list))
    }

    /// Answers the oldest `members` call for a path that leads to a primitive, or nowhere (type
    /// `undefined`, value `unresolved`).
    pub(super) fn leaf(&mut self, path: &str, type_name: &str, value: &str) -> bool {
        let (parent, name) = split_last(path);
        let object_members = vec![played_member(parent, name, type_name, value)];
        let list = MemberList { object_members, total: Some(1), ..MemberList::default() };
        self.answer(|request| asks_for(request, path), Answer::Members(list))
    }

    /// Answers the oldest `eval` call for an expression.
    pub(super) fn eval(&mut self, expression: &str, result: &str) -> bool {
        let answer = crate::api::debugger::EvalResult {
            expression: expression.to_owned(),
            result: result.into(),
        };
        let fits = |request: &Request| matches!(request, Request::Eval { expression: sent, .. } if asked(sent) == expression || sent == expression);
        self.answer(fits, Answer::Eval(answer))
    }

    /// A script's text arrives: the search has found it in a folder of its cartridge's name.
    pub(super) fn source(&mut self, script: &str, text: &str) {
        let script = ScriptPath::from(script);
        let mut found = self.session.sources().index().cloned().unwrap_or_default();
        let name = script.cartridge().to_owned();
        if found.cartridges.iter().all(|cartridge| cartridge.name != name) {
            found.cartridges.push(Cartridge { folder: format!("/checkout/{name}").into(), name });
        }
        found.scripts.insert(script.clone(), format!("/checkout{script}").into());
        self.event(Event::SourcesFound(found));
        self.command(Command::OpenSource(script.clone()));
        self.source_text(&script, text, CodeLines::Unknown);
    }

    /// A script that was found is read, and a parser knows its lines.
    pub(super) fn source_text(&mut self, script: &ScriptPath, text: &str, code: CodeLines) {
        let text = Ok(SourceText { text: text.to_owned(), code, ..SourceText::default() });
        self.event(Event::SourceRead { script: script.clone(), text });
    }

    /// Answers a step with a halted thread at a stack, without the list that confirms it.
    pub(super) fn stepped(&mut self, thread: u64, frames: &[PlayedFrame<'_>]) -> bool {
        let answer = Answer::Thread(halted(thread, frames));
        self.answer(|request| matches!(request, Request::Step(..)), answer)
    }
}

/// A halted thread on the wire.
pub(super) fn halted(thread: u64, frames: &[PlayedFrame<'_>]) -> ScriptThread {
    let frame = |(index, (function, script, line)): (usize, &PlayedFrame<'_>)| StackFrame {
        index: FrameIndex(u32::try_from(index).unwrap_or(u32::MAX)),
        location: Location {
            function_name: (*function).to_owned(),
            line_number: Line(*line),
            script_path: ScriptPath::from(*script),
        },
    };
    let call_stack = frames.iter().enumerate().map(frame).collect();
    ScriptThread { id: ThreadId(thread), status: ThreadStatus::Halted, call_stack }
}

/// A running thread on the wire.
pub(super) const fn running(thread: u64) -> ScriptThread {
    ScriptThread { id: ThreadId(thread), status: ThreadStatus::Running, call_stack: Vec::new() }
}

/// The 412 of a client that does not exist.
pub(super) fn client_gone() -> Failure {
    Failure::new(FailureKind::ClientGone, "412 DebuggerDisabledException", "attach again")
}

/// A connection that is refused.
pub(super) fn unreachable() -> Failure {
    Failure::new(FailureKind::Unreachable, "connection refused", "start the instance")
}

/// Whether it is `GET /threads`.
pub(super) fn is_list(request: &Request) -> bool {
    *request == Request::Threads
}

fn is_breakpoint_call(request: &Request) -> bool {
    matches!(request, Request::AddBreakpoints(_) | Request::DeleteBreakpoint(_))
}

fn asks_for(request: &Request, path: &str) -> bool {
    matches!(request, Request::Members { path: asked, .. } if asked == path)
}

fn played_member(parent: &str, name: &str, type_name: &str, value: &str) -> Member {
    Member {
        name: name.to_owned(),
        parent: parent.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        scope: None,
    }
}
