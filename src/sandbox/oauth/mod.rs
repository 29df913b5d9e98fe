//! The token endpoints (section 5; "beyond the specification", 4).

mod assertion;
mod fault;
mod form;
mod jwt;
#[cfg(test)]
mod outside;
mod signed;
mod tokens;

pub(super) use fault::Fault;
pub(super) use form::{Fields, Form};
pub(super) use signed::{Signer, unique};
pub(super) use tokens::{Identity, Tokens};

use super::{
    accounts::{Accounts, ApiClient, Credentials, Logins},
    clock::Clock,
    store::{Store, Timestamp},
    transport::Arrival,
};
use crate::api::oauth::{
    ACCOUNT_PATH, CLIENT_CREDENTIALS, CLIENT_LIFETIME, INSTANCE_PATH, JWT_BEARER, USER_GRANT,
    USER_LIFETIME,
};
use assertion::Audience;
use axum::{
    body::Body,
    http::{
        HeaderMap, Method, Request,
        header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, PRAGMA},
    },
    response::{IntoResponse, Response},
};
use percent_encoding::percent_decode_str;
use secrecy::{ExposeSecret, SecretString};
use serde_json::json;
use std::{net::SocketAddr, sync::Arc};

/// Both endpoints.
pub(super) struct OAuth {
    logins: Arc<Logins>,
    tokens: Arc<Tokens>,
    store: Arc<dyn Store>,
    clock: Clock,
    audience: Audience,
}

/// Which endpoint is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Endpoint {
    /// The account management's.
    Account,
    /// The instance's own, which grants to users too.
    Instance,
}

impl Endpoint {
    /// The endpoint at a path.
    pub(super) fn at(path: &str) -> Option<Self> {
        match path {
            ACCOUNT_PATH => Some(Self::Account),
            INSTANCE_PATH => Some(Self::Instance),
            _ => None,
        }
    }
}

impl OAuth {
    /// Grants tokens to the accounts. Assertions name `hosts` and one of the listeners' ports.
    pub(super) fn new(
        logins: Arc<Logins>,
        tokens: Arc<Tokens>,
        store: Arc<dyn Store>,
        clock: Clock,
        hosts: &[String],
        [http, https]: [SocketAddr; 2],
    ) -> Self {
        let audience = Audience::new(hosts, http.port(), https.port());
        Self { logins, tokens, store, clock, audience }
    }

    /// Answers a token request.
    pub(super) async fn answer(
        &self,
        endpoint: Endpoint,
        arrival: Arrival,
        request: Request<Body>,
    ) -> Response {
        let granted = match (request.method(), arrival.is_private()) {
            (&Method::POST, true) => self.grant(endpoint, request).await,
            (&Method::POST, false) => Err(Fault::invalid_request("token requests need HTTPS")),
            _ => Err(Fault::method_not_allowed()),
        };
        granted.unwrap_or_else(IntoResponse::into_response)
    }

    async fn grant(&self, endpoint: Endpoint, request: Request<Body>) -> Result<Response, Fault> {
        let (head, body) = request.into_parts();
        let query = head.uri.query().unwrap_or_default();
        let form = Form::read(&head.headers, query, body, &form::TOKEN).await?;
        let scope = form.scope()?;
        let grant = form.field("grant_type").filter(|grant| !grant.is_empty());
        match grant.ok_or_else(|| Fault::invalid_request("grant_type is missing"))? {
            CLIENT_CREDENTIALS => {
                let client = self.client(&head.headers, &form).await?;
                let identity = Identity { client: client.id().to_owned(), user: None };
                Ok(self.token(&identity, scope, CLIENT_LIFETIME))
            }
            USER_GRANT if endpoint == Endpoint::Instance => {
                let identity = self.user(&head.headers, &form).await?;
                Ok(self.token(&identity, scope, USER_LIFETIME))
            }
            other => Err(Fault::unsupported_grant_type(other)),
        }
    }

    async fn client(&self, headers: &HeaderMap, form: &Form) -> Result<&ApiClient, Fault> {
        let has_basic = headers.contains_key(AUTHORIZATION);
        let has_assertion = form.field("client_assertion").is_some();
        let methods = [has_basic, has_assertion, form.secret().is_some()];
        if methods.into_iter().filter(|is_there| *is_there).count() > 1 {
            return Err(Fault::several_methods());
        }
        match (form.field("client_assertion"), form.secret()) {
            (Some(_), _) if form.field("client_assertion_type") != Some(JWT_BEARER) => {
                Err(Fault::assertion_type())
            }
            (Some(assertion), _) => self.asserted(assertion, form.field("client_id")).await,
            (None, Some(secret)) => self.posted(form.field("client_id"), secret),
            (None, None) if form.field("client_assertion_type").is_some() && !has_basic => {
                Err(Fault::invalid_client())
            }
            (None, None) => {
                let client = Credentials::read(headers).and_then(|sent| self.authenticate(&sent));
                let client = client.ok_or_else(Fault::invalid_client)?;
                match form.field("client_id") {
                    Some(id) if id != client.id() => Err(Fault::invalid_client()),
                    _ => Ok(client),
                }
            }
        }
    }

    /// ID and secret in the form (`client_secret_post`), which was decoded already.
    fn posted(&self, id: Option<&str>, secret: &SecretString) -> Result<&ApiClient, Fault> {
        let id = id.filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| Fault::invalid_request("client_id is missing"))?;
        let client = self.logins.accounts().authenticate(id, secret);
        client.ok_or_else(Fault::invalid_client)
    }

    /// Clients send their ID and secret raw or form-encoded; both count as one attempt.
    fn authenticate(&self, sent: &Credentials) -> Option<&ApiClient> {
        authenticate(self.logins.accounts(), sent)
    }

    async fn asserted(&self, assertion: &str, named: Option<&str>) -> Result<&ApiClient, Fault> {
        let now = self.clock.now();
        let accounts = self.logins.accounts();
        let claims = assertion::verify(assertion, accounts, &self.audience, now.seconds())
            .ok_or_else(Fault::invalid_client)?;
        if named.is_some_and(|named| named != claims.client.id()) {
            return Err(Fault::invalid_client());
        }
        if let Some(id) = &claims.id {
            let name = format!("{}\n{id}", claims.client.id());
            let until = Timestamp(claims.expiry.saturating_add(1).saturating_mul(1000));
            let spent = self.store.spend(name, until, now).await;
            let is_first = spent.map_err(|error| Fault::failed(&error))?;
            if !is_first {
                return Err(Fault::invalid_client());
            }
        }
        Ok(claims.client)
    }

    /// Login, password and client password in one header. What is wrong isn't said.
    async fn user(&self, headers: &HeaderMap, form: &Form) -> Result<Identity, Fault> {
        if form.secret().is_some() {
            return Err(Fault::several_methods());
        }
        let id = form.field("client_id").filter(|id| !id.is_empty());
        let id = id.ok_or_else(|| Fault::invalid_request("client_id is missing"))?;
        let sent = Credentials::read(headers).ok_or_else(Fault::unauthorized_client)?;
        let passwords = sent.password.expose_secret().rsplit_once(':');
        let (password, secret) = passwords.ok_or_else(Fault::unauthorized_client)?;
        let client = self.logins.accounts().authenticate(id, &secret.into());
        let credentials = Credentials { login: sent.login.clone(), password: password.into() };
        let user = self.logins.user_by_password(&credentials).await;
        match (client, user) {
            (Some(client), Some(user)) => {
                let (client, user) = (client.id().to_owned(), Some(user.login().to_owned()));
                Ok(Identity { client, user })
            }
            _ => Err(Fault::unauthorized_client()),
        }
    }

    /// The scopes are those that were asked for: what a token may do is the accounts' to say.
    fn token(&self, identity: &Identity, scope: Option<&str>, lifetime: i64) -> Response {
        let token = self.tokens.issue(identity, scope, self.clock.now(), lifetime);
        let mut body = json!({
            "access_token": token.expose_secret(), "expires_in": lifetime, "token_type": "Bearer",
        });
        if let Some(scope) = scope {
            body["scope"] = scope.into();
        }
        let headers = [
            (CONTENT_TYPE, "application/json; charset=UTF-8"),
            (CACHE_CONTROL, "no-store"),
            (PRAGMA, "no-cache"),
        ];
        (headers, body.to_string()).into_response()
    }
}

/// The client whose ID and secret were sent, raw or form-encoded.
pub(super) fn authenticate<'a>(
    accounts: &'a Accounts,
    sent: &Credentials,
) -> Option<&'a ApiClient> {
    let raw = accounts.authenticate(&sent.login, &sent.password);
    let id = form_decoded(&sent.login);
    let secret = form_decoded(sent.password.expose_secret()).map(SecretString::from);
    let decoded = id.zip(secret).and_then(|(id, secret)| accounts.authenticate(&id, &secret));
    raw.or(decoded)
}

/// `None` when the text is no form encoding of UTF-8.
fn form_decoded(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    Some(percent_decode_str(&spaced).decode_utf8().ok()?.into_owned())
}
