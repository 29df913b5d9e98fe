//! API clients: programs with an ID, and with a secret or a key (sections 5.1 to 5.3).

use super::{Origin, Permissions, PublicKey, password::KeyDigest};
use secrecy::SecretString;

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
        }
    }

    /// The documented client with every right on libraries, for loopback use.
    pub(super) fn builtin() -> Self {
        let client = Self::new(BUILTIN_CLIENT).with_secret(&BUILTIN_CLIENT.into());
        Self { origin: Origin::Builtin, ..client }.permitted(Permissions::all())
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

    pub(super) fn secret(&self) -> Option<&KeyDigest> {
        self.secret.as_ref()
    }
}
