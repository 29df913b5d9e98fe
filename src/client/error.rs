//! What can go wrong on the way to an instance, in words that lead on.

use crate::api::fault::Fault;
use crate::api::fingerprint::Fingerprint;
use crate::api::safety::Refusal;
use std::time::Duration;

/// Why a request brought no usable answer. `Display` is the cause; see [`ClientError::action`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    /// The connection can't even be prepared.
    #[error("{problem}")]
    Configuration {
        /// What can't be used, and why.
        problem: String,
    },
    /// The host's name is unknown.
    #[error("the host name {host} is unknown")]
    Dns {
        /// The name that was looked up.
        host: String,
    },
    /// Nobody listens there.
    #[error("nobody listens at {address}")]
    Refused {
        /// Host and port.
        address: String,
    },
    /// The network's own words for everything else that keeps a connection from being made.
    #[error("{address} can't be reached{}: {problem}", through(.proxy.as_deref()))]
    Unreachable {
        /// Host and port.
        address: String,
        /// Host and port of the proxy on the way there.
        proxy: Option<String>,
        /// The system's message.
        problem: String,
    },
    /// The encrypted connection was refused by one side.
    #[error("no secure connection to {host}: {problem}")]
    Tls {
        /// The host.
        host: String,
        /// What one side didn't like.
        problem: TlsProblem,
    },
    /// No answer in time.
    #[error("{host} gave no answer within {} s", .after.as_secs())]
    TimedOut {
        /// The host.
        host: String,
        /// How long was waited.
        after: Duration,
    },
    /// The connection broke before the answer was whole.
    #[error("the connection to {host} broke: {problem}")]
    Interrupted {
        /// The host.
        host: String,
        /// The system's message.
        problem: String,
    },
    /// Status 401.
    #[error("{login}")]
    Unauthorized {
        /// Who tried, and with what.
        login: Login,
    },
    /// Fault 412: the debugger client doesn't exist (any more).
    #[error("the debugger client does not exist on the server")]
    Disabled,
    /// A fault document (section 7.2).
    #[error("{fault} (status {status})")]
    Fault {
        /// The answer's status.
        status: u16,
        /// What the server says.
        fault: Fault,
    },
    /// A web page came instead of the API's answer: a login form, a maintenance page, a proxy.
    #[error("the server answered with a web page: {first_line} (status {status})")]
    WebPage {
        /// The answer's status.
        status: u16,
        /// The page's title or first text.
        first_line: String,
        /// How long the server wants to be left alone.
        retry_after: Option<Duration>,
    },
    /// The server wants us elsewhere; credentials are never carried there.
    #[error("the server redirects to {location} (status {status})")]
    Redirected {
        /// The answer's status.
        status: u16,
        /// Where to, without query.
        location: String,
    },
    /// Another status without a fault document, or one that says not now (429, 503) and until when.
    #[error("unexpected answer: status {status}, {first_line}")]
    Unexpected {
        /// The answer's status.
        status: u16,
        /// The body's first text line, or what its fault document says.
        first_line: String,
        /// How long the server wants to be left alone.
        retry_after: Option<Duration>,
    },
    /// Status 200 with a body that is not what the specification shows.
    #[error("the answer is not what the debugger API promises: {problem}")]
    Malformed {
        /// Where it differs.
        problem: String,
    },
    /// The answer is longer than we are ready to hold.
    #[error("the answer is longer than {} MiB", .limit >> 20)]
    TooLarge {
        /// The limit in bytes.
        limit: u64,
    },
    /// A storefront request that would leave the configured instance.
    #[error("{url} is not on {address}")]
    ForeignUrl {
        /// What was asked for.
        url: String,
        /// The configured instance.
        address: String,
    },
    /// A Data API request without the access token that it wants.
    #[error("{problem}")]
    NoToken {
        /// That there is none, and why.
        problem: String,
        /// What to do next, one line.
        action: String,
    },
    /// Safety levels and rules keep it from being sent.
    #[error(transparent)]
    Unsafe(#[from] Refusal),
    /// A storefront request that can't be sent as it is.
    #[error("{problem}")]
    BadRequest {
        /// What is wrong with it.
        problem: String,
    },
}

/// Who was refused with status 401.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Login {
    /// No user is configured.
    #[error("a request without user name may not use the script debugger")]
    Nobody,
    /// A user without anything that proves it: no login was sent.
    #[error("the server wants a password of user \"{user}\", and none is given")]
    WithoutPassword {
        /// The user's name.
        user: String,
    },
    /// A user whose password or right the server doesn't accept.
    #[error("user \"{user}\" may not use the script debugger")]
    Refused {
        /// The user's name.
        user: String,
    },
}

/// What one side of a TLS connection didn't like.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TlsProblem {
    /// The certificate comes from an authority that isn't trusted here.
    #[error("its certificate is signed by an unknown authority")]
    UnknownAuthority,
    /// Another certificate than the one that is pinned.
    #[error("its certificate is not the pinned one: it has SHA-256 {shown}")]
    NotPinned {
        /// The fingerprint of what the server showed.
        shown: Fingerprint,
    },
    /// The certificate is for other names.
    #[error("its certificate is for another host name")]
    WrongName,
    /// The certificate isn't valid today.
    #[error("its certificate is expired or not valid yet")]
    OutOfDate,
    /// The server wants a client certificate, or doesn't like ours.
    #[error("the server asks for a client certificate that it accepts")]
    ClientCertificate,
    /// The other side doesn't speak TLS.
    #[error("the server doesn't speak TLS on this port")]
    NotTls,
    /// Anything else, in the library's words.
    #[error("{0}")]
    Other(String),
}

impl ClientError {
    /// What happened, one line in plain words.
    pub fn cause(&self) -> String {
        self.to_string()
    }

    /// What to do next, one line.
    pub fn action(&self) -> String {
        match self {
            Self::Configuration { .. } => "Correct the option or the file that names it.".into(),
            Self::Dns { host } => format!("Check the spelling of {host} (--server, SFCC_SERVER or hostname in dw.json), and the VPN or network."),
            Self::Refused { .. } => "Check host and port, and that the instance is started; `haltscope sandbox` starts a local one.".into(),
            Self::Unreachable { proxy: Some(_), .. } => "Check the proxy's address and login (HTTPS_PROXY, ALL_PROXY); NO_PROXY names hosts that are reached without it.".into(),
            Self::Unreachable { .. } => "Check the network, the VPN and the port; a firewall may drop the connection.".into(),
            Self::Tls { problem, .. } => problem.action().into(),
            Self::TimedOut { .. } => "Check that the instance is awake and the network is up.".into(),
            Self::Interrupted { .. } => "The server or a proxy closed the connection: check the network.".into(),
            Self::Unauthorized { login: Login::Nobody } => "Give --username and a password (SFCC_PASSWORD, dw.json or --password-stdin).".into(),
            Self::Unauthorized { login: Login::WithoutPassword { .. } } => "Give the password or access key with --password-stdin, SFCC_PASSWORD or password in dw.json; started in a terminal, haltscope asks for it.".into(),
            Self::Unauthorized { .. } => "Check the user name (it is case-sensitive), the password or access key, and that the user's role has the script debugger permission.".into(),
            Self::Disabled => "It was removed elsewhere or timed out: re-attach to create it and arm the breakpoints again.".into(),
            Self::Fault { status, fault } => fault_action(*status, fault).into(),
            Self::WebPage { retry_after: Some(pause), .. } | Self::Unexpected { retry_after: Some(pause), .. } => wait(*pause),
            Self::Unexpected { status: 429, .. } | Self::WebPage { status: 429, .. } => "The server takes no more requests for now: wait a minute, and see who else uses it.".into(),
            Self::WebPage { status, .. } if *status >= 500 => "The instance, or a gateway before it, is down or in maintenance: try again later; its status page or logs say more.".into(),
            Self::WebPage { .. } => "Check --server: it must be the instance's own host, not a storefront alias; the instance may be in maintenance or want another login.".into(),
            Self::Redirected { .. } => "If that is a login page, check host and credentials; if the instance has moved, give its new host as --server.".into(),
            Self::Unexpected { status, .. } if *status >= 500 => "The server has a problem of its own; try again, then look at its logs.".into(),
            Self::Unexpected { .. } => "Check that --server names an instance with the script debugger API.".into(),
            Self::Malformed { .. } => "Check that --server names an instance with the script debugger API; the log has the request.".into(),
            Self::TooLarge { .. } => "Open a smaller part: expand single members or evaluate a narrower expression.".into(),
            Self::ForeignUrl { .. } => "Storefront requests go to the configured instance only: give a path, or start with another --server.".into(),
            Self::NoToken { action, .. } => action.clone(),
            Self::Unsafe(refusal) => refusal.action().into(),
            Self::BadRequest { .. } => "Correct the method or the URL.".into(),
        }
    }

    /// How long the server wants to be left alone (429 and 503 with `Retry-After`).
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::WebPage { retry_after, .. } | Self::Unexpected { retry_after, .. } => {
                *retry_after
            }
            _ => None,
        }
    }

    /// The fault document, if the server sent one.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn fault(&self) -> Option<&Fault> {
        match self {
            Self::Fault { fault, .. } => Some(fault),
            _ => None,
        }
    }

    /// Whether the answer says that nothing was done. Without an answer, or with one that isn't the
    /// debugger's, nobody knows.
    pub fn is_refusal(&self) -> bool {
        match self {
            Self::Disabled | Self::Unauthorized { .. } | Self::Redirected { .. } => true,
            Self::Fault { status, .. }
            | Self::WebPage { status, .. }
            | Self::Unexpected { status, .. } => (400..500).contains(status),
            _ => false,
        }
    }

    /// Whether the connection itself failed: the server may be fine and trying again may help.
    #[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
    pub fn is_connection(&self) -> bool {
        matches!(
            self,
            Self::Dns { .. }
                | Self::Refused { .. }
                | Self::Unreachable { .. }
                | Self::Tls { .. }
                | Self::TimedOut { .. }
                | Self::Interrupted { .. }
        )
    }
}

impl TlsProblem {
    fn action(&self) -> &'static str {
        match self {
            Self::UnknownAuthority => {
                "Give the authority's certificate, or the server's own, with --ca FILE, or the SHA-256 of the server's with --pin; --insecure accepts any certificate and gives up knowing who answers."
            }
            Self::NotPinned { .. } => {
                "Somebody may sit in between. If the server has a new certificate, ask its owner for the SHA-256 of that and give it as --pin."
            }
            Self::WrongName => "Use the host name that the certificate is made for as --server.",
            Self::OutOfDate => {
                "Check this machine's clock; else the server needs a new certificate."
            }
            Self::ClientCertificate => {
                "Give --cert FILE with --key FILE (PEM), or --cert FILE.p12, of a certificate that the server knows."
            }
            Self::NotTls => {
                "Check the port. One that speaks plain HTTP is named by http:// before the host, which is accepted for loopback addresses only."
            }
            Self::Other(_) => {
                "Check the port, the certificates and whatever stands between here and the server."
            }
        }
    }
}

fn through(proxy: Option<&str>) -> String {
    proxy.map(|proxy| format!(" through the proxy {proxy}")).unwrap_or_default()
}

fn wait(pause: Duration) -> String {
    format!("The server asks to be left alone for {} s: try again after that.", pause.as_secs())
}

fn fault_action(status: u16, fault: &Fault) -> &'static str {
    if fault.is("ScriptThreadNotFound") {
        "The thread has ended; the thread list shows what still runs."
    } else if fault.is("InvalidFrameIndex") {
        "The thread runs again or its stack has changed; wait for its next halt."
    } else if fault.is("ClientIdRequired") {
        "Give --debugger-id NAME."
    } else if fault.is("NotAuthorized") {
        "Check the user name (it is case-sensitive), the access key and the script debugger permission."
    } else if status >= 500 {
        "The server has a problem of its own; try again, then look at its logs."
    } else {
        "The server refused the request as it is; its message says why."
    }
}
