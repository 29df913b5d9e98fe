//! Renewal of halted threads: a task and a timer of its own, so that neither a slow poll nor a
//! busy screen can delay it.

use super::clock::Clock;
use crate::session::{Event, Failure, KeepAlivePlan, KeepAliveReport, RENEWAL_PERIOD, Time};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{Notify, mpsc, watch};
use tokio::task::AbortHandle;

/// After failures the next try comes sooner.
pub const RETRIES: [Duration; 3] =
    [Duration::from_secs(2), Duration::from_secs(4), Duration::from_secs(8)];
/// A machine that was suspended is found awake within this time: timers stand still, the clock
/// does not.
const LOOKS_AT_THE_CLOCK: Duration = Duration::from_secs(1);
/// A call that hangs must not eat the time of the next ones.
const CALL_LIMIT: Duration = Duration::from_secs(8);

/// The task's handle; it ends with it.
#[derive(Debug)]
pub(super) struct KeepAlive {
    plan: watch::Sender<KeepAlivePlan>,
    now: Arc<Notify>,
    task: AbortHandle,
}

impl KeepAlive {
    /// Starts the task; `reset` is one `POST /threads/reset`.
    pub(super) fn start<R, F>(clock: Clock, events: mpsc::Sender<Event>, reset: R) -> Self
    where
        R: Fn() -> F + Send + Sync + 'static,
        F: Future<Output = Result<(), Failure>> + Send + 'static,
    {
        let (plan, follows) = watch::channel(KeepAlivePlan::Rest);
        let now = Arc::new(Notify::new());
        let task = Task { clock, events, plan: follows, now: Arc::clone(&now), failures: 0 };
        let task = tokio::spawn(task.run(reset)).abort_handle();
        Self { plan, now, task }
    }

    pub(super) fn follow(&self, plan: KeepAlivePlan) {
        self.plan.send_replace(plan);
    }

    pub(super) fn renew_now(&self) {
        self.now.notify_one();
    }
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.task.abort();
    }
}

struct Task {
    clock: Clock,
    events: mpsc::Sender<Event>,
    plan: watch::Receiver<KeepAlivePlan>,
    now: Arc<Notify>,
    failures: usize,
}

impl Task {
    async fn run<R, F>(mut self, reset: R)
    where
        R: Fn() -> F,
        F: Future<Output = Result<(), Failure>>,
    {
        let mut due: Option<Time> = None;
        loop {
            due = self.next_due(due);
            let pause = due.map(|at| self.clock.now().until(at).min(LOOKS_AT_THE_CLOCK));
            let wanted = tokio::select! {
                changed = self.plan.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    false
                }
                () = self.now.notified() => true,
                () = sleep(pause) => due.is_some_and(|at| at <= self.clock.now()),
            };
            if wanted {
                due = Some(self.renew(&reset).await);
            }
        }
    }

    /// Nothing is due at rest; a plan that begins counts from now, one that goes on keeps its
    /// timer.
    fn next_due(&self, due: Option<Time>) -> Option<Time> {
        match *self.plan.borrow() {
            KeepAlivePlan::Rest => None,
            KeepAlivePlan::Renew { until } if until <= self.clock.now() => None,
            KeepAlivePlan::Renew { .. } => due.or_else(|| Some(self.clock.now() + RENEWAL_PERIOD)),
        }
    }

    /// Calls, reports, and says when the next call is due.
    async fn renew<R, F>(&mut self, reset: &R) -> Time
    where
        R: Fn() -> F,
        F: Future<Output = Result<(), Failure>>,
    {
        let sent = self.clock.now();
        let outcome = tokio::time::timeout(CALL_LIMIT, reset()).await;
        let outcome = outcome.unwrap_or_else(|_| Err(super::failure::no_answer(CALL_LIMIT)));
        let (report, next) = match outcome {
            Ok(()) => {
                self.failures = 0;
                (KeepAliveReport::Renewed { sent }, sent + RENEWAL_PERIOD)
            }
            Err(failure) => {
                let pause = RETRIES[self.failures.min(RETRIES.len() - 1)];
                self.failures += 1;
                (KeepAliveReport::Failed(failure), self.clock.now() + pause)
            }
        };
        self.report(report);
        next
    }

    /// A loop that doesn't take its events must not hold up the next renewal.
    fn report(&self, report: KeepAliveReport) {
        let _ = self.events.try_send(Event::KeepAlive(report));
    }
}

async fn sleep(pause: Option<Duration>) {
    match pause {
        Some(pause) => tokio::time::sleep(pause).await,
        None => std::future::pending().await,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::FailureKind;
    use std::sync::Mutex;

    type Times = Arc<Mutex<Vec<u64>>>;

    /// Starts a task whose calls are noted in seconds and fail while `fails` says so.
    fn start(fails: fn(usize) -> bool) -> (KeepAlive, mpsc::Receiver<Event>, Times) {
        let clock = Clock::of_tokio();
        let calls: Times = Arc::default();
        let (events, received) = mpsc::channel(1);
        let (noted, noting) = (Arc::clone(&calls), clock.clone());
        let reset = move || {
            let mut calls = noted.lock().expect("no panic under the lock");
            calls.push(noting.now().0.as_secs());
            let failed = fails(calls.len());
            async move {
                if failed { Err(Failure::new(FailureKind::Unreachable, "", "")) } else { Ok(()) }
            }
        };
        (KeepAlive::start(clock, events, reset), received, calls)
    }

    fn seconds(times: &Times) -> Vec<u64> {
        times.lock().expect("no panic under the lock").clone()
    }

    fn renew_until(seconds: u64) -> KeepAlivePlan {
        KeepAlivePlan::Renew { until: Time(Duration::from_secs(seconds)) }
    }

    #[tokio::test(start_paused = true)]
    async fn it_renews_every_twenty_seconds_while_something_is_halted() {
        let (keep_alive, _events, calls) = start(|_| false);
        tokio::time::sleep(Duration::from_mins(1)).await;
        assert!(seconds(&calls).is_empty());
        keep_alive.follow(renew_until(900));
        tokio::time::sleep(Duration::from_secs(65)).await;
        assert_eq!(seconds(&calls), [80, 100, 120]);
        keep_alive.follow(KeepAlivePlan::Rest);
        tokio::time::sleep(Duration::from_mins(5)).await;
        assert_eq!(seconds(&calls).len(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn failures_are_tried_again_after_two_four_and_eight_seconds() {
        let (keep_alive, _events, calls) = start(|call| call <= 4);
        keep_alive.follow(renew_until(900));
        tokio::time::sleep(Duration::from_secs(65)).await;
        assert_eq!(seconds(&calls), [20, 22, 26, 34, 42, 62]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_loop_that_takes_no_events_delays_nothing() {
        let (keep_alive, received, calls) = start(|_| false);
        keep_alive.follow(renew_until(900));
        tokio::time::sleep(Duration::from_secs(125)).await;
        assert_eq!(seconds(&calls).len(), 6);
        drop(received);
    }

    #[tokio::test(start_paused = true)]
    async fn it_ends_by_itself_when_nobody_is_there() {
        let (keep_alive, _events, calls) = start(|_| false);
        keep_alive.follow(renew_until(50));
        tokio::time::sleep(Duration::from_mins(5)).await;
        assert_eq!(seconds(&calls), [20, 40]);
        keep_alive.follow(renew_until(900));
        keep_alive.renew_now();
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(seconds(&calls), [20, 40, 300]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_plan_that_goes_on_keeps_its_timer() {
        let (keep_alive, _events, calls) = start(|_| false);
        for second in 0..30 {
            keep_alive.follow(renew_until(900 + second));
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
        assert_eq!(seconds(&calls), [20]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_suspended_machine_renews_within_a_second_of_waking() {
        let shift = Arc::new(Mutex::new(Duration::ZERO));
        let (tokio_clock, added) = (Clock::of_tokio(), Arc::clone(&shift));
        let clock = Clock::new(move || tokio_clock.now() + *added.lock().expect("no panic"));
        let (events, mut received) = mpsc::channel(8);
        let keep_alive = KeepAlive::start(clock, events, || async { Ok(()) });
        keep_alive.follow(renew_until(9_000));
        tokio::time::sleep(Duration::from_secs(2)).await;
        *shift.lock().expect("no panic") = Duration::from_mins(10);
        let soon = tokio::time::timeout(Duration::from_millis(1_100), received.recv()).await;
        assert!(matches!(soon, Ok(Some(Event::KeepAlive(KeepAliveReport::Renewed { .. })))));
    }
}
