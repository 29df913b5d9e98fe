//! Calls of servers that answer with redirects, to servers on this machine.

use super::{Browser, EVER, Page, missing::log_with};
use axum::{
    Router,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::script::{Cartridges, Files, Limits};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// What a server was asked: method, path, login.
type Heard = Arc<Mutex<Vec<String>>>;

/// A server, where it is, and what it has heard.
struct Server {
    address: String,
    heard: Heard,
    serving: tokio::task::JoinHandle<std::io::Result<()>>,
}

impl Drop for Server {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

impl Server {
    /// `/to?ADDRESS` leads there, `/round` to itself, `/again/CODE?ADDRESS` there with that code, `/echo` says what was sent, `/type` of which type that was, `/name` by which name it was asked, anything else is an answer.
    async fn begin() -> Self {
        async fn served(
            State(heard): State<Heard>,
            method: Method,
            uri: Uri,
            headers: HeaderMap,
            body: String,
        ) -> Response {
            let login =
                headers.get(header::AUTHORIZATION).map_or("", |it| it.to_str().expect("text"));
            heard.lock().expect("the list").push(format!("{method} {} {login}", uri.path()));
            let host = headers.get(header::HOST).map_or("", |it| it.to_str().expect("text"));
            let place = match uri.path() {
                "/name" => return format!("{method} of {host}").into_response(),
                "/to" => uri.query().expect("an address").to_owned(),
                "/round" => "/round".to_owned(),
                path if path.starts_with("/again/") => {
                    let code: u16 = path["/again/".len()..].parse().expect("a code");
                    let place = uri.query().expect("an address").to_owned();
                    let code = StatusCode::from_u16(code).expect("a code");
                    return (code, [(header::LOCATION, place)]).into_response();
                }
                "/echo" => return format!("{method} {body}").into_response(),
                "/type" => {
                    let kind = headers.get(header::CONTENT_TYPE);
                    let kind = kind.map_or("", |it| it.to_str().expect("text"));
                    return format!("{method} {kind}").into_response();
                }
                path => return format!("{method} {path}").into_response(),
            };
            (StatusCode::FOUND, [(header::LOCATION, place)], "elsewhere").into_response()
        }
        let heard = Heard::default();
        let router = Router::new().fallback(served).with_state(Arc::clone(&heard));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address").to_string();
        let serving = tokio::spawn(async move { axum::serve(listener, router).await });
        Self { address, heard, serving }
    }

    fn heard(&self) -> Vec<String> {
        std::mem::take(&mut *self.heard.lock().expect("the list"))
    }
}

const CONTROLLER: &str = r"
function told(body) {
    var action = function () {
        try {
            response.writer.print(body(request.httpParameterMap.at.value).join('|'));
        } catch (error) {
            response.writer.print(error.message);
        }
    };
    action.public = true;
    return action;
}
function sent(at, method, follows) {
    var client = new (require('dw/net/HTTPClient'))();
    client.allowRedirect = follows;
    client.open(method, at);
    client.setRequestHeader('Authorization', 'Bearer letmein');
    client.send(method === 'POST' ? 'body' : null);
    return [client.statusCode, client.text];
}
exports.Follow = told(function (at) { return sent(at, 'GET', true); });
exports.Post = told(function (at) { return sent(at, 'POST', true); });
exports.Stay = told(function (at) { return sent(at, 'GET', false); });
exports.Bodies = told(function (at) {
    return ['GET', 'POST', 'DELETE'].map(function (method) {
        var client = new (require('dw/net/HTTPClient'))();
        client.open(method, at);
        client.send('body');
        return client.text;
    });
});
exports.Lengths = told(function (at) {
    var client = new (require('dw/net/HTTPClient'))();
    client.open('POST', at);
    client.setRequestHeader('Content-Length', 'grün'.length);
    client.send('grün');
    return [client.statusCode, client.text];
});
exports.Service = told(function (at) {
    var result = require('dw/svc/LocalServiceRegistry').createService('any', {
        createRequest: function (service) { service.setURL(at); service.setRequestMethod('GET'); return null; },
        parseResponse: function (service, client) { return client.text; }
    }).call();
    return [result.status, result.object, result.errorMessage];
});
exports.Mocked = told(function (at) {
    var made = 0;
    var service = require('dw/svc/LocalServiceRegistry').createService('any', {
        createRequest: function (service, to) {
            made += 1;
            if (to === 'nowhere') { throw new Error('no place'); }
            service.setURL(to);
            service.setRequestMethod('GET');
            return null;
        },
        parseResponse: function (service, client) { return client.text; },
        mockFull: function () { return 'mock'; }
    });
    return at.split(' ').map(function (to) { return service.call(to).object; }).concat(made);
});
exports.Failing = told(function (at) {
    var made = 0;
    var service = require('dw/svc/LocalServiceRegistry').createService('any', {
        createRequest: function () { made += 1; throw new Error('bad'); },
        mockCall: function () { return 'mock'; }
    });
    service.setURL(at);
    var result = service.call();
    return [result.status, result.object, result.errorMessage, result.mockResult, made];
});
";

/// Has a storefront that may call `hosts` ask for an address.
async fn told(hosts: &[&Server], action: &str, at: &str) -> String {
    let hosts: Vec<_> = hosts.iter().map(|server| server.address.as_str()).collect();
    told_among(&hosts, action, at).await
}

/// The same, with hosts as the command line has them.
async fn told_among(hosts: &[&str], action: &str, at: &str) -> String {
    let controller = ("cartridge/controllers/Net.js".to_owned(), CONTROLLER.as_bytes().to_vec());
    let options = StorefrontOptions {
        cartridges: Arc::new(Cartridges::new().with("app", Files::memory([controller]))),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        hosts: hosts.iter().map(|host| host.parse().expect("a host")).collect(),
        ..StorefrontOptions::sample("Storefront")
    };
    let at: String = url::form_urlencoded::byte_serialize(at.as_bytes()).collect();
    let page: Page =
        Browser::of(&Storefront::new(options)).get(&format!("Net-{action}?at={at}")).await;
    page.is_fine();
    page.body
}

#[tokio::test]
async fn redirects_are_followed_unless_a_script_wants_none() {
    let (first, second) = (Server::begin().await, Server::begin().await);
    let hosts = [&first, &second];
    let at = format!("http://{}/to?http://{}/there", first.address, second.address);
    assert_eq!(told(&hosts, "Follow", &at).await, "200|GET /there");
    assert_eq!(first.heard(), ["GET /to Bearer letmein"]);
    assert_eq!(second.heard(), ["GET /there "], "a login is for the host that it was sent to");
    assert_eq!(told(&hosts, "Service", &at).await, "OK|GET /there|");
    assert_eq!((first.heard().len(), second.heard().len()), (1, 1));
    assert_eq!(told(&hosts, "Stay", &at).await, "302|elsewhere");
    assert_eq!((first.heard().len(), second.heard().len()), (1, 0));
    let beside = format!("http://{}/to?/there", first.address);
    assert_eq!(told(&hosts, "Post", &beside).await, "200|GET /there");
    assert_eq!(first.heard(), ["POST /to Bearer letmein", "GET /there Bearer letmein"]);
}

#[tokio::test]
async fn a_mocked_service_whose_request_names_the_host_is_called_if_that_may_be() {
    let server = Server::begin().await;
    let there = format!("http://{}/there", server.address);
    let at = format!("nowhere {there} http://elsewhere.example.test/ {there}");
    assert_eq!(told(&[&server], "Mocked", &at).await, "mock|GET /there|mock|GET /there|4");
    assert_eq!(told(&[], "Mocked", &at).await, "mock|mock|mock|mock|0", "none may be called");
    assert_eq!(server.heard(), ["GET /there ", "GET /there "]);
    let at = format!("http://elsewhere.example.test/ {there}");
    assert_eq!(told(&[&server], "Mocked", &at).await, "mock|GET /there|2", "whatever was before");
    let at = format!("{there} nowhere http://elsewhere.example.test/ nowhere");
    let told = told(&[&server], "Mocked", &at).await;
    assert_eq!(told, "GET /there||mock|mock|4", "a host that may be called is");
}

#[tokio::test]
async fn a_request_that_can_t_be_made_is_tried_once_and_is_what_a_mocked_call_fails_of() {
    let server = Server::begin().await;
    let failed = "ERROR||bad|false|1";
    for at in ["", "http://elsewhere.example.test/"] {
        assert_eq!(told(&[&server], "Failing", at).await, failed);
        assert_eq!(told(&[], "Failing", at).await, failed, "none may be called");
    }
}

#[tokio::test]
async fn what_is_got_is_asked_for_without_a_body_and_bodies_are_forms_by_default() {
    let server = Server::begin().await;
    let at = format!("http://{}/echo", server.address);
    assert_eq!(told(&[&server], "Bodies", &at).await, "GET |POST body|DELETE body");
    let at = format!("http://{}/type", server.address);
    let form = "application/x-www-form-urlencoded";
    let typed = format!("GET |POST {form}|DELETE {form}");
    assert_eq!(told(&[&server], "Bodies", &at).await, typed);
}

#[tokio::test]
async fn a_body_is_as_long_as_it_is_whatever_a_script_says() {
    let server = Server::begin().await;
    let at = format!("http://{}/echo", server.address);
    assert_eq!(told(&[&server], "Lengths", &at).await, "200|POST grün");
}

#[tokio::test]
async fn a_redirect_to_a_host_that_wasnt_named_is_refused_by_name() {
    let (first, second) = (Server::begin().await, Server::begin().await);
    let at = format!("http://{}/to?http://{}/there", first.address, second.address);
    let refusal = "The sandbox makes no calls to 127.0.0.1; --allow-net 127.0.0.1 allows them";
    assert_eq!(told(&[&first], "Follow", &at).await, refusal);
    let result = told(&[&first], "Service", &at).await;
    assert_eq!(result, format!("SERVICE_UNAVAILABLE||{refusal}"));
    let at = format!("http://{}/to?http://elsewhere.example.test/there", first.address);
    assert_eq!(
        told(&[&first], "Follow", &at).await,
        "The sandbox makes no calls to elsewhere.example.test; --allow-net elsewhere.example.test allows them"
    );
    assert_eq!((first.heard().len(), second.heard().len()), (3, 0));
}

#[tokio::test]
async fn redirects_have_an_end() {
    let server = Server::begin().await;
    let at = format!("http://{}/round", server.address);
    assert_eq!(told(&[&server], "Follow", &at).await, "302|elsewhere");
    assert!(server.heard().len() < 20);
}

#[tokio::test]
async fn a_host_is_reached_at_another_address_under_its_own_name() {
    let (first, second) = (Server::begin().await, Server::begin().await);
    let hosts = [
        &*format!("pay.example.test=http://{}", first.address),
        &*format!("bank.example.test:8443=http://{}", second.address),
    ];
    let told = async |action, at| told_among(&hosts, action, at).await;
    assert_eq!(
        told("Follow", "https://pay.example.test/name").await,
        "200|GET of pay.example.test"
    );
    let at = "https://bank.example.test:8443/name";
    assert_eq!(told("Follow", at).await, "200|GET of bank.example.test:8443");
    assert_eq!(told("Service", "https://pay.example.test/x").await, "OK|GET /x|");
    assert_eq!((first.heard().len(), second.heard().len()), (2, 1));
    let refusal = "The sandbox makes no calls to bank.example.test; --allow-net bank.example.test allows them";
    assert_eq!(told("Follow", "https://bank.example.test/name").await, refusal);
    let to = "https://pay.example.test/to?https://bank.example.test:8443/there";
    assert_eq!(told("Follow", to).await, "200|GET /there");
    assert_eq!(first.heard(), ["GET /to Bearer letmein"]);
    assert_eq!(second.heard(), ["GET /there "], "a login is for the host that it was sent to");
    assert_eq!(told("Post", "https://pay.example.test/to?/there").await, "200|GET /there");
    assert_eq!(first.heard(), ["POST /to Bearer letmein", "GET /there Bearer letmein"]);
}

#[tokio::test]
async fn some_redirects_keep_method_and_body() {
    let server = Server::begin().await;
    let at = |code| format!("http://{}/again/{code}?/echo", server.address);
    for (code, expected) in [
        (301, "200|GET "),
        (302, "200|GET "),
        (303, "200|GET "),
        (307, "200|POST body"),
        (308, "200|POST body"),
        (304, "304|"),
    ] {
        assert_eq!(told(&[&server], "Post", &at(code)).await, expected, "{code}");
    }
}

#[tokio::test]
async fn functions_that_tell_nothing_of_a_call_leave_no_line_in_the_log() {
    let service =
        |id| format!("<service service-id=\"{id}\"><service-type>GENERIC</service-type></service>");
    let services = ["nothing", "something", "kept"].map(service).concat();
    let services = format!("<services>{services}</services>");
    let log = log_with(
        &[("../archive/services.xml", &services)],
        "  ['nothing', 'something', 'kept'].forEach(function (id) {
    require('dw/svc/LocalServiceRegistry').createService(id, {
      createRequest: function () { return 'asked'; },
      execute: function () { return 'answered'; },
      getRequestLogMessage: function (request) { return id === 'nothing' ? undefined : request + ' of it'; },
      getResponseLogMessage: function (answer) { return id === 'nothing' ? null : answer + ' of it'; },
      filterLogMessage: function (text) { return id === 'kept' ? undefined : text.toUpperCase(); }
    }).call();
  });",
    )
    .await;
    let told: Vec<_> = log.lines().filter(|line| line.contains("service.")).collect();
    assert_eq!(told.len(), 2, "{log}");
    for (line, said) in told.iter().zip(["ASKED OF IT", "ANSWERED OF IT"]) {
        assert!(line.contains("service.something") && line.contains(said), "{line}");
    }
}
