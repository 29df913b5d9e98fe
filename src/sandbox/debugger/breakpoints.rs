//! `/breakpoints`: where the client's scripts halt.

use super::{Attached, Debugger, Parameters, Refused, decode, document, faults, nothing, place};
use crate::api::{
    debugger::{Breakpoint, BreakpointList},
    ids::BreakpointId,
};
use axum::{
    body::Body,
    extract::{FromRequestParts, State},
    http::request::Parts,
    response::Response,
};
use std::sync::Arc;

/// `GET /breakpoints`: all of the client's.
pub(super) async fn list(
    attached: Attached,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    let breakpoints = debugger.clients.breakpoints(&attached.id)?;
    Ok(document(BreakpointList { breakpoints }))
}

/// `POST /breakpoints`: adds; answers the new ones alone.
pub(super) async fn add(
    attached: Attached,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
    body: Body,
) -> Result<Response, Refused> {
    let places = decode::breakpoints(&debugger.bodies, body).await?;
    let breakpoints = debugger.clients.add(&attached.id, places)?;
    Ok(document(BreakpointList { breakpoints }))
}

/// `DELETE /breakpoints`: removes all of the client's.
pub(super) async fn remove_all(
    attached: Attached,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    debugger.clients.remove_breakpoints(&attached.id)?;
    Ok(nothing())
}

/// A breakpoint of the caller.
pub(super) struct BreakpointAt {
    attached: Attached,
    breakpoint: Breakpoint,
}

impl FromRequestParts<Arc<Debugger>> for BreakpointAt {
    type Rejection = Refused;

    async fn from_request_parts(
        parts: &mut Parts,
        debugger: &Arc<Debugger>,
    ) -> Result<Self, Refused> {
        let attached = Attached::from_request_parts(parts, debugger).await?;
        let number = place::integer(parts, "breakpoint_id")?;
        let id = number.parse().ok().map(BreakpointId);
        let found = id.map(|id| debugger.clients.breakpoint(&attached.id, id)).transpose()?;
        let breakpoint = found.flatten().ok_or_else(|| faults::breakpoint_not_found(&number))?;
        Ok(Self { attached, breakpoint })
    }
}

/// `GET /breakpoints/{breakpoint_id}`.
pub(super) async fn get(at: BreakpointAt, _: Parameters) -> Response {
    document(at.breakpoint)
}

/// `DELETE /breakpoints/{breakpoint_id}`.
pub(super) async fn remove(
    at: BreakpointAt,
    _: Parameters,
    State(debugger): State<Arc<Debugger>>,
) -> Result<Response, Refused> {
    let id = at.breakpoint.id;
    if debugger.clients.remove_breakpoint(&at.attached.id, id)? {
        Ok(nothing())
    } else {
        Err(faults::breakpoint_not_found(&id.to_string()).into())
    }
}
