//! Who calls an endpoint, by the token that came with the request.

use super::{Scapi, Target, unfit};
use crate::sandbox::{
    oauth::Identity,
    refusal::Refusal,
    shopper::bearer,
    storefront::{Caller, Scheme, Security},
};
use axum::http::{HeaderMap, StatusCode, header::AUTHORIZATION};
use secrecy::ExposeSecret;

/// What the scope begins with that opens an organization to a token of the account management.
const TENANT: &str = "SALESFORCE_COMMERCE_API:";

impl Scapi {
    /// Who calls; 401 without a token of the right kind, 403 without its scope.
    pub(super) fn caller(
        &self,
        security: &Security,
        organization: &str,
        target: &Target,
        headers: &HeaderMap,
    ) -> Result<Caller, Refusal> {
        let token = bearer(headers).ok_or_else(|| {
            let is_there = headers.contains_key(AUTHORIZATION);
            let what = if is_there { "is no bearer's" } else { "is missing" };
            unauthorized(&format!("the header Authorization {what}"))
        })?;
        match security.scheme {
            Scheme::Shopper => self.shopper(security, organization, target, token.expose_secret()),
            Scheme::Admin => self.admin(security, organization, token.expose_secret()),
        }
    }

    fn shopper(
        &self,
        security: &Security,
        organization: &str,
        target: &Target,
        token: &str,
    ) -> Result<Caller, Refusal> {
        let access = self.shoppers.access(token).ok_or_else(|| {
            let other = "it is one of the account management: the endpoint takes those of shoppers";
            let is_other = self.tokens.identify(token, self.clock.now()).is_some();
            unauthorized(if is_other { other } else { "the token is not valid, or no more" })
        })?;
        if access.organization != organization {
            let of = &access.organization;
            return Err(unauthorized(&format!("the token is one for the organization {of}")));
        }
        // Numbers of customers are those of a site: without one it could be anybody.
        if !target.is_of_site {
            let what = "The query parameter 'siteId' is missing or names no site";
            return Err(unfit(StatusCode::BAD_REQUEST, what));
        }
        if access.site != target.site.site() {
            let of = &access.site;
            return Err(unauthorized(&format!("the token is one for the site {of}")));
        }
        if access.customer.as_ref().is_some_and(|customer| !target.site.has_customer(customer)) {
            return Err(unauthorized("its customer is no more"));
        }
        if !access.has(&security.scope) {
            return Err(forbidden(&security.scope));
        }
        self.check_client(&access.client, &security.scope)?;
        let shopper = Some(self.shoppers.shopper(&access));
        Ok(Caller { client: access.client, organization: organization.to_owned(), shopper })
    }

    fn admin(
        &self,
        security: &Security,
        organization: &str,
        token: &str,
    ) -> Result<Caller, Refusal> {
        let granted = self.tokens.granted(token, self.clock.now()).ok_or_else(|| {
            let other =
                "it is one of a shopper: the endpoint takes those of the account management";
            let is_other = self.shoppers.access(token).is_some();
            unauthorized(if is_other { other } else { "the token is not valid, or no more" })
        })?;
        let Identity { client, user } = granted.identity;
        if user.is_some() {
            let other =
                "it is one of a user: the endpoint takes those that API clients get for themselves";
            return Err(unauthorized(other));
        }
        // Who asked for no scopes has all of the client's.
        if let Some(asked) = &granted.scope {
            let tenant = organization.strip_prefix("f_ecom_").unwrap_or(organization);
            let tenant = format!("{TENANT}{tenant}");
            for needed in [&tenant, &security.scope] {
                if !asked.split(' ').any(|scope| scope == needed) {
                    return Err(forbidden(needed));
                }
            }
        }
        self.check_client(&client, &security.scope)?;
        Ok(Caller { client, organization: organization.to_owned(), shopper: None })
    }

    /// Whatever its token says, a client has no more scopes than the accounts give it now.
    fn check_client(&self, id: &str, scope: &str) -> Result<(), Refusal> {
        let known = self.logins.accounts().client(id);
        let known = known.ok_or_else(|| unauthorized("its client is no more"))?;
        if known.scopes().has(scope) { Ok(()) } else { Err(forbidden(scope)) }
    }
}

fn unauthorized(reason: &str) -> Refusal {
    let message = "Your access-token is invalid and could not be used to identify the API client.";
    Refusal::new(StatusCode::UNAUTHORIZED, "Unauthorized", message).because(reason)
}

fn forbidden(scope: &str) -> Refusal {
    let message = format!("Access denied. Missing required scope: {scope}");
    Refusal::new(StatusCode::FORBIDDEN, "Forbidden", message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::{
        Accounts, ApiClient, Clock, Scopes, Transport,
        accounts::Logins,
        oauth::Tokens,
        shopper::{Shoppers, Step},
        storefront::{Storefront, StorefrontOptions},
        transport::Arrival,
    };
    use axum::{body::Body, http::Request};
    use http_body_util::BodyExt;
    use serde_json::Value;
    use std::sync::Arc;

    const ORGANIZATION: &str = "f_ecom_zzxy_prd";

    /// A sandbox whose client has these scopes; all have one key.
    fn scapi(scopes: &[&str]) -> Scapi {
        let scopes = Scopes::These(scopes.iter().map(|it| (*it).to_owned()).collect());
        let client = ApiClient::new("client").with_secret(&"secret".into()).with_scopes(scopes);
        let logins = Arc::new(Logins::new(Accounts::none().with_client(client)));
        let sites = vec![Storefront::new(StorefrontOptions::sample("Storefront"))];
        let (clock, tokens) = (Clock::system(), Arc::new(Tokens::new(&[0; 32])));
        let shoppers = Shoppers::new(Arc::clone(&logins), &[7; 32], clock.clone(), sites.clone());
        Scapi::new(sites, Arc::default(), (logins, tokens), clock, shoppers)
    }

    async fn token(scapi: &Scapi) -> String {
        let arrival = Arrival { transport: Transport::Tls, peer: ([127, 0, 0, 1], 1).into() };
        let request = Request::post("/").header(AUTHORIZATION, "Basic Y2xpZW50OnNlY3JldA==");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let form = Body::from("grant_type=client_credentials&channel_id=Storefront");
        let request = request.body(form).expect("a request");
        let answer = scapi.shoppers.answer(Step::Token, ORGANIZATION, arrival, request).await;
        let body = answer.into_body().collect().await.expect("a body").to_bytes();
        let document: Value = serde_json::from_slice(&body).expect("JSON");
        document["access_token"].as_str().expect("a token").to_owned()
    }

    #[tokio::test]
    async fn a_client_has_no_scope_that_was_taken_from_it() {
        let before = scapi(&["c_one", "c_two"]);
        let mut headers = HeaderMap::new();
        let bearer = format!("Bearer {}", token(&before).await);
        headers.insert(AUTHORIZATION, bearer.parse().expect("a value"));
        for (scapi, scope, missing) in [
            (&before, "c_one", None),
            (&scapi(&["c_two"]), "c_one", Some("Missing required scope: c_one")),
            (&scapi(&["c_two"]), "c_two", None),
        ] {
            let security = Security { scheme: Scheme::Shopper, scope: scope.to_owned() };
            let target = Target { site: Arc::clone(&scapi.sites[0]), is_of_site: true };
            let caller = scapi.caller(&security, ORGANIZATION, &target, &headers);
            let told = caller.err().map(|refusal| refusal.message().to_owned());
            match missing {
                None => assert_eq!(told, None, "{scope}"),
                Some(what) => assert!(told.is_some_and(|it| it.contains(what)), "{scope}"),
            }
        }
    }
}
