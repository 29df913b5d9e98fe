//! API clients: programs with an ID, and with a secret or a key (sections 5.1 to 5.3).

use super::{Origin, Permissions, PublicKey, password::KeyDigest};
use secrecy::SecretString;
use url::{Host, Url};

/// The built-in client's ID, which is its secret too.
pub const BUILTIN_CLIENT: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";

/// A registered API client.
#[derive(Clone, Debug)]
pub struct ApiClient {
    pub(super) id: String,
    pub(super) origin: Origin,
    secret: Option<KeyDigest>,
    key: Option<PublicKey>,
    allowed_origins: Vec<String>,
    permissions: Permissions,
    scopes: Scopes,
    redirect_uris: Vec<String>,
}

/// The custom scopes that a client's tokens may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scopes {
    /// All that there are.
    All,
    /// These alone.
    These(Vec<String>),
}

impl Scopes {
    /// Whether a scope is one of them.
    pub fn has(&self, scope: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(all) => all.iter().any(|known| known == scope),
        }
    }
}

impl ApiClient {
    /// A client that can't authenticate yet and may do nothing.
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            origin: Origin::Configured,
            secret: None,
            key: None,
            allowed_origins: Vec::new(),
            permissions: Permissions::default(),
            scopes: Scopes::These(Vec::new()),
            redirect_uris: Vec::new(),
        }
    }

    /// The documented client with every right on libraries, for loopback use.
    pub(super) fn builtin() -> Self {
        let client = Self::new(BUILTIN_CLIENT).with_secret(&BUILTIN_CLIENT.into());
        let client = Self { origin: Origin::Builtin, ..client }.permitted(Permissions::all());
        client.with_scopes(Scopes::All)
    }

    /// Sets the password.
    #[must_use]
    pub fn with_secret(mut self, secret: &SecretString) -> Self {
        self.secret = Some(KeyDigest::of(secret));
        self
    }

    /// Sets the key that signs its assertions.
    #[must_use]
    pub fn with_public_key(mut self, key: PublicKey) -> Self {
        self.key = Some(key);
        self
    }

    /// Adds an origin whose pages may use the Data API.
    #[must_use]
    pub fn with_allowed_origin(mut self, origin: impl Into<String>) -> Self {
        self.allowed_origins.push(origin.into());
        self
    }

    /// Sets what the client may do.
    #[must_use]
    pub fn permitted(mut self, permissions: Permissions) -> Self {
        self.permissions = permissions;
        self
    }

    /// Sets the custom scopes that its tokens may have.
    #[must_use]
    pub fn with_scopes(mut self, scopes: Scopes) -> Self {
        self.scopes = scopes;
        self
    }

    /// Adds an address that logins of shoppers may lead to.
    #[must_use]
    pub fn with_redirect_uri(mut self, uri: impl Into<String>) -> Self {
        self.redirect_uris.push(uri.into());
        self
    }

    /// The client ID.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Whether pages of that origin may use the Data API as this client.
    pub fn allows_origin(&self, origin: &str) -> bool {
        self.allowed_origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin))
    }

    /// What the client may do.
    pub fn permissions(&self) -> &Permissions {
        &self.permissions
    }

    /// The key that signs its assertions.
    pub fn public_key(&self) -> Option<&PublicKey> {
        self.key.as_ref()
    }

    /// The custom scopes that its tokens may have.
    pub fn scopes(&self) -> &Scopes {
        &self.scopes
    }

    /// Whether logins of shoppers may lead to an address: the documented client's to any of this machine.
    pub fn may_lead_to(&self, uri: &str) -> bool {
        self.redirect_uris.iter().any(|known| known == uri)
            || (self.origin == Origin::Builtin && is_of_this_machine(uri))
    }

    /// Whether it can keep no secret, as programs in a browser: the documented one may be used so, too.
    pub fn is_public(&self) -> bool {
        self.origin == Origin::Builtin || (self.secret.is_none() && self.key.is_none())
    }

    pub(super) fn has_secret(&self, secret: &SecretString) -> bool {
        self.secret.as_ref().is_some_and(|own| own.matches(&KeyDigest::of(secret)))
    }

    pub(super) fn secret(&self) -> Option<&KeyDigest> {
        self.secret.as_ref()
    }
}

fn is_of_this_machine(uri: &str) -> bool {
    let Ok(url) = Url::parse(uri) else { return false };
    let is_web = matches!(url.scheme(), "http" | "https");
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    is_web && is_here && url.username().is_empty() && url.password().is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logins_lead_to_this_machine_or_where_a_client_says() {
        let (builtin, other) = (ApiClient::builtin(), ApiClient::new("a"));
        let other = other.with_redirect_uri("https://app.shop.test/callback");
        for (uri, of_builtin, of_other) in [
            ("http://localhost:3000/callback", true, false),
            ("http://127.0.0.1/", true, false),
            ("https://[::1]:8443/x", true, false),
            ("https://app.shop.test/callback", false, true),
            ("https://app.shop.test/callback/", false, false),
            ("http://localhost.evil.test/", false, false),
            ("http://localhost@evil.test/", false, false),
            ("http://a:b@localhost/", false, false),
            ("javascript://localhost/", false, false),
            ("localhost", false, false),
        ] {
            assert_eq!(builtin.may_lead_to(uri), of_builtin, "{uri}");
            assert_eq!(other.may_lead_to(uri), of_other, "{uri}");
        }
        assert!(builtin.is_public() && other.is_public());
        assert!(!other.with_secret(&"s".into()).is_public());
    }
}
