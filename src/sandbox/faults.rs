//! Faults of malformed input that all APIs share ("beyond the specification", 2.6).

use super::refusal::Refusal;
use axum::http::{
    HeaderMap, HeaderValue, StatusCode,
    header::{ACCEPT_ENCODING, CONTENT_ENCODING},
};

/// A parameter that can't be read, or is repeated.
pub(super) fn malformed_parameter(parameter: &str, value: &str) -> Refusal {
    let message = format!("The parameter {parameter} can't be read: {value}.");
    Refusal::bad_request("MalformedParameter", message)
        .with("parameter", parameter)
        .with("value", value)
}

/// A number out of its bounds.
pub(super) fn value_constraint(parameter: &str, expected: &str) -> Refusal {
    let message = format!("The parameter {parameter} must be {expected}.");
    Refusal::bad_request("ValueConstraintViolation", message)
        .with("parameter", parameter)
        .with("expected", expected)
}

/// A text that is too long or holds what it may not.
pub(super) fn string_constraint(parameter: &str, expected: &str) -> Refusal {
    let message = format!("The parameter {parameter} must be {expected}.");
    Refusal::bad_request("StringConstraintViolation", message)
        .with("parameter", parameter)
        .with("expected", expected)
}

/// A parameter that is missing.
pub(super) fn null_constraint(parameter: &str) -> Refusal {
    Refusal::bad_request("NullConstraintViolation", format!("Send the parameter {parameter}."))
        .with("parameter", parameter)
}

/// Another format than JSON is asked for.
pub(super) fn unsupported_format(format: &str) -> Refusal {
    let message = format!("The format \"{format}\" is not served; use json.");
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedFormat", message)
        .with("format", format)
}

/// A body of another type.
pub(super) fn unsupported_content_type(content_type: &str) -> Refusal {
    let message = format!("A body is application/json in UTF-8, not {content_type}.");
    Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedContentType", message)
        .with("contentType", content_type)
}

/// Bodies are read as they are: refuses what says that it is packed (RFC 9110, 8.4 and 15.5.16).
pub(super) fn check_encoding(headers: &HeaderMap) -> Result<(), Refusal> {
    let Some(sent) = packed(headers) else { return Ok(()) };
    let message = format!("A body is sent as it is, not with Content-Encoding: {sent}.");
    let refusal =
        Refusal::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "UnsupportedContentEncoding", message);
    let accepted = HeaderValue::from_static("identity");
    Err(refusal.with("contentEncoding", sent).with_header(ACCEPT_ENCODING, accepted))
}

/// How a body is packed, if it is.
pub(super) fn packed(headers: &HeaderMap) -> Option<String> {
    let is_packed = |coding: &&str| !coding.is_empty() && !coding.eq_ignore_ascii_case("identity");
    let sent = headers.get_all(CONTENT_ENCODING).iter();
    let sent: Vec<_> = sent.map(|value| String::from_utf8_lossy(value.as_bytes())).collect();
    let mut codings = sent.iter().flat_map(|value| value.split(',')).map(str::trim);
    codings.find(is_packed).map(|_| sent.join(", "))
}

/// A body above the limit, in bytes.
pub(super) fn entity_too_large(limit: usize) -> Refusal {
    let message = format!("A body has at most {limit} bytes.");
    Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "RequestEntityTooLarge", message)
}

/// A body that broke off.
pub(super) fn body_incomplete() -> Refusal {
    let message = "The body did not arrive in time, or not whole.";
    Refusal::new(StatusCode::REQUEST_TIMEOUT, "RequestTimeout", message)
}
