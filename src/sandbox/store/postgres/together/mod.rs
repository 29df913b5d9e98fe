//! Calls that come while others are under way go together, in one statement.
//!
//! A few statements are under way at a time; what comes meanwhile waits for the next one and shares it. The database
//! then receives, plans and flushes once for many. Nobody waits for strangers: a statement that takes long gives its
//! lane away.

mod commits;
mod reads;

pub(super) use commits::Commits;
pub(super) use reads::Reads;

use crate::sandbox::store::StoreError;
use parking_lot::Mutex;
use std::{collections::VecDeque, pin::pin, sync::Arc, time::Duration};
use tokio::{
    runtime::Handle,
    sync::{
        OwnedSemaphorePermit, Semaphore,
        oneshot::{self, error::RecvError},
    },
    time::timeout,
};

/// The most calls that one statement answers.
const MOST: usize = 64;
/// Statements under way at a time: fewer would wait for each other, more would share less.
const LANES: usize = 4;
/// So many calls wait or are under way; whoever has more to ask waits for a place.
const PLACES: usize = 1_024;
/// After this time a statement holds up nobody else.
const LONG: Duration = Duration::from_millis(10);

/// Calls of a kind that can be answered together.
pub(super) trait Joint: Send + Sync + 'static {
    /// What is asked.
    type Call: Send;
    /// What is answered.
    type Answer: Send;
    /// What the calls of a statement have in common so far.
    type Company: Default + Send;

    /// Lets a call join the others, unless they don't go together.
    fn joins(company: &mut Self::Company, call: &Self::Call) -> bool;

    /// The answers, in the order of the calls.
    fn answer(&self, calls: Vec<Self::Call>) -> impl Future<Output = Vec<Self::Answer>> + Send;
}

/// Those who wait, and the lanes that they go by.
pub(super) struct Together<J: Joint> {
    joint: J,
    waiting: Mutex<VecDeque<Waiting<J>>>,
    lanes: Arc<Semaphore>,
    places: Arc<Semaphore>,
    runtime: Handle,
}

struct Waiting<J: Joint> {
    call: J::Call,
    answer: oneshot::Sender<J::Answer>,
    place: OwnedSemaphorePermit,
}

impl<J: Joint> Together<J> {
    /// On the current tokio runtime; nobody waits yet.
    pub(super) fn new(joint: J) -> Arc<Self> {
        Arc::new(Self {
            joint,
            waiting: Mutex::default(),
            lanes: Arc::new(Semaphore::new(LANES)),
            places: Arc::new(Semaphore::new(PLACES)),
            runtime: Handle::current(),
        })
    }

    /// Asks with the next statement, once there is a place among those who wait. From then on it is
    /// done to its end, also when nobody waits for it any more.
    pub(super) async fn ask(self: &Arc<Self>, call: J::Call) -> Result<J::Answer, RecvError> {
        let (answer, answered) = oneshot::channel();
        // Places are never closed; without one the answer's sender is dropped, which says so.
        if let Ok(place) = Arc::clone(&self.places).acquire_owned().await {
            self.waiting.lock().push_back(Waiting { call, answer, place });
            self.set_off();
        }
        answered.await
    }

    /// Sends those who wait on their way, if there is a lane.
    fn set_off(self: &Arc<Self>) {
        if self.waiting.lock().is_empty() {
            return;
        }
        if let Ok(lane) = Arc::clone(&self.lanes).try_acquire_owned() {
            let together = Arc::clone(self);
            self.runtime.spawn(async move { together.work(lane).await });
        }
    }

    async fn work(self: Arc<Self>, lane: OwnedSemaphorePermit) {
        loop {
            let batch = self.take();
            if batch.is_empty() {
                break;
            }
            let mut done = pin!(self.answer(batch));
            if timeout(LONG, &mut done).await.is_err() {
                drop(lane);
                self.set_off();
                return done.await;
            }
        }
        drop(lane);
        // Who came just now has found it taken.
        self.set_off();
    }

    /// Those who wait and go together; the first is always among them.
    fn take(&self) -> Vec<Waiting<J>> {
        let (mut company, mut taken) = (J::Company::default(), Vec::new());
        let mut waiting = self.waiting.lock();
        let all = std::mem::take(&mut *waiting);
        for one in all {
            if taken.len() < MOST && J::joins(&mut company, &one.call) {
                taken.push(one);
            } else {
                waiting.push_back(one);
            }
        }
        taken
    }

    async fn answer(&self, batch: Vec<Waiting<J>>) {
        let (calls, askers): (Vec<_>, Vec<_>) =
            batch.into_iter().map(|it| (it.call, (it.answer, it.place))).unzip();
        let answers = self.joint.answer(calls).await;
        for ((asker, _place), answer) in askers.into_iter().zip(answers) {
            // Whoever asked may be gone.
            drop(asker.send(answer));
        }
    }
}

/// The same error for everybody, if it is the database's and not that of one call.
fn common<T, E: From<StoreError>>(error: &StoreError, calls: usize) -> Option<Vec<Result<T, E>>> {
    let again = || match error {
        StoreError::Unreachable(said) => Some(StoreError::Unreachable(said.clone())),
        StoreError::Unknown(said) => Some(StoreError::Unknown(said.clone())),
        _ => None,
    };
    (0..calls).map(|_| again().map(|error| Err(error.into()))).collect()
}

#[cfg(test)]
mod tests;
