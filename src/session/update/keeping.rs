//! Keeping halted threads from expiring.

use super::Session;
use crate::session::command::KeepAliveMode;
use crate::session::connection::Connection;
use crate::session::effect::{Effect, KeepAlivePlan};
use crate::session::event::KeepAliveReport;
use crate::session::failure::FailureKind;
use crate::session::keep_alive::{Countdown, RENEWAL_PERIOD};
use crate::session::notice::NoticeKind;
use crate::session::time::Time;

impl Session {
    pub(super) fn keep_alive_reported(&mut self, report: KeepAliveReport) {
        match report {
            KeepAliveReport::Renewed { sent } => self.renewed(sent),
            KeepAliveReport::Failed(failure) if failure.kind == FailureKind::ClientGone => {
                self.client_gone();
            }
            KeepAliveReport::Failed(failure) => {
                self.keep_alive.failures += 1;
                let times = self.keep_alive.failures;
                let text = format!("renewal failed {times}x: {}", failure.cause);
                self.log.push(self.now, NoticeKind::Error, text);
            }
        }
    }

    /// One call renews every thread that was halted when it left.
    fn renewed(&mut self, sent: Time) {
        self.keep_alive.failures = 0;
        self.keep_alive.renewed_at = Some(sent);
        let until = sent + self.options.halt_timeout;
        for thread in self.threads.iter_mut() {
            let was_halted = thread.halted_since.is_some_and(|since| since <= sent);
            if was_halted && thread.lives_until.is_some_and(|before| before < until) {
                thread.lives_until = Some(until);
                thread.bell_rung = false;
            }
        }
    }

    pub(super) fn touch(&mut self) {
        self.keep_alive.touched_at = self.now;
        self.keep_alive.idle = false;
    }

    pub(super) fn renew_now(&mut self) {
        self.keep_alive.mode = KeepAliveMode::Renew;
        self.touch();
        self.effects.push(Effect::RenewNow);
    }

    pub(super) fn keep_alive_mode(&mut self, mode: KeepAliveMode) {
        self.keep_alive.mode = mode;
        let text = match mode {
            KeepAliveMode::Renew => {
                format!("halted threads are renewed every {} s", RENEWAL_PERIOD.as_secs())
            }
            KeepAliveMode::Off => {
                "renewal is off: halted threads run out, `keep alive` switches it on".to_owned()
            }
        };
        self.say(NoticeKind::Hint, text);
    }

    pub(super) fn plan_keep_alive(&mut self) {
        let until = self.keep_alive.touched_at + self.options.idle_limit;
        let halted = self.threads.iter().any(|thread| thread.lives_until.is_some());
        let reachable =
            matches!(self.connection, Connection::Attached { .. } | Connection::Offline { .. });
        let wanted = halted && reachable && self.keep_alive.mode == KeepAliveMode::Renew;
        self.keep_alive.idle = wanted && until <= self.now;
        let plan = if wanted && until > self.now {
            KeepAlivePlan::Renew { until }
        } else {
            KeepAlivePlan::Rest
        };
        if plan != self.keep_alive.plan {
            self.keep_alive.plan = plan;
            self.effects.push(Effect::KeepAlive(plan));
        }
    }

    pub(super) fn idle_due(&self) -> Option<Time> {
        match self.keep_alive.plan {
            KeepAlivePlan::Renew { until } => Some(until),
            KeepAlivePlan::Rest => None,
        }
    }

    pub(super) fn ring_due(&self) -> Option<Time> {
        let waiting = self.threads.iter().filter(|thread| !thread.bell_rung);
        waiting.filter_map(|thread| thread.lives_until).map(|until| until - Countdown::LOW).min()
    }

    pub(super) fn ring_if_due(&mut self) {
        let now = self.now;
        let mut rings = false;
        for thread in self.threads.iter_mut() {
            let is_low = thread.lives_until.is_some_and(|until| until - Countdown::LOW <= now);
            if is_low && !thread.bell_rung {
                thread.bell_rung = true;
                rings = true;
            }
        }
        if rings {
            self.effects.push(Effect::Bell);
        }
    }
}
