//! Who calls: the client's name, the user, and whether the client exists.

use super::{Debugger, Refused, faults};
use crate::{
    api::{debugger::CLIENT_ID_HEADER, ids::DebuggerId},
    sandbox::accounts::{Credentials, Right},
    script::Owner,
};
use axum::{extract::FromRequestParts, http::request::Parts};
use std::sync::Arc;

/// A named client of a user who may debug.
pub(super) struct Caller {
    /// The value of `x-dw-client-id`.
    pub id: DebuggerId,
}

impl FromRequestParts<Arc<Debugger>> for Caller {
    type Rejection = Refused;

    async fn from_request_parts(
        parts: &mut Parts,
        debugger: &Arc<Debugger>,
    ) -> Result<Self, Refused> {
        let id = parts.headers.get(CLIENT_ID_HEADER).map_or(&b""[..], |value| value.as_bytes());
        if id.is_empty() {
            return Err(faults::client_id_required().into());
        }
        let credentials = Credentials::read(&parts.headers).ok_or_else(faults::not_authorized)?;
        let user = debugger.logins.user(&credentials).await;
        user.filter(|user| user.may(Right::Debugger)).ok_or_else(faults::not_authorized)?;
        Ok(Self { id: DebuggerId(text(id)) })
    }
}

/// Any bytes are a name; those that aren't UTF-8 are read as Latin-1, so that no two run together.
pub(super) fn text(id: &[u8]) -> String {
    match std::str::from_utf8(id) {
        Ok(text) => text.to_owned(),
        Err(_) => id.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// A client that has been created with `POST /client`.
pub(super) struct Attached {
    /// The value of `x-dw-client-id`.
    pub id: DebuggerId,
    /// The client in the script engine.
    pub owner: Owner,
}

impl FromRequestParts<Arc<Debugger>> for Attached {
    type Rejection = Refused;

    async fn from_request_parts(
        parts: &mut Parts,
        debugger: &Arc<Debugger>,
    ) -> Result<Self, Refused> {
        let Caller { id } = Caller::from_request_parts(parts, debugger).await?;
        match debugger.clients.touch(&id) {
            Some(owner) => Ok(Self { id, owner }),
            None => Err(faults::debugger_disabled(id.as_str()).into()),
        }
    }
}
