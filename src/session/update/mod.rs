//! The session and its one way in: [`Session::update`].

mod accessors;
mod arming;
mod arriving;
mod attach;
mod commands;
mod evaluate;
mod exporting;
mod finding;
mod inspect;
mod jobs;
mod keeping;
mod leaving;
mod lists;
mod members;
mod passing;
mod past;
mod polls;
mod purpose;
mod saving;
mod scripts;
mod stepping;
mod storefront;
mod watching;

use super::breakpoint::Breakpoints;
use super::connection::Connection;
use super::console::Console;
use super::effect::{Call, CallId, Effect, Request};
use super::event::{Answer, Event};
use super::failure::{Failure, FailureKind};
use super::history::History;
use super::keep_alive::KeepAlive;
use super::notice::{Log, Notice, NoticeKind};
use super::options::Options;
use super::request::Requests;
use super::saved::Saved;
use super::source::Sources;
use super::thread::{Place, Threads};
use super::time::Time;
use super::tree::{NodeId, NodeKey, TreeId, TreeKey};
use super::watch::Watches;
use jobs::Jobs;
use polls::Polls;
use purpose::{Pending, Purpose};
use std::collections::{BTreeSet, HashMap};

/// The debugger: everything a front end shows, and how it changes.
#[derive(Debug)]
pub struct Session {
    options: Options,
    now: Time,
    connection: Connection,
    link: attach::Link,
    threads: Threads,
    polls: Polls,
    jobs: HashMap<crate::api::ids::ThreadId, Jobs>,
    passing: HashMap<crate::api::ids::ThreadId, passing::Passing>,
    breakpoints: Breakpoints,
    arming: arming::State,
    console: Console,
    watches: Watches,
    history: History,
    sources: Sources,
    notice: Option<Notice>,
    log: Log,
    requests: Requests,
    keep_alive: KeepAlive,
    search: Option<DeepSearch>,
    searching: finding::Queue,
    cookie: Option<String>,
    expansion: HashMap<TreeKey, BTreeSet<NodeKey>>,
    remembered: serde_json::Map<String, serde_json::Value>,
    confirmed: BTreeSet<String>,
    hold_selection: bool,
    save_due: Option<Time>,
    calls: HashMap<CallId, Pending>,
    next_call: u64,
    next_tree: u64,
    woken_for: Option<Time>,
    effects: Vec<Effect>,
}

/// A bounded search below what is loaded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeepSearch {
    /// What is looked for, in names and values, any case.
    pub text: String,
    /// How many requests were answered.
    pub asked: u32,
    /// What was found; reveal one to see it.
    pub found: Vec<NodeId>,
    /// Whether it goes on.
    pub running: bool,
    /// It ended at its bound, not at the end of the tree.
    pub bounded: bool,
}

impl Session {
    /// A session that has done nothing yet; [`super::Command::Attach`] sets it going.
    pub fn new(options: Options, saved: Saved) -> Self {
        let mut session = Self {
            connection: Connection::NotConfigured,
            link: attach::Link::new(options.seed),
            options,
            now: Time::START,
            threads: Threads::default(),
            polls: Polls::default(),
            jobs: HashMap::new(),
            passing: HashMap::new(),
            breakpoints: Breakpoints::default(),
            arming: arming::State::default(),
            console: Console::default(),
            watches: Watches::default(),
            history: History::default(),
            sources: Sources::default(),
            notice: None,
            log: Log::default(),
            requests: Requests::default(),
            keep_alive: KeepAlive::default(),
            search: None,
            searching: finding::Queue::default(),
            cookie: None,
            expansion: HashMap::new(),
            remembered: serde_json::Map::new(),
            confirmed: BTreeSet::new(),
            hold_selection: false,
            save_due: None,
            calls: HashMap::new(),
            next_call: 0,
            next_tree: 0,
            woken_for: None,
            effects: Vec::new(),
        };
        session.restore(saved);
        session
    }

    /// Applies what happened at `now`; returns what is to be done about it.
    pub fn update(&mut self, now: Time, event: Event) -> Vec<Effect> {
        self.now = self.now.max(now);
        self.apply(event);
        self.due();
        self.arm();
        self.plan_keep_alive();
        self.plan_wake();
        std::mem::take(&mut self.effects)
    }

    fn apply(&mut self, event: Event) {
        match event {
            Event::Command(command) => self.command(command),
            Event::Answered { id, sent, outcome } => self.answered(id, sent, outcome),
            Event::Wake => self.woken_for = None,
            Event::KeepAlive(report) => self.keep_alive_reported(report),
            Event::Cookie(value) => self.cookie = Some(value),
            Event::SourcesFound(found) => self.sources_found(found),
            Event::SourceRead { script, text } => self.source_read(&script, text),
            Event::Saved(outcome) => self.saved(outcome),
            Event::FileWritten { file, outcome } => self.file_written(&file, outcome),
            Event::Fetched { id, outcome } => self.fetched(id, outcome),
            Event::Woken => self.polls.at_once(),
            Event::Reported(text) => self.say(NoticeKind::Hint, text),
        }
    }

    /// The one place where an answer meets the call it belongs to, and where one that belongs to
    /// a place that is no more is dropped.
    fn answered(&mut self, id: CallId, sent: Time, outcome: Result<Answer, Failure>) {
        let Some(pending) = self.calls.remove(&id) else {
            return self.log.drop_stale(self.now, "unknown call");
        };
        let is_old_list = matches!(pending.purpose, Purpose::List(_)) && !self.polls.is_latest(id);
        let moved_on = pending.place.is_some_and(|place| !self.threads.is_at(place));
        if is_old_list || moved_on {
            self.log.drop_stale(self.now, pending.purpose.name());
            return self.dropped(&pending.purpose, outcome);
        }
        match outcome {
            Ok(answer) => self.succeeded(pending, sent, answer),
            Err(failure) => self.call_failed(pending, failure),
        }
    }

    /// What a dropped answer still says: late results keep their console entry.
    fn dropped(&mut self, purpose: &Purpose, outcome: Result<Answer, Failure>) {
        match purpose {
            Purpose::ConsoleEval(entry) | Purpose::ConsolePath { entry, .. } => {
                self.late_result(*entry, outcome);
            }
            Purpose::SearchMembers { .. } => self.end_search(),
            _ => {}
        }
    }

    fn succeeded(&mut self, pending: Pending, sent: Time, answer: Answer) {
        let Pending { purpose, place, asked } = pending;
        match (purpose, answer) {
            (Purpose::Contact, Answer::Threads(list)) => self.in_use(&list),
            (Purpose::Return, Answer::Threads(list)) => self.returned(&list, sent),
            (Purpose::CountInUse, Answer::Breakpoints(held)) => self.counted(held.len()),
            (Purpose::CreateClient, _) => self.client_created(),
            (Purpose::Adopt, Answer::Breakpoints(held)) => self.adopt(held),
            (Purpose::List(places), Answer::Threads(list)) => self.listed(&list, sent, &places),
            (Purpose::Step(kind), Answer::Thread(thread)) => self.stepped(kind, &thread),
            (Purpose::Resume, Answer::Thread(thread)) => self.resumed(thread.id),
            (Purpose::Resume, _) => self.polls.at_once(),
            (Purpose::Stop(thread), _) => self.stopped(thread),
            (Purpose::Variables(frame), Answer::Members(list)) => {
                self.variables_read(place, frame, &list);
            }
            (Purpose::Members { home, node, page }, Answer::Members(list)) => {
                self.members_read(home, node, page, &list, place);
            }
            (Purpose::PlatformText { home, node }, Answer::Eval(result)) => {
                self.platform_text(home, node, &result, place);
            }
            (Purpose::ConsolePath { entry, expression }, Answer::Members(list)) => {
                self.console_path(entry, &expression, &list, place);
            }
            (Purpose::ConsoleEval(entry), Answer::Eval(result)) => {
                self.console_result(entry, &result);
            }
            (Purpose::WatchPath(watch), Answer::Members(list)) => {
                self.watch_path(watch, &list, place);
            }
            (Purpose::WatchEval(watch), Answer::Eval(result)) => {
                self.watch_result(watch, &result, place);
            }
            (Purpose::Pretty(home, node), Answer::Eval(result)) => {
                self.pretty_text(home, node, &result);
            }
            (Purpose::Condition(text), Answer::Eval(result)) => {
                self.condition_tested(&text, &result);
            }
            (Purpose::LogText { thread, index }, Answer::Eval(result)) => {
                self.log_text(thread, index, evaluate::text_of(&result));
            }
            (Purpose::AddBreakpoints(asked), Answer::Breakpoints(held)) => {
                self.breakpoints_added(&asked, held);
            }
            (Purpose::DeleteBreakpoint(id), _) => self.breakpoint_deleted(id),
            (Purpose::SearchMembers { home, node, page }, Answer::Members(list)) => {
                self.search_read(home, node, page, &list);
            }
            (Purpose::StopToLeave(thread), _) => self.stopped_to_leave(thread),
            (Purpose::DeleteClient, _) => self.client_deleted(),
            (purpose, _) => {
                let failure = Failure::new(
                    FailureKind::Unexpected,
                    format!("the answer for {} is of another kind", purpose.name()),
                    "try again",
                );
                self.call_failed(Pending { purpose, place, asked }, failure);
            }
        }
    }

    /// Without a client nothing can succeed; else it is up to what was asked.
    fn call_failed(&mut self, pending: Pending, failure: Failure) {
        let Pending { purpose, place, .. } = pending;
        let while_attaching =
            matches!(purpose, Purpose::Contact | Purpose::Return | Purpose::DeleteClient);
        if failure.kind == FailureKind::ClientGone && !while_attaching {
            return self.client_gone();
        }
        let what = purpose.name();
        self.log.push(self.now, NoticeKind::Error, format!("{what}: {}", failure.cause));
        match purpose {
            Purpose::Contact => self.contact_failed(failure),
            Purpose::Return => self.return_failed(failure),
            Purpose::CountInUse => {}
            Purpose::CreateClient | Purpose::Adopt | Purpose::List(_) => self.lost(failure),
            Purpose::Step(_) | Purpose::Resume => self.move_failed(place, &failure),
            Purpose::Stop(thread) => self.stop_failed(thread, &failure),
            Purpose::Variables(frame) => self.variables_failed(place, frame, &failure),
            Purpose::Members { home, node, .. } | Purpose::PlatformText { home, node } => {
                self.members_failed(home, node, &failure, place);
            }
            Purpose::ConsolePath { entry, .. } | Purpose::ConsoleEval(entry) => {
                self.console_failed(entry, failure);
            }
            Purpose::WatchPath(watch) | Purpose::WatchEval(watch) => {
                self.watch_failed(watch, &failure, place);
            }
            Purpose::Pretty(home, node) => self.pretty_failed(home, node, &failure),
            Purpose::Condition(_) => self.refuse(&failure),
            Purpose::LogText { thread, index } => {
                self.log_text(thread, index, format!("<{}>", failure.cause));
            }
            Purpose::AddBreakpoints(asked) => self.breakpoints_refused(&asked, &failure),
            Purpose::DeleteBreakpoint(id) => self.breakpoint_not_deleted(id, &failure),
            Purpose::SearchMembers { node, .. } => self.search_failed(node),
            Purpose::StopToLeave(thread) => self.stopped_to_leave(thread),
            Purpose::DeleteClient => self.client_not_deleted(&failure),
        }
    }

    fn call(&mut self, purpose: Purpose, place: Option<Place>, request: Request) -> CallId {
        self.next_call += 1;
        let id = CallId(self.next_call);
        self.calls.insert(id, Pending { purpose, place, asked: self.now });
        self.effects.push(Effect::Send(Call { id, request }));
        id
    }

    /// Everything whose time has come, whoever woke us.
    fn due(&mut self) {
        self.poll_if_due();
        self.reconnect_if_due();
        self.leave_if_due();
        self.save_if_due();
        self.ring_if_due();
        self.tell_no_pause_if_due();
        self.draw_passing_if_due();
    }

    fn plan_wake(&mut self) {
        let deadlines = [
            self.poll_due(),
            self.reconnect_due(),
            self.leave_due(),
            self.save_due,
            self.ring_due(),
            self.no_pause_due(),
            self.passing_due(),
            self.idle_due(),
        ];
        let next = deadlines.into_iter().flatten().min();
        if let Some(next) = next
            && self.woken_for != Some(next)
        {
            self.effects.push(Effect::Wake(next));
        }
        self.woken_for = next;
    }

    fn say(&mut self, kind: NoticeKind, text: impl Into<String>) {
        let text = text.into();
        self.log.push(self.now, kind, text.clone());
        self.notice = Some(Notice { kind, text, at: self.now });
    }

    /// A failure in the result line: cause, then what to do.
    fn refuse(&mut self, failure: &Failure) {
        self.say(NoticeKind::Error, format!("{}: {}", failure.cause, failure.action));
    }

    const fn new_tree(&mut self) -> TreeId {
        self.next_tree += 1;
        TreeId(self.next_tree)
    }
}
