//! Endpoints of custom APIs, each request a script thread.

use super::{
    Storefront,
    locale::is_well_formed,
    page::Printed,
    rest_apis::{Body, Endpoint, Scheme, Wanted},
    run::{self, unexpected},
    state::{CustomerId, Session},
    visit::{self, Content, Refused, Visit},
};
use crate::sandbox::{
    accounts::PasswordHash,
    bodies::SCRIPTS_COPIES,
    trail::{self, Ran},
};
use crate::script::{Cartridges, Entry, Job, Script, ScriptError};
use axum::{
    http::{StatusCode, request::Parts},
    response::Response,
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use url::form_urlencoded;

/// How long endpoints may run; the clock stands still while they are halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndpointTimes {
    /// Those of shoppers.
    pub shopper: Duration,
    /// Those of the account management.
    pub admin: Duration,
}

impl Default for EndpointTimes {
    fn default() -> Self {
        Self { shopper: Duration::from_secs(10), admin: Duration::from_mins(1) }
    }
}

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
    /// Whether it is one to the site; otherwise it is the whole organization's.
    pub is_of_site: bool,
    /// The address of the endpoint before its own path, with `{organizationId}`.
    pub base: String,
    /// What was sent.
    pub parts: Parts,
    /// Its body.
    pub body: Body,
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
    Refused { refused: String },
    Ran(run::Outcome),
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

    /// Which customer has a login, and what his password is checked against.
    pub(in crate::sandbox) fn customer_of(
        &self,
        login: &str,
    ) -> Option<(CustomerId, PasswordHash)> {
        self.services.remembered.customers.by_login(login)
    }

    /// Whether that customer is still there.
    pub fn has_customer(&self, customer: &CustomerId) -> bool {
        self.services.remembered.customers.id(&customer.number).as_ref() == Some(customer)
    }

    /// The customer of a number.
    pub fn customer(&self, number: &str) -> Option<Value> {
        self.services.remembered.customers.get(number)
    }

    /// The locale that scripts get: `en_US` for `en-US` too. None that the site doesn't have.
    fn spoken(&self, sent: Option<&str>) -> Result<String, Fault> {
        let Some(sent) = sent else { return Ok(self.default_locale()) };
        let locale = sent.replace('-', "_");
        let document = self.document();
        let known = document["locales"].as_array();
        let is_known = known.is_some_and(|all| all.iter().any(|it| *it == locale));
        if is_known && is_well_formed(&locale) {
            return Ok(locale);
        }
        Err((StatusCode::BAD_REQUEST, format!("The locale '{sent}' is not one of the site's")))
    }

    /// Runs an endpoint's script; an error if the request can't be made for one.
    pub async fn call(&self, request: Request) -> Result<Called, Fault> {
        let Request { endpoint, caller, is_of_site, base, parts, body, depth } = request;
        let query = query(&parts);
        let header = |name: &str| {
            let value = parts.headers.get(name)?;
            Some(String::from_utf8_lossy(value.as_bytes()).into_owned())
        };
        let cookie = |name: &str| visit::cookie(&parts.headers, name);
        let sent = endpoint.check(&query, (header, cookie), &body);
        let sent = sent.map_err(|what| (StatusCode::BAD_REQUEST, what))?;
        let Body { bytes, document, mut hold } = body;
        // Scripts read it themselves.
        drop(document);
        if let Some(hold) = &mut hold {
            hold.keep(bytes.len() * SCRIPTS_COPIES);
        }
        let value = |name: &str| {
            query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        let locale = self.spoken(value("locale"))?;
        let method = parts.method.clone();
        let visit = Visit::to_api(parts, Content { body: bytes, hold }, locale, depth).map_err(
            |refused| match refused {
                Refused::NotFound(what) => (StatusCode::NOT_FOUND, what),
                Refused::Status(status, what) => (status, what.to_owned()),
            },
        )?;
        let name = format!("{method} {base}{}", endpoint.pattern);
        let mut document = visit.document(&self.document(), &self.services.cookies);
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
        let EndpointTimes { shopper, admin } = self.endpoint_times;
        let run_time = if is_shoppers { shopper } else { admin };
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
        let _life = self.services.life_of(thread);
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
            Ok(Outcome::Ran(run::Outcome::Missing { missing })) => Called::Missing(missing),
            Ok(Outcome::Ran(run::Outcome::Answered { response, session: after, left })) => {
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
        answered.0.into_response(&self.services.cookies)
    }
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
