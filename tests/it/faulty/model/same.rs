//! The model answers as the sandbox does: both are asked the same, in an order that seeds decide.

use super::api::{Ask, Frame, Listed, Place, Refusal, Step, Told};
use super::program::{Program, Writer};
use super::server::{Model, Reply};
use crate::faulty::stand::{Direct, HALTS, SCRIPT, Stand};
use crate::testkit::dice::Dice;
use crate::testkit::patience::PATIENCE;
use crate::testkit::proxy::Plan;
use reqwest::Method;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const OURS: &str = "haltscope";

/// The stand's page `Short`, statement by statement.
fn short() -> Program {
    Writer::new("Short", Duration::ZERO)
        .lines(&[18, 19])
        .call("add", &[4, 5])
        .lines(&[20])
        .call("add", &[4, 5])
        .lines(&[21])
        .program(SCRIPT)
}

/// The model's time doesn't pass: nothing expires in either.
const NOW: Duration = Duration::ZERO;

struct Both {
    model: Model,
    direct: Direct,
}

impl Both {
    /// Asks both; the sandbox may need a moment to come to where the model is at once.
    async fn ask(&mut self, ask: &Ask, why: &str) -> Told {
        let expected = match self.model.ask(NOW, OURS, ask) {
            Reply::Told(told) => told,
            Reply::Later(awaited) => self.model.awaited(NOW, &awaited).expect("at once"),
        };
        let end = Instant::now() + PATIENCE;
        let is_question = matches!(ask, Ask::ListThreads | Ask::ReadThread(_));
        loop {
            let told = really(&self.direct, ask).await;
            if told == expected {
                return told;
            }
            assert!(is_question && Instant::now() < end, "{why}, {ask:?}:\n{told:?}\n{expected:?}");
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
    }

    async fn visit(&mut self) {
        let thread = self.model.visit(NOW, &short());
        let page = tokio::spawn(self.direct.clone().visit("Short"));
        if !self.model.threads(NOW).contains(&thread) {
            // A thread that doesn't halt must have been there all the same.
            page.await.expect("no panic").expect("a page");
        }
        self.ask(&Ask::ListThreads, "visited").await;
    }
}

/// What the sandbox says.
async fn really(direct: &Direct, ask: &Ask) -> Told {
    let (method, path) = match ask {
        Ask::CreateClient => (Method::POST, "/client".to_owned()),
        Ask::DeleteClient => (Method::DELETE, "/client".to_owned()),
        Ask::ListBreakpoints => (Method::GET, "/breakpoints".to_owned()),
        Ask::AddBreakpoints(places) => return added(direct, places).await,
        Ask::DeleteBreakpoint(id) => (Method::DELETE, format!("/breakpoints/{id}")),
        Ask::DeleteBreakpoints => (Method::DELETE, "/breakpoints".to_owned()),
        Ask::ListThreads => (Method::GET, "/threads".to_owned()),
        Ask::ReadThread(id) => (Method::GET, format!("/threads/{id}")),
        Ask::Reset => (Method::POST, "/threads/reset".to_owned()),
        Ask::Step(id, Step::Into) => (Method::POST, format!("/threads/{id}/into")),
        Ask::Step(id, Step::Over) => (Method::POST, format!("/threads/{id}/over")),
        Ask::Step(id, Step::Out) => (Method::POST, format!("/threads/{id}/out")),
        Ask::Resume(id) => (Method::POST, format!("/threads/{id}/resume")),
        Ask::Stop(id) => (Method::POST, format!("/threads/{id}/stop")),
        Ask::Variables { .. } | Ask::Members { .. } | Ask::Eval { .. } => {
            unreachable!("the model's values are its own")
        }
    };
    let answer = direct.send(method, &path, None).await.expect("an answer");
    let status = answer.status().as_u16();
    understood(status, &answer.json().await.unwrap_or_default())
}

async fn added(direct: &Direct, places: &[Place]) -> Told {
    let place = |place: &Place| {
        let mut document = json!({"script_path": place.script, "line_number": place.line});
        if let Some(condition) = &place.condition {
            document["condition"] = json!(condition);
        }
        document
    };
    let body = json!({"breakpoints": places.iter().map(place).collect::<Vec<_>>()});
    let answer = direct.send(Method::POST, "/breakpoints", Some(&body)).await.expect("an answer");
    let status = answer.status().as_u16();
    understood(status, &answer.json().await.unwrap_or_default())
}

fn understood(status: u16, body: &Value) -> Told {
    match status {
        204 => Told::Done,
        412 => Told::Refused(Refusal::Disabled),
        404 if body["type"] == "ScriptThreadNotFoundException" => Told::Refused(Refusal::NoThread),
        404 => Told::Refused(Refusal::NoBreakpoint),
        400 => Told::Refused(Refusal::NoFrame),
        _ if body["script_threads"].is_array() => {
            Told::Threads(all(body, "script_threads", listed))
        }
        _ if body["breakpoints"].is_array() => {
            Told::Breakpoints(all(body, "breakpoints", breakpoint))
        }
        _ => Told::Thread(listed(body)),
    }
}

fn all<T>(body: &Value, name: &str, one: fn(&Value) -> T) -> Vec<T> {
    body[name].as_array().into_iter().flatten().map(one).collect()
}

fn listed(body: &Value) -> Listed {
    let is_halted = body["status"] == "halted";
    let stack = is_halted.then(|| all(body, "call_stack", frame));
    Listed { id: body["id"].as_u64().expect("an id"), stack }
}

fn frame(body: &Value) -> Frame {
    let location = &body["location"];
    let text = |name: &str| location[name].as_str().unwrap_or_default().to_owned();
    let line = location["line_number"].as_u64().and_then(|line| u32::try_from(line).ok());
    let line = line.expect("a line");
    Frame { function: text("function_name"), script: text("script_path"), line }
}

fn breakpoint(body: &Value) -> (u64, Place) {
    let line = body["line_number"].as_u64().and_then(|line| u32::try_from(line).ok());
    let script = body["script_path"].as_str().unwrap_or_default().to_owned();
    let condition = body["condition"].as_str().map(str::to_owned);
    let place = Place { script, line: line.expect("a line"), condition };
    (body["id"].as_u64().expect("an id"), place)
}

fn drawn(dice: &mut Dice) -> Ask {
    let thread = dice.between(1..=3);
    let line = dice.pick(&[(1, 4), (1, 18), (2, HALTS[1]), (1, 20), (1, 21)]);
    let condition = dice.pick(&[(3, None), (1, Some("false")), (1, Some("1 == 1"))]);
    let condition = condition.map(str::to_owned);
    let place = Place { condition, ..Place::plain(SCRIPT, line) };
    match dice.between(0..=19) {
        0..=2 => Ask::AddBreakpoints(vec![place]),
        3 => Ask::DeleteBreakpoint(dice.between(1..=6)),
        4 => Ask::DeleteBreakpoints,
        5 => Ask::ListBreakpoints,
        6..=9 => Ask::Step(thread, Step::Over),
        10..=12 => Ask::Step(thread, Step::Into),
        13..=14 => Ask::Step(thread, Step::Out),
        15..=16 => Ask::Resume(thread),
        17 => Ask::Reset,
        18 => Ask::Stop(thread),
        _ => Ask::ReadThread(thread),
    }
}

#[tokio::test]
async fn the_model_answers_as_the_sandbox_does() {
    for seed in 1..=6 {
        let stand = Stand::start(Plan::default(), Duration::from_mins(1)).await;
        let (model, direct) = (Model::new(Duration::from_mins(1)), stand.direct());
        let (mut both, mut dice) = (Both { model, direct }, Dice::new(seed));
        both.ask(&Ask::ListThreads, "nobody is there").await;
        both.ask(&Ask::CreateClient, "attached").await;
        let place = Place::plain(SCRIPT, HALTS[1]);
        both.ask(&Ask::AddBreakpoints(vec![place]), "armed").await;
        for step in 0..60 {
            let why = format!("seed {seed}, step {step}");
            if step % 20 == 0 {
                both.visit().await;
            }
            both.ask(&drawn(&mut dice), &why).await;
            both.ask(&Ask::ListThreads, &why).await;
        }
        both.ask(&Ask::DeleteClient, "left").await;
        both.ask(&Ask::ListThreads, "left").await;
    }
}
