//! The sandbox's own addresses for whoever runs it: `/-/sandbox/health`, `journal` and `faults`.
//!
//! Health is for everybody, such as a load balancer; the rest is for users with the right "admin",
//! with Basic login.

mod injected;
mod journal;

pub use injected::{Fate, Injected, Injection};
pub use journal::{Journal, Noted};

use super::{
    Clock, Method,
    accounts::{Credentials, Logins, Right},
    bodies::Bodies,
    faults::{check_encoding, value_constraint},
    parameters::Parameters,
    refusal::{JSON, NEVER_CACHED, Refusal},
    store::Timestamp,
};
use crate::script::{Control, ThreadState};
use axum::{
    body::Body,
    http::{
        Request, StatusCode,
        header::{ALLOW, CACHE_CONTROL, CONTENT_TYPE},
        request::Parts,
    },
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};

/// The largest document of rules, in bytes.
const RULES: usize = 64 * 1024;
/// How many requests of the journal are told unasked.
const TOLD: u64 = 100;
/// The longest time that a reader of the journal waits for the next request, in seconds.
const LONGEST_WAIT: u64 = 60;

/// What can be asked of the sandbox itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// Whether it is ready, and what it does.
    Health,
    /// The last requests.
    Journal,
    /// The injected faults.
    Faults,
}

/// Answers for the sandbox itself.
pub struct Operations {
    /// Who may ask.
    pub logins: Arc<Logins>,
    /// For the bodies of rules.
    pub bodies: Arc<Bodies>,
    /// Knows the script threads.
    pub control: Control,
    /// Tells the age.
    pub clock: Clock,
    /// When the sandbox was started.
    pub started: Timestamp,
    /// What keeps the libraries: `memory` or `sqlite`.
    pub store: &'static str,
    /// The last requests.
    pub journal: Arc<Journal>,
    /// The injected faults.
    pub injected: Arc<Injected>,
}

impl Operation {
    /// The operation at a path, which is in its plain form.
    pub fn at(path: &str) -> Option<Self> {
        match path.strip_prefix("/-/sandbox/")? {
            "health" => Some(Self::Health),
            "journal" => Some(Self::Journal),
            "faults" => Some(Self::Faults),
            _ => None,
        }
    }

    const fn methods(self) -> &'static [Method] {
        match self {
            Self::Health | Self::Journal => &[Method::Get],
            Self::Faults => &[Method::Get, Method::Put, Method::Delete],
        }
    }
}

impl Operations {
    /// Of a sandbox that starts now; nobody has asked for anything yet.
    pub fn new(logins: Arc<Logins>, control: Control, clock: Clock, store: &'static str) -> Self {
        let started = clock.now();
        let (bodies, journal, injected) = Default::default();
        Self { logins, bodies, control, clock, started, store, journal, injected }
    }

    /// Answers a request; `origin` is where it went, as in `http://localhost:8400`.
    pub async fn answer(
        &self,
        operation: Operation,
        origin: &str,
        request: Request<Body>,
    ) -> Response {
        let (head, body) = request.into_parts();
        let answer = self.perform(operation, origin, &head, body).await;
        answer.unwrap_or_else(IntoResponse::into_response)
    }

    async fn perform(
        &self,
        operation: Operation,
        origin: &str,
        head: &Parts,
        body: Body,
    ) -> Result<Response, Refusal> {
        let allowed = operation.methods();
        let method = head.method.as_str().parse().ok().filter(|method| allowed.contains(method));
        let method = method.ok_or_else(|| method_not_allowed(head.method.as_str(), allowed))?;
        if operation == Operation::Health {
            return Ok(document(&self.health()));
        }
        self.admin(head).await?;
        match (operation, method) {
            (Operation::Journal, _) => self.journal(origin, head).await,
            (_, Method::Put) => self.inject(head, body).await,
            (_, Method::Delete) => {
                self.injected.clear();
                Ok(StatusCode::NO_CONTENT.into_response())
            }
            _ => Ok(document(&self.injected.document())),
        }
    }

    async fn admin(&self, head: &Parts) -> Result<(), Refusal> {
        let Some(credentials) = Credentials::read(&head.headers) else {
            return Err(Refusal::admin_required());
        };
        let user = self.logins.user_by_password(&credentials).await;
        user.filter(|user| user.may(Right::Admin)).map(drop).ok_or_else(Refusal::admin_required)
    }

    fn health(&self) -> Value {
        let threads = self.control.threads();
        let is_halted = |state: &ThreadState| matches!(state, ThreadState::Halted(_));
        let halted = threads.iter().filter(|thread| is_halted(&thread.state)).count();
        let age = self.clock.now().0.saturating_sub(self.started.0) / 1_000;
        json!({
            "ready": true,
            "version": env!("CARGO_PKG_VERSION"),
            "store": self.store,
            "threads": {"running": threads.len() - halted, "halted": halted},
            "age_seconds": age.max(0),
            "faults": self.injected.count(),
        })
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
        check_encoding(&head.headers)?;
        let arrived = self.bodies.receive(body, RULES).await?;
        let decoded = self.bodies.decode(arrived).await?;
        self.injected.replace(decoded.document)?;
        Ok(document(&self.injected.document()))
    }
}

fn document(document: &Value) -> Response {
    let headers = [(CONTENT_TYPE, JSON), (CACHE_CONTROL, NEVER_CACHED)];
    (headers, document.to_string()).into_response()
}

fn method_not_allowed(method: &str, allowed: &[Method]) -> Refusal {
    let names: Vec<_> = allowed.iter().map(|method| method.as_str()).collect();
    let refusal = Refusal::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "MethodNotAllowed",
        format!("{method} is not allowed here."),
    );
    match names.join(", ").parse() {
        Ok(names) => refusal.with("method", method).with_header(ALLOW, names),
        Err(_) => refusal,
    }
}

/// What an injected status answers with.
pub fn injected_refusal(status: StatusCode, path: &str) -> Refusal {
    Refusal::new(status, "InjectedFault", "A fault was asked for here.").with("path", path)
}
