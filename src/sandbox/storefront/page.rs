//! Pages that the storefront itself answers with, and what scripts answered as HTTP.

use super::cookies::OwnCookies;
use crate::api::debugger::REASON_HEADER;
use crate::script::{ScriptError, ScriptErrorKind};
use axum::{
    body::Body,
    http::{
        HeaderName, HeaderValue, StatusCode,
        header::{
            CACHE_CONTROL, CONNECTION, CONTENT_LENGTH, CONTENT_TYPE, SET_COOKIE, TE, TRAILER,
            TRANSFER_ENCODING, UPGRADE, X_CONTENT_TYPE_OPTIONS,
        },
    },
    response::Response,
};
use encoding_rs::Encoding;
use serde::Deserialize;

/// What a script answered.
#[derive(Debug, Deserialize)]
pub(super) struct Printed {
    status: i32,
    headers: Vec<(String, String)>,
    cookies: Vec<ScriptCookie>,
    content_type: Option<String>,
    pub(super) body: String,
}

#[derive(Debug, Deserialize)]
struct ScriptCookie {
    name: String,
    value: String,
    path: Option<String>,
    domain: Option<String>,
    max_age: i64,
    secure: bool,
    http_only: bool,
}

/// The header of a page about a script's error.
const SCRIPT_ERROR: HeaderName = HeaderName::from_static("x-script-error");
/// That of a page of the sandbox's own.
const REASON: HeaderName = HeaderName::from_static(REASON_HEADER);

/// How an answer is sent, which is the server's own to say, and cookies, which scripts set as such.
const NOT_OF_SCRIPTS: [HeaderName; 7] =
    [CONNECTION, CONTENT_LENGTH, SET_COOKIE, TE, TRAILER, TRANSFER_ENCODING, UPGRADE];
/// Headers that a script sets, and as many cookies.
const MOST_HEADERS: usize = 1_000;
/// Bytes of all of them: no browser reads more.
const HEADERS_LENGTH: usize = 256 << 10;

/// Characters of a header about a page.
const LONGEST_MARK: usize = 500;

const HTML: &str = "text/html;charset=UTF-8";

impl Printed {
    /// As the script has set it; 200 if it hasn't.
    pub(super) fn status(&self) -> i32 {
        self.status
    }

    /// The HTTP response; what can't stand in a header is left out and logged.
    pub(super) fn into_response(self, reserved: &OwnCookies) -> Response {
        let status = u16::try_from(self.status).ok().and_then(|it| StatusCode::from_u16(it).ok());
        // What comes before an answer is none.
        let status = status.filter(|it| !it.is_informational()).unwrap_or_else(|| {
            tracing::error!("a script set the status {}, which no answer has", self.status);
            StatusCode::INTERNAL_SERVER_ERROR
        });
        let kind = self.content_type();
        let body = encoded(&kind, self.body);
        let mut response = plain(status, &kind, body);
        if self
            .headers
            .iter()
            .any(|(name, _)| name.eq_ignore_ascii_case(X_CONTENT_TYPE_OPTIONS.as_str()))
        {
            response.headers_mut().remove(X_CONTENT_TYPE_OPTIONS);
        }
        let mut room = HEADERS_LENGTH;
        for (name, value) in self.headers.iter().take(MOST_HEADERS) {
            match (HeaderName::try_from(name), HeaderValue::try_from(value)) {
                (Ok(name), Ok(value)) if !NOT_OF_SCRIPTS.contains(&name) => {
                    if takes(&mut room, name.as_str(), &value) {
                        response.headers_mut().append(name, value);
                    }
                }
                _ => {
                    let value: String = value.chars().take(LONGEST_MARK).collect();
                    tracing::warn!("a script set the header {name:?} to {value:?}; it is left out");
                }
            }
        }
        if self.headers.len() > MOST_HEADERS {
            let count = self.headers.len();
            tracing::warn!(
                "a script set {count} headers; those behind the first {MOST_HEADERS} are left out"
            );
        }
        if !response.headers().contains_key(CACHE_CONTROL) {
            response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        }
        if self.cookies.len() > MOST_HEADERS {
            let count = self.cookies.len();
            tracing::warn!(
                "a script set {count} cookies; those behind the first {MOST_HEADERS} are left out"
            );
        }
        for cookie in self.cookies.iter().take(MOST_HEADERS) {
            if let Some(value) = cookie.header(reserved) {
                if takes(&mut room, &cookie.name, &value) {
                    response.headers_mut().append(SET_COOKIE, value);
                }
            } else {
                tracing::warn!("a script set a cookie {:?}; it is left out", cookie.name);
            }
        }
        response
    }

    fn content_type(&self) -> String {
        match self.content_type.as_deref() {
            None => HTML.to_owned(),
            Some(kind) if kind.contains("charset") || !is_text(kind) => kind.to_owned(),
            Some(kind) => format!("{kind};charset=UTF-8"),
        }
    }
}

impl ScriptCookie {
    /// Nothing when the name or a value can't stand in the header, or the name is reserved.
    fn header(&self, reserved: &OwnCookies) -> Option<HeaderValue> {
        let fine =
            |text: &str| text.bytes().all(|b| b.is_ascii_graphic() && !b"\",;\\".contains(&b));
        let is_name = !self.name.is_empty() && fine(&self.name) && !self.name.contains('=');
        // Browsers keep what the standard wants quoted, and what they send back is read as it is.
        let is_value = self.value.bytes().all(|b| (b.is_ascii_graphic() || b == b' ') && b != b';');
        let texts = [self.path.as_ref(), self.domain.as_ref()];
        if !is_name
            || !is_value
            || reserved.has(&self.name)
            || !texts.into_iter().flatten().all(|it| fine(it))
        {
            return None;
        }
        let setting = |key: &str, value: Option<&str>| {
            value.map(|value| format!("; {key}={value}")).unwrap_or_default()
        };
        let age = (self.max_age >= 0).then(|| self.max_age.to_string());
        let line = [
            format!("{}={}; SameSite=Lax", self.name, self.value),
            setting("Path", self.path.as_deref()),
            setting("Domain", self.domain.as_deref()),
            setting("Max-Age", age.as_deref()),
            (if self.secure { "; Secure" } else { "" }).to_owned(),
            (if self.http_only { "; HttpOnly" } else { "" }).to_owned(),
        ]
        .concat();
        HeaderValue::try_from(line).ok()
    }
}

/// Whether there is room for a header, which it takes; one that is left out is logged.
fn takes(room: &mut usize, name: &str, value: &HeaderValue) -> bool {
    let Some(left) = room.checked_sub(name.len() + value.len()) else {
        tracing::warn!(
            "the headers and cookies of a script are longer than {HEADERS_LENGTH} bytes with {name}; it is left out"
        );
        return false;
    };
    *room = left;
    true
}

fn is_text(kind: &str) -> bool {
    kind.starts_with("text/") || matches!(kind, "application/json" | "application/xml")
}

/// The text of a page in the character set that its type names, if there is such a one. What that can't write is a
/// character reference, as pages have them.
fn encoded(kind: &str, text: String) -> Body {
    let named = kind.split(';').find_map(|part| {
        let (name, value) = part.split_once('=')?;
        name.trim().eq_ignore_ascii_case("charset").then(|| value.trim().trim_matches('"'))
    });
    match named.and_then(|name| Encoding::for_label(name.as_bytes())) {
        Some(encoding) if encoding.output_encoding() == encoding => {
            encoding.encode(&text).0.into_owned().into()
        }
        _ => text.into(),
    }
}

/// A response with a body of a type.
pub(super) fn plain(status: StatusCode, kind: &str, body: impl Into<Body>) -> Response {
    let mut response = Response::new(body.into());
    *response.status_mut() = status;
    let kind = HeaderValue::try_from(kind).unwrap_or(HeaderValue::from_static(HTML));
    response.headers_mut().insert(CONTENT_TYPE, kind);
    response.headers_mut().insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    response
}

/// A page of the sandbox's own that says why there is nothing else.
pub(super) fn told(status: StatusCode, reason: &str) -> Response {
    let title = format!("{} {}", status.as_u16(), status.canonical_reason().unwrap_or_default());
    let body = document(&title, &format!("<p>{}</p>", escaped(reason)));
    let mut response = plain(status, HTML, body);
    tell(&mut response, REASON, reason);
    response
}

/// What the middleware of cartridges says of a request that a route isn't for, over plain HTTP for example.
const MISMATCH: &str = "Params do not match route";

/// The page of a script that failed: its error and its stack, since this is a sandbox. `over_tls` is the same address over
/// HTTPS, which is told where the route may have refused the request for that.
pub(super) fn failed(error: &ScriptError, over_tls: Option<String>) -> Response {
    let (status, title) = match error.kind {
        ScriptErrorKind::Busy => (StatusCode::SERVICE_UNAVAILABLE, "503 Too many scripts"),
        _ => (StatusCode::INTERNAL_SERVER_ERROR, "500 The script failed"),
    };
    let is_refused = error.kind == ScriptErrorKind::Thrown && error.message.contains(MISMATCH);
    let other = over_tls.filter(|_| is_refused).map(|address| {
        let address = escaped(&address);
        format!("<p>It was asked for over plain HTTP. A route that demands HTTPS answers at <a href=\"{address}\">{address}</a>.</p>")
    });
    let body = document(title, &(failure(error) + &other.unwrap_or_default()));
    let mut response = plain(status, HTML, body);
    mark(&mut response, error);
    response
}

/// Says in a header which error a page is about, and where it happened: front ends tell it.
pub(in crate::sandbox) fn mark(response: &mut Response, error: &ScriptError) {
    let innermost = error.stack.lines().next().unwrap_or_default();
    tell(response, SCRIPT_ERROR, &format!("{error} {}", innermost.trim_start()));
}

/// Says in a header what a page is about.
fn tell(response: &mut Response, header: HeaderName, text: &str) {
    let letters = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    let text: String = letters.take(LONGEST_MARK).collect();
    if let Ok(text) = HeaderValue::from_bytes(text.as_bytes()) {
        response.headers_mut().insert(header, text);
    }
}

/// The part of a page that says how a script failed.
pub(super) fn failure(error: &ScriptError) -> String {
    let how = match error.kind {
        ScriptErrorKind::Terminated => "It was stopped by a debugger, or was halted for too long.",
        ScriptErrorKind::TimedOut => "It ran for too long.",
        ScriptErrorKind::OutOfMemory => "It needed too much memory.",
        ScriptErrorKind::Syntax => "It can't be read.",
        ScriptErrorKind::Thrown => "It threw an error that nothing caught.",
        ScriptErrorKind::Busy => "It was not begun.",
        ScriptErrorKind::Engine => "The engine couldn't run it.",
    };
    let place = match (&error.file, error.line) {
        (Some(file), Some(line)) => format!("<p class=\"place\">{}:{line}</p>", escaped(file)),
        (Some(file), None) => format!("<p class=\"place\">{}</p>", escaped(file)),
        _ => String::new(),
    };
    let text = escaped(&format!("{error}\n{}", error.stack));
    format!("<p>{how}</p>{place}<pre class=\"script-error\">{text}</pre>")
}

fn document(title: &str, content: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <link rel=\"icon\" href=\"data:,\"><style>body{{font:16px/1.5 system-ui,sans-serif;max-width:60rem;\
         margin:3rem auto;padding:0 1rem;color:#222;background:#faf9f7}}pre{{background:#2b2b2b;color:#f3efe6;\
         padding:1rem;overflow:auto;border-radius:6px}}.place{{font-family:monospace}}</style></head><body>\
         <h1>{title}</h1>{content}</body></html>"
    )
}

/// A text as HTML shows it.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            other => safe.push(other),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(kind: ScriptErrorKind, message: &str) -> String {
        let error = ScriptError {
            kind,
            name: "Error".to_owned(),
            message: message.to_owned(),
            stack: String::new(),
            file: None,
            line: None,
            column: None,
        };
        let response = failed(&error, Some("https://127.0.0.1:2/x".to_owned()));
        let body = axum::body::to_bytes(response.into_body(), usize::MAX);
        let body = futures::executor::block_on(body).expect("a page");
        String::from_utf8_lossy(&body).into_owned()
    }

    #[test]
    fn a_page_is_written_in_the_character_set_that_it_names() {
        for (kind, expected) in [
            ("text/html;charset=UTF-8", "é☕".as_bytes()),
            ("text/html; charset=\"iso-8859-1\"", b"\xe9&#9749;"),
            ("text/plain;charset=windows-1252;a=b", b"\xe9&#9749;"),
            // What nobody sends.
            ("text/html;charset=UTF-16", "é☕".as_bytes()),
            ("text/html;charset=none", "é☕".as_bytes()),
            ("text/html", "é☕".as_bytes()),
        ] {
            let body = axum::body::to_bytes(encoded(kind, "é☕".to_owned()), usize::MAX);
            let body = futures::executor::block_on(body).expect("a body");
            assert_eq!(&body[..], expected, "{kind}");
        }
    }

    #[test]
    fn https_is_recommended_where_a_route_refused_the_request_alone() {
        for (kind, message, expected) in [
            (ScriptErrorKind::Thrown, MISMATCH, true),
            (ScriptErrorKind::Thrown, "no stock", false),
            (ScriptErrorKind::Terminated, "the script was stopped by the debugger", false),
            (ScriptErrorKind::TimedOut, MISMATCH, false),
        ] {
            assert_eq!(
                page(kind, message).contains("https://127.0.0.1:2/x"),
                expected,
                "{message}"
            );
        }
    }
}
