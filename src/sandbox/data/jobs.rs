//! `jobs` and `job_execution_search` of the platform's Data API: starting jobs and telling what became of them.

use super::{
    DataApi, Method, NEVER_CACHED, body,
    caller::{Caller, Grants},
    faults,
    read::Query,
};
use crate::{
    api::content::Version,
    sandbox::{
        bodies::Decoded,
        json::wrong_type,
        parameters::Parameters,
        refusal::{JSON, Refusal},
        select::Selector,
    },
};
use axum::{
    body::Body,
    http::{
        StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use serde_json::{Map, Value};
use std::{collections::BTreeMap, sync::Arc};

const EXECUTION: &str = "job_execution";
const RESULT: &str = "job_execution_search_result";

/// Whoever runs jobs. Documents are those of the API without what stands in every one of them.
pub(crate) trait Jobs: Send + Sync {
    /// Starts a job; answers its `job_execution`.
    fn start(self: Arc<Self>, job: &str, wanted: Wanted) -> Result<Fields, Refusal>;

    /// The `job_execution` of that ID.
    fn find(&self, job: &str, id: &str) -> Result<Fields, Refusal>;

    /// Forgets an execution that is over.
    fn forget(&self, job: &str, id: &str) -> Result<(), Refusal>;

    /// The `job_execution_search_result` of a `search_request`.
    fn search(&self, request: &Value) -> Result<Fields, Refusal>;
}

type Fields = Map<String, Value>;

/// How a job is to be started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// In place of the job's own, by their names.
    pub parameters: BTreeMap<String, String>,
    /// The user whom the token was granted to.
    pub user: Option<String>,
    /// The client whom the token was granted to.
    pub client: String,
}

/// What an address names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum JobResource {
    /// The executions of a job.
    Executions { job: String },
    /// One of them.
    Execution { job: String, id: String },
    /// All of them.
    Search,
}

impl JobResource {
    /// Nothing if it is another part of the API.
    pub(super) fn of(segments: &[String]) -> Option<Self> {
        let names: Vec<_> = segments.iter().map(String::as_str).collect();
        let owned = str::to_owned;
        match names.as_slice() {
            ["jobs", job, "executions"] => Some(Self::Executions { job: owned(job) }),
            ["jobs", job, "executions", id] => {
                Some(Self::Execution { job: owned(job), id: owned(id) })
            }
            ["job_execution_search"] => Some(Self::Search),
            _ => None,
        }
    }

    pub(super) fn methods(&self) -> &'static [Method] {
        use Method::{Delete, Get, Head, Options, Post};
        match self {
            Self::Executions { .. } | Self::Search => &[Post, Options],
            Self::Execution { .. } => &[Get, Head, Delete, Options],
        }
    }
}

/// A request that may do what it asks for.
pub(super) struct JobRequest<'a> {
    pub api: &'a DataApi,
    pub jobs: &'a Arc<dyn Jobs>,
    pub resource: &'a JobResource,
    pub method: Method,
    pub version: Version,
    pub head: &'a Parts,
    pub parameters: &'a Parameters,
    pub caller: &'a Caller<'a>,
    pub grants: &'a Grants<'a>,
}

impl JobRequest<'_> {
    pub(super) async fn answer(&self, body: Body) -> Result<Response, Refusal> {
        self.parameters.check_format()?;
        body::check_accepted(&self.head.headers)?;
        let select = Query::selected(self.parameters)?.map(|(_, select)| select);
        match (self.resource, self.method) {
            (JobResource::Executions { job }, _) => {
                let sent = self.sent(body).await?;
                let wanted = wanted(sent, self.caller)?;
                let execution = Arc::clone(self.jobs).start(job, wanted)?;
                Ok(self.told(StatusCode::ACCEPTED, EXECUTION, execution, select))
            }
            (JobResource::Execution { job, id }, Method::Delete) => {
                self.jobs.forget(job, id)?;
                Ok((StatusCode::NO_CONTENT, [(CACHE_CONTROL, NEVER_CACHED)]).into_response())
            }
            (JobResource::Execution { job, id }, method) => {
                let execution = self.jobs.find(job, id)?;
                if method == Method::Head {
                    let headers = [(CACHE_CONTROL, NEVER_CACHED)];
                    return Ok((StatusCode::NO_CONTENT, headers).into_response());
                }
                Ok(self.told(StatusCode::OK, EXECUTION, execution, select))
            }
            (JobResource::Search, _) => {
                let sent = self.sent(body).await?;
                let found = self.jobs.search(&sent)?;
                Ok(self.told(StatusCode::OK, RESULT, found, select))
            }
        }
    }

    async fn sent(&self, body: Body) -> Result<Value, Refusal> {
        let arrived = body::receive(&self.api.bodies, &self.head.headers, body).await?;
        let Decoded { document, .. } = self.api.bodies.decode(arrived).await?;
        Ok(document)
    }

    fn told(
        &self,
        status: StatusCode,
        kind: &str,
        fields: Fields,
        select: Option<Selector>,
    ) -> Response {
        let mut document = Map::new();
        document.insert("_v".to_owned(), self.version.to_string().into());
        document.insert("_type".to_owned(), kind.into());
        document.extend(fields);
        let document = self.grants.readable(document.into());
        let document = match select {
            Some(select) => select.apply(&document),
            None => document,
        };
        let headers = [(CACHE_CONTROL, NEVER_CACHED), (CONTENT_TYPE, JSON)];
        (status, headers, document.to_string()).into_response()
    }
}

/// `{"parameters": [{"name", "value"}]}`, or nothing.
fn wanted(sent: Value, caller: &Caller<'_>) -> Result<Wanted, Refusal> {
    let mut parameters = BTreeMap::new();
    match sent {
        Value::Null => {}
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("_v" | "_type", _) | ("parameters", Value::Null) => {}
                    ("parameters", Value::Array(all)) => {
                        for (index, parameter) in all.iter().enumerate() {
                            let (name, value) = parameter_of(parameter, index)?;
                            parameters.insert(name, value);
                        }
                    }
                    ("parameters", other) => {
                        return Err(wrong_type("$.parameters", "array", &other));
                    }
                    _ => return Err(faults::unknown_property(&name, "job_execution_request")),
                }
            }
        }
        other => return Err(wrong_type("$", "object", &other)),
    }
    let (user, client) = (caller.login().map(str::to_owned), caller.client_id().to_owned());
    Ok(Wanted { parameters, user, client })
}

fn parameter_of(parameter: &Value, index: usize) -> Result<(String, String), Refusal> {
    let text = |name: &str| {
        let path = format!("$.parameters[{index}].{name}");
        let value = &parameter[name];
        let text = value.as_str().map(str::to_owned);
        text.ok_or_else(|| wrong_type(&path, "string", value))
    };
    Ok((text("name")?, text("value")?))
}
