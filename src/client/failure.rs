//! Sorts failures of the connection and answers without success into [`ClientError`]s.

use super::chain::{find, innermost};
use super::config::ClientConfig;
use super::error::{ClientError, Login, TlsProblem};
use super::retry_after;
use super::trust::NotPinned;
use crate::api::fault::Fault;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, LOCATION};
use rustls::{AlertDescription, CertificateError, OtherError};
use std::io;
use std::time::Duration;

/// The longest piece of a foreign body that is repeated in a message, in characters.
const FIRST_LINE: usize = 160;
/// The same of a fault's message.
const MESSAGE: usize = 600;

/// Why no answer arrived.
pub(super) fn connection(
    error: &reqwest::Error,
    config: &ClientConfig,
    after: Duration,
) -> ClientError {
    let address = &config.address;
    let host = address.host().to_owned();
    let place = || format!("{}:{}", address.host(), address.port());
    if error.is_timeout() {
        return ClientError::TimedOut { host, after };
    }
    if let Some(problem) = find::<rustls::Error>(error).map(tls_problem) {
        return ClientError::Tls { host, problem };
    }
    if error.is_connect()
        && let Some(proxy) = config.proxy_name()
    {
        let problem = proxy_problem(error);
        return ClientError::Unreachable { address: place(), proxy: Some(proxy), problem };
    }
    if error.is_dns() {
        return ClientError::Dns { host };
    }
    if find::<io::Error>(error).map(io::Error::kind) == Some(io::ErrorKind::ConnectionRefused) {
        return ClientError::Refused { address: place() };
    }
    let problem = innermost(error);
    if error.is_connect() {
        return ClientError::Unreachable { address: place(), proxy: None, problem };
    }
    if error.is_builder() {
        return ClientError::BadRequest { problem };
    }
    ClientError::Interrupted { host, problem }
}

/// What the connection to a proxy, or the proxy itself, says.
fn proxy_problem(error: &reqwest::Error) -> String {
    if error.is_dns() {
        return "the proxy's name is unknown".to_owned();
    }
    if find::<io::Error>(error).map(io::Error::kind) == Some(io::ErrorKind::ConnectionRefused) {
        return "nobody listens there".to_owned();
    }
    innermost(error)
}

/// What an answer without success says.
pub(super) fn refusal(
    status: StatusCode,
    headers: &HeaderMap,
    body: &[u8],
    login: Login,
) -> ClientError {
    let code = status.as_u16();
    if status == StatusCode::UNAUTHORIZED {
        return ClientError::Unauthorized { login };
    }
    if let Some(fault) = Fault::parse(body).map(showable) {
        let retry_after = retry_after::asked_for(status, headers);
        if retry_after.is_some() {
            let first_line = tidy(&fault.to_string());
            return ClientError::Unexpected { status: code, first_line, retry_after };
        }
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
    without_fault(status, headers, body)
}

/// Type and message on one line each, whatever the server wrote.
fn showable(fault: Fault) -> Fault {
    let (kind, message) = (tidy(&fault.kind), cut(&fault.message, MESSAGE));
    Fault { kind, message, ..fault }
}

/// What an answer without success and without fault document says.
pub(super) fn without_fault(status: StatusCode, headers: &HeaderMap, body: &[u8]) -> ClientError {
    let code = status.as_u16();
    let location = headers.get(LOCATION).and_then(|location| location.to_str().ok());
    if let Some(location) = location.filter(|_| status.is_redirection()) {
        let location = location.split(['?', '#']).next().unwrap_or_default();
        return ClientError::Redirected { status: code, location: tidy(location) };
    }
    let retry_after = retry_after::asked_for(status, headers);
    if is_page(body) {
        return ClientError::WebPage { status: code, first_line: page_line(body), retry_after };
    }
    ClientError::Unexpected { status: code, first_line: text_line(body), retry_after }
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

/// A body's first line that shows anything, for people.
pub(super) fn text_line(body: &[u8]) -> String {
    let text = String::from_utf8_lossy(&body[..body.len().min(4 << 10)]);
    let line = text.lines().map(tidy).find(|line| !line.is_empty());
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
pub(super) fn tidy(text: &str) -> String {
    cut(text, FIRST_LINE)
}

fn cut(text: &str, longest: usize) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ").replace(char::is_control, "");
    match line.char_indices().nth(longest) {
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
        C::Other(OtherError(other)) if other.is::<NotPinned>() => {
            let shown = other.downcast_ref::<NotPinned>().map(|NotPinned(shown)| *shown);
            shown.map_or(TlsProblem::UnknownAuthority, |shown| TlsProblem::NotPinned { shown })
        }
        C::Expired | C::ExpiredContext { .. } | C::NotValidYet | C::NotValidYetContext { .. } => {
            TlsProblem::OutOfDate
        }
        other => TlsProblem::Other(format!("its certificate is not acceptable ({other})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::token::TokenError;
    use reqwest::header::RETRY_AFTER;
    use std::collections::BTreeSet;

    fn check(status: u16, body: &str) -> ClientError {
        let location = "https://login.example.com/x?token=1".parse().expect("a value");
        check_with(status, &HeaderMap::from_iter([(LOCATION, location)]), body)
    }

    fn check_with(status: u16, headers: &HeaderMap, body: &str) -> ClientError {
        let status = StatusCode::from_u16(status).expect("a status");
        refusal(status, headers, body.as_bytes(), Login::Refused { user: "ada".into() })
    }

    fn unauthorized() -> ClientError {
        ClientError::Unauthorized { login: Login::Refused { user: "ada".into() } }
    }

    fn page(status: u16, first_line: &str) -> ClientError {
        ClientError::WebPage { status, first_line: first_line.into(), retry_after: None }
    }

    fn unexpected(status: u16, first_line: &str) -> ClientError {
        ClientError::Unexpected { status, first_line: first_line.into(), retry_after: None }
    }

    #[test]
    fn answers_without_success_are_sorted() {
        let disabled = r#"{"_v":"2.0","fault":{"type":"DebuggerDisabledException","message":"m"}}"#;
        let gone = r#"{"_v":"2.0","type":"ScriptThreadNotFoundException","message":"There is no script thread 4."}"#;
        for (status, body, expected) in [
            (401, "", unauthorized()),
            (401, "<html>no</html>", unauthorized()),
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
            (503, "<HTML><head><TITLE>\n Be right\tback </TITLE>", page(503, "Be right back")),
            (403, "<p>Stop <b>here</b></p>", page(403, "Stop here")),
            (500, "\n\n  boom\u{1b}[31m\nmore", unexpected(500, "boom[31m")),
            (404, "", unexpected(404, "empty body")),
            (404, "\0 ", unexpected(404, "empty body")),
            (404, "\u{1b}\nnot here", unexpected(404, "not here")),
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
    fn the_next_step_fits_the_cause() {
        let of_login = |login| ClientError::Unauthorized { login }.action();
        let dns = ClientError::Dns { host: "shop.example.com".into() };
        let actions = [
            check(503, "<p>maintenance</p>").action(),
            check(404, "<p>a shop</p>").action(),
            check(429, "slowly").action(),
            check(500, "boom").action(),
            of_login(Login::Nobody),
            of_login(Login::WithoutPassword { user: "ada".into() }),
            of_login(Login::Refused { user: "ada".into() }),
            dns.action(),
            TokenError::Connection(dns).action(),
            TokenError::Connection(check(503, "<p>maintenance</p>")).action(),
            TokenError::Connection(check(404, "<p>a shop</p>")).action(),
        ];
        let different: BTreeSet<&String> = actions.iter().collect();
        assert_eq!(different.len(), actions.len(), "{actions:#?}");
        assert!(actions[0].contains("maintenance") && !actions[0].contains("--server"));
        assert!(actions[5].contains("--password-stdin") && !actions[5].contains("--username"));
        assert!(actions[7].contains("shop.example.com") && actions[7].contains("--server"));
        assert!(actions[8].contains("--auth-url"), "{}", actions[8]);
    }

    #[test]
    fn a_server_says_how_long_it_wants_to_be_left_alone() {
        let headers = || HeaderMap::from_iter([(RETRY_AFTER, "30".parse().expect("a value"))]);
        let fault = r#"{"fault":{"type":"ServiceUnavailableException","message":"busy"}}"#;
        for body in [fault, "<p>maintenance</p>", "busy", ""] {
            for status in [429, 503] {
                let error = check_with(status, &headers(), body);
                assert_eq!(error.retry_after(), Some(Duration::from_secs(30)), "{status} {body}");
                assert!(error.action().contains("30 s"), "{}", error.action());
            }
            assert_eq!(check_with(500, &headers(), body).retry_after(), None);
            assert_eq!(check(503, body).retry_after(), None);
        }
        let error = check_with(503, &headers(), fault).cause();
        assert!(error.contains("ServiceUnavailableException: busy"), "{error}");
    }

    #[test]
    fn long_first_lines_are_cut_by_characters() {
        let line = text_line("ä".repeat(500).as_bytes());
        assert_eq!(line.chars().count(), FIRST_LINE + 1);
        assert!(line.ends_with('…'));
    }
}
