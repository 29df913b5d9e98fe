//! The session and its one way in: [`Session::update`].

use super::breakpoint::{BreakpointKey, Breakpoints};
use super::calls::{InFlight, Purpose};
use super::change::Change;
use super::connection::{Connection, Link};
use super::context::Context;
use super::effect::Effect;
use super::evaluation::{Console, Passings, Watches};
use super::event::{Answer, Event};
use super::failure::{Failure, FailureKind};
use super::frame::Spot;
use super::history::History;
use super::ids::CallId;
use super::keep_alive::KeepAlive;
use super::notice::NoticeKind;
use super::options::Options;
use super::polls::{Polls, Situation};
use super::questions::Questions;
use super::request::Requests;
use super::saved::{ClientMark, Saved};
use super::source::Sources;
use super::thread::Threads;
use super::threads::GoingOn;
use super::time::Time;
use super::values::Values;
use crate::api::ids::ThreadId;
use std::collections::BTreeSet;

/// The debugger: everything that front ends show, and how it changes. Each subject keeps its own
/// facts; what concerns several of them is ordered here and in `threads::halts`.
#[derive(Debug)]
pub struct Session {
    pub(super) cx: Context,
    pub(super) connection: Connection,
    pub(super) link: Link,
    pub(super) threads: Threads,
    pub(super) polls: Polls,
    pub(super) keep_alive: KeepAlive,
    pub(super) breakpoints: Breakpoints,
    /// Resumed as soon as its one-shot breakpoint is armed.
    pub(super) run_to: Option<(ThreadId, BreakpointKey)>,
    /// A thread that was halted already when the session came is being taken in.
    pub(super) entering: Option<ThreadId>,
    pub(super) passings: Passings,
    pub(super) going_on: GoingOn,
    pub(super) values: Values,
    pub(super) questions: Questions,
    pub(super) console: Console,
    pub(super) watches: Watches,
    pub(super) confirmed: BTreeSet<String>,
    pub(super) history: History,
    pub(super) sources: Sources,
    pub(super) requests: Requests,
    pub(super) cookie: Option<String>,
    pub(super) is_sandbox: bool,
    pub(super) focus: Option<Spot>,
    pub(super) mark: Option<ClientMark>,
    /// The file whose halts are shown in place of an instance.
    pub(super) replayed: Option<String>,
    pub(super) remembered: serde_json::Map<String, serde_json::Value>,
    timer: Option<Time>,
}

/// What an update leads to.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// To be done, in this order.
    pub effects: Vec<Effect>,
    /// What is different now, in the order in which it changed.
    pub changes: Vec<Change>,
}

impl Session {
    /// A session that has done nothing yet;
    /// [`Attach`](super::ConnectionCommand::Attach) sets it going.
    pub fn new(options: Options, saved: Saved) -> Self {
        let order = options.cartridge_path.clone();
        let mut session = Self {
            connection: Connection::NotConfigured,
            link: Link::new(options.seed, saved.client.clone()),
            cx: Context::new(options),
            threads: Threads::default(),
            polls: Polls::default(),
            keep_alive: KeepAlive::default(),
            breakpoints: Breakpoints::default(),
            run_to: None,
            entering: None,
            passings: Passings::default(),
            going_on: GoingOn::default(),
            values: Values::default(),
            questions: Questions::default(),
            console: Console::default(),
            watches: Watches::default(),
            confirmed: BTreeSet::new(),
            history: History::default(),
            sources: Sources::in_order(order),
            requests: Requests::default(),
            cookie: None,
            is_sandbox: false,
            focus: None,
            mark: None,
            replayed: None,
            remembered: serde_json::Map::new(),
            timer: None,
        };
        session.restore(saved);
        session
    }

    /// Applies what happened at `now`; returns what is to be done about it, and what changed.
    pub fn update(&mut self, now: Time, event: Event) -> Outcome {
        self.cx.set_now(now);
        self.apply(event);
        let threads = &self.threads;
        let is_halted = |id| threads.get(id).is_some_and(super::Thread::is_halted);
        self.requests.measure(now, is_halted);
        self.due();
        self.arm();
        self.let_go_held();
        self.settle_questions();
        self.plan_keep_alive();
        self.plan_timer();
        let (effects, changes) = self.cx.take();
        Outcome { effects, changes }
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Command(command) => self.command(command),
            Event::Answered { id, sent, outcome } => self.answered(id, sent, outcome),
            Event::TimerFired => self.timer = None,
            Event::KeepAlive(report) => self.keep_alive_reported(report),
            Event::Cookie(value) => self.cookie_set(value),
            Event::Sandbox { site, cartridges } => self.sandbox_answers(site, cartridges),
            Event::OtherSession(process) => self.link.is_beside(process),
            Event::SourcesFound(found) => self.sources_found(found),
            Event::SourceRead { script, text } => self.source_read(&script, text),
            Event::ScriptsSearched(search) => self.scripts_searched(search),
            Event::Saved(outcome) => self.saved(outcome),
            Event::FileWritten { file, outcome } => self.file_written(&file, outcome),
            Event::Fetched { id, outcome } => self.fetched(id, outcome),
            Event::ProcessResumed => self.polls.at_once(),
            Event::CredentialsReplaced => self.credentials_replaced(),
            Event::Reported(text) => self.cx.say(NoticeKind::Hint, text),
        }
    }

    /// The one place where an answer meets the call it belongs to, and where one that belongs to
    /// a place that is no more is dropped.
    fn answered(&mut self, id: CallId, sent: Time, mut outcome: Result<Answer, Failure>) {
        let Some(InFlight { purpose, asked }) = self.cx.calls.take(id) else {
            return self.cx.drop_stale("unknown call");
        };
        if purpose.place().is_some_and(|place| !self.threads.is_at(place)) {
            self.cx.drop_stale(purpose.name());
            return self.dropped(&purpose, outcome);
        }
        if let Err(failure) = &mut outcome {
            self.cx.note(NoticeKind::Error, format!("{}: {}", purpose.name(), failure.cause));
            if self.concerns_the_connection(&purpose, failure) {
                return;
            }
        }
        self.served(purpose, id, (asked, sent), outcome);
    }

    /// What a dropped answer still says: late results keep their console entry.
    fn dropped(&mut self, purpose: &Purpose, outcome: Result<Answer, Failure>) {
        if let Purpose::ConsoleEval { entry, expression: asked, .. }
        | Purpose::ConsolePath { entry, path: asked, .. } = purpose
        {
            self.late_result(*entry, asked, outcome);
        }
    }

    /// Without a client nothing can succeed, nor with a refused password; what is asked while
    /// coming and going sees to that itself. One 412 is a failure like others until the list
    /// agrees.
    fn concerns_the_connection(&mut self, purpose: &Purpose, failure: &mut Failure) -> bool {
        let is_own_matter = matches!(
            purpose,
            Purpose::Contact
                | Purpose::CreateClient
                | Purpose::ClearClient
                | Purpose::List
                | Purpose::StopToLeave(_)
                | Purpose::DeleteClient
        );
        match failure.kind {
            FailureKind::ClientGone if !is_own_matter => {
                "asking whether the client is still there".clone_into(&mut failure.action);
                self.said_gone();
                return false;
            }
            FailureKind::Unauthorized if !is_own_matter => self.lost(failure.clone()),
            _ => return false,
        }
        // With the connection back, whoever moved still has to be looked for, and what is shown
        // has to be read.
        !matches!(
            purpose,
            Purpose::Step(..)
                | Purpose::Resume(_)
                | Purpose::Stop(_)
                | Purpose::Variables(..)
                | Purpose::Members { .. }
                | Purpose::Preview { .. }
                | Purpose::AskedMembers { .. }
                | Purpose::AskedEval { .. }
        )
    }

    /// Each answer to the subject that asked.
    fn served(
        &mut self,
        purpose: Purpose,
        id: CallId,
        (asked, sent): (Time, Time),
        outcome: Result<Answer, Failure>,
    ) {
        match purpose {
            Purpose::Contact => self.contacted(asked, outcome.and_then(Answer::threads)),
            Purpose::CountInUse => self.counted(outcome.and_then(Answer::breakpoints)),
            Purpose::CreateClient => self.client_created(outcome.map(drop)),
            Purpose::ClearClient => self.client_cleared(outcome.map(drop)),
            Purpose::Adopt => self.adopted(outcome.and_then(Answer::breakpoints)),
            Purpose::Reconcile => self.breakpoints_looked_up(outcome.and_then(Answer::breakpoints)),
            Purpose::AddBreakpoints(places) => {
                self.breakpoints_added(&places, outcome.and_then(Answer::breakpoints));
            }
            Purpose::DeleteBreakpoint(id) => {
                self.breakpoint_deleted(id, outcome.map(drop));
            }
            Purpose::List => self.listed(id, (asked, sent), outcome.and_then(Answer::threads)),
            Purpose::Step(place, _) => self.stepped(place, sent, outcome.and_then(Answer::thread)),
            Purpose::Resume(place) => self.resumed(place, sent, outcome.and_then(Answer::thread)),
            Purpose::Stop(place) => self.thread_stopped(place, outcome.map(drop)),
            Purpose::StopToLeave(thread) => self.stopped_to_leave(thread),
            Purpose::DeleteClient => self.client_deleted(outcome.map(drop)),
            Purpose::Variables(at, frame) => {
                self.variables_read(at, frame, outcome.and_then(Answer::members));
            }
            Purpose::Members { at, home, node, page, .. } => {
                self.members_read(at, (home, node, page), outcome.and_then(Answer::members));
            }
            Purpose::Preview { at, home, node, page, .. } => {
                self.previewed(at, (home, node, page), outcome.and_then(Answer::members));
            }
            Purpose::PlatformText { at, home, node, .. } => {
                self.platform_text(at, (home, node), outcome.and_then(Answer::eval));
            }
            Purpose::Pretty { home, node, .. } => {
                self.pretty_text((home, node), outcome.and_then(Answer::eval));
            }
            Purpose::SearchMembers { at, search, home, node, page, .. } => {
                let outcome = outcome.and_then(Answer::members);
                self.search_read((at, search), (home, node, page), outcome);
            }
            Purpose::ConsolePath { at, entry, path } => {
                self.console_path((at, entry), path, outcome.and_then(Answer::members));
            }
            Purpose::ConsoleEval { at, entry, expression } => {
                self.console_result((at, entry), &expression, outcome.and_then(Answer::eval));
            }
            Purpose::WatchPath { at, watch, .. } => {
                self.watch_path((at, watch), outcome.and_then(Answer::members));
            }
            Purpose::WatchEval { at, watch, expression } => {
                self.watch_result((at, watch), &expression, outcome.and_then(Answer::eval));
            }
            Purpose::Condition { at, condition } => {
                self.condition_tested(at, &condition, outcome.and_then(Answer::eval));
            }
            Purpose::HitCondition { at, condition } => {
                self.hit_judged(at, &condition, outcome.and_then(Answer::eval));
            }
            Purpose::LogText { at, part, expression } => {
                self.log_text(at, (part, &expression), outcome.and_then(Answer::eval));
            }
            Purpose::AskedMembers { at, id, path, page } => {
                self.asked_members(id, at, (&path, page), outcome.and_then(Answer::members));
            }
            Purpose::AskedEval { at, id, expression } => {
                self.asked_eval(id, (at, expression), outcome.and_then(Answer::eval));
            }
        }
    }

    /// The instance's session cookie. Another one means another application server, or a new
    /// start of the one there was.
    fn cookie_set(&mut self, value: String) {
        let before = self.cookie.replace(value);
        if before.is_some() && before != self.cookie {
            let text = "the instance has changed its session cookie dwsid: it was restarted, or \
                        another application server answers; only requests with the new one halt";
            self.cx.say(NoticeKind::Hint, text);
            self.breakpoints.held.doubt();
        }
        self.cx.tell(Change::Connection);
    }

    /// `GET /threads`, and with it the variables of a thread that has stepped to where it stood.
    /// Those of one that was resumed wait until it is accepted: an answer that came before would
    /// belong to no place.
    pub(super) fn poll(&mut self) {
        let limit = self.polls.limit();
        self.polls.sent(self.cx.now());
        self.cx.call_within(Purpose::List, limit);
        let agreed: Vec<ThreadId> = self
            .threads
            .iter()
            .filter(|thread| matches!(thread.awaits(), super::thread::Awaits::SecondList(_)))
            .filter(|thread| thread.shows_arrival())
            .map(super::Thread::id)
            .collect();
        for thread in agreed {
            self.read_again(thread);
        }
    }

    fn poll_due(&self) -> Option<Time> {
        let situation = Situation {
            has_request: self.requests.may_halt(self.cx.now()),
            follows_running: self.follows_running(),
        };
        self.connection.is_attached().then(|| self.polls.due(&self.threads, situation))
    }

    fn poll_if_due(&mut self) {
        if self.poll_due().is_some_and(|due| due <= self.cx.now()) {
            self.poll();
        }
    }

    fn follows_running(&self) -> bool {
        let focus = self.focus.and_then(|spot| self.threads.get(spot.thread));
        focus.is_some_and(|thread| !thread.is_halted())
    }

    /// Everything whose time has come, whoever woke us.
    fn due(&mut self) {
        self.tell_silence_if_due();
        self.poll_if_due();
        self.reconnect_if_due();
        self.read_again_if_due();
        self.retry_if_due();
        self.preview_if_due();
        self.leave_if_due();
        self.save_if_due();
        self.tell_low_if_due();
        self.tell_long_step_if_due();
        self.draw_passing_if_due();
        self.go_on_if_due();
    }

    fn plan_timer(&mut self) {
        let attached = self.connection.is_attached();
        let deadlines = [
            self.poll_due(),
            self.polls.silence_due(self.cx.now()).filter(|_| attached),
            self.reconnect_due(),
            self.arming_due(),
            self.values.again_due().filter(|_| attached),
            self.previews_due(),
            self.leave_due(),
            self.cx.save_due(),
            self.low_due(),
            self.long_step_due(),
            self.passings.due(),
            self.go_on_due(),
            self.keep_alive.idle_due(),
        ];
        let next = deadlines.into_iter().flatten().min();
        if let Some(next) = next
            && self.timer != Some(next)
        {
            self.cx.effect(Effect::WakeAt(next));
        }
        self.timer = next;
    }
}
