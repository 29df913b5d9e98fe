//! The whole way: keys of a session on one end, a storefront script on the other.

use super::{is_read, is_waiting, line};
use crate::testkit::attached::{attaching, driver_with};
use crate::testkit::cartridge::Served;
use crate::testkit::patience::{PATIENCE, unhurried};
use haltscope::api::ids::{Line, ScriptPath};
use haltscope::runtime::Driver;
use haltscope::session::{
    BreakpointCommand, BreakpointKey, BreakpointSpec, Children, Command, ConnectionCommand,
    ConsoleLine, EvalOutcome, Fact, NodeId, Saved, StepKind, Thread, ThreadCommand, TreeCommand,
    ValuesCommand,
};

const SCRIPT: &str = "/app_play/cartridge/controllers/Play.js";
const SOURCE: &str = "'use strict';

function add(a, b) {
    var sum = a + b;
    return sum;
}

function Walk() {
    var one = add(1, 2);
    var list = { items: [10, 20, 30], name: 'list' };
    response.writer.print('sum ' + one + list.name);
}

function Round() {
    var total = 0;
    for (var i = 0; i < 60; i += 1) { total += i; }
    response.writer.print('total ' + total);
}

exports.Walk = Walk;
exports.Walk.public = true;
exports.Round = Round;
exports.Round.public = true;
";

struct Play(Served);

impl Play {
    async fn start() -> Self {
        Self(Served::start(SCRIPT, SOURCE, unhurried()).await)
    }

    fn url(&self) -> String {
        self.0.url()
    }

    /// Attaches with breakpoints on these lines, asks for a page, waits for the halt.
    async fn halted(&self, lines: &[u32], page: &str) -> Driver {
        let spec = |line: &u32| BreakpointSpec::plain(ScriptPath::from(SCRIPT), Line(*line));
        let saved = Saved { breakpoints: lines.iter().map(spec).collect(), ..Saved::default() };
        let mut driver = driver_with(&self.url(), saved);
        driver.command(Command::Connection(ConnectionCommand::Attach));
        driver.until(is_waiting, PATIENCE).await.expect("attached");
        ask(&mut driver, page);
        driver.until(is_read, PATIENCE).await.expect("halted");
        driver
    }
}

fn ask(driver: &mut Driver, page: &str) {
    let (method, url) = ("GET".to_owned(), format!("Play-{page}"));
    driver.command(Command::Request { method, url, body: None });
}

async fn step(driver: &mut Driver, kind: StepKind) {
    let before = driver.session().history().newest();
    driver.thread(ThreadCommand::Step(kind));
    let arrived = |driver: &Driver| driver.session().history().newest() > before && is_read(driver);
    driver.until(arrived, PATIENCE).await.expect("the step ends");
}

/// The page that the last request got, first line after the status.
async fn page(driver: &mut Driver) -> String {
    driver
        .until(|driver| driver.session().requests().active().is_none(), PATIENCE)
        .await
        .expect("the page arrives");
    let last = driver.session().console().entries().last().map(|entry| &entry.line);
    match last {
        Some(ConsoleLine::Request { lines, .. }) => lines.join("\n"),
        other => panic!("no page: {other:?}"),
    }
}

fn node(driver: &Driver, name: &str) -> NodeId {
    driver.shown().value_of(name).expect("it is listed").id
}

fn function(driver: &Driver) -> String {
    driver.shown().frame.map(|frame| frame.function.clone()).unwrap_or_default()
}

#[tokio::test]
async fn steps_go_into_over_and_out_and_the_page_arrives() {
    let play = Play::start().await;
    let mut driver = play.halted(&[9], "Walk").await;
    assert_eq!((line(&driver), function(&driver).as_str()), (9, "Walk()"));
    step(&mut driver, StepKind::Into).await;
    assert_eq!((line(&driver), function(&driver).as_str()), (4, "add()"));
    step(&mut driver, StepKind::Over).await;
    assert_eq!(line(&driver), 5);
    let sum = driver.shown().value_of("sum").map(|node| node.value.to_string());
    assert_eq!(sum.as_deref(), Some("3"));
    step(&mut driver, StepKind::Out).await;
    assert_eq!(function(&driver), "Walk()");
    driver.thread(ThreadCommand::Continue);
    assert!(page(&mut driver).await.contains("sum 3list"));
    play.0.sandbox.shutdown().await;
}

#[tokio::test]
async fn members_open_and_evaluations_assign() {
    let play = Play::start().await;
    let mut driver = play.halted(&[11], "Walk").await;
    let list = node(&driver, "list");
    driver.tree(list, TreeCommand::Expand);
    let open = |driver: &Driver| {
        let children = driver.session().node(list).map(haltscope::session::Node::children);
        children == Some(Children::Open { loaded: 2, total: 2 })
    };
    driver.until(open, PATIENCE).await.expect("its members are read");
    let items = driver.shown().tree.and_then(|tree| tree.find_path("list.items"));
    let items = items.expect("a member").id;
    driver.tree(items, TreeCommand::Expand);
    let third = |driver: &Driver| {
        let tree = driver.shown().tree;
        tree.and_then(|tree| tree.find_path("list.items[2]"))
            .is_some_and(|node| &*node.value == "30")
    };
    driver.until(third, PATIENCE).await.expect("entries are read");
    driver.values(ValuesCommand::Evaluate("one = 40 + 2".to_owned()));
    let done = |driver: &Driver| {
        driver.session().console().entries().any(|entry| {
            let ConsoleLine::Eval { outcome, .. } = &entry.line else { return false };
            matches!(outcome, EvalOutcome::Text(text) if text == "42")
        })
    };
    driver.until(done, PATIENCE).await.expect("the result comes");
    driver.thread(ThreadCommand::Continue);
    assert!(page(&mut driver).await.contains("sum 42list"));
}

#[tokio::test]
async fn script_errors_are_told_from_results() {
    let play = Play::start().await;
    let mut driver = play.halted(&[9], "Walk").await;
    driver.values(ValuesCommand::Evaluate("nobody.home()".to_owned()));
    let failed = |driver: &Driver| {
        driver.session().console().entries().any(|entry| {
            let ConsoleLine::Eval { outcome, .. } = &entry.line else { return false };
            matches!(outcome, EvalOutcome::ScriptError(text) if text.contains("nobody"))
        })
    };
    driver.until(failed, PATIENCE).await.expect("the error comes");
}

#[tokio::test]
async fn breakpoints_change_while_attached() {
    let play = Play::start().await;
    let mut driver = play.halted(&[9], "Walk").await;
    let key = BreakpointKey::new(ScriptPath::from(SCRIPT), Line(9));
    driver.command(Command::Breakpoint(BreakpointCommand::Remove(key)));
    let other = BreakpointSpec::plain(ScriptPath::from(SCRIPT), Line(11));
    driver.command(Command::Breakpoint(BreakpointCommand::Set(other)));
    let armed = |driver: &Driver| {
        let mut all = driver.session().breakpoints().iter();
        all.all(|each| matches!(each.fact, Fact::Armed(_)))
    };
    driver.until(armed, PATIENCE).await.expect("the difference is sent");
    driver.thread(ThreadCommand::Continue);
    let at_11 = |driver: &Driver| is_read(driver) && line(driver) == 11;
    driver.until(at_11, PATIENCE).await.expect("the new one halts");
}

#[tokio::test]
async fn two_threads_are_halted_at_once() {
    let play = Play::start().await;
    let mut driver = play.halted(&[9, 15], "Walk").await;
    let mut other = attaching_other(&play);
    ask(&mut other, "Round");
    driver
        .until(|driver| driver.session().threads().halted() == 2, PATIENCE)
        .await
        .expect("the second halts, too");
    let first = driver.selected().expect("the first is looked at").id();
    let second = driver.session().threads().iter().map(Thread::id).find(|id| *id != first);
    driver.look_at(second.expect("the other one"));
    driver.until(is_read, PATIENCE).await.expect("its variables are read, too");
    driver.command(Command::ContinueAll);
    driver
        .until(|driver| driver.session().threads().halted() == 0, PATIENCE)
        .await
        .expect("both run");
    assert!(page(&mut driver).await.contains("sum 3"));
}

/// Only for its storefront requests: it never attaches.
fn attaching_other(play: &Play) -> Driver {
    crate::testkit::attached::driver(&play.url())
}

#[tokio::test]
async fn fifty_steps_on_one_line_are_seen_as_fifty_halts() {
    let play = Play::start().await;
    let mut driver = play.halted(&[16], "Round").await;
    let first = driver.session().history().halts().len();
    for _ in 0..50 {
        step(&mut driver, StepKind::Over).await;
        assert_eq!(line(&driver), 16);
    }
    assert_eq!(driver.session().history().halts().len(), first + 50);
}

#[tokio::test]
async fn the_step_at_the_end_of_the_outermost_function_lets_the_page_go() {
    let play = Play::start().await;
    let mut driver = play.halted(&[11], "Walk").await;
    driver.thread(ThreadCommand::Step(StepKind::Out));
    assert!(page(&mut driver).await.contains("sum 3list"));
    driver
        .until(|driver| driver.session().threads().iter().len() == 0, PATIENCE)
        .await
        .expect("its thread is gone");
}

#[tokio::test]
async fn stopping_a_thread_ends_its_request_with_an_error() {
    let play = Play::start().await;
    let mut driver = play.halted(&[9], "Walk").await;
    driver.thread(ThreadCommand::Stop);
    assert!(page(&mut driver).await.starts_with("500"));
}

#[tokio::test]
async fn a_fresh_client_shows_the_session_cookie() {
    let play = Play::start().await;
    let mut driver = attaching(&play.url());
    driver.until(is_waiting, PATIENCE).await.expect("attached");
    assert!(driver.session().cookie().is_some(), "the session cookie is shown");
}
