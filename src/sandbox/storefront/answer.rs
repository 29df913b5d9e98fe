//! Answering a visit: its controller, what its page includes, and the response of both.

use super::{
    Storefront,
    page::{self, Printed},
    run::{End, cookie_name},
    services::Services,
    visit::{ERROR_PAGE, Visit},
};
use crate::sandbox::trail;
use crate::script::{ScriptError, ScriptErrorKind};
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
        let (printed, error) = match end {
            End::Printed(printed) => (printed, None),
            End::Missing(reason) => return page::told(StatusCode::NOT_FOUND, &reason),
            End::Failed(error) => match self.error_page(visit, &error, &session.id).await {
                Some(printed) => (printed, Some(error)),
                None => return page::failed(&error, visit.over_tls(self.document())),
            },
        };
        let mut response = self.shown(visit, &session.id, printed).await.into_response(&cookie);
        if let Some(error) = error {
            page::mark(&mut response, &error);
        }
        if session.is_new {
            set_session(&mut response, &cookie, &session.id);
        }
        response
    }

    /// What a script printed, with what its page includes.
    async fn shown(&self, visit: &Visit, session: &str, mut printed: Printed) -> Printed {
        let Services { include_mark, value_mark, .. } = &*self.services;
        for mark in [include_mark, value_mark] {
            if printed.body.contains(mark) {
                let body = std::mem::take(&mut printed.body);
                printed.body = self.assembled(visit, session, (body, mark)).await;
            }
        }
        printed
    }

    /// The storefront's own page for an error that nothing caught, as `Error-Start` of its cartridges answers it. There is
    /// none for a script that a debugger stopped or that was never begun, nor for one that fails itself.
    async fn error_page(
        &self,
        visit: &Visit,
        error: &ScriptError,
        session: &str,
    ) -> Option<Printed> {
        let is_scripts_own =
            !matches!(error.kind, ScriptErrorKind::Terminated | ScriptErrorKind::Busy);
        if !is_scripts_own || visit.tells_of_errors() || !self.has_controller(ERROR_PAGE.0) {
            return None;
        }
        match self.script(&visit.failed(error), Some(session.to_owned())).await.0 {
            End::Printed(printed) => Some(printed),
            End::Missing(_) | End::Failed(_) => None,
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
