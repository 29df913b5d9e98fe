//! Files on another server, over `WebDAV`, against a server on this machine.

use super::{Browser, EVER};
use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderMap, Method, StatusCode, Uri, header},
    response::{IntoResponse, Response},
};
use haltscope::sandbox::storefront::{Storefront, StorefrontOptions};
use haltscope::script::{Cartridges, Files, Limits};
use std::sync::{Arc, Mutex};
use tokio::net::TcpListener;

/// What the server was asked: method, path, what matters of the headers, and the body.
type Heard = Arc<Mutex<Vec<String>>>;

const LISTED: &str = r#"<?xml version="1.0"?><D:multistatus xmlns:D="DAV:">
<D:response><D:href>/in/</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop></D:propstat></D:response>
<D:response><D:href>http://files.example.test/in/a%20b.xml</D:href><D:propstat><D:prop><D:resourcetype/><D:getcontenttype>text/xml</D:getcontenttype>
<D:getcontentlength>12</D:getcontentlength><D:creationdate>2020-01-02T00:00:00Z</D:creationdate><D:getlastmodified>Fri, 03 Jan 2020 00:00:00 GMT</D:getlastmodified></D:prop></D:propstat></D:response></D:multistatus>"#;

async fn served(
    State(heard): State<Heard>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let said = ["authorization", "depth", "destination", "overwrite", "x-own"];
    let said = said.iter().filter_map(|name| headers.get(*name)?.to_str().ok());
    let said: Vec<_> = said.map(|it| it.replace(uri_host(&headers), "HOST")).collect();
    let text = String::from_utf8_lossy(&body);
    let line = format!("{method} {} {} {text}", uri.path(), said.join(","));
    heard.lock().expect("the list").push(line.trim().to_owned());
    match method.as_str() {
        "PROPFIND" => (StatusCode::MULTI_STATUS, LISTED).into_response(),
        "GET" => (StatusCode::OK, [(header::ETAG, "e1")], vec![b'g', 0xfc, b'n']).into_response(),
        "OPTIONS" => ([(header::ALLOW, "GET, PUT")], "").into_response(),
        "MKCOL" => StatusCode::METHOD_NOT_ALLOWED.into_response(),
        _ => StatusCode::CREATED.into_response(),
    }
}

fn uri_host(headers: &HeaderMap) -> &str {
    headers.get(header::HOST).and_then(|it| it.to_str().ok()).unwrap_or("nobody")
}

const CONTROLLER: &str = r"
var File = require('dw/io/File');
exports.Run = function () {
    var client = new dw.net.WebDAVClient('http://' + request.httpParameterMap.at.value + '/in/', 'ann', 'secret');
    var told = [];
    told.push(client.propfind('').map(function (it) { return [it.name, it.path, it.directory, it.size, it.contentType, it.creationDate && it.creationDate.getTime(), it.lastModified() && it.lastModified().getTime()]; }), client.statusCode);
    told.push(client.get('a b.xml', 'ISO-8859-1'), client.getResponseHeader('ETag'), client.get('/a', 'ISO-8859-1', 2));
    var file = new File('TEMP/a.bin');
    told.push(client.getBinary('a', file), file.length());
    client.addRequestHeader('X-Own', 'once');
    told.push(client.put('b', 'text'), client.put('c', file), client.options('a'), client.mkcol('d'), client.statusCode, client.succeeded());
    told.push(client.move('a', 'b'), client.copy('a', 'b', false, true), client.del('a'));
    response.writer.print(JSON.stringify(told));
};
exports.Run.public = true;
";

#[tokio::test]
async fn files_are_listed_got_put_and_moved() {
    let heard = Heard::default();
    let server = Router::new().fallback(served).with_state(Arc::clone(&heard));
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("its address");
    let serving = tokio::spawn(async move { axum::serve(listener, server).await });
    let controller = ("cartridge/controllers/Dav.js".to_owned(), CONTROLLER.as_bytes().to_vec());
    let options = StorefrontOptions {
        cartridges: Arc::new(Cartridges::new().with("app", Files::memory([controller]))),
        limits: Limits { halt_timeout: EVER, ..Limits::default() },
        hosts: vec![address.to_string().parse().expect("a host")],
        ..StorefrontOptions::sample("Storefront")
    };
    let page = Browser::of(&Storefront::new(options)).get(&format!("Dav-Run?at={address}")).await;
    serving.abort();
    page.is_fine();
    let expected = r#"[[["in","/in/",true,0,null,null,null],["a b.xml","/in/a b.xml",false,12,"text/xml",1577923200000,1578009600000]],207,"gün","e1","gü",true,3,true,true,["GET","PUT"],false,405,false,true,true,true]"#;
    assert_eq!(page.body.trim(), expected);
    let login = "Basic YW5uOnNlY3JldA==";
    let expected = [
        format!("PROPFIND /in/ {login},1"),
        format!("GET /in/a%20b.xml {login}"),
        format!("GET /in/a {login}"),
        format!("GET /in/a {login}"),
        format!("PUT /in/b {login},once text"),
        format!("PUT /in/c {login} g\u{fffd}n"),
        format!("OPTIONS /in/a {login}"),
        format!("MKCOL /in/d {login}"),
        format!("MOVE /in/a {login},http://HOST/in/b,T"),
        format!("COPY /in/a {login},0,http://HOST/in/b,F"),
        format!("DELETE /in/a {login}"),
    ];
    assert_eq!(*heard.lock().expect("the list"), expected);
}
