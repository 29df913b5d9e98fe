//! The files of the instance over `WebDAV`: what clients of the platform put, read and move.

use super::stand::{Answer, Stand};
use crate::testkit::patience::PATIENCE;
use std::collections::BTreeMap;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

const ROOT: &str = "/on/demandware.servlet/webdav/Sites";

/// A request as `admin`, with headers, and its answer.
async fn asked(
    stand: &Stand,
    (method, path): (&str, &str),
    headers: &[(&'static str, &str)],
    body: &str,
) -> Answer {
    let mut client = stand.debugger("");
    ROOT.clone_into(&mut client.base);
    let request = client.request(method, path).body(body.to_owned());
    let request = headers.iter().fold(request, |it, (name, value)| it.header(*name, *value));
    Answer::read(request).await
}

#[tokio::test]
async fn files_are_put_listed_moved_and_deleted() {
    let stand = Stand::start().await;
    let expect =
        async |request: (&str, &str), headers: &[(&'static str, &str)], body: &str, status: u16| {
            asked(&stand, request, headers, body).await.expect(status)
        };
    expect(("PUT", "/Impex/src/in/a.xml"), &[], "<a/>", 409).await;
    expect(("MKCOL", "/Impex/src/in"), &[], "", 201).await;
    expect(("MKCOL", "/Impex/src/in"), &[], "", 405).await;
    expect(("PUT", "/Impex/src/in/a%20b.xml"), &[], "<a/>", 201).await;
    expect(("PUT", "/IMPEX/src/in/a%20b.xml"), &[], "<b/>", 204).await;
    let read = expect(("GET", "/Impex/src/in/a%20b.xml"), &[], "", 200).await;
    assert_eq!(read.body, "<b/>");

    let listed = expect(("PROPFIND", "/Impex/src/in"), &[("depth", "1")], "", 207).await;
    let document = roxmltree::Document::parse(&listed.body).expect("it is XML");
    let text = |node: roxmltree::Node<'_, '_>, name: &str| {
        let found = node.descendants().find(|it| it.has_tag_name(("DAV:", name)));
        found.map(|it| it.text().unwrap_or_default().to_owned())
    };
    let found: BTreeMap<_, _> = document
        .descendants()
        .filter(|it| it.has_tag_name(("DAV:", "response")))
        .map(|it| (text(it, "href").expect("a name"), text(it, "getcontentlength")))
        .collect();
    let folder = format!("{ROOT}/Impex/src/in/");
    let file = format!("{folder}a%20b.xml");
    assert_eq!(found, BTreeMap::from([(folder, None), (file, Some("4".to_owned()))]));
    expect(("PROPFIND", "/Impex/src/in"), &[], "", 403).await;
    expect(("PROPFIND", "/Impex/src/out"), &[("depth", "0")], "", 404).await;

    let to = format!("http://localhost{ROOT}/Impex/src/c.xml");
    let source = "/Impex/src/in/a%20b.xml";
    let above = format!("{ROOT}/Impex/src/in");
    expect(("MOVE", source), &[("destination", &above)], "", 403).await;
    expect(("COPY", source), &[("destination", &to)], "", 201).await;
    expect(("MOVE", source), &[("destination", &to), ("overwrite", "F")], "", 412).await;
    expect(("MOVE", source), &[("destination", &to)], "", 204).await;
    expect(("MOVE", source), &[("destination", &to)], "", 404).await;
    expect(("MOVE", "/Impex/src/c.xml"), &[("destination", "/elsewhere")], "", 400).await;
    expect(("DELETE", "/Impex/src/in"), &[], "", 204).await;
    expect(("GET", "/Impex/src/in"), &[], "", 404).await;
    assert_eq!(expect(("GET", "/Impex/src"), &[], "", 200).await.body, "c.xml\n");
}

#[tokio::test]
async fn folders_are_nested_no_deeper_than_scripts_may() {
    let stand = Stand::start().await;
    let long = "n".repeat(200);
    let deep = format!("/Impex/src/a/{long}/{long}");
    let other = format!("/Impex/src/{long}");
    for folder in ["/Impex/src/a", &format!("/Impex/src/a/{long}"), &deep, &other] {
        asked(&stand, ("MKCOL", folder), &[], "").await.expect(201);
    }
    let room = "a path has at most 100 names and 700 bytes";
    let made = asked(&stand, ("MKCOL", &format!("{deep}/{long}{long}")), &[], "").await;
    assert!(made.expect(404).body.contains(room));
    let to = format!("{ROOT}{other}/{}", "b".repeat(100));
    let moved = asked(&stand, ("MOVE", "/Impex/src/a"), &[("destination", &to)], "").await;
    assert!(moved.expect(403).body.contains(room));
    asked(&stand, ("DELETE", "/Impex/src/a"), &[], "").await.expect(204);
    asked(&stand, ("PROPFIND", "/Impex/src/a"), &[("depth", "0")], "").await.expect(404);
}

#[tokio::test]
async fn a_file_that_arrives_while_the_sandbox_is_reset_is_of_before() {
    let stand = Stand::start().await;
    let login = "authorization: Basic YWRtaW46aGFsdHNjb3BlLWRlbW8=";
    let head = format!(
        "PUT {ROOT}/Impex/src/late.xml HTTP/1.1\r\nhost: localhost\r\n{login}\r\ncontent-length: 4\r\nconnection: close\r\n\r\n<a"
    );
    let mut uploading = TcpStream::connect(stand.sandbox.http_addr()).await.expect("connected");
    uploading.write_all(head.as_bytes()).await.expect("sent");
    let arriving = async {
        // Its name is not there yet, but something is.
        while asked(&stand, ("GET", "/Impex/src"), &[], "").await.body.is_empty() {}
    };
    timeout(PATIENCE, arriving).await.expect("it arrives");
    let mut operator = stand.debugger("");
    "/-/sandbox".clone_into(&mut operator.base);
    operator.post("/reset").await.expect(200);
    uploading.write_all(b"/>").await.expect("sent");
    let mut answer = String::new();
    timeout(PATIENCE, uploading.read_to_string(&mut answer)).await.expect("in time").expect("text");
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
    asked(&stand, ("GET", "/Impex/src/late.xml"), &[], "").await.expect(404);
    assert_eq!(asked(&stand, ("GET", "/Impex/src"), &[], "").await.body, "");
}

#[tokio::test]
async fn nothing_leads_out_of_the_folders_and_nobody_comes_in_without_a_login() {
    let stand = Stand::start().await;
    for (method, path, status) in [
        ("GET", "", 404),
        ("GET", "/Cartridges/app", 404),
        ("GET", "/Impex/..%2f..%2fetc", 404),
        ("GET", "/Impex/%ff", 404),
        ("DELETE", "/Impex", 403),
        ("PUT", "/Impex", 405),
        ("PATCH", "/Impex/src/a", 405),
        ("OPTIONS", "/Impex", 200),
    ] {
        let answer = asked(&stand, (method, path), &[], "").await;
        assert_eq!(answer.status.as_u16(), status, "{method} {path}: {}", answer.body);
    }
    let mut nobody = stand.debugger("");
    (nobody.login, nobody.base) = (None, ROOT.to_owned());
    nobody.get("/Impex/src").await.expect_fault(401, "NotAuthorizedException");
    let mut clerk = stand.debugger("");
    (clerk.login, clerk.base) =
        (Some(("clerk".to_owned(), "no-debugger".to_owned())), ROOT.to_owned());
    clerk.get("/Impex/src").await.expect_fault(401, "NotAuthorizedException");
    let origin = asked(&stand, ("GET", "/Impex/src"), &[("origin", "http://other.test")], "").await;
    origin.expect_fault(401, "UnauthorizedOriginException");
}
