//! What codes and tokens of shoppers say.

use crate::sandbox::{oauth::unique, storefront::CustomerId};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The scopes of a client that may have all.
pub(super) const EVERY_SCOPE: &str = "*";

/// What a token is for: none stands in for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Of {
    Code,
    Access,
    Refresh,
}

/// A code, which tokens are got for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Code {
    pub(super) of: Of,
    pub(super) jti: String,
    pub(super) exp: i64,
    pub(super) client: String,
    pub(super) organization: String,
    pub(super) site: Option<String>,
    pub(super) redirect: String,
    pub(super) challenge: Option<String>,
    pub(super) usid: String,
    pub(super) customer: Option<CustomerId>,
    pub(super) scope: String,
}

/// A token that access tokens are got for.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Refresh {
    pub(super) of: Of,
    pub(super) jti: String,
    pub(super) exp: i64,
    pub(super) client: String,
    pub(super) organization: String,
    pub(super) site: String,
    pub(super) usid: String,
    pub(super) customer: Option<CustomerId>,
    pub(super) scope: String,
}

/// A token that custom APIs take. Clients read `sub` and `isb`, in the platform's form.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Access {
    pub(super) of: Of,
    pub(super) jti: String,
    pub(super) exp: i64,
    iat: i64,
    nbf: i64,
    pub(super) iss: String,
    aud: String,
    aut: String,
    ctx: String,
    sty: String,
    ist: u8,
    pub(super) sub: String,
    isb: String,
    /// The scopes, between blanks.
    scp: String,
    /// The API client.
    pub(crate) client: String,
    /// As it stands in addresses.
    pub(crate) organization: String,
    /// The site that the shopper is at.
    pub(crate) site: String,
    /// The shopper's ID.
    pub(crate) usid: String,
    /// The customer, if he is registered.
    pub(crate) customer: Option<CustomerId>,
}

impl Access {
    /// `guest` is the customer ID of the shopper as a guest, `profile` what is known of him as a customer.
    pub(super) fn new(
        refresh: &Refresh,
        guest: &str,
        profile: &Value,
        [now, end]: [i64; 2],
    ) -> Self {
        let Refresh { client, organization, site, usid, customer, scope, .. } = refresh;
        let tenant = organization.strip_prefix("f_ecom_").unwrap_or(organization);
        let isb = match customer {
            None => format!("uido:slas::upn:Guest::uidn:Guest User::gcid:{guest}::chid:{site}"),
            Some(CustomerId { number, .. }) => {
                let [login, first, last] =
                    ["login", "firstName", "lastName"].map(|name| part(&profile[name]));
                let name = format!("{first} {last}");
                let name = name.trim();
                format!(
                    "uido:ecom::upn:{login}::uidn:{name}::gcid:{guest}::rcid:{number}::chid:{site}"
                )
            }
        };
        Self {
            of: Of::Access,
            jti: unique(),
            exp: end,
            iat: now,
            nbf: now,
            iss: format!("slas/sandbox/{tenant}"),
            aud: format!("commercecloud/sandbox/{tenant}"),
            aut: "GUID".to_owned(),
            ctx: "slas".to_owned(),
            sty: "User".to_owned(),
            ist: 1,
            sub: format!("cc-slas::{tenant}::scid:{client}::usid:{usid}"),
            isb,
            scp: scope.clone(),
            client: client.clone(),
            organization: organization.clone(),
            site: site.clone(),
            usid: usid.clone(),
            customer: customer.clone(),
        }
    }

    /// Whether it has a scope.
    pub(crate) fn has(&self, scope: &str) -> bool {
        self.scp.split(' ').any(|own| own == scope || own == EVERY_SCOPE)
    }
}

/// A text that doesn't look like the end of its part.
fn part(value: &Value) -> String {
    value.as_str().unwrap_or_default().replace("::", ":")
}
