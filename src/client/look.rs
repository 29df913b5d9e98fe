//! A look at an answer as it came, for those who look for what is wrong: one `GET`, whatever its
//! answer's status. Nothing is changed on the server.

use super::error::ClientError;
use super::storefront::resolve;
use super::{Client, ClientConfig, failure, transport};
use crate::api::debugger::{BASE_PATH, CLIENT_ID_HEADER};
use crate::api::fault::Fault;
use reqwest::header::{COOKIE, DATE, HeaderName, WWW_AUTHENTICATE};
use reqwest::{RequestBuilder, Response};
use secrecy::ExposeSecret;
use std::sync::Arc;
use std::time::SystemTime;

/// An answer as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// Its status.
    pub status: u16,
    /// The server's time, as its header `Date` says it.
    pub date: Option<String>,
    /// When the request was sent, by this machine's clock.
    pub sent: SystemTime,
    /// When the answer's head arrived, by this machine's clock.
    pub arrived: SystemTime,
    /// How the answer asks for a login: its header `WWW-Authenticate`.
    pub asked_login: Option<String>,
    /// The fault document in its body, if it is one.
    pub fault: Option<Fault>,
    /// The body of a success; everything else, web pages too, is an error.
    pub outcome: Result<Vec<u8>, ClientError>,
}

impl Client {
    /// The same client without its user: it sees what everybody sees.
    #[must_use]
    pub fn anonymous(&self) -> Self {
        let config = ClientConfig { credentials: None, ..(*self.config).clone() };
        Self { config: Arc::new(config), ..self.clone() }
    }

    /// `GET` of a path below the debugger's base, such as `/threads`.
    pub async fn look_at_debugger(&self, path: &str) -> Result<Look, ClientError> {
        self.look_at(&format!("{BASE_PATH}{path}")).await
    }

    /// `GET` of a path on the instance with the user's login; redirects are not followed. Fails only
    /// when no whole answer came.
    pub async fn look_at(&self, path: &str) -> Result<Look, ClientError> {
        let limit = self.config.timeouts.answer;
        let request = self.looking(path)?;
        let sent = SystemTime::now();
        let response = request.send().await.map_err(|error| self.lost(&error, limit))?;
        let arrived = SystemTime::now();
        self.cookies.learn_debugger(response.headers());
        let status = response.status();
        let (date, asked_login) = (text(&response, &DATE), text(&response, &WWW_AUTHENTICATE));
        let headers = response.headers().clone();
        let body = transport::read(response, &self.config, limit).await?;
        let fault = Fault::parse(&body);
        let outcome = if !status.is_success() {
            Err(failure::refusal(status, &headers, &body, self.login()))
        } else if failure::is_page(&body) {
            Err(failure::without_fault(status, &headers, &body))
        } else {
            Ok(body)
        };
        Ok(Look { status: status.as_u16(), date, sent, arrived, asked_login, fault, outcome })
    }

    fn looking(&self, path: &str) -> Result<RequestBuilder, ClientError> {
        let url = resolve(&self.config.address, path)?;
        let mut request = self.http.get(url).timeout(self.config.timeouts.answer);
        request = request.header(CLIENT_ID_HEADER, self.debugger_id.as_str());
        if let Some(credentials) = &self.config.credentials {
            let password = credentials.password.expose_secret();
            request = request.basic_auth(&credentials.username, Some(password));
        }
        if let Some(cookie) = self.cookies.for_debugger() {
            request = request.header(COOKIE, cookie);
        }
        Ok(request)
    }
}

fn text(response: &Response, name: &HeaderName) -> Option<String> {
    response.headers().get(name)?.to_str().ok().map(str::to_owned)
}
