//! The login of shoppers, as clients of the platform's newer APIs use it: guests and registered customers get tokens that
//! custom APIs take.
//!
//! Codes and tokens are signed, so that nothing of them has to be kept; a code is good once, and so is the refresh token of
//! a client without a secret. The key is the process's: customers and sessions end with it, and so do what logouts and
//! refreshes have ended, and the clients with their scopes.

mod asked;
mod claims;
mod ended;

pub(super) use claims::Access;

use super::{
    accounts::{ApiClient, Credentials, Logins},
    clock::Clock,
    oauth::{Fault, Form, Signer, authenticate, unique},
    store::Secret,
    storefront::{CustomerId, Shopper, Storefront},
    transport::Arrival,
};
use asked::{FIELDS, answers, redirect_uri, scope, usid};
use axum::{
    body::Body,
    http::{
        HeaderMap, HeaderValue, Method, Request, StatusCode,
        header::{AUTHORIZATION, CACHE_CONTROL, CONTENT_TYPE, LOCATION, PRAGMA},
    },
    response::{IntoResponse, Response},
};
use claims::{Code, Of, Refresh};
use ended::Ended;
use md5::{Digest, Md5};
use secrecy::{ExposeSecret, SecretString};
use serde_json::{Value, json};
use std::sync::Arc;
use url::Url;

/// How long an access token lives, in seconds.
const ACCESS_LIFE: i64 = 30 * 60;
/// The same of a refresh token.
const REFRESH_LIFE: i64 = 30 * 24 * 60 * 60;
/// The same of a code.
const CODE_LIFE: i64 = 10 * 60;

/// Logs shoppers in, and knows their tokens.
pub(super) struct Shoppers {
    logins: Arc<Logins>,
    signer: Signer,
    clock: Clock,
    sites: Vec<Arc<Storefront>>,
    /// Each kind has a room of its own, so that many of one don't let another count again.
    ended_codes: Ended,
    ended_access: Ended,
    ended_refresh: Ended,
}

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A code for a guest.
    Authorize,
    /// A code for a customer who says his password.
    Login,
    /// Tokens.
    Token,
    /// An end of tokens.
    Logout,
}

impl Step {
    /// By the path behind the organization.
    pub(super) fn at(path: &str) -> Option<Self> {
        match path {
            "/oauth2/authorize" => Some(Self::Authorize),
            "/oauth2/login" => Some(Self::Login),
            "/oauth2/token" => Some(Self::Token),
            "/oauth2/logout" => Some(Self::Logout),
            _ => None,
        }
    }
}

impl Shoppers {
    /// Logs in the customers of the sites, for the clients of the accounts, with tokens under a key.
    pub(super) fn new(
        logins: Arc<Logins>,
        key: &Secret,
        clock: Clock,
        sites: Vec<Arc<Storefront>>,
    ) -> Self {
        Self {
            logins,
            signer: Signer::new(key),
            clock,
            sites,
            ended_codes: Ended::default(),
            ended_access: Ended::default(),
            ended_refresh: Ended::default(),
        }
    }

    /// Answers a request of an organization's client.
    pub(super) async fn answer(
        &self,
        step: Step,
        organization: &str,
        arrival: Arrival,
        request: Request<Body>,
    ) -> Response {
        let answer = if arrival.is_private() {
            self.answered(step, organization, request).await
        } else {
            Err(Fault::invalid_request("logins of shoppers need HTTPS"))
        };
        answer.unwrap_or_else(Fault::of_shoppers)
    }

    async fn answered(
        &self,
        step: Step,
        organization: &str,
        request: Request<Body>,
    ) -> Result<Response, Fault> {
        let (head, body) = request.into_parts();
        let form = match (step, &head.method) {
            (Step::Authorize | Step::Logout, &Method::GET) => {
                Form::parse("", head.uri.query().unwrap_or_default().as_bytes(), &FIELDS)?
            }
            (Step::Login | Step::Token, &Method::POST) => {
                Form::read(&head.headers, "", body, &FIELDS).await?
            }
            (Step::Authorize | Step::Logout, _) => {
                return Err(Fault::invalid_request("this is asked for with GET"));
            }
            _ => return Err(Fault::method_not_allowed()),
        };
        match step {
            Step::Authorize => self.authorize(organization, &form),
            Step::Login => self.login(organization, &head.headers, &form).await,
            Step::Token => self.token(organization, &head.headers, &form),
            Step::Logout => self.logout(&head.headers, &form),
        }
    }

    /// The shopper and the client of an access token; nothing if it isn't ours, or counts no more.
    pub(super) fn access(&self, token: &str) -> Option<Access> {
        let access: Access = serde_json::from_slice(&self.signer.claims(token)?).ok()?;
        let is_live = access.of == Of::Access && access.exp > self.clock.now().seconds();
        (is_live && !self.ended_access.has(&access.jti, access.exp)).then_some(access)
    }

    /// Whom scripts see.
    pub(super) fn shopper(&self, access: &Access) -> Shopper {
        Shopper {
            session: self.session(access),
            guest: self.guest(&access.usid),
            customer: access.customer.as_ref().map(|it| it.number.clone()),
        }
    }

    /// The storefront of a site.
    pub(super) fn site(&self, id: &str) -> Option<&Arc<Storefront>> {
        self.sites.iter().find(|site| site.site() == id)
    }

    /// The session of a shopper, which nobody can guess who knows his ID. As a customer he has another one than as a guest,
    /// who needs no more than the ID.
    fn session(&self, access: &Access) -> String {
        let Access { site, usid, customer, .. } = access;
        self.signer.name(&json!(["session", site, usid, customer]).to_string())
    }

    /// The customer ID of a guest.
    fn guest(&self, usid: &str) -> String {
        self.signer.name(&format!("guest\n{usid}")).chars().take(26).collect()
    }

    fn known_client(&self, form: &Form) -> Result<&ApiClient, Fault> {
        let client = form.field("client_id").and_then(|id| self.logins.accounts().client(id));
        client.ok_or_else(|| Fault::invalid_request("Bad or missing client_id."))
    }

    /// A client that says its secret.
    fn proven_client(&self, headers: &HeaderMap, form: &Form) -> Result<Option<&ApiClient>, Fault> {
        if !headers.contains_key(AUTHORIZATION) {
            return Ok(None);
        }
        let sent = Credentials::read(headers);
        let client = sent.and_then(|sent| authenticate(self.logins.accounts(), &sent));
        let client = client.ok_or_else(Fault::invalid_client)?;
        match form.field("client_id") {
            Some(id) if id != client.id() => Err(Fault::invalid_client()),
            _ => Ok(Some(client)),
        }
    }

    /// A code for a guest, who needs no password.
    fn authorize(&self, organization: &str, form: &Form) -> Result<Response, Fault> {
        let client = self.known_client(form)?;
        let redirect = redirect_uri(client, form)?;
        if form.field("response_type") != Some("code") {
            return Err(Fault::invalid_request("response_type is code"));
        }
        if form.field("hint") != Some("guest") {
            return Err(Fault::invalid_request(
                "hint is guest: other identity providers are not emulated",
            ));
        }
        if let Some(site) = form.field("channel_id") {
            self.checked_site(site)?;
        }
        self.code(organization, client, (form, redirect), None)
    }

    /// A code for a customer of the site.
    async fn login(
        &self,
        organization: &str,
        headers: &HeaderMap,
        form: &Form,
    ) -> Result<Response, Fault> {
        let client = self.known_client(form)?;
        let redirect = redirect_uri(client, form)?;
        let site = self.named_site(form)?;
        let failed = || Fault::invalid_client_because("Basic Authorization failed.");
        let Credentials { login, password } = Credentials::read(headers).ok_or_else(failed)?;
        let (customer, hash) = site.customer_of(&login).unzip();
        let is_his = self.logins.fits(hash, password).await;
        let customer = customer.filter(|_| is_his).ok_or_else(failed)?;
        self.code(organization, client, (form, redirect), Some(customer))
    }

    /// Leads to the client with a code.
    fn code(
        &self,
        organization: &str,
        client: &ApiClient,
        (form, mut redirect): (&Form, Url),
        customer: Option<CustomerId>,
    ) -> Result<Response, Fault> {
        let challenge = form.field("code_challenge").filter(|it| !it.is_empty());
        if challenge.is_none() && (client.is_public() || customer.is_some()) {
            return Err(Fault::invalid_request("code_challenge is required"));
        }
        let usid = usid(form)?;
        let code = Code {
            of: Of::Code,
            jti: unique(),
            exp: self.clock.now().seconds() + CODE_LIFE,
            client: client.id().to_owned(),
            organization: organization.to_owned(),
            site: form.field("channel_id").map(str::to_owned),
            redirect: form.field("redirect_uri").unwrap_or_default().to_owned(),
            challenge: challenge.map(str::to_owned),
            usid: usid.clone(),
            customer,
            scope: scope(client, form)?,
        };
        let code = self.signer.sign(&json!(code));
        redirect.query_pairs_mut().append_pair("usid", &usid).append_pair("code", &code);
        if let Some(state) = form.field("state") {
            redirect.query_pairs_mut().append_pair("state", state);
        }
        let mut response = StatusCode::SEE_OTHER.into_response();
        let location = HeaderValue::try_from(redirect.as_str());
        let location =
            location.map_err(|_| Fault::invalid_request("Bad or missing redirect_uri."))?;
        response.headers_mut().insert(LOCATION, location);
        response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        Ok(response)
    }

    fn token(
        &self,
        organization: &str,
        headers: &HeaderMap,
        form: &Form,
    ) -> Result<Response, Fault> {
        let proven = self.proven_client(headers, form)?;
        let grant = form.field("grant_type").filter(|grant| !grant.is_empty());
        match grant.ok_or_else(|| Fault::invalid_request("grant_type is missing"))? {
            "client_credentials" => {
                let client = proven.ok_or_else(Fault::invalid_client)?;
                let site = self.named_site(form)?;
                let refresh = Refresh {
                    usid: usid(form)?,
                    scope: scope(client, form)?,
                    ..self.refresh(client, organization, site)
                };
                Ok(self.granted(&refresh, form))
            }
            "authorization_code" | "authorization_code_pkce" => {
                self.exchanged(organization, (proven, form))
            }
            "refresh_token" => self.refreshed(organization, (proven, form)),
            other => Err(Fault::unsupported_grant_type(other)),
        }
    }

    /// Tokens for a code.
    fn exchanged(
        &self,
        organization: &str,
        (proven, form): (Option<&ApiClient>, &Form),
    ) -> Result<Response, Fault> {
        let client = match proven {
            Some(client) => client,
            None => self.known_client(form)?,
        };
        if proven.is_none() && !client.is_public() {
            return Err(Fault::invalid_client());
        }
        let wrong = || Fault::invalid_grant("Bad or missing authorization code.");
        let sent = form.field("code").ok_or_else(wrong)?;
        let code = self.signer.claims(sent).and_then(|it| serde_json::from_slice::<Code>(&it).ok());
        let code = code.filter(|code| {
            code.of == Of::Code
                && code.exp > self.clock.now().seconds()
                && code.client == client.id()
                && code.organization == organization
                && form.field("redirect_uri").is_none_or(|it| it == code.redirect)
                && form.field("usid").filter(|it| !it.is_empty()).is_none_or(|it| it == code.usid)
        });
        let code = code.ok_or_else(wrong)?;
        match (&code.challenge, form.field("code_verifier")) {
            (Some(challenge), Some(verifier)) if answers(challenge, verifier) => {}
            (Some(_), Some(_)) => return Err(Fault::invalid_grant("Bad code_verifier.")),
            (Some(_), None) => return Err(Fault::invalid_request("code_verifier is required")),
            (None, _) if proven.is_some() => {}
            (None, _) => return Err(Fault::invalid_client()),
        }
        let site = self.named_site(form)?;
        if code.site.as_deref().is_some_and(|it| it != site.site()) {
            return Err(Fault::invalid_request("Bad or missing channel_id."));
        }
        if code.customer.as_ref().is_some_and(|customer| !site.has_customer(customer)) {
            return Err(wrong());
        }
        let Code { jti, exp, usid, customer, scope, .. } = code;
        if !self.ended_codes.add(jti, exp, self.clock.now().seconds()) {
            return Err(wrong());
        }
        let refresh = Refresh { usid, customer, scope, ..self.refresh(client, organization, site) };
        Ok(self.granted(&refresh, form))
    }

    /// Tokens for a refresh token.
    fn refreshed(
        &self,
        organization: &str,
        (proven, form): (Option<&ApiClient>, &Form),
    ) -> Result<Response, Fault> {
        // Clients know this text: they begin anew then.
        let wrong = || Fault::invalid_grant("invalid refresh_token");
        let known = form.field("refresh_token").and_then(|it| self.kept(it)).ok_or_else(wrong)?;
        let client = match proven {
            Some(client) => client,
            None => self.known_client(form)?,
        };
        let site = self.site(&known.site).ok_or_else(wrong)?;
        let is_fine = known.client == client.id()
            && known.organization == organization
            && form.field("channel_id").is_none_or(|it| it == known.site)
            && known.customer.as_ref().is_none_or(|it| site.has_customer(it));
        if !is_fine {
            return Err(wrong());
        }
        if proven.is_none() {
            if !client.is_public() {
                return Err(Fault::invalid_client());
            }
            let fresh = self.refresh(client, organization, site);
            let Refresh { jti, exp, usid, customer, scope, .. } = known;
            if !self.ended_refresh.add(jti, exp, self.clock.now().seconds()) {
                return Err(wrong());
            }
            return Ok(self.granted(&Refresh { usid, customer, scope, ..fresh }, form));
        }
        Ok(self.granted(&known, form))
    }

    /// The claims of a refresh token that counts still.
    fn kept(&self, token: &str) -> Option<Refresh> {
        let refresh: Refresh = serde_json::from_slice(&self.signer.claims(token)?).ok()?;
        let is_live = refresh.of == Of::Refresh && refresh.exp > self.clock.now().seconds();
        (is_live && !self.ended_refresh.has(&refresh.jti, refresh.exp)).then_some(refresh)
    }

    fn refresh(&self, client: &ApiClient, organization: &str, site: &Storefront) -> Refresh {
        Refresh {
            of: Of::Refresh,
            jti: unique(),
            exp: self.clock.now().seconds() + REFRESH_LIFE,
            client: client.id().to_owned(),
            organization: organization.to_owned(),
            site: site.site().to_owned(),
            usid: String::new(),
            customer: None,
            scope: String::new(),
        }
    }

    /// The tokens for what a refresh token grants.
    fn granted(&self, refresh: &Refresh, form: &Form) -> Response {
        let now = self.clock.now().seconds();
        let guest = self.guest(&refresh.usid);
        let number = refresh.customer.as_ref().map(|it| it.number.as_str());
        let customer = number.unwrap_or(&guest);
        let site = self.site(&refresh.site);
        let profile = number.and_then(|number| site?.customer(number));
        let profile = profile.unwrap_or_default();
        let access = Access::new(refresh, &guest, &profile, [now, now + ACCESS_LIFE]);
        let identity = json!({
            "iss": access.iss, "sub": access.sub, "aud": refresh.client, "iat": now, "exp": access.exp,
        });
        let mut body = json!({
            "access_token": self.signer.sign(&json!(access)),
            "id_token": self.signer.sign(&identity),
            "refresh_token": self.signer.sign(&json!(refresh)),
            "expires_in": ACCESS_LIFE,
            "refresh_token_expires_in": refresh.exp - now,
            "token_type": "Bearer",
            "usid": refresh.usid,
            "customer_id": customer,
            "enc_user_id": hidden(customer),
            "idp_access_token": "",
        });
        if let Some(dnt) = form.field("dnt") {
            body["dnt"] = dnt.into();
        }
        told(&body)
    }

    /// Access token and refresh token count no more.
    fn logout(&self, headers: &HeaderMap, form: &Form) -> Result<Response, Fault> {
        let wrong = || Fault::invalid_request("Bad or missing access token.");
        let access = bearer(headers).and_then(|it| self.access(it.expose_secret()));
        let access = access.ok_or_else(wrong)?;
        let refresh = form.field("refresh_token").and_then(|it| self.kept(it));
        let refresh = refresh.filter(|it| it.usid == access.usid && it.client == access.client);
        let refresh =
            refresh.ok_or_else(|| Fault::invalid_request("Bad or missing refresh token."))?;
        let now = self.clock.now().seconds();
        self.ended_access.add(access.jti, access.exp, now);
        self.ended_refresh.add(refresh.jti, refresh.exp, now);
        Ok(told(&json!({
            "access_token": "", "id_token": "null", "refresh_token": "", "expires_in": 0,
            "refresh_token_expires_in": 0, "token_type": "Bearer", "usid": "null",
            "customer_id": "null", "enc_user_id": "null", "idp_access_token": "",
            "idp_refresh_token": "null", "dnt": "null",
        })))
    }

    fn named_site(&self, form: &Form) -> Result<&Arc<Storefront>, Fault> {
        self.checked_site(form.field("channel_id").unwrap_or_default())
    }

    fn checked_site(&self, id: &str) -> Result<&Arc<Storefront>, Fault> {
        self.site(id).ok_or_else(|| Fault::invalid_request("Bad or missing channel_id."))
    }
}

/// The token of an `Authorization` header.
pub(super) fn bearer(headers: &HeaderMap) -> Option<SecretString> {
    let mut values = headers.get_all(AUTHORIZATION).iter();
    let (value, None) = (values.next()?, values.next()) else { return None };
    let (scheme, token) = value.to_str().ok()?.trim().split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().into())
}

/// A user's ID as the platform hides it: its MD5 digest in capital letters.
fn hidden(id: &str) -> String {
    format!("{:032X}", u128::from_be_bytes(Md5::digest(id.as_bytes()).into()))
}

fn told(body: &Value) -> Response {
    let headers = [
        (CONTENT_TYPE, "application/json;charset=UTF-8"),
        (CACHE_CONTROL, "no-store"),
        (PRAGMA, "no-cache"),
    ];
    (headers, body.to_string()).into_response()
}
