//! Calls to the debugger API and storefront requests, each in a task.

use super::failure::{failure, no_answer, not_configured};
use super::{Shared, excerpt};
use crate::api::debugger::ThreadList;
use crate::api::fault::Fault;
use crate::api::sandbox::{Asked, Operation};
use crate::client::{self, Client, ClientError, SandboxFacts, Step};
use crate::session::{
    Answer, Call, Event, Failure, Request, StepKind, StorefrontAnswer, StorefrontRequest,
};
use serde::Deserialize;
use std::sync::Arc;
use std::time::Instant;

/// How long a sandbox waits for news of a job, in seconds.
const WAIT: u64 = 20;
/// The status of an answer that something goes on behind it: a job runs.
const BEGUN: u16 = 202;

impl Shared {
    /// A call in a task of its own, once it may go; a limit of the call's own ends it.
    pub(super) fn send(
        self: &Arc<Self>,
        call: Call,
        may_go: impl Future<Output = ()> + Send + 'static,
    ) {
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            may_go.await;
            let sent = shared.clock.now();
            let outcome = match (&shared.wire, call.limit) {
                (None, _) => Err(not_configured()),
                (Some(wire), None) => wire.ask(call.request).await,
                (Some(wire), Some(limit)) => {
                    let asked = tokio::time::timeout(limit, wire.ask(call.request)).await;
                    asked.unwrap_or_else(|_| Err(no_answer(limit)))
                }
            };
            shared.tell_cookie().await;
            let _ = shared.events.send(Event::Answered { id: call.id, sent, outcome }).await;
        });
    }

    /// The first answer sets the session cookie; the user needs its value. Answers say too whose they are.
    async fn tell_cookie(&self) {
        let sandbox = self.wire.as_ref().and_then(|wire| wire.sandbox());
        if let Some(facts) = sandbox
            && self.sandbox.lock().replace(facts.clone()).as_ref() != Some(&facts)
        {
            let SandboxFacts { site, cartridges } = facts;
            let _ = self.events.send(Event::Sandbox { site, cartridges }).await;
        }
        let cookie = self.wire.as_ref().and_then(|wire| wire.session_cookie());
        let known = {
            let mut known = self.cookie.lock();
            std::mem::replace(&mut *known, cookie.clone())
        };
        if let Some(cookie) = cookie.filter(|cookie| known.as_ref() != Some(cookie)) {
            let _ = self.events.send(Event::Cookie(cookie)).await;
        }
    }
}

pub(super) async fn ask(client: &Client, request: Request) -> Result<Answer, ClientError> {
    Ok(match request {
        Request::CreateClient => done(client.create_client().await?),
        Request::DeleteClient => done(client.delete_client().await?),
        Request::Threads => Answer::Threads(ThreadList { script_threads: client.threads().await? }),
        Request::Breakpoints => Answer::Breakpoints(client.breakpoints().await?),
        Request::AddBreakpoints(places) => {
            Answer::Breakpoints(client.add_breakpoints(&places).await?)
        }
        Request::DeleteBreakpoint(id) => done(client.delete_breakpoint(id).await?),
        Request::Step(thread, kind) => Answer::Thread(client.step(thread, step(kind)).await?),
        Request::Resume(thread) => Answer::Thread(client.resume(thread).await?),
        Request::Stop(thread) => done(client.stop(thread).await?),
        Request::Reset => done(client.reset().await?),
        Request::Variables { thread, frame } => {
            Answer::Members(client.variables(thread, frame, None).await?)
        }
        Request::Members { thread, frame, path, page } => {
            Answer::Members(client.members(thread, frame, Some(&path), page).await?)
        }
        Request::Eval { thread, frame, expression } => {
            Answer::Eval(client.eval(thread, frame, &expression).await?)
        }
    })
}

const fn done((): ()) -> Answer {
    Answer::Done
}

const fn step(kind: StepKind) -> Step {
    match kind {
        StepKind::Into => Step::Into,
        StepKind::Over => Step::Over,
        StepKind::Out => Step::Out,
    }
}

/// What a redirect says that is not followed.
fn elsewhere(url: &str) -> String {
    format!(
        "it leads to {url}, which is not the instance's address: ask for a page that answers itself, or start with that address as --server"
    )
}

/// What started a job is answered when that is over. Its threads may be halted meanwhile, which is no news.
async fn followed(
    client: &Client,
    mut answer: client::StorefrontAnswer,
) -> Result<client::StorefrontAnswer, ClientError> {
    let (since, begun) = (Instant::now(), answer.elapsed);
    let mut known = execution(&answer.text);
    while let Some(Execution { id, revision: after, exit_status: None, .. }) = known {
        let Asked { method, path, body } = Operation::Execution { id, after, wait: WAIT }.asked();
        let request = client::StorefrontRequest { method: method.to_owned(), url: path, body };
        answer = client.own(request).await?;
        known = execution(&answer.text);
    }
    answer.elapsed = begun + since.elapsed();
    answer.script_error = known.and_then(Execution::failure);
    Ok(answer)
}

/// An execution of a job, as far as it matters here.
#[derive(Deserialize)]
struct Execution {
    id: String,
    revision: u64,
    job_id: String,
    #[serde(rename = "execution_status")]
    state: String,
    exit_status: Option<ExitStatus>,
}

#[derive(Deserialize)]
struct ExitStatus {
    code: String,
    status: String,
    message: Option<String>,
}

/// What an answer says of one execution; nothing if it is about something else.
fn execution(text: &str) -> Option<Execution> {
    serde_json::from_str(text).ok()
}

impl Execution {
    /// Why it has failed, if it has.
    fn failure(self) -> Option<String> {
        let Self { job_id, state, exit_status, .. } = self;
        let exit = exit_status.filter(|exit| exit.status != "ok")?;
        if state == "aborted" {
            return Some(format!("{job_id} was ended"));
        }
        let why = exit.message.as_deref().and_then(|message| message.lines().next());
        let why = why.map(|why| format!(": {why}")).unwrap_or_default();
        Some(format!("{job_id} ended with {}{why}", exit.code))
    }
}

/// There is no limit to its time: the thread that answers may be halted.
pub(super) async fn fetch(
    client: &Client,
    request: StorefrontRequest,
) -> Result<StorefrontAnswer, Failure> {
    let StorefrontRequest { method, url, body, .. } = request;
    let request = client::StorefrontRequest { method, url, body };
    let is_own = client.is_own(&request.url);
    let is_data = client.is_data(&request.url);
    let answer = if is_own {
        match client.own(request).await {
            Ok(answer) if answer.status == BEGUN => followed(client, answer).await,
            outcome => outcome,
        }
    } else if is_data {
        client.data(request).await
    } else if client.is_custom(&request.url) {
        client.custom(request).await
    } else {
        client.storefront(request).await
    };
    let answer = answer.map_err(|error| failure(&error))?;
    let is_refused = (is_own || is_data) && answer.status >= 400;
    let fault = Fault::parse(answer.text.as_bytes()).filter(|_| is_refused);
    Ok(StorefrontAnswer {
        status: answer.status,
        reason: answer.reason,
        took: answer.elapsed,
        size: answer.size,
        first_lines: excerpt::lines(&answer.text, is_own),
        script_error: answer.script_error,
        refusal: fault
            .map(|fault| fault.message)
            .or(answer.reason_told)
            .or_else(|| answer.leads_to.as_deref().map(elsewhere)),
        redirected_to: answer.redirected_to,
    })
}
