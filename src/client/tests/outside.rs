//! Whatever a server sends: it is read or refused in words that a terminal can show, and nothing
//! panics. `HALTSCOPE_CASES=1000000 cargo test outside` tries each with a million cases.

use super::*;
use crate::api::debugger::{Breakpoint, BreakpointList, EvalResult, MemberList, ThreadList};
use crate::api::fault::Fault;
use crate::api::outside::{bytes, documents, setting};
use crate::client::cookies::Cookies;
use crate::client::token::request::read_answer;
use crate::client::transport::Answer;
use crate::client::{failure, retry_after};
use crate::client::{is_made_for, trust};
use proptest::prelude::*;
use reqwest::StatusCode;
use reqwest::header::{
    DATE, HeaderMap, HeaderName, HeaderValue, LOCATION, RETRY_AFTER, SET_COOKIE,
};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use serde::de::DeserializeOwned;

const FAULTS: &[&str] = &[
    r#"{"_v":"2.0","fault":{"type":"ScriptThreadNotFoundException","message":"no","arguments":{"threadId":{"type":"Integer","value":4}}}}"#,
    r#"{"_v":"2.0","type":"NotAuthorizedException","message":"no"}"#,
];
const FAULT_KEYS: &[&str] = &["_v", "fault", "type", "message", "arguments", "value", "x"];
const LISTS: &[&str] = &[
    r#"{"_v":"2.0","script_threads":[{"id":7,"status":"halted","call_stack":[{"index":0,"location":{"function_name":"f()","line_number":3,"script_path":"/a/b.js"}}]}]}"#,
    r#"{"_v":"2.0","object_members":[{"name":"i","parent":"","type":"number","value":"3","scope":"local"}],"count":1,"start":0,"total":1}"#,
    r#"{"_v":"2.0","breakpoints":[{"id":4,"line_number":3,"script_path":"/a/b.js","condition":"x"}]}"#,
    r#"{"_v":"2.0","expression":"1 + 1","result":2}"#,
];
const PEMS: &[&str] = &[
    include_str!("../../../tests/it/fixtures/identity/ada.pem"),
    include_str!("../../../tests/it/fixtures/identity/ada.key"),
    include_str!("../../../tests/it/fixtures/identity/ada.encrypted.key"),
];
const PKCS12: &[u8] = include_bytes!("../../../tests/it/fixtures/identity/without-mac.p12");
const LIST_KEYS: &[&str] = &[
    "_v",
    "script_threads",
    "id",
    "status",
    "call_stack",
    "index",
    "location",
    "function_name",
    "line_number",
    "script_path",
    "object_members",
    "name",
    "parent",
    "type",
    "value",
    "scope",
    "count",
    "start",
    "total",
    "breakpoints",
    "condition",
    "expression",
    "result",
    "halted",
    "local",
];
const PAGES: &[&str] = &[
    "<!DOCTYPE html><html><head><TITLE lang=en>Sign in</TITLE></head><body><p>Go <b>away</b></p>",
    "\n <p>one</p>\r\n<script>two()</script>",
    "plain text\nwith lines",
];
const COOKIES: &[&str] = &[
    "dwsid=abc; Path=/; HttpOnly; SameSite=Lax",
    "cart=7; Max-Age=0; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
    "dwsid=",
    "=x",
];
const TIMES: &[&str] = &["30", "Sun, 06 Nov 1994 12:00:00 GMT", "Sunday, 06-Nov-94 12:01:30 GMT"];
const TOKENS: &[&str] = &[
    r#"{"access_token":"eyJhbGciOiJIUzI1NiJ9.e30.x","expires_in":1800,"token_type":"Bearer"}"#,
    r#"{"access_token":"opaque","expires_in":"1799"}"#,
    r#"{"error":"invalid_client","error_description":"Client authentication failed"}"#,
];
const TOKEN_KEYS: &[&str] =
    &["access_token", "expires_in", "token_type", "error", "error_description", "scope"];

/// What is shown is one line, without what would move a cursor or change colours.
fn assert_showable(text: &str) {
    assert!(!text.is_empty() && !text.contains(char::is_control), "{text:?}");
}

fn header_of(name: &HeaderName, value: &[u8]) -> HeaderMap {
    let value = HeaderValue::from_bytes(value).ok();
    value.into_iter().map(|value| (name.clone(), value)).collect()
}

fn read<T: DeserializeOwned>(body: &[u8]) {
    let answer = Answer { body: body.to_vec() };
    if let Err(error) = answer.document::<T>() {
        assert_showable(&error.cause());
        assert_showable(&error.action());
    }
}

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn refusals(
        status in 300..=599_u16,
        body in prop_oneof![bytes(FAULTS), documents(FAULT_KEYS), bytes(PAGES)],
        location in bytes(&["https://login.example.com/x?token=1#y", "/x"]),
        pause in bytes(TIMES),
    ) {
        let status = StatusCode::from_u16(status).expect("a status");
        let mut headers = header_of(&LOCATION, &location);
        headers.extend(header_of(&RETRY_AFTER, &pause));
        let error = failure::refusal(status, &headers, &body, Login::Nobody);
        assert_showable(&error.cause());
        assert_showable(&error.action());
        prop_assert!(error.cause().chars().count() < 1_000);
        if let Some(fault) = Fault::parse(&body) {
            let again = Fault::parse(fault.nested("2.0").to_string().as_bytes());
            prop_assert_eq!(again.map(|again| again.kind), Some(fault.kind));
        }
    }

    #[test]
    fn lists_and_results(body in prop_oneof![bytes(LISTS), documents(LIST_KEYS)]) {
        read::<ThreadList>(&body);
        read::<MemberList>(&body);
        read::<BreakpointList>(&body);
        read::<Breakpoint>(&body);
        read::<EvalResult>(&body);
    }

    #[test]
    fn certificates_and_keys(
        certificate in bytes(PEMS),
        key in bytes(PEMS),
        der in prop::collection::vec(any::<u8>(), 0..300),
        host in bytes(&["shop.example.com", "[::1]", "127.0.0.1"]),
    ) {
        if let Err(error) = Identity::from_pem(&certificate, &key, None) {
            assert_showable(&error.to_string());
        }
        if let Err(error) = trust::certificates(&certificate) {
            assert_showable(&error.cause());
        }
        let der = CertificateDer::from_pem_slice(&certificate).map_or(der, |it| it.to_vec());
        let _ = is_made_for(&der, &String::from_utf8_lossy(&host));
    }

    #[test]
    fn web_pages(body in bytes(PAGES)) {
        for line in [failure::page_line(&body), failure::text_line(&body)] {
            assert_showable(&line);
            prop_assert!(line.chars().count() <= 161, "{}", line);
        }
    }

    #[test]
    fn set_cookie(values in prop::collection::vec(bytes(COOKIES), 0..4)) {
        let cookies = Cookies::default();
        for value in values {
            let headers = header_of(&SET_COOKIE, &value);
            cookies.learn_debugger(&headers);
            cookies.learn_storefront(&headers);
            for sent in [cookies.for_debugger(), cookies.for_storefront()].into_iter().flatten() {
                prop_assert!(HeaderValue::from_str(&sent).is_ok(), "{:?}", sent);
            }
        }
    }

    #[test]
    fn retry_after_of_any_kind(pause in bytes(TIMES), date in bytes(TIMES)) {
        let mut headers = header_of(&RETRY_AFTER, &pause);
        headers.extend(header_of(&DATE, &date));
        let asked = retry_after::asked_for(StatusCode::SERVICE_UNAVAILABLE, &headers);
        prop_assert!(asked.is_none_or(|pause| pause <= Duration::from_hours(24)));
    }

    #[test]
    fn token_answers(
        status in prop::sample::select(&[200_u16, 400, 401, 500, 302][..]),
        body in prop_oneof![bytes(TOKENS), documents(TOKEN_KEYS), bytes(PAGES)],
    ) {
        let status = StatusCode::from_u16(status).expect("a status");
        match read_answer(status, &HeaderMap::new(), &body, |_| "Look.") {
            Ok(granted) => prop_assert!(granted.lifetime <= Duration::from_hours(24)),
            Err(error) => {
                assert_showable(&error.to_string());
                assert_showable(&error.action());
            }
        }
    }
}

/// Opening such a file takes long on purpose.
fn few() -> ProptestConfig {
    let wanted = setting();
    ProptestConfig { cases: wanted.cases.min(5_000), ..wanted }
}

proptest! {
    #![proptest_config(few())]

    #[test]
    fn pkcs12_files(
        changes in prop::collection::vec((0..PKCS12.len(), any::<u8>()), 0..4),
        end in prop_oneof![3 => Just(PKCS12.len()), 1 => 0..PKCS12.len()],
    ) {
        let mut der = PKCS12.to_vec();
        for (at, byte) in changes {
            der[at] = byte;
        }
        der.truncate(end);
        if let Err(error) = Identity::from_pkcs12(&der, Some(&"green-tea".into())) {
            assert_showable(&error.to_string());
        }
    }
}
