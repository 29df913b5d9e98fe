//! Forms that send files.

use super::{Browser, Page, address, sent, storefront};
use axum::{
    body::Body,
    http::{Request, StatusCode, header},
};

/// Keeps what comes and tells what became of it.
const CONTROLLER: &str = "
var File = require('dw/io/File');
exports.Keep = function () {
    var map = request.httpParameterMap;
    var asked = [];
    var files = map.processMultipart(function (field, type, name) {
        asked.push([field, type, name].join());
        return name ? new File(File.TEMP + '/' + map.folder.value + '/' + name) : null;
    });
    var kept = files === null ? null : files.keySet().toArray().map(function (field) {
        var file = files.get(field);
        var reader = new (require('dw/io/RandomAccessFileReader'))(file);
        var bytes = reader.readBytes(file.length());
        reader.close();
        return [field, file.fullPath, require('dw/crypto/Encoding').toHex(bytes)].join();
    });
    response.writer.print(JSON.stringify([asked, kept, map.folder.value, request.httpParameters.get('folder')]));
};
exports.Keep.public = true;
exports.Folder = function () {
    var files = request.httpParameterMap.processMultipart(function () { return new File(File.TEMP); });
    var iterator = files.values().iterator();
    var names = [];
    while (iterator.hasNext()) { names.push(iterator.next().name); }
    response.writer.print(names.map(function (name) { return /^upload_\\d{14}_\\w+\\.tmp$/.test(name); }).join() + (names[0] !== names[1]));
};
exports.Folder.public = true;
";

fn browser() -> Browser {
    Browser::of(&storefront(&[("app/cartridge/controllers/Upload.js", CONTROLLER)]))
}

async fn upload(browser: &Browser, action: &str, body: &[u8]) -> Page {
    let request = Request::post(address(action))
        .header(header::HOST, "localhost")
        .header(header::CONTENT_TYPE, "multipart/form-data; boundary=x")
        .body(Body::from(body.to_vec()))
        .expect("a request");
    sent(browser.shop.clone(), request).await
}

fn field(name: &str, content: &str) -> Vec<u8> {
    format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{content}\r\n")
        .into_bytes()
}

fn file(name: &str, file: &str, content: &[u8]) -> Vec<u8> {
    let head = format!(
        "--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\nContent-Type: image/png\r\n\r\n"
    );
    [head.as_bytes(), content, b"\r\n"].concat()
}

#[tokio::test]
async fn a_script_says_where_files_go() {
    let browser = browser();
    let body = [
        field("folder", "."),
        file("photo", "a.png", b"\x89PNG\r\n\0\xff"),
        file("none", "", b""),
        file("other", "b.png", b""),
        b"--x--\r\n".to_vec(),
    ];
    let page = upload(&browser, "Upload-Keep", &body.concat()).await;
    let expected = r#"[["photo,image/png,a.png","none,image/png,","other,image/png,b.png"],["photo,/TEMP/a.png,89504e470d0a00ff","other,/TEMP/b.png,"],".",["."]]"#;
    assert_eq!(page.is_fine().body, expected);
}

#[tokio::test]
async fn files_in_a_folder_get_names_of_their_own() {
    let body = [file("a", "1.png", b"1"), file("b", "1.png", b"2"), b"--x--".to_vec()];
    let page = upload(&browser(), "Upload-Folder", &body.concat()).await;
    assert_eq!(page.is_fine().body, "true,truetrue");
}

#[tokio::test]
async fn other_requests_send_no_files() {
    let mut browser = browser();
    let page = browser.post("Upload-Keep", &[("folder", "f")]).await;
    assert_eq!(page.is_fine().body, r#"[[],null,"f",["f"]]"#);
}

#[tokio::test]
async fn a_file_that_cannot_be_kept_fails_by_name() {
    let body = [field("folder", "missing"), file("a", "1.png", b"1"), b"--x--".to_vec()];
    let page = upload(&browser(), "Upload-Keep", &body.concat()).await;
    assert_eq!(page.status, StatusCode::INTERNAL_SERVER_ERROR);
    page.shows("The file /TEMP/missing/1.png can&#39;t be used: it isn&#39;t there");
}

#[tokio::test]
async fn a_body_that_breaks_off_is_refused() {
    let page = upload(&browser(), "Upload-Keep", &field("folder", "f")).await;
    assert_eq!(page.status, StatusCode::BAD_REQUEST);
    page.shows("multipart/form-data");
}
