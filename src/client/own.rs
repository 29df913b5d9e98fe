//! What a sandbox is asked about itself, below `/-/sandbox/`.

use super::error::ClientError;
use super::storefront::{StorefrontAnswer, StorefrontRequest, parse_method, resolve, words_of};
use super::{Client, failure, transport};
use crate::api::debugger::{CARTRIDGES_HEADER, SANDBOX_HEADER, SITE_HEADER};
use crate::api::fault::Fault;
use crate::api::sandbox::ROOT;
use reqwest::header::{CONTENT_TYPE, COOKIE, HeaderMap};
use reqwest::{Response, StatusCode};
use secrecy::ExposeSecret;
use std::time::{Duration, Instant};

/// The largest document that is read, in bytes.
const LARGEST_DOCUMENT: usize = 16 << 20;
/// The longest answer that is handed on, in bytes.
const LONGEST: u64 = 4 << 30;

/// What a sandbox of this program says of itself with the debugger's answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SandboxFacts {
    /// The site that it serves.
    pub site: Option<String>,
    /// The cartridge path of all its sites, leftmost first; empty if it doesn't say so, as they have several.
    pub cartridges: Vec<String>,
}

impl Client {
    /// What the sandbox that answers the debugger has said of itself; nothing of another instance.
    pub fn sandbox(&self) -> Option<SandboxFacts> {
        self.sandbox.lock().clone()
    }

    /// Notes who has answered: a sandbox may have been started anew with other cartridges.
    pub(super) fn learn_whose(&self, headers: &HeaderMap) {
        if headers.contains_key(SANDBOX_HEADER) {
            let told = |name| headers.get(name).and_then(|told| told.to_str().ok());
            let path = told(CARTRIDGES_HEADER).unwrap_or_default().split(':');
            *self.sandbox.lock() = Some(SandboxFacts {
                site: told(SITE_HEADER).map(str::to_owned),
                cartridges: path.filter(|it| !it.is_empty()).map(str::to_owned).collect(),
            });
        }
    }

    /// Whether a URL or path is one of a sandbox's own on the instance.
    pub fn is_own(&self, url: &str) -> bool {
        resolve(&self.config.address, url).is_ok_and(|url| url.path().starts_with(ROOT))
    }

    /// Sends such a request as the debugger's user, and waits for as long as it takes: scripts may have
    /// to be ended first.
    pub async fn own(&self, request: StorefrontRequest) -> Result<StorefrontAnswer, ClientError> {
        let sent = Instant::now();
        let mut answer = self.asked(&request).await?;
        let (status, reason) = words_of(answer.status());
        let url = answer.url().to_string();
        let content_type = answer.headers().get(CONTENT_TYPE).and_then(|it| it.to_str().ok());
        let content_type = content_type.unwrap_or_default().to_owned();
        let mut body = Vec::new();
        while let Some(piece) =
            answer.chunk().await.map_err(|error| self.lost(&error, Duration::ZERO))?
        {
            if body.len() + piece.len() > LARGEST_DOCUMENT {
                return Err(ClientError::TooLarge { limit: LARGEST_DOCUMENT as u64 });
            }
            body.extend_from_slice(&piece);
        }
        let (size, text) = (body.len() as u64, String::from_utf8_lossy(&body).into_owned());
        let elapsed = sent.elapsed();
        let script_error = None;
        Ok(StorefrontAnswer {
            status,
            reason,
            url,
            elapsed,
            size,
            content_type,
            text,
            script_error,
            leads_to: None,
            reason_told: None,
            redirected_to: None,
        })
    }

    /// The same, with a success's whole body handed on piece by piece. `keep` answers whether it wants more.
    pub async fn own_whole(
        &self,
        request: StorefrontRequest,
        mut keep: impl FnMut(&[u8]) -> bool,
    ) -> Result<(), ClientError> {
        let mut answer = self.asked(&request).await?;
        let (status, headers) = (answer.status(), answer.headers().clone());
        if !status.is_success() {
            let body = transport::read(answer, &self.config, Duration::ZERO).await?;
            // It says whose right is missing, which isn't that of the debugger.
            let fault = Fault::parse(&body).filter(|_| status == StatusCode::UNAUTHORIZED);
            return Err(match fault {
                Some(fault) => ClientError::Fault { status: status.as_u16(), fault },
                None => failure::refusal(status, &headers, &body, self.login()),
            });
        }
        let mut size = 0;
        while let Some(piece) =
            answer.chunk().await.map_err(|error| self.lost(&error, Duration::ZERO))?
        {
            size += piece.len() as u64;
            if size > LONGEST {
                return Err(ClientError::TooLarge { limit: LONGEST });
            }
            if !keep(&piece) {
                break;
            }
        }
        Ok(())
    }

    async fn asked(&self, request: &StorefrontRequest) -> Result<Response, ClientError> {
        let url = resolve(&self.config.address, &request.url)?;
        let method = parse_method(&request.method)?;
        self.check(&method, &url)?;
        let mut asking = self.http.request(method, url);
        if let Some(credentials) = &self.config.credentials {
            let password = credentials.password.expose_secret();
            asking = asking.basic_auth(&credentials.username, Some(password));
        }
        if let Some(cookie) = self.cookies.for_debugger() {
            asking = asking.header(COOKIE, cookie);
        }
        if let Some(body) = request.body.clone().filter(|body| !body.is_empty()) {
            asking = asking.header(CONTENT_TYPE, "application/json").body(body);
        }
        asking.send().await.map_err(|error| self.lost(&error, Duration::ZERO))
    }
}
