//! Name, connection, and what answers there.

use super::replies::{LOGIN_WANTED, json};
use super::stand::{Place, at, sample, sandbox};
use crate::testkit::server::Server;

#[tokio::test]
async fn a_good_instance_has_no_problem() {
    let sandbox = sandbox().await;
    let place =
        at(&sandbox).file("dw.json", r#"{"cartridges-path": "app_brand:app_storefront:app_base"}"#);
    let breakpoint = "/app_storefront/cartridge/controllers/Cart.js:3";
    let report = place.report(&["--cartridges", &sample(), "--break", breakpoint]).await;
    assert_eq!(report.code, Some(0), "{:#}", report.document);
    assert_eq!((&report.document["version"], &report.document["problems"]), (&1.into(), &0.into()));
    for check in [
        "settings",
        "name",
        "tcp",
        "tls",
        "api",
        "clock",
        "credentials",
        "permission",
        "client",
        "affinity",
        "cartridges",
        "order",
        "breakpoints",
        "breakpoint.file",
        "breakpoint.line",
        "breakpoint.order",
        "breakpoint.condition",
    ] {
        assert_eq!(report.status(check), "ok", "{:#}", report.one(check));
    }
    report.skips(&["breakpoint.deployed"], "not known");
}

#[tokio::test]
async fn a_server_that_is_down_leaves_the_project_to_check() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = listener.local_addr().expect("bound");
    drop(listener);
    let place = Place::of(&address.to_string()).file("c/app/cartridge/a.js", "var a;\nf();\n");
    let report = place.report(&["--break", "/app/cartridge/a.js:1"]).await;
    assert_eq!(report.code, Some(1));
    report.says(
        "tcp",
        "problem",
        &["nobody listens", &address.to_string()],
        &["haltscope sandbox"],
    );
    let rest = ["tls", "api", "clock", "credentials", "permission", "client", "affinity"];
    report.skips(&rest, "there is no connection");
    report.says("breakpoint.line", "warning", &["halt on line 2"], &["line 2"]);
    assert_eq!(report.one("breakpoint.line")["details"]["halts_on"], 2);
}

#[tokio::test]
async fn an_unknown_name_is_said() {
    // A label this long is refused before anybody is asked.
    let host = format!("{}.example", "a".repeat(64));
    let report = Place::of(&host).report(&[]).await;
    assert_eq!(report.code, Some(1));
    report.says("name", "problem", &["is unknown", &host], &["spelling", "VPN"]);
    report.skips(&["tcp", "tls", "api", "credentials"], "the name is unknown");
}

#[tokio::test]
async fn requests_through_a_proxy_are_not_taken_for_direct_ones() {
    let proxy = Server::start(|_| "HTTP/1.1 502 Bad Gateway\r\n\r\n".to_owned()).await;
    let place = Place::of("shop.example").variable("HTTPS_PROXY", &proxy.url());
    let report = place.report(&[]).await;
    report.says("name", "not_checked", &["proxy 127.0.0.1"], &[]);
    report.says("tcp", "ok", &["the proxy 127.0.0.1"], &[]);
    assert_eq!(report.status("tls"), "problem", "{:#}", report.document);
    assert!(proxy.came().iter().all(|came| came.line().starts_with("CONNECT shop.example:443")));
    let down = Place::of("shop.example").variable("HTTPS_PROXY", "http://[::1]:1");
    down.report(&[]).await.says("tcp", "problem", &["the proxy [::1]:1"], &[]);
}

#[tokio::test]
async fn no_password_goes_to_what_is_no_debugger() {
    let page =
        "HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n<html><title>Our \x1b[31mshop</title>";
    let elsewhere = "HTTP/1.1 302 Found\r\nlocation: https://login.example/?next=x\r\n\r\n";
    let missing = "HTTP/1.1 404 Not Found\r\n\r\nnothing here";
    for (answer, seen, action) in [
        (page.to_owned(), "web page: Our", "storefront alias"),
        (elsewhere.to_owned(), "redirects to https://login.example/ ", "login page"),
        (missing.to_owned(), "status 404, nothing here", "script debugger API"),
        (json("[1, 2]"), "no list of threads", "script debugger API"),
    ] {
        let server = Server::start(move |_| answer.clone()).await;
        let report = Place::of(&server.url()).report(&[]).await;
        assert_eq!(report.code, Some(1));
        report.says("api", "problem", &[seen], &[action]);
        report.skips(&["tls"], "plain HTTP");
        report.skips(&["credentials", "permission", "client"], "");
        assert_eq!(server.logins(), 0, "{seen}");
        let text = Place::of(&server.url()).run(&[]).await.stdout;
        assert!(!text.contains('\x1b'), "{text}");
    }
}

#[tokio::test]
async fn a_server_in_trouble_is_said() {
    let server =
        Server::start(|_| "HTTP/1.1 503 Busy\r\n\r\n<h1>Be right back</h1>".to_owned()).await;
    let report = Place::of(&server.url()).report(&[]).await;
    report.says("api", "problem", &["Be right back", "503"], &[]);
    report.says("credentials", "problem", &["Be right back", "503"], &[]);
    let silent = Server::start(|_| String::new()).await;
    let closed = Place::of(&silent.url()).report(&[]).await;
    assert_eq!(closed.status("api"), "problem", "{:#}", closed.document);
    closed.skips(&["credentials", "clock"], "there is no answer");
}

#[tokio::test]
async fn without_a_server_or_a_login_it_is_said_what_is_missing() {
    let report = Place::new().report(&[]).await;
    assert_eq!((report.code, &report.document["server"]), (Some(1), &serde_json::Value::Null));
    let missing = report.all("configuration");
    let missing = missing.iter().find(|found| found["status"] == "problem").expect("a problem");
    assert!(missing["action"].as_str().is_some_and(|it| it.contains("SFCC_SERVER")), "{missing}");
    report.skips(&["name", "tcp", "tls", "api", "credentials"], "nothing names an instance");

    let server = Server::start(|_| LOGIN_WANTED.to_owned()).await;
    let nobody = Place::new().variable("SFCC_SERVER", &server.url());
    nobody.report(&[]).await.says("credentials", "problem", &["no user"], &["--username"]);
    let half = nobody.variable("SFCC_USERNAME", "admin");
    let report = half.report(&[]).await;
    report.says("api", "ok", &["asks for a login"], &[]);
    report.says("credentials", "problem", &["no password"], &["SFCC_PASSWORD"]);
    report.skips(&["permission", "client", "affinity"], "");
}
