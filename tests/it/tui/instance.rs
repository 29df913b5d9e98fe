//! An instance played in memory: it answers the session's effects as a server would, after a
//! delay, on a program of one function that is stepped line by line.

use haltscope::api::debugger::{
    Breakpoint, EvalResult, Location, Member, MemberList, NewBreakpoint, Scope, ScriptThread,
    StackFrame, ThreadList, ThreadStatus,
};
use haltscope::api::ids::{BreakpointId, FrameIndex, Line, ScriptPath, ThreadId};
use haltscope::api::paging::Page;
use haltscope::session::{
    Answer, Call, Cartridge, Effect, Event, Failure, FailureKind, KeepAlivePlan, KeepAliveReport,
    Request, Saved, SourceText, SourcesFound, StorefrontAnswer, StorefrontRequest, Time,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The one script there is.
pub const SCRIPT: &str = "/app_shop/cartridge/controllers/Cart.js";

/// Entries of the long list in the variables.
pub const ITEMS: u64 = 100_000;

/// Objects in the longest one: each has to be read to say what it holds.
pub const ORDERS: u64 = 1_000_000;

/// What the instance has been asked and holds.
#[derive(Default)]
pub struct Held {
    pub client: bool,
    /// Thread id and line.
    pub threads: BTreeMap<u64, u32>,
    pub breakpoints: Vec<Breakpoint>,
    /// Method and path of every call, in order.
    pub calls: Vec<String>,
    pub evaluated: Vec<String>,
    pub saved: Option<Saved>,
    pub written: Vec<(PathBuf, String)>,
    pub requests: Vec<String>,
    /// How many objects a list beside the others has; `None`: there is no such list.
    pub orders: Option<u64>,
    hangs: bool,
    next_breakpoint: u64,
    next_thread: u64,
    wake: u64,
    plan: u64,
    renewals: u64,
}

/// The instance's end of a session.
#[derive(Clone)]
pub struct Instance {
    held: Arc<Mutex<Held>>,
    events: mpsc::Sender<Event>,
    latency: Arc<Mutex<Duration>>,
    start: Instant,
    text: Arc<str>,
}

impl Instance {
    /// An instance whose script has so many lines and that answers after `latency`.
    pub fn new(lines: usize, latency: Duration) -> (Self, mpsc::Receiver<Event>) {
        let (events, receiver) = mpsc::channel(1_024);
        let instance = Self {
            held: Arc::default(),
            events,
            latency: Arc::new(Mutex::new(latency)),
            start: Instant::now(),
            text: script(lines).into(),
        };
        (instance, receiver)
    }

    /// What it has been asked and holds.
    pub fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().expect("no test panics while it holds this")
    }

    /// The time since the start.
    pub fn now(&self) -> Time {
        Time(self.start.elapsed())
    }

    /// A thread halts at a line.
    pub fn halt(&self, line: u32) -> u64 {
        let mut held = self.held();
        held.next_thread += 1;
        let id = held.next_thread;
        held.threads.insert(id, line);
        id
    }

    /// From now on every answer takes so long.
    pub fn slow_down(&self, latency: Duration) {
        *self.latency.lock().expect("no test panics while it holds this") = latency;
    }

    /// From now on no call is answered.
    pub fn hang(&self) {
        self.held().hangs = true;
    }

    /// Does what the session wants; answers come as events.
    pub fn perform(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.effect(effect);
        }
    }

    fn effect(&self, effect: Effect) {
        match effect {
            Effect::Send(call) => self.call(&call),
            Effect::WakeAt(at) => self.wake(at),
            Effect::KeepAlive(plan) => self.keep_alive(plan),
            Effect::FindSources => self.soon(Event::SourcesFound(found())),
            Effect::ReadSource { script, .. } => {
                let text = SourceText { text: self.text.to_string(), ..SourceText::default() };
                self.soon(Event::SourceRead { script, text: Ok(text) });
            }
            Effect::Save(saved) => {
                self.held().saved = Some(*saved);
                self.soon(Event::Saved(Ok(())));
            }
            Effect::WriteFile { file, text } => {
                let outcome = Ok(text.len() as u64);
                self.held().written.push((file.clone(), text));
                self.soon(Event::FileWritten { file, outcome });
            }
            Effect::Fetch(request) => self.fetch(&request),
            Effect::UseDebuggerId(_)
            | Effect::Abort(_)
            | Effect::RefreshSource { .. }
            | Effect::SearchScripts { .. }
            | Effect::Bell => {}
        }
    }

    fn call(&self, call: &Call) {
        let sent = self.now();
        let outcome = self.held().answer(&call.request);
        if self.held().hangs {
            return;
        }
        self.later(Event::Answered { id: call.id, sent, outcome });
    }

    fn fetch(&self, request: &StorefrontRequest) {
        self.held().requests.push(format!("{} {}", request.method, request.url));
        let thread = self.halt(3);
        let (this, id) = (self.clone(), request.id);
        tokio::spawn(async move {
            while this.held().threads.contains_key(&thread) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let answer = StorefrontAnswer {
                status: 200,
                took: Duration::from_millis(12),
                size: 14,
                first_lines: vec!["<html>the cart".to_owned()],
            };
            let _ = this.events.send(Event::Fetched { id, outcome: Ok(answer) }).await;
        });
    }

    fn wake(&self, at: Time) {
        let number = {
            let mut held = self.held();
            held.wake += 1;
            held.wake
        };
        let this = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(this.now().until(at)).await;
            if this.held().wake == number {
                let _ = this.events.send(Event::TimerFired).await;
            }
        });
    }

    /// Renews once when the newest plan says so; what follows is planned anew.
    fn keep_alive(&self, plan: KeepAlivePlan) {
        let number = {
            let mut held = self.held();
            held.plan += 1;
            held.plan
        };
        let KeepAlivePlan::Renew { due, known, .. } = plan else { return };
        let this = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(this.now().until(due)).await;
            let is_newest = { this.held().plan == number && this.held().renewals == known };
            if is_newest {
                this.renew(known + 1).await;
            }
        });
    }

    async fn renew(&self, number: u64) {
        let at = self.now();
        {
            let mut held = self.held();
            held.renewals = number;
            held.calls.push("POST threads/reset".to_owned());
        }
        let report = KeepAliveReport::Sent { number, at };
        let _ = self.events.send(Event::KeepAlive(report)).await;
        self.later(Event::KeepAlive(KeepAliveReport::Renewed { number, sent: at }));
    }

    fn soon(&self, event: Event) {
        let events = self.events.clone();
        tokio::spawn(async move {
            let _ = events.send(event).await;
        });
    }

    fn later(&self, event: Event) {
        let events = self.events.clone();
        let latency = *self.latency.lock().expect("no test panics while it holds this");
        tokio::spawn(async move {
            tokio::time::sleep(latency).await;
            let _ = events.send(event).await;
        });
    }
}

impl Held {
    fn answer(&mut self, request: &Request) -> Result<Answer, Failure> {
        self.calls.push(name(request));
        if !self.client && *request != Request::CreateClient {
            return Err(Failure::new(FailureKind::ClientGone, "412", "attach again"));
        }
        match request {
            Request::CreateClient => {
                self.client = true;
                Ok(Answer::Done)
            }
            Request::DeleteClient => {
                self.client = false;
                self.threads.clear();
                self.breakpoints.clear();
                Ok(Answer::Done)
            }
            Request::Threads => Ok(Answer::Threads(self.list())),
            Request::Breakpoints => Ok(Answer::Breakpoints(self.breakpoints.clone())),
            Request::AddBreakpoints(places) => Ok(Answer::Breakpoints(self.add(places))),
            Request::DeleteBreakpoint(id) => {
                self.breakpoints.retain(|known| known.id != *id);
                Ok(Answer::Done)
            }
            Request::Step(id, _) => self.step(*id),
            Request::Reset => Ok(Answer::Done),
            Request::Resume(id) | Request::Stop(id) => {
                self.threads.remove(&id.0);
                Ok(Answer::Done)
            }
            Request::Variables { .. } => Ok(Answer::Members(variables(self.orders))),
            Request::Members { path, page, .. } => Ok(Answer::Members(members(path, *page))),
            Request::Eval { expression, .. } => Ok(Answer::Eval(self.eval(expression))),
        }
    }

    fn list(&self) -> ThreadList {
        let script_threads = self.threads.iter().map(|(id, line)| thread(*id, *line)).collect();
        ThreadList { script_threads }
    }

    fn add(&mut self, places: &[NewBreakpoint]) -> Vec<Breakpoint> {
        let mut added = Vec::new();
        for place in places {
            self.next_breakpoint += 1;
            let id = BreakpointId(self.next_breakpoint);
            added.push(Breakpoint { id, place: place.clone() });
        }
        self.breakpoints.extend(added.clone());
        added
    }

    fn step(&mut self, id: ThreadId) -> Result<Answer, Failure> {
        let gone = || Failure::new(FailureKind::ThreadGone, "404", "the script ended");
        let line = self.threads.get_mut(&id.0).ok_or_else(gone)?;
        *line += 1;
        Ok(Answer::Thread(thread(id.0, *line)))
    }

    fn eval(&mut self, expression: &str) -> EvalResult {
        self.evaluated.push(expression.to_owned());
        let result = match expression {
            "qty + 1" => "2".to_owned(),
            "qty > 5" | "!!(qty > 5)" => "false".to_owned(),
            other => format!("ReferenceError: \"{other}\" is not defined."),
        };
        EvalResult { expression: expression.to_owned(), result: result.into() }
    }
}

fn name(request: &Request) -> String {
    match request {
        Request::CreateClient => "POST client".to_owned(),
        Request::DeleteClient => "DELETE client".to_owned(),
        Request::Threads => "GET threads".to_owned(),
        Request::Breakpoints => "GET breakpoints".to_owned(),
        Request::AddBreakpoints(places) => {
            let lines = places.iter().map(|place| format!(" {}", place.line_number));
            lines.fold("POST breakpoints".to_owned(), |all, line| all + &line)
        }
        Request::DeleteBreakpoint(_) => "DELETE breakpoints".to_owned(),
        Request::Step(_, kind) => format!("POST {}", kind.as_str()),
        Request::Resume(_) => "POST resume".to_owned(),
        Request::Reset => "POST threads/reset".to_owned(),
        Request::Stop(_) => "POST stop".to_owned(),
        Request::Variables { frame, .. } => format!("GET variables {frame}"),
        Request::Members { path, page, .. } => format!("GET members {path} {}", page.start),
        Request::Eval { expression, .. } => format!("GET eval {expression}"),
    }
}

fn script(lines: usize) -> String {
    let mut text = String::from("'use strict';\nfunction addProduct() {\n");
    for line in 3..lines {
        let _ = writeln!(text, "  items.push({line}); // line {line}");
    }
    text.push_str("}\n");
    text
}

fn found() -> SourcesFound {
    let folder = PathBuf::from("/shop/app_shop");
    let file = PathBuf::from("/shop/app_shop/cartridge/controllers/Cart.js");
    SourcesFound {
        searched: vec![PathBuf::from("/shop")],
        cartridges: vec![Cartridge { name: "app_shop".to_owned(), folder }],
        scripts: BTreeMap::from([(ScriptPath::from(SCRIPT), file)]),
        incomplete: None,
    }
}

fn thread(id: u64, line: u32) -> ScriptThread {
    let frame = |index: u32, function: &str, line: u32| StackFrame {
        index: FrameIndex(index),
        location: Location {
            function_name: function.to_owned(),
            line_number: Line(line),
            script_path: ScriptPath::from(SCRIPT),
        },
    };
    ScriptThread {
        id: ThreadId(id),
        status: ThreadStatus::Halted,
        call_stack: vec![frame(0, "addProduct()", line), frame(1, "onAdd()", 40)],
    }
}

fn member(parent: &str, name: &str, type_name: &str, value: &str) -> Member {
    Member {
        name: name.to_owned(),
        parent: parent.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        scope: None,
    }
}

fn variables(orders: Option<u64>) -> MemberList {
    let local = |name: &str, type_name: &str, value: &str| Member {
        scope: Some(Scope::Local),
        ..member("", name, type_name, value)
    };
    let orders = orders.map(|count| local("orders", "Array", &format!("[{count} items]")));
    let mut object_members = vec![
        local("basket", "Object", "[object Object]"),
        local("items", "Array", "[100000 items]"),
        local("qty", "Number", "1"),
    ];
    object_members.extend(orders);
    MemberList { object_members, ..MemberList::default() }
}

fn members(path: &str, page: Page) -> MemberList {
    let (all, total): (Vec<Member>, u64) = match path {
        "basket" => {
            let members = vec![
                member(path, "currency", "String", "EUR"),
                member(path, "total", "Number", "149.9"),
            ];
            (members, 2)
        }
        "orders" => {
            let end = (page.start + page.count).min(ORDERS);
            let entry =
                |index: u64| member(path, &format!("[{index}]"), "Object", "[object Object]");
            ((page.start..end).map(entry).collect(), ORDERS)
        }
        order if order.starts_with("orders[") => {
            let members = vec![
                member(path, "number", "String", order),
                member(path, "total", "Number", "149.9"),
            ];
            (members, 2)
        }
        "items" => {
            let end = (page.start + page.count).min(ITEMS);
            let entry =
                |index: u64| member(path, &format!("[{index}]"), "Number", &index.to_string());
            ((page.start..end).map(entry).collect(), ITEMS)
        }
        _ => (vec![member("", path, "undefined", "unresolved")], 1),
    };
    MemberList {
        count: Some(all.len() as u64),
        start: Some(page.start),
        total: Some(total),
        object_members: all,
    }
}
