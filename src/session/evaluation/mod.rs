//! Expressions: the console, watches, conditions tried out, log points.

mod condition;
mod console;
mod evaluate;
mod log_point;
mod watch;
mod watching;

pub use console::{Console, ConsoleEntry, ConsoleLine, EvalOutcome};
pub(super) use log_point::Passings;
pub use watch::{Watch, WatchState, Watches};
