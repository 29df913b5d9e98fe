//! One request for a token, and what its answer says.

use super::super::config::Credentials;
use super::super::{failure, transport};
use super::{Grant, TokenError, TokenSource};
use crate::api::oauth::{ACCOUNT_PATH, CLIENT_CREDENTIALS, INSTANCE_PATH, JWT_BEARER, USER_GRANT};
use reqwest::header::HeaderMap;
use reqwest::{RequestBuilder, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::Value;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use url::form_urlencoded::byte_serialize;

/// How long a token lives when its answer doesn't say so, in seconds.
const UNSAID: f64 = 5.0 * 60.0;
/// How long a token is used at the most, in seconds, whatever its answer says.
const LONGEST: f64 = 24.0 * 60.0 * 60.0;

/// What a token server gave.
pub(in crate::client) struct Granted {
    pub(super) secret: SecretString,
    pub(in crate::client) lifetime: Duration,
    pub(super) scope: String,
}

#[derive(Deserialize)]
struct Body {
    access_token: String,
    #[serde(default)]
    expires_in: Value,
    #[serde(default)]
    scope: Value,
}

#[derive(Deserialize)]
struct Refusal {
    error: String,
    error_description: Option<String>,
}

impl Body {
    /// `None` when the token can't stand in a header (RFC 6750, 2.1).
    fn granted(self) -> Option<Granted> {
        let token = self.access_token;
        let is_usable = !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_graphic());
        let (lifetime, scope) = (lifetime(&self.expires_in), scope(&self.scope));
        is_usable.then(|| Granted { secret: token.into(), lifetime, scope })
    }
}

/// Words between blanks; some servers write a list of them.
fn scope(sent: &Value) -> String {
    match sent {
        Value::String(words) => failure::tidy(words),
        Value::Array(words) => {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            failure::tidy(&words.join(" "))
        }
        _ => String::new(),
    }
}

/// A number of seconds, or its text: servers write both.
fn lifetime(sent: &Value) -> Duration {
    let seconds = match sent {
        Value::Number(number) => number.as_f64(),
        Value::String(text) => text.trim().parse().ok(),
        _ => None,
    };
    let seconds = seconds.filter(|seconds: &f64| seconds.is_finite()).unwrap_or(UNSAID);
    Duration::from_secs_f64(seconds.clamp(0.0, LONGEST))
}

impl TokenSource {
    pub(super) async fn ask(&self) -> Result<Granted, TokenError> {
        let limit = self.config.timeouts.answer;
        let lost = |error| failure::connection(&error, &self.config, limit);
        let response = self.request().timeout(limit).send().await.map_err(lost)?;
        let status = response.status();
        let headers = response.headers().clone();
        let body = transport::read(response, &self.config, limit).await?;
        tracing::debug!(%status, server = %self.config.address, "token");
        read_answer(status, &headers, &body, |status| action(&self.grant, status))
    }

    fn request(&self) -> RequestBuilder {
        let client = &self.client_id;
        match &self.grant {
            Grant::ClientCredentials { secret } => {
                // RFC 6749, 2.3.1: both parts are form-encoded first.
                let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
                self.post(ACCOUNT_PATH)
                    .basic_auth(encoded(client), Some(encoded(secret.expose_secret())))
                    .form(&self.fields(&[("grant_type", CLIENT_CREDENTIALS)]))
            }
            Grant::SignedAssertion { key } => {
                let assertion = key.assertion(client, &self.audience(), now());
                self.post(ACCOUNT_PATH).form(&self.fields(&[
                    ("grant_type", CLIENT_CREDENTIALS),
                    ("client_assertion_type", JWT_BEARER),
                    ("client_assertion", &assertion),
                ]))
            }
            Grant::User { credentials: Credentials { username, password }, secret } => {
                let proof = format!("{}:{}", password.expose_secret(), secret.expose_secret());
                self.post(INSTANCE_PATH)
                    .query(&[("client_id", client)])
                    .basic_auth(username, Some(proof))
                    .form(&self.fields(&[("grant_type", USER_GRANT)]))
            }
        }
    }

    /// A grant's fields, and which scopes are asked for, if some are.
    fn fields(&self, own: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        let own = own.iter().map(|(name, value)| (*name, (*value).to_owned()));
        let scope = (!self.scopes.is_empty()).then(|| ("scope", self.scopes.join(" ")));
        own.chain(scope).collect()
    }

    fn post(&self, path: &str) -> RequestBuilder {
        let mut url = self.config.address.url().clone();
        url.set_path(path);
        self.http.post(url)
    }

    /// The token endpoint, always with its port.
    fn audience(&self) -> String {
        let address = &self.config.address;
        let scheme = address.url().scheme();
        format!("{scheme}://{}:{}{ACCOUNT_PATH}", address.host(), address.port())
    }
}

/// What an answer gives, or why it gives none; `action` is what to do about a refusal.
pub(in crate::client) fn read_answer(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    action: impl Fn(StatusCode) -> &'static str,
) -> Result<Granted, TokenError> {
    if status.is_success() {
        let answer: Body = serde_json::from_slice(body).map_err(|_| TokenError::Malformed)?;
        return answer.granted().ok_or(TokenError::Malformed);
    }
    Err(match serde_json::from_slice::<Refusal>(body) {
        Ok(Refusal { error, error_description }) => TokenError::Refused {
            status: status.as_u16(),
            error: failure::tidy(&error),
            description: failure::tidy(&error_description.unwrap_or_default()),
            action: action(status),
        },
        Err(_) => failure::without_fault(status, headers, body).into(),
    })
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(i64::MAX)
}

fn action(grant: &Grant, status: StatusCode) -> &'static str {
    if status.is_server_error() {
        return "The token server has a problem of its own; try again later.";
    }
    match grant {
        Grant::ClientCredentials { .. } => {
            "Check --client-id and its secret (SFCC_CLIENT_SECRET, dw.json or --client-secret-stdin), and that --auth-url is the client's token server."
        }
        Grant::SignedAssertion { .. } => {
            "Check --client-id, that the public half of --jwt-key is registered for it, this machine's clock, and that --auth-url is the client's token server."
        }
        Grant::User { .. } => {
            "Check --username (it is case-sensitive) and its password, --client-id and its secret, and that the client may ask for users."
        }
    }
}
