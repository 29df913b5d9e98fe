//! Front ends without a screen beside the screen's own core: from a step to stop, stack and
//! variables; from start to ready, and memory; a probe of a hot line.
//! `cargo bench --bench headless`.

#![expect(clippy::print_stdout, reason = "a benchmark prints its tables")]

mod dap;
mod probing;
mod program;
mod rpc;
mod screen;
mod starting;
mod stepping;
#[path = "../../tests/it/testkit/mod.rs"]
#[allow(dead_code, unused_imports, reason = "shared with the tests, which use all of it")]
mod testkit;

use std::time::Duration;

/// What a user of a front end without a screen does, from its start on.
trait Front {
    /// Starts it, attached to an instance.
    fn attached(url: &str) -> Self;

    /// Waits until a thread has halted, with stack and variables.
    fn halted(&mut self);

    /// Steps over a line, and has stack and variables of the next.
    fn step(&mut self);
}

#[tokio::main]
async fn main() {
    let steps_are_fast = tokio::task::block_in_place(stepping::table);
    let starts_are_fast = tokio::task::block_in_place(starting::table);
    tokio::task::block_in_place(probing::table);
    assert!(steps_are_fast && starts_are_fast, "a budget is not met");
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1_000.0
}
