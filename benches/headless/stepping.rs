//! From a step to stop, stack and variables, against a server that finishes a step 20 ms after the
//! request, without and with 80 ms added to each request.

use crate::dap::Dap;
use crate::rpc::Rpc;
use crate::screen::Screen;
use crate::testkit::instance::{Asked, Part, Scripted};
use crate::{Front, milliseconds};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

const STEPS: usize = 100;
const STEP_TIME: Duration = Duration::from_millis(20);
/// What the budget grants beside the server's own time.
const MARGIN: Duration = Duration::from_millis(25);

/// Prints a row for each front end and delay; whether all medians are within the budget.
pub fn table() -> bool {
    println!("from a step to stop, stack and variables; the server takes 20 ms for a step");
    println!(
        "{:>8} {:>8} {:>10} {:>10} {:>8} {:>12} {:>9}",
        "what", "delay", "median", "worst", "budget", "round trips", "requests"
    );
    let rows = [Duration::ZERO, Duration::from_millis(80)].map(|delay| {
        [row::<Screen>("screen", delay), row::<Rpc>("rpc", delay), row::<Dap>("dap", delay)]
    });
    rows.concat().iter().all(|met| *met)
}

fn row<F: Front>(name: &str, delay: Duration) -> bool {
    let part = Part { latency: delay, step_time: STEP_TIME, ..Part::default() };
    let server = Handle::current().block_on(Scripted::start(part));
    let mut front = F::attached(&server.url());
    server.halt(7, 10);
    front.halted();
    let (mut times, mut trips, mut requests) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..STEPS {
        let before = server.asked().len();
        let begun = Instant::now();
        front.step();
        times.push(begun.elapsed());
        let asked = server.asked().split_off(before);
        trips.push(sequential(&asked));
        requests.push(asked.len());
    }
    // A renewal now and then comes on top.
    let (trips, requests) = (median(&mut trips), median(&mut requests));
    let (median, worst) = (median(&mut times), times[STEPS - 1]);
    let budget = 2 * delay + STEP_TIME + MARGIN;
    println!(
        "{name:>8} {:>5} ms {:>7.1} ms {:>7.1} ms {:>5} ms {trips:>12} {requests:>9}",
        delay.as_millis(),
        milliseconds(median),
        milliseconds(worst),
        budget.as_millis(),
    );
    // Without a delay two requests that leave together may well be answered one by one: the chain
    // looks longer than it is.
    median <= budget && requests == 3 && (delay.is_zero() || trips == 2)
}

/// Sorts; the last is the worst.
fn median<T: Ord + Copy>(figures: &mut [T]) -> T {
    figures.sort_unstable();
    figures[figures.len() / 2]
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
