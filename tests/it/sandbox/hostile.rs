//! Whatever is sent: a documented fault or an answer, never a 5xx, never a hang.

use super::{
    requests::{raw, request, status},
    stand::{Answer, Stand},
};
use crate::testkit::samples::samples;
use proptest::prelude::{Strategy, any, prop};
use serde_json::Value;

/// The faults that the debugger API may answer with.
const FAULTS: [&str; 24] = [
    "BodyDecodingException",
    "BreakpointNotFoundException",
    "ClientIdRequiredException",
    "DebuggerDisabledException",
    "InvalidFrameIndexException",
    "InvalidHostHeaderException",
    "InvalidScriptFileException",
    "InvalidScriptPathException",
    "MalformedParameterException",
    "MethodNotAllowedException",
    "NotAuthorizedException",
    "NullConstraintViolationException",
    "PropertyConstraintViolationException",
    "QuotaExceededException",
    "RequestEntityTooLargeException",
    "ResourcePathNotFoundException",
    "ScriptThreadNotFoundException",
    "StringConstraintViolationException",
    "TypeDecodingException",
    "UnauthorizedOriginException",
    "UnsupportedContentTypeException",
    "UnsupportedFormatException",
    "ValueConstraintViolationException",
    "VersionNotFoundException",
];

#[track_caller]
fn assert_documented(answer: &Answer, input: &impl std::fmt::Debug) {
    let status = answer.status.as_u16();
    assert!(status < 500, "{status} for {input:?}: {}", answer.body);
    if status >= 400 && !answer.body.is_empty() {
        let document: Value = serde_json::from_str(&answer.body).expect("a fault document");
        let fault = document.get("fault").unwrap_or(&document);
        let kind = fault["type"].as_str().expect("a type");
        assert!(FAULTS.contains(&kind), "{kind} for {input:?}");
    }
}

/// One segment or parameter that looks like what belongs there, or like nothing at all.
fn part() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "threads",
        "client",
        "breakpoints",
        "frames",
        "eval",
        "members",
        "variables",
        "reset",
        "into",
        "over",
        "out",
        "resume",
        "stop",
        "0",
        "1",
        "-1",
        "99999999999999999999",
        "%00",
        "%2F",
        "%ff",
        "..",
        ".",
        "",
        "expr=1",
        "expr=%00",
        "object_path=a[",
        "start=-1",
        "count=0",
        "format=json",
        "object_path=a.[0]..b",
        "expr=(",
        "x=%",
        "é",
    ]);
    proptest::prop_oneof![
        6 => words.prop_map(str::to_owned),
        1 => "[!-~]{0,12}".prop_map(|text| text.replace(['?', '#', '/'], "_")),
    ]
}

#[tokio::test]
async fn paths_and_queries() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let methods = prop::sample::select(vec!["GET", "GET", "HEAD", "PUT", "OPTIONS", "PATCH"]);
    let input = (methods, prop::collection::vec(part(), 0..7), prop::collection::vec(part(), 0..3));
    for (method, path, query) in samples(input, 400) {
        let target = format!("/{}?{}", path.join("/"), query.join("&"));
        let answer = debugger.send(method, &target).await;
        assert_documented(&answer, &(method, target));
    }
    for (_, path, query) in samples((any::<u8>(), part(), prop::collection::vec(part(), 0..4)), 300)
    {
        let target = format!("/threads/{thread}/frames/0/{path}?{}", query.join("&"));
        let answer = debugger.get(&target).await;
        assert_documented(&answer, &target);
    }
    debugger.delete("/client").await.expect(204);
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn expressions_and_object_paths() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Members", "members").await;
    let texts = proptest::prop_oneof![
        any::<String>(),
        "[a-z.\\[\\]0-9(){};'\"`\\\\/*+-]{0,40}",
        prop::sample::select(vec![
            "(".repeat(8000),
            "[".repeat(8000),
            "a.".repeat(4000),
            "\0".to_owned()
        ]),
    ];
    for text in samples(texts, 250) {
        let encoded: String = url::form_urlencoded::byte_serialize(text.as_bytes()).collect();
        for endpoint in ["eval?expr", "members?object_path"] {
            let answer =
                debugger.get(&format!("/threads/{thread}/frames/0/{endpoint}={encoded}")).await;
            assert_documented(&answer, &text);
            assert!(
                answer.status.is_success() || encoded.len() > 16 * 1024,
                "{text:?}: {}",
                answer.body
            );
        }
    }
    debugger.delete("/client").await.expect(204);
    page.await.expect("a page");
}

#[tokio::test]
async fn bodies() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let leaf = proptest::prop_oneof![
        prop::sample::select(vec![
            "null",
            "true",
            "0",
            "1",
            "-1",
            "1e999",
            "1.5",
            "\"\"",
            "\"/a/b.js\"",
            "\"\\ud800\""
        ])
        .prop_map(str::to_owned),
        any::<i64>().prop_map(|number| number.to_string()),
    ];
    let value = leaf.prop_recursive(4, 32, 4, |inner| {
        let key = prop::sample::select(vec![
            "breakpoints",
            "line_number",
            "script_path",
            "condition",
            "x",
        ]);
        proptest::prop_oneof![
            prop::collection::vec(inner.clone(), 0..4)
                .prop_map(|items| format!("[{}]", items.join(","))),
            prop::collection::vec((key, inner), 0..4).prop_map(|entries| {
                let entries: Vec<_> =
                    entries.iter().map(|(key, value)| format!("\"{key}\":{value}")).collect();
                format!("{{{}}}", entries.join(","))
            }),
        ]
    });
    let body = proptest::prop_oneof![
        value.clone().prop_map(String::into_bytes),
        value.prop_map(|value| format!("{{\"breakpoints\":[{value}]}}").into_bytes()),
        prop::collection::vec(any::<u8>(), 0..200),
    ];
    for body in samples(body, 300) {
        let request = debugger.request("POST", "/breakpoints").body(body.clone());
        assert_documented(&Answer::read(request).await, &String::from_utf8_lossy(&body));
    }
    debugger.get("/breakpoints").await.expect(200);
}

#[tokio::test]
async fn headers() {
    let stand = Stand::start().await;
    let names = prop::sample::select(vec![
        "x-dw-client-id",
        "authorization",
        "cookie",
        "origin",
        "content-type",
        "content-length",
        "accept",
        "expect",
        "transfer-encoding",
        "sec-fetch-site",
        "x-forwarded-host",
        "host",
        "upgrade",
    ]);
    let values = proptest::prop_oneof![
        "[ -~]{0,40}",
        prop::sample::select(vec![
            "0",
            "-1",
            "chunked",
            "100-continue",
            "Basic Og==",
            "*/*",
            "websocket"
        ])
        .prop_map(str::to_owned),
    ];
    for headers in samples(prop::collection::vec((names, values), 0..5), 200) {
        let lines: Vec<_> =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        let text = lines.concat();
        // A peer that ends its side lets the server see that no body follows.
        let head = request("GET", "/dw/debugger/v2_0/threads", "localhost", &text);
        let answer = raw(&stand, &head).await;
        assert!(answer.is_empty() || status(&answer) < 500, "{headers:?}: {answer}");
    }
}
