//! Jobs as the Data API starts them and tells of them.

use super::{
    By, Jobs, NotStarted, Order, Unchanged,
    search::{Malformed, search},
};
use crate::sandbox::{
    data::{self, Wanted},
    refusal::Refusal,
};
use axum::http::StatusCode;
use serde_json::{Map, Value};
use std::sync::Arc;

impl data::Jobs for Jobs {
    fn start(self: Arc<Self>, job: &str, wanted: Wanted) -> Result<Map<String, Value>, Refusal> {
        let Wanted { parameters, user, client } = wanted;
        let by = By { user, client: Some(client) };
        let started = Self::start(&self, job, Order { parameters, sites: Vec::new(), by });
        started.map_err(|error| not_started(job, error))
    }

    fn find(&self, job: &str, id: &str) -> Result<Map<String, Value>, Refusal> {
        let execution = self.now(id).map(|(execution, _)| execution);
        let execution = execution.filter(|execution| execution["job_id"] == job);
        execution.ok_or_else(|| execution_not_found(job, id))
    }

    fn forget(&self, job: &str, id: &str) -> Result<(), Refusal> {
        data::Jobs::find(self, job, id)?;
        Self::forget(self, id).map_err(|why| match why {
            Unchanged::Unknown => execution_not_found(job, id),
            Unchanged::Running => not_finished(job, id),
        })
    }

    fn search(&self, request: &Value) -> Result<Map<String, Value>, Refusal> {
        search(request, &self.all()).map_err(malformed)
    }
}

fn not_started(job: &str, error: NotStarted) -> Refusal {
    match error {
        NotStarted::Unknown(_) => {
            let message = format!("There is no job \"{job}\": no site archive brings it.");
            Refusal::not_found("JobNotFound", message)
        }
        NotStarted::Running(_) => {
            Refusal::bad_request("JobAlreadyRunning", format!("The job \"{job}\" is running."))
        }
        NotStarted::Invalid(why) => {
            Refusal::bad_request("JobInvalid", format!("The job \"{job}\" can't run: {why}."))
        }
    }
    .with("jobId", job)
}

fn execution_not_found(job: &str, id: &str) -> Refusal {
    let message = format!("The job \"{job}\" has no execution {id}.");
    Refusal::not_found("JobExecutionNotFound", message).with("jobId", job).with("executionId", id)
}

fn not_finished(job: &str, id: &str) -> Refusal {
    let message = format!("The execution {id} of the job \"{job}\" is not finished.");
    Refusal::new(StatusCode::FORBIDDEN, "JobExecutionNotFinished", message)
        .with("jobId", job)
        .with("executionId", id)
}

fn malformed(Malformed { path, expected }: Malformed) -> Refusal {
    let message = format!("{path} must be {expected}.");
    Refusal::bad_request("PropertyConstraintViolation", message)
        .with("path", path)
        .with("expected", expected)
}
