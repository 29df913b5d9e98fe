//! Login, permission, who uses the debugger id, clock and cookie.

use super::replies::{LOGIN_WANTED, NO_CLIENT, debugger, json};
use super::stand::{Place, Report, at, sample, sandbox};
use crate::testkit::server::{Came, Server, with_headers};
use haltscope::api::address::Address;
use haltscope::api::debugger::NewBreakpoint;
use haltscope::api::ids::Line;
use haltscope::client::{Client, ClientConfig, Credentials};
use haltscope::sandbox::Sandbox;
use std::sync::atomic::{AtomicUsize, Ordering};

async fn report(server: &Server) -> Report {
    Place::of(&server.url()).report(&[]).await
}

/// Plays this to whoever logs in, and wants a login of everybody else.
async fn playing(with_login: impl Fn(&Came) -> String + Send + Sync + 'static) -> Server {
    Server::start(
        move |came| {
            if came.has_login() { with_login(came) } else { LOGIN_WANTED.to_owned() }
        },
    )
    .await
}

#[tokio::test]
async fn only_reads_go_out_and_nothing_stays() {
    let server = debugger("set-cookie: dwsid=abcdefgh; Path=/\r\n").await;
    let report = report(&server).await;
    assert_eq!(report.code, Some(0), "{:#}", report.document);
    report.says("client", "ok", &["\"haltscope\" is free"], &[]);
    report.says("permission", "ok", &["\"admin\" may use"], &[]);
    let lines: Vec<String> = server.came().iter().map(|came| came.line().to_owned()).collect();
    assert!(lines.iter().all(|line| line.starts_with("GET /s/-/dw/debugger/v2_0/")), "{lines:?}");
    assert!(!server.came()[0].has_login(), "first without the password");
}

#[tokio::test]
async fn a_refused_login_is_sent_once() {
    let server = Server::start(|_| LOGIN_WANTED.to_owned()).await;
    let place = Place::of(&server.url()).variable("SFCC_PASSWORD", "s3cret ");
    let report = place.report(&[]).await;
    assert_eq!((report.code, server.logins()), (Some(1), 1));
    report.says(
        "credentials",
        "problem",
        &["not sent again", "case-sensitive", "\"admin\"", "password begins or ends with a blank"],
        &["user name", "access key", "permission"],
    );
    report.skips(&["permission", "client"], "");
    assert!(!report.document.to_string().contains("s3cret"));
    let file =
        place.file("dw.json", r#"{"code-version": "v1"}"#).file("c/app/cartridge/a.js", "f()");
    let report = file.report(&["--break", "/app/cartridge/a.js:1"]).await;
    assert_eq!(server.logins(), 2, "once more, in another run");
    report.skips(&["breakpoint.deployed"], "the login isn't taken");
}

#[tokio::test]
async fn the_sandbox_refuses_a_user_in_other_letters_and_one_without_permission() {
    let sandbox = sandbox().await;
    let other = at(&sandbox).variable("SFCC_USERNAME", "Admin").report(&[]).await;
    other.says("api", "ok", &["asks for a login"], &[]);
    other.says("credentials", "problem", &["case-sensitive, this one is \"Admin\""], &[]);
}

#[tokio::test]
async fn a_missing_permission_is_told_from_a_wrong_password_if_the_answer_is_another() {
    let forbidden = playing(|_| "HTTP/1.1 403 Forbidden\r\n\r\nno".to_owned()).await;
    let seen = report(&forbidden).await;
    seen.says("credentials", "ok", &["seem to be taken"], &[]);
    seen.says("permission", "problem", &["403"], &["script debugger permission"]);
    assert_eq!((seen.code, forbidden.logins()), (Some(1), 1));
    let fault = r#"{"_v":"2.0","fault":{"type":"MissingRightException","message":"Ask."}}"#;
    let fault = format!("HTTP/1.1 401 No\r\ncontent-type: application/json\r\n\r\n{fault}");
    let unequal = playing(move |_| fault.clone()).await;
    let seen = report(&unequal).await;
    seen.says("permission", "problem", &["MissingRightException: Ask."], &["permission"]);
    let other = LOGIN_WANTED.replace("NotAuthorized", "WrongPassword");
    let asked_again = playing(move |_| other.clone()).await;
    let seen = report(&asked_again).await;
    seen.says("credentials", "problem", &["401: WrongPasswordException: No."], &[]);
}

#[tokio::test]
async fn a_server_that_refuses_everybody_is_told_from_a_refused_login() {
    let server = Server::start(|_| "HTTP/1.1 403 Forbidden\r\n\r\nyour address".to_owned()).await;
    let seen = report(&server).await;
    seen.says("api", "problem", &["everybody is refused", "your address"], &["firewall"]);
    seen.skips(&["credentials", "permission"], "everybody is refused");
    assert!(server.logins() <= 1);
}

#[tokio::test]
async fn a_server_that_asks_for_no_login_needs_none() {
    let open = Server::start(|_| NO_CLIENT.to_owned()).await;
    let nobody = Place::new().variable("SFCC_SERVER", &open.url()).report(&[]).await;
    assert_eq!(nobody.code, Some(0), "{:#}", nobody.document);
    nobody.says("credentials", "ok", &["asks for none"], &[]);
    nobody.says("client", "ok", &["is free"], &[]);
    let used = Server::start(|_| json(r#"{"_v":"2.0"}"#)).await;
    report(&used).await.says("client", "warning", &["in use"], &[]);
}

fn client(sandbox: &Sandbox) -> Client {
    let address = Address::parse(&format!("http://{}", sandbox.http_addr())).expect("an address");
    let mut config = ClientConfig::new(address, "haltscope".into());
    let password = "haltscope-demo".to_owned().into();
    config.credentials = Some(Credentials { username: "admin".to_owned(), password });
    Client::new(config).expect("a client")
}

#[tokio::test]
async fn a_client_in_use_is_described_and_left_alone() {
    let sandbox = sandbox().await;
    let other = client(&sandbox);
    other.create_client().await.expect("created");
    let empty = at(&sandbox).report(&[]).await;
    empty.says(
        "client",
        "warning",
        &["in use: 0 breakpoints", "can't be told"],
        &["--debugger-id"],
    );
    let (script, line) = ("/app_storefront/cartridge/controllers/Cart.js", 3);
    let place =
        NewBreakpoint { line_number: Line(line), script_path: script.into(), condition: None };
    other.add_breakpoints(&[place]).await.expect("added");
    let foreign = at(&sandbox).report(&[]).await;
    foreign.says("client", "warning", &["1 breakpoint;", "somebody else"], &["End the other"]);
    let breakpoint = format!("{script}:{line}");
    let arguments = ["--cartridges", &sample(), "--break", &breakpoint];
    let own = at(&sandbox).report(&arguments).await;
    own.says("client", "warning", &["another haltscope of this project"], &[]);
    assert_eq!(own.code, Some(0), "a warning is no problem");
    let elsewhere = at(&sandbox).report(&["--debugger-id", "mine"]).await;
    elsewhere.says("client", "ok", &["\"mine\" is free"], &[]);
    assert_eq!(other.breakpoints().await.expect("still there").len(), 1);
}

#[tokio::test]
async fn halted_threads_of_a_client_in_use_are_counted() {
    let threads = r#"{"_v":"2.0","script_threads":[{"id":1,"status":"running"},{"id":2,"status":"halted",
        "call_stack":[{"index":0,"location":{"function_name":"f()","line_number":9,"script_path":"/app/cartridge/controllers/Cart.js"}}]}]}"#;
    let server = playing(move |came| {
        let is_list = came.line().ends_with("/breakpoints");
        if is_list { "HTTP/1.1 500 No\r\n\r\n".to_owned() } else { json(threads) }
    })
    .await;
    let seen = report(&server).await;
    seen.says("client", "warning", &["1 halted thread (Cart.js:9)", "can't be read"], &[]);
    assert_eq!(seen.one("client")["details"]["halted"], 1);
    assert!(server.came().iter().all(|came| came.line().starts_with("GET ")));
}

#[tokio::test]
async fn a_clock_that_is_off_is_told() {
    let server = debugger("date: Sun, 06 Nov 1994 08:49:37 GMT\r\n").await;
    let seen = report(&server).await;
    seen.says("clock", "warning", &["ahead of the server's"], &["NTP"]);
    assert!(seen.one("clock")["details"]["server_ahead_seconds"].as_i64() < Some(-900_000_000));
    let silent = debugger("").await;
    report(&silent).await.skips(&["clock"], "no Date header");
}

#[tokio::test]
async fn the_session_cookie_comes_and_stays_or_it_is_told() {
    let steady = debugger("set-cookie: dwsid=abcdefghij; Path=/\r\n").await;
    let seen = report(&steady).await;
    seen.says("affinity", "ok", &["dwsid=abcdef…"], &[]);
    assert!(!seen.document.to_string().contains("abcdefghij"), "only its beginning is shown");
    assert_eq!(steady.came()[1].header("cookie"), "dwsid=abcdefghij", "it is replayed");

    let none = debugger("").await;
    report(&none).await.says(
        "affinity",
        "warning",
        &["no answer sets"],
        &["one application server"],
    );

    let count = AtomicUsize::new(0);
    let changing = Server::start(move |came| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        let answer = if came.has_login() { NO_CLIENT } else { LOGIN_WANTED };
        with_headers(answer, &format!("set-cookie: dwsid=node{number}-xyz\r\n"))
    })
    .await;
    report(&changing).await.says(
        "affinity",
        "warning",
        &["changes between answers", "node0-…", "node1-…"],
        &["affinity"],
    );
}
