//! What a page may take with all that it includes.

use parking_lot::Mutex;
use std::time::Duration;
use tokio_util::sync::{CancellationToken, DropGuard};

/// Remote includes of one request, at all depths.
const MOST: usize = 1_000;
/// Bytes of a page with its includes.
const LARGEST: usize = MIB << 20;
const MIB: usize = 32;
/// How long the scripts of all includes may run, without their halts.
const LONGEST: Duration = Duration::from_secs(SECONDS);
const SECONDS: u64 = 300;

/// What the includes of one request have taken so far.
#[derive(Debug)]
pub(super) struct Bounds {
    spent: Mutex<Spent>,
    left: CancellationToken,
}

#[derive(Debug, Default)]
struct Spent {
    includes: usize,
    bytes: usize,
    time: Duration,
}

/// Why nothing more is included.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Excess {
    /// One include more than there may be.
    #[error("the page has more than {MOST} remote includes, of which {0} is the next one")]
    Includes(String),
    /// The include with which a page becomes too large.
    #[error("the page is larger than {MIB} MiB with its remote include of {0}")]
    Bytes(String),
    /// The include that isn't begun any more.
    #[error(
        "the remote includes of the page have run for more than {SECONDS} s before that of {0}"
    )]
    Time(String),
    /// Nobody waits for the page.
    #[error("the visitor has left before the remote include of {0}")]
    Left(String),
}

impl Bounds {
    /// Nothing is taken yet; whoever waits for the page holds the guard.
    pub(super) fn new() -> (Self, DropGuard) {
        let left = CancellationToken::new();
        let guard = left.clone().drop_guard();
        (Self { spent: Mutex::default(), left }, guard)
    }

    /// So many bytes of the page are there before anything is included.
    pub(super) fn begin(&self, bytes: usize) {
        self.spent.lock().bytes = bytes;
    }

    /// One more include is to run.
    pub(super) fn include(&self, url: &str) -> Result<(), Excess> {
        let includes = {
            let mut spent = self.spent.lock();
            spent.includes += 1;
            spent.includes
        };
        if includes > MOST { Err(Excess::Includes(url.to_owned())) } else { self.check(url) }
    }

    /// An include is to run, perhaps once more.
    pub(super) fn check(&self, url: &str) -> Result<(), Excess> {
        if self.left.is_cancelled() {
            return Err(Excess::Left(url.to_owned()));
        }
        if self.spent.lock().time > LONGEST {
            return Err(Excess::Time(url.to_owned()));
        }
        Ok(())
    }

    /// An include has run for so long.
    pub(super) fn spend(&self, time: Duration) {
        self.spent.lock().time += time;
    }

    /// The page becomes longer by what an include printed.
    pub(super) fn grow(&self, url: &str, bytes: usize) -> Result<(), Excess> {
        let mut spent = self.spent.lock();
        spent.bytes = spent.bytes.saturating_add(bytes);
        if spent.bytes > LARGEST { Err(Excess::Bytes(url.to_owned())) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_that_of_all_includes_together() {
        let (bounds, _guard) = Bounds::new();
        bounds.spend(LONGEST);
        assert_eq!(bounds.include("a"), Ok(()));
        bounds.spend(Duration::from_millis(1));
        assert_eq!(bounds.include("b"), Err(Excess::Time("b".to_owned())));
    }

    #[test]
    fn nothing_is_included_for_a_visitor_who_has_left() {
        let (bounds, guard) = Bounds::new();
        assert_eq!(bounds.include("a"), Ok(()));
        drop(guard);
        assert_eq!(bounds.include("b"), Err(Excess::Left("b".to_owned())));
    }
}
