//! What goes over the wire, seen by a server that plays fixed answers.

mod outside;

use super::*;
use crate::api::debugger::{NewBreakpoint, Scope, ThreadStatus};
use crate::api::ids::{BreakpointId, FrameIndex, Line, ThreadId};
use crate::api::paging::Page;
use std::net::SocketAddr;
use std::sync::Mutex;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};

/// A server that answers each request with the next of its raw answers and keeps what it read.
struct Scripted {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
    connections: Arc<Mutex<usize>>,
}

impl Scripted {
    async fn start(answers: &[&str]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let scripted = Self {
            address: listener.local_addr().expect("bound"),
            requests: Arc::default(),
            connections: Arc::default(),
        };
        let answers: Vec<String> = answers.iter().rev().map(ToString::to_string).collect();
        let (answers, requests) = (Arc::new(Mutex::new(answers)), scripted.requests.clone());
        let connections = scripted.connections.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                *connections.lock().expect("sane") += 1;
                tokio::spawn(serve(stream, answers.clone(), requests.clone()));
            }
        });
        scripted
    }

    fn client(&self) -> Client {
        self.client_with(|_| ())
    }

    fn client_with(&self, change: impl FnOnce(&mut ClientConfig)) -> Client {
        let address = Address::parse(&format!("http://{}", self.address)).expect("loopback");
        let mut config = ClientConfig::new(address, DebuggerId::from("haltscope"));
        let password = "pässword".into();
        config.credentials = Some(Credentials { username: "Ada".into(), password });
        change(&mut config);
        Client::new(config).expect("a usable configuration")
    }

    fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("sane").clone()
    }

    /// The request line and body of each request.
    fn lines(&self) -> Vec<String> {
        let short = |request: &String| {
            let (head, body) = request.split_once("\r\n\r\n").expect("a whole request");
            let line = head.lines().next().unwrap_or_default().replace("/s/-/dw/debugger/v2_0", "");
            format!("{} {body}", line.replace(" HTTP/1.1", "")).trim_end().to_owned()
        };
        self.requests().iter().map(short).collect()
    }
}

async fn serve(
    mut stream: TcpStream,
    answers: Arc<Mutex<Vec<String>>>,
    requests: Arc<Mutex<Vec<String>>>,
) {
    while let Some(request) = read_request(&mut stream).await {
        requests.lock().expect("sane").push(request);
        let Some(answer) = answers.lock().expect("sane").pop() else { return };
        if stream.write_all(answer.as_bytes()).await.is_err() {
            return;
        }
    }
}

async fn read_request(stream: &mut TcpStream) -> Option<String> {
    let mut text = String::new();
    loop {
        let mut buffer = [0; 4096];
        let count = stream.read(&mut buffer).await.ok().filter(|count| *count > 0)?;
        text.push_str(&String::from_utf8_lossy(&buffer[..count]));
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length = header(head, "content-length").and_then(|value| value.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            return Some(text);
        }
    }
}

fn header(head: &str, name: &str) -> Option<String> {
    head.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim().to_owned())
    })
}

fn json(status: u16, body: &str) -> String {
    answer(status, "Content-Type: application/json;charset=UTF-8\r\n", body)
}

fn answer(status: u16, headers: &str, body: &str) -> String {
    let length = body.len();
    format!("HTTP/1.1 {status} Text\r\n{headers}Content-Length: {length}\r\n\r\n{body}")
}

const NOTHING: &str = "HTTP/1.1 204 No Content\r\n\r\n";
const RUNNING: &str = r#"{"_v":"2.0","id":7,"status":"running"}"#;

#[tokio::test]
async fn every_endpoint_sends_what_the_specification_shows() {
    let halted = json(
        200,
        r#"{"_v":"2.0","id":7,"status":"halted","call_stack":[{"index":0,"location":{"function_name":"f()","line_number":3,"script_path":"/a/cartridge/x.js"}}]}"#,
    );
    let breakpoint = r#"{"_v":"2.0","id":4,"line_number":3,"script_path":"/a/b.js"}"#;
    let list = json(
        200,
        r#"{"_v":"2.0","breakpoints":[{"id":4,"line_number":3,"script_path":"/a/b.js","condition":"x"}]}"#,
    );
    let members = json(
        200,
        r#"{"_v":"2.0","object_members":[{"name":"i","parent":"","type":"number","value":"3","scope":"local"}],"count":1,"start":0,"total":1}"#,
    );
    let answers = [
        NOTHING.to_owned(),
        json(200, r#"{"_v":"2.0"}"#),
        NOTHING.to_owned(),
        halted.clone(),
        halted,
        json(200, RUNNING),
        answer(200, "", ""),
        json(200, r#"{"_v":"2.0","expression":"1 + 1","result":2}"#),
        members.clone(),
        members.clone(),
        members.clone(),
        members,
        list.clone(),
        list,
        json(200, breakpoint),
        NOTHING.to_owned(),
        NOTHING.to_owned(),
        NOTHING.to_owned(),
        NOTHING.to_owned(),
    ];
    let server = Scripted::start(&answers.each_ref().map(String::as_str)).await;
    let client = server.client();
    let (thread, frame) = (ThreadId(7), FrameIndex(1));
    let place = NewBreakpoint {
        line_number: Line(3),
        script_path: "/a/b.js".into(),
        condition: Some("x".into()),
    };

    client.create_client().await.expect("created");
    assert_eq!(client.threads().await.expect("a list"), []);
    client.reset().await.expect("renewed");
    assert_eq!(client.thread(thread).await.expect("a thread").call_stack.len(), 1);
    assert_eq!(client.step(thread, Step::Over).await.expect("halted").status, ThreadStatus::Halted);
    assert_eq!(client.resume(thread).await.expect("runs").status, ThreadStatus::Running);
    assert_eq!(
        client.step(thread, Step::Out).await.expect("no document").status,
        ThreadStatus::Running
    );
    assert_eq!(client.eval(thread, frame, "1 + 1").await.expect("a result").result, 2);
    let page = Page { start: 200, count: 50 };
    client.members(thread, frame, Some("a.b[0]&c"), page).await.expect("members");
    client.members(thread, frame, None, Page::first()).await.expect("members");
    client.variables(thread, frame, Some(page)).await.expect("variables");
    let variables = client.variables(thread, frame, None).await.expect("variables");
    assert_eq!(variables.object_members[0].scope, Some(Scope::Local));
    assert_eq!(client.breakpoints().await.expect("a list")[0].place, place);
    assert_eq!(client.add_breakpoints(&[place]).await.expect("added")[0].id, BreakpointId(4));
    assert_eq!(client.breakpoint(BreakpointId(4)).await.expect("one").id, BreakpointId(4));
    client.delete_breakpoint(BreakpointId(4)).await.expect("removed");
    client.delete_breakpoints().await.expect("removed");
    client.stop(thread).await.expect("stopped");
    client.delete_client().await.expect("detached");

    insta::assert_snapshot!(server.lines().join("\n"), @r#"
    POST /client
    GET /threads
    POST /threads/reset
    GET /threads/7
    POST /threads/7/over
    POST /threads/7/resume
    POST /threads/7/out
    GET /threads/7/frames/1/eval?expr=1+%2B+1
    GET /threads/7/frames/1/members?object_path=a.b%5B0%5D%26c&start=200&count=50
    GET /threads/7/frames/1/members?start=0&count=200
    GET /threads/7/frames/1/variables?start=200&count=50
    GET /threads/7/frames/1/variables
    GET /breakpoints
    POST /breakpoints {"_v":"2.0","breakpoints":[{"line_number":3,"script_path":"/a/b.js","condition":"x"}]}
    GET /breakpoints/4
    DELETE /breakpoints/4
    DELETE /breakpoints
    POST /threads/7/stop
    DELETE /client
    "#);
    assert_eq!(*server.connections.lock().expect("sane"), 1, "one connection serves all");
}

#[tokio::test]
async fn requests_carry_credentials_id_length_and_the_replayed_cookie() {
    let first = "HTTP/1.1 204 No Content\r\nSet-Cookie: dwsid=abc; Path=/; HttpOnly\r\n\r\n";
    let server = Scripted::start(&[first, NOTHING, NOTHING]).await;
    let client = server.client();
    assert_eq!(client.session_cookie(), None);
    client.create_client().await.expect("created");
    client.reset().await.expect("renewed");
    assert_eq!(client.session_cookie().as_deref(), Some("abc"));
    let other = client.with_debugger_id("second".into()).expect("a usable id");
    other.create_client().await.expect("created");

    let requests = server.requests();
    let sent = |index: usize, name: &str| header(&requests[index], name);
    assert_eq!(sent(0, "x-dw-client-id").as_deref(), Some("haltscope"));
    assert_eq!(sent(2, "x-dw-client-id").as_deref(), Some("second"));
    assert_eq!(sent(0, "content-length").as_deref(), Some("0"));
    assert_eq!(sent(0, "authorization").as_deref(), Some("Basic QWRhOnDDpHNzd29yZA=="));
    assert_eq!(sent(0, "cookie"), None);
    assert_eq!(sent(1, "cookie").as_deref(), Some("dwsid=abc"));
    assert_eq!(sent(2, "cookie").as_deref(), Some("dwsid=abc"));
}

#[tokio::test]
async fn a_created_client_is_owed_until_it_is_deleted() {
    let refused = answer(401, "", "");
    let server = Scripted::start(&[&refused, NOTHING, NOTHING, NOTHING]).await;
    let client = server.client();
    client.create_client().await.expect_err("refused");
    assert_eq!(client.left_behind(), None);
    client.create_client().await.expect("created");
    let other = client.with_debugger_id("second".into()).expect("a usable id");
    other.delete_client().await.expect("another one");
    assert_eq!(client.left_behind(), Some("haltscope".into()));
    client.reconnected().expect("a connector").delete_client().await.expect("deleted");
    assert_eq!(client.left_behind(), None);
    assert_eq!(*server.connections.lock().expect("sane"), 2, "the last one came over a new one");
}

/// A gateway's page with status 200: nobody renewed anything.
#[tokio::test]
async fn a_success_that_is_not_the_debuggers_is_none() {
    let page = answer(200, "Content-Type: text/html\r\n", "<html><title>Sign in</title></html>");
    let text = answer(200, "", "welcome");
    let document = json(200, r#"{"_v":"2.0"}"#);
    let answers = [&page, &text, &page, &page, &page, &document, &answer(200, "", " ")];
    let server = Scripted::start(&answers.map(String::as_str)).await;
    let client = server.client();
    let error = client.reset().await.expect_err("a page");
    assert!(matches!(error, ClientError::WebPage { status: 200, .. }), "{error:?}");
    let error = client.reset().await.expect_err("a text");
    assert!(matches!(error, ClientError::Malformed { .. }), "{error:?}");
    client.stop(ThreadId(7)).await.expect_err("a page");
    client.delete_breakpoint(BreakpointId(4)).await.expect_err("a page");
    client.create_client().await.expect_err("a page");
    assert!(client.left_behind().is_some(), "nobody knows whether it was created");
    client.reset().await.expect("a document of its own");
    client.reset().await.expect("nothing at all");
}

#[tokio::test]
async fn answers_that_are_no_documents_say_what_they_are() {
    let page = answer(200, "Content-Type: text/html\r\n", "<html><title>Sign in</title></html>");
    let elsewhere = answer(302, "Location: https://login.example.com/?next=secret\r\n", "");
    let server = Scripted::start(&[
        &page,
        &json(200, r#"{"script_threads":7}"#),
        &elsewhere,
        &answer(401, "", "<html>denied"),
        &json(412, r#"{"_v":"2.0","fault":{"type":"DebuggerDisabledException","message":"No."}}"#),
        &json(404, r#"{"_v":"2.0","type":"ScriptThreadNotFoundException","message":"There is no script thread 9."}"#),
    ])
    .await;
    let client = server.client();
    let mut causes = Vec::new();
    for _ in 0..6 {
        let error = client.threads().await.expect_err("no list");
        causes.push(format!("{} -> {}", error.cause(), error.action()));
    }
    insta::assert_snapshot!(causes.join("\n"));
    assert_eq!(server.requests().len(), 6, "the redirect is not followed");
}

#[tokio::test]
async fn connections_that_fail_are_told_apart() {
    let silent = Scripted::start(&[]).await;
    let broken = silent.client().threads().await.expect_err("closed");
    assert!(matches!(broken, ClientError::Interrupted { .. }), "{broken:?}");

    let patient = |address: &str| {
        let address = Address::parse(address).expect("an address");
        let mut config = ClientConfig::new(address, "haltscope".into());
        config.trust = Trust::Anyone;
        config
    };
    let client = |address: &str| Client::new(patient(address)).expect("a usable configuration");
    let impatient = |address: &str| {
        let mut config = patient(address);
        config.timeouts.answer = Duration::from_millis(200);
        Client::new(config).expect("a usable configuration")
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let silent = format!("http://{}", listener.local_addr().expect("bound"));
    let error = impatient(&silent).threads().await.expect_err("nobody accepts");
    assert!(matches!(error, ClientError::TimedOut { .. }), "{error:?}");

    // Bound, so that nobody else gets it, but deaf.
    let deaf = TcpSocket::new_v4().expect("a socket");
    deaf.bind(([127, 0, 0, 1], 0).into()).expect("a free port");
    let free = deaf.local_addr().expect("bound").to_string();
    let error = client(&format!("http://{free}")).threads().await.expect_err("nobody listens");
    assert_eq!(error, ClientError::Refused { address: free });
    assert!(error.is_connection() && error.action().contains("haltscope sandbox"));

    let error = impatient("https://no-such-host.invalid").threads().await;
    assert!(
        matches!(error, Err(ClientError::Dns { .. } | ClientError::TimedOut { .. })),
        "{error:?}"
    );

    let plain = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let encrypted = client(&format!("https://{}", plain.local_addr().expect("bound")));
    tokio::spawn(async move {
        let (mut stream, _) = plain.accept().await.expect("a connection");
        stream.write_all(b"HTTP/1.1 400 Bad Request\r\n\r\n").await.expect("written");
        // Kept open: the client must judge the bytes, not the end of the stream.
        std::future::pending::<()>().await;
    });
    let error = encrypted.threads().await;
    let expected = ClientError::Tls { host: "127.0.0.1".into(), problem: TlsProblem::NotTls };
    assert_eq!(error, Err(expected));
}

#[tokio::test]
async fn storefront_requests_follow_redirects_on_the_instance_alone() {
    let server = Scripted::start(&[
        "HTTP/1.1 204 No Content\r\nSet-Cookie: dwsid=abc\r\n\r\n",
        &answer(302, "Location: /cart?x=1\r\nSet-Cookie: cart=7\r\n", ""),
        &answer(200, "Content-Type: text/html\r\n", "<p>Your cart</p>"),
        &answer(302, "Location: https://evil.example.com/\r\n", "moved"),
    ])
    .await;
    let client = server.client_with(|config| {
        let password = "shop".into();
        config.storefront = Some(Credentials { username: "storefront".into(), password });
    });
    client.create_client().await.expect("created");
    let request = |url: &str| StorefrontRequest {
        method: "post".into(),
        url: url.into(),
        body: Some("pid=1".into()),
    };
    let cart = client.storefront(request("/Cart-AddProduct")).await.expect("a page");
    assert_eq!((cart.status, cart.size, cart.text.as_str()), (200, 16, "<p>Your cart</p>"));
    assert!(cart.url.ends_with("/cart?x=1"), "{}", cart.url);
    let away = client.storefront(request("/leave")).await.expect("the redirect itself");
    assert_eq!((away.status, away.text.as_str()), (302, "moved"));
    let foreign = client.storefront(request("https://evil.example.com/")).await;
    assert!(matches!(foreign, Err(ClientError::ForeignUrl { .. })));

    assert_eq!(
        server.lines()[1..],
        ["POST /Cart-AddProduct pid=1", "GET /cart?x=1", "POST /leave pid=1",]
    );
    let requests = server.requests();
    assert_eq!(header(&requests[1], "cookie").as_deref(), Some("dwsid=abc"));
    assert_eq!(header(&requests[2], "cookie").as_deref(), Some("cart=7; dwsid=abc"));
    assert_eq!(
        header(&requests[1], "authorization").as_deref(),
        Some("Basic c3RvcmVmcm9udDpzaG9w")
    );
    assert_eq!(header(&requests[1], "x-dw-client-id"), None);
}

#[tokio::test]
async fn another_login_keeps_cookies_and_debugger_client() {
    let refused = answer(401, "", "");
    let cookie = "HTTP/1.1 204 No Content\r\nSet-Cookie: dwsid=abc\r\n\r\n";
    let server = Scripted::start(&[cookie, &refused, NOTHING, NOTHING]).await;
    let first = server.client();
    first.create_client().await.expect("created");
    let login = Login::Refused { user: "Ada".into() };
    assert_eq!(first.reset().await, Err(ClientError::Unauthorized { login }));
    let password = "green tea".into();
    let second = first.with_credentials(Credentials { username: "Eve".into(), password });
    assert_eq!((second.user(), second.debugger_id()), (Some("Eve"), first.debugger_id()));
    assert_eq!(second.session_cookie().as_deref(), Some("abc"));
    second.reset().await.expect("let in");
    assert_eq!(second.left_behind().as_ref(), Some(first.debugger_id()));
    second.delete_client().await.expect("deleted");
    assert_eq!(first.left_behind(), None, "whoever ends the program has one account");
    let request = &server.requests()[2];
    assert_eq!(header(request, "authorization").as_deref(), Some("Basic RXZlOmdyZWVuIHRlYQ=="));
    assert_eq!(header(request, "cookie").as_deref(), Some("dwsid=abc"));
    assert_eq!(header(request, "x-dw-client-id").as_deref(), Some("haltscope"));
    assert_eq!(*server.connections.lock().expect("sane"), 1, "over the same connection");
}

#[tokio::test]
async fn a_user_without_password_is_told_what_is_missing() {
    let server = Scripted::start(&[&answer(401, "", "")]).await;
    let client = server.client_with(|config| {
        config.credentials = None;
        config.user_without_password = Some("Ada".into());
    });
    let error = client.threads().await.expect_err("refused");
    let login = Login::WithoutPassword { user: "Ada".into() };
    assert_eq!(error, ClientError::Unauthorized { login });
    assert_eq!(header(&server.requests()[0], "authorization"), None);
}

#[test]
fn nothing_secret_is_printed() {
    let address = Address::parse("shop.example.com").expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    config.credentials = Some(Credentials { username: "Ada".into(), password: "green tea".into() });
    config.storefront = config.credentials.clone();
    let printed = format!("{config:?}");
    assert!(!printed.contains("green tea"), "{printed}");
}

#[test]
fn unusable_certificates_and_ids_are_refused_at_once() {
    let address = || Address::parse("shop.example.com").expect("an address");
    for (pem, id) in [("no certificate", "haltscope"), ("", "haltscope")] {
        let mut config = ClientConfig::new(address(), id.into());
        config.trust = Trust::Only(pem.as_bytes().to_vec());
        let error = Client::new(config).expect_err("refused");
        assert!(error.cause().contains("CA file"), "{error:?}");
    }
    for id in ["", " ", "a\nb", "\u{1b}[31m"] {
        let refused = Client::new(ClientConfig::new(address(), id.into()));
        assert!(matches!(refused, Err(ClientError::Configuration { .. })), "{id:?}");
    }
}
