//! What a [`Client`](super::Client) needs to know, and the connector made from it.

use super::error::ClientError;
use crate::api::address::Address;
use crate::api::ids::DebuggerId;
use reqwest::header::HeaderValue;
use reqwest::{Certificate, Identity};
use secrecy::{ExposeSecret, SecretSlice, SecretString};
use std::time::Duration;

/// Everything about the connection to one instance.
#[derive(Clone, Debug)]
pub struct ClientConfig {
    /// The instance.
    pub address: Address,
    /// The `x-dw-client-id` header.
    pub debugger_id: DebuggerId,
    /// The back-office user of the debugger API.
    pub credentials: Option<Credentials>,
    /// Basic credentials that protect the storefront.
    pub storefront: Option<Credentials>,
    /// Which server certificates are accepted.
    pub trust: Trust,
    /// A client certificate and its key, PEM.
    pub identity: Option<SecretSlice<u8>>,
    /// How long to wait.
    pub timeouts: Timeouts,
}

impl ClientConfig {
    /// A connection without credentials that trusts the system's authorities.
    pub fn new(address: Address, debugger_id: DebuggerId) -> Self {
        Self {
            address,
            debugger_id,
            credentials: None,
            storefront: None,
            trust: Trust::System,
            identity: None,
            timeouts: Timeouts::default(),
        }
    }
}

/// A user name and what proves it; the password can't be printed.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// Case-sensitive.
    pub username: String,
    /// A password or an access key.
    pub password: SecretString,
}

/// Which server certificates are accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Those of the system's authorities.
    #[default]
    System,
    /// Those too that an authority of this PEM text signed.
    Also(Vec<u8>),
    /// Only those that an authority of this PEM text signed.
    Only(Vec<u8>),
    /// All of them: whoever sits in between can read and change everything.
    Anyone,
}

/// How long to wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// For a connection, TLS included.
    pub connect: Duration,
    /// For an answer of the debugger; steps take 2 s and evaluations 5 s on the server's side.
    pub answer: Duration,
    /// For the answer of a renewal: as long as it may still count.
    pub renewal: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            answer: Duration::from_secs(40),
            renewal: Duration::from_mins(1),
        }
    }
}

/// The id must be a header value that is not blank.
pub(super) fn check_debugger_id(id: &DebuggerId) -> Result<(), ClientError> {
    let usable = !id.as_str().trim().is_empty() && HeaderValue::from_str(id.as_str()).is_ok();
    let problem = || "the debugger id must be printable and not empty".to_owned();
    if usable { Ok(()) } else { Err(ClientError::Configuration { problem: problem() }) }
}

pub(super) fn connector(config: &ClientConfig) -> Result<reqwest::Client, ClientError> {
    let mut builder = reqwest::Client::builder()
        .user_agent(concat!("haltscope/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .referer(false)
        .connect_timeout(config.timeouts.connect)
        .pool_idle_timeout(Duration::from_secs(50))
        .tcp_nodelay(true);
    if config.address.is_loopback() {
        builder = builder.no_proxy();
    }
    if let Some(pem) = &config.identity {
        let identity = Identity::from_pem(pem.expose_secret());
        builder =
            builder.identity(identity.map_err(|error| unusable("client certificate", &error))?);
    }
    trusting(builder, config)?.build().map_err(|error| unusable("TLS set-up", &error))
}

fn trusting(
    builder: reqwest::ClientBuilder,
    config: &ClientConfig,
) -> Result<reqwest::ClientBuilder, ClientError> {
    if !config.address.is_tls() {
        // Reading the system's certificates takes longer than the first frame may.
        return Ok(builder.tls_certs_only([]));
    }
    Ok(match &config.trust {
        Trust::System => builder,
        Trust::Also(pem) => builder.tls_certs_merge(authorities(pem)?),
        Trust::Only(pem) => builder.tls_certs_only(authorities(pem)?),
        Trust::Anyone => builder.tls_danger_accept_invalid_certs(true),
    })
}

fn authorities(pem: &[u8]) -> Result<Vec<Certificate>, ClientError> {
    let found = Certificate::from_pem_bundle(pem).map_err(|error| unusable("CA file", &error))?;
    if found.is_empty() {
        let problem = "the CA file holds no PEM certificate".to_owned();
        return Err(ClientError::Configuration { problem });
    }
    Ok(found)
}

fn unusable(what: &str, error: &reqwest::Error) -> ClientError {
    let innermost = super::failure::innermost(error);
    ClientError::Configuration { problem: format!("the {what} can't be used: {innermost}") }
}
