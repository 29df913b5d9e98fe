//! Data API requests of a person: with an access token, and with the state that a change wants.

use super::Client;
use super::error::ClientError;
use super::storefront::{StorefrontAnswer, StorefrontRequest, parse_method, resolve};
use super::token::{AccessToken, TokenSource};
use crate::api::content::STATE_HEADER;
use reqwest::header::{CONTENT_TYPE, ETAG, IF_MATCH};
use reqwest::{Method, RequestBuilder, Response, StatusCode};
use secrecy::ExposeSecret;
use serde_json::{Map, Value};
use std::sync::Arc;
use std::time::{Duration, Instant};
use url::Url;

impl Client {
    /// The same client with access tokens, which [`Client::data`] needs.
    #[must_use]
    pub fn with_tokens(self, tokens: TokenSource) -> Self {
        Self { tokens: Ok(Arc::new(tokens)), ..self }
    }

    /// The same client, which says this when a request wants an access token.
    #[must_use]
    pub fn without_tokens(self, problem: String, action: String) -> Self {
        Self { tokens: Err(ClientError::NoToken { problem, action }), ..self }
    }

    /// Whether a URL or path is one of the Data API on the instance.
    pub fn is_data(&self, url: &str) -> bool {
        resolve(&self.config.address, url).is_ok_and(|url| url.path().contains("/dw/data/"))
    }

    /// Sends a Data API request and waits for as long as it takes: a hook may be halted. Dropping
    /// the future aborts it.
    ///
    /// A `PATCH` or `DELETE` reads first and carries the state that it read (section 4.2). A token
    /// that the instance doesn't take any more is renewed once.
    pub async fn data(&self, request: StorefrontRequest) -> Result<StorefrontAnswer, ClientError> {
        let url = resolve(&self.config.address, &request.url)?;
        let method = parse_method(&request.method)?;
        self.check(&method, &url)?;
        let tokens = self.tokens.as_ref().map_err(Clone::clone)?;
        let sent = Instant::now();
        let token = tokens.token().await?;
        let mut answer = self.exchanged(&method, &url, &token, request.body.as_deref()).await?;
        if answer.status() == StatusCode::UNAUTHORIZED {
            let token = tokens.instead_of(&token).await?;
            answer = self.exchanged(&method, &url, &token, request.body.as_deref()).await?;
        }
        self.finish(answer, sent).await
    }

    async fn exchanged(
        &self,
        method: &Method,
        url: &Url,
        token: &AccessToken,
        body: Option<&str>,
    ) -> Result<Response, ClientError> {
        let asked = |method: &Method| {
            let request = self.http.request(method.clone(), url.clone());
            request.bearer_auth(token.secret.expose_secret())
        };
        let state = match *method {
            Method::PATCH | Method::DELETE => State::of(&self.sent(asked(&Method::GET)).await?),
            _ => State::default(),
        };
        self.sent(state.added(asked(method), method, body)).await
    }

    async fn sent(&self, request: RequestBuilder) -> Result<Response, ClientError> {
        request.send().await.map_err(|error| self.lost(&error, Duration::ZERO))
    }
}

/// What a change is based on.
#[derive(Default)]
struct State {
    etag: Option<String>,
    token: Option<String>,
}

impl State {
    fn of(answer: &Response) -> Self {
        let header = |name| Some(answer.headers().get(name)?.to_str().ok()?.to_owned());
        Self { etag: header(ETAG.as_str()), token: header(STATE_HEADER) }
    }

    /// A `PATCH` carries it as `If-Match` and in its document, a `DELETE` in a header.
    fn added(
        self,
        mut request: RequestBuilder,
        method: &Method,
        body: Option<&str>,
    ) -> RequestBuilder {
        let Self { etag, token } = self;
        if *method == Method::DELETE {
            return match token {
                Some(token) => request.header(STATE_HEADER, token),
                None => request,
            };
        }
        if let Some(etag) = etag {
            request = request.header(IF_MATCH, etag);
        }
        match body.filter(|body| !body.is_empty()) {
            Some(body) => {
                request.header(CONTENT_TYPE, "application/json").body(with_state(body, token))
            }
            None => request,
        }
    }
}

/// A document that names no state gets this one; what is no document is sent as it is.
fn with_state(body: &str, token: Option<String>) -> String {
    let document = serde_json::from_str::<Map<String, Value>>(body).ok();
    let Some((mut document, token)) = document.zip(token) else { return body.to_owned() };
    document.entry("_resource_state").or_insert_with(|| token.into());
    Value::Object(document).to_string()
}

/// The answer to a Data API request as long as nobody has said where tokens come from.
pub(super) fn not_configured() -> ClientError {
    ClientError::NoToken {
        problem: "no access token: no API client is configured".to_owned(),
        action: "Give --client-id ID, SFCC_CLIENT_ID or client-id in dw.json.".to_owned(),
    }
}
