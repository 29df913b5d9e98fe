//! Talks to one instance: the script debugger's endpoints and storefront requests; content
//! libraries ([`content`]) with access tokens ([`token`]).
//!
//! [`Client`] has a method per endpoint (section 4.6, `/client` and `/breakpoints` beyond it), typed
//! with the documents of [`crate::api`]. Nothing is retried and nothing is assumed to be JSON; what
//! goes wrong is a [`ClientError`] that knows its cause and what to do next.

mod chain;
mod config;
mod connector;
pub mod content;
mod cookies;
mod crypto;
mod custom;
mod data;
mod debugger;
mod error;
mod failure;
mod identity;
mod look;
mod owed;
mod own;
mod presented;
mod proxy;
mod retry_after;
mod storefront;
pub mod token;
mod transport;
mod trust;

pub use config::{ClientConfig, Credentials, Proxy, Timeouts, Trust};
pub use debugger::Step;
pub use error::{ClientError, Login, TlsProblem};
pub use identity::{Identity, IdentityError, is_pem};
pub use look::Look;
pub use own::SandboxFacts;
pub use presented::{is_made_for, presented};
pub use storefront::{StorefrontAnswer, StorefrontRequest};

use crate::api::address::Address;
use crate::api::ids::DebuggerId;
use cookies::Cookies;
use custom::Guest;
use owed::Owed;
use std::fmt;
use std::sync::Arc;
use token::TokenSource;
use tokio::sync::Mutex;

/// A connection to one instance; cloning shares its connections and cookies.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    config: Arc<ClientConfig>,
    debugger_id: DebuggerId,
    cookies: Arc<Cookies>,
    sandbox: Arc<parking_lot::Mutex<Option<SandboxFacts>>>,
    owed: Arc<Owed>,
    /// Where access tokens come from, or why there are none.
    tokens: Result<Arc<TokenSource>, ClientError>,
    /// Who asks custom APIs.
    guest: Arc<Mutex<Option<Guest>>>,
}

impl Client {
    /// Prepares the connection; nothing is sent yet.
    ///
    /// Fails with [`ClientError::Configuration`] when certificates or identifiers can't be used.
    pub fn new(config: ClientConfig) -> Result<Self, ClientError> {
        config::check_debugger_id(&config.debugger_id)?;
        Ok(Self {
            http: connector::connector(&config)?,
            debugger_id: config.debugger_id.clone(),
            cookies: Arc::default(),
            sandbox: Arc::default(),
            owed: Arc::default(),
            tokens: Err(data::not_configured()),
            guest: Arc::default(),
            config: Arc::new(config),
        })
    }

    /// The same connection for another debugger client.
    pub fn with_debugger_id(&self, id: DebuggerId) -> Result<Self, ClientError> {
        config::check_debugger_id(&id)?;
        Ok(Self { debugger_id: id, ..self.clone() })
    }

    /// The same client for another login: connections, cookies, debugger client and access tokens
    /// stay what they are.
    #[must_use]
    pub fn with_credentials(&self, credentials: Credentials) -> Self {
        let mut config = ClientConfig::clone(&self.config);
        config.credentials = Some(credentials);
        config.user_without_password = None;
        Self { config: Arc::new(config), ..self.clone() }
    }

    /// The same client over new connections, for a runtime other than the one that used it so far.
    pub fn reconnected(&self) -> Result<Self, ClientError> {
        Ok(Self { http: connector::connector(&self.config)?, ..self.clone() })
    }

    /// The debugger client that was created through this connection and not deleted yet. Whoever
    /// ends the program without the usual leave deletes it, so that halted threads run on.
    pub fn left_behind(&self) -> Option<DebuggerId> {
        self.owed.get()
    }

    /// The instance.
    pub fn address(&self) -> &Address {
        &self.config.address
    }

    /// What is sent as `x-dw-client-id`.
    pub fn debugger_id(&self) -> &DebuggerId {
        &self.debugger_id
    }

    /// The user who logs in, if one is configured.
    pub fn user(&self) -> Option<&str> {
        self.config.credentials.as_ref().map(|credentials| credentials.username.as_str())
    }

    /// The value of the `dwsid` cookie that the debugger's answers set; with several application
    /// servers only requests that carry it hit breakpoints.
    pub fn session_cookie(&self) -> Option<String> {
        self.cookies.debugger()
    }
}

impl fmt::Debug for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Client")
            .field("address", &self.config.address)
            .field("debugger_id", &self.debugger_id)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
