//! The condition that only somebody's own requests fulfil, built from what tells them apart.

use std::fmt::Write;

/// What tells somebody's own requests apart; what is empty doesn't matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestFilter {
    /// A storefront URL, its end, or a query alone: `Cart-AddProduct?pid=1`, `?pid=1`. Each of its
    /// parameters must have that value.
    pub url: String,
    /// `name=value`, or a name alone for any value.
    pub cookie: String,
    /// `name: value`, or a name alone for any value.
    pub header: String,
}

/// Why no condition can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRequestFilter {
    /// Nothing was said.
    #[error("say at least one: a URL, a cookie or a header")]
    Empty,
    /// There is nothing to go by in the URL.
    #[error("the URL names no page and no parameter: as in Cart-Show?pid=1")]
    Url,
    /// A value without a name before it.
    #[error("a cookie needs a name: name=value")]
    Cookie,
    /// The same.
    #[error("a header needs a name: name: value")]
    Header,
}

impl RequestFilter {
    /// For requests like one that was sent, as in `GET Cart-AddProduct?pid=1`.
    pub fn like(sent: &str) -> Self {
        let url = sent.split_once(' ').map_or(sent, |(_, url)| url);
        Self { url: url.to_owned(), ..Self::default() }
    }

    /// The condition, by the platform's `request`: `httpPath`, `httpParameterMap`, `httpCookies` and
    /// `httpHeaders`.
    pub fn condition(&self) -> Result<String, NoRequestFilter> {
        let mut parts = Vec::new();
        if let Some(url) = said(&self.url) {
            parts.extend(of_url(url)?);
        }
        if let Some(cookie) = said(&self.cookie) {
            let (name, value) = named(cookie, '=').ok_or(NoRequestFilter::Cookie)?;
            parts.push(match value {
                None => format!("request.httpCookies[{name}] != null"),
                Some(value) => format!(
                    "request.httpCookies[{name}] != null \
                     && request.httpCookies[{name}].value == {value}"
                ),
            });
        }
        if let Some(header) = said(&self.header) {
            // Their names come in small letters.
            let (name, value) = named(header, ':').ok_or(NoRequestFilter::Header)?;
            let got = format!("request.httpHeaders.get({})", name.to_lowercase());
            parts.push(
                value.map_or_else(|| format!("{got} != null"), |it| format!("{got} == {it}")),
            );
        }
        if parts.is_empty() { Err(NoRequestFilter::Empty) } else { Ok(parts.join(" && ")) }
    }

    /// A condition that holds what another one does, for requests of this kind.
    pub fn narrowed(&self, condition: &str) -> Result<String, NoRequestFilter> {
        let (own, condition) = (self.condition()?, condition.trim());
        Ok(match condition {
            "" => own,
            known if known.contains(&own) => known.to_owned(),
            other => format!("{own} && ({other})"),
        })
    }
}

fn of_url(url: &str) -> Result<Vec<String>, NoRequestFilter> {
    let url = url.split('#').next().unwrap_or_default();
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let mut parts = Vec::new();
    if let Some(page) = path.trim_end_matches('/').rsplit('/').next().filter(|it| !it.is_empty()) {
        parts.push(format!("request.httpPath.indexOf({}) >= 0", quoted(page)));
    }
    for pair in query.split('&').filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        let (name, value) = (quoted(&decoded(name)), quoted(&decoded(value)));
        parts.push(format!("request.httpParameterMap.get({name}).stringValue == {value}"));
    }
    if parts.is_empty() { Err(NoRequestFilter::Url) } else { Ok(parts) }
}

fn said(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// Name and value, quoted; no value where there is no `separator`.
fn named(text: &str, separator: char) -> Option<(String, Option<String>)> {
    let (name, value) = match text.split_once(separator) {
        Some((name, value)) => (name.trim(), Some(quoted(value.trim()))),
        None => (text, None),
    };
    (!name.is_empty()).then(|| (quoted(name), value))
}

/// As a text of the script's language: JSON's is one.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// `a%20b+c` → `a b c`.
fn decoded(text: &str) -> String {
    let text = text.replace('+', " ");
    let mut plain = String::new();
    let mut bytes = Vec::new();
    let mut rest = text.as_str();
    while let Some(letter) = rest.chars().next() {
        let hex = rest.strip_prefix('%').and_then(|it| it.get(..2));
        if let Some(byte) = hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(byte);
            rest = &rest[3..];
        } else {
            let _ = write!(plain, "{}{letter}", String::from_utf8_lossy(&bytes));
            bytes.clear();
            rest = &rest[letter.len_utf8()..];
        }
    }
    plain + &String::from_utf8_lossy(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check((url, cookie, header): (&str, &str, &str), expected: Result<&str, NoRequestFilter>) {
        let [url, cookie, header] = [url, cookie, header].map(str::to_owned);
        let condition = RequestFilter { url, cookie, header }.condition();
        assert_eq!(condition, expected.map(str::to_owned));
    }

    #[test]
    fn what_tells_a_request_apart_becomes_a_condition() {
        check(
            ("https://shop.test/s/en/Cart-AddProduct?pid=1&name=a%20b%C3%A9", "", ""),
            Ok("request.httpPath.indexOf(\"Cart-AddProduct\") >= 0 \
                && request.httpParameterMap.get(\"pid\").stringValue == \"1\" \
                && request.httpParameterMap.get(\"name\").stringValue == \"a bé\""),
        );
        check(("?q=", "", ""), Ok("request.httpParameterMap.get(\"q\").stringValue == \"\""));
        check(("", "me", ""), Ok("request.httpCookies[\"me\"] != null"));
        check(
            ("", "me=a=\"b\"", ""),
            Ok("request.httpCookies[\"me\"] != null \
                && request.httpCookies[\"me\"].value == \"a=\\\"b\\\"\""),
        );
        check(
            ("Cart-Show", "", "X-Dev: ann "),
            Ok("request.httpPath.indexOf(\"Cart-Show\") >= 0 \
                && request.httpHeaders.get(\"x-dev\") == \"ann\""),
        );
        check(("", "", "x-dev"), Ok("request.httpHeaders.get(\"x-dev\") != null"));
        check((" ", "", ""), Err(NoRequestFilter::Empty));
        check(("/", "", ""), Err(NoRequestFilter::Url));
        check(("", "=1", ""), Err(NoRequestFilter::Cookie));
        check(("", "", ": x"), Err(NoRequestFilter::Header));
    }

    #[test]
    fn a_condition_is_narrowed_once() {
        let own = RequestFilter::like("GET Cart-Show");
        let page = "request.httpPath.indexOf(\"Cart-Show\") >= 0";
        assert_eq!(own.narrowed(""), Ok(page.to_owned()));
        let both = format!("{page} && (qty > 1 || x)");
        assert_eq!(own.narrowed("qty > 1 || x").as_deref(), Ok(both.as_str()));
        assert_eq!(own.narrowed(&both), Ok(both.clone()));
    }
}
