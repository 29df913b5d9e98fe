//! The query of a request, and the type of its body: what is checked last.

use super::{faults, refusal::Refusal};
use crate::api::paging::Page;
use axum::http::{
    HeaderMap,
    header::{CONTENT_LENGTH, CONTENT_TYPE, TRANSFER_ENCODING},
    request::Parts,
};
use percent_encoding::percent_decode;
use std::borrow::Cow;

/// The largest number that every JSON reader keeps.
const LARGEST: u64 = (1 << 53) - 1;

/// What some endpoint takes. The rest isn't kept, as long as a request may last: a query has room for
/// thousands of empty parameters, each of which needs a hundred bytes of memory.
const KNOWN: [&str; 12] = [
    "after",
    "client_id",
    "count",
    "expand",
    "expr",
    "format",
    "limit",
    "method",
    "object_path",
    "select",
    "start",
    "wait",
];

/// The query's parameters, form-decoded. Unknown ones are ignored.
pub struct Parameters(Vec<(String, Result<String, String>)>);

impl Parameters {
    /// Those of a request that takes JSON alone.
    pub fn of(parts: &Parts) -> Result<Self, Refusal> {
        let parameters = Self::read(parts.uri.query().unwrap_or_default());
        parameters.check_format()?;
        check_content_type(&parts.headers)?;
        Ok(parameters)
    }

    /// Reads the part of a target behind its `?`.
    pub fn read(query: &str) -> Self {
        let parts = query.split('&').filter(|part| !part.is_empty());
        let pairs = parts.map(|part| part.split_once('=').unwrap_or((part, "")));
        let named = pairs.map(|(name, value)| (decode(name).unwrap_or_else(|raw| raw), value));
        let known = named.filter(|(name, _)| KNOWN.contains(&name.as_str()));
        Self(known.map(|(name, value)| (name, decode(value))).collect())
    }

    /// Refuses other formats than JSON.
    pub fn check_format(&self) -> Result<(), Refusal> {
        match self.text("format")? {
            Some(format) if !format.eq_ignore_ascii_case("json") => {
                Err(faults::unsupported_format(format))
            }
            _ => Ok(()),
        }
    }

    /// The value of a parameter that may be sent once.
    pub fn text(&self, name: &str) -> Result<Option<&str>, Refusal> {
        match self.sent(name)? {
            None => Ok(None),
            Some(Ok(value)) => Ok(Some(value)),
            Some(Err(raw)) => Err(faults::malformed_parameter(name, raw)),
        }
    }

    /// The value of a parameter that may be sent once, whatever bytes it is: those that are no text
    /// stand there as replacement characters.
    pub fn lossy_text(&self, name: &str) -> Result<Option<Cow<'_, str>>, Refusal> {
        Ok(self.sent(name)?.map(|value| match value {
            Ok(text) => Cow::from(text.as_str()),
            Err(raw) => String::from_utf8_lossy(&form_decoded(raw)).into_owned().into(),
        }))
    }

    fn sent(&self, name: &str) -> Result<Option<&Result<String, String>>, Refusal> {
        let mut values = self.0.iter().filter(|(other, _)| other == name).map(|(_, value)| value);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            (_, Some(Ok(again) | Err(again))) => Err(faults::malformed_parameter(name, again)),
        }
    }

    /// `start` and `count` (section 8), with what is not sent taken from `default`.
    pub fn page(&self, default: Page) -> Result<Page, Refusal> {
        let start = self.integer("start", 0, LARGEST)?.unwrap_or(default.start);
        let count = self.integer("count", 1, Page::MEMBERS_MAX)?.unwrap_or(default.count);
        Ok(Page { start, count })
    }

    /// An integer within bounds, if it is sent.
    pub fn integer(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>, Refusal> {
        let Some(text) = self.text(name)? else { return Ok(None) };
        let digits = text.strip_prefix('-').unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(faults::malformed_parameter(name, text));
        }
        match text.parse() {
            Ok(number) if (least..=most).contains(&number) => Ok(Some(number)),
            _ if digits.bytes().all(|digit| digit == b'0') && least == 0 => Ok(Some(0)),
            _ => Err(faults::value_constraint(name, &format!("from {least} to {most}"))),
        }
    }
}

/// Errors give the text as it was sent.
fn decode(text: &str) -> Result<String, String> {
    String::from_utf8(form_decoded(text)).map_err(|_| text.to_owned())
}

/// `+` is a space; a `%` without two digits is itself.
fn form_decoded(text: &str) -> Vec<u8> {
    percent_decode(text.replace('+', " ").as_bytes()).collect()
}

/// Only a body has a type that matters.
fn check_content_type(headers: &HeaderMap) -> Result<(), Refusal> {
    let has_body = headers.contains_key(TRANSFER_ENCODING)
        || headers.get(CONTENT_LENGTH).is_some_and(|length| length.as_bytes() != b"0");
    if has_body {
        faults::check_encoding(headers)?;
    }
    let Some(content_type) = headers.get(CONTENT_TYPE).filter(|_| has_body) else { return Ok(()) };
    let text = String::from_utf8_lossy(content_type.as_bytes());
    if is_json(&text) { Ok(()) } else { Err(faults::unsupported_content_type(&text)) }
}

fn is_json(content_type: &str) -> bool {
    let content_type = content_type.to_ascii_lowercase();
    let mut parts = content_type.split(';').map(str::trim);
    let media_type = parts.next().unwrap_or_default();
    let is_json_type = matches!(media_type, "" | "application/json" | "text/json")
        || (media_type.starts_with("application/") && media_type.ends_with("+json"));
    let charset = parts.find_map(|part| part.strip_prefix("charset="));
    let is_utf8 = charset.is_none_or(|name| matches!(name.trim_matches('"'), "utf-8" | "utf8"));
    is_json_type && is_utf8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_form_decoded() {
        for (query, value) in [
            ("expr=a", Some("a")),
            ("expr=a+%2B+b%26c", Some("a + b&c")),
            ("expr=", Some("")),
            ("expr", Some("")),
            ("x=1&&expr=a=b", Some("a=b")),
            ("expr=100%", Some("100%")),
            ("expr=%zz", Some("%zz")),
            ("%65xpr=1", Some("1")),
            ("expr=%C3%B6", Some("ö")),
            ("other=1", None),
            ("", None),
        ] {
            assert_eq!(Parameters::read(query).text("expr").ok(), Some(value), "{query}");
        }
    }

    #[test]
    fn repeated_and_undecodable_values_are_malformed() {
        for query in ["expr=1&expr=1", "expr=%ff", "expr=1&expr=%ff", "expr&expr"] {
            assert!(Parameters::read(query).text("expr").is_err(), "{query}");
        }
        assert!(Parameters::read("expr=1&x=%ff&x=2").text("expr").is_ok(), "others don't matter");
    }

    #[test]
    fn some_values_may_be_any_bytes() {
        let read = |query: &str| {
            Parameters::read(query).lossy_text("object_path").ok().flatten().map(Cow::into_owned)
        };
        for (query, value) in [
            ("object_path=a.b", Some("a.b")),
            ("object_path=%ff", Some("\u{fffd}")),
            ("object_path=a+%C3%B6.%c3(", Some("a ö.\u{fffd}(")),
            ("object_path=a&object_path=%ff", None),
            ("x", None),
        ] {
            assert_eq!(read(query).as_deref(), value, "{query}");
        }
    }

    #[test]
    fn only_what_is_known_is_kept() {
        assert_eq!(Parameters::read(&format!("expr=1{}", "&x".repeat(10_000))).0.len(), 1);
    }

    #[test]
    fn pages_keep_their_bounds() {
        let page = |start, count| Some(Page { start, count });
        for (query, expected) in [
            ("", page(0, 200)),
            ("start=5", page(5, 200)),
            ("count=1", page(0, 1)),
            ("start=007&count=2147483647", page(7, 2_147_483_647)),
            ("start=-0", page(0, 200)),
            ("start=9007199254740991", page(9_007_199_254_740_991, 200)),
            ("start=-1", None),
            ("start=99999999999999999999", None),
            ("count=0", None),
            ("count=2147483648", None),
            ("count=-5", None),
            ("count=x", None),
            ("count=1.5", None),
            ("count=", None),
            ("start=+1", None),
            ("start=1&start=1", None),
        ] {
            assert_eq!(Parameters::read(query).page(Page::first()).ok(), expected, "{query}");
        }
    }

    #[test]
    fn bodies_are_json_in_utf8() {
        for (content_type, fine) in [
            ("application/json", true),
            ("Application/JSON; Charset=\"UTF-8\"", true),
            ("application/problem+json", true),
            ("application/xml", false),
            ("application/x-www-form-urlencoded", false),
            ("application/json; charset=iso-8859-1", false),
            ("json", false),
            ("", true),
        ] {
            assert_eq!(is_json(content_type), fine, "{content_type}");
        }
    }
}
