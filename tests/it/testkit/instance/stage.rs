//! What an instance holds, and what it answers.

use super::play::{Play, SCRIPT};
use haltscope::api::debugger::{
    Breakpoint, EvalResult, Location, Member, MemberList, NewBreakpoint, ScriptThread, StackFrame,
    ThreadList, ThreadStatus,
};
use haltscope::api::ids::{BreakpointId, FrameIndex, Line, ScriptPath, ThreadId};
use haltscope::api::paging::Page;
use haltscope::session::{Answer, Request};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::Instant;

/// How the instance behaves; may be changed while it runs.
#[derive(Clone, Debug)]
pub struct Part {
    /// What its threads run.
    pub play: Play,
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
    /// Once requests that contain the text have come so often, all wait until this is no longer so.
    pub held_after: Option<(&'static str, usize)>,
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
    /// The connection is cut.
    Cut,
    /// No answer at all.
    Hangs,
}

impl Default for Part {
    fn default() -> Self {
        Self {
            play: Play::LIST,
            latency: Duration::ZERO,
            step_time: Duration::ZERO,
            steps: Steps::NextLine,
            instead: None,
            held: None,
            held_after: None,
            halt_timeout: Duration::from_hours(1),
        }
    }
}

/// A request as it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// As in `GET /threads`, below the API's base.
    pub what: String,
    /// What more it says: the lines of breakpoints, an expression, a path and the index of the
    /// first member.
    pub about: String,
    /// When it arrived.
    pub at: Instant,
    /// When its answer left; `None` while it has none.
    pub answered: Option<Instant>,
}

impl Asked {
    fn now(request: &Request) -> Self {
        let (what, about) = named(request);
        Self { what, about, at: Instant::now(), answered: None }
    }
}

/// A halted thread.
#[derive(Debug)]
pub struct Thread {
    pub line: u32,
    moves_until: Option<Instant>,
    expires: Instant,
    visibly_runs: bool,
}

/// The instance; its clones are the same one.
#[derive(Clone, Debug)]
pub struct Stage {
    held: Arc<Mutex<Held>>,
    changed: Arc<Notify>,
}

/// What it holds.
#[derive(Debug, Default)]
pub struct Held {
    pub part: Part,
    pub client: bool,
    pub threads: BTreeMap<u64, Thread>,
    pub breakpoints: Vec<Breakpoint>,
    pub asked: Vec<Asked>,
    last_breakpoint: u64,
}

impl Stage {
    pub fn new(part: Part) -> Self {
        let held = Held { part, ..Held::default() };
        Self { held: Arc::new(Mutex::new(held)), changed: Arc::default() }
    }

    /// What it holds now.
    pub fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().expect("no panic on the stage")
    }

    /// Another behaviour from now on.
    pub fn play(&self, change: impl FnOnce(&mut Part)) {
        change(&mut self.held().part);
        self.changed.notify_waiters();
    }

    /// A thread is halted on a line from now on.
    pub fn halt(&self, thread: u64, line: u32) {
        let mut held = self.held();
        let expires = Instant::now() + held.part.halt_timeout;
        let halted = Thread { line, moves_until: None, expires, visibly_runs: false };
        held.threads.insert(thread, halted);
    }

    /// How often it was asked for just this, as in `GET /threads`.
    pub fn count(&self, what: &str) -> usize {
        self.held().asked.iter().filter(|asked| asked.what == what).count()
    }

    /// Answers after all delays that are played.
    pub async fn ask(&self, request: &Request) -> Result<Answer, Instead> {
        let (index, latency, instead) = self.held().enter(request);
        self.released(index).await;
        tokio::time::sleep(latency / 2).await;
        if let Some(instead) = instead {
            if instead == Instead::Hangs {
                std::future::pending::<()>().await;
            }
            return Err(instead);
        }
        let pause = self.held().begin(request);
        tokio::time::sleep(pause).await;
        let answer = self.held().answer(request);
        tokio::time::sleep(latency / 2).await;
        self.held().asked[index].answered = Some(Instant::now());
        answer
    }

    /// Completes when the request isn't held any more.
    async fn released(&self, index: usize) {
        loop {
            let changed = Arc::clone(&self.changed).notified_owned();
            if !self.held().keeps(index) {
                return;
            }
            changed.await;
        }
    }
}

impl Held {
    /// The client goes; its threads run on, its breakpoints are gone.
    pub fn forget_client(&mut self) {
        self.client = false;
        self.breakpoints.clear();
        self.threads.clear();
    }

    fn enter(&mut self, request: &Request) -> (usize, Duration, Option<Instead>) {
        let asked = Asked::now(request);
        let instead = self.part.instead.filter(|(text, _)| asked.what.contains(text));
        self.asked.push(asked);
        (self.asked.len() - 1, self.part.latency, instead.map(|(_, instead)| instead))
    }

    fn keeps(&self, index: usize) -> bool {
        let has = |asked: &Asked, text: &str| asked.what.contains(text);
        let came = |text: &str| self.asked.iter().filter(|asked| has(asked, text)).count();
        self.part.held.is_some_and(|text| has(&self.asked[index], text))
            || self.part.held_after.is_some_and(|(text, times)| came(text) >= times)
    }

    /// A step sets its thread going; says how long its answer waits for it.
    fn begin(&mut self, request: &Request) -> Duration {
        let (steps, time) = (self.part.steps, self.part.step_time);
        let Request::Step(id, _) = request else { return Duration::ZERO };
        let Some(thread) = self.threads.get_mut(&id.0) else { return Duration::ZERO };
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

    fn answer(&mut self, request: &Request) -> Result<Answer, Instead> {
        match request {
            Request::CreateClient => self.client = true,
            Request::DeleteClient => self.forget_client(),
            _ if !self.client => return Err(Instead::Nested(412, "DebuggerDisabledException")),
            _ => return self.answer_client(request),
        }
        Ok(Answer::Done)
    }

    fn answer_client(&mut self, request: &Request) -> Result<Answer, Instead> {
        self.move_on();
        match request {
            Request::Threads => {
                let script_threads = self.threads.iter().map(|(id, it)| self.told(*id, it));
                let script_threads = script_threads.collect();
                Ok(Answer::Threads(ThreadList { script_threads }))
            }
            Request::Breakpoints => Ok(Answer::Breakpoints(self.breakpoints.clone())),
            Request::AddBreakpoints(places) => Ok(Answer::Breakpoints(self.add(places))),
            Request::DeleteBreakpoint(id) => {
                self.breakpoints.retain(|known| known.id != *id);
                Ok(Answer::Done)
            }
            Request::Reset => {
                let expires = Instant::now() + self.part.halt_timeout;
                self.threads.values_mut().for_each(|thread| thread.expires = expires);
                Ok(Answer::Done)
            }
            Request::CreateClient | Request::DeleteClient => Ok(Answer::Done),
            Request::Step(id, _)
            | Request::Resume(id)
            | Request::Stop(id)
            | Request::Variables { thread: id, .. }
            | Request::Members { thread: id, .. }
            | Request::Eval { thread: id, .. } => self.thread(id.0, request),
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
                thread.line += u32::from(next_line);
            }
        }
        self.threads.retain(|_, thread| thread.expires > now);
    }

    fn add(&mut self, places: &[NewBreakpoint]) -> Vec<Breakpoint> {
        let mut added = Vec::new();
        for place in places {
            self.last_breakpoint += 1;
            let id = BreakpointId(self.last_breakpoint);
            added.push(Breakpoint { id, place: place.clone() });
        }
        self.breakpoints.extend(added.clone());
        added
    }

    fn thread(&mut self, id: u64, request: &Request) -> Result<Answer, Instead> {
        let play = self.part.play;
        let Some(thread) = self.threads.get(&id) else {
            return Err(Instead::Flat(404, "ScriptThreadNotFoundException"));
        };
        match request {
            Request::Step(..) => return Ok(Answer::Thread(self.stepped(id))),
            Request::Resume(_) | Request::Stop(_) => {
                self.threads.remove(&id);
                return Ok(Answer::Done);
            }
            _ if thread.visibly_runs => {
                return Err(Instead::Nested(400, "InvalidFrameIndexException"));
            }
            _ => {}
        }
        Ok(match request {
            Request::Members { path, page, .. } => {
                Answer::Members(part((play.members)(path, *page), *page))
            }
            Request::Eval { expression, .. } => Answer::Eval(EvalResult {
                expression: expression.clone(),
                result: (play.evaluated)(typed(expression)).into(),
            }),
            _ => {
                let all = (play.variables)(thread.line);
                let total = all.len() as u64;
                Answer::Members(part((all, total), Page::all()))
            }
        })
    }

    fn stepped(&mut self, id: u64) -> ScriptThread {
        let running =
            ScriptThread { id: ThreadId(id), status: ThreadStatus::Running, call_stack: vec![] };
        match self.part.steps {
            Steps::Ends => {
                self.threads.remove(&id);
                running
            }
            Steps::AnsweredEarly => running,
            _ => self.halted(id, self.threads[&id].line),
        }
    }

    fn told(&self, id: u64, thread: &Thread) -> ScriptThread {
        if thread.visibly_runs {
            let status = ThreadStatus::Running;
            return ScriptThread { id: ThreadId(id), status, call_stack: Vec::new() };
        }
        self.halted(id, thread.line)
    }

    fn halted(&self, id: u64, line: u32) -> ScriptThread {
        let frame = |index: u32, function: &str, line: u32| StackFrame {
            index: FrameIndex(index),
            location: Location {
                function_name: function.to_owned(),
                line_number: Line(line),
                script_path: ScriptPath::from(SCRIPT),
            },
        };
        let call_stack =
            vec![frame(0, "addProduct()", line), frame(1, "onAdd()", self.part.play.called_at)];
        ScriptThread { id: ThreadId(id), status: ThreadStatus::Halted, call_stack }
    }
}

fn part((members, total): (Vec<Member>, u64), page: Page) -> MemberList {
    MemberList {
        count: Some(members.len() as u64),
        start: Some(page.start),
        total: Some(total),
        object_members: members,
    }
}

/// A request's method and path, and what more it says.
fn named(request: &Request) -> (String, String) {
    let frame = |thread: &ThreadId, frame: &FrameIndex, what: &str| {
        format!("GET /threads/{thread}/frames/{frame}/{what}")
    };
    let about = match request {
        Request::AddBreakpoints(places) => {
            let lines = places.iter().map(|place| place.line_number.to_string());
            lines.collect::<Vec<_>>().join(" ")
        }
        Request::Members { path, page, .. } => format!("{path} {}", page.start),
        Request::Eval { expression, .. } => typed(expression).to_owned(),
        _ => String::new(),
    };
    let what = match request {
        Request::CreateClient => "POST /client".to_owned(),
        Request::DeleteClient => "DELETE /client".to_owned(),
        Request::Threads => "GET /threads".to_owned(),
        Request::Breakpoints => "GET /breakpoints".to_owned(),
        Request::AddBreakpoints(_) => "POST /breakpoints".to_owned(),
        Request::DeleteBreakpoint(id) => format!("DELETE /breakpoints/{id}"),
        Request::Step(id, kind) => format!("POST /threads/{id}/{}", kind.as_str()),
        Request::Resume(id) => format!("POST /threads/{id}/resume"),
        Request::Reset => "POST /threads/reset".to_owned(),
        Request::Stop(id) => format!("POST /threads/{id}/stop"),
        Request::Variables { thread, frame: index } => frame(thread, index, "variables"),
        Request::Members { thread, frame: index, .. } => frame(thread, index, "members"),
        Request::Eval { thread, frame: index, .. } => frame(thread, index, "eval"),
    };
    (what, about)
}

/// The expression in what a client sends so that objects say what they hold.
fn typed(sent: &str) -> &str {
    let inner = sent.strip_prefix("(function (value) {").and_then(|rest| {
        let (_, typed) = rest.split_once("})(")?;
        typed.strip_suffix("\n)")
    });
    inner.unwrap_or(sent)
}
