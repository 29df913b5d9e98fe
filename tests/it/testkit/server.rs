//! A server that answers each request as a test says, byte for byte where it matters, plain or over
//! TLS; it writes down what came. And a proxy that leads to one.

use super::patience::PATIENCE;
use futures::future::{BoxFuture, FutureExt, ready};
use rustls::ServerConfig;
use serde_json::{Value, json};
use std::fmt::Write;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Came {
    /// Its line and headers, as they were sent.
    pub head: String,
    pub body: String,
    /// How many of its kind, for tokens or for data, came before.
    pub before: usize,
}

impl Came {
    /// As in `GET /path?query`.
    pub fn line(&self) -> &str {
        self.head.lines().next().unwrap_or_default().trim_end_matches(" HTTP/1.1")
    }

    /// A header's value, empty if there is none.
    pub fn header(&self, name: &str) -> &str {
        header(&self.head, name).unwrap_or_default()
    }

    pub fn has_login(&self) -> bool {
        header(&self.head, "authorization").is_some()
    }

    pub fn is_token(&self) -> bool {
        self.line().contains("/access_token")
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then_some(value.trim())
    })
}

/// What comes back.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Nothing: the connection ends without an answer.
    bytes: Option<Vec<u8>>,
    delay: Duration,
    then: Then,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    NextRequest,
    Close,
}

impl Reply {
    /// These bytes, whatever they are; the connection stays.
    pub fn raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self { bytes: Some(bytes.into()), delay: Duration::ZERO, then: Then::NextRequest }
    }

    /// This text, which ends with the connection: it needs no length.
    pub fn text(text: impl Into<String>) -> Self {
        let text = with_headers(&text.into(), "connection: close\r\n");
        Self { then: Then::Close, ..Self::raw(text) }
    }

    /// Nothing at all: the connection is cut.
    pub const fn cut() -> Self {
        Self { bytes: None, delay: Duration::ZERO, then: Then::Close }
    }

    pub fn new(status: u16, body: impl ToString) -> Self {
        Self::with(status, &[], body)
    }

    /// With headers of its own.
    #[expect(clippy::needless_pass_by_value, reason = "callers write the body in place")]
    pub fn with(status: u16, headers: &[(&str, &str)], body: impl ToString) -> Self {
        let body = body.to_string();
        let mut text = format!("HTTP/1.1 {status} Answer\r\n");
        for (name, value) in headers {
            let _ = write!(text, "{name}: {value}\r\n");
        }
        // An answer without content has no length either.
        if status != 204 {
            let _ = write!(text, "content-length: {}\r\n", body.len());
        }
        Self::raw(text + "\r\n" + &body)
    }

    /// A token that lives for half an hour.
    pub fn token(token: &str) -> Self {
        Self::new(200, json!({"access_token": token, "expires_in": 1800, "token_type": "Bearer"}))
    }

    pub fn fault(status: u16, kind: &str) -> Self {
        let fault = json!({"type": kind, "message": "no", "arguments": {}});
        Self::new(status, json!({"_v": "23.2", "_type": "fault", "fault": fault}))
    }

    pub fn redirect(location: &str) -> Self {
        Self::with(307, &[("location", location)], "")
    }

    pub fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }
}

/// Text is an answer as it stands, which ends with the connection.
impl From<String> for Reply {
    fn from(text: String) -> Self {
        Self::text(text)
    }
}

/// Adds header lines behind the status line.
pub fn with_headers(answer: &str, headers: &str) -> String {
    match answer.split_once("\r\n") {
        Some((status, rest)) => format!("{status}\r\n{headers}{rest}"),
        None => answer.to_owned(),
    }
}

/// A page of IDs.
pub fn page(start: usize, ids: &[&str], next: Option<&str>) -> Reply {
    let hits: Vec<_> = ids.iter().map(|id| json!({"id": id})).collect();
    let mut page = json!({"start": start, "count": hits.len(), "total": 100, "hits": hits});
    if let Some(next) = next {
        page["next"] = Value::from(next);
    }
    Reply::new(200, page)
}

type Play = dyn Fn(Came) -> BoxFuture<'static, Reply> + Send + Sync;
type Log = Arc<Mutex<Vec<Came>>>;

/// The server; it takes no further connection once it is dropped.
pub struct Server {
    pub address: SocketAddr,
    scheme: &'static str,
    came: Log,
    listening: JoinHandle<()>,
}

impl Server {
    /// Plain HTTP.
    pub async fn start<R: Into<Reply>>(play: impl Fn(&Came) -> R + Send + Sync + 'static) -> Self {
        Self::answering(None, move |came| ready(play(&came).into()).boxed()).await
    }

    /// Plain HTTP, the same for every request.
    pub async fn saying(reply: Reply) -> Self {
        Self::start(move |_| reply.clone()).await
    }

    /// HTTPS with that certificate.
    pub async fn tls<R: Into<Reply>>(
        tls: ServerConfig,
        play: impl Fn(&Came) -> R + Send + Sync + 'static,
    ) -> Self {
        Self::answering(Some(tls), move |came| ready(play(&came).into()).boxed()).await
    }

    /// Gives `token-1`, `token-2` …; the rest is as `play` says.
    pub async fn with_tokens(play: impl Fn(&Came) -> Reply + Send + Sync + 'static) -> Self {
        let answer = move |came: &Came| {
            let number = came.before + 1;
            if came.is_token() { Reply::token(&format!("token-{number}")) } else { play(came) }
        };
        Self::start(answer).await
    }

    /// As a future says, which is dropped when whoever asked hangs up.
    pub async fn answering(
        tls: Option<ServerConfig>,
        play: impl Fn(Came) -> BoxFuture<'static, Reply> + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let scheme = if tls.is_some() { "https" } else { "http" };
        let acceptor = tls.map(|tls| TlsAcceptor::from(Arc::new(tls)));
        let (came, play) = (Log::default(), Arc::new(play) as Arc<Play>);
        let log = Arc::clone(&came);
        let listening = tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(greet(stream, acceptor.clone(), Arc::clone(&log), Arc::clone(&play)));
            }
        });
        Self { address, scheme, came, listening }
    }

    /// As in `https://127.0.0.1:1234`.
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// What came so far.
    pub fn came(&self) -> Vec<Came> {
        self.came.lock().expect("no panic").clone()
    }

    /// How many requests came for tokens, and how many for data.
    pub fn counts(&self) -> (usize, usize) {
        let came = self.came();
        let tokens = came.iter().filter(|came| came.is_token()).count();
        (tokens, came.len() - tokens)
    }

    /// How many requests carried a login.
    pub fn logins(&self) -> usize {
        self.came().iter().filter(|came| came.has_login()).count()
    }

    /// Waits for a request that holds these words; blocks.
    pub fn wait_for(&self, words: &str) {
        let end = Instant::now() + PATIENCE;
        while !self.came().iter().any(|came| came.head.contains(words)) {
            assert!(Instant::now() < end, "no {words} in {:?}", self.came());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

async fn greet(stream: TcpStream, acceptor: Option<TlsAcceptor>, log: Log, play: Arc<Play>) {
    let _ = stream.set_nodelay(true);
    match acceptor {
        None => serve(stream, &log, &*play).await,
        Some(acceptor) => {
            if let Ok(stream) = acceptor.accept(stream).await {
                serve(stream, &log, &*play).await;
            }
        }
    }
}

async fn serve(mut stream: impl AsyncRead + AsyncWrite + Unpin, log: &Log, play: &Play) {
    let mut read = Vec::new();
    while let Some(came) = next(&mut stream, &mut read).await {
        // A greeting of TLS is no request.
        if came.head.starts_with('\u{16}') {
            let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await;
            let _ = stream.shutdown().await;
            // What stays unread would reset the connection, and the answer might be lost with it.
            let _ = tokio::io::copy(&mut stream, &mut tokio::io::sink()).await;
            return;
        }
        let came = written_down(log, came);
        let reply = tokio::select! {
            reply = play(came) => reply,
            () = hung_up(&mut stream, &mut read) => return,
        };
        tokio::time::sleep(reply.delay).await;
        // Who asked may have seen enough.
        let is_sent = match &reply.bytes {
            Some(bytes) => stream.write_all(bytes).await.is_ok(),
            None => false,
        };
        if !is_sent || reply.then == Then::Close {
            let _ = stream.shutdown().await;
            return;
        }
    }
}

fn written_down(log: &Log, mut came: Came) -> Came {
    let mut log = log.lock().expect("no panic");
    came.before = log.iter().filter(|other| other.is_token() == came.is_token()).count();
    log.push(came.clone());
    came
}

/// The next request, once it is whole; what was read beyond it stays.
async fn next(stream: &mut (impl AsyncRead + Unpin), read: &mut Vec<u8>) -> Option<Came> {
    loop {
        if read.first() == Some(&0x16) {
            return Some(Came { head: "\u{16}".to_owned(), body: String::new(), before: 0 });
        }
        if let Some(came) = whole(read) {
            return Some(came);
        }
        stream.read_buf(read).await.ok().filter(|count| *count > 0)?;
    }
}

/// Takes the first request out of what was read.
fn whole(read: &mut Vec<u8>) -> Option<Came> {
    let end = read.windows(4).position(|it| it == b"\r\n\r\n")? + 4;
    let head = String::from_utf8_lossy(&read[..end]).into_owned();
    let length = header(&head, "content-length").and_then(|it| it.parse().ok()).unwrap_or(0);
    if read.len() < end + length {
        return None;
    }
    let body = String::from_utf8_lossy(&read[end..end + length]).into_owned();
    read.drain(..end + length);
    Some(Came { head, body, before: 0 })
}

async fn hung_up(stream: &mut (impl AsyncRead + Unpin), read: &mut Vec<u8>) {
    while stream.read_buf(read).await.is_ok_and(|count| count > 0) {}
}

/// A proxy: wherever it is told to connect to, it connects to `target`.
pub struct Proxy {
    pub address: SocketAddr,
    came: Arc<Mutex<Vec<String>>>,
}

impl Proxy {
    /// With a login, it refuses those who don't send it.
    pub async fn to(target: SocketAddr, login: Option<&'static str>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("bound");
        let came = Arc::new(Mutex::new(Vec::new()));
        let log = came.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(connect(stream, target, login, log.clone()));
            }
        });
        Self { address, came }
    }

    /// The heads of what it was asked.
    pub fn came(&self) -> Vec<String> {
        self.came.lock().expect("no panic").clone()
    }
}

async fn connect(
    mut stream: TcpStream,
    target: SocketAddr,
    login: Option<&str>,
    log: Arc<Mutex<Vec<String>>>,
) {
    let Some(came) = next(&mut stream, &mut Vec::new()).await else { return };
    let is_let_in = login.is_none_or(|login| came.head.contains(&format!("Basic {login}\r\n")));
    log.lock().expect("no panic").push(came.head);
    if !is_let_in {
        let refusal = b"HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n";
        let _ = stream.write_all(refusal).await;
        return;
    }
    let mut server = TcpStream::connect(target).await.expect("the server");
    stream.write_all(b"HTTP/1.1 200 Connected\r\n\r\n").await.expect("written");
    let _ = tokio::io::copy_bidirectional(&mut stream, &mut server).await;
}
