//! Locks of content assets, set and released at the sandbox's own address ("beyond the
//! specification", 2.4).

use super::{DataApi, Method, body, faults, no_content};
use crate::{
    api::{
        content::Version,
        ids::{AssetId, LibraryId},
    },
    sandbox::{
        accounts::{Credentials, Right},
        json::wrong_type,
        refusal::{Document, JSON, NEVER_CACHED, Refusal, resource_not_found},
        store::{CommitError, Key, Lock, Overlay, Record},
    },
};
use axum::{
    body::Body,
    http::{
        Request, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    response::{IntoResponse, Response},
};
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::net::SocketAddr;

const METHODS: &[Method] = &[Method::Get, Method::Put, Method::Delete];
const DOCUMENT: &str = "lock";

impl DataApi {
    /// Answers `/-/sandbox/libraries/{library}/content/{id}/lock`.
    pub(crate) async fn answer_lock(&self, peer: SocketAddr, request: Request<Body>) -> Response {
        let answer = self.lock(peer, request).await;
        let document = Document::Data(Version::SPECIFIED);
        answer.unwrap_or_else(|refusal| refusal.answer(document))
    }

    async fn lock(&self, peer: SocketAddr, request: Request<Body>) -> Result<Response, Refusal> {
        let (head, body) = request.into_parts();
        if !peer.ip().to_canonical().is_loopback() {
            let message = "The sandbox's own addresses are for this machine alone.";
            return Err(Refusal::new(StatusCode::FORBIDDEN, "LoopbackRequired", message));
        }
        let path = head.uri.path();
        let (library, id) = names(path).ok_or_else(|| resource_not_found(path))?;
        let method = head.method.as_str().parse().ok().filter(|method| METHODS.contains(method));
        let not_allowed = || faults::method_not_allowed(head.method.as_str(), METHODS);
        let method = method.ok_or_else(not_allowed)?;
        let caller = self.admin(Credentials::read(&head.headers)).await?;
        let user = match method {
            Method::Put => {
                let body = body::receive(&self.bodies, &head.headers, body).await?;
                holder(&self.bodies.decode(body).await?.document, &caller)?
            }
            _ => caller,
        };
        match method {
            Method::Put => self.set_lock(&library, &id, Some(Lock { user })).await,
            Method::Delete => self.set_lock(&library, &id, None).await,
            _ => self.show_lock(&library, &id).await,
        }
    }

    async fn admin(&self, credentials: Option<Credentials>) -> Result<String, Refusal> {
        let refused = Refusal::admin_required;
        let credentials = credentials.ok_or_else(refused)?;
        let user = self.logins.user_by_password(&credentials).await;
        let user = user.filter(|user| user.may(Right::Admin)).ok_or_else(refused)?;
        Ok(user.login().to_owned())
    }

    async fn set_lock(
        &self,
        library: &LibraryId,
        id: &AssetId,
        lock: Option<Lock>,
    ) -> Result<Response, Refusal> {
        let key = Key::lock(library, id);
        loop {
            let mut overlay = Overlay::new(self.store.clone());
            check_exists(&mut overlay, library, id).await?;
            match lock.clone() {
                Some(lock) => overlay.put(key.clone(), Record::Lock(lock)),
                None => overlay.remove(key.clone()),
            }
            match self.store.commit(overlay.changes()).await {
                Ok(_) => return Ok(no_content()),
                Err(CommitError::Conflict) => {}
                Err(CommitError::Store(error)) => return Err(error.into()),
            }
        }
    }

    async fn show_lock(&self, library: &LibraryId, id: &AssetId) -> Result<Response, Refusal> {
        let mut overlay = Overlay::new(self.store.clone());
        check_exists(&mut overlay, library, id).await?;
        let document = match overlay.lock(library, id).await? {
            Some(lock) => json!({"locked": true, "user": lock.user}),
            None => json!({"locked": false}),
        };
        let headers = [(CONTENT_TYPE, JSON), (CACHE_CONTROL, NEVER_CACHED)];
        Ok((headers, document.to_string()).into_response())
    }
}

async fn check_exists(
    overlay: &mut Overlay,
    library: &LibraryId,
    id: &AssetId,
) -> Result<(), Refusal> {
    overlay.fetch([Key::asset(library, id), Key::lock(library, id)], []).await?;
    let asset = overlay.asset(library, id).await?;
    // What exists is in a library that does.
    if asset.is_none() && !overlay.has_library(library).await? {
        return Err(faults::library_not_found(library));
    }
    asset.map(drop).ok_or_else(|| faults::content_not_found(library, id))
}

/// Library and asset, decoded.
pub(super) fn names(path: &str) -> Option<(LibraryId, AssetId)> {
    let rest = path.strip_prefix("/-/sandbox/libraries/")?;
    let segments: Vec<_> = rest.split('/').collect();
    let [library, "content", id, "lock"] = segments.as_slice() else { return None };
    let decode = |text: &str| Some(percent_decode_str(text).decode_utf8().ok()?.into_owned());
    Some((LibraryId(decode(library)?), AssetId(decode(id)?)))
}

/// Who is to hold the lock: `{"user": "editor"}`, else the caller.
pub(super) fn holder(document: &Value, caller: &str) -> Result<String, Refusal> {
    let Value::Object(fields) = document else {
        return Err(wrong_type("$", "object", document));
    };
    if let Some(unknown) = fields.keys().find(|name| *name != "user") {
        return Err(faults::unknown_property(unknown, DOCUMENT));
    }
    match fields.get("user") {
        None | Some(Value::Null) => Ok(caller.to_owned()),
        Some(Value::String(user)) if !user.is_empty() => Ok(user.clone()),
        Some(Value::String(_)) => {
            Err(faults::property_constraint(DOCUMENT, "$.user", "the login of a user"))
        }
        Some(other) => Err(wrong_type("$.user", "string", other)),
    }
}
