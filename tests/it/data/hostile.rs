//! Whatever is sent to the Data API: an answer or a documented fault, never a 5xx.

use super::stand::{LIBRARY, Stand, accounts};
use crate::testkit::samples::samples;
use haltscope::sandbox::{PlainHttp, SandboxOptions};
use percent_encoding::percent_encode_byte;
use proptest::{
    prelude::{Just, Strategy, any, prop},
    prop_oneof,
    sample::select,
};
use serde_json::Value;
use std::net::SocketAddr;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
};

/// The faults of section 7.1 and of "beyond the specification", 2 and 7, by status.
const FAULTS: &[(u16, &[&str])] = &[
    (
        400,
        &[
            "BodyDecoding",
            "ContentFolderIdAlreadyInUse",
            "ContentIdAlreadyInUse",
            "EnumConstraintViolation",
            "IdConflict",
            "IllegalHttpMethodOverride",
            "InvalidClientId",
            "InvalidCustomProperty",
            "InvalidExpandValue",
            "InvalidHostHeader",
            "InvalidVersion",
            "MalformedLocale",
            "MalformedMediaType",
            "MalformedParameter",
            "MalformedSelector",
            "PropertyConstraintViolation",
            "PropertyNotPermitted",
            "StringConstraintViolation",
            "TypeDecoding",
            "UnexpectedVersion",
            "UnknownProperty",
            "UnknownSiteId",
            "ValueConstraintViolation",
        ],
    ),
    (
        401,
        &[
            "AuthorizationHeaderMissing",
            "InvalidAccessToken",
            "InvalidAuthorizationHeader",
            "UnauthorizedOrigin",
        ],
    ),
    (403, &["ClientAccessForbidden", "UserAccessForbidden"]),
    (
        404,
        &[
            "AssignmentNotFound",
            "ContentNotFound",
            "FolderNotFound",
            "LibraryNotFound",
            "ParentFolderNotFound",
            "ResourcePathNotFound",
            "UnknownSite",
            "VersionNotFound",
        ],
    ),
    (405, &["MethodNotAllowed"]),
    (406, &["CharsetNotAcceptable"]),
    (409, &["IfMatchRequired", "ResourceAlreadyExists", "ResourceStateConflict"]),
    (412, &["InvalidIfMatch", "ResourceLocked"]),
    (413, &["RequestEntityTooLarge"]),
    (415, &["UnsupportedContentType", "UnsupportedFormat"]),
];

/// A request in its parts.
#[derive(Clone, Debug)]
struct Sent {
    verb: &'static str,
    target: String,
    headers: Vec<(&'static str, Vec<u8>)>,
    body: Vec<u8>,
}

impl Sent {
    fn new(verb: &'static str, path: &str) -> Self {
        let target = format!("/s/-/dw/data/v23_2{path}");
        Self { verb, target, headers: Vec::new(), body: Vec::new() }
    }

    fn bytes(&self, token: &str) -> Vec<u8> {
        let is_named = |wanted| self.headers.iter().any(|(name, _)| *name == wanted);
        let mut bytes = format!("{} {} HTTP/1.1\r\n", self.verb, self.target).into_bytes();
        let mut header = |name: &str, value: &[u8]| {
            bytes.extend([name.as_bytes(), b": ", value, b"\r\n"].concat());
        };
        if !is_named("host") {
            header("host", b"localhost");
        }
        if !is_named("authorization") {
            header("authorization", format!("Bearer {token}").as_bytes());
        }
        for (name, value) in &self.headers {
            header(name, value);
        }
        header("content-length", self.body.len().to_string().as_bytes());
        header("connection", b"close");
        bytes.extend(b"\r\n");
        bytes.extend(&self.body);
        bytes
    }
}

/// A sandbox that takes everything without encryption.
struct Target {
    stand: Stand,
    address: SocketAddr,
}

impl Target {
    async fn start() -> Self {
        let options = SandboxOptions {
            accounts: accounts(),
            plain_http: PlainHttp::Allowed,
            ..SandboxOptions::on_free_ports()
        };
        let stand = Stand::with(options).await;
        stand.folder("f", "root").await;
        stand.asset("a").await;
        stand.assign("a", "f", Value::Object(serde_json::Map::default())).await;
        let address = stand.sandbox.http_addr();
        Self { stand, address }
    }

    /// Sends it and holds the answer against the table; its status.
    async fn check(&self, sent: &Sent) -> u16 {
        let mut stream = TcpStream::connect(self.address).await.expect("connects");
        stream.write_all(&sent.bytes(&self.stand.token)).await.expect("sent");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await.expect("an answer");
        let answer = String::from_utf8_lossy(&answer);
        let status = answer.get(9..12).and_then(|status| status.parse::<u16>().ok());
        let status = status.unwrap_or_else(|| panic!("{sent:?}: {answer}"));
        let is_empty = sent.verb == "HEAD";
        if status >= 400 && !is_empty {
            let (_, body) = answer.split_once("\r\n\r\n").expect("a head");
            let document: Value =
                serde_json::from_str(body).unwrap_or_else(|_| panic!("{sent:?}: {answer}"));
            let kind = document["fault"]["type"].as_str().expect("a type");
            let kind = kind.strip_suffix("Exception").expect("the suffix");
            let known = FAULTS.iter().find(|(known, _)| *known == status);
            let is_documented = known.is_some_and(|(_, kinds)| kinds.contains(&kind));
            assert!(is_documented, "{status} {kind} for {sent:?}");
        }
        assert!(status < 500, "{sent:?}: {answer}");
        status
    }

    /// All of them, and that good requests are still answered.
    async fn check_all(&self, all: Vec<Sent>) {
        let mut refused = 0_usize;
        for sent in &all {
            refused += usize::from(self.check(sent).await >= 400);
        }
        assert!(refused > all.len() / 10, "hardly anything was hostile: {refused}");
        let asked = Sent::new("GET", &format!("{LIBRARY}/folders/root"));
        assert_eq!(self.check(&asked).await, 200);
    }
}

fn verb() -> impl Strategy<Value = &'static str> {
    select(vec!["GET", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "POST", "BREW"])
}

/// Bytes as a segment or parameter may carry them.
fn escaped(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| percent_encode_byte(*byte)).collect()
}

fn id() -> impl Strategy<Value = String> {
    let known = ["a", "f", "root", "SharedLibrary", "new", ".", "..", "%2F", "%00", "%ff", "%", ""];
    prop_oneof![
        6 => select(known.map(str::to_owned).to_vec()),
        1 => "\\PC{0,12}".prop_map(|text| escaped(text.as_bytes())),
        1 => prop::collection::vec(any::<u8>(), 0..8).prop_map(|bytes| escaped(&bytes)),
        1 => (250_usize..260).prop_map(|length| "x".repeat(length)),
    ]
}

fn path() -> impl Strategy<Value = String> {
    let library = prop_oneof![4 => Just("SharedLibrary".to_owned()), 1 => id()];
    let rest = prop_oneof![
        id().prop_map(|id| format!("content/{id}")),
        id().prop_map(|id| format!("content/{id}/folders")),
        (id(), id()).prop_map(|(asset, folder)| format!("folder_assignments/{asset}/{folder}")),
        id().prop_map(|id| format!("folders/{id}")),
        id().prop_map(|id| format!("folders/{id}/content")),
        id().prop_map(|id| format!("folders/{id}/sub_folders")),
        prop::collection::vec(id(), 0..5).prop_map(|segments| segments.join("/")),
    ];
    (library, rest).prop_map(|(library, rest)| format!("/libraries/{library}/{rest}"))
}

fn base() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("/dw/data/v23_2".to_owned()),
        // Without a site it would be the storefront's.
        id().prop_map(|site| format!("/s/-{site}/dw/data/v23_2")),
        Just("/s/-/dw/data/v23_2".to_owned()),
        "v[0-9]{1,3}_[0-9]{1,3}".prop_map(|version| format!("/dw/data/{version}")),
        "[!-~]{0,6}".prop_map(|text| format!("/dw/data/{}", escaped(text.as_bytes()))),
    ]
}

fn query() -> impl Strategy<Value = String> {
    let names = ["start", "count", "select", "expand", "format", "client_id", "method", "x", ""];
    let value = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        any::<f64>().prop_map(|number| escaped(number.to_string().as_bytes())),
        "\\PC{0,10}".prop_map(|text| escaped(text.as_bytes())),
        "[(){}*+,.\\[\\]@?=!<>&|a-z0-9:'-]{0,24}".prop_map(|text| escaped(text.as_bytes())),
        (0_usize..40).prop_map(|depth| format!("{}a{}", "(a.".repeat(depth), ")".repeat(depth))),
        select(vec!["(**)".to_owned(), "PUT".to_owned(), "%zz".to_owned(), "x".repeat(5000)]),
    ];
    let pair = (select(names.to_vec()), value).prop_map(|(name, value)| format!("{name}={value}"));
    prop::collection::vec(pair, 0..4).prop_map(|pairs| pairs.join("&"))
}

/// What a header's value may hold.
fn bytes() -> impl Strategy<Value = Vec<u8>> {
    let byte = prop_oneof![b' '..=b'~', 0x80..=0xff_u8, Just(b'"'), Just(b','), Just(b'\t')];
    prop::collection::vec(byte, 0..40)
}

fn header() -> impl Strategy<Value = (&'static str, Vec<u8>)> {
    let names = [
        "if-match",
        "if-match",
        "x-dw-resource-state",
        "content-type",
        "accept-charset",
        "accept",
        "x-dw-client-id",
        "x-dw-http-method-override",
        "origin",
        "sec-fetch-site",
        "if-none-match",
        "host",
    ];
    let known = select(vec![
        "*",
        "\"x\"",
        "W/\"x\"",
        "not_exists",
        "application/json",
        "application/xml",
        "utf-8;q=",
        "PUT",
        "null",
        "https://evil.example",
        "localhost:1",
        "evil.example",
    ]);
    let value = prop_oneof![known.prop_map(|text| text.as_bytes().to_vec()), bytes()];
    (select(names.to_vec()), value)
}

fn body() -> impl Strategy<Value = Vec<u8>> {
    let nested = |(open, close): (&'static str, &'static str)| {
        (0_usize..200_000).prop_map(move |depth| {
            format!("{}1{}", open.repeat(depth), close.repeat(depth)).into_bytes()
        })
    };
    prop_oneof![
        3 => Just(Vec::new()),
        2 => Just(b"{}".to_vec()),
        2 => prop::collection::vec(any::<u8>(), 0..64),
        2 => "[\\[\\]{}\",:0-9eE.+tfn\\\\u -]{0,40}".prop_map(String::into_bytes),
        1 => select(vec![("[", "]"), ("{\"a\":", "}"), ("{\"c_a\":[", "]}")]).prop_flat_map(nested),
        1 => "[0-9]{1,400}".prop_map(|digits| format!("{{\"c_n\":{digits}}}").into_bytes()),
    ]
}

#[tokio::test]
async fn any_address_and_query() {
    let target = Target::start().await;
    let input = (verb(), base(), path(), query()).prop_map(|(verb, base, path, query)| {
        let target = format!("{base}{path}?{query}");
        Sent { verb, target, headers: Vec::new(), body: Vec::new() }
    });
    target.check_all(samples(input, 600)).await;
}

#[tokio::test]
async fn any_headers_and_body() {
    let target = Target::start().await;
    let headers = prop::collection::vec(header(), 0..4);
    let input = (verb(), path(), headers, body()).prop_map(|(verb, path, headers, body)| Sent {
        headers,
        body,
        ..Sent::new(verb, &path)
    });
    target.check_all(samples(input, 600)).await;
}

#[tokio::test]
async fn any_token() {
    let target = Target::start().await;
    let good = target.stand.token.clone().into_bytes();
    let length = good.len();
    let (cut, changed) = (good.clone(), good);
    let token = prop_oneof![
        (0..length).prop_map(move |end| cut[..end].to_vec()),
        (0..length, b'!'..=b'~').prop_map(move |(at, byte)| {
            let mut token = changed.clone();
            token[at] = byte;
            token
        }),
        "[A-Za-z0-9_.=-]{0,60}".prop_map(String::into_bytes),
        bytes(),
    ];
    let scheme = select(vec!["Bearer ", "Bearer ", "bearer  ", "Basic ", "", "Bearer"]);
    let input = (scheme, token).prop_map(|(scheme, token)| {
        let value = [scheme.as_bytes(), &token].concat();
        let path = format!("{LIBRARY}/content/a");
        Sent { headers: vec![("authorization", value)], ..Sent::new("GET", &path) }
    });
    for sent in samples(input, 600) {
        let status = target.check(&sent).await;
        assert!(status == 401 || sent.headers[0].1.ends_with(target.stand.token.as_bytes()));
    }
}
