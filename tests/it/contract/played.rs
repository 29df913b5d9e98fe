//! Steps, pages and recovery against a server that plays a part.

use super::{is_halted, is_read, is_waiting, line, notice};
use crate::testkit::attached::{StopClock, attaching, driver_at};
use crate::testkit::instance::{Asked, ITEMS, Part, Scripted, Steps};
use crate::testkit::patience::PATIENCE;
use haltscope::runtime::Driver;
use haltscope::session::{
    Children, Command, Connection, ConnectionCommand, Leaving, NodeId, Saved, StateWord, StepKind,
    ThreadCommand, TreeCommand,
};
use std::time::{Duration, Instant};

async fn halted(part: Part) -> (Scripted, Driver) {
    let (server, driver, _) = halted_in_time(part).await;
    (server, driver)
}

/// The same with the session's clock: stopped, it keeps polls away.
async fn halted_in_time(part: Part) -> (Scripted, Driver, StopClock) {
    let (server, clock) = (Scripted::start(part).await, StopClock::start());
    let mut driver = driver_at(&server.url(), Saved::default(), clock.clock());
    driver.command(Command::Connection(ConnectionCommand::Attach));
    driver.until(is_waiting, PATIENCE).await.expect("attached");
    server.halt(7, 10);
    driver.until(is_read, PATIENCE).await.expect("halted");
    (server, driver, clock)
}

/// Goes on until the server has been asked for what is wanted; gives what is not answered yet.
async fn under_way(
    (server, driver): (&Scripted, &mut Driver),
    wanted: impl Fn(&[Asked]) -> bool,
) -> Vec<Asked> {
    let end = Instant::now() + PATIENCE;
    loop {
        let open: Vec<_> =
            server.asked().into_iter().filter(|asked| asked.answered.is_none()).collect();
        if wanted(&open) {
            return open;
        }
        assert!(Instant::now() < end, "{:?}", server.asked());
        driver.for_a_while(Duration::from_millis(5)).await;
    }
}

fn has(asked: &[Asked], start: &str) -> bool {
    asked.iter().any(|asked| asked.what.starts_with(start))
}

/// Steps over and waits until the halt after it is recorded and its variables are read.
async fn over(driver: &mut Driver) {
    let before = driver.session().history().newest();
    driver.thread(ThreadCommand::Step(StepKind::Over));
    let arrived = |driver: &Driver| driver.session().history().newest() > before && is_read(driver);
    driver.until(arrived, PATIENCE).await.expect("the step ends");
}

fn node(driver: &Driver, name: &str) -> NodeId {
    driver.shown().value_of(name).expect("it is listed").id
}

#[tokio::test]
async fn a_step_takes_three_requests_in_two_sequential_round_trips() {
    let (server, mut driver, clock) = halted_in_time(Part::default()).await;
    clock.stop();
    under_way((&server, &mut driver), <[_]>::is_empty).await;
    server.play(|part| part.held = Some("GET "));
    driver.thread(ThreadCommand::Step(StepKind::Over));
    // A poll that was due may have left beside the step: what its answer leads to counts.
    let is_step = |asked: &Asked| asked.what == "POST /threads/7/over";
    let answered =
        || server.asked().iter().find(|asked| is_step(asked)).and_then(|step| step.answered);
    let since = |open: &[Asked]| {
        let left = answered()?;
        Some(open.iter().filter(|asked| asked.at >= left).cloned().collect::<Vec<_>>())
    };
    let both = |open: &[Asked]| since(open).is_some_and(|open| open.len() == 2);
    let open = since(&under_way((&server, &mut driver), both).await).expect("it was answered");
    assert!(has(&open, "GET /threads/7/frames/0/variables"), "{open:?}");
    assert!(open.iter().any(|asked| asked.what == "GET /threads"), "{open:?}");
    server.play(|part| part.held = None);
    driver
        .until(|driver| is_read(driver) && line(driver) == 11, PATIENCE)
        .await
        .expect("the step ends");
    assert_eq!(since(&server.asked()).map(|asked| asked.len()), Some(2), "{:?}", server.asked());
}

#[tokio::test]
async fn fifty_steps_on_one_line_are_fifty_halts() {
    let (_server, mut driver) = halted(Part { steps: Steps::SameLine, ..Part::default() }).await;
    for step in 0..50 {
        over(&mut driver).await;
        assert_eq!(driver.session().history().halts().len(), step + 2);
        assert_eq!(line(&driver), 10);
    }
    assert_eq!(notice(&driver), "stopped again on Cart.js:10 (same line)");
}

#[tokio::test]
async fn every_way_to_answer_a_step_leads_to_the_true_place() {
    for (steps, expected) in [
        (Steps::NextLine, 11),
        (Steps::SameLine, 10),
        (Steps::SameLineRunning, 10),
        (Steps::StaleAnswer, 11),
        (Steps::AnsweredEarly, 11),
    ] {
        let step_time = Duration::from_millis(20);
        let (_server, mut driver) = halted(Part { step_time, steps, ..Part::default() }).await;
        over(&mut driver).await;
        assert_eq!(line(&driver), expected, "{steps:?}");
    }
}

#[tokio::test]
async fn a_step_that_ends_the_script_leaves_its_halt_in_history() {
    let (_server, mut driver) = halted(Part { steps: Steps::Ends, ..Part::default() }).await;
    driver.thread(ThreadCommand::Step(StepKind::Over));
    driver
        .until(|driver| driver.session().threads().iter().len() == 0, PATIENCE)
        .await
        .expect("gone");
    assert_eq!(driver.word(), StateWord::Waiting);
    assert_eq!(driver.session().history().halts().len(), 1);
    assert!(
        notice(&driver).contains("halts in a caller that has more to do"),
        "{}",
        notice(&driver)
    );
}

#[tokio::test]
async fn fifty_keys_during_a_step_are_one_more_step() {
    let (server, mut driver) = halted(Part::default()).await;
    server.play(|part| part.held = Some("/over"));
    for _ in 0..50 {
        driver.thread(ThreadCommand::Step(StepKind::Over));
    }
    under_way((&server, &mut driver), |open| has(open, "POST /threads/7/over")).await;
    server.play(|part| part.held = None);
    let at_rest = |driver: &Driver| {
        driver.selected().is_some_and(|thread| thread.is_halted() && !thread.has_pending_step())
    };
    driver.until(at_rest, PATIENCE).await.expect("it comes to rest");
    assert_eq!(server.count("POST /threads/7/over"), 2);
}

#[tokio::test]
async fn long_lists_are_paged() {
    let (_server, mut driver) = halted(Part::default()).await;
    let items = node(&driver, "items");
    driver.tree(items, TreeCommand::Expand);
    let loaded = |wanted: u64| {
        move |driver: &Driver| {
            let children = driver.session().node(items).map(haltscope::session::Node::children);
            children == Some(Children::Open { loaded: wanted, total: ITEMS })
        }
    };
    driver.until(loaded(200), PATIENCE).await.expect("the first page");
    driver.tree(items, TreeCommand::More);
    driver.until(loaded(400), PATIENCE).await.expect("the second page");
    over(&mut driver).await;
    driver.until(loaded(400), PATIENCE).await.expect("both again after a step");
    assert!(driver.session().node(items).is_some_and(haltscope::session::Node::is_open));
}

#[tokio::test]
async fn an_expired_thread_is_gone_and_its_halt_stays() {
    let (server, mut driver) = halted(Part::default()).await;
    server.expire(7);
    driver
        .until(|driver| driver.session().threads().iter().len() == 0, PATIENCE)
        .await
        .expect("expired");
    assert_eq!(driver.word(), StateWord::Waiting);
    assert_eq!(driver.session().history().halts().len(), 1);
}

#[tokio::test]
async fn a_client_left_behind_is_joined_on_request() {
    let server = Scripted::start(Part::default()).await;
    server.leave_client_behind();
    server.halt(7, 10);
    let mut driver = attaching(&server.url());
    let known = |driver: &Driver| {
        matches!(
            driver.session().connection(),
            Connection::InUse { breakpoints: Some(0), halts: 1, .. }
        )
    };
    driver.until(known, PATIENCE).await.expect("it is told");
    assert_eq!(server.count("DELETE /client"), 0);
    driver.command(Command::Connection(ConnectionCommand::Join));
    driver.until(is_halted, PATIENCE).await.expect("joined");
}

#[tokio::test]
async fn a_removed_client_is_created_again_on_request_only() {
    let (server, mut driver) = halted(Part::default()).await;
    server.forget_client();
    let disabled = |driver: &Driver| driver.word() == StateWord::Disabled;
    driver.until(disabled, PATIENCE).await.expect("it is noticed");
    driver.for_a_while(Duration::from_millis(600)).await;
    assert_eq!(server.count("POST /client"), 1);
    driver.command(Command::Connection(ConnectionCommand::Reattach));
    driver.until(is_waiting, PATIENCE).await.expect("attached again");
}

#[tokio::test]
async fn leaving_deletes_the_client_exactly_once() {
    let (server, mut driver) = halted(Part::default()).await;
    driver.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    driver
        .until(|driver| driver.session().connection().is_detached(), PATIENCE)
        .await
        .expect("left");
    assert_eq!(server.count("DELETE /client"), 1);
}

#[tokio::test]
async fn a_renewal_uses_two_connections_so_that_a_step_finds_both_open() {
    let (server, mut driver, clock) = halted_in_time(Part::default()).await;
    clock.stop();
    under_way((&server, &mut driver), <[_]>::is_empty).await;
    server.play(|part| part.held = Some("/threads"));
    driver.command(Command::RenewNow);
    let both = |open: &[Asked]| {
        open.iter().any(|it| it.what == "GET /threads") && has(open, "POST /threads/reset")
    };
    under_way((&server, &mut driver), both).await;
}
