//! Requests of a person to custom APIs of a sandbox, with the token that an endpoint takes.

use super::Client;
use super::error::ClientError;
use super::storefront::{StorefrontAnswer, StorefrontRequest, parse_method, resolve};
use super::token::TokenSource;
use super::transport;
use crate::api::debugger::REASON_HEADER;
use reqwest::header::CONTENT_TYPE;
use reqwest::{Method, Response, StatusCode};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::time::{Duration, Instant};
use url::Url;

/// A guest of a site, who stays the same from request to request.
pub(super) struct Guest {
    /// Where his token was asked for, and for which site.
    of: (String, String),
    token: SecretString,
}

impl Client {
    /// Whether a URL or path is one of a custom API that a sandbox serves; elsewhere they are on another host.
    pub fn is_custom(&self, url: &str) -> bool {
        let path = resolve(&self.config.address, url);
        self.sandbox().is_some() && path.is_ok_and(|url| organization(&url).is_some())
    }

    /// Sends a request to a custom API and waits for as long as it takes: its script may be halted. Dropping the future
    /// aborts it.
    ///
    /// Where it names a site a guest asks, as whom endpoints of shoppers are asked; else, and where such a token isn't
    /// taken, it is the API client itself.
    pub async fn custom(
        &self,
        request: StorefrontRequest,
    ) -> Result<StorefrontAnswer, ClientError> {
        let url = resolve(&self.config.address, &request.url)?;
        let method = parse_method(&request.method)?;
        self.check(&method, &url)?;
        let tokens = self.tokens.as_ref().map_err(Clone::clone)?;
        let (sent, body) = (Instant::now(), request.body.as_deref());
        if let Some(place) = place(&url)
            && let Some((guest, is_kept)) = self.some_guest(tokens, &place).await?
        {
            let answer = self.called(&method, &url, &guest, body).await?;
            if !is_refused(&answer) {
                return self.finish(answer, sent).await;
            }
            // One of before may have expired; he stays who he is where it is guests that aren't taken.
            let new = if is_kept { self.new_guest(tokens, &place).await? } else { None };
            if let Some(new) = new {
                let answer = self.called(&method, &url, &new.token, body).await?;
                if !is_refused(&answer) {
                    *self.guest.lock().await = Some(new);
                    return self.finish(answer, sent).await;
                }
            }
        }
        let token = tokens.token().await?;
        let answer = self.called(&method, &url, &token.secret, body).await?;
        self.finish(answer, sent).await
    }

    /// The token of a guest of a site, and whether he is one of before. Nobody waits here for a script that is halted.
    async fn some_guest(
        &self,
        tokens: &TokenSource,
        place: &(String, String),
    ) -> Result<Option<(SecretString, bool)>, ClientError> {
        let mut guest = self.guest.lock().await;
        if let Some(kept) = guest.as_ref().filter(|it| it.of == *place) {
            return Ok(Some((kept.token.clone(), true)));
        }
        let Some(new) = self.new_guest(tokens, place).await? else { return Ok(None) };
        let token = new.token.clone();
        *guest = Some(new);
        Ok(Some((token, false)))
    }

    /// A new guest of a site; nobody if the API client gets no tokens for one.
    async fn new_guest(
        &self,
        tokens: &TokenSource,
        place: &(String, String),
    ) -> Result<Option<Guest>, ClientError> {
        let Some((id, secret)) = tokens.shared_secret() else { return Ok(None) };
        let (address, site) = place;
        let form = [("grant_type", "client_credentials"), ("channel_id", site)];
        let request = self.http.post(address).basic_auth(id, Some(secret.expose_secret()));
        // Others wait for this guest, too.
        let limit = self.config.timeouts.answer;
        let answer = request.form(&form).timeout(limit).send().await;
        let answer = answer.map_err(|error| self.lost(&error, limit))?;
        if !answer.status().is_success() {
            return Ok(None);
        }
        let body = transport::read(answer, &self.config, limit).await?;
        let document: Value = serde_json::from_slice(&body).unwrap_or_default();
        let token = document["access_token"].as_str().map(SecretString::from);
        Ok(token.map(|token| Guest { of: place.clone(), token }))
    }

    async fn called(
        &self,
        method: &Method,
        url: &Url,
        token: &SecretString,
        body: Option<&str>,
    ) -> Result<Response, ClientError> {
        let request = self.http.request(method.clone(), url.clone());
        let request = request.bearer_auth(token.expose_secret());
        let request = match body.filter(|body| !body.is_empty()) {
            Some(body) => request.header(CONTENT_TYPE, "application/json").body(body.to_owned()),
            None => request,
        };
        request.send().await.map_err(|error| self.lost(&error, Duration::ZERO))
    }
}

/// Whether the sandbox didn't take a token, so that nothing was run. Scripts answer with this status, too.
fn is_refused(answer: &Response) -> bool {
    answer.status() == StatusCode::UNAUTHORIZED && answer.headers().contains_key(REASON_HEADER)
}

/// The organization of a custom API's address.
fn organization(url: &Url) -> Option<&str> {
    let mut segments = url.path_segments()?;
    let is_custom = segments.next() == Some("custom");
    let organization = segments.nth(3)?;
    let is_form = url.path_segments()?.nth(3) == Some("organizations");
    (is_custom && is_form && !organization.is_empty()).then_some(organization)
}

/// Where a guest of the site that a request names gets his token, and for which site.
fn place(url: &Url) -> Option<(String, String)> {
    let (_, site) = url.query_pairs().find(|(name, _)| name == "siteId")?;
    let organization = organization(url).filter(|_| site != "Sites-Site")?;
    let path = format!("/shopper/auth/v1/organizations/{organization}/oauth2/token");
    Some((url.join(&path).ok()?.into(), site.into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guest_is_one_of_the_site_that_is_asked_for() {
        let base = "http://localhost:8400";
        for (path, site) in [
            ("/custom/a/v1/organizations/o/p?siteId=Shop&c_x=1", Some("Shop")),
            ("/custom/a/v1/organizations/o?siteId=Shop", Some("Shop")),
            ("/custom/a/v1/organizations/o/p", None),
            ("/custom/a/v1/organizations/o/p?siteId=Sites-Site", None),
            ("/custom/a/v1/o?siteId=Shop", None),
            ("/other/a/v1/organizations/o/p?siteId=Shop", None),
        ] {
            let url = Url::parse(&format!("{base}{path}")).expect("an address");
            let token = format!("{base}/shopper/auth/v1/organizations/o/oauth2/token");
            let expected = site.map(|site| (token, site.to_owned()));
            assert_eq!(place(&url), expected, "{path}");
        }
    }
}
