//! Answering a visit: its controller, what its page includes, and the response of both.

use super::{Storefront, page, run::End, run::cookie_name, visit::Visit};
use crate::sandbox::trail;
use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use std::sync::Arc;

/// Answers a visit however long its script is halted; when the visitor leaves, the script goes on.
pub(super) async fn answer(storefront: Arc<Storefront>, visit: Visit) -> Response {
    let is_head = visit.is_head();
    let answer = trail::carried(async move { storefront.answer(&visit).await });
    let task = tokio::spawn(answer);
    let mut response = task.await.unwrap_or_else(|_| {
        page::told(StatusCode::INTERNAL_SERVER_ERROR, "The sandbox failed; its log says more.")
    });
    if is_head {
        *response.body_mut() = Body::empty();
    }
    response
}

impl Storefront {
    async fn answer(&self, visit: &Visit) -> Response {
        let cookie = cookie_name(self.site());
        let (end, session) = self.script(visit, visit.cookie(&cookie)).await;
        match end {
            End::Printed(mut printed) => {
                if printed.is_html() {
                    let body = std::mem::take(&mut printed.body);
                    printed.body = self.assembled(visit, &session.id, body).await;
                }
                let mut response = printed.into_response(&cookie);
                if session.is_new {
                    set_session(&mut response, &cookie, &session.id);
                }
                response
            }
            End::Missing(reason) => page::told(StatusCode::NOT_FOUND, &reason),
            End::Failed(error) => page::failed(&error, visit.over_tls(self.document())),
        }
    }
}

/// It counts for all addresses: whoever asks for one that leads elsewhere is the same visitor.
fn set_session(response: &mut Response, cookie: &str, id: &str) {
    let line = format!("{cookie}={id}; Path=/; HttpOnly; SameSite=Lax");
    if let Ok(line) = HeaderValue::try_from(line) {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}
