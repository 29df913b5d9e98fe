//! What scripts may ask of the program around the engine.

use super::model::ThreadId;
use serde_json::Value;

/// The other end of `host.call` in platform modules.
///
/// Calls arrive on the script's own thread and may block it.
pub trait Host: Send + Sync {
    /// Answers `host.call(name, arguments)` of a platform module in the script thread `thread`.
    fn call(&self, thread: ThreadId, name: &str, arguments: Value) -> Result<Value, HostError>;

    /// What `new Date()` tells: milliseconds since 1970, UTC.
    fn now(&self) -> i64 {
        jiff::Timestamp::now().as_millisecond()
    }
}

/// A refusal of [`Host::call`]; the script sees it as a thrown `Error` with this message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct HostError {
    /// The message of the thrown `Error`.
    pub message: String,
}

impl HostError {
    /// A refusal with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}
