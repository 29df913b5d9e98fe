//! Sorts failures of the connection and answers without success into [`ClientError`]s.

use super::error::{ClientError, TlsProblem};
use crate::api::address::Address;
use crate::api::fault::Fault;
use reqwest::StatusCode;
use rustls::{AlertDescription, CertificateError};
use std::error::Error;
use std::io;
use std::time::Duration;

/// The longest piece of a foreign body that is repeated in a message, in characters.
const FIRST_LINE: usize = 160;

/// The last error of a chain: it says what really happened.
pub(super) fn innermost(error: &(dyn Error + 'static)) -> String {
    chain(error).last().map(ToString::to_string).unwrap_or_default()
}

/// Why no answer arrived.
pub(super) fn connection(
    error: &reqwest::Error,
    address: &Address,
    after: Duration,
) -> ClientError {
    let host = address.host().to_owned();
    let place = || format!("{}:{}", address.host(), address.port());
    if error.is_timeout() {
        return ClientError::TimedOut { host, after };
    }
    if let Some(problem) = find::<rustls::Error>(error).map(tls_problem) {
        return ClientError::Tls { host, problem };
    }
    if error.is_dns() {
        return ClientError::Dns { host };
    }
    if find::<io::Error>(error).map(io::Error::kind) == Some(io::ErrorKind::ConnectionRefused) {
        return ClientError::Refused { address: place() };
    }
    let problem = innermost(error);
    if error.is_connect() {
        return ClientError::Unreachable { address: place(), problem };
    }
    if error.is_builder() {
        return ClientError::BadRequest { problem };
    }
    ClientError::Interrupted { host, problem }
}

/// What an answer without success says.
pub(super) fn refusal(
    status: StatusCode,
    location: Option<&str>,
    body: &[u8],
    user: Option<&str>,
) -> ClientError {
    let code = status.as_u16();
    let fault = Fault::parse(body);
    if status == StatusCode::UNAUTHORIZED {
        return ClientError::Unauthorized { user: user.map(str::to_owned) };
    }
    if let Some(fault) = fault {
        let disabled = fault.is("DebuggerDisabled");
        return if disabled {
            ClientError::Disabled
        } else {
            ClientError::Fault { status: code, fault }
        };
    }
    if status == StatusCode::PRECONDITION_FAILED && !is_page(body) {
        return ClientError::Disabled;
    }
    without_fault(status, location, body)
}

/// What an answer without success and without fault document says.
pub(super) fn without_fault(
    status: StatusCode,
    location: Option<&str>,
    body: &[u8],
) -> ClientError {
    let code = status.as_u16();
    if let Some(location) = location.filter(|_| status.is_redirection()) {
        let location = location.split(['?', '#']).next().unwrap_or_default();
        return ClientError::Redirected { status: code, location: tidy(location) };
    }
    if is_page(body) {
        return ClientError::WebPage { status: code, first_line: page_line(body) };
    }
    ClientError::Unexpected { status: code, first_line: text_line(body) }
}

/// Whether a body is a web page.
pub(super) fn is_page(body: &[u8]) -> bool {
    body.trim_ascii_start().starts_with(b"<")
}

/// A page's title, else its first text, for people.
pub(super) fn page_line(body: &[u8]) -> String {
    let page = String::from_utf8_lossy(&body[..body.len().min(64 << 10)]).into_owned();
    let lower = page.to_ascii_lowercase();
    let title = lower.find("<title").and_then(|start| {
        let from = start + lower[start..].find('>')? + 1;
        Some(page[from..from + lower[from..].find("</title")?].to_owned())
    });
    let text = title.unwrap_or_else(|| without_tags(&page));
    let line = tidy(&text);
    if line.is_empty() { "without text".to_owned() } else { line }
}

/// A body's first line that isn't blank, for people.
pub(super) fn text_line(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(4 << 10)]);
    let line = text.lines().map(str::trim).find(|line| !line.is_empty()).map(tidy);
    line.unwrap_or_else(|| "empty body".to_owned())
}

fn without_tags(page: &str) -> String {
    page.split('<')
        .filter_map(|piece| piece.split_once('>'))
        .map(|(_, text)| text)
        .collect::<Vec<_>>()
        .join(" ")
}

/// One line without control characters, cut.
fn tidy(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ").replace(char::is_control, "");
    match line.char_indices().nth(FIRST_LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn tls_problem(error: &rustls::Error) -> TlsProblem {
    use rustls::Error as E;
    match error {
        E::InvalidCertificate(problem) => certificate_problem(problem),
        E::InvalidMessage(_) => TlsProblem::NotTls,
        E::AlertReceived(
            AlertDescription::CertificateRequired
            | AlertDescription::BadCertificate
            | AlertDescription::UnknownCA
            | AlertDescription::CertificateUnknown
            | AlertDescription::AccessDenied,
        ) => TlsProblem::ClientCertificate,
        other => TlsProblem::Other(other.to_string()),
    }
}

fn certificate_problem(problem: &CertificateError) -> TlsProblem {
    use CertificateError as C;
    match problem {
        C::UnknownIssuer | C::BadSignature => TlsProblem::UnknownAuthority,
        C::NotValidForName | C::NotValidForNameContext { .. } => TlsProblem::WrongName,
        C::Expired | C::ExpiredContext { .. } | C::NotValidYet | C::NotValidYetContext { .. } => {
            TlsProblem::OutOfDate
        }
        other => TlsProblem::Other(format!("its certificate is not acceptable ({other})")),
    }
}

fn find<'a, T: Error + 'static>(error: &'a (dyn Error + 'static)) -> Option<&'a T> {
    chain(error).find_map(|link| link.downcast_ref::<T>())
}

/// The errors from the outermost inwards; `io::Error` hides the one that it wraps from `source`.
fn chain<'a>(error: &'a (dyn Error + 'static)) -> impl Iterator<Item = &'a (dyn Error + 'static)> {
    std::iter::successors(Some(error), |link| inner(*link))
}

fn inner<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a (dyn Error + 'static)> {
    match error.downcast_ref::<io::Error>().and_then(io::Error::get_ref) {
        Some(wrapped) => Some(wrapped),
        None => error.source(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(status: u16, body: &str) -> ClientError {
        let status = StatusCode::from_u16(status).expect("a status");
        refusal(status, Some("https://login.example.com/x?token=1"), body.as_bytes(), Some("ada"))
    }

    #[test]
    fn answers_without_success_are_sorted() {
        let disabled = r#"{"_v":"2.0","fault":{"type":"DebuggerDisabledException","message":"m"}}"#;
        let gone = r#"{"_v":"2.0","type":"ScriptThreadNotFoundException","message":"There is no script thread 4."}"#;
        for (status, body, expected) in [
            (401, "", ClientError::Unauthorized { user: Some("ada".into()) }),
            (401, "<html>no</html>", ClientError::Unauthorized { user: Some("ada".into()) }),
            (412, disabled, ClientError::Disabled),
            (412, "", ClientError::Disabled),
            (
                404,
                gone,
                ClientError::Fault {
                    status: 404,
                    fault: Fault::new(
                        "ScriptThreadNotFoundException",
                        "There is no script thread 4.",
                    ),
                },
            ),
            (
                302,
                "",
                ClientError::Redirected {
                    status: 302,
                    location: "https://login.example.com/x".into(),
                },
            ),
            (
                503,
                "<HTML><head><TITLE>\n Be right\tback </TITLE>",
                ClientError::WebPage { status: 503, first_line: "Be right back".into() },
            ),
            (
                403,
                "<p>Stop <b>here</b></p>",
                ClientError::WebPage { status: 403, first_line: "Stop here".into() },
            ),
            (
                500,
                "\n\n  boom\u{1b}[31m\nmore",
                ClientError::Unexpected { status: 500, first_line: "boom[31m".into() },
            ),
            (404, "", ClientError::Unexpected { status: 404, first_line: "empty body".into() }),
        ] {
            assert_eq!(check(status, body), expected, "{status} {body}");
        }
    }

    #[test]
    fn every_error_says_what_to_do() {
        for error in
            [check(401, ""), check(412, ""), check(302, ""), check(500, "x"), check(503, "<p>x")]
        {
            assert!(error.action().len() > 20 && error.action().ends_with('.'), "{error:?}");
            assert!(!error.cause().is_empty());
        }
        assert!(check(401, "").action().contains("case-sensitive"));
    }

    #[test]
    fn long_first_lines_are_cut_by_characters() {
        let line = text_line("ä".repeat(500).as_bytes());
        assert_eq!(line.chars().count(), FIRST_LINE + 1);
        assert!(line.ends_with('…'));
    }
}
