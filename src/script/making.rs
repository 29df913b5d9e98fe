//! Scripts that are being prepared, and those who wait for them.

use super::error::Problem;
use super::host::Interrupt;
use parking_lot::{Condvar, Mutex};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// After so long the log says that a script is still being prepared.
const SLOW: Duration = Duration::from_secs(5);

pub(super) type Prepared<T> = Result<Arc<T>, Problem>;

/// A script that is being prepared, or has been.
pub(super) struct Making<T> {
    prepared: Mutex<Option<Prepared<T>>>,
    done: Condvar,
    /// It failed for what another try may not meet: too busy a machine, no thread.
    passing: AtomicBool,
}

/// Tells the waiting ones also when preparing has crashed.
pub(super) struct Telling<T> {
    making: Arc<Making<T>>,
    pub(super) prepared: Option<Prepared<T>>,
    /// Whether it took longer than it may.
    pub(super) is_late: bool,
}

impl<T> Telling<T> {
    pub(super) fn of(making: &Arc<Making<T>>) -> Self {
        Self { making: Arc::clone(making), prepared: None, is_late: false }
    }
}

impl<T> Drop for Telling<T> {
    fn drop(&mut self) {
        let has_failed = !matches!(self.prepared, Some(Ok(_)));
        let is_passing = self.prepared.is_none() || (self.is_late && has_failed);
        self.making.passing.store(is_passing, Ordering::Relaxed);
        self.making.tell(self.prepared.take().unwrap_or_else(|| Err(crashed())));
    }
}

impl<T> Default for Making<T> {
    fn default() -> Self {
        Self { prepared: Mutex::default(), done: Condvar::new(), passing: AtomicBool::default() }
    }
}

impl<T> Making<T> {
    /// Whether it failed, and another try may not.
    pub(super) fn is_passing(&self) -> bool {
        self.passing.load(Ordering::Relaxed)
    }

    pub(super) fn tell(&self, prepared: Prepared<T>) {
        *self.prepared.lock() = Some(prepared);
        self.done.notify_all();
    }

    pub(super) fn wait(&self, path: &str, is_over: impl Fn() -> bool) -> Option<Prepared<T>> {
        let mut slow = Some(Instant::now() + SLOW);
        let mut prepared = self.prepared.lock();
        loop {
            if let Some(prepared) = &*prepared {
                return Some(prepared.clone());
            }
            if is_over() {
                return None;
            }
            if slow.take_if(|slow| *slow <= Instant::now()).is_some() {
                tracing::warn!(script = path, "a script takes long to be prepared");
            }
            self.done.wait_for(&mut prepared, Interrupt::LOOK);
        }
    }
}

pub(super) fn crashed() -> Problem {
    Problem { message: "the script can't be prepared".to_owned(), line: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_must_end_waits_for_no_script() {
        let making = Making::<()>::default();
        assert!(making.wait("/a.js", || true).is_none());
    }

    #[test]
    fn a_crash_is_told_to_those_who_wait() {
        let making = Arc::<Making<()>>::default();
        drop(Telling::of(&making));
        assert!(making.is_passing());
        let told = making.wait("/a.js", || false).expect("it was told");
        assert_eq!(told.err(), Some(crashed()));
    }
}
