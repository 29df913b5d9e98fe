//! Why there is no token.

use crate::client::error::ClientError;

/// Why there is no token. `Display` is the cause; see [`TokenError::action`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// The server gave no answer, or none of a token endpoint.
    #[error("no access token: {0}")]
    Connection(#[from] ClientError),
    /// The server refused (RFC 6749, 5.2).
    #[error("no access token: {error}: {description} (status {status})")]
    Refused {
        /// The answer's status.
        status: u16,
        /// The error's name.
        error: String,
        /// Text for people.
        description: String,
        /// What to do next.
        action: &'static str,
    },
    /// Status 200 without a token.
    #[error("no access token: the answer of the token server holds none")]
    Malformed,
}

impl From<TokenError> for ClientError {
    /// What a request without its token fails with.
    fn from(error: TokenError) -> Self {
        Self::NoToken { problem: error.to_string(), action: error.action() }
    }
}

impl TokenError {
    /// What to do next, one line.
    pub fn action(&self) -> String {
        match self {
            Self::Connection(error) if error.retry_after().is_some() => error.action(),
            Self::Connection(
                ClientError::Unexpected { status: 500.., .. }
                | ClientError::WebPage { status: 500.., .. },
            ) => "The token server, or a gateway before it, is down or in maintenance: try again later.".into(),
            Self::Connection(ClientError::Dns { host }) => format!(
                "Check the spelling of {host}: --auth-url (SFCC_ACCOUNT_MANAGER_HOST, account-manager-host in dw.json) names the token server, for users --server does."
            ),
            Self::Connection(ClientError::Refused { .. }) => {
                "Check host and port of --auth-url (for users: --server): nobody gives tokens there; `haltscope sandbox` starts a local server."
                    .into()
            }
            Self::Connection(ClientError::Unexpected { .. } | ClientError::WebPage { .. })
            | Self::Malformed => {
                "Check that --auth-url (for users: --server) names a server that gives tokens."
                    .into()
            }
            Self::Connection(ClientError::TimedOut { .. }) => {
                "Check that the token server is awake and the network is up, then try again.".into()
            }
            Self::Connection(ClientError::Interrupted { .. }) => {
                "The token server or a proxy closed the connection: try again.".into()
            }
            Self::Connection(error) => error.action(),
            Self::Refused { action, .. } => (*action).to_owned(),
        }
    }
}
