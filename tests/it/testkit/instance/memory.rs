//! The instance without a network: as the runtime of a session, whose effects it answers.

use super::play::SCRIPT;
use super::stage::{Held, Instead, Part, Stage};
use haltscope::api::fault::Fault;
use haltscope::api::ids::ScriptPath;
use haltscope::session::{
    Call, Cartridge, Effect, Event, Failure, FailureKind, KeepAlivePlan, KeepAliveReport, Request,
    Saved, SourceText, SourcesFound, StorefrontAnswer, StorefrontRequest, Time,
};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// What the session has left here.
#[derive(Default)]
pub struct Left {
    pub saved: Option<Saved>,
    pub written: Vec<(PathBuf, String)>,
    pub requests: Vec<String>,
    threads: u64,
    wake: u64,
    plan: u64,
    renewals: u64,
}

/// The instance's end of a session.
#[derive(Clone)]
pub struct InMemory {
    stage: Stage,
    left: Arc<Mutex<Left>>,
    events: mpsc::Sender<Event>,
    start: Instant,
    text: Arc<str>,
}

impl InMemory {
    /// An instance whose script has so many lines.
    pub fn new(lines: usize, part: Part) -> (Self, mpsc::Receiver<Event>) {
        let (events, receiver) = mpsc::channel(1_024);
        let instance = Self {
            stage: Stage::new(part),
            left: Arc::default(),
            events,
            start: Instant::now(),
            text: script(lines).into(),
        };
        (instance, receiver)
    }

    /// What it holds and has been asked.
    pub fn held(&self) -> MutexGuard<'_, Held> {
        self.stage.held()
    }

    /// What the session has left.
    pub fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().expect("no test panics while it holds this")
    }

    /// Every request, as in `GET /threads/1/frames/0/eval qty > 5`.
    pub fn calls(&self) -> Vec<String> {
        let calls = self.held();
        let calls = calls.asked.iter().map(|it| format!("{} {}", it.what, it.about));
        calls.map(|call| call.trim_end().to_owned()).collect()
    }

    /// How many requests have this in them.
    pub fn count(&self, text: &str) -> usize {
        self.calls().iter().filter(|call| call.contains(text)).count()
    }

    /// The time since the start.
    pub fn now(&self) -> Time {
        Time(self.start.elapsed())
    }

    /// A further thread halts at a line.
    pub fn halt(&self, line: u32) -> u64 {
        let mut left = self.left();
        left.threads += 1;
        self.stage.halt(left.threads, line);
        left.threads
    }

    /// Another behaviour from now on.
    pub fn play(&self, change: impl FnOnce(&mut Part)) {
        self.stage.play(change);
    }

    /// Does what the session wants; answers come as events.
    pub fn perform(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.effect(effect);
        }
    }

    fn effect(&self, effect: Effect) {
        match effect {
            Effect::Send(call) => self.call(call),
            Effect::WakeAt(at) => self.wake(at),
            Effect::KeepAlive(plan) => self.keep_alive(plan),
            Effect::FindSources => self.soon(Event::SourcesFound(found())),
            Effect::ReadSource { script, .. } => {
                let text = SourceText { text: self.text.to_string(), ..SourceText::default() };
                self.soon(Event::SourceRead { script, text: Ok(text) });
            }
            Effect::Save(saved) => {
                self.left().saved = Some(*saved);
                self.soon(Event::Saved(Ok(())));
            }
            Effect::WriteFile { file, text } => {
                let outcome = Ok(text.len() as u64);
                self.left().written.push((file.clone(), text));
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

    fn call(&self, call: Call) {
        let (this, sent) = (self.clone(), self.now());
        tokio::spawn(async move {
            let outcome = this.stage.ask(&call.request).await.map_err(failure);
            let _ = this.events.send(Event::Answered { id: call.id, sent, outcome }).await;
        });
    }

    fn fetch(&self, request: &StorefrontRequest) {
        self.left().requests.push(format!("{} {}", request.method, request.url));
        let thread = self.halt(3);
        let (this, id) = (self.clone(), request.id);
        tokio::spawn(async move {
            while this.held().threads.contains_key(&thread) {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
            let answer = StorefrontAnswer {
                status: 200,
                reason: "OK",
                took: Duration::from_millis(12),
                size: 14,
                first_lines: vec!["<html>the cart".to_owned()],
                script_error: None,
                refusal: None,
                redirected_to: None,
            };
            let _ = this.events.send(Event::Fetched { id, outcome: Ok(answer) }).await;
        });
    }

    fn wake(&self, at: Time) {
        let number = {
            let mut left = self.left();
            left.wake += 1;
            left.wake
        };
        let this = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(this.now().until(at)).await;
            if this.left().wake == number {
                let _ = this.events.send(Event::TimerFired).await;
            }
        });
    }

    /// Renews once when the newest plan says so; what follows is planned anew.
    fn keep_alive(&self, plan: KeepAlivePlan) {
        let number = {
            let mut left = self.left();
            left.plan += 1;
            left.plan
        };
        let KeepAlivePlan::Renew { due, known, .. } = plan else { return };
        let this = self.clone();
        tokio::spawn(async move {
            tokio::time::sleep(this.now().until(due)).await;
            let is_newest = { this.left().plan == number && this.left().renewals == known };
            if is_newest {
                this.renew(known + 1).await;
            }
        });
    }

    async fn renew(&self, number: u64) {
        let at = self.now();
        self.left().renewals = number;
        let _ = self.events.send(Event::KeepAlive(KeepAliveReport::Sent { number, at })).await;
        if self.stage.ask(&Request::Reset).await.is_ok() {
            let renewed = KeepAliveReport::Renewed { number, sent: at };
            let _ = self.events.send(Event::KeepAlive(renewed)).await;
        }
    }

    fn soon(&self, event: Event) {
        let events = self.events.clone();
        tokio::spawn(async move {
            let _ = events.send(event).await;
        });
    }
}

/// As the client's errors are sorted.
fn failure(instead: Instead) -> Failure {
    match instead {
        Instead::Nested(status, kind) | Instead::Flat(status, kind) => {
            Failure::from_fault(status, &Fault::new(kind, "no"))
        }
        Instead::Cut | Instead::Hangs => {
            Failure::new(FailureKind::Unreachable, "connection reset", "start the instance")
        }
        Instead::Page | Instead::Empty => {
            Failure::new(FailureKind::Unexpected, "no document", "look at the instance's logs")
        }
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
    let folder = PathBuf::from("/shop/app_test");
    let file = PathBuf::from("/shop/app_test/cartridge/controllers/Cart.js");
    SourcesFound {
        searched: vec![PathBuf::from("/shop")],
        cartridges: vec![Cartridge { name: "app_test".to_owned(), folder }],
        scripts: BTreeMap::from([(ScriptPath::from(SCRIPT), file)]),
        incomplete: None,
    }
}
