//! Who calls an endpoint, by the token that came with the request.

use super::{Scapi, Target};
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
        if target.is_of_site && access.site != target.site.site() {
            let of = &access.site;
            return Err(unauthorized(&format!("the token is one for the site {of}")));
        }
        let number = access.customer.as_deref();
        if number.is_some_and(|number| target.site.customer(number).is_none()) {
            return Err(unauthorized("its customer is no more"));
        }
        if !access.has(&security.scope) {
            return Err(forbidden(&security.scope));
        }
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
        let Identity { client, .. } = granted.identity;
        let known = self.logins.accounts().client(&client);
        let known = known.ok_or_else(|| unauthorized("its client is no more"))?;
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
        if !known.scopes().has(&security.scope) {
            return Err(forbidden(&security.scope));
        }
        Ok(Caller { client, organization: organization.to_owned(), shopper: None })
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
