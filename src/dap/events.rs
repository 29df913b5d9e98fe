//! What the session tells, as the protocol's events.

use super::attached::Attached;
use super::known::Lost;
use super::words::for_editors;
use crate::api::counted::counted;
use crate::api::ids::ThreadId;
use crate::session::{
    Change, Connection, Exit, HaltNumber, Logged, NoticeKind, Remedy, StopReason, StorefrontAnswer,
    Thread,
};
use dapts::event::{Continued, Output, Stopped, Thread as ThreadTold};
use dapts::{
    ContinuedEvent, OutputEvent, OutputEventCategory as Category, StoppedEvent, StoppedEventReason,
    ThreadEvent, ThreadEventReason,
};
use serde_json::json;

impl Attached {
    /// Tells everything of an update that the client wants to hear.
    pub(super) fn tell<'c>(&self, changes: impl IntoIterator<Item = &'c Change>) {
        for change in changes {
            self.tell_one(change);
        }
        self.drop_left();
    }

    /// The client comes again without the threads that it knows: they run on.
    pub(super) fn let_all_go(&self) {
        let threads: Vec<_> =
            self.desk.look(|session| session.threads().iter().map(Thread::id).collect());
        for thread in threads {
            self.known().forget(thread);
            self.thread(thread, ThreadEventReason::Exited);
        }
    }

    fn tell_one(&self, change: &Change) {
        match change {
            Change::Stopped { thread, reason, halt, breakpoint } => {
                let hit = breakpoint.map(|number| vec![number.0]);
                let hit = hit.filter(|_| *reason != StopReason::RunTo);
                self.stopped(*thread, *halt, *reason, hit);
            }
            Change::Continued { thread } => self.continued(*thread),
            Change::Stood { thread, .. } => self.stands_still(*thread),
            Change::StackChanged { thread } => self.corrected(*thread),
            Change::Appeared { thread } => self.thread(*thread, ThreadEventReason::Started),
            Change::Exited { thread, how } => {
                self.known().forget(*thread);
                self.thread(*thread, ThreadEventReason::Exited);
                self.why_gone(*thread, *how);
            }
            Change::Output { text, logged: Some(logged), .. } => self.logged(text, logged),
            Change::Output { kind, text, logged: None, remedy } => {
                self.said(*kind, text, *remedy);
            }
            Change::Breakpoint { number } => self.breakpoint_changed(*number),
            Change::Connection => self.connection(),
            // What went wrong is said as output.
            Change::RequestFinished { outcome, .. } => {
                if let Some(answer) = outcome.as_ref().ok().filter(|answer| !answer.is_error()) {
                    self.output(Category::Console, &page(answer));
                }
            }
            // Said as output too, asked for one by one, or the screen's own.
            Change::CountdownLow { .. }
            | Change::Stepped { .. }
            | Change::MoveAnswered { .. }
            | Change::Answered { .. }
            | Change::Evaluating { .. }
            | Change::Evaluated { .. }
            | Change::Watch { .. }
            | Change::Tree { .. }
            | Change::Search { .. }
            | Change::Renewal
            | Change::Requested { .. }
            | Change::ScriptsSearched
            | Change::Source { .. } => {}
        }
    }

    fn stopped(
        &self,
        thread: ThreadId,
        halt: HaltNumber,
        reason: StopReason,
        hit_breakpoint_ids: Option<Vec<u64>>,
    ) {
        let place = self.desk.look(|session| {
            let halt = session.history().get(halt)?;
            halt.top().map(crate::session::Frame::place)
        });
        let mut known = self.known();
        let others = known.stopped.keys().any(|other| *other != thread);
        let event = StoppedEvent {
            reason: reason_out(reason),
            description: place.map(|place| format!("Halted at {place}")),
            thread_id: Some(thread.0),
            all_threads_stopped: Some(false),
            hit_breakpoint_ids,
            // Whoever looks at another thread stays there.
            preserve_focus_hint: (others && reason != StopReason::Step).then_some(true),
            text: None,
        };
        known.last_stopped = Some(thread);
        known.stopped.insert(thread, event.clone());
        known.last.insert(thread, event.clone());
        self.out.event::<Stopped>(&event);
    }

    /// It runs although nobody here has asked for that.
    fn continued(&self, thread: ThreadId) {
        if self.known().stopped.remove(&thread).is_some() {
            self.out.event::<Continued>(&ContinuedEvent {
                thread_id: thread.0,
                all_threads_continued: Some(false),
            });
        }
    }

    /// What the client has asked for did not take place: it takes the thread for running.
    fn stands_still(&self, thread: ThreadId) {
        let mut known = self.known();
        let Some(event) = known.last.get(&thread).cloned() else { return };
        known.stopped.insert(thread, event.clone());
        self.out.event::<Stopped>(&event);
    }

    /// A thread that the client takes for halted stands elsewhere.
    fn corrected(&self, thread: ThreadId) {
        let stands =
            self.desk.look(|session| session.threads().get(thread).is_some_and(Thread::is_halted));
        let event = self.known().stopped.get(&thread).cloned().filter(|_| stands);
        if let Some(event) = event {
            self.out.event::<Stopped>(&event);
        }
    }

    fn thread(&self, thread: ThreadId, reason: ThreadEventReason) {
        self.out.event::<ThreadTold>(&ThreadEvent { thread_id: thread.0, reason });
    }

    fn why_gone(&self, thread: ThreadId, how: Exit) {
        let text = match how {
            // Told as an error of its own, or as it should be.
            Exit::Finished | Exit::Stopped | Exit::Expired | Exit::StoppedElsewhere => return,
            Exit::Restarted => format!("thread {thread} is gone: the server was restarted"),
            Exit::LetGo => format!("thread {thread} runs on: its debugger client was removed"),
        };
        self.output(Category::Important, &text);
    }

    fn connection(&self) {
        let connection = self.desk.look(|session| session.connection().clone());
        let is_lost = self.known().lost == Lost::Told;
        match connection {
            Connection::Offline { problem, .. } if !is_lost => {
                self.known().lost = Lost::Told;
                let text = format!("no connection: {}: {}", problem.cause, problem.action);
                self.output(Category::Important, &for_editors(&text));
            }
            Connection::Attached { .. } if is_lost => {
                self.known().lost = Lost::No;
                self.output(Category::Important, "the connection is back");
            }
            _ => {}
        }
    }

    /// An error or a hint, with what helps in an editor.
    fn said(&self, kind: NoticeKind, text: &str, remedy: Option<Remedy>) {
        let helps = remedy.and_then(remedy_words);
        // A hint that only the screen can follow is the screen's.
        if kind == NoticeKind::Hint && helps.is_none() {
            return;
        }
        let whole = helps.map_or_else(
            || text.to_owned(),
            |helps| format!("{}; {helps}", text.trim_end_matches('.')),
        );
        self.output(category(kind), &for_editors(&whole));
    }

    pub(super) fn output(&self, category: Category, text: &str) {
        self.out.event::<Output>(&output(category, text));
    }

    /// A log point's text, with the place that clients show beside it.
    fn logged(&self, text: &str, logged: &Logged) {
        let frame = &logged.frame;
        self.out.event::<Output>(&OutputEvent {
            source: Some(self.source_of(&frame.script)),
            line: Some(self.line_out(frame.line)),
            column: Some(self.first_column()),
            data: Some(json!({ "threadId": logged.thread, "breakpointId": logged.breakpoint.0 })),
            ..output(Category::Console, text)
        });
    }
}

/// A line in the editor's console.
pub(super) fn output(category: Category, text: &str) -> OutputEvent {
    OutputEvent {
        category: Some(category),
        output: format!("{text}\n"),
        column: None,
        data: None,
        group: None,
        line: None,
        location_reference: None,
        source: None,
        variables_reference: None,
    }
}

const fn reason_out(reason: StopReason) -> StoppedEventReason {
    match reason {
        // Nothing runs to a line here but a step into one of its calls.
        StopReason::Step | StopReason::RunTo => StoppedEventReason::Step,
        StopReason::Breakpoint => StoppedEventReason::Breakpoint,
        StopReason::Entry => StoppedEventReason::Entry,
    }
}

/// A remedy in the words of an editor.
const fn remedy_words(remedy: Remedy) -> Option<&'static str> {
    match remedy {
        Remedy::Reattach => Some("nothing halts any more: restart the session to attach again"),
        Remedy::TryNow => Some("it is tried again; to try at once, restart the session"),
        Remedy::GiveCredentials => Some(
            "give another password in SFCC_PASSWORD, dw.json or the keyring, and start the session again",
        ),
        Remedy::StepOut => Some("step out instead"),
        Remedy::StopThread => Some("terminate the thread, or set a breakpoint on its way"),
        Remedy::Renew => Some("whatever you look at in it renews it"),
        Remedy::Request => Some("send a storefront request"),
        Remedy::CancelRequest => Some("wait for its page"),
        Remedy::ToggleBreakpoint => Some("set a breakpoint"),
        // The answer to `attach` says it; watches and searches are the editor's own.
        Remedy::Join | Remedy::ConfirmWatch | Remedy::NextHalted | Remedy::NextMatch => None,
    }
}

const fn category(kind: NoticeKind) -> Category {
    match kind {
        NoticeKind::Done | NoticeKind::Hint => Category::Console,
        NoticeKind::Error => Category::Stderr,
    }
}

fn page(answer: &StorefrontAnswer) -> String {
    let StorefrontAnswer { status, took, size, redirected_to, .. } = answer;
    let from = redirected_to.as_ref().map(|it| format!(", redirected to {it}")).unwrap_or_default();
    format!(
        "the request was answered: {status}{from}, {}, {} ms",
        counted(*size, "byte"),
        took.as_millis()
    )
}
