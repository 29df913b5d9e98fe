//! Renewal in the session: what the task reports, what the user is told.

use super::Session;
use super::change::Change;
use super::connection::Connection;
use super::effect::Effect;
use super::event::KeepAliveReport;
use super::failure::FailureKind;
use super::keep_alive::KeepAliveMode;
use super::keep_alive::Rhythm;
use super::keep_alive::{Needs, NotRenewed};
use super::notice::NoticeKind;
use super::remedy::Remedy;
use super::thread::CountdownLevel;
use super::time::Time;
use crate::api::ids::ThreadId;

impl Session {
    pub(super) fn keep_alive_reported(&mut self, report: KeepAliveReport) {
        let (now, moment) = (self.cx.now(), self.cx.calls.moment());
        match report {
            KeepAliveReport::Sent { number, at } => {
                self.keep_alive.sent(number, at, moment);
                // The list beside it says for whom it counts, and keeps a second connection ready.
                self.polls.at_once();
            }
            KeepAliveReport::Renewed { number, sent } => {
                self.keep_alive.renewed(number, sent, now, moment);
                let limit = self.cx.halt_timeout();
                self.keep_alive.confirm(&mut self.threads, limit);
                if self.keep_alive.awaits_list(&self.threads, limit) {
                    self.polls.at_once();
                }
            }
            KeepAliveReport::Failed { number, failure } => {
                self.keep_alive.failed(number, &failure.cause, now);
                let times = self.keep_alive.failures();
                self.cx.note(NoticeKind::Error, format!("renewal failed {times}x: {failure}"));
                match failure.kind {
                    FailureKind::ClientGone => self.said_gone(),
                    FailureKind::Unauthorized => self.lost(failure),
                    _ => {}
                }
            }
        }
        self.cx.tell(Change::Renewal);
    }

    pub(super) fn renew_now(&mut self) {
        self.keep_alive.set_mode(KeepAliveMode::Renew);
        self.keep_alive.touch(self.cx.now());
        self.keep_alive.renew_at_once();
        self.cx.tell(Change::Renewal);
        if self.threads.halted() == 0 {
            self.cx.say(NoticeKind::Hint, "no thread is halted: those that halt are renewed");
        }
    }

    pub(super) fn keep_alive_mode(&mut self, mode: KeepAliveMode) {
        self.keep_alive.set_mode(mode);
        self.cx.tell(Change::Renewal);
        match mode {
            KeepAliveMode::Renew => {
                let period = self.rhythm().period.as_secs();
                let text = format!("halted threads are renewed every {period} s");
                self.cx.say(NoticeKind::Hint, text);
            }
            KeepAliveMode::Off => {
                let text = "renewal is off: halted threads run out";
                self.cx.advise(NoticeKind::Hint, text, Remedy::Renew);
            }
        }
    }

    /// How renewals follow each other on this line.
    pub fn rhythm(&self) -> Rhythm {
        Rhythm::of(self.cx.halt_timeout(), self.polls.round_trip())
    }

    /// Whether a renewal can go out at all.
    pub(super) fn may_renew(&self) -> bool {
        let reachable = matches!(
            self.connection,
            Connection::Attached { .. }
                | Connection::Offline { .. }
                | Connection::Connecting { .. }
        );
        reachable && self.link.client().is_some() && self.link.may_log_in()
    }

    /// Why nothing renews halted threads at the moment.
    pub fn not_renewed(&self) -> Option<NotRenewed> {
        self.keep_alive.reason(self.may_renew())
    }

    pub(super) fn plan_keep_alive(&mut self) {
        let rhythm = self.rhythm();
        let may_halt = self.breakpoints.armed() > 0 || self.breakpoints.wanted() > 0;
        let needs = Needs {
            threads: &self.threads,
            unseen_since: self.threads.listed_at().filter(|_| may_halt),
            reachable: self.may_renew(),
        };
        let was_idle = self.keep_alive.is_idle();
        let idle_limit = self.cx.options.idle_limit;
        if let Some(plan) = self.keep_alive.plan(self.cx.now(), &needs, rhythm, idle_limit) {
            self.cx.effect(Effect::KeepAlive(plan));
        }
        if was_idle != self.keep_alive.is_idle() {
            self.cx.tell(Change::Renewal);
        }
    }

    pub(super) fn low_due(&self) -> Option<Time> {
        let limit = self.cx.halt_timeout();
        let over = self.low_on_screen().and_then(|id| self.threads.get(id)?.lives_until(limit));
        self.threads.iter().filter_map(|thread| thread.low_at(limit)).chain(over).min()
    }

    /// The thread that runs low, where the result line still says so.
    fn low_on_screen(&self) -> Option<ThreadId> {
        let (id, at) = self.keep_alive.told_low?;
        let notice = self.cx.notice().filter(|notice| notice.at == at)?;
        notice.text.starts_with(&format!("T{id} ends in ")).then_some(id)
    }

    /// What was said of a thread that ran low isn't true any more.
    fn correct_low(&mut self) {
        let Some(id) = self.low_on_screen() else { return };
        let Some(thread) = self.threads.get(id) else { return };
        let countdown = thread.countdown(self.cx.now(), self.cx.halt_timeout());
        let (kind, text) = match countdown.map(|it| it.level) {
            Some(CountdownLevel::Low) => return,
            Some(CountdownLevel::Fine) => (NoticeKind::Done, format!("T{id} was renewed in time")),
            None => (NoticeKind::Done, format!("T{id} went on in time")),
            Some(CountdownLevel::Expired | CountdownLevel::Unknown) => {
                let why = self.low_words();
                (
                    NoticeKind::Error,
                    format!("T{id}'s time is over, the server may have ended it: {why}"),
                )
            }
        };
        self.keep_alive.told_low = None;
        self.cx.say(kind, text);
    }

    /// The user hears of a thread that is about to die before it does, and why.
    pub(super) fn tell_low_if_due(&mut self) {
        self.correct_low();
        let (now, limit) = (self.cx.now(), self.cx.halt_timeout());
        let is_low = |thread: &super::Thread| thread.is_low_and_untold(now, limit);
        let low: Vec<ThreadId> =
            self.threads.iter().filter(|thread| is_low(thread)).map(super::Thread::id).collect();
        for id in &low {
            let Some(thread) = self.threads.get_mut(*id) else { continue };
            thread.low_was_told();
            let left = thread.countdown(now, limit).map(|left| left.remaining).unwrap_or_default();
            self.cx.tell(Change::CountdownLow { thread: *id, expires_in: left });
            let seconds = left.as_secs();
            let why = self.low_words();
            let text = format!("T{id} ends in {seconds} s unless it is renewed: {why}");
            let kind = NoticeKind::Error;
            match self.not_renewed() {
                Some(NotRenewed::Off | NotRenewed::Idle) => {
                    self.cx.advise(kind, text, Remedy::Renew);
                }
                Some(NotRenewed::NoConnection) => {
                    let remedy = match &self.connection {
                        Connection::Offline { problem, .. } => problem.remedy,
                        _ => Remedy::TryNow,
                    };
                    self.cx.advise(kind, text, remedy);
                }
                None => self.cx.say(kind, text),
            }
            self.keep_alive.told_low = Some((*id, now));
        }
        if !low.is_empty() {
            self.cx.effect(Effect::Bell);
        }
    }

    fn low_words(&self) -> String {
        match self.not_renewed() {
            None if self.keep_alive.failures() == 0 => {
                "POST threads/reset is not answered yet".to_owned()
            }
            _ => self.why_not_renewed(),
        }
    }
}
