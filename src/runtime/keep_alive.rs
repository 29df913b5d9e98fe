//! Renewal of threads that may be halted: a task and a timer of its own, so that neither a slow
//! poll nor a busy screen can delay it.
//!
//! The session plans, this task follows. Between two plans it goes on by the plan's rhythm: after
//! a success, after a failure, and beside a renewal that is not answered. None is cut off while it
//! may still count.

use super::clock::Clock;
use super::failure::no_answer;
use crate::session::{Event, Failure, KeepAlivePlan, KeepAliveReport, Rhythm, Time};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use std::time::Duration;
use tokio::sync::{mpsc, watch};
use tokio::task::AbortHandle;

/// A machine that was suspended is found awake within this time: timers stand still, the clock
/// does not.
const LOOKS_AT_THE_CLOCK: Duration = Duration::from_secs(1);

/// The task's handle; it ends with it.
#[derive(Debug)]
pub(super) struct KeepAlive {
    plan: watch::Sender<KeepAlivePlan>,
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
        let task = Task {
            clock,
            events,
            plan: follows,
            reset: Box::new(move || Box::pin(reset())),
            sent: 0,
            failures: 0,
            next: None,
            answers: FuturesUnordered::new(),
        };
        Self { plan, task: tokio::spawn(task.run()).abort_handle() }
    }

    pub(super) fn follow(&self, plan: KeepAlivePlan) {
        self.plan.send_replace(plan);
    }
}

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// A renewal that was answered, or was not within its limit.
struct Answered {
    number: u64,
    sent: Time,
    outcome: Result<(), Failure>,
}

struct Task {
    clock: Clock,
    events: mpsc::Sender<Event>,
    plan: watch::Receiver<KeepAlivePlan>,
    reset: Box<dyn Fn() -> BoxFuture<'static, Result<(), Failure>> + Send + Sync>,
    sent: u64,
    failures: usize,
    next: Option<Time>,
    answers: FuturesUnordered<BoxFuture<'static, Answered>>,
}

impl Task {
    async fn run(mut self) {
        loop {
            let now = self.clock.now();
            let pause = self.next.map(|at| now.until(at).min(LOOKS_AT_THE_CLOCK));
            tokio::select! {
                changed = self.plan.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    self.follow();
                }
                Some(answered) = self.answers.next() => self.answered(answered),
                () = sleep(pause) => {}
            }
            if self.next.is_some_and(|at| at <= self.clock.now()) {
                self.renew();
            }
        }
    }

    /// A plan that knows of all renewals says when the next one is due; one that doesn't is older
    /// than what this task has done since, which goes on.
    fn follow(&mut self) {
        match *self.plan.borrow_and_update() {
            KeepAlivePlan::Rest => self.next = None,
            KeepAlivePlan::Renew { due, known, .. } if known == self.sent => self.next = Some(due),
            KeepAlivePlan::Renew { due, .. } => self.next = self.next.or(Some(due)),
        }
    }

    fn rhythm(&self) -> Option<Rhythm> {
        match *self.plan.borrow() {
            KeepAlivePlan::Renew { rhythm, until, .. } if until > self.clock.now() => Some(rhythm),
            KeepAlivePlan::Renew { .. } | KeepAlivePlan::Rest => None,
        }
    }

    fn renew(&mut self) {
        let Some(rhythm) = self.rhythm() else {
            self.next = None;
            return;
        };
        self.sent += 1;
        let (number, sent) = (self.sent, self.clock.now());
        self.next = Some(sent + rhythm.patience);
        self.report(KeepAliveReport::Sent { number, at: sent });
        let reset = tokio::time::timeout(rhythm.limit, (self.reset)());
        self.answers.push(Box::pin(async move {
            let outcome = reset.await.unwrap_or_else(|_| Err(no_answer(rhythm.limit)));
            Answered { number, sent, outcome }
        }));
    }

    /// What an older renewal brings changes nothing about when the next one leaves.
    fn answered(&mut self, answered: Answered) {
        let Answered { number, sent, outcome } = answered;
        let is_latest = number == self.sent;
        let rhythm = self.rhythm();
        match outcome {
            Ok(()) => {
                self.failures = 0;
                let next = rhythm.map(|rhythm| sent + rhythm.period);
                self.next = if is_latest { next } else { self.next };
                self.report(KeepAliveReport::Renewed { number, sent });
            }
            Err(failure) => {
                let pause = rhythm.map(|rhythm| rhythm.pauses[self.failures.min(2)]);
                self.failures += 1;
                let next = pause.map(|pause| self.clock.now() + pause);
                self.next = if is_latest { next } else { self.next };
                self.report(KeepAliveReport::Failed { number, failure });
            }
        }
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
    use std::sync::{Arc, Mutex};

    type Times = Arc<Mutex<Vec<u64>>>;
    const MINUTE: Duration = Duration::from_mins(1);

    /// Starts a task whose calls are noted in seconds; each takes so long and ends so.
    fn start(takes: fn(usize) -> (Duration, bool)) -> (KeepAlive, mpsc::Receiver<Event>, Times) {
        let clock = Clock::of_tokio();
        let calls: Times = Arc::default();
        let (events, received) = mpsc::channel(1_000);
        let (noted, noting) = (Arc::clone(&calls), clock.clone());
        let reset = move || {
            let mut calls = noted.lock().expect("no panic under the lock");
            calls.push(noting.now().0.as_secs());
            let (delay, succeeds) = takes(calls.len());
            async move {
                tokio::time::sleep(delay).await;
                let failure = || Failure::new(FailureKind::Unreachable, "", "");
                if succeeds { Ok(()) } else { Err(failure()) }
            }
        };
        (KeepAlive::start(clock, events, reset), received, calls)
    }

    fn seconds(times: &Times) -> Vec<u64> {
        times.lock().expect("no panic under the lock").clone()
    }

    fn renew(due: u64, until: u64, known: u64) -> KeepAlivePlan {
        let at = |seconds| Time(Duration::from_secs(seconds));
        let rhythm = Rhythm::of(MINUTE, None);
        KeepAlivePlan::Renew { due: at(due), rhythm, until: at(until), known }
    }

    const fn at_once(_: usize) -> (Duration, bool) {
        (Duration::ZERO, true)
    }

    #[tokio::test(start_paused = true)]
    async fn it_renews_when_due_and_then_every_twenty_seconds_even_if_nobody_plans() {
        let (keep_alive, _events, calls) = start(at_once);
        tokio::time::sleep(MINUTE).await;
        assert!(seconds(&calls).is_empty());
        keep_alive.follow(renew(80, 900, 0));
        tokio::time::sleep(Duration::from_secs(65)).await;
        assert_eq!(seconds(&calls), [80, 100, 120]);
        keep_alive.follow(KeepAlivePlan::Rest);
        tokio::time::sleep(MINUTE * 5).await;
        assert_eq!(seconds(&calls).len(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn failures_are_tried_again_after_two_four_and_eight_seconds() {
        let (keep_alive, _events, calls) = start(|call| (Duration::ZERO, call > 4));
        keep_alive.follow(renew(20, 900, 0));
        tokio::time::sleep(Duration::from_secs(65)).await;
        assert_eq!(seconds(&calls), [20, 22, 26, 34, 42, 62]);
    }

    #[tokio::test(start_paused = true)]
    async fn an_unanswered_renewal_is_not_cut_and_another_leaves_beside_it() {
        let (keep_alive, mut events, calls) = start(|_| (Duration::from_secs(30), true));
        keep_alive.follow(renew(20, 900, 0));
        tokio::time::sleep(Duration::from_secs(52)).await;
        assert_eq!(seconds(&calls)[..3], [20, 25, 30]);
        let mut reports = Vec::new();
        while let Ok(Event::KeepAlive(report)) = events.try_recv() {
            reports.push(report);
        }
        let sent = Time(Duration::from_secs(20));
        assert!(reports.contains(&KeepAliveReport::Renewed { number: 1, sent }), "{reports:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_renewal_is_given_up_when_it_is_worth_nothing_any_more() {
        let (keep_alive, mut events, _) = start(|_| (MINUTE * 10, true));
        keep_alive.follow(renew(0, 900, 0));
        tokio::time::sleep(Duration::from_secs(61)).await;
        let mut failed = 0;
        while let Ok(Event::KeepAlive(report)) = events.try_recv() {
            failed += usize::from(matches!(report, KeepAliveReport::Failed { number: 1, .. }));
        }
        assert_eq!(failed, 1);
    }

    #[tokio::test(start_paused = true)]
    async fn a_loop_that_takes_no_events_delays_nothing() {
        let (keep_alive, received, calls) = start(at_once);
        keep_alive.follow(renew(20, 9_000, 0));
        tokio::time::sleep(Duration::from_secs(125)).await;
        assert_eq!(seconds(&calls).len(), 6);
        drop(received);
    }

    #[tokio::test(start_paused = true)]
    async fn it_ends_by_itself_when_nobody_is_there() {
        let (keep_alive, _events, calls) = start(at_once);
        keep_alive.follow(renew(20, 50, 0));
        tokio::time::sleep(MINUTE * 5).await;
        assert_eq!(seconds(&calls), [20, 40]);
        keep_alive.follow(renew(0, 900, 2));
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(seconds(&calls), [20, 40, 300]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_plan_that_is_older_than_the_last_renewal_does_not_repeat_it() {
        let (keep_alive, _events, calls) = start(at_once);
        keep_alive.follow(renew(20, 900, 0));
        tokio::time::sleep(Duration::from_secs(21)).await;
        keep_alive.follow(renew(20, 901, 0));
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert_eq!(seconds(&calls), [20]);
        keep_alive.follow(renew(30, 901, 1));
        tokio::time::sleep(Duration::from_secs(5)).await;
        assert_eq!(seconds(&calls), [20, 30]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_suspended_machine_renews_within_a_second_of_waking() {
        let shift = Arc::new(Mutex::new(Duration::ZERO));
        let (tokio_clock, added) = (Clock::of_tokio(), Arc::clone(&shift));
        let clock = Clock::new(move || tokio_clock.now() + *added.lock().expect("no panic"));
        let (events, mut received) = mpsc::channel(8);
        let keep_alive = KeepAlive::start(clock, events, || async { Ok(()) });
        keep_alive.follow(renew(20, 9_000, 0));
        tokio::time::sleep(Duration::from_secs(2)).await;
        *shift.lock().expect("no panic") = MINUTE * 10;
        let soon = tokio::time::timeout(Duration::from_millis(1_100), received.recv()).await;
        assert!(matches!(soon, Ok(Some(Event::KeepAlive(KeepAliveReport::Sent { .. })))));
    }
}
