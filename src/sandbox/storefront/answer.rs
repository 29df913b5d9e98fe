//! Answering a visit: its controller, what its page includes, and the response of both.

use super::{
    Storefront,
    bounds::{Bounds, Excess},
    page::{self, Printed},
    run::{CustomerCookie, End, Told},
    services::Services,
    visit::{ERROR_PAGE, Visit},
};
use crate::sandbox::trail;
use crate::script::{ScriptError, ScriptErrorKind};
use axum::{
    body::Body,
    http::{StatusCode, header},
    response::Response,
};
use std::sync::Arc;

/// Answers a visit however long its script is halted; when the visitor leaves, the script goes on, and nothing more is
/// included.
pub(super) async fn answer(storefront: Arc<Storefront>, visit: Visit) -> Response {
    let is_head = visit.is_head();
    let (bounds, _waits) = Bounds::new();
    let answer = trail::carried(async move { storefront.answer(&visit, &bounds).await });
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
    async fn answer(&self, visit: &Visit, bounds: &Bounds) -> Response {
        let cookies = &self.services.cookies;
        let (end, told) = self.script(visit, visit.cookie(&cookies.session)).await;
        let (printed, error) = match end {
            End::Printed(printed) => (printed, None),
            End::Missing(reason) => return page::told(StatusCode::NOT_FOUND, &reason),
            End::Failed(error) => match self.error_page(visit, &error, &told.session).await {
                Some(printed) => (printed, Some(error)),
                None => return page::failed(&error, visit.over_tls(&self.document())),
            },
        };
        let shown = self.shown((visit, bounds), &told.session, printed).await;
        let mut response = match shown {
            Ok(printed) => printed.into_response(cookies),
            Err(excess) => {
                tracing::error!(action = visit.action(), "{excess}");
                page::told(StatusCode::INTERNAL_SERVER_ERROR, &excess.to_string())
            }
        };
        if let Some(error) = error {
            page::mark(&mut response, &error);
        }
        self.tell(&mut response, &told);
        response
    }

    /// Gives the browser the cookies of its visit.
    fn tell(&self, response: &mut Response, told: &Told) {
        let cookies = &self.services.cookies;
        let session = told.is_new.then(|| cookies.set_session(&told.session)).flatten();
        let customer = match &told.customer {
            CustomerCookie::Stays => None,
            CustomerCookie::Set(token) => cookies.set_customer(token),
            CustomerCookie::Goes => cookies.forget_customer(),
        };
        for line in session.into_iter().chain(customer) {
            response.headers_mut().append(header::SET_COOKIE, line);
        }
    }

    /// What a script printed, with what its page includes.
    async fn shown(
        &self,
        visit: (&Visit, &Bounds),
        session: &str,
        mut printed: Printed,
    ) -> Result<Printed, Excess> {
        let Services { include_mark, value_mark, .. } = &*self.services;
        for mark in [include_mark, value_mark] {
            if printed.body.contains(mark) {
                let body = std::mem::take(&mut printed.body);
                printed.body = self.assembled(visit, session, (body, mark)).await?;
            }
        }
        Ok(printed)
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
