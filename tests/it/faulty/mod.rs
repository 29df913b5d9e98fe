//! Bad lines between the debugger and its server: a proxy that breaks them by plan, and seeded
//! runs of the built binary behind it.

mod case;
mod flaw;
mod keeping;
mod look;
mod model;
mod moves;
mod plans;
mod proxy;
mod run;
mod seeded;
pub mod stand;
mod truth;
mod watcher;
