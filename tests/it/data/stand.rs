//! A sandbox with accounts, and a client that speaks JSON to it.

use haltscope::sandbox::{
    Accounts, ApiClient, BUILTIN_CLIENT, Method, Permission, Permissions, ResourcePattern, Right,
    Sandbox, SandboxOptions, User,
};
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

/// An answer, read wholly.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub text: String,
}

impl Answer {
    pub async fn of(request: RequestBuilder) -> Self {
        let answer = request.send().await.expect("an answer");
        let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
        Self { status, headers, text: answer.text().await.expect("a body") }
    }

    /// The document of a success.
    pub fn ok(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        if self.text.is_empty() { Value::Null } else { self.json() }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|_| panic!("no JSON: {}", self.text))
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().expect("text"))
    }

    /// Checks status, type and arguments of a fault, and what every fault carries.
    #[expect(clippy::needless_pass_by_value, reason = "callers write the arguments in place")]
    pub fn fault(&self, status: u16, kind: &str, arguments: Value) {
        assert_eq!(self.status, status, "{}", self.text);
        let document = self.json();
        assert_eq!(document["_type"], "fault");
        assert_eq!(document["fault"]["type"], format!("{kind}Exception"), "{}", self.text);
        assert!(document["fault"]["message"].as_str().is_some_and(|text| !text.is_empty()));
        let sent = document["fault"].get("arguments").cloned().unwrap_or_else(|| json!({}));
        assert_eq!(sent, arguments, "{}", self.text);
        assert_eq!(self.header("content-type"), "application/json;charset=UTF-8");
        assert_eq!(self.header("cache-control"), "max-age=0,no-cache,no-store,must-revalidate");
    }

    /// Checks status and type of a fault.
    pub fn fails(&self, status: u16, kind: &str) {
        assert_eq!(self.status, status, "{}", self.text);
        let document = self.json();
        assert_eq!(document["fault"]["type"], format!("{kind}Exception"), "{}", self.text);
    }
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

    pub async fn with(options: SandboxOptions) -> Self {
        let sandbox = Sandbox::start(options).await.expect("it starts");
        let pem = std::fs::read(sandbox.ca_file()).expect("the CA's certificate");
        let authority = reqwest::Certificate::from_pem(&pem).expect("a certificate");
        let http = reqwest::Client::builder().no_proxy().tls_certs_only([authority]);
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

/// Sends bytes and reads until the end of the connection.
pub async fn raw(address: std::net::SocketAddr, request: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("connects");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    text
}
