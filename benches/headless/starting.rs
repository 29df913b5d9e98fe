//! From the start of the process until it is attached and answers, and what it needs then.

use crate::dap::Dap;
use crate::program::Running;
use crate::rpc::Rpc;
use crate::testkit::instance::{Part, Scripted};
use crate::{Front, milliseconds};
use std::time::{Duration, Instant};
use tokio::runtime::Handle;

const STARTS: usize = 20;
const READY: Duration = Duration::from_millis(50);
const MEMORY: f64 = 20.0;

/// Prints a row for each front end; whether medians and memory are within their budgets.
pub fn table() -> bool {
    println!("\nfrom start to ready, and memory when ready");
    println!(
        "{:>8} {:>10} {:>10} {:>8} {:>10} {:>8}",
        "what", "median", "worst", "budget", "memory", "budget"
    );
    let rpc = row::<Rpc>("rpc", |it| &it.program);
    let dap = row::<Dap>("dap", |it| &it.program);
    rpc && dap
}

fn row<F: Front>(name: &str, program: impl Fn(&F) -> &Running) -> bool {
    let mut times = Vec::new();
    let mut memory: f64 = 0.0;
    for _ in 0..STARTS {
        let server = Handle::current().block_on(Scripted::start(Part::default()));
        let begun = Instant::now();
        let front = F::attached(&server.url());
        times.push(begun.elapsed());
        memory = memory.max(program(&front).memory());
    }
    times.sort_unstable();
    let (median, worst) = (times[STARTS / 2], times[STARTS - 1]);
    println!(
        "{name:>8} {:>7.1} ms {:>7.1} ms {:>5} ms {memory:>7.1} MB {MEMORY:>5.0} MB",
        milliseconds(median),
        milliseconds(worst),
        READY.as_millis(),
    );
    median <= READY && memory <= MEMORY
}
