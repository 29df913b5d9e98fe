//! Losing the server and coming back: silence, refusals, refused logins.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::failure::{Failure, FailureKind};
use super::super::notice::NoticeKind;
use super::super::polls::Silence;
use super::super::remedy::Remedy;
use super::super::time::Time;
use super::link::{Existence, Login};
use super::{Connection, Outage, Problem};
use std::time::Duration;

/// A login that was accepted before is tried again so many seconds after it was refused: once where nothing
/// is at stake, on and on while threads are halted.
const DOUBTS: [u64; 4] = [2, 5, 15, 30];
/// Nobody at an address is asked again sooner than a server that refuses, and not much later.
const LONGEST_UNREACHABLE: Duration = Duration::from_secs(4);

fn no_answer(age: Duration) -> String {
    format!("no answer to GET /threads for {} s", age.as_secs())
}

impl Session {
    /// A list came: the line works.
    pub(in crate::session) fn heard(&mut self) {
        let now = self.cx.now();
        let silent = now.since(std::mem::replace(&mut self.link.heard, now));
        let told_silence = self.link.told_silence.take();
        self.link.attempt = 0;
        self.link.existence = Existence::Sure;
        self.link.login = Login::Fine;
        if !self.connection.is_lost() {
            self.link.lost_at = None;
            // What was said of the silence isn't true any more; what was said since stays.
            if told_silence.is_some() && told_silence == self.cx.notice().map(|notice| notice.at) {
                let text = format!("answered again after {} s", silent.as_secs());
                self.cx.say(NoticeKind::Done, text);
            }
            return;
        }
        let Some(client) = self.link.client else { return };
        let joined = client == super::Client::Joined;
        let since = self.link.lost_at.take().unwrap_or(now);
        self.set_connection(Connection::Attached { since: now, joined });
        self.breakpoints.held.doubt();
        self.show_facts();
        let text = format!("the connection is back after {} s", now.since(since).as_secs());
        self.cx.say(NoticeKind::Done, text);
    }

    /// A list was refused, or never answered.
    pub(in crate::session) fn list_failed(&mut self, failure: Failure) {
        match failure.kind {
            FailureKind::ClientGone => self.list_says_gone(),
            FailureKind::Silent => {
                self.cx.note(NoticeKind::Error, format!("thread list: {}", failure.cause));
            }
            FailureKind::Unauthorized | FailureKind::Untrusted => self.lost(failure),
            _ => {
                self.polls.failed(self.cx.now());
                self.link.lost_at.get_or_insert(self.cx.now());
                if self.polls.failures() > 1 || self.connection.is_lost() {
                    self.lost(failure);
                } else {
                    self.cx.note(NoticeKind::Error, format!("thread list: {}", failure.cause));
                }
            }
        }
    }

    /// No usable connection: what is known stays, countdowns run on.
    pub(in crate::session) fn lost(&mut self, failure: Failure) {
        let outage = match failure.kind {
            FailureKind::Unauthorized => Outage::Login,
            FailureKind::Untrusted => Outage::Untrusted,
            FailureKind::Silent => Outage::Silent,
            _ => Outage::Refused,
        };
        if self.connection.is_leaving() || outage == Outage::Login && self.awaits_login() {
            return;
        }
        let now = self.cx.now();
        self.link.lost_at.get_or_insert(now);
        self.link.attempt += 1;
        let next_try = self.next_try(&failure, outage);
        let remedy = match outage {
            Outage::Login => Remedy::GiveCredentials,
            _ => Remedy::TryNow,
        };
        let ends = if outage == Outage::Login { self.ends_words(next_try) } else { None };
        let text = ends.map_or_else(|| failure.to_string(), |ends| format!("{ends}; {failure}"));
        self.cx.advise(NoticeKind::Error, text, remedy);
        let problem = Problem { cause: failure.cause, action: failure.action, remedy };
        let attempt = self.link.attempt;
        self.set_connection(Connection::Offline { outage, problem, attempt, next_try });
        self.show_facts();
    }

    fn next_try(&mut self, failure: &Failure, outage: Outage) -> Option<Time> {
        let now = self.cx.now();
        let pause = self.link.pause();
        match outage {
            Outage::Login => self.next_login(),
            Outage::Untrusted | Outage::Cancelled => None,
            Outage::Silent => Some(self.polls.probe_due().max(now)),
            Outage::Refused => {
                let pause = match failure.kind {
                    FailureKind::Unreachable => pause.min(LONGEST_UNREACHABLE),
                    _ => pause,
                };
                Some(now + failure.retry_after.map_or(pause, |after| pause.max(after)))
            }
        }
    }

    /// When a refused login is tried again. Without end nothing is: each try of a wrong password
    /// counts against whoever has it.
    fn next_login(&mut self) -> Option<Time> {
        let tries = match self.link.login {
            Login::Fine => 0,
            Login::Doubtful(tries) => tries,
            Login::Untried | Login::Refused => {
                self.link.login = Login::Refused;
                return None;
            }
        };
        let due = self.cx.now() + Duration::from_secs(DOUBTS[tries.min(DOUBTS.len() - 1)]);
        let is_worth_it = tries == 0 || self.halted_until().is_some_and(|until| due < until);
        self.link.login = if is_worth_it { Login::Doubtful(tries + 1) } else { Login::Refused };
        is_worth_it.then_some(due)
    }

    /// Whether the login is refused and the next try known: what else is refused meanwhile says
    /// nothing new.
    const fn awaits_login(&self) -> bool {
        matches!(
            self.connection,
            Connection::Offline { outage: Outage::Login, next_try: Some(_), .. }
        )
    }

    /// Until when a halted thread may be there, as far as is known.
    fn halted_until(&self) -> Option<Time> {
        let limit = self.cx.halt_timeout();
        let since = self.link.lost_at.unwrap_or_else(|| self.cx.now());
        let halted = self.threads.iter().filter(|thread| thread.is_halted());
        halted.map(|thread| thread.lives_until(limit).unwrap_or(since + limit)).max()
    }

    /// Which thread ends first, and what prevents it.
    fn ends_words(&self, next_try: Option<Time>) -> Option<String> {
        let (now, limit) = (self.cx.now(), self.cx.halt_timeout());
        let halted = self.threads.iter().filter(|thread| thread.is_halted());
        let ends = halted.filter_map(|thread| Some((thread.lives_until(limit)?, thread.id())));
        let (until, id) = ends.filter(|(until, _)| *until > now).min()?;
        let unless = match next_try {
            Some(_) => "unless the login is accepted again",
            None => "unless you log in",
        };
        Some(format!("T{id} ends in {} s {unless}", now.until(until).as_secs()))
    }

    pub(in crate::session) fn reconnect_due(&self) -> Option<Time> {
        match self.connection {
            Connection::Offline { next_try, .. } => next_try,
            _ => None,
        }
    }

    pub(in crate::session) fn reconnect_if_due(&mut self) {
        if self.reconnect_due().is_some_and(|due| due <= self.cx.now()) {
            self.try_now();
        }
    }

    /// Somebody wants it tried now. Whoever asks for a try with a refused password gets that one.
    pub(super) fn retry(&mut self) {
        match self.connection {
            Connection::NotConfigured => self.attach(),
            Connection::Offline { .. } => self.try_now(),
            _ => {}
        }
    }

    /// Another password: whatever was refused before is forgotten.
    pub(in crate::session) fn credentials_replaced(&mut self) {
        self.link.login = Login::Untried;
        self.link.attempt = 0;
        self.cx.say(NoticeKind::Hint, "trying the new password");
        self.retry();
    }

    /// The word stays OFFLINE until somebody answers.
    fn try_now(&mut self) {
        let now = self.cx.now();
        let next = self.polls.probe_due_after(now);
        let silent_for = now.since(self.link.lost_at.unwrap_or(now));
        let Connection::Offline { next_try, outage, problem, attempt } = &mut self.connection
        else {
            return;
        };
        let is_silent = *outage == Outage::Silent;
        *next_try = is_silent.then_some(next);
        if is_silent {
            self.link.attempt += 1;
            *attempt = self.link.attempt;
            problem.cause = no_answer(silent_for);
            self.cx.tell(Change::Connection);
        }
        if self.link.client.is_some() {
            self.poll();
        } else if !self.cx.calls.any(|purpose| *purpose == Purpose::Contact) {
            self.contact();
        }
    }

    /// The user hears of a line that says nothing; after a while nobody can say any more what the
    /// threads do.
    pub(in crate::session) fn tell_silence_if_due(&mut self) {
        if !self.connection.is_attached() {
            return;
        }
        match self.polls.silence(self.cx.now()) {
            Silence::No => {}
            Silence::Noticed(_) if self.link.told_silence.is_some() => {}
            Silence::Noticed(age) => {
                self.link.told_silence = Some(self.cx.now());
                let text = format!("no answer for {} s: asking on", age.as_secs());
                self.cx.say(NoticeKind::Hint, text);
            }
            Silence::Long(age) => {
                let cause = no_answer(age);
                let action = "it is asked every few seconds; look at the network";
                self.lost(Failure::new(FailureKind::Silent, cause, action));
                let since = self.cx.now() - age;
                self.link.lost_at = Some(since);
            }
        }
    }
}
