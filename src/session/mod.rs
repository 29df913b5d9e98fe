//! The debugger itself, pure: events in, effects and changes out.
//!
//! [`Session::update`] takes what happened ([`Event`]) and the time at which it happened, and
//! returns what is to be done ([`Effect`]) and what is different now ([`Change`]). It knows no
//! tokio, no terminal, no file and no clock; whoever drives it (the runtime, a test, a bench)
//! brings those.
//!
//! A subject is two modules: its data, which changes by transitions of its own and knows nothing of
//! the session, and above it what becomes of it there, which may concern other subjects too. No
//! module names one that stands on it.
//!
//! | data | what it is | what becomes of it |
//! |---|---|---|
//! | `thread` | what each thread does, as one state with transitions; who came and went | `threads`: steps, resumes and stops, and what follows from a thread list |
//! | `breakpoint` | what the user wants and what the server holds | `breakpoints`: edited, armed as differences, judged |
//! | `tree` | a frame's variables, and a result's members | `values`: what is read for them, the deep search |
//! | `mask` | which values aren't for everybody | `history`: masked in an export |
//! | `expression` | what its text and its answer's text tell | `evaluation`: console, watches, conditions, log points |
//! | `question` | what front ends ask about a frame | `questions`: each gets its one answer |
//! | `source` | the scripts on this machine | `scripts`, `edits`: read, judged by `verdict`, edited meanwhile |
//! | `keep_alive` | what has to be renewed, and when | `renewing`: what its task reports |
//! | `request` | storefront requests | `storefront`: sent, answered |
//! | `saved` | what is kept with the project | `saving`: when it is written |
//!
//! `frame` and `ids` are what all of them speak of: a place in time, a stack there, numbers. The
//! closed lists name data alone: [`Command`] and [`Event`] come in, [`Effect`] and [`Change`] go
//! out, and `calls` has what is under way, and for what. `polls` says when the thread list is
//! asked for and what its silence means, `connection` comes, has trouble and leaves, `history`
//! keeps the halts that were, and `conductor` puts all of it together.
//!
//! A step can be read in `threads`: `moves` has its way to the answer, `halts` what follows from
//! what a list says about it; that is in `thread`, in `sighting`. Each answer carries the number of
//! the call it belongs to, and each call that depends on a place carries the thread's [`Place`]: an
//! answer for a place that is no more is dropped in one spot and counted.

mod breakpoint;
mod breakpoints;
mod calls;
mod change;
mod command;
mod commands;
mod conductor;
mod connection;
mod context;
mod edits;
mod effect;
mod evaluation;
mod event;
mod expression;
mod failure;
mod frame;
mod history;
mod ids;
mod keep_alive;
mod mask;
mod notice;
mod options;
mod polls;
mod question;
mod questions;
#[cfg(test)]
mod rehearsal;
mod remedy;
mod renewing;
mod request;
mod saved;
mod saving;
mod scene;
mod scripts;
mod source;
mod storefront;
mod telling;
mod thread;
mod threads;
mod time;
mod tree;
mod values;
pub mod verdict;
mod view;

pub use breakpoint::{
    Breakpoint, BreakpointKey, BreakpointKind, BreakpointSpec, Breakpoints, Counted, Fact, HitRule,
    Hits, Life, NoHitRule, NoRequestFilter, Origin, RequestFilter,
};
pub use breakpoints::Standing;
pub use change::{Change, Logged, StopReason, follow};
pub use command::{
    BreakpointCommand, Command, ConnectionCommand, Leaving, ThreadCommand, TreeCommand,
    ValuesCommand, WatchCommand,
};
pub use conductor::{Outcome, Session};
pub use connection::{AttachStep, Connection, Outage, Owner, Problem, Removed, StateWord};
pub use effect::{Call, Effect, Request, StorefrontRequest};
pub use evaluation::{Console, ConsoleEntry, ConsoleLine, EvalOutcome, Watch, WatchState, Watches};
pub use event::{Answer, Event, KeepAliveReport, StorefrontAnswer};
pub use expression::{line_in_expression, without_place};
pub use failure::{Delivery, Failure, FailureKind};
pub use frame::{Frame, Generation, Place, Position, Spot, TreeKey};
pub use history::{Comparison, Difference, Halt, History, NoRecording, Recording, Turn};
pub use ids::{
    BreakpointNumber, CallId, EntryId, HaltNumber, QuestionId, RequestId, SearchId, WatchId,
};
pub use keep_alive::{KeepAlive, KeepAliveMode, KeepAlivePlan, NotRenewed, RENEWAL_PERIOD, Rhythm};
pub use mask::{Evaluated, Mask, ReadPaths};
pub use notice::{Log, LogLine, Notice, NoticeKind};
pub use options::{Options, ParseCondition, Storefront};
pub use question::{Held, Question, Reply, Told, Variable, Variables};
pub use remedy::Remedy;
pub use request::{Requests, SentRequest};
pub use saved::{ClientMark, Saved, SavedBreakpoint, SavedExpansion};
pub use scene::{InlineValue, Scene};
pub use source::{
    Called, Callee, Cartridge, CodeLines, Completeness, Condition, Defined, Destination, Extent,
    Finding, Included, Inclusion, LineCode, NoScript, Outline, Required, Route, Source,
    SourceState, SourceText, Sources, SourcesFound, TextPlace, TextSearch, Unparsed,
    uses_super_module,
};
#[cfg(test)]
pub(crate) use telling::asked;
pub use thread::{
    Countdown, CountdownLevel, Exit, StepKind, StepRun, Thread, ThreadState, Threads,
};
pub use time::Time;
pub use tree::{
    Access, ChangeMark, Children, Filtered, Home, Node, NodeId, NodeKey, NodeKind, Row, ScopeKind,
    Tree, TreeId, is_plain_path, member_suffix, says_nothing,
};
pub use values::DeepSearch;

#[cfg(test)]
mod tests;
