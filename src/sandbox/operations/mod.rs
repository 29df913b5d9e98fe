//! The sandbox's own addresses for whoever runs it: `/-/sandbox/health`, `journal`, `faults`, `clock`, `snapshots`,
//! `reset` and `jobs`.
//!
//! Health is for everybody, such as a load balancer; the rest is for users with the right "admin",
//! with Basic login.

mod injected;
mod jobs;
mod journal;
mod snapshots;
mod time;

pub(super) use injected::{Fate, Injected, Injection, OWN};
pub(super) use journal::{Arrived, Journal};

use super::{
    accounts::{Credentials, Logins, Right},
    bodies::Bodies,
    faults::{check_encoding, value_constraint},
    jobs::Jobs,
    parameters::Parameters,
    refusal::{Document, JSON, NEVER_CACHED, Refusal},
    state::State,
    store::Wanted,
};
use crate::{api::wording::plain, script::ThreadState};
use axum::{
    body::Body,
    http::{
        HeaderMap, Request, StatusCode,
        header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio::time::timeout;

/// The largest document that is sent here, in bytes.
const LARGEST: usize = 64 * 1024;
/// How many requests of the journal are told unasked.
const TOLD: u64 = 100;
/// How long the store may take to prove that it is there.
const LOOK: Duration = Duration::from_secs(2);
/// The longest time that a reader of the journal waits for the next request, in seconds.
const LONGEST_WAIT: u64 = 60;

/// What can be asked of the sandbox itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Operation {
    /// Whether it is ready, and what it does.
    Health,
    /// The last requests.
    Journal,
    /// The injected faults.
    Faults,
    /// The clock.
    Clock,
    /// Lets the clock go ahead.
    Advance,
    /// Back to what the sandbox began with.
    Reset,
    /// All snapshots.
    Snapshots,
    /// A snapshot, by what should be its name.
    Snapshot(String),
    /// Puts one back.
    Restore(String),
    /// All jobs and step types.
    Jobs,
    /// What became of jobs; starts one.
    Executions,
    /// One of them, by its ID.
    Execution(String),
    /// What it has said.
    ExecutionLog(String),
}

/// Answers for the sandbox itself.
pub(super) struct Operations {
    /// Who may ask.
    pub logins: Arc<Logins>,
    /// For the bodies of rules.
    pub bodies: Arc<Bodies>,
    /// All that can be taken and put back.
    pub state: State,
    /// When the sandbox was started.
    pub started: Instant,
    /// What keeps the libraries: `memory`, `sqlite` or `postgresql`.
    pub store: &'static str,
    /// The last requests.
    pub journal: Arc<Journal>,
    /// The injected faults.
    pub injected: Arc<Injected>,
    /// What runs without a visitor.
    pub jobs: Arc<Jobs>,
}

impl Operation {
    /// The operation at a path, which is in its plain form.
    pub(super) fn at(path: &str) -> Option<Self> {
        let parts: Vec<_> = path.strip_prefix("/-/sandbox/")?.split('/').collect();
        Some(match parts.as_slice() {
            ["health"] => Self::Health,
            ["journal"] => Self::Journal,
            ["faults"] => Self::Faults,
            ["clock"] => Self::Clock,
            ["clock", "advance"] => Self::Advance,
            ["reset"] => Self::Reset,
            ["snapshots"] => Self::Snapshots,
            ["snapshots", name] => Self::Snapshot((*name).to_owned()),
            ["jobs"] => Self::Jobs,
            ["jobs", "executions"] => Self::Executions,
            ["jobs", "executions", id] => Self::Execution((*id).to_owned()),
            ["jobs", "executions", id, "log"] => Self::ExecutionLog((*id).to_owned()),
            ["snapshots", name, "restore"] => Self::Restore((*name).to_owned()),
            _ => return None,
        })
    }

    const fn methods(&self) -> &'static [&'static str] {
        match self {
            // Probes of load balancers ask either way.
            Self::Health => &["GET", "HEAD"],
            Self::Journal | Self::Jobs | Self::ExecutionLog(_) => &["GET"],
            Self::Faults | Self::Clock => &["GET", "PUT", "DELETE"],
            Self::Advance | Self::Reset | Self::Restore(_) => &["POST"],
            Self::Snapshots | Self::Executions => &["GET", "POST"],
            Self::Snapshot(_) | Self::Execution(_) => &["GET", "DELETE"],
        }
    }
}

impl Operations {
    /// Of a sandbox that starts now; nobody has asked for anything yet.
    pub(super) fn new(
        logins: Arc<Logins>,
        state: State,
        jobs: Arc<Jobs>,
        store: &'static str,
    ) -> Self {
        let started = Instant::now();
        let (bodies, journal, injected) = Default::default();
        Self { logins, bodies, state, started, store, journal, injected, jobs }
    }

    /// Answers a request; `origin` is where it went, as in `http://localhost:8400`.
    pub(super) async fn answer(
        &self,
        operation: Operation,
        origin: &str,
        request: Request<Body>,
    ) -> Response {
        let (head, body) = request.into_parts();
        let answer = self.perform(operation, origin, &head, body).await;
        answer.unwrap_or_else(|refusal| refusal.answer(Document::Debugger))
    }

    async fn perform(
        &self,
        operation: Operation,
        origin: &str,
        head: &Parts,
        body: Body,
    ) -> Result<Response, Refusal> {
        let allowed = operation.methods();
        let method = head.method.as_str();
        if !allowed.contains(&method) {
            return Err(method_not_allowed(method, allowed));
        }
        if operation == Operation::Health {
            return Ok(document(&self.health().await));
        }
        let user = self.admin(head).await?;
        match (operation, method) {
            (Operation::Journal, _) => self.journal(origin, head).await,
            (Operation::Clock | Operation::Advance, _) => {
                self.turn(method, &head.headers, body).await
            }
            (Operation::Reset, _) => self.reset().await,
            (Operation::Snapshots, "POST") => self.take(&head.headers, body).await,
            (Operation::Snapshots, _) => self.snapshots().await,
            (Operation::Snapshot(name), "DELETE") => self.forget(&name).await,
            (Operation::Snapshot(name), _) => self.export(&name).await,
            (Operation::Restore(name), _) => self.restore(&name).await,
            (Operation::Jobs, _) => Ok(self.all_jobs()),
            (Operation::Executions, "POST") => self.start(&user, &head.headers, body).await,
            (Operation::Executions, _) => Ok(self.executions()),
            (Operation::Execution(id), "DELETE") => self.stop(&id).await,
            (Operation::Execution(id), _) => self.execution(&id, head).await,
            (Operation::ExecutionLog(id), _) => self.log(&id),
            (_, "PUT") => self.inject(head, body).await,
            (_, "DELETE") => {
                self.injected.clear();
                Ok(StatusCode::NO_CONTENT.into_response())
            }
            _ => Ok(document(&self.injected.document())),
        }
    }

    /// The login of who asks.
    async fn admin(&self, head: &Parts) -> Result<String, Refusal> {
        let Some(credentials) = Credentials::read(&head.headers) else {
            return Err(Refusal::admin_required());
        };
        let user = self.logins.user_by_password(&credentials).await;
        let user = user.filter(|user| user.may(Right::Admin));
        user.map(|user| user.login().to_owned()).ok_or_else(Refusal::admin_required)
    }

    /// It is answered with 200 also while the store is away: whoever took the sandbox out of service for that would
    /// cut debuggers off from their halted threads.
    async fn health(&self) -> Value {
        let threads = self.state.control.threads();
        let is_halted = |state: &ThreadState| matches!(state, ThreadState::Halted(_));
        let halted = threads.iter().filter(|thread| is_halted(&thread.state)).count();
        let running = threads.len() - halted;
        let given_up = self.state.control.given_up();
        let problem = self.store_problem().await;
        json!({
            "ready": problem.is_none(),
            "version": env!("CARGO_PKG_VERSION"),
            "store": self.store,
            "store_problem": problem,
            "threads": {"running": running, "halted": halted, "given_up": given_up},
            "age_seconds": self.started.elapsed().as_secs(),
            "faults": self.injected.count(),
            "clock": time::word(self.state.dial.setting()),
        })
    }

    /// What keeps the store from being read just now.
    async fn store_problem(&self) -> Option<String> {
        let any = self.state.libraries.iter().map(|library| library.id.clone()).take(1);
        let wanted = Wanted { libraries: any.collect(), ..Wanted::default() };
        let read = timeout(LOOK, self.state.store.read(&wanted)).await;
        match read {
            Ok(read) => read.err().map(|error| error.to_string()),
            Err(_) => Some(format!("no answer within {} s", LOOK.as_secs())),
        }
    }

    async fn journal(&self, origin: &str, head: &Parts) -> Result<Response, Refusal> {
        let query = Parameters::read(head.uri.query().unwrap_or_default());
        let limit = query.integer("limit", 1, journal::KEPT as u64)?.unwrap_or(TOLD);
        let after = query.integer("after", 0, u64::MAX >> 11)?.unwrap_or(0);
        let wait = query.integer("wait", 0, LONGEST_WAIT)?.unwrap_or(0);
        let format = query.text("format")?.unwrap_or("json").to_ascii_lowercase();
        if !["json", "har"].contains(&format.as_str()) {
            return Err(value_constraint("format", "json or har"));
        }
        self.journal.wait(after, Duration::from_secs(wait)).await;
        let entries = self.journal.read(after, usize::try_from(limit).unwrap_or(journal::KEPT));
        Ok(document(&if format == "har" {
            journal::har(&entries, origin)
        } else {
            json!({"entries": entries})
        }))
    }

    async fn inject(&self, head: &Parts, body: Body) -> Result<Response, Refusal> {
        self.injected.replace(self.sent(&head.headers, body).await?)?;
        Ok(document(&self.injected.document()))
    }

    /// The document of a request.
    async fn sent(&self, headers: &HeaderMap, body: Body) -> Result<Value, Refusal> {
        check_encoding(headers)?;
        let arrived = self.bodies.receive(body, LARGEST).await?;
        Ok(self.bodies.decode(arrived).await?.document)
    }

    /// The same, as what it should be.
    async fn read<T: DeserializeOwned>(
        &self,
        headers: &HeaderMap,
        body: Body,
    ) -> Result<T, Refusal> {
        let sent = self.sent(headers, body).await?;
        serde_json::from_value(sent).map_err(|error| {
            let message = format!("The document can't be read: {}.", plain(&error.to_string()));
            Refusal::bad_request("InvalidDocument", message)
        })
    }
}

fn document(document: &Value) -> Response {
    let headers = [(CONTENT_TYPE, JSON), (CACHE_CONTROL, NEVER_CACHED)];
    (headers, document.to_string()).into_response()
}

fn method_not_allowed(method: &str, allowed: &[&str]) -> Refusal {
    let refusal = Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "MethodNotAllowed",
        format!("{method} is not allowed here."),
    );
    match allowed.join(", ").parse() {
        Ok(names) => refusal.with("method", method).with_header(ALLOW, names),
        Err(_) => refusal,
    }
}

/// What an injected status answers with.
pub(super) fn injected_refusal(status: StatusCode, path: &str) -> Refusal {
    Refusal::new(status, "InjectedFault", "A fault was asked for here.").with("path", path)
}
