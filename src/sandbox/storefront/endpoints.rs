//! Endpoints of custom APIs, each request a script thread.

use super::{
    Storefront,
    locale::is_well_formed,
    page::Printed,
    rest_apis::{Endpoint, Scheme, Wanted},
    run::{Left, cookie_name, unexpected},
    state::Session,
    visit::{Refused, Visit},
};
use crate::sandbox::{
    bodies::Hold,
    trail::{self, Ran},
};
use crate::script::{Cartridges, Entry, Job, Script, ScriptError};
use axum::{
    http::{StatusCode, request::Parts},
    response::Response,
};
use secrecy::SecretString;
use serde::Deserialize;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use url::form_urlencoded;

/// How long an endpoint of shoppers may run.
const SHOPPERS_TIME: Duration = Duration::from_secs(10);
/// The same of the account management's.
const ADMINS_TIME: Duration = Duration::from_mins(1);

/// A shopper as his token tells of him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shopper {
    /// The ID of his session.
    pub session: String,
    /// The ID that he has as a guest.
    pub guest: String,
    /// His customer number, if he is registered.
    pub customer: Option<String>,
}

/// Who calls an endpoint.
#[derive(Clone, Debug)]
pub struct Caller {
    /// The API client.
    pub client: String,
    /// The organization in the address.
    pub organization: String,
    /// For whom; nobody for the account management's tokens.
    pub shopper: Option<Shopper>,
}

/// A request that may be made.
pub struct Request {
    /// The endpoint.
    pub endpoint: Endpoint,
    /// Who calls it.
    pub caller: Caller,
    /// The address of the endpoint before its own path, with `{organizationId}`.
    pub base: String,
    /// What was sent.
    pub parts: Parts,
    /// Its body with the room that it takes.
    pub body: (Vec<u8>, Option<Hold>),
    /// 0 for what a client asks for, 1 for what its answer includes, and so on.
    pub depth: u8,
}

/// What became of a request.
pub enum Called {
    /// A script answered.
    Answered(Box<Answered>),
    /// It doesn't fit its contract.
    Refused(String),
    /// There is no function that answers.
    Missing(String),
    /// The script failed.
    Failed(ScriptError),
}

/// A script's answer.
pub struct Answered(Printed);

/// Why a request is refused before its script runs.
pub(in crate::sandbox) type Fault = (StatusCode, String);

/// What the endpoint module returns.
#[derive(Deserialize)]
#[serde(untagged)]
enum Outcome {
    Refused {
        refused: String,
    },
    Missing {
        missing: String,
    },
    Answered {
        response: Printed,
        session: Value,
        #[serde(flatten)]
        left: Left,
    },
}

impl Answered {
    /// As the script set it.
    pub fn status(&self) -> i32 {
        self.0.status()
    }

    /// What it answered.
    pub fn body(&self) -> &str {
        &self.0.body
    }

    /// The same with another body.
    #[must_use]
    pub fn with_body(mut self, body: String) -> Self {
        self.0.body = body;
        self
    }
}

impl Storefront {
    /// The endpoint that answers a request to the site, or to the whole organization; the error is why there is none.
    pub fn endpoint(&self, wanted: Wanted<'_>, is_of_site: bool) -> Result<Endpoint, String> {
        let cartridges = if is_of_site { self.cartridges() } else { &self.whole };
        self.services.rest_apis.find(cartridges, wanted)
    }

    /// What stands before the address of an answer that is a value in another one; `-->` stands behind it.
    pub fn value_mark(&self) -> &str {
        &self.services.value_mark
    }

    /// The customer whose login and password these are. It takes some 50 ms.
    pub fn customer_of(&self, login: &str, password: &SecretString) -> Option<Value> {
        self.services.remembered.customers.authenticate(login, password)
    }

    /// The customer of a number.
    pub fn customer(&self, number: &str) -> Option<Value> {
        self.services.remembered.customers.get(number)
    }

    /// The locale that scripts get: `en_US` for `en-US` too. None that the site doesn't have.
    fn spoken(&self, sent: Option<&str>) -> Result<String, Fault> {
        let Some(sent) = sent else { return Ok(self.default_locale().to_owned()) };
        let locale = sent.replace('-', "_");
        let known = self.document()["locales"].as_array();
        let is_known = known.is_some_and(|all| all.iter().any(|it| *it == locale));
        if is_known && is_well_formed(&locale) {
            return Ok(locale);
        }
        Err((StatusCode::BAD_REQUEST, format!("The locale '{sent}' is not one of the site's")))
    }

    /// Runs an endpoint's script; an error if the request can't be made for one.
    pub async fn call(&self, request: Request) -> Result<Called, Fault> {
        let Request { endpoint, caller, base, parts, body, depth } = request;
        let query = query(&parts);
        let header = |name: &str| {
            let value = parts.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let is_sent = !body.0.is_empty();
        let sent = endpoint
            .check(&query, header, is_sent.then_some(body.0.as_slice()))
            .map_err(|what| (StatusCode::BAD_REQUEST, what))?;
        let value = |name: &str| {
            query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let locale = self.spoken(value("locale"))?;
        let method = parts.method.clone();
        let is_of_site = is_of_site(value("siteId"));
        let visit =
            Visit::to_api(parts, body, (locale, depth)).map_err(|refused| match refused {
                Refused::NotFound(what) => (StatusCode::NOT_FOUND, what),
                Refused::Status(status, what) => (status, what.to_owned()),
            })?;
        let name = format!("{method} {base}{}", endpoint.pattern);
        let cookie = cookie_name(self.site());
        let mut document = visit.document(self.document(), &cookie);
        document["scapi"] = json!({
            "client": caller.client,
            "organization": caller.organization,
            "pattern": format!("{base}{}", endpoint.pattern),
            "parameters": parameters(&caller, &endpoint),
        });
        let input = json!({
            "request": document,
            "organization": !is_of_site,
            "script": endpoint.script,
            "function": endpoint.function,
            "patterns": sent.patterns(),
        });
        let is_shoppers = endpoint.security().is_none_or(|it| it.scheme == Scheme::Shopper);
        let run_time = if is_shoppers { SHOPPERS_TIME } else { ADMINS_TIME };
        let cartridges = if is_of_site { self.cartridges() } else { &self.whole };
        Ok(self.run(&name, caller.shopper, (Arc::clone(cartridges), run_time), input).await)
    }

    async fn run(
        &self,
        name: &str,
        shopper: Option<Shopper>,
        (cartridges, run_time): (Arc<Cartridges>, Duration),
        mut input: Value,
    ) -> Called {
        let _passage = self.gate.pass().await;
        let (sessions, now) = (&self.services.remembered.sessions, self.services.clock.now());
        let session = match &shopper {
            Some(shopper) => sessions.of_token(&shopper.session, now),
            None => sessions.open(None, now),
        };
        input["session"] = session.document.clone();
        if let Some(Shopper { guest, customer, .. }) = &shopper {
            input["session"]["guest"] = json!(guest);
            input["session"]["customer"] = json!(customer);
        }
        let Script { id: thread, outcome, halted } = self.engine.start(Job {
            cartridges,
            entry: Entry {
                module: "storefront/endpoint".to_owned(),
                function: "handle".to_owned(),
            },
            input,
            run_time: Some(run_time),
        });
        let called = match outcome.await {
            Ok(document) => {
                let _together = self.gate.leave().await;
                self.answered(document, shopper.is_some().then_some(&session))
            }
            Err(error) => Called::Failed(error),
        };
        let error = match &called {
            Called::Failed(error) => Some(error.to_string()),
            _ => None,
        };
        trail::note(Ran::new("endpoint", name, halted.time(), error));
        if let Called::Failed(error) = &called {
            tracing::error!(%thread, endpoint = name, "{error}\n{}", error.stack);
        }
        called
    }

    /// What the script did is kept, that to the session only of a shopper.
    fn answered(&self, document: Value, session: Option<&Session>) -> Called {
        match serde_json::from_value(document) {
            Ok(Outcome::Refused { refused }) => Called::Refused(refused),
            Ok(Outcome::Missing { missing }) => Called::Missing(missing),
            Ok(Outcome::Answered { response, session: after, left }) => {
                if let Some(session) = session {
                    let sessions = &self.services.remembered.sessions;
                    sessions.keep(session, after, self.services.clock.now());
                }
                self.keep(left);
                Called::Answered(Box::new(Answered(response)))
            }
            Err(cause) => Called::Failed(unexpected(&cause)),
        }
    }

    /// The HTTP response of an answer.
    pub fn response(&self, answered: Answered) -> Response {
        answered.0.into_response(&cookie_name(self.site()))
    }
}

/// Whether a request is one to a site, not to the whole organization.
pub(super) fn is_of_site(site: Option<&str>) -> bool {
    site.is_some_and(|site| site != "Sites-Site")
}

/// Those of the request's path: the organization is one too.
fn parameters(caller: &Caller, endpoint: &Endpoint) -> Vec<(String, String)> {
    let organization = ("organizationId".to_owned(), caller.organization.clone());
    std::iter::once(organization).chain(endpoint.parameters.iter().cloned()).collect()
}

fn query(parts: &Parts) -> Vec<(String, String)> {
    let text = parts.uri.query().unwrap_or_default();
    form_urlencoded::parse(text.as_bytes()).into_owned().collect()
}
