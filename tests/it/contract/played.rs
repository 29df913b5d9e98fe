//! Steps, pages and recovery against a server that plays a part.

use super::{DEADLINE, is_halted, is_read, is_waiting, line, notice};
use crate::support::attached::attaching;
use crate::support::scripted::{Asked, ITEMS, Part, Scripted, Steps};
use haltscope::runtime::Driver;
use haltscope::session::{
    Children, Command, Connection, ConnectionCommand, Leaving, NodeId, StateWord, StepKind,
    ThreadCommand, TreeCommand,
};
use std::time::Duration;

async fn halted(part: Part) -> (Scripted, Driver) {
    let server = Scripted::start(part).await;
    let mut driver = attaching(&server.url());
    driver.until(is_waiting, DEADLINE).await.expect("attached");
    server.halt(7, 10);
    driver.until(is_read, DEADLINE).await.expect("halted");
    (server, driver)
}

/// Steps over and waits until the halt after it is recorded and its variables are read.
async fn over(driver: &mut Driver) {
    let before = driver.session().history().newest();
    driver.thread(ThreadCommand::Step(StepKind::Over));
    let arrived = |driver: &Driver| driver.session().history().newest() > before && is_read(driver);
    driver.until(arrived, DEADLINE).await.expect("the step ends");
}

fn node(driver: &Driver, name: &str) -> NodeId {
    driver.shown().value_of(name).expect("it is listed").id
}

#[tokio::test]
async fn a_step_takes_three_requests_in_two_sequential_round_trips() {
    let latency = Duration::from_millis(40);
    let (server, mut driver) = halted(Part { latency, ..Part::default() }).await;
    let before = server.asked().len();
    over(&mut driver).await;
    assert_eq!(line(&driver), 11);
    let asked = server.asked();
    let what: Vec<&str> = asked[before..].iter().map(|asked| asked.what.as_str()).collect();
    assert_eq!(what.len(), 3, "{what:?}");
    assert_eq!(what[0], "POST /threads/7/over");
    let step_left = asked[before].answered.expect("it was answered");
    let (one, other) = (&asked[before + 1], &asked[before + 2]);
    assert!(one.at >= step_left && other.at >= step_left);
    assert!(other.at < one.answered.expect("answered"), "both were under way together");
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
        .until(|driver| driver.session().threads().iter().len() == 0, DEADLINE)
        .await
        .expect("gone");
    assert_eq!(driver.word(), StateWord::Waiting);
    assert_eq!(driver.session().history().halts().len(), 1);
    assert!(notice(&driver).contains("would halt in the caller"), "{}", notice(&driver));
}

#[tokio::test]
async fn fifty_keys_in_a_second_at_half_a_second_are_at_most_three_steps() {
    let (server, mut driver) = halted(Part::default()).await;
    server.play(|part| part.latency = Duration::from_millis(500));
    for _ in 0..50 {
        driver.thread(ThreadCommand::Step(StepKind::Over));
        driver.for_a_while(Duration::from_millis(20)).await;
    }
    let pending = |driver: &Driver| {
        driver.selected().is_some_and(|thread| thread.is_halted() && !thread.has_pending_step())
    };
    driver.until(pending, DEADLINE).await.expect("it comes to rest");
    let steps = server.count("POST /threads/7/over");
    assert!((2..=3).contains(&steps), "{steps}");
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
    driver.until(loaded(200), DEADLINE).await.expect("the first page");
    driver.tree(items, TreeCommand::More);
    driver.until(loaded(400), DEADLINE).await.expect("the second page");
    over(&mut driver).await;
    driver.until(loaded(400), DEADLINE).await.expect("both again after a step");
    assert!(driver.session().node(items).is_some_and(haltscope::session::Node::is_open));
}

#[tokio::test]
async fn an_expired_thread_is_gone_and_its_halt_stays() {
    let halt_timeout = Duration::from_millis(300);
    let (_server, mut driver) = halted(Part { halt_timeout, ..Part::default() }).await;
    driver
        .until(|driver| driver.session().threads().iter().len() == 0, DEADLINE)
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
    driver.until(known, DEADLINE).await.expect("it is told");
    assert_eq!(server.count("DELETE"), 0);
    driver.command(Command::Connection(ConnectionCommand::Join));
    driver.until(is_halted, DEADLINE).await.expect("joined");
}

#[tokio::test]
async fn a_removed_client_is_created_again_on_request_only() {
    let (server, mut driver) = halted(Part::default()).await;
    server.forget_client();
    let disabled = |driver: &Driver| driver.word() == StateWord::Disabled;
    driver.until(disabled, DEADLINE).await.expect("it is noticed");
    driver.for_a_while(Duration::from_millis(600)).await;
    assert_eq!(server.count("POST /client"), 1);
    driver.command(Command::Connection(ConnectionCommand::Reattach));
    driver.until(is_waiting, DEADLINE).await.expect("attached again");
}

#[tokio::test]
async fn leaving_deletes_the_client_exactly_once() {
    let (server, mut driver) = halted(Part::default()).await;
    driver.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    driver
        .until(|driver| driver.session().connection().is_detached(), DEADLINE)
        .await
        .expect("left");
    assert_eq!(server.count("DELETE /client"), 1);
}

#[tokio::test]
async fn a_renewal_uses_two_connections_so_that_a_step_finds_both_open() {
    let latency = Duration::from_millis(200);
    let (server, mut driver) = halted(Part { latency, ..Part::default() }).await;
    driver.command(Command::RenewNow);
    let renewal = |server: &Scripted| {
        let asked = server.asked();
        asked.into_iter().find(|it| it.what == "POST /threads/reset" && it.answered.is_some())
    };
    let end = std::time::Instant::now() + DEADLINE;
    while renewal(&server).is_none() {
        assert!(std::time::Instant::now() < end, "{:?}", server.asked());
        driver.for_a_while(Duration::from_millis(20)).await;
    }
    let renewal = renewal(&server).expect("it was sent");
    let is_beside = |it: &Asked| {
        it.what == "GET /threads"
            && it.at < renewal.answered.expect("answered")
            && it.answered.is_none_or(|at| at > renewal.at)
    };
    assert!(server.asked().iter().any(is_beside), "{:?}", server.asked());
}
