//! When the screen changes by itself: countdowns, elapsed times, limits.

use super::Turn;
use super::leaving::LAST_RENEWAL;
use crate::session::{StateWord, Time};
use crate::tui::app::{App, Departure};
use crate::tui::ui::{AWAITED, FADING, SAID_OLD};
use std::time::Duration;

/// Between two frames of a time that runs in tenths of a second.
const TENTH: Duration = Duration::from_millis(100);

/// A running time is shown in tenths for so long.
const FINE: Duration = Duration::from_secs(10);

/// When the next [`crate::tui::Msg::Tick`] is due; `None` while nothing moves.
pub fn next_wake(app: &App) -> Option<Time> {
    let now = app.ui.now;
    let ahead = |at: &Time| *at > now;
    let limits = [
        app.departure.map(|departure| departure.since + Departure::LIMIT),
        app.suspending.map(|since| since + LAST_RENEWAL),
        app.pending.menu_at().filter(ahead),
        app.ui.moving_since.map(|since| since + FADING).filter(ahead),
        app.ui.unsettled.since.map(|since| since + FADING).filter(ahead),
        app.ui.unsettled.since.map(|since| since + SAID_OLD).filter(ahead),
        app.session.reads().map(|asked| asked + AWAITED).filter(ahead).min(),
        app.session.awaited().map(|(_, asked)| asked + AWAITED).filter(ahead),
        Some(next_second(now)).filter(|_| counts_seconds(app)),
        Some(now + TENTH).filter(|_| counts_tenths(app)),
    ];
    limits.into_iter().flatten().min()
}

fn next_second(now: Time) -> Time {
    Time(Duration::from_secs(now.0.as_secs() + 1))
}

fn counts_seconds(app: &App) -> bool {
    let session = &app.session;
    let waits = app.state_word() != StateWord::Disabled && session.options().instance.is_some();
    waits || app.has_halts() || session.requests().active().is_some()
}

fn counts_tenths(app: &App) -> bool {
    let now = app.ui.now;
    let request = app.session.requests().active().map(|request| request.since);
    let awaited = app.awaited().map(|(_, since)| since);
    let connecting = app.session.connecting_for(now).map(|since| now - since);
    let thread = app.selected().and_then(|thread| match thread.state() {
        crate::session::ThreadState::Halted { .. } => None,
        crate::session::ThreadState::Running { since }
        | crate::session::ThreadState::Stepping { since, .. } => Some(since),
    });
    [request, awaited, connecting, thread]
        .into_iter()
        .flatten()
        .any(|since| now.since(since) < FINE)
}

impl Turn<'_> {
    pub(super) fn tick(&mut self) {
        let now = self.app.ui.now;
        let overdue = |since: Time, limit: Duration| now.since(since) >= limit;
        if self.app.departure.is_some_and(|departure| overdue(departure.since, Departure::LIMIT)) {
            self.departure_overdue();
        }
        if self.app.suspending.is_some_and(|since| overdue(since, LAST_RENEWAL)) {
            self.renewal_reported();
        }
    }
}
