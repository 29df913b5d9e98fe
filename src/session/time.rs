//! Time as the session sees it: since the start, by a clock that counts a suspended machine.

use std::ops::{Add, Sub};
use std::time::Duration;

/// A moment, as the time since the program's start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub Duration);

impl Time {
    /// The start itself.
    pub const START: Self = Self(Duration::ZERO);

    /// How long ago `earlier` was; zero if it lies ahead.
    pub fn since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// How long it takes until `later`; zero if it has passed.
    pub fn until(self, later: Self) -> Duration {
        later.since(self)
    }
}

impl Add<Duration> for Time {
    type Output = Self;

    fn add(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }
}

impl Sub<Duration> for Time {
    type Output = Self;

    fn sub(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration))
    }
}
