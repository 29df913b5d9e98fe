//! What is told of each breakpoint.

use super::replies::{LOGIN_WANTED, NO_CLIENT};
use super::stand::{Place, at, sample, sandbox};
use crate::testkit::server::{Came, Server};
use haltscope::api::address::Address;
use haltscope::api::debugger::{NewBreakpoint, ThreadStatus};
use haltscope::api::ids::Line;
use haltscope::client::{Client, ClientConfig, Credentials, StorefrontRequest};
use std::time::Duration;

const SCRIPT: &str = "/app/cartridge/controllers/Cart.js";

fn shop() -> Place {
    Place::new()
        .file("c/app/cartridge/controllers/Cart.js", "'use strict';\n\nvar a = 1;\n// end\n")
        .file("c/brand/cartridge/controllers/Cart.js", "module.superModule;\n")
        .file("c/app/cartridge/scripts/old.js", "for each (var x in y) {\n}\n")
        .file("c/brand/cartridge/scripts/old.js", "var instead;\n")
        .file("c/app/cartridge/scripts/broken.js", "f();\nvar a = ;\n")
}

#[tokio::test]
async fn each_aspect_is_told_with_what_to_do() {
    let place = shop().file("dw.json", r#"{"cartridges-path": "brand:app"}"#);
    let check = async |breakpoint: &str, aspect: &str, status: &str, words: &[&str]| {
        let report = place.report(&["--break", breakpoint]).await;
        report.says(&format!("breakpoint.{aspect}"), status, words, &[]);
        let subject = report.one("breakpoint.file")["subject"].as_str().expect("a text").to_owned();
        assert!(breakpoint.starts_with(&subject), "{subject}");
    };
    check(&format!("{SCRIPT}:3"), "file", "ok", &["c/app/cartridge/controllers/Cart.js"]).await;
    check("/App/cartridge/controllers/Cart.js:3", "file", "problem", &["case-sensitive", SCRIPT])
        .await;
    check("/app/cartridge/none.js:3", "file", "problem", &["cartridge app is here"]).await;
    check("/base/cartridge/a.js:3", "file", "warning", &["no cartridge base", "app, brand"]).await;
    check(&format!("{SCRIPT}:3"), "line", "ok", &["line 3 holds code"]).await;
    check(&format!("{SCRIPT}:1"), "line", "warning", &["halt on line 3 instead"]).await;
    check(&format!("{SCRIPT}:4"), "line", "problem", &["nothing halts"]).await;
    check(&format!("{SCRIPT}:40"), "line", "problem", &["ends with line 5"]).await;
    check("/app/cartridge/scripts/old.js:1", "line", "ok", &["line 1 holds code"]).await;
    check("/app/cartridge/scripts/broken.js:1", "line", "warning", &["line 2", "parse"]).await;
    check("/app/cartridge/scripts/old.js:1", "order", "warning", &["shadowed: brand"]).await;
    check(&format!("{SCRIPT}:3"), "order", "ok", &["brand", "calls it"]).await;
    check("/brand/cartridge/controllers/Cart.js:1", "order", "ok", &["before", "app"]).await;
    check(&format!("{SCRIPT}:3"), "condition", "ok", &["every hit"]).await;
    check(&format!("{SCRIPT}:3:a > 1"), "condition", "ok", &["a > 1: parses"]).await;
    check(&format!("{SCRIPT}:3:a >"), "condition", "problem", &["a >: doesn't parse"]).await;
    check(&format!("{SCRIPT}:3:o.function::id"), "condition", "not_checked", &["E4X"]).await;
    check(&format!("{SCRIPT}:3"), "deployed", "not_checked", &["not known"]).await;
    let unordered = shop().report(&["--break", &format!("{SCRIPT}:3")]).await;
    unordered.says("breakpoint.order", "warning", &["brand has the same path"], &["path"]);
}

/// Plays code version `v 1` to whoever logs in.
async fn keeper_of(code: &'static str) -> Server {
    Server::start(move |came: &Came| {
        let root = "GET /on/demandware.servlet/webdav/Sites/Cartridges/v%201";
        match came.line().strip_prefix(root) {
            _ if !came.has_login() => LOGIN_WANTED.to_owned(),
            Some(SCRIPT) => code.to_owned(),
            Some(_) => "HTTP/1.1 404 Not Found\r\n\r\n".to_owned(),
            None => NO_CLIENT.to_owned(),
        }
    })
    .await
}

#[tokio::test]
async fn the_text_is_compared_with_the_code_version_on_the_server() {
    let text = "HTTP/1.1 200 OK\r\n\r\n'use strict';\r\n\r\nvar a = 1;\r\n// end\r\n";
    let other = "HTTP/1.1 200 OK\r\n\r\n'use strict';\n\nvar a = 2;\n";
    let page = "HTTP/1.1 200 OK\r\n\r\n<html><title>Sign in</title>";
    for (code, status, words) in [
        (text, "ok", "same text as in code version v 1"),
        (other, "warning", "another text, from line 3 on"),
        (page, "not_checked", "web page: Sign in"),
        ("HTTP/1.1 404 No\r\n\r\n", "not_checked", "no such file (404)"),
    ] {
        let server = keeper_of(code).await;
        let place = shop().variable("SFCC_SERVER", &server.url());
        let place = place.variable("SFCC_USERNAME", "a").variable("SFCC_PASSWORD", "b");
        let place = place.variable("SFCC_CODE_VERSION", "v 1");
        let report = place.report(&["--break", &format!("{SCRIPT}:3")]).await;
        report.says("breakpoint.deployed", status, &[words], &[]);
    }
}

#[tokio::test]
async fn a_login_that_reads_no_code_is_not_sent_again() {
    let server = keeper_of("HTTP/1.1 401 No\r\n\r\n").await;
    let place = Place::of(&server.url()).variable("SFCC_CODE_VERSION", "v 1");
    let place = place.file("c/app/cartridge/controllers/Cart.js", "f();");
    let place = place.file("c/app/cartridge/scripts/b.js", "f();");
    let arguments = ["--break", &format!("{SCRIPT}:1"), "--break", "/app/cartridge/scripts/b.js:1"];
    let report = place.report(&arguments).await;
    let found = report.all("breakpoint.deployed");
    let told = |index: usize| found[index]["seen"].as_str().expect("a text");
    assert!(told(0).contains("(401)") && told(0) == told(1), "{found:#?}");
    let asked = server.came();
    let asked = asked.iter().filter(|came| came.line().contains("webdav"));
    assert_eq!(asked.count(), 1);
}

#[tokio::test]
async fn threads_halt_where_the_doctor_says() {
    let sandbox = sandbox().await;
    let script = "/app_storefront/cartridge/controllers/Cart.js";
    let line = 9;
    let breakpoint = format!("{script}:{line}");
    let report = at(&sandbox).report(&["--cartridges", &sample(), "--break", &breakpoint]).await;
    report.says("breakpoint.line", "warning", &["line 9 begins no statement"], &[]);
    let told = report.one("breakpoint.line")["details"]["halts_on"].as_u64();

    let address = Address::parse(&format!("http://{}", sandbox.http_addr())).expect("an address");
    let mut config = ClientConfig::new(address, "own".into());
    let password = "haltscope-demo".to_owned().into();
    config.credentials = Some(Credentials { username: "admin".to_owned(), password });
    let client = Client::new(config).expect("a client");
    client.create_client().await.expect("created");
    let place =
        NewBreakpoint { line_number: Line(line), script_path: script.into(), condition: None };
    client.add_breakpoints(&[place]).await.expect("added");
    let page = "/on/demandware.store/Sites-Storefront-Site/default/Cart-Show".to_owned();
    let request = StorefrontRequest { method: "GET".to_owned(), url: page, body: None };
    let visitor = client.clone();
    let page = tokio::spawn(async move { visitor.storefront(request).await });
    let halted = async {
        loop {
            let threads = client.threads().await.expect("a list");
            let halted = threads.into_iter().find(|it| it.status == ThreadStatus::Halted);
            if let Some(thread) = halted {
                return thread.call_stack[0].location.line_number;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let halted = tokio::time::timeout(Duration::from_mins(1), halted).await.expect("it halts");
    assert_eq!(Some(halted.0.into()), told);
    client.delete_client().await.expect("deleted");
    page.await.expect("no panic").expect("a page");
}
