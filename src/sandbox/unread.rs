//! What isn't even read as a request is refused by the HTTP library, with a bare status. Here that
//! answer gets a fault document that says why.

use super::{
    pace::Pace,
    refusal::{Document, JSON, Refusal},
};
use axum::http::StatusCode;
use std::{
    io,
    pin::Pin,
    task::{Context, Poll, ready},
};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// A stream on which bare refusals are explained.
pub(super) struct Explained<S> {
    stream: S,
    pace: Pace,
    instead: Option<Instead>,
}

/// What is written in place of a bare refusal.
struct Instead {
    text: Vec<u8>,
    written: usize,
}

impl<S> Explained<S> {
    /// Explains what is written before a request's head is there as a whole.
    pub(super) fn new(stream: S, pace: Pace) -> Self {
        Self { stream, pace, instead: None }
    }
}

/// The explained form of a bare refusal: a status from 400, the connection's end, and an empty body
/// of no type.
fn explained(answer: &[u8]) -> Option<Vec<u8>> {
    let head = std::str::from_utf8(answer).ok()?.strip_suffix("\r\n\r\n")?;
    let (line, headers) = head.split_once("\r\n")?;
    let status = line.strip_prefix("HTTP/1.1 ")?.get(..3)?.parse().ok()?;
    let status = StatusCode::from_u16(status).ok().filter(StatusCode::is_client_error)?;
    let headers: Vec<_> =
        headers.split("\r\n").filter_map(|header| header.split_once(": ")).collect();
    let value = |name: &str| {
        headers.iter().find(|(other, _)| other.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
    };
    let is_bare = value("content-length") == Some("0") && value("content-type").is_none();
    if !is_bare || value("connection") != Some("close") {
        return None;
    }
    let body = refusal(status).text(Document::Debugger);
    let date = value("date").map(|date| format!("date: {date}\r\n")).unwrap_or_default();
    let kind = JSON.to_str().unwrap_or_default().to_owned();
    let length = body.len();
    let text = format!(
        "{line}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\nconnection: close\r\n{date}\r\n{body}"
    );
    Some(text.into_bytes())
}

fn refusal(status: StatusCode) -> Refusal {
    let (kind, message) = match status {
        StatusCode::URI_TOO_LONG => ("RequestLineTooLong", "The request line is too long."),
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => {
            ("RequestHeaderFieldsTooLarge", "The headers are too large or too many.")
        }
        _ => ("MalformedRequest", "This can't be read as a request of HTTP/1.1."),
    };
    Refusal::new(status, kind, message)
}

impl<S: AsyncRead + Unpin> AsyncRead for Explained<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(cx, buffer)
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Explained<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let this = &mut *self;
        if this.instead.is_none() && this.pace.is_in_head() {
            this.instead = explained(bytes).map(|text| Instead { text, written: 0 });
        }
        let Some(instead) = &mut this.instead else {
            return Pin::new(&mut this.stream).poll_write(cx, bytes);
        };
        while instead.written < instead.text.len() {
            let rest = &instead.text[instead.written..];
            match ready!(Pin::new(&mut this.stream).poll_write(cx, rest))? {
                0 => return Poll::Ready(Err(io::ErrorKind::WriteZero.into())),
                written => instead.written += written,
            }
        }
        this.instead = None;
        Poll::Ready(Ok(bytes.len()))
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_bare_refusals_are_explained() {
        let bare = "HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\n\
            content-length: 0\r\ndate: Mon, 23 Nov 2026 00:00:00 GMT\r\n\r\n";
        let text =
            String::from_utf8(explained(bare.as_bytes()).expect("it is bare")).expect("text");
        let (head, body) = text.split_once("\r\n\r\n").expect("a body");
        assert!(head.starts_with("HTTP/1.1 431 "), "{head}");
        assert!(head.contains(&format!("content-length: {}", body.len())), "{head}");
        assert!(body.contains("RequestHeaderFieldsTooLargeException"), "{body}");
        for other in [
            "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-type: text/html\r\ncontent-length: 0\r\n\r\n",
            "HTTP/1.1 404 Not Found\r\ncontent-length: 3\r\n\r\nabc",
            "abc",
        ] {
            assert_eq!(explained(other.as_bytes()), None, "{other}");
        }
    }
}
