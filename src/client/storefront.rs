//! Storefront requests: what makes a script run, and halt.

use super::Client;
use super::config::Credentials;
use super::error::ClientError;
use crate::api::address::{Address, without_login};
use crate::api::debugger::REASON_HEADER;
use crate::api::safety::Operation;
use reqwest::header::{CONTENT_TYPE, COOKIE, LOCATION};
use reqwest::{Method, Response, StatusCode};
use secrecy::ExposeSecret;
use std::time::{Duration, Instant};
use url::Url;

/// How many redirects on the instance itself are followed.
const MOST_REDIRECTS: usize = 10;
/// How much of an answer is kept, in bytes.
const KEPT: usize = 64 << 10;
/// How much of an answer is read, in bytes: unpacked, a small one may be endless.
const LONGEST: u64 = 1 << 30;
/// The header by which the sandbox says what a script's own error page is about.
const SCRIPT_ERROR: &str = "x-script-error";

/// What to ask the storefront for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorefrontRequest {
    /// `GET`, `POST`, …
    pub method: String,
    /// A URL of the instance, or a path on it.
    pub url: String,
    /// A form, or JSON if it starts with `{` or `[`.
    pub body: Option<String>,
}

/// What the storefront answered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StorefrontAnswer {
    /// The last answer's status.
    pub status: u16,
    /// What it means, as in `Not Found`.
    pub reason: &'static str,
    /// Where it came from after redirects.
    pub url: String,
    /// From the first byte sent to the last byte read.
    pub elapsed: Duration,
    /// The whole body's size in bytes.
    pub size: u64,
    /// The `Content-Type`, empty without one.
    pub content_type: String,
    /// The body's first 64 KiB as text.
    pub text: String,
    /// The error that a script ended with, where the answer's header says so.
    pub script_error: Option<String>,
    /// Where it leads, if that was not followed.
    pub leads_to: Option<String>,
    /// Why a sandbox answers with a page of its own, where the answer's header says so.
    pub reason_told: Option<String>,
    /// What answered in the place of what was asked for: path and query, or the whole address if another port of the
    /// instance did.
    pub redirected_to: Option<String>,
}

impl Client {
    /// Sends a request and waits for as long as it takes: its script may be halted. Dropping the
    /// future aborts it.
    ///
    /// The debugger's `dwsid` cookie and the storefront's credentials go along; another host than
    /// the instance is refused with [`ClientError::ForeignUrl`], a URL with a login of its own too,
    /// and a redirect to one of those is not followed. What safety levels or rules forbid isn't sent,
    /// neither at first nor where a redirect leads there: [`ClientError::Unsafe`].
    pub async fn storefront(
        &self,
        request: StorefrontRequest,
    ) -> Result<StorefrontAnswer, ClientError> {
        let mut url = resolve(&self.config.address, &request.url)?;
        let mut method = parse_method(&request.method)?;
        let mut body = request.body.filter(|body| !body.is_empty());
        let (sent, first) = (Instant::now(), url.clone());
        for _ in 0..MOST_REDIRECTS {
            self.check(&method, &url)?;
            let response = self.fetch(&method, &url, body.as_deref()).await?;
            let Some(next) = self.redirected(&response, &url) else {
                let answer = self.finish(response, sent).await?;
                let redirected_to = (url != first).then(|| address_beside(&first, &url));
                return Ok(StorefrontAnswer { redirected_to, ..answer });
            };
            if !keeps_method(response.status()) && method != Method::HEAD {
                (method, body) = (Method::GET, None);
            }
            url = next;
        }
        Err(ClientError::BadRequest {
            problem: format!("more than {MOST_REDIRECTS} redirects, the last to {url}"),
        })
    }

    /// Whether a request of a person may be sent.
    pub(super) fn check(&self, method: &Method, url: &Url) -> Result<(), ClientError> {
        let operation = Operation::Request { method: method.as_str(), path: url.path() };
        Ok(self.config.safety.check(operation)?)
    }

    async fn fetch(
        &self,
        method: &Method,
        url: &Url,
        body: Option<&str>,
    ) -> Result<Response, ClientError> {
        let mut request = self.http.request(method.clone(), url.clone());
        if let Some(Credentials { username, password }) = &self.config.storefront {
            request = request.basic_auth(username, Some(password.expose_secret()));
        }
        if let Some(cookies) = self.cookies.for_storefront() {
            request = request.header(COOKIE, cookies);
        }
        if let Some(body) = body {
            request = request.header(CONTENT_TYPE, content_type(body)).body(body.to_owned());
        }
        let answer = request.send().await.map_err(|error| self.lost(&error, Duration::ZERO))?;
        self.cookies.learn_storefront(answer.headers());
        Ok(answer)
    }

    /// Where the answer leads on the same instance.
    fn redirected(&self, response: &Response, from: &Url) -> Option<Url> {
        target(response, from).filter(|next| self.is_ours(next) && !has_login(next))
    }

    /// Whether it is the instance; one that is asked over plain HTTP answers HTTPS on another port.
    fn is_ours(&self, url: &Url) -> bool {
        let own = self.config.address.url();
        let is_secured =
            own.scheme() == "http" && url.scheme() == "https" && own.host() == url.host();
        self.config.address.owns(url) || is_secured
    }

    pub(super) async fn finish(
        &self,
        mut response: Response,
        sent: Instant,
    ) -> Result<StorefrontAnswer, ClientError> {
        let (status, reason) = words_of(response.status());
        let url = response.url().to_string();
        let leads_to = target(&response, response.url())
            .map(|target| without_login(target.as_str()).into_owned());
        let content_type = response.headers().get(CONTENT_TYPE);
        let content_type =
            content_type.and_then(|text| text.to_str().ok()).unwrap_or_default().to_owned();
        let told = |header: &str| {
            let text = response.headers().get(header)?;
            Some(String::from_utf8_lossy(text.as_bytes()).into_owned())
        };
        let (script_error, reason_told) = (told(SCRIPT_ERROR), told(REASON_HEADER));
        let (mut kept, mut size) = (Vec::new(), 0);
        while let Some(chunk) =
            response.chunk().await.map_err(|error| self.lost(&error, Duration::ZERO))?
        {
            size += chunk.len() as u64;
            if size > LONGEST {
                return Err(ClientError::TooLarge { limit: LONGEST });
            }
            kept.extend_from_slice(&chunk[..chunk.len().min(KEPT - kept.len())]);
        }
        let text = String::from_utf8_lossy(&kept).into_owned();
        tracing::info!(status, size, elapsed = ?sent.elapsed(), "storefront request answered");
        let elapsed = sent.elapsed();
        Ok(StorefrontAnswer {
            status,
            reason,
            url,
            elapsed,
            size,
            content_type,
            text,
            script_error,
            leads_to,
            reason_told,
            redirected_to: None,
        })
    }
}

/// An address as it is written beside another one: of the same server its path and query alone.
fn address_beside(known: &Url, url: &Url) -> String {
    if known.origin() != url.origin() {
        return without_login(url.as_str()).into_owned();
    }
    let query = url.query().map(|query| format!("?{query}"));
    format!("{}{}", url.path(), query.unwrap_or_default())
}

/// Where a redirect leads.
fn target(response: &Response, from: &Url) -> Option<Url> {
    let location = response.headers().get(LOCATION)?.to_str().ok()?;
    let next = from.join(location).ok()?;
    response.status().is_redirection().then_some(next)
}

/// A status and what it means, if anybody knows.
pub(super) fn words_of(status: StatusCode) -> (u16, &'static str) {
    (status.as_u16(), status.canonical_reason().unwrap_or_default())
}

/// The URL on the instance that a text means.
pub(super) fn resolve(address: &Address, text: &str) -> Result<Url, ClientError> {
    let shown = without_login(text);
    let malformed =
        |error| ClientError::BadRequest { problem: format!("\"{shown}\" is no URL: {error}") };
    let url = address.url().join(text.trim()).map_err(malformed)?;
    if !address.owns(&url) {
        let (url, address) = (shown.into_owned(), address.to_string());
        return Err(ClientError::ForeignUrl { url, address });
    }
    if has_login(&url) {
        let problem = "the URL carries a user name or password: dw.json has storefront-username and storefront-password for them".to_owned();
        return Err(ClientError::BadRequest { problem });
    }
    Ok(url)
}

fn has_login(url: &Url) -> bool {
    !url.username().is_empty() || url.password().is_some()
}

pub(super) fn parse_method(text: &str) -> Result<Method, ClientError> {
    let problem = |_| ClientError::BadRequest { problem: format!("\"{text}\" is no HTTP method") };
    Method::from_bytes(text.trim().to_ascii_uppercase().as_bytes()).map_err(problem)
}

fn keeps_method(status: StatusCode) -> bool {
    matches!(status, StatusCode::TEMPORARY_REDIRECT | StatusCode::PERMANENT_REDIRECT)
}

fn content_type(body: &str) -> &'static str {
    if body.trim_start().starts_with(['{', '[']) {
        "application/json"
    } else {
        "application/x-www-form-urlencoded"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str) -> Result<String, ClientError> {
        let address = Address::parse("https://shop.example.com:8443").expect("an address");
        resolve(&address, text).map(|url| url.to_string())
    }

    #[test]
    fn paths_and_urls_of_the_instance_are_accepted() {
        let base = "https://shop.example.com:8443";
        for (text, expected) in [
            ("/s/Storefront/home?x=1", "/s/Storefront/home?x=1"),
            (" https://shop.example.com:8443/x y ", "/x%20y"),
        ] {
            assert_eq!(check(text), Ok(format!("{base}{expected}")), "{text}");
        }
    }

    #[test]
    fn other_hosts_are_refused() {
        for text in [
            "https://evil.example.com/",
            "//evil.example.com/x",
            "http://shop.example.com:8443/",
            "https://shop.example.com:8443@evil.example.com/",
        ] {
            assert!(matches!(check(text), Err(ClientError::ForeignUrl { .. })), "{text}");
        }
    }

    #[test]
    fn a_login_in_a_url_is_neither_sent_nor_repeated() {
        for text in [
            "https://ada:s3cret@shop.example.com:8443/x",
            "https://ada:s3cret@evil.example.com/",
            "https://ada:s3cret@[x/",
        ] {
            let error = check(text).expect_err("refused");
            assert!(!format!("{error} {error:?}").contains("s3cret"), "{error:?}");
        }
    }

    #[test]
    fn methods_are_words_in_any_case() {
        assert_eq!(parse_method(" post "), Ok(Method::POST));
        assert!(parse_method("no method").is_err());
    }
}
