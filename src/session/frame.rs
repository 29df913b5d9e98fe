//! Where: a thread's place in time, the call stack there, one frame of it.

use crate::api::debugger::StackFrame;
use crate::api::ids::{FrameIndex, Line, ScriptPath, ThreadId};
use serde::{Deserialize, Serialize};

/// Raised by every step, resume, stop and newly seen halt of a thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Generation(pub u64);

/// Raised inside a generation when another call stack is accepted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position(pub u64);

/// A place in time: what depends on one is dropped when the thread is no longer there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Place {
    /// The thread.
    pub thread: ThreadId,
    /// Its generation.
    pub generation: Generation,
    /// Its position in that generation.
    pub position: Position,
}

/// One activation on a call stack.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Frame {
    /// 0 is the current location.
    pub index: FrameIndex,
    /// As in `addProduct()`; empty for anonymous functions and module code.
    pub function: String,
    /// The script.
    pub script: ScriptPath,
    /// The line.
    pub line: Line,
}

impl Frame {
    /// What trees of this frame are kept by.
    pub fn tree_key(&self) -> TreeKey {
        TreeKey { script: self.script.clone(), function: self.function.clone() }
    }

    /// The function's name, `(anonymous)` if it has none, `(template)` where a template runs.
    pub fn function_name(&self) -> &str {
        match self.function.as_str() {
            "" if self.script.is_template() => "(template)",
            "" => "(anonymous)",
            name => name,
        }
    }

    /// As in `Cart.js:142`.
    pub fn place(&self) -> String {
        format!("{}:{}", self.script.file_name(), self.line)
    }

    /// From a call stack on the wire, in its order.
    pub fn from_stack(stack: &[StackFrame]) -> Vec<Self> {
        stack.iter().map(Self::from).collect()
    }
}

impl From<&StackFrame> for Frame {
    fn from(frame: &StackFrame) -> Self {
        Self {
            index: frame.index,
            function: frame.location.function_name.clone(),
            script: frame.location.script_path.clone(),
            line: frame.location.line_number,
        }
    }
}

/// What expansion and cursor are kept by: the script and the function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TreeKey {
    /// The script.
    pub script: ScriptPath,
    /// The function as the frame names it.
    pub function: String,
}

/// A frame of a thread: 0 is the current location.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot {
    /// The thread.
    pub thread: ThreadId,
    /// Its frame.
    pub frame: usize,
}

/// A frame at a place: what reads are asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct At {
    pub(super) place: Place,
    pub(super) index: FrameIndex,
}
