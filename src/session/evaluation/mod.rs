//! Expressions: the console, watches, conditions tried out, log points.

mod condition;
mod console;
mod evaluate;
mod log_point;
mod text;
mod watch;
mod watching;

pub use console::{Console, ConsoleEntry, ConsoleLine, EvalOutcome};
pub(super) use log_point::Passings;
pub use text::without_place;
pub(super) use text::{beginning, is_script_error, may_change_something, text_of};
pub use watch::{Watch, WatchState, Watches};
