//! An address at which nobody listens, and nobody else can either.

use tokio::net::TcpSocket;

/// Whoever connects is refused for as long as this lives.
pub struct Unheard(TcpSocket);

impl Unheard {
    pub fn bind() -> Self {
        let socket = TcpSocket::new_v4().expect("a socket");
        socket.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
        Self(socket)
    }

    /// As in `127.0.0.1:1234`.
    pub fn address(&self) -> String {
        self.0.local_addr().expect("it is bound").to_string()
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address())
    }
}
