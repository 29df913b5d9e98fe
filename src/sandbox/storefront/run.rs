//! Running the controller of one visit, and the remote includes of its page.

use super::{Storefront, address, page, page::Printed, state::Record, visit::Visit};
use crate::sandbox::trail::{self, Ran};
use crate::script::{Entry, Job, ScriptError, ScriptErrorKind};
use axum::{
    body::Body,
    http::{HeaderValue, StatusCode, header},
    response::Response,
};
use serde::Deserialize;
use serde_json::Value;
use std::{future::Future, pin::Pin, sync::Arc};

/// The session's cookie, the same over HTTP and over HTTPS: a basket stays on the way to a checkout that demands HTTPS.
/// So it can't be a secure one, which browsers keep from HTTP.
const COOKIE: &str = "sid";

/// What the controller module returns.
#[derive(Deserialize)]
#[serde(untagged)]
enum Outcome {
    Missing {
        missing: String,
    },
    Answered {
        response: Printed,
        session: Value,
        orders: Vec<Value>,
        profiles: Vec<Value>,
        records: Vec<Record>,
    },
}

/// How one script ended.
enum End {
    Printed(Printed),
    Missing(String),
    Failed(ScriptError),
}

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
        let (end, session) = self.script(visit, visit.cookie(COOKIE)).await;
        match end {
            End::Printed(mut printed) => {
                if printed.is_html() {
                    let body = std::mem::take(&mut printed.body);
                    printed.body = self.with_includes(visit, &session.id, body).await;
                }
                let mut response = printed.into_response(COOKIE);
                if session.is_new {
                    set_session(&mut response, self.site(), &session.id);
                }
                response
            }
            End::Missing(reason) => page::told(StatusCode::NOT_FOUND, &reason),
            End::Failed(error) => page::failed(&error, visit.over_tls(self.document())),
        }
    }

    /// Runs the controller; what it did to session, orders and profiles is kept unless it failed.
    async fn script(&self, visit: &Visit, cookie: Option<String>) -> (End, super::state::Session) {
        let _passage = self.gate.pass().await;
        let remembered = &self.services.remembered;
        let session = remembered.sessions.open(cookie.as_deref(), self.services.clock.now());
        let script = self.engine.start(Job {
            cartridges: Arc::clone(self.cartridges()),
            entry: Entry {
                module: "storefront/controller".to_owned(),
                function: "handle".to_owned(),
            },
            input: visit.input(self.document(), &session.document, COOKIE),
        });
        let (thread, halted) = (script.id, script.halted);
        let end = match script.outcome.await {
            Ok(document) => {
                let _together = self.gate.leave().await;
                self.end(document, &session)
            }
            Err(error) => End::Failed(error),
        };
        let error = match &end {
            End::Failed(error) => Some(error.to_string()),
            End::Printed(_) | End::Missing(_) => None,
        };
        trail::note(Ran::new(visit.kind(), visit.action(), halted.time(), error));
        if let End::Failed(error) = &end {
            tracing::error!(%thread, action = visit.action(), "{error}\n{}", error.stack);
        }
        (end, session)
    }

    fn end(&self, document: Value, session: &super::state::Session) -> End {
        match serde_json::from_value(document) {
            Ok(Outcome::Missing { missing }) => End::Missing(missing),
            Ok(Outcome::Answered { response, session: after, orders, profiles, records }) => {
                let remembered = &self.services.remembered;
                remembered.sessions.keep(session, after, self.services.clock.now());
                for order in orders {
                    remembered.orders.keep(order);
                }
                for profile in profiles {
                    remembered.customers.keep(profile);
                }
                for record in records {
                    remembered.records.keep(record);
                }
                End::Printed(response)
            }
            Err(cause) => End::Failed(ScriptError {
                kind: ScriptErrorKind::Engine,
                name: "InternalError".to_owned(),
                message: format!("the controller module answered something else: {cause}"),
                stack: String::new(),
                file: None,
                line: None,
            }),
        }
    }

    /// Puts the pages of remote includes in their places, one after the other.
    fn with_includes<'a>(
        &'a self,
        visit: &'a Visit,
        session: &'a str,
        body: String,
    ) -> Pin<Box<dyn Future<Output = String> + Send + 'a>> {
        Box::pin(async move {
            let mark = self.services.include_mark.as_str();
            let mut parts = body.split(mark);
            let mut page = parts.next().unwrap_or_default().to_owned();
            for part in parts {
                let (url, rest) = part.split_once("-->").unwrap_or((part, ""));
                page.push_str(&self.included(visit, session, url).await);
                page.push_str(rest);
            }
            page
        })
    }

    async fn included(&self, visit: &Visit, session: &str, url: &str) -> String {
        let Some(visit) = visit.included(self.site(), url) else {
            tracing::error!("the include of {url} leads elsewhere or is nested too deep");
            return String::new();
        };
        match self.script(&visit, Some(session.to_owned())).await.0 {
            End::Printed(printed) => self.with_includes(&visit, session, printed.body).await,
            End::Missing(reason) => {
                tracing::error!("the include of {url} found nothing: {reason}");
                String::new()
            }
            End::Failed(error) => page::failure(&error),
        }
    }
}

/// Each site has sessions of its own.
fn set_session(response: &mut Response, site: &str, id: &str) {
    let path = address::site(site);
    let line = format!("{COOKIE}={id}; Path={path}; HttpOnly; SameSite=Lax");
    if let Ok(line) = HeaderValue::try_from(line) {
        response.headers_mut().append(header::SET_COOKIE, line);
    }
}
