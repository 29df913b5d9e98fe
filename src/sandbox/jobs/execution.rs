//! What became of a job: executions, and the documents that tell of them.

use super::log::Log;
use crate::sandbox::{
    store::Timestamp,
    storefront::{Counts, StepStatus},
};
use crate::script::ThreadId;
use serde_json::{Map, Value, json};
use std::{
    collections::BTreeMap,
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_util::sync::CancellationToken;

/// One run of a job.
#[derive(Clone, Debug)]
pub(super) struct Execution {
    pub id: String,
    pub job: String,
    pub description: String,
    pub parameters: Vec<(String, String)>,
    pub by: By,
    pub span: Span,
    pub state: State,
    pub scopes: Vec<String>,
    pub steps: Vec<StepExecution>,
    /// What its steps share, by name: simple values.
    pub context: BTreeMap<String, Value>,
    /// What it says.
    pub log: Arc<Log>,
    /// Somebody wants it to end.
    pub is_stopped: bool,
    /// Is cancelled then, and when all that runs is to end.
    pub ending: CancellationToken,
    /// How often something of it changed.
    pub revision: u64,
}

/// Who started it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::sandbox) struct By {
    /// A user.
    pub(in crate::sandbox) user: Option<String>,
    /// An API client.
    pub(in crate::sandbox) client: Option<String>,
}

/// One run of a step.
#[derive(Clone, Debug)]
pub(super) struct StepExecution {
    pub id: String,
    pub step: String,
    pub type_id: String,
    /// Module and function.
    pub type_info: String,
    pub description: String,
    /// The job that it was included from.
    pub included_from: Option<String>,
    pub scope: String,
    pub span: Span,
    pub state: State,
    /// Of a chunk-oriented step.
    pub chunk_size: Option<u64>,
    pub counts: Option<Counts>,
    /// While it runs.
    pub thread: Option<ThreadId>,
}

/// When something ran.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    begun: Timestamp,
    ended: Option<Timestamp>,
    since: Instant,
    took: Option<Duration>,
}

/// How far something is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum State {
    Running,
    Finished(StepStatus),
    Aborted(String),
}

impl Span {
    pub(super) fn from(now: Timestamp) -> Self {
        Self { begun: now, ended: None, since: Instant::now(), took: None }
    }

    pub(super) fn end(&mut self, now: Timestamp) {
        self.ended = Some(now);
        self.took = Some(self.since.elapsed());
    }

    fn tell(&self, document: &mut Map<String, Value>) {
        let took = self.took.unwrap_or_else(|| self.since.elapsed());
        let duration = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
        document.insert("start_time".to_owned(), self.begun.to_string().into());
        document.insert("duration".to_owned(), duration.into());
        let latest = self.ended.unwrap_or(self.begun).to_string();
        document.insert("modification_time".to_owned(), latest.into());
        if let Some(ended) = self.ended {
            document.insert("end_time".to_owned(), ended.to_string().into());
        }
    }
}

impl State {
    pub(super) fn is_over(&self) -> bool {
        !matches!(self, Self::Running)
    }

    fn tell(&self, document: &mut Map<String, Value>) {
        let (execution, status, exit) = match self {
            Self::Running => ("running", "RUNNING", None),
            Self::Finished(end) => ("finished", end.code.as_str(), Some(exit(end))),
            Self::Aborted(message) => {
                let (error, code) = (true, "ERROR".to_owned());
                let end = StepStatus { error, code, message: Some(message.clone()) };
                ("aborted", "ERROR", Some(exit(&end)))
            }
        };
        document.insert("execution_status".to_owned(), execution.into());
        document.insert("status".to_owned(), status.into());
        document.extend(exit.map(|exit| ("exit_status".to_owned(), exit)));
    }
}

fn exit(StepStatus { error, code, message }: &StepStatus) -> Value {
    let status = if *error { "error" } else { "ok" };
    let mut document = json!({ "code": code, "status": status });
    if let Some(message) = message {
        document["message"] = message.as_str().into();
    }
    document
}

impl Execution {
    /// `job_execution`, without the fields that stand in every document of an API.
    pub(super) fn document(&self) -> Map<String, Value> {
        let mut document = Map::new();
        let mut put = |name: &str, value: Value| document.insert(name.to_owned(), value);
        put("id", self.id.as_str().into());
        put("job_id", self.job.as_str().into());
        put("job_description", self.description.as_str().into());
        put("execution_scopes", self.scopes.clone().into());
        put("is_log_file_existing", false.into());
        put("is_restart", false.into());
        let parameters = self.parameters.iter();
        let parameters = parameters.map(|(name, value)| json!({ "name": name, "value": value }));
        put("parameters", parameters.collect());
        put("step_executions", self.steps.iter().map(StepExecution::document).collect());
        self.state.tell(&mut document);
        self.span.tell(&mut document);
        let By { user, client } = &self.by;
        for (name, value) in [("user_login", user), ("client_id", client)] {
            document.extend(value.as_ref().map(|it| (name.to_owned(), it.as_str().into())));
        }
        document
    }
}

impl StepExecution {
    fn document(&self) -> Value {
        let mut document = Map::new();
        let mut put = |name: &str, value: Value| document.insert(name.to_owned(), value);
        put("id", self.id.as_str().into());
        put("step_id", self.step.as_str().into());
        put("step_type_id", self.type_id.as_str().into());
        put("step_type_info", self.type_info.as_str().into());
        put("step_description", self.description.as_str().into());
        put("execution_scope", self.scope.as_str().into());
        put("is_chunk_oriented", self.chunk_size.is_some().into());
        if let Some(size) = self.chunk_size {
            put("chunk_size", size.into());
        }
        if let Some(counts) = self.counts {
            put("item_write_count", counts.written.into());
            put("item_filter_count", counts.filtered.into());
            if let Some(total) = counts.total {
                put("total_item_count", total.into());
            }
        }
        if let Some(job) = &self.included_from {
            put("include_steps_from_job_id", job.as_str().into());
        }
        self.state.tell(&mut document);
        self.span.tell(&mut document);
        document.into()
    }
}
