//! Who asks, and what of it is permitted ("beyond the specification", 2.5).

use super::{DataApi, Method, faults, fields::Kind};
use crate::sandbox::{
    accounts::{ApiClient, Grant, User, missing},
    parameters::Parameters,
    refusal::Refusal,
};
use axum::http::{HeaderMap, header::AUTHORIZATION};
use serde_json::{Map, Value};

/// The bearer of an access token.
pub(super) struct Caller<'a> {
    client: &'a ApiClient,
    user: Option<&'a User>,
}

impl<'a> Caller<'a> {
    /// Whose token it is (401), and that the request doesn't name another client (400).
    pub(super) fn authenticate(
        api: &'a DataApi,
        headers: &HeaderMap,
        parameters: &Parameters,
    ) -> Result<Self, Refusal> {
        let token = bearer(headers)?;
        let invalid = || faults::invalid_access_token(&token);
        let identity = api.tokens.identify(&token, api.clock.now()).ok_or_else(invalid)?;
        let accounts = api.logins.accounts();
        let bearer = accounts.bearer(&identity.client, identity.user.as_deref());
        let (client, user) = bearer.ok_or_else(invalid)?;
        let named = headers.get("x-dw-client-id").map(|id| String::from_utf8_lossy(id.as_bytes()));
        for id in [parameters.text("client_id")?, named.as_deref()].into_iter().flatten() {
            if id != client.id() {
                return Err(faults::invalid_client_id(id));
            }
        }
        Ok(Self { client, user })
    }

    /// The login of the user that the token was granted to.
    pub(super) fn login(&self) -> Option<&'a str> {
        self.user.map(User::login)
    }

    /// The ID of the client that the token was granted to.
    pub(super) fn client_id(&self) -> &'a str {
        self.client.id()
    }

    /// Whether pages of that origin may ask for this client.
    pub(super) fn allows_origin(&self, origin: &str) -> bool {
        self.client.allows_origin(origin)
    }

    /// What of the request is permitted: by the client's rights, and by the user's.
    pub(super) fn grants(
        &self,
        method: Method,
        segments: &[String],
        path: &str,
    ) -> Result<Grants<'a>, Refusal> {
        let segments: Vec<_> = segments.iter().map(String::as_str).collect();
        let client = self.client.permissions().grant(method, &segments);
        let client = client.ok_or_else(|| faults::client_access_forbidden(method, path))?;
        let user = match self.user {
            Some(user) => {
                let grant = user.permissions().grant(method, &segments);
                Some(grant.ok_or_else(|| faults::user_access_forbidden(method, path))?)
            }
            None => None,
        };
        Ok(Grants { client, user })
    }
}

/// Which attributes a permitted request may read and write.
pub(super) struct Grants<'a> {
    client: Grant<'a>,
    user: Option<Grant<'a>>,
}

impl Grants<'_> {
    /// Whether nothing is ever left out of a document.
    pub(super) fn read_everything(&self) -> bool {
        let reads = |grant: &Grant<'_>| grant.reads_everything();
        reads(&self.client) && self.user.as_ref().is_none_or(reads)
    }

    /// The document without what may not be read.
    pub(super) fn readable(&self, document: Value) -> Value {
        let document = self.client.readable(document);
        match &self.user {
            Some(user) => user.readable(document),
            None => document,
        }
    }

    /// Refuses fields that may not be written.
    pub(super) fn check_written(
        &self,
        fields: &Map<String, Value>,
        kind: Kind,
    ) -> Result<(), Refusal> {
        let writable = self.client.writable(Value::Object(fields.clone()));
        let writable = match &self.user {
            Some(user) => user.writable(writable),
            None => writable,
        };
        let nothing = Map::new();
        let writable = writable.as_object().unwrap_or(&nothing);
        match missing(fields, writable) {
            Some(path) => Err(faults::property_not_permitted(&path, kind.name())),
            None => Ok(()),
        }
    }
}

fn bearer(headers: &HeaderMap) -> Result<String, Refusal> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let value = match (values.next(), values.next()) {
        (None, _) => return Err(faults::authorization_header_missing()),
        (Some(value), None) => value.to_str().unwrap_or_default(),
        (Some(_), Some(_)) => return Err(faults::invalid_authorization_header()),
    };
    match value.trim().split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
            Ok(token.trim().to_owned())
        }
        _ => Err(faults::invalid_authorization_header()),
    }
}
