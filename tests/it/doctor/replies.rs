//! What servers answer to a doctor's questions.

use crate::testkit::server::{Reply, Server, with_headers};

/// The answer of a debugger that wants a login.
pub const LOGIN_WANTED: &str = "HTTP/1.1 401 Unauthorized\r\nwww-authenticate: Basic realm=\"x\"\r\n\
    content-type: application/json\r\n\r\n\
    {\"_v\":\"2.0\",\"fault\":{\"type\":\"NotAuthorizedException\",\"message\":\"No.\"}}";
/// The answer to somebody who is let in, while there is no debugger client.
pub const NO_CLIENT: &str = "HTTP/1.1 412 Precondition Failed\r\ncontent-type: application/json\r\n\
    \r\n{\"_v\":\"2.0\",\"fault\":{\"type\":\"DebuggerDisabledException\",\"message\":\"No client.\"}}";

/// A debugger that wants a login and takes any; with these headers in each answer.
pub async fn debugger(headers: &'static str) -> Server {
    Server::start(move |came| {
        let answer = if came.has_login() { NO_CLIENT } else { LOGIN_WANTED };
        Reply::text(with_headers(answer, headers))
    })
    .await
}

/// A JSON document as an answer.
pub fn json(body: &str) -> String {
    format!("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n{body}")
}
