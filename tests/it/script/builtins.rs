//! No function of the language outlives its limits, whatever it is called with.
//!
//! The context itself tells which functions there are: what a later engine brings is tried too. Each is
//! called with receivers and arguments that it doesn't expect, under each kind of limit.
//!
//! `HALTSCOPE_CASES=100000 cargo test --release --test it script::builtins` tries as many as one likes,
//! `HALTSCOPE_SEED` others; by default each function has its turn once.

use super::mutants::{Chance, asked};
use super::support::{ME, Session, Shop, limits};
use super::survival::{RECORD, apart, own_time};
use crate::testkit::patience::PATIENCE;
use haltscope::script::{Breakpoint, Call, Host, HostError, Limits};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

const PLAY: &str = include_str!("builtins/play.js");
/// What tells the test that a function is about to be called.
const BEGUN: &str = "exports.tell = function () { host.call('begun', 1); };";
/// How long the calls of a case may run.
const LIMIT: Duration = Duration::from_millis(20);
/// What they may take beyond that, in processor time of the whole process.
const GRACE: Duration = Duration::from_secs(1);
/// What is late at each go is late; once it may be the machine's fault.
const GOES: usize = 3;
/// So many calls of a function belong to a case, as far as they end in time.
const CALLS: usize = 3;

/// What ends a case.
#[derive(Clone, Copy, Debug)]
enum End {
    Time,
    TimeAttached,
    Stop,
    Evaluation,
}

#[test]
fn no_function_of_the_language_outlives_its_limits() {
    let record = apart("script::builtins::cases", "builtins");
    let last = record.lines.join("\n");
    assert!(record.ended, "this ended the process, or never ended:\n{last}");
    let (first, late) = record.lines.split_first().expect("a record");
    let tried: usize = first.parse().expect("how many functions there are");
    assert!(tried > 500, "{tried} functions");
    assert!(late.is_empty(), "{late:#?}");
}

#[tokio::test]
#[ignore = "runs in the process that the test above starts"]
async fn cases() {
    let Some(record) = std::env::var_os(RECORD) else { return };
    let write = |text: &str| fs::write(Path::new(&record), text).expect("the record is written");
    let functions = ask("list").await;
    let functions = functions.as_array().expect("paths");
    let pool = ask("sizes").await;
    let pool: Vec<(String, usize)> = serde_json::from_value(pool).expect("kinds and counts");
    let count = u64::try_from(functions.len()).expect("not so many");
    let (cases, seed) = (asked("HALTSCOPE_CASES").unwrap_or(count), asked("HALTSCOPE_SEED"));
    let seed = seed.unwrap_or(1);
    let mut late = String::new();
    for case in seed..seed.saturating_add(cases) {
        let mut chance = Chance(case);
        let path = &functions[usize::try_from(case % count).expect("it is below the count")];
        let end = [End::Time, End::TimeAttached, End::Stop, End::Evaluation][chance.below(4)];
        let calls = (0..CALLS).map(|_| call(&mut chance, path, &pool)).collect::<Value>();
        let what = format!("seed {case}: {end:?} {calls}");
        write(&format!("{count}\n{late}{what}"));
        if let Some(taken) = overtime(end, &calls).await {
            writeln!(late, "{taken:?} {what}").expect("a text takes all");
        }
    }
    write(&format!("{count}\n{late}"));
}

async fn ask(name: &str) -> Value {
    let shop = Shop::new(&[("a.js", PLAY)]);
    let answer = shop.start_with(json!({ "script": "/app/a.js", "name": name })).outcome.await;
    answer.expect("it ends well")
}

/// A call of a function: mostly with a receiver of its own kind.
fn call(chance: &mut Chance, path: &Value, pool: &[(String, usize)]) -> Value {
    let one = |chance: &mut Chance, kind: usize| {
        let (name, count) = &pool[kind];
        json!([name, chance.below(*count)])
    };
    let any = |chance: &mut Chance| {
        let kind = chance.below(pool.len());
        one(chance, kind)
    };
    let parts: Vec<&str> =
        path.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let own = pool.iter().rposition(|(kind, _)| parts.iter().any(|part| is_of(kind, part)));
    let on = match own.filter(|_| chance.below(4) > 0) {
        Some(kind) => one(chance, kind),
        None => any(chance),
    };
    let given: Vec<Value> = (0..chance.below(4)).map(|_| any(chance)).collect();
    json!({ "path": path, "on": on, "given": given, "made": chance.below(5) == 0 })
}

/// Whether a part of a function's path says that it is for values of a kind.
fn is_of(kind: &str, part: &str) -> bool {
    let of = |words: &[&str]| words.iter().any(|word| part.contains(word));
    match kind {
        "Typed" => part.ends_with("Array") && part != "Array",
        "Buffer" => of(&["Buffer", "DataView", "Atomics"]),
        "Array" => part == "Array",
        "String" => part == "String" || part == "text" || of(&["URI", "parse", "escape"]),
        "Iterator" => {
            of(&["Iterator", "generator", "later"])
                || ["array", "map", "set", "matches"].contains(&part)
        }
        other => part.ends_with(other),
    }
}

/// How long a case has taken if it took too long.
async fn overtime(end: End, calls: &Value) -> Option<Duration> {
    let mut best = Duration::MAX;
    for _ in 0..GOES {
        let ended = tokio::time::timeout(PATIENCE, live(end, calls)).await;
        let start = ended.expect("it never ended");
        best = best.min(own_time().saturating_sub(start));
        if best <= LIMIT + GRACE {
            return None;
        }
    }
    Some(best)
}

/// A case, until its thread has given everything back; answers since when it had to end.
async fn live(end: End, calls: &Value) -> Duration {
    let start = own_time();
    let limits = Limits { memory: 64 << 20, ..limits() };
    match end {
        End::Time | End::TimeAttached => {
            let shop = Shop::with(&[("a.js", PLAY)], &[], Limits { run_time: LIMIT, ..limits });
            if matches!(end, End::TimeAttached) {
                shop.engine.control().attach(ME);
            }
            let input = json!({ "script": "/app/a.js", "argument": calls });
            shop.start_with(input).outcome.await.ok();
            shop.engine.settled().await;
        }
        End::Stop => return stopped(limits, calls).await,
        End::Evaluation => evaluated(Limits { eval_time: LIMIT, ..limits }, calls).await,
    }
    start
}

/// Tells when a function is about to be called.
struct Teller(Arc<Notify>);

impl Host for Teller {
    fn call(&self, Call { arguments, .. }: Call<'_>) -> Result<Value, HostError> {
        self.0.notify_one();
        Ok(arguments)
    }
}

async fn stopped(limits: Limits, calls: &Value) -> Duration {
    let begun = Arc::new(Notify::new());
    let host = Arc::new(Teller(Arc::clone(&begun)));
    let shop = Shop::hosted(&[("a.js", PLAY)], &[("begun.js", BEGUN)], limits, host);
    let input = json!({ "script": "/app/a.js", "name": "told", "argument": calls });
    let script = shop.start_with(input);
    let id = script.id;
    let mut outcome = std::pin::pin!(script.outcome);
    tokio::select! {
        () = begun.notified() => {}
        _ = &mut outcome => return own_time(),
    }
    let start = own_time();
    shop.engine.control().stop(id, PATIENCE).await.ok();
    shop.engine.settled().await;
    start
}

async fn evaluated(limits: Limits, calls: &Value) {
    let shop = Shop::with(&[("a.js", PLAY)], &[], limits);
    let control = shop.engine.control();
    control.attach(ME);
    let last = PLAY.lines().position(|line| line.contains("'here'")).expect("it halts there");
    let line = u32::try_from(last + 1).expect("it isn't long");
    let path = "/app/a.js".to_owned();
    control.set_breakpoints(ME, vec![Breakpoint { id: 1, path, line, condition: None }]);
    let script = shop.start_with(json!({ "script": "/app/a.js", "name": "halted" }));
    let session = Session { shop, script };
    assert_eq!(session.line().await, line);
    session.eval(0, &format!("play({calls})")).await;
    session.control().stop(session.script.id, PATIENCE).await.ok();
    session.shop.engine.settled().await;
}
