//! Checks logins: slowly the first time, quickly from then on.

use super::{
    Accounts, Credentials, User,
    password::{KeyDigest, PasswordHash},
};
use parking_lot::Mutex;
use secrecy::{ExposeSecret, SecretString};
use std::collections::HashMap;
use tokio::sync::Semaphore;

/// Verifications at the same time: each takes 19 MiB and a core.
const VERIFICATIONS: usize = 2;

/// Checks logins against accounts.
///
/// A debugger sends the same login with each of its requests, several a second; what was verified
/// once is remembered as a digest under a key that only this process knows.
pub(crate) struct Logins {
    accounts: Accounts,
    /// Verified in place of the hash that a user doesn't have, so that unknown names cost the same.
    decoy: PasswordHash,
    key: [u8; 32],
    verified: Mutex<HashMap<String, KeyDigest>>,
    verifications: Semaphore,
}

impl Logins {
    /// Checks against these accounts.
    pub(crate) fn new(accounts: Accounts) -> Self {
        Self {
            accounts,
            decoy: PasswordHash::stored(super::BUILTIN_PASSWORD.to_owned()),
            key: rand::random(),
            verified: Mutex::default(),
            verifications: Semaphore::new(VERIFICATIONS),
        }
    }

    /// Whom logins are checked against.
    pub(crate) fn accounts(&self) -> &Accounts {
        &self.accounts
    }

    /// The user whose password or access key this is.
    pub(crate) async fn user(&self, credentials: &Credentials) -> Option<&User> {
        let user = self.accounts.user(&credentials.login);
        if user.is_some_and(|user| user.has_key(&credentials.password)) {
            return user;
        }
        self.user_by_password(credentials).await
    }

    /// The user whose password this is; access keys are for the debugger alone.
    pub(crate) async fn user_by_password(&self, credentials: &Credentials) -> Option<&User> {
        let Credentials { login, password } = credentials;
        let digest = KeyDigest::keyed(&self.key, [login, password.expose_secret()]);
        let user = self.accounts.user(login);
        if self.is_verified(login, &digest) {
            return user;
        }
        let _turn = self.verifications.acquire().await.ok()?;
        // Requests that come together wait for the first one's verification.
        if self.is_verified(login, &digest) {
            return user;
        }
        let hash = user.and_then(|user| user.password.clone());
        if !verify(hash, self.decoy.clone(), password.clone()).await {
            return None;
        }
        self.lock().insert(login.clone(), digest);
        user
    }

    /// Whether a password is the one that was hashed; where there is none, it takes as long to say no.
    pub(crate) async fn fits(&self, hash: Option<PasswordHash>, password: SecretString) -> bool {
        let Ok(_turn) = self.verifications.acquire().await else { return false };
        verify(hash, self.decoy.clone(), password).await
    }

    fn is_verified(&self, login: &str, digest: &KeyDigest) -> bool {
        self.lock().get(login).is_some_and(|verified| verified.matches(digest))
    }

    fn lock(&self) -> parking_lot::MutexGuard<'_, HashMap<String, KeyDigest>> {
        self.verified.lock()
    }
}

async fn verify(hash: Option<PasswordHash>, decoy: PasswordHash, password: SecretString) -> bool {
    // The decoy's password is public: a match counts for a real hash alone.
    let is_real = hash.is_some();
    let verification = move || hash.unwrap_or(decoy).matches(&password);
    let matches = tokio::task::spawn_blocking(verification).await.unwrap_or(false);
    matches && is_real
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::accounts::Right;
    use futures::FutureExt;

    fn credentials(login: &str, password: &str) -> Credentials {
        Credentials { login: login.into(), password: password.into() }
    }

    async fn is_let_in(logins: &Logins, login: &str, password: &str) -> bool {
        logins.user(&credentials(login, password)).await.is_some()
    }

    #[tokio::test]
    async fn the_builtin_user_has_the_documented_password_and_the_debugger() {
        let logins = Logins::new(Accounts::builtin());
        let admin = logins.user(&credentials("admin", "haltscope-demo")).await.expect("let in");
        assert!(admin.may(Right::Debugger));
        for (login, password) in [
            ("admin", "haltscope"),
            ("admin", ""),
            ("Admin", "haltscope-demo"),
            ("nobody", "haltscope-demo"),
            ("", ""),
        ] {
            assert!(!is_let_in(&logins, login, password).await, "{login}");
        }
    }

    #[tokio::test]
    async fn passwords_and_access_keys_both_serve() {
        let editor = User::new("editor")
            .with_password(&"green tea".into())
            .with_access_key(&"k1".into())
            .with_access_key(&"k2".into());
        let robot = User::new("robot").with_access_key(&"k3".into());
        let logins = Logins::new(Accounts::none().with(editor).with(robot));
        for (login, secret, fine) in [
            ("editor", "green tea", true),
            ("editor", "k1", true),
            ("editor", "k2", true),
            ("editor", "k3", false),
            ("robot", "k3", true),
            ("robot", "haltscope-demo", false),
            ("robot", "", false),
        ] {
            assert_eq!(is_let_in(&logins, login, secret).await, fine, "{login} {secret}");
        }
    }

    #[tokio::test]
    async fn a_password_fits_its_hash_alone() {
        let logins = Logins::new(Accounts::none());
        let (password, other) = (SecretString::from("green tea"), "black tea".into());
        let hash = Some(PasswordHash::of(&password));
        assert!(logins.fits(hash.clone(), password).await);
        assert!(!logins.fits(hash, other).await);
        assert!(!logins.fits(None, "haltscope-demo".into()).await, "the decoy's");
    }

    #[tokio::test]
    async fn a_verified_login_is_answered_at_once_and_a_wrong_one_never_is() {
        let logins = Logins::new(Accounts::builtin());
        let at_once = |password| is_let_in(&logins, "admin", password).now_or_never();
        assert_eq!(at_once("haltscope-demo"), None, "it is verified elsewhere");
        assert!(is_let_in(&logins, "admin", "haltscope-demo").await);
        assert_eq!(at_once("haltscope-demo"), Some(true), "it is remembered");
        assert_eq!(at_once("wrong"), None);
        assert!(logins.lock().len() == 1);
        assert!(!is_let_in(&logins, "admin", "wrong").await);
        assert!(!is_let_in(&logins, "nobody", "wrong").await);
        assert!(logins.lock().len() == 1, "failures are not remembered");
    }
}
