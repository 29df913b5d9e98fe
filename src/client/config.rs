//! What a [`Client`](super::Client) needs to know.

use super::error::ClientError;
use super::identity::Identity;
use crate::api::address::Address;
use crate::api::fingerprint::Fingerprint;
use crate::api::ids::DebuggerId;
use crate::api::safety::Safety;
use reqwest::header::HeaderValue;
use secrecy::SecretString;
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
    /// The user whose password nobody has given, when there are no credentials.
    pub user_without_password: Option<String>,
    /// Basic credentials that protect the storefront.
    pub storefront: Option<Credentials>,
    /// Which server certificates are accepted.
    pub trust: Trust,
    /// What is shown to a server that asks for a certificate.
    pub identity: Option<Identity>,
    /// The way there, unless the instance is on this machine.
    pub proxy: Option<Proxy>,
    /// What may be asked of the instance.
    pub safety: Safety,
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
            user_without_password: None,
            storefront: None,
            trust: Trust::System,
            identity: None,
            proxy: None,
            safety: Safety::default(),
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

/// A proxy, and the hosts that it isn't for; its login can't be printed.
#[derive(Clone, Debug)]
pub struct Proxy {
    /// `http://HOST:PORT` or `socks5://…`, perhaps with a login in front of the host.
    pub url: SecretString,
    /// Hosts, domains and networks with commas in between, as in `NO_PROXY`.
    pub exceptions: String,
    /// Who names it, for messages.
    pub named_by: String,
}

/// Which server certificates are accepted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Trust {
    /// Those of the system's authorities.
    #[default]
    System,
    /// Those too that an authority of this PEM text signed, or that stand in it themselves.
    Also(Vec<u8>),
    /// Only those that an authority of this PEM text signed, or that stand in it themselves.
    Only(Vec<u8>),
    /// One certificate alone, whatever it says of authority, names and dates.
    Pinned(Fingerprint),
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
