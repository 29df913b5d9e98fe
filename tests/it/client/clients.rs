//! Clients of a server that answers as a test says.

use crate::testkit::server::Server;
use haltscope::api::address::Address;
use haltscope::client::content::Library;
use haltscope::client::token::{Grant, TokenSource};
use haltscope::client::{ClientConfig, Timeouts};
use std::time::Duration;

/// No script threads.
pub const THREADS: &[u8] =
    b"HTTP/1.1 200 OK\r\nContent-Length: 33\r\n\r\n{\"_v\":\"2.0\",\"script_threads\":[]} ";

pub fn config(server: &Server) -> ClientConfig {
    ClientConfig::new(Address::parse(&server.url()).expect("an address"), "haltscope".into())
}

pub fn source(server: &Server, grant: Grant) -> TokenSource {
    TokenSource::new(config(server), "pipeline", grant).expect("a source")
}

/// A source that waits for an answer this long.
pub fn impatient(server: &Server, limit: Duration) -> TokenSource {
    let timeouts = Timeouts { answer: limit, ..Timeouts::default() };
    let config = ClientConfig { timeouts, ..config(server) };
    TokenSource::new(config, "pipeline", secret()).expect("a source")
}

pub fn library(server: &Server) -> Library {
    Library::new(config(server), source(server, secret()), "L").expect("a library")
}

pub fn secret() -> Grant {
    Grant::ClientCredentials { secret: "green tea".into() }
}
