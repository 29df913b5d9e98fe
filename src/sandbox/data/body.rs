//! The body of a write: its type and its size ("beyond the specification", 2.1).

use super::faults;
use crate::sandbox::{
    bodies::{Arrived, Bodies, DOCUMENT},
    faults::{check_encoding, unsupported_content_type},
    refusal::Refusal,
};
use axum::{
    body::Body,
    http::{
        HeaderMap,
        header::{ACCEPT_CHARSET, CONTENT_TYPE},
    },
};
use hyper::body::Body as _;

/// Receives a document, if it is one by its type.
pub(super) async fn receive(
    bodies: &Bodies,
    headers: &HeaderMap,
    body: Body,
) -> Result<Arrived, Refusal> {
    if body.is_end_stream() {
        return Ok(Arrived::default());
    }
    check_encoding(headers)?;
    check_type(headers)?;
    Ok(bodies.receive(body, DOCUMENT).await?)
}

/// Documents are answered in UTF-8 alone.
pub(super) fn check_accepted(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(sent) = headers.get(ACCEPT_CHARSET) else { return Ok(()) };
    let sent = String::from_utf8_lossy(sent.as_bytes()).into_owned();
    let charset = |part: &str| {
        let mut parts = part.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default().to_ascii_lowercase();
        let is_refused = parts.any(|weight| {
            let weight = weight.strip_prefix("q=").map(str::parse::<f32>);
            weight.is_some_and(|weight| weight.is_ok_and(|weight| weight <= 0.0))
        });
        (name, is_refused)
    };
    let charsets: Vec<_> = sent.split(',').map(charset).collect();
    let named = charsets.iter().find(|(name, _)| name == "utf-8" || name == "utf8");
    let fallback = || charsets.iter().find(|(name, _)| name == "*");
    match named.or_else(fallback) {
        Some((_, false)) => Ok(()),
        None if sent.trim().is_empty() => Ok(()),
        _ => Err(faults::charset_not_acceptable(&sent)),
    }
}

/// Whether a body of that type can be a document.
pub(super) fn check_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(sent) = headers.get(CONTENT_TYPE) else { return Ok(()) };
    let sent = String::from_utf8_lossy(sent.as_bytes()).to_ascii_lowercase();
    let mut parts = sent.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default();
    let parameters: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    let pairs = parameters.iter().map(|part| part.split_once('='));
    let Some(pairs) = pairs.collect::<Option<Vec<_>>>().filter(|_| is_media_type(media_type))
    else {
        return Err(faults::malformed_media_type(&sent));
    };
    let is_utf8 = pairs.iter().all(|(name, value)| {
        *name != "charset" || matches!(value.trim_matches('"'), "utf-8" | "utf8")
    });
    if media_type == "application/json" && is_utf8 {
        return Ok(());
    }
    Err(unsupported_content_type(&sent))
}

/// `type/subtype`, both tokens (RFC 9110, 8.3.1).
fn is_media_type(text: &str) -> bool {
    let is_token = |text: &str| {
        let fits = |c: char| c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c);
        !text.is_empty() && text.chars().all(fits)
    };
    text.split_once('/').is_some_and(|(kind, subtype)| is_token(kind) && is_token(subtype))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: axum::http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().expect("a header value"))])
    }

    #[test]
    fn bodies_are_json_in_utf8() {
        for (sent, fault) in [
            ("application/json", None),
            ("Application/JSON; Charset=\"UTF-8\"", None),
            ("application/json;", None),
            ("application/xml", Some("UnsupportedContentType")),
            ("text/json", Some("UnsupportedContentType")),
            ("application/json; charset=iso-8859-1", Some("UnsupportedContentType")),
            ("json", Some("MalformedMediaType")),
            ("", Some("MalformedMediaType")),
            ("application/", Some("MalformedMediaType")),
            ("a b/c", Some("MalformedMediaType")),
            ("application/json; charset", Some("MalformedMediaType")),
        ] {
            let outcome = check_type(&headers(CONTENT_TYPE, sent));
            match fault {
                None => assert!(outcome.is_ok(), "{sent}"),
                Some(fault) => assert!(outcome.is_err_and(|e| e.is(fault)), "{sent}"),
            }
        }
    }

    #[test]
    fn utf8_must_be_acceptable() {
        for (sent, fine) in [
            ("utf-8", true),
            ("iso-8859-1, UTF-8;q=0.5", true),
            ("*", true),
            ("iso-8859-1, *;q=0.1", true),
            ("iso-8859-1", false),
            ("utf-8;q=0", false),
            ("utf-8;q=0, *", false),
            ("", true),
        ] {
            assert_eq!(check_accepted(&headers(ACCEPT_CHARSET, sent)).is_ok(), fine, "{sent}");
        }
    }
}
