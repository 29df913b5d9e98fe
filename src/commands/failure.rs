//! How a command fails: cause, what to do next, exit code.

use super::output::harmless;
use crate::client::ClientError;
use crate::config::{ConfigError, SettingsError};
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

const FAILED: u8 = 1;
const WRONG_USAGE: u8 = 2;
const INTERRUPTED: u8 = 130;

/// A failure for people, with the program's exit code.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    cause: String,
    action: Option<String>,
}

impl Failure {
    /// The operation failed.
    pub(super) fn failed(cause: impl Into<String>) -> Self {
        Self { code: FAILED, cause: cause.into(), action: None }
    }

    /// The program was called or configured in a way that can't work.
    pub(super) fn usage(cause: impl Into<String>) -> Self {
        Self { code: WRONG_USAGE, cause: cause.into(), action: None }
    }

    /// The user ended the program, who needs no words about it.
    pub(super) fn interrupted() -> Self {
        Self { code: INTERRUPTED, cause: String::new(), action: None }
    }

    /// Adds what to do next.
    pub(super) fn then(mut self, action: impl Into<String>) -> Self {
        self.action = Some(action.into());
        self
    }

    /// What to do next; empty when nobody knows.
    pub(super) fn action(&self) -> &str {
        self.action.as_deref().unwrap_or_default()
    }

    /// Adds a further step.
    pub(super) fn and_then(self, action: &str) -> Self {
        let whole = self.action.as_ref().map(|first| format!("{first} {action}"));
        self.then(whole.unwrap_or_else(|| action.to_owned()))
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.cause)
    }
}

impl std::error::Error for Failure {}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<SettingsError> for Failure {
    fn from(error: SettingsError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<ClientError> for Failure {
    fn from(error: ClientError) -> Self {
        let failure = match error {
            ClientError::Configuration { .. } => Self::usage(error.cause()),
            _ => Self::failed(error.cause()),
        };
        failure.then(error.action())
    }
}

/// Says on stderr what went wrong and gives the exit code for it.
pub(super) fn report(error: &anyhow::Error) -> ExitCode {
    let failure = error.downcast_ref::<Failure>();
    let action = failure.and_then(|failure| failure.action.as_ref());
    let action = action.map(|action| format!("  {action}\n")).unwrap_or_default();
    if failure.is_none_or(|failure| failure.code != INTERRUPTED) {
        let text = format!("haltscope: {error:#}\n{action}");
        // Some of the words are a server's.
        let text = harmless(&text);
        // With stderr closed the exit code says it all the same.
        let _ = io::stderr().write_all(text.as_bytes());
    }
    ExitCode::from(failure.map_or(FAILED, |failure| failure.code))
}
