//! One exchange with the Data API: bearer token, JSON, faults.

use super::super::config::ClientConfig;
use super::super::token::AccessToken;
use super::super::{failure, transport};
use super::{ContentError, Document, Library, Resource};
use crate::api::content::{STATE_HEADER, Version};
use crate::api::fault::Fault;
use crate::api::safety::Operation;
use reqwest::header::{ETAG, HeaderMap};
use reqwest::{Method, StatusCode};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::Instant;
use url::Url;

/// In characters (section 8).
const LONGEST_ID: usize = 256;

/// A request below the library.
pub(super) struct Ask<'a> {
    method: Method,
    segments: Vec<&'a str>,
    query: Vec<(&'static str, u64)>,
    headers: Vec<(&'static str, String)>,
    body: Option<Map<String, Value>>,
}

impl<'a> Ask<'a> {
    pub(super) fn new(method: Method, segments: Vec<&'a str>) -> Self {
        Self { method, segments, query: Vec::new(), headers: Vec::new(), body: None }
    }

    pub(super) fn with_query(mut self, query: [(&'static str, u64); 2]) -> Self {
        self.query.extend(query);
        self
    }

    pub(super) fn with_header(mut self, name: &'static str, value: &str) -> Self {
        self.headers.push((name, value.to_owned()));
        self
    }

    pub(super) fn with_body(mut self, body: Map<String, Value>) -> Self {
        self.body = Some(body);
        self
    }
}

/// A success.
pub(super) struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: Vec<u8>,
}

impl Answer {
    pub(super) fn is_created(&self) -> bool {
        self.status == StatusCode::CREATED
    }

    pub(super) fn json<T: DeserializeOwned>(&self) -> Result<T, ContentError> {
        serde_json::from_slice(&self.body).map_err(|error| {
            let line = failure::text_line(&self.body);
            ContentError::Malformed { problem: format!("{error}; it starts with {line}") }
        })
    }

    pub(super) fn document(&self) -> Result<Document, ContentError> {
        let header = |name| Some(self.headers.get(name)?.to_str().ok()?.to_owned());
        let fields = self.json()?;
        Ok(Document { fields, etag: header(ETAG.as_str()), state: header(STATE_HEADER) })
    }
}

impl Library {
    /// Sends; a token that the instance doesn't take is renewed once.
    pub(super) async fn send(&self, ask: &Ask<'_>) -> Result<Answer, ContentError> {
        let url = self.url(ask)?;
        self.permit(ask, &url)?;
        let token = self.tokens.token().await?;
        match self.exchange(ask, &url, &token).await {
            Err(error) if error.is_invalid_token() => {
                let token = self.tokens.instead_of(&token).await?;
                self.exchange(ask, &url, &token).await
            }
            outcome => outcome,
        }
    }

    fn permit(&self, ask: &Ask<'_>, url: &Url) -> Result<(), ContentError> {
        let operation = Operation::Request { method: ask.method.as_str(), path: url.path() };
        Ok(self.config.safety.check(operation)?)
    }

    /// Whether such a request would be sent at all.
    pub fn check(&self, method: &Method, resource: &Resource) -> Result<(), ContentError> {
        let ask = Ask::new(method.clone(), resource.segments());
        self.permit(&ask, &self.url(&ask)?)
    }

    /// The same library for somebody who has agreed to what needs a confirmation.
    #[must_use]
    pub fn confirmed(&self) -> Self {
        let safety = self.config.safety.confirmed();
        let config = ClientConfig { safety, ..(*self.config).clone() };
        Self { config: Arc::new(config), ..self.clone() }
    }

    fn url(&self, ask: &Ask<'_>) -> Result<Url, ContentError> {
        let version = Version::SPECIFIED.in_path();
        let base = ["s", "-", "dw", "data", &version, "libraries", &self.id];
        let all = base.iter().chain(&ask.segments);
        if let Some(id) = all.clone().find(|id| !is_possible(id)) {
            return Err(ContentError::ImpossibleId { id: (*id).to_owned() });
        }
        let mut url = self.config.address.url().clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.clear().extend(all);
        }
        if !ask.query.is_empty() {
            let pairs = ask.query.iter().map(|(name, value)| (name, value.to_string()));
            url.query_pairs_mut().extend_pairs(pairs);
        }
        Ok(url)
    }

    async fn exchange(
        &self,
        ask: &Ask<'_>,
        url: &Url,
        token: &AccessToken,
    ) -> Result<Answer, ContentError> {
        let limit = self.config.timeouts.answer;
        let mut request = self
            .http
            .request(ask.method.clone(), url.clone())
            .timeout(limit)
            .bearer_auth(token.secret.expose_secret());
        for (name, value) in &ask.headers {
            request = request.header(*name, value);
        }
        if let Some(body) = &ask.body {
            request = request.json(body);
        }
        let sent = Instant::now();
        let response = request.send().await;
        let response =
            response.map_err(|error| failure::connection(&error, &self.config, limit))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = transport::read(response, &self.config, limit).await?;
        let elapsed = sent.elapsed();
        tracing::debug!(method = %ask.method, path = url.path(), %status, ?elapsed);
        if status.is_success() {
            return Ok(Answer { status, headers, body });
        }
        Err(refusal(status, &headers, &body))
    }
}

/// Every client and proxy takes dots alone for steps, however they are written, and addresses lose
/// their line ends and tabs: what is asked for would be something else.
fn is_possible(id: &str) -> bool {
    !matches!(id, "" | "." | "..")
        && !id.contains(char::is_control)
        && id.chars().count() <= LONGEST_ID
}

fn refusal(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> ContentError {
    if let Some(fault) = Fault::parse(body) {
        return ContentError::Fault { status: status.as_u16(), fault: Box::new(fault) };
    }
    failure::without_fault(status, headers, body).into()
}
