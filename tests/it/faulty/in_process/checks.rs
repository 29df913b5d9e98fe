//! What must hold at every moment, whatever the line does.

use super::wire::Played;
use crate::faulty::model::api::Ask;
use haltscope::session::{Connection, CountdownLevel, Outage, Session};
use std::time::Duration;

/// A halted thread may sleep for so long.
pub const SLEEP: Duration = Duration::from_mins(1);
/// Two tries that fail in a row leave time for a third.
const TRIES: usize = 3;

/// What was seen so far.
#[derive(Default)]
pub struct Checks {
    pub flaws: Vec<String>,
    pub expired: u64,
    lost: usize,
    /// When nobody could renew anything last: no client, or a refused login.
    helpless: Option<Duration>,
    events: (Duration, u32),
}

impl Checks {
    pub fn flaw(&mut self, now: Duration, text: &str) {
        if self.flaws.len() < 4 {
            self.flaws.push(format!("{:.3}s: {text}", now.as_secs_f64()));
        }
    }

    /// After every event and now and then between them.
    pub fn all(&mut self, session: &Session, wire: &Played) {
        let now = wire.line.with(|_, now| now);
        if !can_renew(session) {
            self.helpless = Some(now);
        }
        self.countdowns(now, session, wire);
        self.losses(now, wire);
        self.pace(now);
    }

    /// Never more on the screen than the server grants.
    fn countdowns(&mut self, now: Duration, session: &Session, wire: &Played) {
        for thread in session.threads().iter() {
            let id = thread.id();
            let Some(shown) =
                session.countdown(id, session.now().max(haltscope::session::Time(now)))
            else {
                continue;
            };
            let there = wire.line.with(|world, now| world.model.threads(now).contains(&id.0));
            let halted = wire.line.with(|world, now| world.model.expires_at(now, id.0));
            // One that runs will have its whole time when it halts.
            let granted = wire.line.with(|world, now| world.model.granted(now, id.0));
            let Some(end) = granted.filter(|_| !there || halted.is_some()) else { continue };
            let is_told = shown.level != CountdownLevel::Unknown;
            if is_told && now + shown.remaining > end + Duration::from_millis(1) {
                let truth = end.checked_sub(now);
                let text = format!(
                    "T{id} shows {:?}, the server grants {truth:?} ({halted:?}); {thread:?}",
                    shown.remaining,
                );
                self.flaw(now, &text);
            }
        }
    }

    /// No thread dies while the line lets renewals through.
    fn losses(&mut self, now: Duration, wire: &Played) {
        let lost = wire.line.with(|world, now| world.model.lost(now).to_vec());
        for dead in &lost[self.lost.min(lost.len())..] {
            self.expired += 1;
            let halted = dead.at.saturating_sub(SLEEP);
            let tries = wire.count(halted, |ask| *ask == Ask::Reset);
            let was_helpless = self.helpless.is_some_and(|at| at >= halted);
            if tries < TRIES && !was_helpless {
                let text = format!(
                    "T{} died at {:.1}s after {tries} renewals were tried",
                    dead.thread,
                    dead.at.as_secs_f64()
                );
                self.flaw(now, &text);
            }
        }
        self.lost = lost.len();
    }

    /// A loop that feeds itself would never let the clock go on.
    fn pace(&mut self, now: Duration) {
        if now.saturating_sub(self.events.0) < Duration::from_secs(1) {
            self.events.1 += 1;
        } else {
            self.events = (now, 0);
        }
        if self.events.1 == 2_000 {
            self.flaw(now, "2,000 events in a second");
        }
    }
}

fn can_renew(session: &Session) -> bool {
    match session.connection() {
        Connection::Attached { .. } => true,
        Connection::Offline { outage, .. } => *outage != Outage::Login,
        _ => false,
    }
}
