//! One exchange with the instance: send, read a bounded body, sort out what isn't success.

use super::config::ClientConfig;
use super::error::{ClientError, Login};
use super::{Client, failure};
use crate::api::debugger::{BASE_PATH, CLIENT_ID_HEADER};
use reqwest::header::{CONTENT_LENGTH, COOKIE};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use secrecy::ExposeSecret;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::time::{Duration, Instant};

/// The longest answer that is read, in bytes.
const LONGEST_ANSWER: u64 = 64 << 20;

/// A successful answer of the debugger.
pub(super) struct Answer {
    pub(super) body: Vec<u8>,
}

impl Answer {
    pub(super) fn is_empty(&self) -> bool {
        self.body.trim_ascii().is_empty()
    }

    pub(super) fn document<T: DeserializeOwned>(&self) -> Result<T, ClientError> {
        serde_json::from_slice(&self.body).map_err(|error| self.malformed(&error))
    }

    /// For what promises no document; some servers send one. Whatever else comes is not from the
    /// debugger: a gateway's page says success of a request that never got there.
    pub(super) fn nothing(&self) -> Result<(), ClientError> {
        if self.is_empty() { Ok(()) } else { self.document::<Map<String, Value>>().map(drop) }
    }

    fn malformed(&self, error: &serde_json::Error) -> ClientError {
        if failure::is_page(&self.body) {
            let first_line = failure::page_line(&self.body);
            let status = StatusCode::OK.as_u16();
            return ClientError::WebPage { status, first_line, retry_after: None };
        }
        ClientError::Malformed {
            problem: format!("{error}; it starts with {}", failure::text_line(&self.body)),
        }
    }
}

impl Client {
    /// A request below the debugger's base path, with everything that all of them carry.
    pub(super) fn debugger_request(&self, method: &Method, path: &str) -> RequestBuilder {
        let mut url = self.config.address.url().clone();
        url.set_path(&format!("{BASE_PATH}{path}"));
        let mut request = self
            .http
            .request(method.clone(), url)
            .timeout(self.config.timeouts.answer)
            .header(CLIENT_ID_HEADER, self.debugger_id.as_str());
        if let Some(credentials) = &self.config.credentials {
            let password = credentials.password.expose_secret();
            request = request.basic_auth(&credentials.username, Some(password));
        }
        if let Some(cookie) = self.cookies.for_debugger() {
            request = request.header(COOKIE, cookie);
        }
        request
    }

    /// A request without body; a `POST` says so, because some servers insist.
    pub(super) fn bodiless(&self, method: &Method, path: &str) -> RequestBuilder {
        let request = self.debugger_request(method, path);
        if *method == Method::POST { request.header(CONTENT_LENGTH, 0) } else { request }
    }

    /// Sends to the debugger; anything but success is an error.
    pub(super) async fn send(&self, request: RequestBuilder) -> Result<Answer, ClientError> {
        let request = request.build().map_err(|error| self.lost(&error, Duration::ZERO))?;
        let (method, path) = (request.method().clone(), request.url().path().to_owned());
        let limit = request.timeout().copied().unwrap_or_default();
        let sent = Instant::now();
        let outcome = self.exchange(request, limit).await;
        let elapsed = sent.elapsed();
        match &outcome {
            Ok(answer) => tracing::debug!(%method, path, ?elapsed, bytes = answer.body.len()),
            Err(error) => tracing::warn!(%method, path, ?elapsed, %error),
        }
        outcome
    }

    async fn exchange(
        &self,
        request: reqwest::Request,
        limit: Duration,
    ) -> Result<Answer, ClientError> {
        let response =
            self.http.execute(request).await.map_err(|error| self.lost(&error, limit))?;
        self.cookies.learn_debugger(response.headers());
        self.learn_whose(response.headers());
        let status = response.status();
        let headers = response.headers().clone();
        let body = read(response, &self.config, limit).await?;
        if status.is_success() {
            return Ok(Answer { body });
        }
        Err(failure::refusal(status, &headers, &body, self.login()))
    }

    pub(super) fn lost(&self, error: &reqwest::Error, after: Duration) -> ClientError {
        failure::connection(error, &self.config, after)
    }

    pub(super) fn login(&self) -> Login {
        let ClientConfig { credentials, user_without_password, .. } = &*self.config;
        match (credentials, user_without_password) {
            (Some(credentials), _) => Login::Refused { user: credentials.username.clone() },
            (None, Some(user)) => Login::WithoutPassword { user: user.clone() },
            (None, None) => Login::Nobody,
        }
    }
}

/// The whole body, as long as it is bounded; what was compressed counts as it is unpacked.
pub(super) async fn read(
    mut response: Response,
    config: &ClientConfig,
    limit: Duration,
) -> Result<Vec<u8>, ClientError> {
    let lost = |error| failure::connection(&error, config, limit);
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(lost)? {
        if (body.len() + chunk.len()) as u64 > LONGEST_ANSWER {
            return Err(ClientError::TooLarge { limit: LONGEST_ANSWER });
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}
