//! `capture`: sets, triggers, waits, reads and releases in one.

use super::args::{Capture, Then, bounded};
use super::message::{Code, Outcome, Refusal};
use super::shapes::{Evaluation, Location, StackFrame, VALUE, Variable, milliseconds, stack};
use super::{ask, connection};
use crate::api::ids::{Line, ThreadId};
use crate::api::paging::Page;
use crate::runtime::{Changes, Desk, Watched, WatchedHalt};
use crate::session::{self, BreakpointSpec, Change, RequestId, Session, Spot};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::time::Duration;
use tokio::time::{Instant, timeout, timeout_at};

/// How long halts are waited for, unless somebody says so.
const TIMEOUT: Duration = Duration::from_secs(30);
/// So long the request is waited for at least, once its thread was let go.
const PAGE: Duration = Duration::from_secs(10);
/// So deep members are read at the most.
const DEEPEST: u32 = 5;
/// So many members of one object are read, and so many objects are read into at a halt.
const MEMBERS: u64 = 50;
const OBJECTS: usize = 200;

/// One halt.
#[derive(Serialize)]
struct Captured {
    thread_id: u64,
    halt: u64,
    location: Option<Location>,
    stack: Vec<StackFrame>,
    variables: Vec<Variable>,
    evaluations: Vec<Evaluation>,
}

/// Breakpoint and threads are as before on every path, but for threads that were to be held.
pub(super) async fn run(desk: Desk, folder: PathBuf, args: Capture) -> Outcome {
    let found = desk.until(|session| session.sources().index().map(drop));
    let _ = timeout(PAGE, found).await;
    let script = desk.look(|session| session.sources().script_named(&args.file, &folder));
    let script = script.map_err(|error| Refusal::new(Code::InvalidArgs, error.to_string()))?;
    let condition = args.condition.clone().filter(|text| !text.trim().is_empty());
    if let Some(why) = desk.unreadable(condition.as_deref(), &args.expressions) {
        return Err(Refusal::new(Code::InvalidArgs, why));
    }
    let is_many = args.count.is_some_and(|count| count.get() > 1);
    if is_many && args.request.is_some() && args.then == Then::Hold {
        let words = "a page that is held at its first halt has no second one";
        return Err(Refusal::new(Code::InvalidArgs, words)
            .then("ask for a count of 1, or for then: continue"));
    }
    let plain = BreakpointSpec::plain(script, Line(args.line.get()));
    let mut changes = desk.changes();
    let (mut watched, standing) = desk.watch(BreakpointSpec { condition, ..plain }).await;
    if !standing.verified {
        watched.end().await;
        let words = standing.message.unwrap_or_else(|| "the breakpoint can't halt".to_owned());
        return Err(Refusal::new(Code::Refused, words));
    }
    let request = match &args.request {
        Some(wanted) => match connection::request(&desk, wanted) {
            Ok(sent) => sent["id"].as_u64().map(RequestId),
            Err(refusal) => {
                watched.end().await;
                return Err(refusal);
            }
        },
        None => None,
    };
    if let Some(id) = request {
        watched.until_page(id);
    }
    let halts = halts(&desk, watched, &args).await;
    let page = match (request, args.then) {
        // Where nothing was let go, nothing is waited for.
        (Some(id), Then::Continue) if !halts.is_empty() => finished(&mut changes, id).await,
        _ => ready(&mut changes, request),
    };
    let wanted = args.count.map_or(1, |count| count.get() as usize);
    let mut told = json!({
        "halted": !halts.is_empty(),
        "timed_out": halts.len() < wanted,
        "halts": halts,
        "request": request.map(|_| page),
    });
    // It may be the reason.
    let known = standing.message.filter(|_| halts.is_empty());
    if let Some(message) = known.or_else(|| not_let_go(&desk, &halts)) {
        told["message"] = message.into();
    }
    Ok(told)
}

/// How long halts are waited for.
pub(super) fn limit(args: &Capture) -> Duration {
    args.timeout_ms.map_or(TIMEOUT, bounded)
}

/// Which threads the server has not let go, though it was asked to.
fn not_let_go(desk: &Desk, halts: &[Captured]) -> Option<String> {
    let is_meant = |session: &Session| {
        let all = halts.iter().map(|halt| halt.thread_id);
        let mut all: Vec<u64> = all.filter(|id| session.is_being_released(ThreadId(*id))).collect();
        all.dedup();
        all.iter().map(u64::to_string).collect::<Vec<_>>().join(", ")
    };
    let all = desk.look(is_meant);
    (!all.is_empty()).then(|| {
        format!("not let go yet: thread {all}; that is asked for again as long as this is attached")
    })
}

/// Waits for the halts, reads each, and ends the watch.
async fn halts(desk: &Desk, mut watched: Watched, args: &Capture) -> Vec<Captured> {
    let wanted = args.count.map_or(1, |count| count.get() as usize);
    let deadline = Instant::now() + limit(args);
    let mut halts = Vec::new();
    while halts.len() < wanted {
        let Ok(Some(halt)) = timeout_at(deadline, watched.halt()).await else { break };
        halts.push(captured(desk, &halt, args).await);
        match args.then {
            Then::Continue => watched.release(halt.spot.thread),
            Then::Hold => watched.hold(halt.spot.thread),
        }
    }
    watched.end().await;
    halts
}

async fn captured(desk: &Desk, halt: &WatchedHalt, args: &Capture) -> Captured {
    let mut variables = match desk.variables(halt.spot).await {
        Ok(variables) => previewed(desk, halt.spot, &variables.list).await,
        Err(_) => Vec::new(),
    };
    let depth = args.depth.unwrap_or(1).min(DEEPEST);
    deepen(desk, halt.spot, &mut variables, depth).await;
    let mut evaluations = Vec::new();
    for expression in &args.expressions {
        evaluations.push(evaluated(desk, halt.spot, expression).await);
    }
    let look = |session: &Session| {
        let top = halt.frames.first().map(|frame| Location::of(session, frame));
        (top, stack(session, &halt.frames))
    };
    let (location, stack) = desk.look(look);
    let (thread_id, halt) = (halt.spot.thread.0, halt.halt.0);
    Captured { thread_id, halt, location, stack, variables, evaluations }
}

/// Variables or members, their objects with what they hold, as the screen shows them.
async fn previewed(desk: &Desk, spot: Spot, list: &[session::Variable]) -> Vec<Variable> {
    let mut shapes: Vec<Variable> = list.iter().map(|it| Variable::of(it, VALUE)).collect();
    ask::preview(desk, spot, list, &mut shapes).await;
    shapes
}

async fn evaluated(desk: &Desk, spot: Spot, expression: &str) -> Evaluation {
    let outcome = match desk.evaluate(spot, expression).await {
        Ok(outcome) => outcome,
        Err(failure) => Err(failure.to_string()),
    };
    ask::evaluation(desk, spot, expression, outcome).await
}

/// Reads members level by level; functions and what has no path are left out.
async fn deepen(desk: &Desk, spot: Spot, variables: &mut [Variable], depth: u32) {
    let mut level: Vec<&mut Variable> = variables.iter_mut().collect();
    let mut left = OBJECTS;
    for _ in 1..depth {
        let mut next = Vec::new();
        for variable in level {
            let is_function = variable.type_name.eq_ignore_ascii_case("function");
            let Some(path) = variable.path.clone().filter(|_| left > 0 && !is_function) else {
                continue;
            };
            if !variable.has_children {
                continue;
            }
            left -= 1;
            let page = Page { start: 0, count: MEMBERS };
            if let Ok(members) = desk.reached_members(spot, &path, page).await {
                variable.total = Some(members.total);
                let shapes = previewed(desk, spot, &members.list).await;
                left -= shapes.iter().filter(|it| it.preview.is_some()).count().min(left);
                next.extend(variable.members.insert(shapes).iter_mut());
            }
        }
        level = next;
    }
}

/// The page, once it is here; without a status if that takes too long.
async fn finished(changes: &mut Changes, id: RequestId) -> Value {
    let page = async {
        while let Some(batch) = changes.next().await {
            if let Some(page) = batch.iter().find_map(|change| page_of(change, id)) {
                return page;
            }
        }
        unfinished()
    };
    timeout(PAGE, page).await.unwrap_or_else(|_| unfinished())
}

/// The page, if it is here already.
fn ready(changes: &mut Changes, id: Option<RequestId>) -> Value {
    while let Some((batch, id)) = changes.ready().zip(id) {
        if let Some(page) = batch.iter().find_map(|change| page_of(change, id)) {
            return page;
        }
    }
    unfinished()
}

fn unfinished() -> Value {
    json!({"status": null, "took_ms": null})
}

fn page_of(change: &Change, id: RequestId) -> Option<Value> {
    match change {
        Change::RequestFinished { id: of, outcome } if *of == id => Some(match outcome {
            Ok(answer) => {
                let mut page =
                    json!({"status": answer.status, "took_ms": milliseconds(answer.took)});
                for (name, said) in answer.remarks() {
                    page[name] = json!(said);
                }
                page
            }
            Err(failure) => {
                json!({"status": null, "took_ms": null, "error": failure.to_string()})
            }
        }),
        _ => None,
    }
}
