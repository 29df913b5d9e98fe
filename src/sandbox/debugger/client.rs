//! `/client`: the debugger client itself.

use super::{Caller, Debugger, Parameters, Refused, nothing};
use axum::{extract::State, response::Response};
use std::sync::Arc;

/// `POST /client`: creates it; one that exists keeps its state.
pub(super) async fn create(
    caller: Caller,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    debugger.clients.create(&caller.id)?;
    Ok(nothing())
}

/// `DELETE /client`: drops its breakpoints and resumes its threads, if there is one.
pub(super) async fn remove(
    caller: Caller,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Response {
    debugger.clients.remove(&caller.id);
    nothing()
}
