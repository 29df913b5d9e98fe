//! A sandbox with accounts, and a client that speaks JSON to it, over TLS 1.3 by the sandbox's own
//! authority.

use crate::testkit::cluster;
use haltscope::sandbox::{
    Accounts, ApiClient, BUILTIN_CLIENT, Data, Method, Permission, Permissions, ResourcePattern,
    Right, Sandbox, SandboxOptions, User, store::PostgresAddress,
};
use hyper::ext::ReasonPhrase;
use reqwest::{Method as Verb, RequestBuilder, header::HeaderMap};
use serde_json::{Value, json};

/// The base address of most requests.
pub const BASE: &str = "/s/-/dw/data/v23_2";
/// The built-in shared library below it.
pub const LIBRARY: &str = "/libraries/SharedLibrary";

pub struct Stand {
    pub sandbox: Sandbox,
    pub http: reqwest::Client,
    /// The built-in client's token.
    pub token: String,
}

/// The variable that makes every stand one over PostgreSQL.
pub const DATABASE: &str = "HALTSCOPE_TEST_DATABASE";

/// How much of a request's body names it, in bytes.
const EXCERPT: usize = 300;

/// An answer, read wholly.
#[derive(Debug)]
pub struct Answer {
    /// What was asked: the row that a failed test names.
    pub row: String,
    pub status: u16,
    /// The status text.
    pub reason: String,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub async fn of(request: RequestBuilder) -> Self {
        let (client, request) = request.build_split();
        let request = request.expect("a request");
        let row = row(&request);
        let answer = client.execute(request).await.unwrap_or_else(|e| panic!("{row}: {e:?}"));
        let (status, headers) = (answer.status(), answer.headers().clone());
        let sent = answer.extensions().get::<ReasonPhrase>();
        let reason = sent.map(|reason| String::from_utf8_lossy(reason.as_bytes()).into_owned());
        let reason = reason.or_else(|| status.canonical_reason().map(str::to_owned));
        let reason = reason.unwrap_or_default();
        let text = answer.text().await.expect("a body");
        Self { row, status: status.as_u16(), reason, headers, text }
    }

    /// The same answer, to a request that is told apart by more than its line and body.
    pub fn named(self, row: impl std::fmt::Display) -> Self {
        Self { row: format!("{row}: {}", self.row), ..self }
    }

    /// The document of a success.
    pub fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}: {}", self.row, self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    pub fn json(&self) -> Value {
        let document = serde_json::from_str(&self.text);
        document.unwrap_or_else(|_| panic!("{}: no JSON: {}", self.row, self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Checks a fault wholly: status and its text, document, arguments, headers (sections 2.6, 7).
    #[expect(clippy::needless_pass_by_value, reason = "callers write the arguments in place")]
    pub fn fault(&self, status: u16, kind: &str, arguments: Value) {
        self.fails(status, kind);
        let (row, text) = (&self.row, &self.text);
        let document = self.json();
        assert_eq!(names(&document), ["_type", "_v", "fault"], "{row}: {text}");
        assert_eq!(document["_type"], "fault", "{row}: {text}");
        assert!(document["_v"].is_string(), "{row}: {text}");
        let fault = &document["fault"];
        let known = ["arguments", "message", "type"];
        assert!(names(fault).iter().all(|name| known.contains(name)), "{row}: {text}");
        assert!(fault["message"].as_str().is_some_and(|text| !text.is_empty()), "{row}: {text}");
        let sent = fault.get("arguments").cloned().unwrap_or_else(|| json!({}));
        assert_eq!(sent, arguments, "{row}: {text}");
        assert_eq!(self.header("content-type"), "application/json;charset=UTF-8", "{row}");
        let caching = "max-age=0,no-cache,no-store,must-revalidate";
        assert_eq!(self.header("cache-control"), caching, "{row}");
        if status == 404 {
            assert_eq!(self.reason, "Requested resource not found", "{row}");
        }
    }

    /// Checks status and type of a fault.
    pub fn fails(&self, status: u16, kind: &str) {
        assert_eq!(self.status, status, "{}: {}", self.row, self.text);
        let sent = &self.json()["fault"]["type"];
        assert_eq!(*sent, format!("{kind}Exception"), "{}: {}", self.row, self.text);
    }
}

/// Kept in the database of an address.
pub fn database(address: &str) -> Data {
    Data::Database(PostgresAddress::read(address).expect("an address"))
}

/// The names of a document's fields.
pub fn names(document: &Value) -> Vec<&str> {
    document.as_object().expect("an object").keys().map(String::as_str).collect()
}

/// A request's line, what type its body has if it is no JSON, and the start of that body.
fn row(request: &reqwest::Request) -> String {
    let kind = request.headers().get("content-type").map(|kind| kind.to_str().unwrap_or("?"));
    let kind = kind.filter(|kind| *kind != "application/json").unwrap_or_default();
    let body = request.body().and_then(reqwest::Body::as_bytes).unwrap_or_default();
    let body = String::from_utf8_lossy(&body[..body.len().min(EXCERPT)]);
    format!("{} {} {kind} {body}", request.method(), request.url())
}

/// The accounts of the tests: the built-in ones, an editor, a reader, and a client with a page.
pub fn accounts() -> Accounts {
    let editor = User::new("editor")
        .with_password(&"green tea".into())
        .with_access_key(&"k3y".into())
        .permitted(permit(&[("/libraries/**", ALL, "(**)", "(**)")]));
    let guest = User::new("guest").with_password(&"guest".into()).permitted_to(Right::Debugger);
    let reader = ApiClient::new("reader").with_secret(&"p+s%:w/ö".into()).permitted(permit(&[(
        "/libraries/*/content/*",
        &[Method::Get],
        "(id,name,online.default)",
        "(**)",
    )]));
    let writer = ApiClient::new("writer")
        .with_secret(&"writer".into())
        .with_allowed_origin("https://app.shop.test")
        .permitted(permit(&[("/libraries/SharedLibrary/**", ALL, "(**)", "(-template,-name.de)")]));
    let nobody = ApiClient::new("nobody").with_secret(&"nobody".into());
    Accounts::builtin()
        .with(editor)
        .with(guest)
        .with_client(reader)
        .with_client(writer)
        .with_client(nobody)
}

const ALL: &[Method] = &[Method::Get, Method::Put, Method::Patch, Method::Delete];

fn permit(entries: &[(&str, &[Method], &str, &str)]) -> Permissions {
    let entry = |(resource, methods, read, write): &(&str, &[Method], &str, &str)| {
        let resource = ResourcePattern::parse(resource).expect("a pattern");
        Permission::new(resource, methods.to_vec())
            .reading(read.parse().expect("a selector"))
            .writing(write.parse().expect("a selector"))
    };
    entries.iter().map(entry).collect()
}

impl Stand {
    pub async fn start() -> Self {
        Self::with(SandboxOptions { accounts: accounts(), ..SandboxOptions::on_free_ports() }).await
    }

    /// With the asset `a` in the folder `f`.
    pub async fn with_assignment() -> Self {
        let stand = Self::start().await;
        stand.asset("a").await;
        stand.folder("f", "root").await;
        stand.assign("a", "f", json!({})).await;
        stand
    }

    /// With the options; over a database of its own if [`DATABASE`] says so and they name nothing else.
    pub async fn with(options: SandboxOptions) -> Self {
        let is_wanted = std::env::var_os(DATABASE).is_some();
        let database = || cluster::shared().map(|cluster| database(&cluster.address()));
        let data = options.data.or_else(|| database().filter(|_| is_wanted));
        let options = SandboxOptions { data, ..options };
        let sandbox = Sandbox::start(options).await.expect("it starts");
        let pem = std::fs::read(sandbox.ca_file()).expect("the CA's certificate");
        let authority = reqwest::Certificate::from_pem(&pem).expect("a certificate");
        let http = reqwest::Client::builder().no_proxy().tls_certs_only([authority]);
        let http = http.tls_version_min(reqwest::tls::Version::TLS_1_3);
        let http = http.build().expect("a client");
        let mut stand = Self { sandbox, http, token: String::new() };
        stand.token = stand.client_token(BUILTIN_CLIENT, BUILTIN_CLIENT).await;
        stand
    }

    pub fn origin(&self) -> String {
        format!("https://localhost:{}", self.sandbox.https_addr().port())
    }

    pub fn plain_origin(&self) -> String {
        format!("http://localhost:{}", self.sandbox.http_addr().port())
    }

    pub async fn client_token(&self, id: &str, secret: &str) -> String {
        let url = format!("{}/dwsso/oauth2/access_token", self.origin());
        let request = self.http.post(url).basic_auth(id, Some(secret));
        token(Answer::of(request.form(&[("grant_type", "client_credentials")])).await)
    }

    pub async fn user_token(&self, login: &str, password: &str) -> String {
        let url = format!("{}/dw/oauth2/access_token?client_id={BUILTIN_CLIENT}", self.origin());
        let grant = "urn:demandware:params:oauth:grant-type:client-id:dwsid:dwsecuretoken";
        let request =
            self.http.post(url).basic_auth(login, Some(format!("{password}:{BUILTIN_CLIENT}")));
        token(Answer::of(request.form(&[("grant_type", grant)])).await)
    }

    /// A request below [`BASE`] with the built-in client's token.
    pub fn ask(&self, verb: &str, path: &str) -> RequestBuilder {
        self.ask_at(verb, &format!("{BASE}{path}"))
    }

    pub fn ask_at(&self, verb: &str, path: &str) -> RequestBuilder {
        let verb = Verb::from_bytes(verb.as_bytes()).expect("a method");
        self.http.request(verb, format!("{}{path}", self.origin())).bearer_auth(&self.token)
    }

    pub async fn send(&self, verb: &str, path: &str) -> Answer {
        Answer::of(self.ask(verb, path)).await
    }

    pub async fn get(&self, path: &str) -> Value {
        self.send("GET", path).await.ok(200)
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        Answer::of(self.ask("PUT", path).json(&body)).await
    }

    /// Changes what was just read, as the specification asks for it.
    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        let state = self.get(path).await["_resource_state"].as_str().expect("a state").to_owned();
        let request = self.ask("PATCH", path).header("if-match", format!("\"{state}\""));
        Answer::of(request.json(&body)).await
    }

    pub async fn asset(&self, id: &str) {
        self.put(&format!("{LIBRARY}/content/{id}"), json!({})).await.ok(201);
    }

    pub async fn folder(&self, id: &str, parent: &str) {
        let body = json!({"parent_folder_id": parent});
        self.put(&format!("{LIBRARY}/folders/{id}"), body).await.ok(201);
    }

    pub async fn assign(&self, asset: &str, folder: &str, body: Value) {
        let path = format!("{LIBRARY}/folder_assignments/{asset}/{folder}");
        assert!(self.put(&path, body).await.status < 300);
    }
}

fn token(answer: Answer) -> String {
    answer.ok(200)["access_token"].as_str().expect("a token").to_owned()
}

/// The IDs of a listing's hits.
pub fn ids(listing: &Value) -> Vec<&str> {
    let hits = listing["hits"].as_array().expect("hits");
    hits.iter().map(|hit| hit["id"].as_str().expect("an ID")).collect()
}
