//! A started sandbox, debugger clients that speak plain HTTP to it, and storefront requests.

use crate::testkit::patience::{PATIENCE, unhurried};
use axum::http::{HeaderMap, StatusCode};
use haltscope::sandbox::{Accounts, Right, Sandbox, SandboxOptions, User};
use serde_json::{Value, json};
use std::{future::Future, path::PathBuf, sync::OnceLock, time::Duration};
use tokio::task::JoinHandle;

/// The controller whose lines carry marks.
pub const STEPS: &str = "/app_test/cartridge/controllers/Steps.js";

/// A sandbox with the fixtures' cartridges.
pub struct Stand {
    pub sandbox: Sandbox,
    http: reqwest::Client,
}

impl Stand {
    pub async fn start() -> Self {
        Self::start_with(|options| options).await
    }

    pub async fn start_with(change: impl FnOnce(SandboxOptions) -> SandboxOptions) -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/it/fixtures/cartridges");
        let mut options = unhurried();
        options.cartridges = vec![folder];
        options.accounts = accounts();
        let sandbox = Sandbox::start(change(options)).await.expect("the sandbox starts");
        let http = reqwest::Client::builder().no_proxy().build().expect("an HTTP client");
        Self { sandbox, http }
    }

    /// A debugger client that has not been created yet.
    pub fn debugger(&self, id: &str) -> Debugger {
        let root = format!("http://{}", self.sandbox.http_addr());
        let base = "/s/-/dw/debugger/v2_0".to_owned();
        let login = Some(("admin".to_owned(), "haltscope-demo".to_owned()));
        Debugger { http: self.http.clone(), root, base, id: id.to_owned(), login }
    }

    /// A debugger client that exists.
    pub async fn attached(&self, id: &str) -> Debugger {
        let debugger = self.debugger(id);
        debugger.post("/client").await.expect(204);
        debugger
    }

    /// Sends a storefront request; the page arrives in the background.
    pub fn visit(&self, page: &str) -> JoinHandle<Answer> {
        let request = self.page(page);
        tokio::spawn(async move { Answer::read(request).await })
    }

    /// The same with a header.
    pub fn visit_with(&self, page: &str, (name, value): (&str, &str)) -> JoinHandle<Answer> {
        let request = self.page(page).header(name, value);
        tokio::spawn(async move { Answer::read(request).await })
    }

    fn page(&self, page: &str) -> reqwest::RequestBuilder {
        let path = format!("/on/demandware.store/Sites-Storefront-Site/default/{page}");
        self.http.get(format!("http://{}{path}", self.sandbox.http_addr()))
    }

    /// Attaches, halts a page at a mark, and gives the debugger, the thread and the page.
    pub async fn halted_at(&self, page: &str, mark: &str) -> (Debugger, u64, JoinHandle<Answer>) {
        let debugger = self.attached("halted").await;
        debugger.break_at(mark).await;
        let page = self.visit(page);
        let thread = debugger.halted().await;
        (debugger, id_of(&thread), page)
    }
}

/// `admin` as documented, quick to verify, and a user without any right.
fn accounts() -> Accounts {
    static CLERK: OnceLock<User> = OnceLock::new();
    let clerk = CLERK.get_or_init(|| User::new("clerk").with_password(&"no-debugger".into()));
    let robot = User::new("robot").with_access_key(&"robot-key".into());
    Accounts::builtin().with(clerk.clone()).with(robot.permitted_to(Right::Debugger))
}

/// One debugger client.
#[derive(Clone)]
pub struct Debugger {
    pub http: reqwest::Client,
    pub root: String,
    pub base: String,
    pub id: String,
    pub login: Option<(String, String)>,
}

impl Debugger {
    pub async fn get(&self, path: &str) -> Answer {
        self.send("GET", path).await
    }

    pub async fn post(&self, path: &str) -> Answer {
        self.send("POST", path).await
    }

    pub async fn delete(&self, path: &str) -> Answer {
        self.send("DELETE", path).await
    }

    pub async fn send(&self, method: &str, path: &str) -> Answer {
        Answer::read(self.request(method, path)).await
    }

    pub async fn post_json(&self, path: &str, body: Value) -> Answer {
        let request = self.request("POST", path).header("content-type", "application/json");
        Answer::read(request.body(body.to_string())).await
    }

    pub fn request(&self, method: &str, path: &str) -> reqwest::RequestBuilder {
        let method = method.parse().expect("a method");
        let mut request = self.http.request(method, format!("{}{}{path}", self.root, self.base));
        if !self.id.is_empty() {
            request = request.header("x-dw-client-id", &self.id);
        }
        match &self.login {
            Some((login, password)) => request.basic_auth(login, Some(password)),
            None => request,
        }
    }

    /// Sets a breakpoint at a mark of the fixtures; gives its id.
    pub async fn break_at(&self, mark: &str) -> u64 {
        self.break_when(mark, None).await
    }

    pub async fn break_when(&self, mark: &str, condition: Option<&str>) -> u64 {
        let breakpoint = json!({
            "script_path": STEPS, "line_number": line(mark), "condition": condition,
        });
        let answer = self.post_json("/breakpoints", json!({"breakpoints": [breakpoint]})).await;
        answer.expect(200).json()["breakpoints"][0]["id"].as_u64().expect("an id")
    }

    /// Lets `Steps-Slow` go on, by a condition that never halts it.
    pub async fn release(&self) {
        self.break_when("waits", Some("waits = false")).await;
    }

    /// Waits until this client sees a halted thread.
    pub async fn halted(&self) -> Value {
        let all = until(async || {
            let threads = self.halted_threads().await;
            (!threads.is_empty()).then_some(threads)
        });
        all.await.remove(0)
    }

    pub async fn halted_threads(&self) -> Vec<Value> {
        let threads = self.threads().await;
        threads.into_iter().filter(|thread| thread["status"] == "halted").collect()
    }

    pub async fn threads(&self) -> Vec<Value> {
        let answer = self.get("/threads").await.expect(200).json();
        answer["script_threads"].as_array().expect("an array").clone()
    }

    /// Waits until there is no such thread.
    pub async fn gone(&self, thread: u64) {
        until(async || {
            let status = self.get(&format!("/threads/{thread}")).await.status;
            (status == StatusCode::NOT_FOUND).then_some(())
        })
        .await;
    }

    pub async fn step(&self, thread: u64, kind: &str) -> Value {
        self.post(&format!("/threads/{thread}/{kind}")).await.expect(200).json()
    }

    pub async fn eval(&self, thread: u64, frame: usize, expression: &str) -> Value {
        let expression: String =
            url::form_urlencoded::byte_serialize(expression.as_bytes()).collect();
        let path = format!("/threads/{thread}/frames/{frame}/eval?expr={expression}");
        self.get(&path).await.expect(200).json()["result"].clone()
    }

    pub async fn variables(&self, thread: u64, frame: usize) -> Vec<Value> {
        let path = format!("/threads/{thread}/frames/{frame}/variables");
        let answer = self.get(&path).await.expect(200).json();
        answer["object_members"].as_array().expect("an array").clone()
    }

    pub async fn members(&self, thread: u64, query: &str) -> Value {
        self.get(&format!("/threads/{thread}/frames/0/members?{query}")).await.expect(200).json()
    }
}

/// An answer, read to its end.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: String,
}

impl Answer {
    pub async fn read(request: reqwest::RequestBuilder) -> Self {
        let read = async {
            let response = request.send().await.expect("an answer");
            let (status, headers) = (response.status(), response.headers().clone());
            let body = response.text().await.expect("a body");
            Self { status, headers, body }
        };
        tokio::time::timeout(PATIENCE, read).await.expect("an answer in time")
    }

    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(self.status.as_u16(), status, "{}", self.body);
        self
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).expect("a JSON document")
    }

    #[track_caller]
    pub fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name).expect("the header");
        value.to_str().expect("text")
    }

    /// Holds the answer against status and type of the fault, and its headers against section 7;
    /// gives its document.
    #[track_caller]
    pub fn expect_fault(self, status: u16, kind: &str) -> Value {
        let answer = self.expect(status);
        assert_eq!(answer.header("content-type"), "application/json;charset=UTF-8");
        assert_eq!(answer.header("cache-control"), "max-age=0,no-cache,no-store,must-revalidate");
        let document = answer.json();
        let is_flat = kind == "ScriptThreadNotFoundException";
        let fault = if is_flat { &document } else { &document["fault"] };
        assert_eq!(fault["type"], kind, "{document}");
        assert_ne!(fault["message"].as_str().expect("a message"), "", "{document}");
        assert_eq!(document.get("fault").is_none(), is_flat, "{document}");
        document
    }
}

/// The line of the fixture's controller that carries the mark, counted from 1.
#[track_caller]
pub fn line(mark: &str) -> u64 {
    let text = include_str!("../fixtures/cartridges/app_test/cartridge/controllers/Steps.js");
    let mark = format!("// @{mark}");
    let index = text.lines().position(|line| line.ends_with(&mark)).expect("a marked line");
    index as u64 + 1
}

/// Function and line of a thread's current location.
#[track_caller]
pub fn location(thread: &Value) -> (String, u64) {
    let location = &thread["call_stack"][0]["location"];
    let function = location["function_name"].as_str().unwrap_or_else(|| panic!("{thread}"));
    (function.to_owned(), location["line_number"].as_u64().expect("a line"))
}

#[track_caller]
pub fn id_of(thread: &Value) -> u64 {
    thread["id"].as_u64().expect("an id")
}

/// The variable of that name.
#[track_caller]
pub fn named<'a>(members: &'a [Value], name: &str) -> &'a Value {
    let found = members.iter().find(|member| member["name"] == name);
    found.unwrap_or_else(|| panic!("no {name} in {members:#?}"))
}

/// Waits for a condition.
pub async fn until<T, F: Future<Output = Option<T>>>(mut check: impl FnMut() -> F) -> T {
    let checks = async {
        loop {
            if let Some(value) = check().await {
                return value;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    tokio::time::timeout(PATIENCE, checks).await.expect("the condition holds in time")
}
