//! From a step to stack and variables in the session's state, against a server that finishes a
//! step 20 ms after the request, without and with 80 ms added to each request.
//! `cargo bench --bench stepping`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its table")]

#[path = "../tests/it/support/attached.rs"]
#[allow(dead_code, reason = "shared with the tests, which use all of it")]
mod attached;
#[path = "../tests/it/support/scripted.rs"]
#[allow(dead_code, reason = "shared with the tests, which use all of it")]
mod scripted;

use haltscope::runtime::Driver;
use haltscope::session::{StateWord, StepKind, ThreadCommand};
use scripted::{Asked, Part, Scripted};
use std::time::{Duration, Instant};

const STEPS: usize = 100;
const STEP_TIME: Duration = Duration::from_millis(20);
const MARGIN: Duration = Duration::from_millis(25);
const LIMIT: Duration = Duration::from_secs(20);

#[tokio::main]
async fn main() {
    println!(
        "{:>8} {:>9} {:>10} {:>10} {:>10} {:>12} {:>12}",
        "delay", "step", "median", "worst", "budget", "round trips", "requests"
    );
    let mut met = true;
    for delay in [Duration::ZERO, Duration::from_millis(80)] {
        met &= row(delay).await;
    }
    assert!(met, "the budget is not met");
}

/// Prints one row; whether its median is within the budget.
async fn row(delay: Duration) -> bool {
    let (server, mut driver) = halted(delay).await;
    let (mut times, mut trips, mut requests) = (Vec::new(), 0, Vec::new());
    for _ in 0..STEPS {
        let before = server.asked().len();
        times.push(step(&mut driver).await);
        let asked = server.asked().split_off(before);
        trips = trips.max(sequential(&asked));
        requests.push(asked.len());
    }
    times.sort_unstable();
    // A renewal now and then comes on top.
    requests.sort_unstable();
    let requests = requests[requests.len() / 2];
    let budget = 2 * delay + STEP_TIME + MARGIN;
    let median = times[times.len() / 2];
    println!(
        "{:>5} ms {:>6} ms {:>7.1} ms {:>7.1} ms {:>7} ms {trips:>12} {requests:>12}",
        delay.as_millis(),
        STEP_TIME.as_millis(),
        milliseconds(median),
        milliseconds(times[times.len() - 1]),
        budget.as_millis(),
    );
    // Without a delay two requests that leave together may well be answered one by one: the
    // chain looks longer than it is.
    median <= budget && requests == 3 && (delay.is_zero() || trips == 2)
}

async fn halted(latency: Duration) -> (Scripted, Driver) {
    let part = Part { latency, step_time: STEP_TIME, ..Part::default() };
    let server = Scripted::start(part).await;
    let mut driver = attached::attaching(&server.url());
    let waiting = |driver: &Driver| driver.word() == StateWord::Waiting;
    driver.until(waiting, LIMIT).await.expect("attached");
    server.halt(7, 10);
    driver.until(is_read, LIMIT).await.expect("halted");
    (server, driver)
}

async fn step(driver: &mut Driver) -> Duration {
    let before = driver.session().history().newest();
    let begun = Instant::now();
    driver.thread(ThreadCommand::Step(StepKind::Over));
    let arrived = |driver: &Driver| driver.session().history().newest() > before && is_read(driver);
    driver.until(arrived, LIMIT).await.expect("the step ends");
    begun.elapsed()
}

fn is_read(driver: &Driver) -> bool {
    let tree = driver.shown().tree;
    let read = tree.is_some_and(|tree| tree.is_loaded() && !tree.is_stale());
    driver.word() == StateWord::Halted && read
}

/// The longest chain of requests of which each left after the one before was answered.
fn sequential(asked: &[Asked]) -> usize {
    let mut chain: Vec<usize> = Vec::new();
    for (index, request) in asked.iter().enumerate() {
        let before = asked[..index].iter().zip(&chain);
        let done = before.filter(|(other, _)| other.answered.is_some_and(|at| at <= request.at));
        chain.push(1 + done.map(|(_, length)| *length).max().unwrap_or(0));
    }
    chain.into_iter().max().unwrap_or(0)
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
