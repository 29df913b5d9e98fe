//! What is known of the halted threads' remaining time.

use super::command::KeepAliveMode;
use super::time::Time;
use std::time::Duration;

/// One call renews every halted thread; it goes out this often.
pub const RENEWAL_PERIOD: Duration = Duration::from_secs(20);

/// How urgent a countdown is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum CountdownLevel {
    /// More than 15 s.
    Fine,
    /// 15 s or less.
    Low,
    /// Nothing left; the thread list has not confirmed the end yet.
    Expired,
}

/// A thread's remaining time: a lower bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Countdown {
    /// What is left at least.
    pub remaining: Duration,
    /// How urgent.
    pub level: CountdownLevel,
}

impl Countdown {
    /// From here on it is urgent.
    pub const LOW: Duration = Duration::from_secs(15);

    pub(super) fn until(lives_until: Time, now: Time) -> Self {
        let remaining = now.until(lives_until);
        let level = match remaining {
            Duration::ZERO => CountdownLevel::Expired,
            few if few <= Self::LOW => CountdownLevel::Low,
            _ => CountdownLevel::Fine,
        };
        Self { remaining, level }
    }
}

/// How renewal stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeepAlive {
    /// On or off, as the user wants it.
    pub mode: KeepAliveMode,
    /// How many renewals failed in a row.
    pub failures: u32,
    /// When the last successful renewal left.
    pub renewed_at: Option<Time>,
    /// Nobody pressed a key for too long: any key renews.
    pub idle: bool,
    pub(super) touched_at: Time,
    pub(super) plan: super::effect::KeepAlivePlan,
}

impl Default for KeepAlive {
    fn default() -> Self {
        Self {
            mode: KeepAliveMode::Renew,
            failures: 0,
            renewed_at: None,
            idle: false,
            touched_at: Time::START,
            plan: super::effect::KeepAlivePlan::Rest,
        }
    }
}
