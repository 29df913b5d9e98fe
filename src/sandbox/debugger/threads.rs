//! `/threads`: lists, steps, resumes and stops script threads.

use super::{Attached, Debugger, Parameters, ThreadAt, document, nothing, view};
use crate::{
    api::debugger::ThreadList,
    script::{Gone, Step},
};
use axum::{extract::State, response::Response};
use std::sync::Arc;

/// `GET /threads`: every live thread.
pub(super) async fn list(
    attached: Attached,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Response {
    let threads = debugger.engine.control().threads();
    let script_threads = threads.iter().map(|info| view::thread(info, attached.owner)).collect();
    document(ThreadList { script_threads })
}

/// `POST /threads/reset`: all halted threads may sleep for the whole time again.
pub(super) async fn reset(
    _: Attached,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Response {
    debugger.engine.control().renew();
    nothing()
}

/// `GET /threads/{thread_id}`.
pub(super) async fn get(at: ThreadAt, _: Parameters) -> Response {
    document(view::thread(&at.info, at.owner))
}

/// `POST /threads/{thread_id}/into`.
pub(super) async fn into(at: ThreadAt, _: Parameters, debugger: State<Arc<Debugger>>) -> Response {
    step(&at, Step::Into, &debugger).await
}

/// `POST /threads/{thread_id}/over`.
pub(super) async fn over(at: ThreadAt, _: Parameters, debugger: State<Arc<Debugger>>) -> Response {
    step(&at, Step::Over, &debugger).await
}

/// `POST /threads/{thread_id}/out`.
pub(super) async fn out(at: ThreadAt, _: Parameters, debugger: State<Arc<Debugger>>) -> Response {
    step(&at, Step::Out, &debugger).await
}

/// A step that ended the script leaves a thread that was last seen running.
async fn step(at: &ThreadAt, step: Step, debugger: &Debugger) -> Response {
    if view::halt(&at.info, at.owner).is_none() {
        return document(view::running(at.info.id));
    }
    let after = debugger.engine.control().step(at.info.id, step, debugger.patience.step).await;
    document(match after {
        Ok(info) => view::thread(&info, at.owner),
        Err(Gone) => view::running(at.info.id),
    })
}

/// `POST /threads/{thread_id}/resume`: answered at once.
pub(super) async fn resume(
    at: ThreadAt,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Response {
    if view::halt(&at.info, at.owner).is_some()
        && let Err(gone) = debugger.engine.control().resume(at.info.id)
    {
        tracing::debug!(thread = at.info.id.0, %gone, "resume");
    }
    document(view::running(at.info.id))
}

/// `POST` and `DELETE /threads/{thread_id}/stop`: answered when the script has ended.
pub(super) async fn stop(
    at: ThreadAt,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Response {
    if let Err(gone) = debugger.engine.control().stop(at.info.id, debugger.patience.step).await {
        tracing::debug!(thread = at.info.id.0, %gone, "stop");
    }
    nothing()
}
