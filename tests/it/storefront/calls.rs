//! Calls of servers that answer with redirects, to servers on this machine.

use super::{Browser, EVER, Page};
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
    /// `/to?ADDRESS` leads there, `/round` to itself, `/echo` says what was sent, anything else is an answer.
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
            let place = match uri.path() {
                "/to" => uri.query().expect("an address").to_owned(),
                "/round" => "/round".to_owned(),
                "/echo" => return format!("{method} {body}").into_response(),
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
    let controller = ("cartridge/controllers/Net.js".to_owned(), CONTROLLER.as_bytes().to_vec());
    let options = StorefrontOptions {
        cartridges: Arc::new(Cartridges::new().with("app", Files::memory([controller]))),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        hosts: hosts.iter().map(|server| server.address.clone()).collect(),
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
async fn what_is_got_is_asked_for_without_a_body() {
    let server = Server::begin().await;
    let at = format!("http://{}/echo", server.address);
    assert_eq!(told(&[&server], "Bodies", &at).await, "GET |POST body|DELETE body");
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
