//! Each fault of section 7.2, by name, and those that "beyond the specification" adds.

use super::stand::{Answer, Debugger, STEPS, Stand};
use serde_json::{Value, json};

/// A method and a path of every endpoint; `{t}` stands for a thread.
const ENDPOINTS: [(&str, &str); 18] = [
    ("GET", "/threads"),
    ("POST", "/threads/reset"),
    ("GET", "/threads/{t}"),
    ("GET", "/threads/{t}/frames/0/eval?expr=1"),
    ("GET", "/threads/{t}/frames/0/members"),
    ("GET", "/threads/{t}/frames/0/variables"),
    ("POST", "/threads/{t}/into"),
    ("POST", "/threads/{t}/over"),
    ("POST", "/threads/{t}/out"),
    ("POST", "/threads/{t}/resume"),
    ("POST", "/threads/{t}/stop"),
    ("DELETE", "/threads/{t}/stop"),
    ("GET", "/breakpoints"),
    ("POST", "/breakpoints"),
    ("DELETE", "/breakpoints"),
    ("GET", "/breakpoints/1"),
    ("DELETE", "/breakpoints/1"),
    ("POST", "/client"),
];

fn with_thread(path: &str, thread: &str) -> String {
    path.replace("{t}", thread)
}

#[tokio::test]
async fn client_id_required_exception() {
    let stand = Stand::start().await;
    let mut nameless = stand.debugger("");
    nameless.login = None;
    for (method, path) in ENDPOINTS {
        let answer = nameless.send(method, &with_thread(path, "x")).await;
        let document = answer.expect_fault(400, "ClientIdRequiredException");
        let fault = json!({
            "type": "ClientIdRequiredException", "message": "Send the header x-dw-client-id.",
        });
        assert_eq!(document, json!({"_v": "2.0", "fault": fault}), "{method} {path}");
    }
    let empty = nameless.request("GET", "/threads").header("x-dw-client-id", "  ");
    Answer::read(empty).await.expect_fault(400, "ClientIdRequiredException");
}

#[tokio::test]
async fn not_authorized_exception() {
    let stand = Stand::start().await;
    let mut debugger = stand.debugger("a");
    let login = |login: &str, password: &str| Some((login.to_owned(), password.to_owned()));
    for wrong in [
        None,
        login("admin", "wrong"),
        login("admin", ""),
        login("Admin", "haltscope-demo"),
        login("nobody", "haltscope-demo"),
        login("clerk", "no-debugger"),
    ] {
        debugger.login = wrong;
        let answer = debugger.get("/threads").await;
        assert!(answer.header("www-authenticate").starts_with("Basic realm="));
        let document = answer.expect_fault(401, "NotAuthorizedException");
        assert_eq!(document["fault"]["message"], "This user may not use the script debugger.");
    }
    for (method, path) in ENDPOINTS {
        let answer = debugger.send(method, &with_thread(path, "x")).await;
        answer.expect_fault(401, "NotAuthorizedException");
    }
    debugger.login = login("robot", "robot-key");
    debugger.post("/client").await.expect(204);
}

#[tokio::test]
async fn a_token_is_no_login_here() {
    let stand = Stand::start().await;
    let mut debugger = stand.debugger("a");
    debugger.login = None;
    for header in ["Bearer abc", "Basic", "Basic !", "Basic YQ==", "Digest x"] {
        let request = debugger.request("GET", "/threads").header("authorization", header);
        Answer::read(request).await.expect_fault(401, "NotAuthorizedException");
    }
}

#[tokio::test]
async fn debugger_disabled_exception() {
    let stand = Stand::start().await;
    let debugger = stand.debugger("nobody made me");
    for (method, path) in ENDPOINTS.into_iter().filter(|(_, path)| *path != "/client") {
        // Integers in the path are looked at later.
        let answer = debugger.send(method, &with_thread(path, "x")).await;
        let document = answer.expect_fault(412, "DebuggerDisabledException");
        let message = document["fault"]["message"].as_str().expect("a message");
        let expected = "No debugger client \"nobody made me\" exists; create it with POST /client.";
        assert_eq!(message, expected, "{method} {path}");
    }
}

#[tokio::test]
async fn script_thread_not_found_exception() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for thread in ["0", "77", "-1", "18446744073709551616", "9".repeat(400).as_str()] {
        for (method, path) in ENDPOINTS.into_iter().filter(|(_, path)| path.contains("{t}")) {
            let answer = debugger.send(method, &with_thread(path, thread)).await;
            let document = answer.expect_fault(404, "ScriptThreadNotFoundException");
            let expected = json!({
                "_v": "2.0", "type": "ScriptThreadNotFoundException",
                "message": format!("There is no script thread {thread}."),
            });
            assert_eq!(document, expected, "{method} {path}");
        }
    }
}

#[tokio::test]
async fn invalid_frame_index_exception() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    for endpoint in ["eval?expr=1", "eval", "members", "variables", "members?count=x"] {
        for frame in [json!(1), json!(-1), json!(5_000_000_000_u64)] {
            let path = format!("/threads/{thread}/frames/{frame}/{endpoint}");
            let answer = debugger.get(&path).await;
            let document = answer.expect_fault(400, "InvalidFrameIndexException");
            let fault = &document["fault"];
            assert_eq!(fault["arguments"], json!({"frameIndex": frame, "threadId": thread}));
            let message = format!("Script thread {thread} has no frame {frame}.");
            assert_eq!(fault["message"], message);
        }
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}

#[tokio::test]
async fn a_running_thread_has_no_frames() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let page = stand.visit("Steps-Endless");
    let thread = super::stand::until(async || debugger.threads().await.pop()).await;
    let thread = super::stand::id_of(&thread);
    for endpoint in ["eval?expr=1", "members", "variables"] {
        let answer = debugger.get(&format!("/threads/{thread}/frames/0/{endpoint}")).await;
        answer.expect_fault(400, "InvalidFrameIndexException");
    }
    let running = json!({"_v": "2.0", "id": thread, "status": "running"});
    for step in ["into", "over", "out", "resume"] {
        assert_eq!(debugger.step(thread, step).await, running, "{step} has no effect");
    }
    debugger.post(&format!("/threads/{thread}/stop")).await.expect(204);
    debugger.gone(thread).await;
    page.await.expect("a page").expect(500);
}

#[tokio::test]
async fn malformed_parameter_exception_for_integers_of_the_path() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for wrong in ["x", "1.5", "+1", "0x1", "1e3", "%20", "%ff", "-", "1%2F2", "undefined"] {
        for (method, path, parameter) in [
            ("GET", "/threads/{w}", "thread_id"),
            ("POST", "/threads/{w}/stop", "thread_id"),
            ("GET", "/threads/{w}/frames/y/eval", "thread_id"),
            ("GET", "/threads/1/frames/{w}/eval", "frame_index"),
            ("GET", "/threads/1/frames/{w}/members", "frame_index"),
            ("GET", "/threads/1/frames/{w}/variables", "frame_index"),
            ("GET", "/breakpoints/{w}", "breakpoint_id"),
            ("DELETE", "/breakpoints/{w}", "breakpoint_id"),
        ] {
            let answer = debugger.send(method, &path.replace("{w}", wrong)).await;
            let document = answer.expect_fault(400, "MalformedParameterException");
            assert_eq!(document["fault"]["arguments"]["parameter"], parameter, "{wrong}");
        }
    }
}

#[tokio::test]
async fn breakpoint_not_found_exception() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    debugger.break_at("start").await;
    for id in [json!(0), json!(2), json!(-1)] {
        for method in ["GET", "DELETE"] {
            let answer = debugger.send(method, &format!("/breakpoints/{id}")).await;
            let document = answer.expect_fault(404, "BreakpointNotFoundException");
            assert_eq!(document["fault"]["message"], format!("There is no breakpoint {id}."));
            assert_eq!(document["fault"]["arguments"], json!({"breakpointId": id}));
        }
    }
    let huge = debugger.get("/breakpoints/99999999999999999999").await;
    huge.expect_fault(404, "BreakpointNotFoundException");
}

#[tokio::test]
async fn version_not_found_exception() {
    let stand = Stand::start().await;
    let mut debugger = stand.attached("a").await;
    for base in ["/dw/debugger/v3_0", "/s/-/dw/debugger/v2_1", "/s/Storefront/dw/debugger/2.0"] {
        debugger.base = base.to_owned();
        debugger.get("/threads").await.expect_fault(404, "VersionNotFoundException");
    }
}

#[tokio::test]
async fn resource_path_not_found_exception() {
    let stand = Stand::start().await;
    // Paths come before the header and the login.
    let mut debugger = stand.debugger("");
    debugger.login = None;
    for path in [
        "",
        "/thread",
        "/Threads",
        "/clients",
        "/client/1",
        "/threads/1/frames",
        "/threads/1/frames/0",
        "/threads/1/frames/0/eval/x",
        "/threads/1/step",
        "/breakpoints/1/2",
    ] {
        for method in ["GET", "POST", "DELETE", "OPTIONS"] {
            let answer = debugger.send(method, path).await;
            answer.expect_fault(404, "ResourcePathNotFoundException");
        }
    }
}

#[tokio::test]
async fn method_not_allowed_exception() {
    let stand = Stand::start().await;
    let mut debugger = stand.debugger("");
    debugger.login = None;
    for (path, allowed) in [
        ("/client", &["POST", "DELETE"][..]),
        ("/breakpoints", &["GET", "HEAD", "POST", "DELETE"]),
        ("/breakpoints/1", &["GET", "HEAD", "DELETE"]),
        ("/threads", &["GET", "HEAD"]),
        ("/threads/reset", &["POST"]),
        ("/threads/1", &["GET", "HEAD"]),
        ("/threads/1/into", &["POST"]),
        ("/threads/1/over", &["POST"]),
        ("/threads/1/out", &["POST"]),
        ("/threads/1/resume", &["POST"]),
        ("/threads/1/stop", &["POST", "DELETE"]),
        ("/threads/1/frames/0/eval", &["GET", "HEAD"]),
        ("/threads/1/frames/0/members", &["GET", "HEAD"]),
        ("/threads/1/frames/0/variables", &["GET", "HEAD"]),
    ] {
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW"] {
            if !allowed.contains(&method) {
                let answer = debugger.send(method, path).await;
                assert_allows(&answer, allowed, path);
                answer.expect_fault(405, "MethodNotAllowedException");
            }
        }
        let answer = debugger.send("OPTIONS", path).await.expect(204);
        assert_allows(&answer, allowed, path);
    }
}

#[track_caller]
fn assert_allows(answer: &Answer, allowed: &[&str], path: &str) {
    let mut listed: Vec<_> = answer.header("allow").split(',').map(str::trim).collect();
    let mut allowed = allowed.to_vec();
    listed.sort_unstable();
    allowed.sort_unstable();
    assert_eq!(listed, allowed, "{path}");
}

#[tokio::test]
async fn each_404_says_that_the_resource_was_not_found() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for path in ["/threads/5", "/breakpoints/5", "/nothing"] {
        let head = super::requests::raw(&stand, &debugger_request(&debugger, path)).await;
        assert!(head.starts_with("HTTP/1.1 404 Requested resource not found\r\n"), "{head}");
    }
}

fn debugger_request(debugger: &Debugger, path: &str) -> String {
    super::requests::get(&format!("{}{path}", debugger.base), &debugger.id)
}

#[tokio::test]
async fn unsupported_formats_and_content_types_are_refused_with_415() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    for format in ["xml", "XML", "", "csv"] {
        let answer = debugger.get(&format!("/threads?format={format}")).await;
        let document = answer.expect_fault(415, "UnsupportedFormatException");
        assert_eq!(document["fault"]["arguments"]["format"], format);
    }
    debugger.get("/threads?format=json").await.expect(200);
    for content_type in ["application/xml", "text/plain", "application/json; charset=latin1"] {
        let request = debugger.request("POST", "/breakpoints").header("content-type", content_type);
        let answer = Answer::read(request.body("{\"breakpoints\":[]}")).await;
        answer.expect_fault(415, "UnsupportedContentTypeException");
    }
    // Without a body the type says nothing: tools send one with every POST.
    let request = debugger.request("POST", "/threads/reset");
    let request = request.header("content-type", "application/x-www-form-urlencoded").body("");
    Answer::read(request).await.expect(204);
}

#[tokio::test]
async fn unacceptable_breakpoints_have_a_fault_each_and_nothing_is_stored() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let one = |line: Value, path: Value| {
        json!({"breakpoints": [
            {"line_number": 1, "script_path": STEPS},
            {"line_number": line, "script_path": path},
        ]})
        .to_string()
    };
    let js = json!("/a/b.js");
    for (body, kind) in [
        ("{".to_owned(), "BodyDecodingException"),
        ("nope".to_owned(), "BodyDecodingException"),
        ("{\"breakpoints\":[],\"breakpoints\":[]}".to_owned(), "BodyDecodingException"),
        ("[".repeat(100_000), "BodyDecodingException"),
        ("[]".to_owned(), "TypeDecodingException"),
        ("\"x\"".to_owned(), "TypeDecodingException"),
        ("{\"breakpoints\":{}}".to_owned(), "TypeDecodingException"),
        ("{\"breakpoints\":[1]}".to_owned(), "TypeDecodingException"),
        (one(json!("1"), js.clone()), "TypeDecodingException"),
        (one(json!(1.5), js.clone()), "TypeDecodingException"),
        (one(json!(true), js.clone()), "TypeDecodingException"),
        (one(json!(1), json!(7)), "TypeDecodingException"),
        (String::new(), "PropertyConstraintViolationException"),
        ("{}".to_owned(), "PropertyConstraintViolationException"),
        ("{\"breakpoints\":null}".to_owned(), "PropertyConstraintViolationException"),
        ("{\"breakpoints\":[{}]}".to_owned(), "PropertyConstraintViolationException"),
        (one(Value::Null, js.clone()), "PropertyConstraintViolationException"),
        (one(json!(1), Value::Null), "PropertyConstraintViolationException"),
        (one(json!(0), js.clone()), "PropertyConstraintViolationException"),
        (one(json!(-3), js.clone()), "PropertyConstraintViolationException"),
        (one(json!(1e300), js.clone()), "PropertyConstraintViolationException"),
        (one(json!(2_147_483_648_u64), js.clone()), "PropertyConstraintViolationException"),
        (one(json!(0.0), js.clone()), "PropertyConstraintViolationException"),
        (one(json!(4_294_967_297_u64), js.clone()), "PropertyConstraintViolationException"),
        (one(json!(1), json!("a/b.js")), "InvalidScriptPathException"),
        (one(json!(1), json!("")), "InvalidScriptPathException"),
        (one(json!(1), json!("/a/../b.js")), "InvalidScriptPathException"),
        (one(json!(1), json!("/a/b.css")), "InvalidScriptFileException"),
        (one(json!(1), json!("/a/b.JS")), "InvalidScriptFileException"),
        (one(json!(1), json!("/a/b")), "InvalidScriptFileException"),
    ] {
        let request = debugger.request("POST", "/breakpoints");
        let answer = Answer::read(request.body(body)).await;
        answer.expect_fault(400, kind);
    }
    let not_utf8 = debugger.request("POST", "/breakpoints").body(b"{\"a\":\"\xff\"}".to_vec());
    Answer::read(not_utf8).await.expect_fault(400, "BodyDecodingException");
    let stored = debugger.get("/breakpoints").await.expect(200).json();
    assert_eq!(stored["breakpoints"], json!([]));
}

#[tokio::test]
async fn faults_of_a_body_say_where_they_are() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let arguments = async |body: Value| {
        let answer = debugger.post_json("/breakpoints", body).await.expect(400);
        answer.json()["fault"]["arguments"].clone()
    };
    let wrong = json!({"breakpoints": [{"line_number": "1", "script_path": "/a/b.js"}]});
    assert_eq!(
        arguments(wrong).await,
        json!({"path": "$.breakpoints[0].line_number", "expectedTypes": ["integer"], "actualType": "string"})
    );
    let missing = json!({"breakpoints": [{"line_number": 1}]});
    assert_eq!(
        arguments(missing).await,
        json!({"document": "breakpoint", "path": "$.breakpoints[0].script_path"})
    );
    let long = format!("{{{}", "x".repeat(500));
    let request = debugger.request("POST", "/breakpoints").body(long.clone());
    let document = Answer::read(request).await.expect_fault(400, "BodyDecodingException");
    assert_eq!(document["fault"]["arguments"]["body"], long[..100]);
}

#[tokio::test]
async fn quota_exceeded_exception() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let many = |count: usize| {
        let one = json!({"line_number": 1, "script_path": "/a/b.js"});
        json!({"breakpoints": vec![one; count]})
    };
    debugger.post_json("/breakpoints", many(999)).await.expect(200);
    let answer = debugger.post_json("/breakpoints", many(2)).await;
    answer.expect_fault(400, "QuotaExceededException");
    let last = debugger.post_json("/breakpoints", many(1)).await.expect(200).json();
    assert_eq!(last["breakpoints"][0]["id"], 1000, "the refused ones took no id");
    debugger.post_json("/breakpoints", many(1)).await.expect_fault(400, "QuotaExceededException");
}

#[tokio::test]
async fn request_entity_too_large_exception() {
    let stand = Stand::start().await;
    let debugger = stand.attached("a").await;
    let body = format!("{{\"x\":\"{}\"}}", "x".repeat(5_000_000));
    let answer = Answer::read(debugger.request("POST", "/breakpoints").body(body)).await;
    answer.expect_fault(413, "RequestEntityTooLargeException");
}

/// The bounds of `start`.
const LARGEST: &str = "0 to 9007199254740991";
/// The bounds of `count` (section 8).
const COUNTS: &str = "1 to 2147483647";

#[tokio::test]
async fn parameters_have_a_fault_each() {
    let stand = Stand::start().await;
    let (debugger, thread, page) = stand.halted_at("Steps-Lines", "start").await;
    let long = format!("eval?expr={}", "1".repeat(16 * 1024 + 1));
    let missing = || json!({"parameter": "expr"});
    let malformed = |parameter: &str, value: &str| json!({"parameter": parameter, "value": value});
    let bound = |parameter: &str, expected: &str| {
        let expected = format!("from {expected}");
        json!({"parameter": parameter, "expected": expected})
    };
    let too_long = json!({"parameter": "expr", "expected": "at most 16 KiB"});
    for (endpoint, kind, arguments) in [
        ("eval", "NullConstraintViolationException", missing()),
        ("eval?expression=1", "NullConstraintViolationException", missing()),
        (long.as_str(), "StringConstraintViolationException", too_long),
        ("eval?expr=1&expr=2", "MalformedParameterException", malformed("expr", "2")),
        ("eval?expr=%ff", "MalformedParameterException", malformed("expr", "%ff")),
        ("members?start=x", "MalformedParameterException", malformed("start", "x")),
        ("members?start=1&start=1", "MalformedParameterException", malformed("start", "1")),
        (
            "members?object_path=a&object_path=b",
            "MalformedParameterException",
            malformed("object_path", "b"),
        ),
        ("variables?count=1.5", "MalformedParameterException", malformed("count", "1.5")),
        ("members?start=-1", "ValueConstraintViolationException", bound("start", LARGEST)),
        ("members?count=0", "ValueConstraintViolationException", bound("count", COUNTS)),
        ("members?count=2147483648", "ValueConstraintViolationException", bound("count", COUNTS)),
        (
            "members?count=99999999999999999999999",
            "ValueConstraintViolationException",
            bound("count", COUNTS),
        ),
        ("variables?start=-1", "ValueConstraintViolationException", bound("start", LARGEST)),
        ("variables?count=-7", "ValueConstraintViolationException", bound("count", COUNTS)),
    ] {
        let answer = debugger.get(&format!("/threads/{thread}/frames/0/{endpoint}")).await;
        let document = answer.expect_fault(400, kind);
        assert_eq!(document["fault"]["arguments"], arguments, "{endpoint}");
    }
    debugger.step(thread, "resume").await;
    page.await.expect("a page").expect(200);
}
