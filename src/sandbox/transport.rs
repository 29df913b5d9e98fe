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
pub(super) struct Arrival {
    /// Encrypted or not.
    pub transport: Transport,
    /// The other end of the connection.
    pub peer: SocketAddr,
}

impl Arrival {
    /// Whether nobody else can have read it: it came encrypted, or from this machine.
    pub(super) fn is_private(&self) -> bool {
        self.transport == Transport::Tls || self.peer.ip().to_canonical().is_loopback()
    }
}

/// What depends on where a request comes from, which a test over the network can't choose.
#[cfg(test)]
mod tests {
    use super::*;
    use crate::sandbox::service::Service;
    use axum::{Router, body::Body, http::Request};
    use http_body_util::BodyExt;
    use serde_json::Value;

    /// The answer to a request that comes from there.
    async fn ask(peer: &str, transport: Transport, method: &str, path: &str) -> (u16, Value) {
        let service = Service::of_storefront(Router::new());
        let peer: SocketAddr = peer.parse().expect("an address");
        let request = Request::builder().method(method).uri(path).header("host", "localhost");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let request = request.body(Body::from("grant_type=client_credentials"));
        let arrival = Arrival { transport, peer };
        let answer = service.answer(arrival, request.expect("a request")).await.expect("an answer");
        let status = answer.status().as_u16();
        let body = answer.into_body().collect().await.expect("a body").to_bytes();
        (status, serde_json::from_slice(&body).expect("JSON"))
    }

    /// "Beyond the specification", 7: tokens over TLS only, but on loopback.
    #[tokio::test]
    async fn tokens_leave_this_machine_over_tls_alone() {
        let elsewhere = "192.0.2.7:40000";
        for path in ["/dwsso/oauth2/access_token", "/dw/oauth2/access_token"] {
            let (status, refused) = ask(elsewhere, Transport::Plain, "POST", path).await;
            assert_eq!((status, &refused["error"]), (400, &"invalid_request".into()), "{path}");
            for (peer, transport) in [
                (elsewhere, Transport::Tls),
                ("127.0.0.1:40000", Transport::Plain),
                ("[::1]:40000", Transport::Plain),
                ("[::ffff:127.0.0.1]:40000", Transport::Plain),
            ] {
                let (status, unknown) = ask(peer, transport, "POST", path).await;
                assert_eq!((status, &unknown["error"]), (401, &"invalid_client".into()), "{peer}");
            }
        }
    }

    /// The same of tokens that come.
    #[tokio::test]
    async fn tokens_come_to_custom_apis_over_tls_alone() {
        let (elsewhere, path) = ("192.0.2.7:40000", "/custom/a/v1/organizations/o/p");
        let (status, refused) = ask(elsewhere, Transport::Plain, "GET", path).await;
        assert_eq!((status, &refused["title"]), (403, &"Https Required".into()));
        for (peer, transport) in [(elsewhere, Transport::Tls), ("[::1]:40000", Transport::Plain)] {
            let (status, _) = ask(peer, transport, "GET", path).await;
            assert_eq!(status, 404, "{peer}: there is no such API");
        }
    }

    /// "Beyond the specification", 2.4: over TLS or not.
    #[tokio::test]
    async fn locks_are_set_from_this_machine_alone() {
        let path = "/-/sandbox/libraries/L/content/a/lock";
        for transport in [Transport::Plain, Transport::Tls] {
            let (status, refused) = ask("192.0.2.7:40000", transport, "GET", path).await;
            let kind = &refused["fault"]["type"];
            assert_eq!((status, kind), (403, &"LoopbackRequiredException".into()), "{transport:?}");
            let (status, _) = ask("127.0.0.1:40000", transport, "GET", path).await;
            assert_eq!(status, 401, "{transport:?}: a login is asked for");
        }
    }
}
