//! What token requests bring: forms, assertions, tokens.

use super::{
    assertion,
    assertion::Audience,
    form::{Form, TOKEN},
    jwt::Jwt,
    tokens::Tokens,
};
use crate::sandbox::{
    accounts::Accounts,
    outside::{bytes, setting, text},
    store::Timestamp,
};
use proptest::prelude::*;
use std::sync::LazyLock;

const FORMS: &[&str] = &[
    "grant_type=client_credentials&client_id=a&x=%C3%B6+1",
    "client_assertion_type=urn%3Aietf%3Aparams%3Aoauth%3Aclient-assertion-type%3Ajwt-bearer&client_assertion=a.b.c",
    "grant_type=a&grant_type=b&=&&x",
    "%ff=%00&client_id=%",
];
/// Header, claims and signature of an assertion, and what else may stand there.
const TOKENS: &[&str] = &[
    "eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJhIiwic3ViIjoiYSIsImV4cCI6MWU5OSwiYXVkIjpbImEiXX0.AAAA",
    "eyJhbGciOiJIUzI1NiIsImNyaXQiOltdfQ.eyJleHAiOi0xfQ.",
    "e30.e30.AA",
    "W10.bnVsbA.AA",
    "..",
];
const NUMBERS: &[&str] = &["1e999", "-1", "9223372036854775808", "1.5", "null", "\"1\"", "1e308"];

/// Who could sign: nobody.
static ACCOUNTS: LazyLock<Accounts> = LazyLock::new(Accounts::builtin);

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn forms(query in text(FORMS), body in bytes(FORMS)) {
        let parsed = Form::parse(&query, &body, &TOKEN);
        let is_text = std::str::from_utf8(&body).is_ok();
        prop_assert!(is_text || parsed.is_err());
        if let Ok(form) = parsed {
            prop_assert!(form.field("x").is_none(), "nobody asks for it");
        }
    }

    #[test]
    fn web_tokens(token in text(TOKENS), number in prop::sample::select(NUMBERS)) {
        if let Some(jwt) = Jwt::read(&token) {
            prop_assert!(token.as_bytes().starts_with(jwt.signed));
            let _ = (jwt.date("exp"), jwt.text("iss"));
        }
        let claims = super::jwt::encode(format!("{{\"exp\":{number}}}").as_bytes());
        let token = format!("e30.{claims}.AA");
        if let Some(jwt) = Jwt::read(&token) {
            let _ = jwt.date("exp");
        }
    }

    #[test]
    fn assertions(text in text(TOKENS), now in any::<i64>()) {
        let audience = Audience::new(&["localhost".to_owned()], 80, 443);
        prop_assert!(assertion::verify(&text, &ACCOUNTS, &audience, now).is_none());
    }

    #[test]
    fn access_tokens(token in text(TOKENS), now in any::<i64>()) {
        let tokens = Tokens::new(&[7; 32]);
        prop_assert!(tokens.identify(&token, Timestamp(now)).is_none(), "nobody signed it");
    }
}
