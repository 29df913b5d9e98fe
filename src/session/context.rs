//! What every subject may do: tell the time, send a call, report a change, say a notice.

use super::calls::{Calls, Purpose};
use super::change::Change;
use super::effect::{Call, Effect};
use super::failure::Failure;
use super::ids::CallId;
use super::notice::{Log, Notice, NoticeKind};
use super::options::Options;
use super::remedy::Remedy;
use super::time::Time;
use std::time::Duration;

/// Changes of this time are written together.
const SETTLES: Duration = Duration::from_millis(300);

/// The surroundings of an update.
#[derive(Debug)]
pub(super) struct Context {
    pub(super) options: Options,
    pub(super) calls: Calls,
    pub(super) log: Log,
    now: Time,
    /// How slow the line is: answers may take several times as long.
    slow: Duration,
    notice: Option<Notice>,
    /// The last notice that is no hint.
    result: Option<Notice>,
    save_due: Option<Time>,
    effects: Vec<Effect>,
    changes: Vec<Change>,
}

impl Context {
    pub(super) fn new(options: Options) -> Self {
        Self {
            options,
            calls: Calls::default(),
            log: Log::default(),
            now: Time::START,
            slow: Duration::ZERO,
            notice: None,
            result: None,
            save_due: None,
            effects: Vec::new(),
            changes: Vec::new(),
        }
    }

    /// The time never goes back.
    pub(super) fn set_now(&mut self, now: Time) {
        self.now = self.now.max(now);
    }

    pub(super) const fn now(&self) -> Time {
        self.now
    }

    pub(super) const fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    pub(super) const fn result(&self) -> Option<&Notice> {
        self.result.as_ref()
    }

    /// How long the server lets a halted thread sleep.
    pub(super) const fn halt_timeout(&self) -> Duration {
        self.options.halt_timeout
    }

    /// The line has been this slow lately.
    pub(super) const fn line_is_slow(&mut self, slow: Duration) {
        self.slow = slow;
    }

    /// A call, given up when no server and no line takes so long.
    pub(super) fn call(&mut self, purpose: Purpose) -> CallId {
        let limit = purpose.limit().map(|limit| limit.max(self.slow * 3));
        self.call_within(purpose, limit)
    }

    /// A call that is given up after `limit`.
    pub(super) fn call_within(&mut self, purpose: Purpose, limit: Option<Duration>) -> CallId {
        let request = purpose.request();
        let id = self.calls.add(purpose, self.now);
        self.effects.push(Effect::Send(Call { id, request, limit }));
        id
    }

    pub(super) fn effect(&mut self, effect: Effect) {
        self.effects.push(effect);
    }

    pub(super) fn tell(&mut self, change: Change) {
        if !self.changes.contains(&change) {
            self.changes.push(change);
        }
    }

    /// Everything of this update, for whoever called it.
    pub(super) fn take(&mut self) -> (Vec<Effect>, Vec<Change>) {
        (std::mem::take(&mut self.effects), std::mem::take(&mut self.changes))
    }

    pub(super) fn say(&mut self, kind: NoticeKind, text: impl Into<String>) {
        self.notice_of(kind, text.into(), None);
    }

    /// With what helps.
    pub(super) fn advise(&mut self, kind: NoticeKind, text: impl Into<String>, remedy: Remedy) {
        self.notice_of(kind, text.into(), Some(remedy));
    }

    /// What the last result was about is over.
    pub(super) fn end_result(&mut self) {
        self.result = None;
    }

    /// For the log alone.
    pub(super) fn note(&mut self, kind: NoticeKind, text: impl Into<String>) {
        self.log.push(self.now, kind, text);
    }

    /// A failure in the result line: cause, then what to do.
    pub(super) fn refuse(&mut self, failure: &Failure) {
        self.say(NoticeKind::Error, failure.to_string());
    }

    pub(super) fn drop_stale(&mut self, what: &str) {
        self.log.drop_stale(self.now, what);
    }

    pub(super) fn save_soon(&mut self) {
        self.save_due.get_or_insert(self.now + SETTLES);
    }

    pub(super) const fn save_due(&self) -> Option<Time> {
        self.save_due
    }

    /// Nothing waits to be saved any more.
    pub(super) const fn saved_now(&mut self) {
        self.save_due = None;
    }

    fn notice_of(&mut self, kind: NoticeKind, text: String, remedy: Option<Remedy>) {
        self.log.push(self.now, kind, text.clone());
        // Whoever has no result line hears of what failed, and of what can be helped.
        if kind == NoticeKind::Error || (kind == NoticeKind::Hint && remedy.is_some()) {
            self.tell(Change::Output { kind, text: text.clone(), logged: None, remedy });
        }
        let notice = Notice { kind, text, remedy, at: self.now };
        if kind != NoticeKind::Hint {
            self.result = Some(notice.clone());
        }
        self.notice = Some(notice);
    }
}
