//! `jobs` and their executions.

use super::{LONGEST_WAIT, Operations, document};
use crate::sandbox::{
    jobs::{By, Jobs, NotStarted, Order, Unchanged},
    parameters::Parameters,
    refusal::Refusal,
    storefront::{Declared, StepType, Work},
};
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, StatusCode, header::LOCATION, request::Parts},
    response::{IntoResponse, Response},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{collections::BTreeMap, time::Duration};
use tokio::time::timeout;

/// What is to be started: a job, or a step of a type.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    job: Option<String>,
    step_type: Option<String>,
    #[serde(default)]
    parameters: BTreeMap<String, String>,
    #[serde(default)]
    sites: Vec<String>,
}

impl Operations {
    pub(super) fn all_jobs(&self) -> Response {
        let found = self.jobs.step_types();
        let types = found.types.iter().map(|(cartridge, it)| told(cartridge, it));
        document(&json!({
            "jobs": self.jobs.list(),
            "step_types": types.collect::<Vec<_>>(),
            "platform_types": Jobs::platform_types().collect::<Vec<_>>(),
            "problems": found.problems,
        }))
    }

    pub(super) fn executions(&self) -> Response {
        document(&json!({ "executions": self.jobs.all() }))
    }

    pub(super) async fn start(
        &self,
        user: &str,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<Response, Refusal> {
        let Wanted { job, step_type, parameters, sites } = self.read(headers, body).await?;
        let by = By { user: Some(user.to_owned()), client: None };
        let order = Order { parameters, sites, by };
        let started = match (&job, &step_type) {
            (Some(job), None) => self.jobs.start_checked(job, order),
            (None, Some(step_type)) => self.jobs.start_step(step_type, order),
            _ => {
                let message = "The document names either a \"job\" or a \"step_type\".";
                return Err(Refusal::bad_request("InvalidDocument", message));
            }
        };
        let execution = started.map_err(|error| not_started(&error))?;
        let location = execution["id"].as_str().unwrap_or_default();
        let location = HeaderValue::try_from(format!("/-/sandbox/jobs/executions/{location}"));
        let mut answer = (StatusCode::ACCEPTED, self.told(execution, 0)).into_response();
        // An execution's ID is a number.
        answer.headers_mut().extend(location.ok().map(|it| (LOCATION, it)));
        Ok(answer)
    }

    /// An execution; with `after`, once it has changed more often than that or is over.
    pub(super) async fn execution(&self, id: &str, head: &Parts) -> Result<Response, Refusal> {
        let query = Parameters::read(head.uri.query().unwrap_or_default());
        let after = query.integer("after", 0, u64::MAX >> 11)?;
        let wait = query.integer("wait", 0, LONGEST_WAIT)?.unwrap_or(0);
        let changed = self.jobs.changed(id, after.unwrap_or(u64::MAX));
        if let Ok(told) = timeout(Duration::from_secs(wait), changed).await {
            let (execution, revision) = told.ok_or_else(|| unknown(id))?;
            return Ok(self.told(execution, revision));
        }
        let (execution, revision) = self.jobs.now(id).ok_or_else(|| unknown(id))?;
        Ok(self.told(execution, revision))
    }

    /// An execution with how often it has changed, and its threads that are halted now.
    fn told(&self, mut execution: Map<String, Value>, revision: u64) -> Response {
        let halted = self.jobs.halted(execution["id"].as_str().unwrap_or_default());
        let halted: Vec<_> = halted.iter().map(|id| id.0).collect();
        execution.insert("halted_threads".to_owned(), halted.into());
        execution.insert("revision".to_owned(), revision.into());
        document(&execution.into())
    }

    /// What an execution has said so far: `{"log": text}`.
    pub(super) fn log(&self, id: &str) -> Result<Response, Refusal> {
        let log = self.jobs.log_text(id).ok_or_else(|| unknown(id))?;
        Ok(document(&json!({ "log": log })))
    }

    pub(super) async fn stop(&self, id: &str) -> Result<Response, Refusal> {
        match self.jobs.stop(id).await {
            Err(Unchanged::Unknown) => Err(unknown(id)),
            _ => Ok(StatusCode::NO_CONTENT.into_response()),
        }
    }
}

fn told(cartridge: &str, it: &StepType) -> Value {
    let functions: Vec<_> = match &it.work {
        Work::Task(name) => vec![name.as_str()],
        Work::Chunks(_, all) => all.iter().map(|it| it.name.as_str()).collect(),
    };
    let parameters: Vec<_> = it.parameters.iter().map(Declared::told).collect();
    json!({
        "id": it.id,
        "description": it.description,
        "cartridge": cartridge,
        "module": it.module,
        "functions": functions,
        "parameters": parameters,
    })
}

fn not_started(error: &NotStarted) -> Refusal {
    let message = format!("Nothing was started: {error}.");
    match error {
        NotStarted::Unknown(_) => Refusal::not_found("JobNotFound", message),
        NotStarted::Running(_) => Refusal::bad_request("JobAlreadyRunning", message),
        NotStarted::Invalid(_) => Refusal::bad_request("JobInvalid", message),
    }
}

fn unknown(id: &str) -> Refusal {
    Refusal::not_found("JobExecutionNotFound", format!("There is no execution {id}."))
        .with("id", id)
}
