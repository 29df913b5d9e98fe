//! Threads that are made ready before there is a job for them.

use super::support::{ME, Shop, breakpoint, limits};
use crate::testkit::patience::{PATIENCE, evaluated};
use haltscope::script::{Call, Entry, Host, HostError, Job, Script, Step, ThreadId, ThreadState};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::time::timeout;

/// Answers its thread's number, which it has had since it was made ready, with what a script answers.
const NUMBERED: &str = "var number = host.call('load', null);
exports.run = function (argument) {
    return [number, host.requirePath('/app/a.js').run(argument)];
};";
const SCRIPT: &str = "exports.run = function (n) {
  return n + 1;
};
";

/// Counts the threads that have loaded the module.
#[derive(Default)]
struct Counter(AtomicU64);

impl Host for Counter {
    fn call(&self, _: Call<'_>) -> Result<Value, HostError> {
        Ok(json!(self.0.fetch_add(1, Ordering::SeqCst)))
    }
}

struct Waiting {
    shop: Shop,
    host: Arc<Counter>,
}

impl Waiting {
    fn new() -> Self {
        let host = Arc::<Counter>::default();
        let own = Arc::clone(&host);
        let shop = Shop::hosted(&[("a.js", SCRIPT)], &[("numbered.js", NUMBERED)], limits(), own);
        shop.engine.stand_by(Arc::clone(&shop.cartridges), entry());
        Self { shop, host }
    }

    fn start(&self) -> Script {
        let cartridges = Arc::clone(&self.shop.cartridges);
        self.shop.engine.start(Job { cartridges, entry: entry(), input: json!(1), run_time: None })
    }

    /// Starts jobs, each of which goes through `play`, until one has got a thread that was there before it.
    async fn until_ready(&self, mut play: impl AsyncFnMut(ThreadId)) {
        let jobs = async {
            loop {
                let there = self.host.0.load(Ordering::SeqCst);
                let Script { id, outcome, .. } = self.start();
                play(id).await;
                let answer = outcome.await.expect("it runs");
                assert_eq!(answer[1], json!(2));
                if answer[0].as_u64().expect("a number") < there {
                    break;
                }
            }
        };
        timeout(PATIENCE, jobs).await.expect("no thread was ready");
    }
}

fn entry() -> Entry {
    Entry { module: "numbered".to_owned(), function: "run".to_owned() }
}

#[tokio::test]
async fn a_job_gets_a_thread_that_is_ready() {
    let waiting = Waiting::new();
    let mut last = 0;
    waiting
        .until_ready(async |id| {
            assert_eq!(id.0, last + 1, "threads are numbered as they start");
            last = id.0;
        })
        .await;
    assert!(waiting.shop.engine.control().threads().is_empty(), "what waits is on no list");
}

#[tokio::test]
async fn a_thread_that_was_ready_halts_like_any_other() {
    let waiting = Waiting::new();
    waiting.until_ready(async |_| {}).await;
    let control = waiting.shop.engine.control();
    control.attach(ME);
    control.set_breakpoints(ME, vec![breakpoint(1, 2, Some("n === 1"))]);
    waiting
        .until_ready(async |id| {
            let halt = waiting.shop.halted(id).await.expect("it halts");
            assert_eq!((halt.stack[0].line, halt.stack.len()), (2, 1));
            assert_eq!(evaluated(control, id, 0, "n").await.as_deref(), Ok("1"));
            let stepped = control.step(id, Step::Over, PATIENCE).await.expect("it is there");
            assert_eq!(stepped.state, ThreadState::Running);
        })
        .await;
    control.detach(ME);
    waiting.until_ready(async |id| assert_eq!(waiting.shop.halted(id).await, None)).await;
}

#[tokio::test]
async fn what_waits_ends_with_the_engine() {
    let waiting = Waiting::new();
    waiting.until_ready(async |_| {}).await;
    timeout(PATIENCE, waiting.shop.engine.settled()).await.expect("threads go on waiting");
    let Waiting { shop, host } = waiting;
    drop(shop);
    assert_eq!(Arc::strong_count(&host), 1, "somebody still has the host");
}
