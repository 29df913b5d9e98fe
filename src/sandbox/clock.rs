//! The time of day as a parameter, so that tests can turn it; and a dial for those who run a sandbox.

use super::store::Timestamp;
use parking_lot::RwLock;
use serde::{Deserialize, Serialize};
use std::{
    fmt,
    sync::Arc,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The latest time that a dial shows: the end of the year 9999, in milliseconds since 1970.
const LATEST: i64 = 253_402_300_799_999;

/// Tells the time.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> SystemTime + Send + Sync>);

impl Clock {
    /// The machine's clock.
    pub fn system() -> Self {
        Self::new(SystemTime::now)
    }

    /// Any clock.
    pub fn new(now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time in milliseconds; 1970 for anything earlier.
    pub fn now(&self) -> Timestamp {
        let since = (self.0)().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp(i64::try_from(since.as_millis()).unwrap_or(i64::MAX))
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({})", self.now())
    }
}

/// How a dial stands against the clock behind it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Setting {
    /// As that one.
    #[default]
    Machine,
    /// So many milliseconds ahead of it, or behind.
    Shifted(i64),
    /// At this time, in milliseconds since 1970, for good.
    Frozen(i64),
}

/// Nobody can set a clock to that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("from 1970-01-01T00:00:00Z to 9999-12-31T23:59:59Z")]
pub(super) struct NoSuchTime;

/// A clock that can be set, shifted and frozen; clones share it.
#[derive(Clone, Debug)]
pub(super) struct Dial {
    machine: Clock,
    setting: Arc<RwLock<Setting>>,
}

impl Dial {
    /// In front of this clock, and as that one for now.
    pub(super) fn new(machine: Clock) -> Self {
        Self { machine, setting: Arc::default() }
    }

    /// The clock that this dial turns.
    pub(super) fn clock(&self) -> Clock {
        let dial = self.clone();
        Clock::new(move || {
            UNIX_EPOCH + Duration::from_millis(dial.now().0.try_into().unwrap_or_default())
        })
    }

    /// The clock behind it, which nobody turns.
    pub(super) fn machine(&self) -> &Clock {
        &self.machine
    }

    /// How it stands.
    pub(super) fn setting(&self) -> Setting {
        *self.setting.read()
    }

    /// Sets it as it stood at another time.
    pub(super) fn set(&self, setting: Setting) {
        *self.setting.write() = setting;
    }

    /// The time that it shows.
    pub(super) fn now(&self) -> Timestamp {
        self.shown(self.setting())
    }

    /// Shows that time from now on, standing still or going on; without a time the one that it shows.
    pub(super) fn turn(&self, to: Option<Timestamp>, frozen: bool) -> Result<(), NoSuchTime> {
        let mut setting = self.setting.write();
        let to = to.unwrap_or_else(|| self.shown(*setting));
        *setting = self.standing(to.0, frozen)?;
        Ok(())
    }

    /// Goes so many milliseconds ahead, or back, and stands still only if it does now.
    pub(super) fn advance(&self, by: i64) -> Result<(), NoSuchTime> {
        let mut setting = self.setting.write();
        let to = self.shown(*setting).0.checked_add(by).ok_or(NoSuchTime)?;
        *setting = self.standing(to, matches!(*setting, Setting::Frozen(_)))?;
        Ok(())
    }

    fn shown(&self, setting: Setting) -> Timestamp {
        let machine = self.machine.now();
        match setting {
            Setting::Machine => machine,
            Setting::Shifted(by) => Timestamp(machine.0.saturating_add(by).clamp(0, LATEST)),
            Setting::Frozen(at) => Timestamp(at.clamp(0, LATEST)),
        }
    }

    fn standing(&self, to: i64, frozen: bool) -> Result<Setting, NoSuchTime> {
        if !(0..=LATEST).contains(&to) {
            return Err(NoSuchTime);
        }
        Ok(match to - self.machine.now().0 {
            _ if frozen => Setting::Frozen(to),
            0 => Setting::Machine,
            by => Setting::Shifted(by),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// A dial before a clock that shows these seconds.
    fn dial() -> (Dial, Arc<AtomicU64>) {
        let seconds = Arc::new(AtomicU64::new(1_000));
        let told = Arc::clone(&seconds);
        let now = move || UNIX_EPOCH + Duration::from_secs(told.load(Ordering::Relaxed));
        (Dial::new(Clock::new(now)), seconds)
    }

    #[test]
    fn a_frozen_clock_stands_until_it_goes_on_from_there() {
        let (dial, machine) = dial();
        let clock = dial.clock();
        dial.turn(None, true).expect("frozen");
        machine.store(2_000, Ordering::Relaxed);
        assert_eq!(clock.now(), Timestamp(1_000_000));
        dial.advance(500).expect("still frozen");
        assert_eq!(
            (clock.now(), dial.setting()),
            (Timestamp(1_000_500), Setting::Frozen(1_000_500))
        );
        dial.turn(None, false).expect("it goes on");
        machine.store(2_001, Ordering::Relaxed);
        assert_eq!(clock.now(), Timestamp(1_001_500));
        dial.set(Setting::Machine);
        assert_eq!(clock.now(), Timestamp(2_001_000));
    }

    #[test]
    fn it_is_set_and_shifted_within_its_bounds() {
        let (dial, machine) = dial();
        dial.turn(Some(Timestamp(9_000)), false).expect("set");
        machine.store(1_001, Ordering::Relaxed);
        assert_eq!(dial.now(), Timestamp(10_000));
        dial.advance(-10_000).expect("1970");
        assert_eq!(dial.now(), Timestamp(0));
        assert_eq!((dial.advance(-1), dial.advance(i64::MIN)), (Err(NoSuchTime), Err(NoSuchTime)));
        assert_eq!(dial.advance(i64::MAX), Err(NoSuchTime));
        assert_eq!(dial.turn(Some(Timestamp(LATEST + 1)), true), Err(NoSuchTime));
        assert_eq!(dial.now(), Timestamp(0));
        dial.turn(Some(Timestamp(LATEST)), false).expect("the end");
        machine.store(1_002, Ordering::Relaxed);
        assert_eq!(dial.now(), Timestamp(LATEST));
        dial.advance(1_002_000 - LATEST).expect("as the machine");
        assert_eq!(dial.setting(), Setting::Machine);
    }
}
