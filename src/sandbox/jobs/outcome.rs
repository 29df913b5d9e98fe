//! How one step of a job ended.

use super::ending::Stopped;
use crate::sandbox::storefront::StepStatus;

/// By itself, or because somebody or a limit ended it.
pub(super) enum StepOutcome {
    Finished(StepStatus),
    Aborted(String),
}

impl StepOutcome {
    /// That of a step that is done here.
    pub(super) fn of(ended: Result<StepStatus, Stopped>) -> Self {
        ended.map_or_else(|stopped| Self::Aborted(stopped.to_string()), Self::Finished)
    }

    /// The level of the log's line.
    pub(super) const fn level(&self) -> &'static str {
        match self {
            Self::Finished(StepStatus { error: false, .. }) => "info",
            Self::Finished(_) | Self::Aborted(_) => "error",
        }
    }

    /// As the log has it.
    pub(super) fn told(&self) -> String {
        let (code, message) = match self {
            Self::Finished(status) => (status.code.as_str(), status.message.as_deref()),
            Self::Aborted(why) => ("ABORTED", Some(why.as_str())),
        };
        let message = message.map(|message| format!(": {message}")).unwrap_or_default();
        format!("ended with {code}{message}")
    }
}
