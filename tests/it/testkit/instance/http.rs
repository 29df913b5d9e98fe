//! The instance over HTTP.

use super::stage::{Asked, Instead, Part, Stage};
use crate::testkit::background;
use crate::testkit::patience::PATIENCE;
use crate::testkit::server::{Came, Reply, Server};
use futures::future::FutureExt;
use haltscope::api::debugger::{BASE_PATH, BreakpointList, NewBreakpoints, VERSION, Versioned};
use haltscope::api::fault::Fault;
use haltscope::api::ids::{BreakpointId, FrameIndex, ThreadId};
use haltscope::api::paging::Page;
use haltscope::session::{Answer, Request, StepKind};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Every answer gives this cookie.
const COOKIE: (&str, &str) = ("set-cookie", "dwsid=c00kie");

/// The server; it ends when dropped.
pub struct Scripted {
    server: Server,
    stage: Stage,
}

impl Scripted {
    /// Listens on a free port of the loopback interface.
    pub async fn start(part: Part) -> Self {
        let stage = Stage::new(part);
        let played = stage.clone();
        let play = move |came| serve(played.clone(), came).boxed();
        Self { server: Server::answering(None, play).await, stage }
    }

    /// For a test without a runtime.
    pub fn in_background(part: Part) -> Self {
        background().block_on(Self::start(part))
    }

    /// As in `http://127.0.0.1:1234`.
    pub fn url(&self) -> String {
        self.server.url()
    }

    /// A thread is halted on a line from now on.
    pub fn halt(&self, thread: u64, line: u32) {
        self.stage.halt(thread, line);
    }

    /// Another behaviour from now on.
    pub fn play(&self, change: impl FnOnce(&mut Part)) {
        self.stage.play(change);
    }

    /// A thread has slept for too long.
    pub fn expire(&self, thread: u64) {
        self.stage.held().threads.remove(&thread);
    }

    /// The client is removed as if somebody else had done it.
    pub fn forget_client(&self) {
        self.stage.held().forget_client();
    }

    /// The client is there before anybody comes.
    pub fn leave_client_behind(&self) {
        self.stage.held().client = true;
    }

    /// Everything that was asked so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.stage.held().asked.clone()
    }

    /// How often it was asked for just this, as in `DELETE /client`.
    pub fn count(&self, what: &str) -> usize {
        self.stage.count(what)
    }

    /// What else it was asked for than the debugger's requests.
    pub fn others(&self) -> Vec<String> {
        let came = self.server.came();
        let others = came.iter().filter(|it| request(it).is_none());
        others.map(|it| it.line().to_owned()).collect()
    }

    /// Waits until a request has come that often; blocks.
    pub fn wait_for(&self, what: &str, times: usize) {
        let end = Instant::now() + PATIENCE;
        while self.count(what) < times {
            assert!(Instant::now() < end, "no {what} in {:?}", self.asked());
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}

async fn serve(stage: Stage, came: Came) -> Reply {
    let Some(request) = request(&came) else {
        return Instead::Nested(404, "NotFoundException").into();
    };
    match stage.ask(&request).await {
        Ok(answer) => told(&request, answer),
        Err(instead) => instead.into(),
    }
}

/// The debugger's request that somebody sent.
fn request(came: &Came) -> Option<Request> {
    let (method, target) = came.line().split_once(' ')?;
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let query: BTreeMap<String, String> =
        url::form_urlencoded::parse(query.as_bytes()).into_owned().collect();
    let path: Vec<&str> =
        path.strip_prefix(BASE_PATH)?.trim_start_matches('/').split('/').collect();
    Some(match (method, path.as_slice()) {
        ("POST", ["client"]) => Request::CreateClient,
        ("DELETE", ["client"]) => Request::DeleteClient,
        ("GET", ["threads"]) => Request::Threads,
        ("GET", ["breakpoints"]) => Request::Breakpoints,
        ("POST", ["breakpoints"]) => {
            let body: NewBreakpoints = serde_json::from_str(&came.body).ok()?;
            Request::AddBreakpoints(body.breakpoints)
        }
        ("DELETE", ["breakpoints", id]) => {
            Request::DeleteBreakpoint(BreakpointId(id.parse().ok()?))
        }
        ("POST", ["threads", "reset"]) => Request::Reset,
        ("POST", ["threads", id, verb]) => moved(ThreadId(id.parse().ok()?), verb)?,
        ("GET", ["threads", thread, "frames", frame, what]) => {
            let thread = ThreadId(thread.parse().ok()?);
            looked_at(thread, FrameIndex(frame.parse().ok()?), what, &query)?
        }
        _ => return None,
    })
}

fn moved(id: ThreadId, verb: &str) -> Option<Request> {
    Some(match verb {
        "into" => Request::Step(id, StepKind::Into),
        "over" => Request::Step(id, StepKind::Over),
        "out" => Request::Step(id, StepKind::Out),
        "resume" => Request::Resume(id),
        "stop" => Request::Stop(id),
        _ => return None,
    })
}

fn looked_at(
    thread: ThreadId,
    frame: FrameIndex,
    what: &str,
    query: &BTreeMap<String, String>,
) -> Option<Request> {
    let text = |name: &str| query.get(name).cloned().unwrap_or_default();
    let number = |name: &str, otherwise| text(name).parse().unwrap_or(otherwise);
    Some(match what {
        "variables" => Request::Variables { thread, frame },
        "members" => {
            let page = Page { start: number("start", 0), count: number("count", Page::MEMBERS) };
            Request::Members { thread, frame, path: text("object_path"), page }
        }
        "eval" => Request::Eval { thread, frame, expression: text("expr") },
        _ => return None,
    })
}

fn told(request: &Request, answer: Answer) -> Reply {
    match answer {
        Answer::Done => match request {
            Request::Resume(id) => document(200, json!({"id": id, "status": "running"})),
            _ => Reply::with(204, &[COOKIE], ""),
        },
        Answer::Threads(list) => document(200, list),
        Answer::Thread(thread) => document(200, thread),
        Answer::Breakpoints(breakpoints) => document(200, BreakpointList { breakpoints }),
        Answer::Members(list) => document(200, list),
        Answer::Eval(result) => document(200, result),
    }
}

fn document(status: u16, body: impl Serialize) -> Reply {
    json_text(status, &serde_json::to_string(&Versioned::new(body)).expect("a document"))
}

fn json_text(status: u16, text: &str) -> Reply {
    Reply::with(status, &[COOKIE, ("content-type", "application/json;charset=UTF-8")], text)
}

impl From<Instead> for Reply {
    fn from(instead: Instead) -> Self {
        match instead {
            Instead::Nested(status, kind) => {
                json_text(status, &Fault::new(kind, "no").nested(VERSION).to_string())
            }
            Instead::Flat(status, kind) => {
                json_text(status, &Fault::new(kind, "no").flat(VERSION).to_string())
            }
            Instead::Page => {
                let page = "<!DOCTYPE html><html><title>Please log in</title></html>";
                Self::with(200, &[("content-type", "text/html")], page)
            }
            Instead::Empty => Self::new(500, ""),
            Instead::Cut | Instead::Hangs => Self::cut(),
        }
    }
}
