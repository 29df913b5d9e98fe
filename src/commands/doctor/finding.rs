//! What a check found, and all of them together; the shape of `--json`.

use crate::api::address::Address;
use crate::client::ClientError;
use serde::Serialize;
use serde_json::{Map, Value, json};

/// How a check ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Status {
    Ok,
    Warning,
    Problem,
    NotChecked,
}

/// What a check found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct Finding {
    check: &'static str,
    subject: Option<String>,
    pub(super) status: Status,
    pub(super) seen: String,
    pub(super) action: Option<String>,
    details: Map<String, Value>,
}

impl Finding {
    fn new(check: &'static str, status: Status, seen: impl Into<String>) -> Self {
        let (subject, action, details) = (None, None, Map::new());
        Self { check, subject, status, seen: seen.into(), action, details }
    }

    /// As it should be.
    pub(super) fn ok(check: &'static str, seen: impl Into<String>) -> Self {
        Self::new(check, Status::Ok, seen)
    }

    /// May do harm.
    pub(super) fn warning(check: &'static str, seen: impl Into<String>) -> Self {
        Self::new(check, Status::Warning, seen)
    }

    /// Keeps something from working.
    pub(super) fn problem(check: &'static str, seen: impl Into<String>) -> Self {
        Self::new(check, Status::Problem, seen)
    }

    /// What went wrong on the way to the server, with what to do for somebody who only looks.
    pub(super) fn failed(check: &'static str, error: &ClientError) -> Self {
        let action = match error {
            ClientError::TimedOut { .. } => {
                "Check that the instance is awake, and the network, the VPN and the port.".to_owned()
            }
            ClientError::Interrupted { .. } => {
                "The server or a proxy closed the connection: try again, then look at what stands in between.".to_owned()
            }
            other => other.action(),
        };
        Self::problem(check, error.cause()).then(action)
    }

    /// Could not be checked.
    pub(super) fn not_checked(check: &'static str, because: &str) -> Self {
        Self::new(check, Status::NotChecked, format!("not checked: {because}"))
    }

    /// Of a status that was found elsewhere.
    pub(super) fn of(check: &'static str, status: Status, seen: impl Into<String>) -> Self {
        Self::new(check, status, seen)
    }

    /// Says which of several it is about.
    pub(super) fn about(mut self, subject: impl Into<String>) -> Self {
        self.subject = Some(subject.into());
        self
    }

    /// Says what to do.
    pub(super) fn then(mut self, action: impl Into<String>) -> Self {
        self.action = Some(action.into());
        self
    }

    /// Adds a figure for programs.
    pub(super) fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.details.insert(name.to_owned(), value.into());
        self
    }

    /// What stands before it in a list.
    pub(super) fn label(&self) -> &str {
        match (self.check.split_once('.'), &self.subject) {
            (Some((_, aspect)), _) => aspect,
            (None, Some(subject)) => subject,
            (None, None) => self.check,
        }
    }
}

/// Findings under one heading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Section {
    pub(super) title: String,
    pub(super) findings: Vec<Finding>,
}

impl Section {
    pub(super) fn new(title: impl Into<String>, findings: Vec<Finding>) -> Self {
        Self { title: title.into(), findings }
    }
}

/// Everything that was found.
#[derive(Default)]
pub(super) struct Report {
    pub(super) server: Option<Address>,
    pub(super) sections: Vec<Section>,
}

impl Report {
    /// How many findings have the status.
    pub(super) fn count(&self, status: Status) -> usize {
        self.findings().filter(|finding| finding.status == status).count()
    }

    /// The document of `--json`.
    pub(super) fn document(&self) -> Value {
        json!({
            "version": 1,
            "server": self.server.as_ref().map(ToString::to_string),
            "problems": self.count(Status::Problem),
            "warnings": self.count(Status::Warning),
            "findings": self.findings().collect::<Vec<_>>(),
        })
    }

    fn findings(&self) -> impl Iterator<Item = &Finding> {
        self.sections.iter().flat_map(|section| &section.findings)
    }
}
