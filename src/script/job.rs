//! What a script thread is to run, and what it may use for that.

use super::cartridges::Cartridges;
use serde_json::Value;
use std::sync::Arc;
use std::time::Duration;

/// What a script thread may use, and how long a debugger may keep it.
///
/// Time that a script *runs* is processor time of its thread: on a busy machine it takes longer, and
/// gets as far; but it ends in any case when four times as much time has passed, be it that it waits
/// or that the machine has no processor for it. A halt's sleep is the time of everybody.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Bytes of JavaScript memory; a quarter more until it is noticed. One value may have 16 MiB.
    pub memory: usize,
    /// Bytes of stack for JavaScript; the OS thread has a third more.
    pub stack: usize,
    /// How many script threads there may be at a time, halted ones too.
    pub threads: usize,
    /// How long a script may run; the clock stands still while it is halted. One that is in a step of
    /// the runtime that takes seconds is given up within a second: its OS thread ends with that step.
    pub run_time: Duration,
    /// How long a halted script sleeps before it is terminated (section 3.1).
    pub halt_timeout: Duration,
    /// After so long without a question or a command, a halted script's memory is packed until there is one.
    pub pack_after: Duration,
    /// How long a debugger's expression may run; it is answered within a second of that as well.
    pub eval_time: Duration,
    /// How long a breakpoint's condition may run.
    pub condition_time: Duration,
    /// How long `toString` and platform getters may run to show one value.
    pub display_time: Duration,
    /// How long they may run for all values of one answer; the rest isn't asked.
    pub page_time: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            memory: 256 << 20,
            stack: 12 << 20,
            threads: 1_000,
            run_time: Duration::from_secs(30),
            halt_timeout: Duration::from_mins(1),
            pack_after: Duration::from_secs(1),
            eval_time: Duration::from_secs(5),
            condition_time: Duration::from_millis(250),
            display_time: Duration::from_millis(250),
            page_time: Duration::from_secs(1),
        }
    }
}

/// What a script thread is to run.
#[derive(Clone, Debug)]
pub struct Job {
    /// Where storefront scripts are found.
    pub cartridges: Arc<Cartridges>,
    /// What is called first.
    pub entry: Entry,
    /// The argument of the entry function.
    pub input: Value,
    /// How long it may run in place of [`Limits::run_time`].
    pub run_time: Option<Duration>,
}

/// An exported function of a platform module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The module, for example `storefront/controller`.
    pub module: String,
    /// The name of the exported function; it gets the job's input and returns the outcome, or a
    /// function that returns it once everything has run that scripts have queued; or a promise of
    /// either.
    pub function: String,
}
