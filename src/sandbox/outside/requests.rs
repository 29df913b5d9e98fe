//! What every request brings: target, host, origin, login, parameters, JSON; and whole requests.

use super::{bytes, headers, setting, text, value};
use crate::{
    api::{paging::Page, strict},
    sandbox::{
        Transport,
        accounts::{Credentials, PublicKey, ResourcePattern},
        json,
        parameters::Parameters,
        service::Service,
        target,
        transport::Arrival,
    },
};
use axum::{
    Router,
    body::Body,
    http::{HeaderMap, Method, Request, Uri, header},
};
use http_body_util::BodyExt;
use proptest::prelude::*;
use serde_json::Value;
use std::sync::OnceLock;
use tokio::runtime::Runtime;

const TARGETS: &[&str] = &[
    "/s/-/dw/debugger/v2_0/threads/1/frames/0/members?object_path=a.b[0]&start=0&count=200",
    "//dw//data/v23_2/libraries/SharedLibrary/content/a%2Fb?select=(**)",
    "/dw/oauth2/access_token?client_id=a&grant_type=b",
    "/dwsso/oauth2/access_token",
    "/-/sandbox/libraries/L/content/a/lock",
    "https://localhost:8443/dw/debugger/v2_0//client?format=json",
    "/on/demandware.store/Sites-Storefront-Site/default/Home-Show?a=%C3%B6&b",
    "*",
];
const QUERIES: &[&str] = &[
    "start=0&count=25&select=(**)&expand=a",
    "object_path=a.b[0]&expr=a+%2B+b%26c&format=JSON",
    "method=PATCH&client_id=%C3%B6&&x=%ff",
    "start=-1&count=2147483648&start=9007199254740992&count=0",
];
const HOSTS: &[&str] = &["localhost", "127.0.0.1:8400", "[::1]:1", "user@localhost:1", "LOCALHOST"];
const ORIGINS: &[&str] =
    &["http://localhost:8400", "https://[::1]", "null", "https://evil.example"];
const LOGINS: &[&str] = &[
    "Basic YWRtaW46aGFsdHNjb3BlLWRlbW8=",
    "basic w7Y6w7Y",
    "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhIn0.AAAA",
];
const KEYS: &[&str] = &[
    "-----BEGIN PUBLIC KEY-----\nMIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQC3MEo0VTYB11BoHo1ILihj6qY+NhXjdedQOZgKo1xdGgILCIt6YBVsifdNuEhov3/KoUxpaq7N8fr6AY62qMJK1t3PpMt/YqZ07k4AoyBAlqYz3pRtqgLD0kOvQ4h4zf/Zy9YS1dNjoKqB8TKwgdlJnEuKUZck+Ohp65EFk/UOfQIDAQAB\n-----END PUBLIC KEY-----\n",
    "MIGfMA0GCSqGSIb3DQEBAQUAA4GN",
    "MIID//8wggEIoAMCAQICAQEwDQYJKoZIhvcNAQELBQAwADAe",
];
const PATTERNS: &[&str] = &["/libraries/*/content/*", "/libraries/**", "/**/a/**", "//"];
const BODIES: &[&str] = &[
    r#"{"_v":"23.2","a":[1,-2.5e3,"\u00f6\ud83d\ude00",true,null,{"b":{}}]}"#,
    "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    "{\"a\":1,\"a\":2}",
    "grant_type=client_credentials&client_id=a",
];
const NAMES: &[&str] = &[
    "authorization",
    "x-dw-client-id",
    "content-type",
    "accept-charset",
    "origin",
    "sec-fetch-site",
    "cookie",
    "if-match",
    "x-dw-http-method-override",
    "x-dw-resource-state",
    "host",
];
const VALUES: &[&str] = &[
    "Basic YWRtaW46aGFsdHNjb3BlLWRlbW8=",
    "Bearer a.b.c",
    "application/json;charset=UTF-8",
    "application/x-www-form-urlencoded",
    "utf-8;q=0.5, *;q=0",
    "http://localhost",
    "cross-site",
    "dwsid=abc; x=1",
    "\"tag\", W/\"weak\", *",
    "PATCH",
    "localhost",
];

fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

proptest! {
    #![proptest_config(setting())]

    #[test]
    fn queries(query in text(QUERIES)) {
        let parameters = Parameters::read(&query);
        for name in ["start", "count", "select", "object_path", "expr", "method", "client_id"] {
            let lossy = parameters.lossy_text(name).ok();
            let lossy = lossy.as_ref().map(Option::as_deref);
            match parameters.text(name) {
                Ok(text) => prop_assert_eq!(lossy, Some(text)),
                Err(refusal) => prop_assert!(refusal.is("MalformedParameter")),
            }
        }
        if let Ok(page) = parameters.page(Page::first()) {
            prop_assert!(page.start < 1 << 53 && (1..=Page::MEMBERS_MAX).contains(&page.count));
            if let Ok(Some(start)) = parameters.text("start") {
                prop_assert!(is_integer(start), "{}", start);
            }
        }
    }

    #[test]
    fn paths(path in text(TARGETS)) {
        let plain = target::plain_path(&path);
        prop_assert!(plain.starts_with('/') && !plain.contains("//"));
        prop_assert!(plain == "/" || !plain.ends_with('/'));
        prop_assert_eq!(target::plain_path(&plain), plain.clone());
    }

    #[test]
    fn hosts_and_origins(host in value(HOSTS), origin in text(ORIGINS), target in text(TARGETS)) {
        let headers = HeaderMap::from_iter([(header::HOST, host)]);
        let uri: Uri = target.parse().unwrap_or_default();
        if let Ok(authority) = target::authority(&uri, &headers) {
            let text = authority.as_str().to_owned();
            prop_assert!(!text.contains('@') && text == text.to_lowercase());
            let is_own = target::is_own_origin(&origin, Transport::Plain, &authority);
            prop_assert!(!is_own || origin.to_lowercase().contains(authority.host()));
        }
    }

    #[test]
    fn logins(sent in value(LOGINS)) {
        let headers = HeaderMap::from_iter([(header::AUTHORIZATION, sent)]);
        if let Some(credentials) = Credentials::read(&headers) {
            prop_assert!(!credentials.login.contains(':'));
        }
    }

    #[test]
    fn public_keys(text in text(KEYS)) {
        if let Err(error) = PublicKey::parse(&text) {
            prop_assert!(!error.to_string().is_empty());
        }
    }

    #[test]
    fn resource_patterns(text in text(PATTERNS)) {
        prop_assert!(ResourcePattern::parse(&text).is_none() || text.starts_with('/'));
    }

    #[test]
    fn json_bodies(body in bytes(BODIES)) {
        match strict::decode(&body) {
            Ok(value) => {
                let known: Value = serde_json::from_slice(&body).expect("it is JSON");
                prop_assert_eq!(value, known);
            }
            Err(error) => prop_assert!(json::undecodable(&body, &error).is("BodyDecoding")),
        }
    }

    #[test]
    fn requests(
        method in prop::sample::select(&["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD"][..]),
        target in text(TARGETS),
        mut headers in headers(NAMES, VALUES),
        body in bytes(BODIES),
    ) {
        let Ok(uri) = target.parse::<Uri>() else { return Ok(()) };
        headers.entry("host").or_insert(header::HeaderValue::from_static("localhost"));
        let mut request = Request::new(Body::from(body));
        *request.method_mut() = method.parse::<Method>().expect("a method");
        *request.uri_mut() = uri;
        *request.headers_mut() = headers;
        let status = answered(request);
        prop_assert!(status < 500, "{} {} {}", status, method, target);
    }
}

/// The status of a service's answer; a panic in it is a 500.
fn answered(request: Request<Body>) -> u16 {
    static SERVICE: OnceLock<(Runtime, Service)> = OnceLock::new();
    let (runtime, service) = SERVICE.get_or_init(|| {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        (runtime.expect("a runtime"), Service::of_storefront(Router::new()))
    });
    let peer = ([127, 0, 0, 1], 1).into();
    let answer = service.answer(Arrival { transport: Transport::Tls, peer }, request);
    runtime.block_on(async {
        let answer = answer.await.expect("nothing is dropped");
        let status = answer.status().as_u16();
        answer.into_body().collect().await.expect("a body");
        status
    })
}
