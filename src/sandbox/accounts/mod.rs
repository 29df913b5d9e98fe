//! Who may log in, and what each of them may do.

mod basic;
mod clients;
mod logins;
mod md5;
mod password;
mod permissions;
mod public_key;
mod scrypt;

pub(super) use basic::Credentials;
pub use clients::{ApiClient, BUILTIN_CLIENT, Scopes};
pub(super) use logins::Logins;
pub(super) use permissions::{Grant, missing};
pub use permissions::{Permission, Permissions, ResourcePattern};
pub use public_key::{PublicKey, PublicKeyError};

pub(super) use password::PasswordHash;
use secrecy::SecretString;
use std::collections::{BTreeMap, BTreeSet};

/// The built-in user's name.
pub(super) const BUILTIN_LOGIN: &str = "admin";
/// The built-in user's documented password.
const PUBLIC_PASSWORD: &str = "haltscope-demo";
/// Argon2id of the built-in user's documented password, so that no start has to wait for it.
const BUILTIN_PASSWORD: &str = "$argon2id$v=19$m=19456,t=2,p=1$ovph3soO7UBB64RyWPPxZQ$NFhjaD/4aX7w6Ea7U/kmKnEUTxlu5edeFXLBYoyW56Q";

/// Something that a user may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Right {
    /// Use the script debugger, which runs code.
    Debugger,
    /// Set and release locks, and run the sandbox itself: its state, clock, journal and faults.
    Admin,
}

/// All users and API clients of a sandbox, by login and ID.
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    users: BTreeMap<String, User>,
    clients: BTreeMap<String, ApiClient>,
}

impl Accounts {
    /// Nobody.
    pub fn none() -> Self {
        Self::default()
    }

    /// The documented user `admin` and the documented API client, for loopback use.
    pub fn builtin() -> Self {
        let password = PasswordHash::stored(BUILTIN_PASSWORD.to_owned());
        let user = User {
            origin: Origin::Builtin,
            password: Some(password),
            permissions: Permissions::all(),
            ..User::new(BUILTIN_LOGIN).permitted_to(Right::Debugger).permitted_to(Right::Admin)
        };
        Self::none().with(user).with_client(ApiClient::builtin())
    }

    /// Adds a user; one with the same login gives way.
    #[must_use]
    pub fn with(mut self, user: User) -> Self {
        self.users.insert(user.login.clone(), user);
        self
    }

    /// Adds an API client; one with the same ID gives way.
    #[must_use]
    pub fn with_client(mut self, client: ApiClient) -> Self {
        self.clients.insert(client.id.clone(), client);
        self
    }

    /// The user of that login; case matters.
    pub fn user(&self, login: &str) -> Option<&User> {
        self.users.get(login)
    }

    /// The API client of that ID.
    pub fn client(&self, id: &str) -> Option<&ApiClient> {
        self.clients.get(id)
    }

    /// The client and the user of a token, by their ID and login; nothing if one of them is gone.
    pub(crate) fn bearer(
        &self,
        client: &str,
        user: Option<&str>,
    ) -> Option<(&ApiClient, Option<&User>)> {
        let client = self.client(client)?;
        match user {
            Some(login) => Some((client, Some(self.user(login)?))),
            None => Some((client, None)),
        }
    }

    /// Whether any client's pages may come from that origin.
    pub fn allows_origin(&self, origin: &str) -> bool {
        self.clients.values().any(|client| client.allows_origin(origin))
    }

    /// The client whose secret this is. Unknown IDs take as long as known ones.
    pub fn authenticate(&self, id: &str, secret: &SecretString) -> Option<&ApiClient> {
        let digest = password::KeyDigest::of(secret);
        let client = self.client(id);
        let decoy = password::KeyDigest::decoy();
        let kept = client.and_then(ApiClient::secret);
        let is_known = kept.is_some();
        let matches = kept.unwrap_or(&decoy).matches(&digest);
        client.filter(|_| matches && is_known)
    }

    /// Logins of those who may use the debugger, and whether each is the documented user.
    pub fn debuggers(&self) -> impl Iterator<Item = (&str, bool)> {
        let users = self.users.values().filter(|user| user.may(Right::Debugger));
        users.map(|user| (user.login(), user.origin == Origin::Builtin))
    }

    /// Whether a password, key or secret among these is public knowledge: the documented ones, whoever has them. Takes
    /// some 50 ms for each user with a password.
    pub fn has_public(&self) -> bool {
        let (password, secret) = (PUBLIC_PASSWORD.into(), BUILTIN_CLIENT.into());
        self.users.values().any(|user| user.has_key(&password) || user.has_password(&password))
            || self.clients.values().any(|client| client.has_secret(&secret))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Origin {
    Builtin,
    Configured,
}

/// A person of the back office.
#[derive(Clone, Debug)]
pub struct User {
    login: String,
    origin: Origin,
    password: Option<PasswordHash>,
    access_keys: Vec<password::KeyDigest>,
    rights: BTreeSet<Right>,
    permissions: Permissions,
}

impl User {
    /// Somebody who can't log in yet and has no rights. Logins are case-sensitive.
    pub fn new(login: impl Into<String>) -> Self {
        Self {
            login: login.into(),
            origin: Origin::Configured,
            password: None,
            access_keys: Vec::new(),
            rights: BTreeSet::new(),
            permissions: Permissions::default(),
        }
    }

    /// Sets the password. Hashing takes some 50 ms.
    #[must_use]
    pub fn with_password(mut self, password: &SecretString) -> Self {
        self.password = Some(PasswordHash::of(password));
        self
    }

    /// Sets the password by its argon2id hash in PHC form; `None` when it is no such hash.
    pub fn with_password_hash(mut self, hash: &SecretString) -> Option<Self> {
        self.password = Some(PasswordHash::parse(hash)?);
        Some(self)
    }

    /// Adds a key that serves in place of the password.
    #[must_use]
    pub fn with_access_key(mut self, key: &SecretString) -> Self {
        self.access_keys.push(password::KeyDigest::of(key));
        self
    }

    /// Adds a right.
    #[must_use]
    pub fn permitted_to(mut self, right: Right) -> Self {
        self.rights.insert(right);
        self
    }

    /// Sets what the user may do with the Data API.
    #[must_use]
    pub fn permitted(mut self, permissions: Permissions) -> Self {
        self.permissions = permissions;
        self
    }

    /// Whether that is one of the access keys.
    fn has_key(&self, key: &SecretString) -> bool {
        let digest = password::KeyDigest::of(key);
        // All are compared, so that time doesn't tell which one it is.
        self.access_keys.iter().fold(false, |found, key| found | key.matches(&digest))
    }

    /// Whether that is the password. Takes some 50 ms.
    pub(in crate::sandbox) fn has_password(&self, password: &SecretString) -> bool {
        self.password.as_ref().is_some_and(|hash| hash.matches(password))
    }

    /// The name to log in with.
    pub fn login(&self) -> &str {
        &self.login
    }

    /// What the user may do with the Data API.
    pub fn permissions(&self) -> &Permissions {
        &self.permissions
    }

    /// Whether the user has the right.
    pub fn may(&self, right: Right) -> bool {
        self.rights.contains(&right)
    }
}
