//! As much of HTTP/1.1 as a proxy needs that can also break it.

use super::fault::Trouble;
use std::net::SocketAddr;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

const END_OF_HEAD: &[u8] = b"\r\n\r\n";
/// Longer messages aren't sent by those who are tested here.
const LONGEST: usize = 64 << 20;

/// A request, whole.
#[derive(Clone, Debug)]
pub struct Request {
    pub method: String,
    /// With its query.
    pub path: String,
    head: Vec<String>,
    body: Vec<u8>,
}

impl Request {
    /// The next request of a connection; nothing when it ends first or isn't HTTP.
    pub async fn read(stream: &mut TcpStream) -> Option<Self> {
        let mut bytes = Vec::new();
        let end = loop {
            if let Some(at) = find(&bytes, END_OF_HEAD) {
                break at;
            }
            more(stream, &mut bytes).await?;
        };
        let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
        let mut head = head.split("\r\n").map(str::to_owned);
        let first = head.next()?;
        let mut words = first.split(' ').map(str::to_owned);
        let (method, path) = (words.next()?, words.next()?);
        let head: Vec<String> = head.collect();
        let length = header(&head, "content-length").map_or(Some(0), |text| text.parse().ok())?;
        let mut body = bytes.split_off(end + END_OF_HEAD.len());
        while body.len() < length {
            more(stream, &mut body).await?;
        }
        Some(Self { method, path, head, body })
    }

    /// The value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    /// The path without its query.
    pub fn plain_path(&self) -> &str {
        self.path.split('?').next().unwrap_or_default()
    }

    /// Takes a header away.
    pub fn drop_header(&mut self, name: &str) {
        drop_header(&mut self.head, name);
    }

    /// Asks the server on a connection of its own and reads all that it answers.
    pub async fn ask(mut self, server: SocketAddr) -> Option<Answer> {
        self.drop_header("connection");
        let mut stream = TcpStream::connect(server).await.ok()?;
        let first = format!("{} {} HTTP/1.1", self.method, self.path);
        let head = [&[first][..], &self.head, &["Connection: close".to_owned()]].concat();
        let mut bytes = format!("{}\r\n\r\n", head.join("\r\n")).into_bytes();
        bytes.extend(&self.body);
        stream.write_all(&bytes).await.ok()?;
        let mut answer = Vec::new();
        // A server that dies in the middle of its answer has given none.
        stream.read_to_end(&mut answer).await.ok()?;
        Answer::parse(&answer)
    }
}

/// An answer, whole.
#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub body: Vec<u8>,
    first: String,
    head: Vec<String>,
}

impl Answer {
    fn parse(bytes: &[u8]) -> Option<Self> {
        let end = find(bytes, END_OF_HEAD)?;
        let head = String::from_utf8(bytes[..end].to_vec()).ok()?;
        let mut head = head.split("\r\n").map(str::to_owned);
        let first = head.next()?;
        let status = first.split(' ').nth(1)?.parse().ok()?;
        let mut head: Vec<String> = head.collect();
        drop_header(&mut head, "connection");
        let body = bytes[end + END_OF_HEAD.len()..].to_vec();
        let answer = Self { status, body, first, head };
        answer.is_whole().then_some(answer)
    }

    fn is_whole(&self) -> bool {
        let length = header(&self.head, "content-length").and_then(|text| text.parse().ok());
        length.is_none_or(|length: usize| self.body.len() == length)
    }

    fn new(status: u16, headers: &[&str], body: &str) -> Self {
        let mut head: Vec<String> = headers.iter().map(|&line| line.to_owned()).collect();
        head.push(format!("Content-Length: {}", body.len()));
        let first = format!("HTTP/1.1 {status} Fault");
        Self { status, body: body.as_bytes().to_vec(), first, head }
    }

    /// What comes in place of an answer; nothing where no answer comes.
    pub fn instead(trouble: Trouble) -> Option<Self> {
        Some(match trouble {
            Trouble::Fault(status) => Self::fault(status, "InternalServerErrorException", &[]),
            Trouble::Page(status) => Self::page(status, &[]),
            Trouble::Redirect => Self::page(302, &["Location: https://login.example/start"]),
            Trouble::Refused => {
                let login = ["WWW-Authenticate: Basic realm=\"instance\""];
                Self::fault(401, "NotAuthorizedException", &login)
            }
            Trouble::Gone => Self::fault(412, "DebuggerDisabledException", &[]),
            Trouble::Late(_)
            | Trouble::Stall
            | Trouble::Drop
            | Trouble::Reset
            | Trouble::Garbage => return None,
        })
    }

    fn fault(status: u16, kind: &str, more: &[&str]) -> Self {
        let headers = [&["Content-Type: application/json;charset=UTF-8"], more].concat();
        let fault = format!("{{\"type\":\"{kind}\",\"message\":\"Injected.\"}}");
        Self::new(status, &headers, &format!("{{\"_v\":\"2.0\",\"fault\":{fault}}}"))
    }

    fn page(status: u16, more: &[&str]) -> Self {
        let headers = [&["Content-Type: text/html"], more].concat();
        let page = "<!DOCTYPE html><html><head><title>Somebody else answers</title></head></html>";
        Self::new(status, &headers, page)
    }

    /// Takes all headers of that name away.
    pub fn drop_header(&mut self, name: &str) {
        drop_header(&mut self.head, name);
    }

    /// Adds a header, as in `Name: value`.
    pub fn add_header(&mut self, line: &str) {
        self.head.push(line.to_owned());
    }

    /// Whether its end can be told without the connection's.
    pub fn is_bounded(&self) -> bool {
        let says = |name| header(&self.head, name).is_some();
        self.status == 204 || says("content-length") || says("transfer-encoding")
    }

    pub fn bytes(&self) -> Vec<u8> {
        let head = [&[self.first.clone()][..], &self.head].concat().join("\r\n");
        [head.as_bytes(), END_OF_HEAD, &self.body].concat()
    }
}

fn header<'a>(head: &'a [String], name: &str) -> Option<&'a str> {
    head.iter().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then_some(value.trim())
    })
}

fn drop_header(head: &mut Vec<String>, name: &str) {
    head.retain(|line| !line.split(':').next().is_some_and(|key| key.eq_ignore_ascii_case(name)));
}

async fn more(stream: &mut TcpStream, bytes: &mut Vec<u8>) -> Option<()> {
    let count = stream.read_buf(bytes).await.ok()?;
    (count > 0 && bytes.len() <= LONGEST).then_some(())
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

/// Waits until the other side has closed the connection.
pub async fn left(stream: &TcpStream) {
    while stream.readable().await.is_ok() {
        if has_left(stream) {
            return;
        }
        // What else comes on a connection that will never answer is of no interest.
    }
}

/// Whether the other side has closed the connection.
pub fn has_left(stream: &TcpStream) -> bool {
    let mut buffer = [0; 1];
    match stream.try_read(&mut buffer) {
        Ok(count) => count == 0,
        Err(error) => error.kind() != std::io::ErrorKind::WouldBlock,
    }
}
