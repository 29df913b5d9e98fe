//! The tools' arguments. Their doc comments are what the assistant reads.
#![expect(clippy::doc_markdown, reason = "assistants read it without markdown")]
#![expect(
    dead_code,
    reason = "a schema names the session too, which is found before the tool reads"
)]

use crate::api::debugger::Scope;
use crate::runtime::WantedBreakpoint;
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

/// Waits take this long unless somebody says otherwise.
const WAIT: u64 = 30_000;
/// No wait takes longer.
const LONGEST_WAIT: u64 = 120_000;

/// How long a call may wait.
pub(super) fn limit(timeout_ms: Option<u64>) -> Duration {
    Duration::from_millis(timeout_ms.unwrap_or(WAIT).min(LONGEST_WAIT))
}

/// Where to attach. Credentials come from the environment, dw.json or the keyring.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct StartSession {
    /// The folder that holds the cartridges, from the project's folder on. Default: found below it.
    #[serde(alias = "cartridge_directory")]
    pub cartridge_directory: Option<PathBuf>,
    /// The project's folder, where dw.json is looked for. Default: the server's working folder.
    #[serde(alias = "project_directory")]
    pub project_directory: Option<PathBuf>,
    /// Which configuration of dw.json. Default: the active one.
    #[serde(alias = "instanceName")]
    pub instance: Option<String>,
}

/// Which session, whatever else is said.
#[derive(Clone, Debug, Deserialize)]
pub(super) struct SessionId {
    pub(super) session_id: String,
}

/// Which session.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfSession {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
}

/// A thread of a session.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OfThread {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// The thread, as a stop named it.
    pub(super) thread_id: u64,
    /// How long to wait for what follows, in milliseconds. Default 30000, at most 120000.
    pub(super) timeout_ms: Option<u64>,
}

/// Ends a session.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct EndSession {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// Stop the halted threads with an error instead of letting them run on. Default false.
    #[serde(default)]
    pub(super) stop_threads: bool,
    /// Breakpoints always go with the session; this changes nothing.
    #[serde(default)]
    pub(super) clear_breakpoints: Option<bool>,
}

/// The whole set of a session's breakpoints.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SetBreakpoints {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// All breakpoints; those that were set before and are not among them go.
    pub(super) breakpoints: Vec<WantedBreakpoint>,
}

/// Waits for a stop.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WaitForStop {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// How long to wait, in milliseconds. Default 30000, at most 120000.
    pub(super) timeout_ms: Option<u64>,
    /// Only stops after this cursor, which every stop and every wait gives. Without it a thread
    /// that is halted already is told at once.
    pub(super) after: Option<u64>,
}

/// Variables of a frame, or members of an object.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct GetVariables {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// The thread, as a stop named it.
    pub(super) thread_id: u64,
    /// The frame: 0 is the current location. Default 0.
    #[serde(default)]
    pub(super) frame_index: usize,
    /// Only variables of this scope: local, closure or global.
    pub(super) scope: Option<ScopeName>,
    /// The members of this object instead, as in basket.productLineItems`[0]`.
    pub(super) object_path: Option<String>,
    /// The index of the first one. Default 0.
    #[serde(default)]
    pub(super) start: u64,
    /// How many, at most 200. Default 100.
    pub(super) count: Option<NonZeroU64>,
    /// Values are cut after so many characters. Default 200, at most 10000.
    pub(super) max_value_length: Option<usize>,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ScopeName {
    Local,
    Closure,
    Global,
}

impl ScopeName {
    pub(super) const fn scope(self) -> Scope {
        match self {
            Self::Local => Scope::Local,
            Self::Closure => Scope::Closure,
            Self::Global => Scope::Global,
        }
    }
}

/// Evaluates an expression.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Evaluate {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// The thread, as a stop named it.
    pub(super) thread_id: u64,
    /// The frame: 0 is the current location. Default 0.
    #[serde(default)]
    pub(super) frame_index: usize,
    /// JavaScript. Anything but a plain path (basket.totalNetPrice) runs in the live request.
    pub(super) expression: String,
    /// The result is cut after so many characters. Default 2000, at most 100000.
    pub(super) max_value_length: Option<usize>,
}

/// Captures a halt.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Capture {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// A local file, or a script as the server names it.
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: NonZeroU32,
    /// Halts only if this expression is true; where it throws, it counts as false.
    pub(super) condition: Option<String>,
    /// Evaluated at the halt.
    #[serde(default)]
    pub(super) expressions: Vec<String>,
    /// How long to wait for the halt, in milliseconds. Default 30000, at most 120000.
    pub(super) timeout_ms: Option<u64>,
    /// Let the thread go afterwards. Default false: it stays halted.
    #[serde(default)]
    pub(super) auto_continue: bool,
    /// A storefront page to ask for once the breakpoint is armed: a URL of the instance, or
    /// Controller-Action?query.
    pub(super) trigger_url: Option<String>,
}

/// Lets a thread run to a line.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RunTo {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// The thread, as a stop named it.
    pub(super) thread_id: u64,
    /// A local file, or a script as the server names it.
    pub(super) file: String,
    /// The line, from 1.
    pub(super) line: NonZeroU32,
    /// How long to wait for the stop, in milliseconds. Default 30000, at most 120000.
    pub(super) timeout_ms: Option<u64>,
}

/// Recorded halts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryWanted {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// How many of the newest. Default 20, at most 200.
    pub(super) count: Option<NonZeroUsize>,
}

/// Two recorded halts.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareHalts {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// The number of the older one, as a stop or debug_history gave it.
    pub(super) older: u64,
    /// The number of the newer one.
    pub(super) newer: u64,
}

/// A storefront request.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RequestPage {
    /// The session_id that debug_start_session gave.
    pub(super) session_id: String,
    /// A URL of the instance, or Controller-Action?query.
    pub(super) url: String,
    /// GET, POST, … Default GET.
    pub(super) method: Option<String>,
    /// Form-encoded or JSON text.
    pub(super) body: Option<String>,
    /// How long to wait for the page, in milliseconds, at most 120000. Default 0: a page that halts
    /// is answered when its thread goes on, so wait for the stop instead.
    pub(super) timeout_ms: Option<u64>,
}
