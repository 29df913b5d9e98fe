//! Threads that are to run whatever the server says at first: those at a log point or an early hit, and those that were
//! only looked at. Where one is not let go it is asked for again, after pauses that grow.

use super::super::Session;
use super::super::failure::{Delivery, Failure};
use super::super::notice::NoticeKind;
use super::super::thread::{Thread, Verb};
use super::super::time::Time;
use crate::api::ids::ThreadId;
use std::collections::BTreeMap;
use std::time::Duration;

/// Before the next try; the last one again and again.
const PAUSES: [Duration; 5] = [
    Duration::from_millis(300),
    Duration::from_secs(1),
    Duration::from_secs(2),
    Duration::from_secs(4),
    Duration::from_secs(8),
];

/// Those that were let go and are not known to have gone.
#[derive(Clone, Debug, Default)]
pub(in crate::session) struct GoingOn(BTreeMap<ThreadId, Wish>);

/// That a thread runs.
#[derive(Clone, Copy, Debug, Default)]
struct Wish {
    /// It stands at a halt that was told, and is to leave it all the same.
    is_released: bool,
    failures: usize,
    /// When it is to be asked for again.
    due: Option<Time>,
}

impl GoingOn {
    pub(in crate::session) fn forget(&mut self, id: ThreadId) {
        self.0.remove(&id);
    }

    pub(in crate::session) fn due(&self) -> Option<Time> {
        self.0.values().filter_map(|wish| wish.due).min()
    }

    fn is_released(&self, id: ThreadId) -> bool {
        self.0.get(&id).is_some_and(|wish| wish.is_released)
    }

    /// It was refused, or never arrived. Gives the pause until the next try.
    fn failed(&mut self, id: ThreadId, now: Time, why: &Failure) -> Duration {
        let wish = self.0.entry(id).or_default();
        let pause = PAUSES[wish.failures.min(PAUSES.len() - 1)];
        let pause = why.retry_after.map_or(pause, |wanted| wanted.max(pause));
        wish.failures += 1;
        wish.due = Some(now + pause);
        pause
    }

    /// Those whose time has come.
    fn take_due(&mut self, now: Time) -> Vec<ThreadId> {
        let due = self.0.iter_mut().filter(|(_, wish)| wish.due.is_some_and(|due| due <= now));
        due.map(|(id, wish)| {
            wish.due = None;
            *id
        })
        .collect()
    }
}

impl Session {
    /// Whether a thread was let go by who only looked at it, and the server has not done so yet.
    pub fn is_being_released(&self, id: ThreadId) -> bool {
        self.going_on.is_released(id)
    }

    /// Lets a halted thread run, however often that has to be asked for.
    pub(super) fn release(&mut self, id: ThreadId) {
        if self.threads.get(id).is_some_and(Thread::is_halted) {
            self.going_on.0.insert(id, Wish { is_released: true, ..Wish::default() });
        }
        self.continue_thread(id);
    }

    /// Whether a thread that stands where it stood is to run.
    pub(super) fn is_to_go_on(&self, id: ThreadId) -> bool {
        self.threads.get(id).is_some_and(Thread::is_passing) || self.going_on.is_released(id)
    }

    /// The server did not let it go.
    pub(super) fn goes_on_later(&mut self, id: ThreadId, verb: Verb, why: &Failure) {
        let pause = self.going_on.failed(id, self.cx.now(), why);
        let what = match why.delivery {
            Delivery::Refused => "was refused",
            Delivery::NotSent | Delivery::Unknown => "did not arrive",
        };
        let text = format!(
            "T{id} is to go on: {} {what} and is sent again in {} s: {why}",
            verb.as_str(),
            pause.as_secs_f32()
        );
        self.cx.say(NoticeKind::Error, text);
    }

    /// When a thread is to be let go again.
    pub(in crate::session) fn go_on_due(&self) -> Option<Time> {
        self.going_on.due().filter(|_| self.connection.is_attached())
    }

    pub(in crate::session) fn go_on_if_due(&mut self) {
        if !self.connection.is_attached() {
            return;
        }
        for id in self.going_on.take_due(self.cx.now()) {
            match self.threads.get(id) {
                Some(thread) if thread.is_passing() || thread.is_halted() => self.let_pass(id),
                _ => self.going_on.forget(id),
            }
        }
    }
}
