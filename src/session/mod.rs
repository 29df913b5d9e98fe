//! The debugger itself, pure: events in, effects out.
//!
//! [`Session::update`] takes what happened ([`Event`]) and the time at which it happened, and
//! returns what is to be done ([`Effect`]). It knows no tokio, no terminal, no file and no clock;
//! whoever drives it (the runtime, a test, a bench) brings those. Each answer carries the number
//! of the call it belongs to, and each call that depends on a place carries the thread's
//! [`Place`]: an answer for a place that is no more is dropped in one spot and counted.

mod breakpoint;
mod command;
mod connection;
mod console;
mod effect;
mod event;
mod failure;
mod history;
mod keep_alive;
mod notice;
mod options;
pub mod rehearsal;
mod request;
mod saved;
mod scene;
mod source;
mod thread;
mod time;
pub mod tree;
mod update;
pub mod verdict;
mod watch;

pub use breakpoint::{
    Arming, Breakpoint, BreakpointKey, BreakpointKind, BreakpointSpec, Breakpoints, Origin,
};
pub use command::{Command, HaltNumber, KeepAliveMode, Leaving, StepKind};
pub use connection::{AttachStep, Connection, Problem, StateWord};
pub use console::{Console, ConsoleEntry, ConsoleLine, EntryId, EvalOutcome};
pub use effect::{Call, CallId, Effect, KeepAlivePlan, Request, RequestId, StorefrontRequest};
pub use event::{Answer, Event, KeepAliveReport, StorefrontAnswer};
pub use failure::{Failure, FailureKind};
pub use history::{Comparison, Difference, Halt, History, PastValue};
pub use keep_alive::{Countdown, CountdownLevel, KeepAlive, RENEWAL_PERIOD};
pub use notice::{Log, LogLine, Notice, NoticeKind};
pub use options::{Options, Storefront};
pub use request::{Requests, SentRequest};
pub use saved::{Saved, SavedBreakpoint, SavedExpansion};
pub use scene::{InlineValue, Scene};
pub use source::{
    Cartridge, CodeLines, Finding, LineCode, Source, SourceState, SourceText, Sources,
    SourcesFound, Unparsed,
};
pub use thread::{Frame, Generation, Place, Position, StepRun, Thread, ThreadState, Threads};
pub use time::Time;
pub use tree::{
    Change, Children, Filtered, Node, NodeId, NodeKey, NodeKind, Row, Tree, TreeId, TreeKey,
};
pub use update::{DeepSearch, Session};
pub use watch::{Watch, WatchId, WatchState, Watches};

#[cfg(test)]
mod tests;
