//! The debugger's documents (section 2.7 of the specification, breakpoints beyond it).

use super::ids::{BreakpointId, FrameIndex, Line, ScriptPath, ThreadId};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

/// What `_v` holds in every debugger document (section 9).
pub const VERSION: &str = "2.0";
/// The header that names the debugger client (section 4.6).
pub const CLIENT_ID_HEADER: &str = "x-dw-client-id";
/// The header by which a sandbox of this program tells that it is one: its version.
pub const SANDBOX_HEADER: &str = "x-haltscope-sandbox";
/// In refusals of a sandbox's newer APIs: why, where the document is the platform's own. Scripts' answers don't have it.
pub const REASON_HEADER: &str = "x-sandbox-reason";
/// The header by which it tells the site that it serves.
pub const SITE_HEADER: &str = "x-haltscope-site";
/// The header by which it tells that site's cartridge path, leftmost first, as in `app_brand:app_base`.
pub const CARTRIDGES_HEADER: &str = "x-haltscope-cartridges";
/// Where clients find the debugger below the host.
pub const BASE_PATH: &str = "/s/-/dw/debugger/v2_0";

/// A document with its `_v`; reading accepts any version or none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Versioned<T> {
    /// The API version, [`VERSION`] when we write it.
    #[serde(rename = "_v", default)]
    pub version: String,
    /// The fields of the document itself, beside `_v`.
    #[serde(flatten)]
    pub body: T,
}

impl<T> Versioned<T> {
    /// Puts `_v` = [`VERSION`] beside the document's own fields.
    pub fn new(body: T) -> Self {
        Self { version: VERSION.to_owned(), body }
    }
}

/// Whether a script thread runs or is halted (section 3.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ThreadStatus {
    /// The script runs; it has no call stack to show.
    Running,
    /// The script waits at a location.
    Halted,
    /// Ended; some servers list such threads for a moment. Anything unknown reads as this.
    #[serde(other)]
    Done,
}

/// A script thread: `id`, `status`, and the stack while it is halted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScriptThread {
    /// The thread's identifier.
    pub id: ThreadId,
    /// Running or halted.
    pub status: ThreadStatus,
    /// Frames from the current location outwards; absent unless halted.
    #[serde(default, deserialize_with = "null_is_empty", skip_serializing_if = "Vec::is_empty")]
    pub call_stack: Vec<StackFrame>,
}

/// One activation on a call stack.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StackFrame {
    /// 0 is the current location.
    pub index: FrameIndex,
    /// Where the frame is.
    pub location: Location,
}

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Location {
    /// With parentheses, as in `addProduct()`; empty for anonymous functions and module code.
    #[serde(default, deserialize_with = "null_is_default")]
    pub function_name: String,
    /// Counted from 1.
    pub line_number: Line,
    /// `/<cartridge>/<path>`.
    pub script_path: ScriptPath,
}

/// The answer of `GET /threads`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ThreadList {
    /// All live script threads.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub script_threads: Vec<ScriptThread>,
}

/// The answer of an evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvalResult {
    /// The expression as it was evaluated.
    #[serde(default)]
    pub expression: String,
    /// Any JSON value; a string in practice.
    #[serde(default)]
    pub result: Value,
}

/// Which scope a variable belongs to (section 2.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    /// The frame's own variables.
    Local,
    /// Variables of enclosing functions and modules.
    Closure,
    /// Variables that scripts made on the global object.
    #[serde(other)]
    Global,
}

/// A variable of a frame or a member of an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, Default)]
pub struct Member {
    /// The name; entries of lists are `[0]`, `[1]`, …
    #[serde(default, deserialize_with = "null_is_default")]
    pub name: String,
    /// The path of the object that holds it; empty at the top.
    #[serde(default, deserialize_with = "null_is_default")]
    pub parent: String,
    /// A primitive's type, a constructor's name or a platform class.
    #[serde(rename = "type", default, deserialize_with = "null_is_default")]
    pub type_name: String,
    /// The value's text as the script engine gives it.
    #[serde(default, deserialize_with = "null_is_default")]
    pub value: String,
    /// Only in an answer of `/variables`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<Scope>,
}

/// The answer of `/members` and `/variables`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MemberList {
    /// The items of this page.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub object_members: Vec<Member>,
    /// How many items are in this page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Index of the first item of this page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<u64>,
    /// How many items there are in all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
}

/// A breakpoint as the server holds it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakpoint {
    /// Given by the server.
    pub id: BreakpointId,
    /// Where it is and when it holds.
    #[serde(flatten)]
    pub place: NewBreakpoint,
}

/// A breakpoint as a client asks for it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct NewBreakpoint {
    /// Counted from 1.
    pub line_number: Line,
    /// `/<cartridge>/<path>`.
    pub script_path: ScriptPath,
    /// An expression that is evaluated in the frame; the thread halts if it is truthy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
}

/// The answer of `GET` and `POST /breakpoints`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BreakpointList {
    /// All of the client's breakpoints, or only the new ones after a `POST`.
    #[serde(default, deserialize_with = "null_is_empty")]
    pub breakpoints: Vec<Breakpoint>,
}

/// The body of `POST /breakpoints`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewBreakpoints {
    /// The breakpoints to add.
    pub breakpoints: Vec<NewBreakpoint>,
}

fn null_is_empty<'de, D, T>(deserializer: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

fn null_is_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read<T: for<'de> Deserialize<'de>>(value: Value) -> T {
        serde_json::from_value(value).expect("the document reads")
    }

    #[test]
    fn a_halted_thread_reads_as_the_specification_shows_it() {
        let thread: Versioned<ScriptThread> = read(json!({
            "_v": "2.0", "id": 7, "status": "halted",
            "call_stack": [{"index": 0, "location":
                {"function_name": "execute()", "line_number": 10, "script_path": "/app/cartridge/a.js"}}],
        }));
        assert_eq!(thread.body.status, ThreadStatus::Halted);
        assert_eq!(thread.body.call_stack[0].location.line_number, Line(10));
    }

    #[test]
    fn missing_and_null_arrays_are_empty() {
        assert_eq!(read::<ThreadList>(json!({"_v": "2.0"})), ThreadList::default());
        assert_eq!(read::<ThreadList>(json!({"script_threads": null})), ThreadList::default());
        assert_eq!(read::<BreakpointList>(json!({})), BreakpointList::default());
        assert_eq!(read::<MemberList>(json!({"unknown": 1})), MemberList::default());
    }

    #[test]
    fn unknown_statuses_mean_that_the_thread_ended() {
        let thread: ScriptThread = read(json!({"id": 1, "status": "done"}));
        assert_eq!(thread.status, ThreadStatus::Done);
    }

    #[test]
    fn a_running_thread_is_written_without_a_call_stack() {
        let thread =
            ScriptThread { id: ThreadId(3), status: ThreadStatus::Running, call_stack: vec![] };
        assert_eq!(
            serde_json::to_value(Versioned::new(thread)).expect("serializes"),
            json!({"_v": "2.0", "id": 3, "status": "running"})
        );
    }

    #[test]
    fn paths_know_their_cartridge_folder_and_file() {
        let path = ScriptPath::from("/app_base/cartridge/controllers/Cart.js");
        assert_eq!(path.cartridge(), "app_base");
        assert_eq!(path.folder(), "app_base/cartridge/controllers");
        assert_eq!(path.file_name(), "Cart.js");
    }
}
