//! How a command fails: cause, what to do next, exit code.

use super::stderr;
use crate::client::ClientError;
use crate::config::{ConfigError, SettingsError};
use std::fmt;
use std::io;
use std::process::ExitCode;

const FAILED: u8 = 1;
const WRONG_USAGE: u8 = 2;
const INTERRUPTED: u8 = 130;

/// A failure for people, with the program's exit code.
#[derive(Debug)]
pub(super) struct Failure {
    code: u8,
    cause: String,
    /// The server's name for it.
    kind: Option<String>,
    action: Option<String>,
}

impl Failure {
    fn new(code: u8, cause: String) -> Self {
        Self { code, cause, kind: None, action: None }
    }

    /// The operation failed.
    pub(super) fn failed(cause: impl Into<String>) -> Self {
        Self::new(FAILED, cause.into())
    }

    /// The program was called or configured in a way that can't work.
    pub(super) fn usage(cause: impl Into<String>) -> Self {
        Self::new(WRONG_USAGE, cause.into())
    }

    /// The same, because of how the program was called.
    pub(super) fn into_usage(self) -> Self {
        Self { code: WRONG_USAGE, ..self }
    }

    /// The user ended the program, who needs no words about it.
    pub(super) fn interrupted() -> Self {
        Self::new(INTERRUPTED, String::new())
    }

    /// Adds the type of the server's fault.
    pub(super) fn of_type(self, kind: &str) -> Self {
        Self { kind: Some(kind.to_owned()), ..self }
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
        let failure = match &error {
            ClientError::Configuration { .. } => Self::usage(error.cause()),
            ClientError::Fault { fault, .. } => Self::failed(error.cause()).of_type(&fault.kind),
            _ => Self::failed(error.cause()),
        };
        failure.then(error.action())
    }
}

/// Says on stderr what went wrong and gives the exit code for it.
pub(super) fn report(error: &anyhow::Error) -> ExitCode {
    let failure = error.downcast_ref::<Failure>();
    let code = failure.map_or(FAILED, |failure| failure.code);
    if code != INTERRUPTED {
        let kind = failure.and_then(|failure| failure.kind.as_deref());
        let action = failure.and_then(|failure| failure.action.as_deref());
        stderr::error(&stderr::Error { code, message: &format!("{error:#}"), kind, action });
    }
    ExitCode::from(code)
}

/// Says what is wrong with the command line, or shows the help that was asked for.
pub(super) fn of_arguments(error: &clap::Error) -> ExitCode {
    let code = u8::try_from(error.exit_code()).unwrap_or(WRONG_USAGE);
    if error.use_stderr() && stderr::is_json() {
        let text = error.render().to_string();
        let message = text.strip_prefix("error: ").unwrap_or(&text).trim();
        stderr::error(&stderr::Error { code, message, kind: None, action: None });
    } else {
        // Help goes to stdout with 0, mistakes to stderr with 2; a closed pipe is nobody's error.
        let printed = error.print();
        if let Err(problem) = printed
            && problem.kind() != io::ErrorKind::BrokenPipe
            && !error.use_stderr()
        {
            let failure = Failure::failed(format!("can't write to stdout: {problem}"));
            return report(&failure.into());
        }
    }
    ExitCode::from(code)
}
