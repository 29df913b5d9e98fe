//! Keeps script threads away while the whole state is put back, and their results while it is taken.

use crate::script::{Control, ThreadInfo, ThreadState};
use parking_lot::Mutex;
use std::time::Duration;
use tokio::{
    sync::{RwLock, RwLockReadGuard, RwLockWriteGuard},
    time::{Instant, sleep_until, timeout},
};
use tokio_util::sync::CancellationToken;

/// How long scripts that run may go on once the gate is to be closed.
const GRACE: Duration = Duration::from_secs(2);
/// How long they may take to notice that they are stopped, and how long it takes until their gate closes then.
const PATIENCE: Duration = Duration::from_secs(2);

/// A gate that everything passes which may run or keep something.
#[derive(Debug, Default)]
pub struct Gate {
    threads: RwLock<()>,
    results: RwLock<()>,
    ending: Mutex<CancellationToken>,
}

/// Somebody has passed and not come back; or the gate is closed.
#[derive(Debug)]
pub struct Passage<'a>(#[expect(dead_code, reason = "held")] RwLockReadGuard<'a, ()>);

/// Nobody passes, and nobody who has passed is still there.
#[derive(Debug)]
pub struct Closed<'a> {
    _threads: RwLockWriteGuard<'a, ()>,
    _results: RwLockWriteGuard<'a, ()>,
    /// How many threads were ended for it.
    pub ended: usize,
}

/// Scripts go on that nothing ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("scripts run on that don't let themselves be ended")]
pub struct Blocked;

impl Gate {
    /// For a script thread, from before it starts until what it leaves is kept.
    pub async fn pass(&self) -> Passage<'_> {
        Passage(self.threads.read().await)
    }

    /// Is cancelled when the gate is to be closed, for who has passed and runs no script.
    pub fn ending(&self) -> CancellationToken {
        self.ending.lock().child_token()
    }

    /// For keeping what belongs together.
    pub async fn leave(&self) -> Passage<'_> {
        Passage(self.results.read().await)
    }

    /// Nobody keeps anything for as long as this is held; scripts run on.
    pub async fn hold(&self) -> RwLockWriteGuard<'_, ()> {
        self.results.write().await
    }

    /// Lets nobody pass, ends halted threads and what runs without a script at once, and threads that run when they take
    /// too long.
    pub async fn close(&self, control: &Control) -> Result<Closed<'_>, Blocked> {
        let mut ended = 0;
        let _ending = Ending::begin(&self.ending);
        let most = GRACE + 2 * PATIENCE;
        let threads = tokio::select! {
            closed = timeout(most, self.threads.write()) => closed.map_err(|_| Blocked)?,
            () = end(control, &mut ended) => return Err(Blocked),
        };
        Ok(Closed { _threads: threads, _results: self.results.write().await, ended })
    }
}

/// Whoever has passed is to come back.
struct Ending<'a>(&'a Mutex<CancellationToken>);

impl<'a> Ending<'a> {
    fn begin(token: &'a Mutex<CancellationToken>) -> Self {
        token.lock().cancel();
        Self(token)
    }
}

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        *self.0.lock() = CancellationToken::new();
    }
}

/// Ends every thread that halts, and after a while all others; never comes back.
async fn end(control: &Control, ended: &mut usize) {
    let mut changes = control.changes();
    let is_halted = |thread: &ThreadInfo| matches!(thread.state, ThreadState::Halted(_));
    let late = sleep_until(Instant::now() + GRACE);
    tokio::pin!(late);
    let mut is_late = false;
    loop {
        changes.borrow_and_update();
        let threads = control.threads().into_iter();
        let ends: Vec<_> = threads
            .filter(|thread| is_late || is_halted(thread))
            .map(|thread| control.stop(thread.id, PATIENCE))
            .collect();
        let stopped = futures::future::join_all(ends).await;
        *ended += stopped.iter().filter(|stopped| stopped.is_ok()).count();
        tokio::select! {
            _ = changes.changed() => {}
            () = &mut late, if !is_late => is_late = true,
        }
    }
}
