//! Signed JWTs that stand in for a client's password (section 5.3).

use super::jwt::Jwt;
use crate::{
    api::oauth::{ACCOUNT_PATH, ASSERTION_LIFETIME, INSTANCE_PATH},
    sandbox::accounts::{Accounts, ApiClient},
};
use serde_json::Value;

/// The longest assertion, in bytes.
const LENGTH: usize = 8 * 1024;
/// How far a client's clock may be ahead, in seconds.
const LEEWAY: i64 = 60;
const LOOPBACK: [&str; 3] = ["localhost", "127.0.0.1", "[::1]"];

/// What assertions may be meant for: every name of the token endpoints.
#[derive(Debug)]
pub(super) struct Audience(Vec<String>);

impl Audience {
    /// `hosts` are names without ports; plain HTTP counts on loopback names alone.
    pub(super) fn new(hosts: &[String], http: u16, https: u16) -> Self {
        let hosts = hosts.iter().map(|host| {
            let is_ipv6 = host.contains(':');
            if is_ipv6 { format!("[{}]", host.trim_matches(['[', ']'])) } else { host.clone() }
        });
        let mut endpoints = Vec::new();
        for host in hosts {
            let mut origins = vec![
                format!("https://{host}"),
                format!("https://{host}:443"),
                format!("https://{host}:{https}"),
            ];
            if LOOPBACK.contains(&host.as_str()) {
                origins.push(format!("http://{host}:{http}"));
                origins.push(format!("http://{host}"));
            }
            for origin in origins {
                endpoints
                    .extend([ACCOUNT_PATH, INSTANCE_PATH].map(|path| format!("{origin}{path}")));
            }
        }
        Self(endpoints)
    }

    fn includes(&self, claim: &Value) -> bool {
        let is_ours =
            |value: &Value| value.as_str().is_some_and(|text| self.0.iter().any(|e| e == text));
        match claim {
            Value::Array(several) => several.iter().any(is_ours),
            single => is_ours(single),
        }
    }
}

/// A verified assertion.
pub(super) struct Assertion<'a> {
    /// Who signed it.
    pub client: &'a ApiClient,
    /// Its `jti`: to be taken once.
    pub id: Option<String>,
    /// Its `exp`, in seconds.
    pub expiry: i64,
}

/// Verifies an assertion at a time in seconds; `None` if anything is wrong with it.
pub(super) fn verify<'a>(
    text: &str,
    accounts: &'a Accounts,
    audience: &Audience,
    now: i64,
) -> Option<Assertion<'a>> {
    let jwt = Some(text).filter(|text| text.len() <= LENGTH).and_then(Jwt::read)?;
    // The algorithm is ours to say; the header may only agree.
    let is_rs256 = jwt.header.get("alg").and_then(Value::as_str) == Some("RS256");
    if !is_rs256 || jwt.header.contains_key("crit") {
        return None;
    }
    let subject = jwt.text("sub")?;
    let client = accounts.client(subject).filter(|_| jwt.text("iss") == Some(subject))?;
    if !client.public_key()?.has_signed(jwt.signed, &jwt.signature) {
        return None;
    }
    let expiry = jwt.date("exp")?;
    let is_timely = now < expiry
        && expiry.saturating_sub(now) < ASSERTION_LIFETIME + LEEWAY
        && is_past(&jwt, "nbf", now)?
        && is_past(&jwt, "iat", now)?;
    if !is_timely || !audience.includes(jwt.claims.get("aud")?) {
        return None;
    }
    let id = match jwt.claims.get("jti") {
        None => None,
        Some(Value::String(id)) => Some(id.clone()),
        Some(_) => return None,
    };
    Some(Assertion { client, id, expiry })
}

/// Whether an optional date is not ahead; `None` when it is no date.
fn is_past(jwt: &Jwt<'_>, name: &str, now: i64) -> Option<bool> {
    match jwt.claims.get(name) {
        None => Some(true),
        Some(_) => Some(jwt.date(name)? <= now.saturating_add(LEEWAY)),
    }
}
