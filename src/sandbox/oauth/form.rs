//! The fields of a token request.

use super::fault::Fault;
use crate::sandbox::{bodies::Arrived, faults::packed};
use axum::{
    body::Body,
    http::{HeaderMap, header::CONTENT_TYPE},
};
use percent_encoding::percent_decode_str;
use secrecy::SecretString;
use std::collections::BTreeMap;
use std::fmt;

/// The largest form, in bytes: an assertion has at most 8 KiB.
const LIMIT: usize = 64 * 1024;
/// The fields that are asked for. Nothing else is kept while passwords are hashed, which takes its time and
/// is done for few requests at once: a form of many small fields is a hundred times as large in memory.
pub(crate) struct Fields {
    /// All of them.
    pub(crate) kept: &'static [&'static str],
    /// Those that may stand in the query too.
    pub(crate) in_query: &'static [&'static str],
}

/// Those of the token endpoints.
pub(super) const TOKEN: Fields = Fields {
    kept: &["client_assertion", "client_assertion_type", "client_id", "grant_type", "scope"],
    in_query: &["client_id", "grant_type"],
};

const SECRET: &str = "client_secret";

/// Form fields by name; each stands once.
pub(crate) struct Form {
    fields: BTreeMap<String, String>,
    secret: Option<SecretString>,
}

impl Form {
    /// Reads query and body.
    pub(crate) async fn read(
        headers: &HeaderMap,
        query: &str,
        body: Body,
        known: &Fields,
    ) -> Result<Self, Fault> {
        if packed(headers).is_some() {
            return Err(Fault::packed());
        }
        let broken = |_| Fault::invalid_request("the form is too large or broken");
        let arrived = Arrived::receive(body, LIMIT).await.map_err(broken)?;
        let bytes = arrived.into_bytes().await.map_err(broken)?;
        check_type(headers, bytes.is_empty())?;
        Self::parse(query, &bytes, known)
    }

    /// The fields of both.
    pub(crate) fn parse(query: &str, body: &[u8], known: &Fields) -> Result<Self, Fault> {
        let text = std::str::from_utf8(body);
        let text = text.map_err(|_| Fault::invalid_request("the form is not in UTF-8"))?;
        let mut form = Self { fields: BTreeMap::new(), secret: None };
        form.add(query, |name| known.in_query.contains(&name))?;
        form.add(text, |_| true)?;
        let secret = form.fields.remove(SECRET);
        // What has no value counts as left out (RFC 6749, 3.2).
        form.secret = secret.filter(|secret| !secret.is_empty()).map(SecretString::from);
        form.fields.retain(|name, _| known.kept.contains(&name.as_str()));
        Ok(form)
    }

    /// A field's value.
    pub(crate) fn field(&self, name: &str) -> Option<&str> {
        self.fields.get(name).map(String::as_str)
    }

    /// The client's password, if the form holds it; in the query it counts for nothing.
    pub(crate) fn secret(&self) -> Option<&SecretString> {
        self.secret.as_ref()
    }

    /// The scopes that are asked for, as RFC 6749 (3.3) writes them: words between single blanks.
    pub(crate) fn scope(&self) -> Result<Option<&str>, Fault> {
        let is_word = |word: &str| {
            let mut letters = word.bytes();
            !word.is_empty()
                && letters.all(|it| it.is_ascii_graphic() && !matches!(it, b'"' | b'\\'))
        };
        match self.field("scope").filter(|scope| !scope.is_empty()) {
            Some(scope) if !scope.split(' ').all(is_word) => Err(Fault::invalid_scope()),
            scope => Ok(scope),
        }
    }

    fn add(&mut self, text: &str, is_known: impl Fn(&str) -> bool) -> Result<(), Fault> {
        for pair in text.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (Some(name), Some(value)) = (decode(name), decode(value)) else {
                return Err(Fault::invalid_request("the form is not in UTF-8"));
            };
            if is_known(&name) && self.fields.insert(name, value).is_some() {
                return Err(Fault::invalid_request("a field is repeated"));
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.fields.keys()).finish()
    }
}

/// A form may be empty, with its fields in the query; then its type doesn't matter.
fn check_type(headers: &HeaderMap, is_empty: bool) -> Result<(), Fault> {
    let sent = headers.get(CONTENT_TYPE).map(|value| String::from_utf8_lossy(value.as_bytes()));
    let media_type = sent.as_deref().and_then(|sent| sent.split(';').next()).map(str::trim);
    let is_form = media_type
        .is_some_and(|kind| kind.eq_ignore_ascii_case("application/x-www-form-urlencoded"));
    if is_form || (is_empty && media_type.is_none()) {
        return Ok(());
    }
    Err(Fault::invalid_request("the body must be application/x-www-form-urlencoded"))
}

fn decode(text: &str) -> Option<String> {
    let spaced = text.replace('+', " ");
    Some(percent_decode_str(&spaced).decode_utf8().ok()?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    async fn read(text: &str) -> Result<Form, Fault> {
        let form = HeaderValue::from_static("application/x-www-form-urlencoded");
        let headers = HeaderMap::from_iter([(CONTENT_TYPE, form)]);
        Form::read(&headers, "", text.to_owned().into(), &TOKEN).await
    }

    #[tokio::test]
    async fn what_nobody_asks_for_is_checked_but_not_kept() {
        let form = read("grant_type=g&other=1&more=2").await.expect("a form");
        assert_eq!(form.fields.keys().collect::<Vec<_>>(), ["grant_type"]);
        read("grant_type=g&other=1&other=2").await.expect_err("a field is repeated");
    }
}
