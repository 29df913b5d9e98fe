//! The way to the instance: its name, a connection, TLS, and the first answer without a login.

use super::finding::Finding;
use super::tls::{self, Presented};
use crate::api::address::Address;
use crate::client::{self, Client, ClientError, Look};
use crate::commands::connection;
use crate::commands::failure::Failure;
use crate::config::{Config, Tls};
use hyper_util::client::proxy::matcher::Matcher;
use jiff::Timestamp;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// How long a name, a connection or a handshake is waited for.
const LIMIT: Duration = Duration::from_secs(10);
/// How often what broke is asked for again.
const AGAIN: usize = 2;
/// How long an answer is waited for.
const ANSWER: Duration = Duration::from_secs(20);

/// What the way leads to.
pub(super) struct Way {
    pub(super) findings: Vec<Finding>,
    /// The server, or why there is none to ask.
    pub(super) server: Result<Server, &'static str>,
}

/// A server that can be asked.
pub(super) struct Server {
    /// With the configured login.
    pub(super) client: Client,
    /// The first answer, to a request without login; or why none came.
    pub(super) first: Result<Look, ClientError>,
}

/// Goes the way as far as it leads.
pub(super) async fn explore(config: &Config) -> Way {
    let Some(address) = config.address.as_ref().map(|address| &address.value) else {
        return Way::closed(&["name", "tcp", "tls"], "nothing names an instance", Vec::new());
    };
    let Journey { mut findings, addresses, place, is_direct } = match proxy(address) {
        Some(proxy) => Journey::through(proxy).await,
        None => Journey::straight(address).await,
    };
    if addresses.is_empty() {
        return Way::closed(&["tcp", "tls"], "the name is unknown", findings);
    }
    let (found, stream) = connected(&place, &addresses).await;
    findings.push(found);
    match stream {
        Some(stream) => secured(config, address, is_direct.then_some(stream), findings).await,
        None => Way::closed(&["tls"], "there is no connection", findings),
    }
}

impl Way {
    fn closed(left: &[&'static str], because: &'static str, mut findings: Vec<Finding>) -> Self {
        findings.extend(left.iter().map(|check| Finding::not_checked(check, because)));
        Self { findings, server: Err(because) }
    }
}

/// Where the connection goes.
struct Journey {
    findings: Vec<Finding>,
    addresses: Vec<SocketAddr>,
    /// What is there, for people.
    place: String,
    is_direct: bool,
}

impl Journey {
    async fn straight(address: &Address) -> Self {
        let (found, addresses) = name(address).await;
        let place = format!("{}:{}", address.host(), address.port());
        Self { findings: vec![found], addresses, place, is_direct: true }
    }

    async fn through(proxy: String) -> Self {
        const CHECK: &str = "name";
        let place = format!("the proxy {proxy}");
        let (found, addresses) = match resolved(&proxy).await {
            Ok(addresses) => {
                let because = format!("{place}, which the environment names, looks names up");
                (Finding::not_checked(CHECK, &because), addresses)
            }
            Err(error) => {
                let seen = format!("{place}, which the environment names, is unknown: {error}");
                let action = "Correct HTTPS_PROXY, or name the instance in NO_PROXY.";
                (Finding::problem(CHECK, seen).then(action), Vec::new())
            }
        };
        Self { findings: vec![found], addresses, place, is_direct: false }
    }
}

async fn name(address: &Address) -> (Finding, Vec<SocketAddr>) {
    const CHECK: &str = "name";
    let host = address.host();
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let place = format!("{host}:{}", address.port());
    if let Ok(ip) = bare.parse::<IpAddr>() {
        let seen = format!("{bare} is an address already");
        return (Finding::ok(CHECK, seen), vec![SocketAddr::new(ip, address.port())]);
    }
    match resolved(&place).await {
        Ok(found) => {
            let ips: Vec<String> = found.iter().map(|each| each.ip().to_string()).collect();
            let seen = format!("{host} is {}", ips.join(", "));
            (Finding::ok(CHECK, seen).with("addresses", ips), found)
        }
        Err(error) => {
            let mut found = Finding::failed(CHECK, &ClientError::Dns { host: host.to_owned() });
            found.seen = format!("{}: {error}", found.seen);
            (found, Vec::new())
        }
    }
}

async fn resolved(place: &str) -> Result<Vec<SocketAddr>, String> {
    let found = timeout(LIMIT, tokio::net::lookup_host(place)).await;
    let found = found.map_err(|_| format!("no answer within {} s", LIMIT.as_secs()))?;
    let mut found: Vec<SocketAddr> = found.map_err(|error| error.to_string())?.collect();
    found.dedup();
    if found.is_empty() { Err("it has no addresses".to_owned()) } else { Ok(found) }
}

/// The proxy that requests to the instance take, if any, as `HOST:PORT`.
fn proxy(address: &Address) -> Option<String> {
    if address.is_loopback() {
        return None;
    }
    let target = address.url().as_str().parse().ok()?;
    let proxy = Matcher::from_system().intercept(&target)?;
    let uri = proxy.uri();
    let port = uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 });
    Some(format!("{}:{port}", uri.host()?))
}

async fn connected(place: &str, addresses: &[SocketAddr]) -> (Finding, Option<TcpStream>) {
    const CHECK: &str = "tcp";
    let start = Instant::now();
    let unreachable =
        |problem| ClientError::Unreachable { address: place.to_owned(), proxy: None, problem };
    let problem = match timeout(LIMIT, TcpStream::connect(addresses)).await {
        Ok(Ok(stream)) => {
            let millis = u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
            let seen = format!("{place} accepts connections ({millis} ms)");
            return (Finding::ok(CHECK, seen).with("milliseconds", millis), Some(stream));
        }
        Ok(Err(error)) if error.kind() == io::ErrorKind::ConnectionRefused => {
            ClientError::Refused { address: place.to_owned() }
        }
        Ok(Err(error)) => unreachable(error.to_string()),
        Err(_) => unreachable(format!("no answer within {} s", LIMIT.as_secs())),
    };
    (Finding::failed(CHECK, &problem), None)
}

/// TLS and the first answer.
async fn secured(
    config: &Config,
    address: &Address,
    stream: Option<TcpStream>,
    mut findings: Vec<Finding>,
) -> Way {
    let chain = match stream.filter(|_| address.is_tls()) {
        Some(stream) => client::presented(address, stream, LIMIT).await.unwrap_or_default(),
        None => Vec::new(),
    };
    let strict = Config { tls: Tls { insecure: None, ..config.tls.clone() }, ..config.clone() };
    let server = match Server::first_asked(&strict, address).await {
        Ok(server) => server,
        Err(failure) => {
            let found = Finding::problem("configuration", failure.to_string());
            findings.push(found.then(failure.action()));
            return Way::closed(&["tls"], "the connection can't be prepared", findings);
        }
    };
    if !address.is_tls() {
        let because = "plain HTTP, which never leaves this machine";
        findings.push(Finding::not_checked("tls", because));
        return Way { findings, server: Ok(server) };
    }
    let presented = Presented::read(&chain, address);
    let (found, server) = judged(config, address, &presented, server).await;
    findings.push(found);
    Way { findings, server }
}

/// The client itself decides whether it accepts the server; the chain says why.
async fn judged(
    config: &Config,
    address: &Address,
    presented: &Presented,
    server: Server,
) -> (Finding, Result<Server, &'static str>) {
    const CLOSED: &str = "there is no secure connection";
    let (insecure, now) = (config.tls.insecure.as_ref(), Timestamp::now());
    let problem = match &server.first {
        Err(ClientError::Tls { problem, .. }) => problem.clone(),
        Err(error) if presented.is_empty() => return (Finding::failed("tls", error), Err(CLOSED)),
        _ => return (presented.accepted(insecure, now), Ok(server)),
    };
    if let Some(origin) = insecure.filter(|_| tls::concerns_certificate(&problem))
        && let Ok(server) = Server::first_asked(config, address).await
    {
        return (presented.tolerated((&problem, origin), address, now), Ok(server));
    }
    (presented.refused(&problem, address, now), Err(CLOSED))
}

impl Server {
    /// Asks for the threads without a login.
    async fn first_asked(config: &Config, address: &Address) -> Result<Self, Failure> {
        let mut wire = connection::wire(config, address.clone())?;
        wire.credentials = connection::credentials(&config.login);
        wire.timeouts.connect = LIMIT;
        wire.timeouts.answer = ANSWER;
        let client = Client::new(wire)?;
        let anonymous = client.anonymous();
        let mut first = anonymous.look_at_debugger("/threads").await;
        // What a server has against our certificate is lost where the connection breaks before it is read.
        for _ in 0..AGAIN {
            if !matches!(first, Err(ClientError::Interrupted { .. })) {
                break;
            }
            first = anonymous.look_at_debugger("/threads").await;
        }
        Ok(Self { client, first })
    }
}
