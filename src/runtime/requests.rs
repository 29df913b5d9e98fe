//! Calls to the debugger API and storefront requests, each in a task.

use super::failure::{failure, no_answer, not_configured};
use super::{Shared, excerpt};
use crate::api::debugger::ThreadList;
use crate::api::fault::Fault;
use crate::client::{self, Client, ClientError, SandboxFacts, Step};
use crate::session::{
    Answer, Call, Event, Failure, Request, StepKind, StorefrontAnswer, StorefrontRequest,
};
use std::sync::Arc;
use std::sync::atomic::Ordering;

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

    /// The first answer sets the session cookie; the user needs its value. It says too whose it is.
    async fn tell_cookie(&self) {
        let sandbox = self.wire.as_ref().and_then(|wire| wire.sandbox());
        if let Some(SandboxFacts { site }) = sandbox
            && !self.is_sandbox.swap(true, Ordering::Relaxed)
        {
            let _ = self.events.send(Event::Sandbox { site }).await;
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
        client.own(request).await
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
            .or_else(|| answer.leads_to.as_deref().map(elsewhere)),
    })
}
