//! The debugger API (section 4.6; `/client` and `/breakpoints` beyond it).
//!
//! What a handler takes says what is checked before it, in this order: [`Caller`] (client ID and
//! login), [`Attached`] (the client exists), [`ThreadAt`] and [`FrameAt`] (integers of the path,
//! thread, frame), and last [`Parameters`] (query and the body's type).

mod breakpoints;
mod caller;
mod client;
mod clients;
mod cookie;
mod decode;
mod faults;
mod frames;
#[cfg(test)]
mod outside;
mod patience;
mod place;
mod threads;
mod view;

use super::{
    accounts::Logins,
    bodies::Bodies,
    parameters::Parameters,
    refusal::{JSON, NEVER_CACHED, Refusal, resource_not_found},
};
use crate::script::Engine;
use axum::{
    Router,
    extract::Request,
    http::{
        Method, StatusCode,
        header::{CACHE_CONTROL, CONTENT_TYPE},
    },
    middleware,
    response::{IntoResponse, Response},
    routing::{delete, get, post},
};
use clients::Clients;
use std::{sync::Arc, time::Duration};

use caller::{Attached, Caller};
use faults::Refused;
use place::{FrameAt, ThreadAt};

pub use patience::Patience;

/// How often clients that are gone for good are looked for.
const SWEEP: Duration = Duration::from_secs(30);

/// What the endpoints share.
pub(super) struct Debugger {
    engine: Engine,
    logins: Arc<Logins>,
    bodies: Arc<Bodies>,
    clients: Clients,
    patience: Patience,
}

impl Debugger {
    /// A debugger of the engine's scripts for these users.
    pub(super) fn new(
        engine: Engine,
        logins: Arc<Logins>,
        bodies: Arc<Bodies>,
        patience: Patience,
    ) -> Arc<Self> {
        let clients = Clients::new(engine.control().clone());
        Arc::new(Self { engine, logins, bodies, clients, patience })
    }

    /// Forgets clients that left nothing but their name; never returns.
    pub(super) async fn sweep(&self) {
        loop {
            tokio::time::sleep(SWEEP).await;
            self.clients.expire();
        }
    }

    /// All clients leave: nothing halts any more.
    pub(super) fn detach_all(&self) {
        self.clients.remove_all();
    }
}

/// The API's table of contents, below its base address.
pub(super) fn router(debugger: Arc<Debugger>) -> Router {
    Router::new()
        .route("/client", post(client::create).delete(client::remove))
        .route(
            "/breakpoints",
            get(breakpoints::list).post(breakpoints::add).delete(breakpoints::remove_all),
        )
        .route("/breakpoints/{breakpoint_id}", get(breakpoints::get).delete(breakpoints::remove))
        .route("/threads", get(threads::list))
        .route("/threads/reset", post(threads::reset))
        .route("/threads/{thread_id}", get(threads::get))
        .route("/threads/{thread_id}/into", post(threads::into))
        .route("/threads/{thread_id}/over", post(threads::over))
        .route("/threads/{thread_id}/out", post(threads::out))
        .route("/threads/{thread_id}/resume", post(threads::resume))
        .route("/threads/{thread_id}/stop", post(threads::stop).merge(delete(threads::stop)))
        .route("/threads/{thread_id}/frames/{frame_index}/eval", get(frames::eval))
        .route("/threads/{thread_id}/frames/{frame_index}/members", get(frames::members))
        .route("/threads/{thread_id}/frames/{frame_index}/variables", get(frames::variables))
        .method_not_allowed_fallback(other_method)
        .fallback(other_path)
        .layer(middleware::from_fn(cookie::set))
        .with_state(debugger)
}

/// `OPTIONS` is answered for every path that exists; `Allow` is added by the router.
async fn other_method(method: Method) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    let message = format!("{method} is not allowed here; see the header Allow.");
    let refusal = Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "MethodNotAllowed", message);
    Refused::from(refusal).into_response()
}

async fn other_path(request: Request) -> Refused {
    resource_not_found(request.uri().path()).into()
}

/// A document with its `_v`, never cached.
fn document<T: serde::Serialize>(body: T) -> Response {
    let body = crate::api::debugger::Versioned::new(body);
    match serde_json::to_string(&body) {
        Ok(text) => ([(CONTENT_TYPE, JSON), (CACHE_CONTROL, NEVER_CACHED)], text).into_response(),
        Err(error) => {
            tracing::error!(%error, "a document can't be written");
            let (status, message) = (StatusCode::INTERNAL_SERVER_ERROR, "The sandbox failed.");
            Refused::from(Refusal::new(status, "InternalServerError", message)).into_response()
        }
    }
}

/// 204, never cached.
fn nothing() -> Response {
    (StatusCode::NO_CONTENT, [(CACHE_CONTROL, NEVER_CACHED)]).into_response()
}
