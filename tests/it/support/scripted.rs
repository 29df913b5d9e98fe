//! A server that plays a part: a few threads that walk through the lines of one script, with the
//! delays, stale answers and faults that a test asks for. It counts what it is asked.

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::task::JoinHandle;

/// The script that all threads run.
pub const SCRIPT: &str = "/app_test/cartridge/controllers/Cart.js";
/// How many entries the list `items` has.
pub const ITEMS: u64 = 1_204;

/// How the server behaves; may be changed while it runs.
#[derive(Clone, Debug)]
pub struct Part {
    /// Added to each request.
    pub latency: Duration,
    /// From a step's arrival to the thread's next halt.
    pub step_time: Duration,
    /// How a step ends.
    pub steps: Steps,
    /// What comes instead of an answer, for paths that contain the text.
    pub instead: Option<(&'static str, Instead)>,
    /// Requests that contain the text wait until this is no longer so.
    pub held: Option<&'static str>,
    /// How long a halted thread sleeps.
    pub halt_timeout: Duration,
}

/// How a step ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Steps {
    /// On the next line, answered there.
    NextLine,
    /// On the same line, answered there.
    SameLine,
    /// On the same line; lists show it running in between.
    SameLineRunning,
    /// On the next line, but the answer still tells the line before.
    StaleAnswer,
    /// On the next line; the answer tells `running` at once.
    AnsweredEarly,
    /// Nowhere: the script ends.
    Ends,
}

/// What comes instead of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instead {
    /// A fault in the usual body.
    Nested(u16, &'static str),
    /// A fault with type and message directly beside `_v`.
    Flat(u16, &'static str),
    /// A login page with status 200.
    Page,
    /// Status 500 without a body.
    Empty,
    /// No answer at all.
    Hangs,
}

impl Default for Part {
    fn default() -> Self {
        Self {
            latency: Duration::ZERO,
            step_time: Duration::ZERO,
            steps: Steps::NextLine,
            instead: None,
            held: None,
            halt_timeout: Duration::from_hours(1),
        }
    }
}

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As in `GET /threads`, below the API's base.
    pub what: String,
    /// When it arrived.
    pub at: Instant,
    /// When its answer left; `None` while it has none.
    pub answered: Option<Instant>,
}

#[derive(Debug)]
struct Thread {
    line: u64,
    moves_until: Option<Instant>,
    expires: Instant,
    visibly_runs: bool,
}

#[derive(Debug, Default)]
struct Stage {
    part: Part,
    client: bool,
    threads: BTreeMap<u64, Thread>,
    breakpoints: BTreeMap<u64, Value>,
    next: u64,
    asked: Vec<Asked>,
    changed: Arc<Notify>,
}

/// The server; it ends when dropped.
#[derive(Debug)]
pub struct Scripted {
    address: SocketAddr,
    stage: Arc<Mutex<Stage>>,
    task: JoinHandle<()>,
}

impl Scripted {
    /// Listens on a free port of the loopback interface.
    pub async fn start(part: Part) -> Self {
        let stage = Arc::new(Mutex::new(Stage { part, ..Stage::default() }));
        let router = Router::new().fallback(serve).with_state(Arc::clone(&stage));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("it is bound");
        let task = tokio::spawn(async move {
            axum::serve(listener, router).await.expect("it serves");
        });
        Self { address, stage, task }
    }

    /// As in `http://127.0.0.1:1234`.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// A thread is halted on a line from now on.
    pub fn halt(&self, thread: u64, line: u64) {
        let mut stage = self.stage();
        let expires = Instant::now() + stage.part.halt_timeout;
        let halted = Thread { line, moves_until: None, expires, visibly_runs: false };
        stage.threads.insert(thread, halted);
    }

    /// Another behaviour from now on.
    pub fn play(&self, change: impl FnOnce(&mut Part)) {
        let mut stage = self.stage();
        change(&mut stage.part);
        stage.changed.notify_waiters();
    }

    /// A thread has slept for too long.
    pub fn expire(&self, thread: u64) {
        self.stage().threads.remove(&thread);
    }

    /// The client is removed as if somebody else had done it.
    pub fn forget_client(&self) {
        let mut stage = self.stage();
        stage.client = false;
        stage.breakpoints.clear();
        stage.threads.clear();
    }

    /// The client is there before anybody comes.
    pub fn leave_client_behind(&self) {
        self.stage().client = true;
    }

    /// Everything that was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.stage().asked.clone()
    }

    /// How often it was asked for something that starts like this.
    pub fn count(&self, start: &str) -> usize {
        self.stage().asked.iter().filter(|asked| asked.what.starts_with(start)).count()
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().expect("no panic on the stage")
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn serve(State(stage): State<Arc<Mutex<Stage>>>, request: Request) -> Response {
    let lock = || stage.lock().expect("no panic on the stage");
    let (method, path, query) = taken_apart(&request);
    let body = to_bytes(request.into_body(), 1 << 20).await.unwrap_or_default();
    let body: Value = serde_json::from_slice(&body).unwrap_or_default();
    let (index, latency, instead) = lock().enter(&method, &path);
    released(&stage, index).await;
    tokio::time::sleep(latency / 2).await;
    if let Some(instead) = instead {
        if instead == Instead::Hangs {
            std::future::pending::<()>().await;
        }
        return instead.into_response();
    }
    let pause = lock().begin(&method, &path);
    tokio::time::sleep(pause).await;
    let answer = lock().answer(&method, &path, &query, &body);
    tokio::time::sleep(latency / 2).await;
    lock().asked[index].answered = Some(Instant::now());
    answer
}

/// Completes when the request isn't held any more.
async fn released(stage: &Mutex<Stage>, index: usize) {
    loop {
        let changed = {
            let stage = stage.lock().expect("no panic on the stage");
            let what = &stage.asked[index].what;
            if !stage.part.held.is_some_and(|text| what.contains(text)) {
                return;
            }
            Arc::clone(&stage.changed).notified_owned()
        };
        changed.await;
    }
}

fn taken_apart(request: &Request) -> (Method, String, BTreeMap<String, String>) {
    let path = request.uri().path();
    let path = path.split_once("/v2_0").map_or(path, |(_, rest)| rest).to_owned();
    let query = url::form_urlencoded::parse(request.uri().query().unwrap_or_default().as_bytes());
    (request.method().clone(), path, query.into_owned().collect())
}

impl Stage {
    fn enter(&mut self, method: &Method, path: &str) -> (usize, Duration, Option<Instead>) {
        let what = format!("{method} {path}");
        let instead = self.part.instead.filter(|(text, _)| what.contains(text));
        self.asked.push(Asked { what, at: Instant::now(), answered: None });
        (self.asked.len() - 1, self.part.latency, instead.map(|(_, instead)| instead))
    }

    /// A step sets its thread going; says how long its answer waits for it.
    fn begin(&mut self, method: &Method, path: &str) -> Duration {
        let (steps, time) = (self.part.steps, self.part.step_time);
        let is_step = ["/into", "/over", "/out"].iter().any(|verb| path.ends_with(verb));
        let thread = thread_in(path).and_then(|id| self.threads.get_mut(&id));
        let Some(thread) = thread.filter(|_| is_step && *method == Method::POST) else {
            return Duration::ZERO;
        };
        thread.expires = Instant::now() + time + self.part.halt_timeout;
        match steps {
            Steps::NextLine => thread.line += 1,
            Steps::SameLine | Steps::Ends => {}
            Steps::SameLineRunning => {
                thread.moves_until = Some(Instant::now() + time);
                thread.visibly_runs = true;
                return Duration::ZERO;
            }
            Steps::StaleAnswer | Steps::AnsweredEarly => {
                thread.moves_until = Some(Instant::now() + time);
                thread.visibly_runs = steps == Steps::AnsweredEarly;
                return Duration::ZERO;
            }
        }
        time
    }

    fn answer(
        &mut self,
        method: &Method,
        path: &str,
        query: &BTreeMap<String, String>,
        body: &Value,
    ) -> Response {
        if path == "/client" {
            self.client = *method == Method::POST;
            if !self.client {
                self.threads.clear();
                self.breakpoints.clear();
            }
            return StatusCode::NO_CONTENT.into_response();
        }
        if !self.client {
            return Instead::Nested(412, "DebuggerDisabledException").into_response();
        }
        self.move_on();
        if path.starts_with("/breakpoints") {
            return self.breakpoints(method, path, body);
        }
        match path {
            "/threads" => self.list(),
            "/threads/reset" => {
                let expires = Instant::now() + self.part.halt_timeout;
                self.threads.values_mut().for_each(|thread| thread.expires = expires);
                StatusCode::NO_CONTENT.into_response()
            }
            _ => self.thread(path, query),
        }
    }

    /// What time has done: moves are over, sleeps have ended.
    fn move_on(&mut self) {
        let now = Instant::now();
        let next_line = matches!(self.part.steps, Steps::StaleAnswer | Steps::AnsweredEarly);
        for thread in self.threads.values_mut() {
            if thread.moves_until.is_some_and(|until| until <= now) {
                thread.moves_until = None;
                thread.visibly_runs = false;
                thread.line += u64::from(next_line);
            }
        }
        self.threads.retain(|_, thread| thread.expires > now);
    }

    fn breakpoints(&mut self, method: &Method, path: &str, body: &Value) -> Response {
        if *method == Method::POST {
            let mut added = Vec::new();
            for place in body["breakpoints"].as_array().into_iter().flatten() {
                self.next += 1;
                let mut breakpoint = place.clone();
                breakpoint["id"] = self.next.into();
                self.breakpoints.insert(self.next, breakpoint.clone());
                added.push(breakpoint);
            }
            return document(&json!({"breakpoints": added}));
        }
        if *method == Method::DELETE {
            let id = path.rsplit('/').next().and_then(|id| id.parse().ok());
            self.breakpoints.retain(|known, _| Some(*known) != id);
            return StatusCode::NO_CONTENT.into_response();
        }
        let all: Vec<&Value> = self.breakpoints.values().collect();
        document(&json!({"breakpoints": all}))
    }

    fn list(&self) -> Response {
        let threads: Vec<Value> =
            self.threads.iter().map(|(id, thread)| thread.document(*id)).collect();
        document(&json!({"script_threads": threads}))
    }

    fn thread(&mut self, path: &str, query: &BTreeMap<String, String>) -> Response {
        let id = thread_in(path).unwrap_or_default();
        let Some(thread) = self.threads.get(&id) else {
            return Instead::Flat(404, "ScriptThreadNotFoundException").into_response();
        };
        match path.rsplit('/').next().unwrap_or_default() {
            "into" | "over" | "out" => self.stepped(id),
            "resume" => {
                self.threads.remove(&id);
                document(&json!({"id": id, "status": "running"}))
            }
            "stop" => {
                self.threads.remove(&id);
                StatusCode::NO_CONTENT.into_response()
            }
            _ if thread.visibly_runs => {
                Instead::Nested(400, "InvalidFrameIndexException").into_response()
            }
            "variables" => document(&variables(thread.line)),
            "members" => document(&members(query)),
            "eval" => {
                let expression = query.get("expr").cloned().unwrap_or_default();
                document(&json!({"expression": expression, "result": evaluated(&expression)}))
            }
            _ => document(&thread.document(id)),
        }
    }

    fn stepped(&mut self, id: u64) -> Response {
        if self.part.steps == Steps::Ends {
            self.threads.remove(&id);
            return document(&json!({"id": id, "status": "running"}));
        }
        let thread = &self.threads[&id];
        if self.part.steps == Steps::AnsweredEarly {
            return document(&json!({"id": id, "status": "running"}));
        }
        document(&Thread { visibly_runs: false, ..thread.copy() }.document(id))
    }
}

impl Thread {
    const fn copy(&self) -> Self {
        Self { ..*self }
    }

    fn document(&self, id: u64) -> Value {
        if self.visibly_runs {
            return json!({"id": id, "status": "running"});
        }
        json!({"id": id, "status": "halted", "call_stack": [
            {"index": 0, "location": {
                "function_name": "addProduct()", "line_number": self.line, "script_path": SCRIPT,
            }},
            {"index": 1, "location": {
                "function_name": "onAdd()", "line_number": 61, "script_path": SCRIPT,
            }},
        ]})
    }
}

fn thread_in(path: &str) -> Option<u64> {
    path.strip_prefix("/threads/")?.split('/').next()?.parse().ok()
}

fn variables(line: u64) -> Value {
    let member = |name: &str, kind: &str, value: String, scope: &str| json!({"name": name, "parent": "", "type": kind, "value": value, "scope": scope});
    let list = [
        member("line", "Number", line.to_string(), "local"),
        member("items", "dw.util.ArrayList", "[ArrayList]".to_owned(), "local"),
        member("Cart", "Object", "[object Object]".to_owned(), "closure"),
    ];
    json!({"object_members": list, "count": list.len(), "start": 0, "total": list.len()})
}

fn members(query: &BTreeMap<String, String>) -> Value {
    let path = query.get("object_path").map_or("", String::as_str);
    let number = |name: &str, otherwise: u64| {
        query.get(name).and_then(|text| text.parse().ok()).unwrap_or(otherwise)
    };
    let (start, count) = (number("start", 0), number("count", 200));
    if path != "items" {
        let (parent, name) = path.rsplit_once('.').unwrap_or(("", path));
        let leaf =
            json!({"name": name, "parent": parent, "type": "undefined", "value": "unresolved"});
        return json!({"object_members": [leaf], "count": 1, "start": 0, "total": 1});
    }
    let end = ITEMS.min(start.saturating_add(count));
    let item = |index: u64| json!({"name": format!("[{index}]"), "parent": "items", "type": "Number", "value": index.to_string()});
    let items: Vec<Value> = (start..end).map(item).collect();
    json!({"count": items.len(), "start": start, "total": ITEMS, "object_members": items})
}

fn evaluated(expression: &str) -> String {
    match expression {
        "1 + 1" => "2".to_owned(),
        _ => format!(
            "ReferenceError: \"{expression}\" is not defined. ([DEBUGGER EXPR: {expression}]#1)"
        ),
    }
}

fn document(body: &Value) -> Response {
    let mut body = body.clone();
    body["_v"] = "2.0".into();
    ([(header::CONTENT_TYPE, "application/json;charset=UTF-8")], body.to_string()).into_response()
}

impl IntoResponse for Instead {
    fn into_response(self) -> Response {
        let fault = |status: u16, body: Value| {
            let status = StatusCode::from_u16(status).expect("a status");
            (status, document(&body)).into_response()
        };
        match self {
            Self::Nested(status, kind) => {
                fault(status, json!({"fault": {"type": kind, "message": "no"}}))
            }
            Self::Flat(status, kind) => fault(status, json!({"type": kind, "message": "no"})),
            Self::Page => {
                let page = "<!DOCTYPE html><html><title>Please log in</title></html>";
                ([(header::CONTENT_TYPE, "text/html")], page).into_response()
            }
            Self::Empty => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
            Self::Hangs => Response::new(Body::empty()),
        }
    }
}
