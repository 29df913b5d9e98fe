//! How a request came.

use std::net::SocketAddr;

/// Whether a request came encrypted; every request carries it as an extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// HTTP.
    Plain,
    /// HTTPS.
    Tls,
}

impl Transport {
    /// The scheme of addresses on this transport.
    pub const fn scheme(self) -> &'static str {
        match self {
            Self::Plain => "http",
            Self::Tls => "https",
        }
    }
}

/// Where a request came from, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Encrypted or not.
    pub transport: Transport,
    /// The other end of the connection.
    pub peer: SocketAddr,
}
