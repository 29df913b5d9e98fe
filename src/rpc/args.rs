//! The commands and their arguments. Field names are the contract with those who script it: one that
//! is unknown is refused, or a misspelt one would count as not given.

use crate::runtime::WantedBreakpoint;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;
use serde_path_to_error as path_to;
use std::num::NonZeroU32;
use std::time::Duration;

/// Nobody waits longer, whatever was asked for.
const LONGEST_WAIT: Duration = Duration::from_hours(1);

/// A time that was asked for, as far as it is waited.
pub(super) fn bounded(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds).min(LONGEST_WAIT)
}

/// The enum of the commands, their names, and how each one's arguments are read.
macro_rules! commands {
    ($($(#[$doc:meta])* $name:literal $variant:ident($args:ty),)*) => {
        /// What is wanted.
        #[derive(Clone, Debug, PartialEq, JsonSchema)]
        #[serde(tag = "command", content = "args")]
        pub(super) enum Command {
            $($(#[$doc])* #[serde(rename = $name)] $variant($args),)*
        }

        impl Command {
            /// Every command's name.
            pub(super) const NAMES: &'static [&'static str] = &[$($name),*];

            /// The command of a name with its arguments.
            ///
            /// # Errors
            ///
            /// [`Wrong`]: there is no such command, or where in the arguments what is wrong.
            pub(super) fn read(name: &str, args: Value) -> Result<Self, Wrong> {
                match name {
                    $($name => path_to::deserialize(args).map(Self::$variant).map_err(Wrong::Args),)*
                    _ => Err(Wrong::Name),
                }
            }
        }
    };
}

/// Why there is no command.
#[derive(Debug)]
pub(super) enum Wrong {
    /// Its name is unknown.
    Name,
    /// It doesn't take these arguments.
    Args(path_to::Error<serde_json::Error>),
}

commands! {
    /// The whole set of breakpoints, sent as a difference.
    "set_breakpoints" SetBreakpoints(SetBreakpoints),
    /// Further breakpoints.
    "add_breakpoints" AddBreakpoints(SetBreakpoints),
    /// Takes breakpoints away.
    "remove_breakpoints" RemoveBreakpoints(RemoveBreakpoints),
    /// All breakpoints.
    "list_breakpoints" ListBreakpoints(Nothing),
    /// All threads.
    "list_threads" ListThreads(Nothing),
    /// Lets a thread run.
    "continue" Continue(Move),
    /// To the next line.
    "step_over" StepOver(Move),
    /// Into the function.
    "step_into" StepInto(Move),
    /// To the caller.
    "step_out" StepOut(Move),
    /// To a line.
    "run_to" RunTo(RunTo),
    /// Ends a thread's script.
    "stop" Stop(Move),
    /// Lets every halted thread run.
    "continue_all" ContinueAll(Nothing),
    /// A thread's call stack.
    "get_stack" GetStack(OfThread),
    /// Variables of a frame, or members of an object.
    "get_variables" GetVariables(GetVariables),
    /// Runs an expression in a frame.
    "evaluate" Evaluate(Evaluate),
    /// Which thread is meant from now on where none is named.
    "select_thread" SelectThread(SelectThread),
    /// Which frame is meant from now on where none is named.
    "select_frame" SelectFrame(SelectFrame),
    /// Waits for events.
    "wait" Wait(Wait),
    /// Sets a breakpoint, triggers, waits, reads, releases.
    "capture" Capture(Box<Capture>),
    /// The recorded halts.
    "history" History(History),
    /// A recorded halt with what was read there.
    "get_halt" GetHalt(GetHalt),
    /// What differs between two recorded halts.
    "compare" Compare(Compare),
    /// Sends a storefront request.
    "request" Request(StorefrontRequest),
    /// Renews halted threads, or says whether that goes on.
    "keep_alive" KeepAlive(KeepAlive),
    /// After `disabled` or `offline`: connects again.
    "reattach" Reattach(Nothing),
    /// Leaves the server and ends.
    "detach" Detach(Detach),
    /// Where the session stands.
    "status" Status(Nothing),
    /// A JSON Schema of both directions.
    "schema" Schema(Nothing),
}

/// No arguments.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Nothing {}

/// Of `set_breakpoints` and `add_breakpoints`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetBreakpoints {
    /// The breakpoints.
    pub(super) breakpoints: Vec<WantedBreakpoint>,
}

/// Of `remove_breakpoints`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemoveBreakpoints {
    /// Ids that `set_breakpoints` and `list_breakpoints` gave.
    pub(super) ids: Vec<u64>,
}

/// Of `continue`, the steps and `stop`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Move {
    /// Default: the current thread.
    pub(super) thread_id: Option<u64>,
    /// The answer waits so long for the next stop, in milliseconds.
    pub(super) wait_ms: Option<u64>,
}

/// Of `run_to`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RunTo {
    /// Default: the current thread.
    pub(super) thread_id: Option<u64>,
    /// A local file, or the script as the server names it.
    pub(super) file: String,
    /// From 1.
    pub(super) line: NonZeroU32,
    /// The answer waits so long for the next stop, in milliseconds.
    pub(super) wait_ms: Option<u64>,
}

/// Of `get_stack`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfThread {
    /// Default: the current thread.
    pub(super) thread_id: Option<u64>,
}

/// Of `get_variables`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetVariables {
    /// Default: the current thread.
    pub(super) thread_id: Option<u64>,
    /// 0 is the current location; default: the current frame.
    pub(super) frame_index: Option<usize>,
    /// `local`, `closure` or `global`; default: all.
    pub(super) scope: Option<String>,
    /// Members of this object instead, as in `basket.productLineItems[0]`.
    pub(super) object_path: Option<String>,
    /// Index of the first one, from 0.
    pub(super) start: Option<u64>,
    /// How many at the most; default: 200 members, all variables.
    pub(super) count: Option<NonZeroU32>,
    /// Longer values are cut and end in `...`; default 200 characters.
    pub(super) max_value_length: Option<usize>,
    /// Whether the first 16 objects come with a `preview` of what they hold, which takes one request
    /// each; default: they do.
    pub(super) previews: Option<bool>,
}

/// Of `evaluate`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluate {
    /// Runs in the live request.
    pub(super) expression: String,
    /// Default: the current thread.
    pub(super) thread_id: Option<u64>,
    /// 0 is the current location; default: the current frame.
    pub(super) frame_index: Option<usize>,
}

/// Of `select_thread`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SelectThread {
    /// The thread.
    pub(super) thread_id: u64,
}

/// Of `select_frame`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SelectFrame {
    /// 0 is the current location.
    pub(super) index: usize,
}

/// Of `wait`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Wait {
    /// The answer comes after so long at the latest, in milliseconds.
    pub(super) timeout_ms: u64,
    /// The `seq` of the last event that is known; default: the newest one at present.
    pub(super) after: Option<u64>,
}

/// Of `capture`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Capture {
    /// A local file, or the script as the server names it.
    pub(super) file: String,
    /// From 1.
    pub(super) line: NonZeroU32,
    /// Halts only if this is true; where it throws, it counts as false.
    pub(super) condition: Option<String>,
    /// Evaluated at each halt.
    #[serde(default)]
    pub(super) expressions: Vec<String>,
    /// How deep variables are read: 1, the default, reads no members.
    pub(super) depth: Option<u32>,
    /// Sent once the breakpoint is armed.
    pub(super) request: Option<StorefrontRequest>,
    /// How many halts are waited for; default 1.
    pub(super) count: Option<NonZeroU32>,
    /// Halts are waited for so long; default 30,000 ms.
    pub(super) timeout_ms: Option<u64>,
    /// What becomes of the threads; default `continue`.
    #[serde(default)]
    pub(super) then: Then,
}

/// What becomes of a captured thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Then {
    /// It runs on.
    #[default]
    Continue,
    /// It stays halted.
    Hold,
}

/// Of `history`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct History {
    /// The newest so many; default: all that are kept.
    pub(super) count: Option<usize>,
}

/// Of `get_halt`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetHalt {
    /// Its number.
    pub(super) halt: u64,
}

/// Of `compare`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Compare {
    /// A halt's number.
    pub(super) older: u64,
    /// Another one's.
    pub(super) newer: u64,
}

/// Of `request`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct StorefrontRequest {
    /// Default: `GET`.
    #[serde(default = "get")]
    pub(super) method: String,
    /// Whole, a path, or as in `Cart-Show?a=b`.
    pub(super) url: String,
    /// Form-encoded or JSON text.
    pub(super) body: Option<String>,
}

fn get() -> String {
    "GET".to_owned()
}

/// Of `keep_alive`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct KeepAlive {
    /// `renew`, the default, renews now and goes on; `off` lets threads run out.
    #[serde(default)]
    pub(super) mode: Mode,
}

/// Whether halted threads are renewed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Mode {
    /// Now, and from now on.
    #[default]
    Renew,
    /// No more.
    Off,
}

/// Of `detach`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Detach {
    /// What becomes of halted threads; default: they run on.
    #[serde(default)]
    pub(super) threads: Left,
}

/// What becomes of halted threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Left {
    /// They run on.
    #[default]
    Continue,
    /// Their scripts are ended.
    Stop,
}
