//! Access tokens (section 5): asked for once, used until shortly before they expire, held in
//! memory.

mod assertion;
mod error;
pub(super) mod request;

pub use assertion::{SigningKey, SigningKeyError};
pub use error::TokenError;

use request::Granted;

use super::config::{ClientConfig, Credentials};
use super::connector;
use super::error::ClientError;
use secrecy::SecretString;
use std::fmt;
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::Instant;

/// A token is renewed this long before it expires, or after nine tenths of a short life.
const MARGIN: Duration = Duration::from_mins(1);

/// What proves that a token may be given.
#[derive(Clone, Debug)]
pub enum Grant {
    /// The API client's password (section 5.2).
    ClientCredentials {
        /// The password.
        secret: SecretString,
    },
    /// A JWT that the API client signs (section 5.3).
    SignedAssertion {
        /// Its private key.
        key: SigningKey,
    },
    /// A back-office user through an API client (section 5.4).
    User {
        /// The user's login.
        credentials: Credentials,
        /// The API client's password.
        secret: SecretString,
    },
}

/// An access token; it can't be printed.
#[derive(Clone, Debug)]
pub struct AccessToken {
    /// What goes behind `Bearer`.
    pub secret: SecretString,
    /// How long it lives from its answer on.
    pub lifetime: Duration,
    /// What it is good for, as its answer says; empty when that says nothing.
    pub scope: String,
    fresh_until: Instant,
    serial: u64,
}

/// Gives tokens of one grant; asks for one at a time, however many wait for it.
pub struct TokenSource {
    http: reqwest::Client,
    config: ClientConfig,
    client_id: String,
    grant: Grant,
    scopes: Vec<String>,
    held: Mutex<Held>,
}

#[derive(Default)]
struct Held {
    given: u64,
    /// The last answer, and when it came.
    last: Option<(Instant, Result<AccessToken, TokenError>)>,
}

impl TokenSource {
    /// Prepares the connection to the server that `config` names: the instance for
    /// [`Grant::User`], else the token server. Nothing is sent yet.
    pub fn new(
        config: ClientConfig,
        client_id: impl Into<String>,
        grant: Grant,
    ) -> Result<Self, ClientError> {
        let http = connector::connector(&config)?;
        let (client_id, scopes, held) = (client_id.into(), Vec::new(), Mutex::default());
        Ok(Self { http, config, client_id, grant, scopes, held })
    }

    /// Asks for these scopes alone.
    #[must_use]
    pub fn asking_for(self, scopes: Vec<String>) -> Self {
        Self { scopes, ..self }
    }

    /// Begins with a token that was given earlier and lives so long yet.
    #[must_use]
    pub fn holding(mut self, secret: SecretString, lifetime: Duration) -> Self {
        let scope = self.scopes.join(" ");
        self.held.get_mut().hold(Granted { secret, lifetime, scope }, Instant::now());
        self
    }

    /// The API client's ID and password, if it is that which proves who asks.
    pub(super) fn shared_secret(&self) -> Option<(&str, &SecretString)> {
        match &self.grant {
            Grant::ClientCredentials { secret } => Some((&self.client_id, secret)),
            Grant::SignedAssertion { .. } | Grant::User { .. } => None,
        }
    }

    /// The token, a new one if there is none or it expires soon.
    pub async fn token(&self) -> Result<AccessToken, TokenError> {
        let came = Instant::now();
        let mut held = self.held.lock().await;
        match held.good_for(came) {
            Some(answer) => answer.clone(),
            None => self.renew(&mut held).await,
        }
    }

    /// Another token than `refused`, which the instance doesn't take any more.
    pub async fn instead_of(&self, refused: &AccessToken) -> Result<AccessToken, TokenError> {
        let came = Instant::now();
        let mut held = self.held.lock().await;
        let is_other = |answer: &&Result<AccessToken, TokenError>| {
            answer.as_ref().map_or(true, |token| token.serial != refused.serial)
        };
        match held.good_for(came).filter(is_other) {
            Some(answer) => answer.clone(),
            None => self.renew(&mut held).await,
        }
    }

    async fn renew(&self, held: &mut Held) -> Result<AccessToken, TokenError> {
        held.last = None;
        // The life is counted from before the question: the answer may have been long on its way.
        let asked = Instant::now();
        match self.ask().await {
            Ok(granted) => Ok(held.hold(granted, asked)),
            Err(error) => {
                held.last = Some((Instant::now(), Err(error.clone())));
                Err(error)
            }
        }
    }
}

impl Held {
    /// What serves somebody who came then: a token that is fresh, or whatever came while they
    /// waited. A server that fails is not asked again by each of those.
    fn good_for(&self, came: Instant) -> Option<&Result<AccessToken, TokenError>> {
        let (at, answer) = self.last.as_ref()?;
        let is_fresh = answer.as_ref().is_ok_and(|token| Instant::now() < token.fresh_until);
        (is_fresh || *at > came).then_some(answer)
    }

    fn hold(&mut self, granted: Granted, from: Instant) -> AccessToken {
        let Granted { secret, lifetime, scope } = granted;
        self.given += 1;
        let fresh_until = from + lifetime.saturating_sub(MARGIN.min(lifetime / 10));
        let token = AccessToken { secret, lifetime, scope, fresh_until, serial: self.given };
        self.last = Some((Instant::now(), Ok(token.clone())));
        token
    }
}

impl fmt::Debug for TokenSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TokenSource")
            .field("address", &self.config.address)
            .field("client_id", &self.client_id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
