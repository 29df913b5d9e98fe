//! An instance that plays the debugger API to one client, counts requests and misbehaves on demand.

use crate::support::patience::PATIENCE;
use serde_json::{Value, json};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

/// How the instance answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mood {
    Well,
    /// `DELETE /client` is read and never answered.
    HangsOnDelete,
    /// As soon as so many steps have come, nothing is answered any more.
    Holds {
        steps: usize,
    },
    /// Connections are dropped.
    Gone,
}

struct State {
    mood: Mood,
    has_client: bool,
    halted: Vec<u64>,
    breakpoints: Vec<Value>,
    next_id: u64,
    log: Vec<String>,
}

#[derive(Clone)]
pub struct Instance {
    address: SocketAddr,
    shared: Arc<(Mutex<State>, Condvar)>,
}

impl Instance {
    /// An instance where these threads wait at a breakpoint.
    pub fn start(halted: &[u64]) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let state = State {
            mood: Mood::Well,
            has_client: false,
            halted: halted.to_vec(),
            breakpoints: Vec::new(),
            next_id: 1,
            log: Vec::new(),
        };
        let instance = Self {
            address: listener.local_addr().expect("bound"),
            shared: Arc::new((Mutex::new(state), Condvar::new())),
        };
        let serving = instance.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let serving = serving.clone();
                thread::spawn(move || serving.serve(stream));
            }
        });
        instance
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// As if the client had been deleted elsewhere.
    pub fn forget_client(&self) {
        let mut state = self.state();
        state.has_client = false;
        state.breakpoints.clear();
    }

    pub fn set_mood(&self, mood: Mood) {
        self.state().mood = mood;
        self.shared.1.notify_all();
    }

    /// How often a request came, as in `DELETE /client`.
    pub fn count(&self, request: &str) -> usize {
        self.state().log.iter().filter(|line| *line == request).count()
    }

    /// Every request so far.
    pub fn log(&self) -> Vec<String> {
        self.state().log.clone()
    }

    /// Waits until a request has come that often.
    pub fn wait_for(&self, request: &str, times: usize) {
        let (mut state, end) = (self.state(), Instant::now() + PATIENCE);
        while state.log.iter().filter(|line| *line == request).count() < times {
            assert!(Instant::now() < end, "no {request} in {:?}", state.log);
            let step = Duration::from_millis(100);
            state = self.shared.1.wait_timeout(state, step).expect("no panic").0;
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.shared.0.lock().expect("no panic")
    }

    fn serve(&self, mut stream: TcpStream) {
        while let Some((method, path, body)) = read_request(&mut stream) {
            let mood = self.state().mood;
            if mood == Mood::Gone {
                return;
            }
            let path = path.rsplit("/v2_0").next().unwrap_or_default().to_owned();
            let (status, answer) = self.answer(&method, &path, &body);
            if mood == Mood::HangsOnDelete && method == "DELETE" && path == "/client" {
                thread::sleep(Duration::from_mins(1));
            }
            self.held_back();
            let text = answer.map(|answer| answer.to_string()).unwrap_or_default();
            let head = format!(
                "HTTP/1.1 {status} Answer\r\nContent-Type: application/json\r\n\
                 Set-Cookie: dwsid=c00kie\r\n"
            );
            let length = if status == 204 {
                String::new()
            } else {
                format!("Content-Length: {}\r\n", text.len())
            };
            if stream.write_all(format!("{head}{length}\r\n{text}").as_bytes()).is_err() {
                return;
            }
        }
    }

    /// Waits while nothing is answered.
    fn held_back(&self) {
        let is_held = |state: &mut State| match state.mood {
            Mood::Holds { steps } => state.steps() >= steps,
            _ => false,
        };
        drop(self.shared.1.wait_while(self.state(), is_held).expect("no panic"));
    }

    fn answer(&self, method: &str, path: &str, body: &str) -> (u16, Option<Value>) {
        let mut state = self.state();
        let path = path.split('?').next().unwrap_or_default();
        state.log.push(format!("{method} {path}"));
        self.shared.1.notify_all();
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        match (method, parts.as_slice()) {
            ("POST", ["client"]) => {
                state.has_client = true;
                (204, None)
            }
            ("DELETE", ["client"]) => {
                state.has_client = false;
                (204, None)
            }
            _ if !state.has_client => (
                412,
                Some(json!({"_v": "2.0", "fault": {
                "type": "DebuggerDisabledException", "message": "No debugger client exists."}})),
            ),
            ("GET", ["threads"]) => {
                let threads: Vec<Value> = state.halted.iter().map(|id| halted(*id)).collect();
                (200, Some(json!({"_v": "2.0", "script_threads": threads})))
            }
            ("POST", ["threads", id, "resume"]) => {
                let id: u64 = id.parse().unwrap_or_default();
                state.halted.retain(|other| *other != id);
                (200, Some(json!({"_v": "2.0", "id": id, "status": "running"})))
            }
            (_, ["threads", id, "into" | "over" | "out"]) => {
                (200, Some(halted(id.parse().unwrap_or_default())))
            }
            ("GET", ["threads", _, "frames", _, "variables" | "members"]) => (
                200,
                Some(json!({
                    "_v": "2.0", "count": 1, "start": 0, "total": 1,
                    "object_members": [{"name": "quantity", "parent": "", "type": "number", "value": "3", "scope": "local"}],
                })),
            ),
            ("GET", ["threads", _, "frames", _, "eval"]) => {
                (200, Some(json!({"_v": "2.0", "expression": "x", "result": "seven"})))
            }
            ("GET", ["breakpoints"]) => {
                (200, Some(json!({"_v": "2.0", "breakpoints": state.breakpoints})))
            }
            ("POST", ["breakpoints"]) => {
                let added = state.add_breakpoints(body);
                (200, Some(json!({"_v": "2.0", "breakpoints": added})))
            }
            _ => (204, None),
        }
    }
}

impl State {
    fn steps(&self) -> usize {
        self.log.iter().filter(|line| line.ends_with("/over")).count()
    }

    fn add_breakpoints(&mut self, body: &str) -> Vec<Value> {
        let body: Value = serde_json::from_str(body).unwrap_or_default();
        let wanted = body["breakpoints"].as_array().cloned().unwrap_or_default();
        let added: Vec<Value> = wanted
            .into_iter()
            .zip(self.next_id..)
            .map(|(mut place, id)| {
                place["id"] = json!(id);
                place
            })
            .collect();
        self.next_id += added.len() as u64;
        self.breakpoints.extend(added.clone());
        added
    }
}

fn halted(id: u64) -> Value {
    json!({"_v": "2.0", "id": id, "status": "halted", "call_stack": [{"index": 0, "location": {
        "function_name": "addProduct()", "line_number": 7,
        "script_path": "/app_test/cartridge/controllers/Cart.js"}}]})
}

fn read_request(stream: &mut TcpStream) -> Option<(String, String, String)> {
    let mut text = Vec::new();
    let mut buffer = [0; 4096];
    loop {
        let count = stream.read(&mut buffer).ok().filter(|count| *count > 0)?;
        text.extend_from_slice(&buffer[..count]);
        let whole = String::from_utf8_lossy(&text).into_owned();
        let Some((head, body)) = whole.split_once("\r\n\r\n") else { continue };
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        if body.len() >= length.unwrap_or(0) {
            let mut words = head.split_whitespace();
            return Some((words.next()?.to_owned(), words.next()?.to_owned(), body.to_owned()));
        }
    }
}
