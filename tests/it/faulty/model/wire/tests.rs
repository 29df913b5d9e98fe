//! Minutes under a paused clock take no time, and come out the same each time.

use super::{Cut, Wire};
use crate::faulty::model::api::{Ask, Listed, Place, Step, Told};
use crate::faulty::model::network::Network;
use crate::faulty::model::program::{Program, Writer};
use crate::faulty::model::server::Model;
use crate::testkit::proxy::{Plan, Target, Trouble};
use std::time::Duration;
use tokio::time::{Instant, sleep, timeout};

const OURS: &str = "haltscope";
const SCRIPT: &str = "/app/cartridge/controllers/A.js";
const LATENCY: Duration = Duration::from_millis(100);

fn program() -> Program {
    let lines: Vec<u32> = (1..=40).collect();
    Writer::new("outer", Duration::from_millis(1)).lines(&lines).program(SCRIPT)
}

/// A way with that plan, once a thread is halted on line 2.
async fn halted(plan: &str) -> Wire {
    let network = Network::new(plan.parse().expect("a plan"), LATENCY);
    let wire = Wire::new(Model::new(Duration::from_mins(1)), network);
    wire.ask(OURS, Ask::CreateClient).await.expect("created");
    let place = Place::plain(SCRIPT, 2);
    wire.ask(OURS, Ask::AddBreakpoints(vec![place])).await.expect("added");
    wire.with(|world, now| world.model.visit(now, &program()));
    sleep(Duration::from_secs(1)).await;
    wire
}

fn line(wire: &Wire) -> Option<u32> {
    wire.with(|world, now| world.model.halted_at(now, 1))
}

#[tokio::test(start_paused = true)]
async fn an_answer_takes_the_latency_and_a_long_step_its_time() {
    let wire = halted("").await;
    let start = Instant::now();
    let told = wire.ask(OURS, Ask::Step(1, Step::Over)).await;
    assert_eq!(start.elapsed(), LATENCY + Duration::from_millis(1));
    let Ok(Told::Thread(Listed { stack: Some(stack), .. })) = told else { panic!("{told:?}") };
    assert_eq!(stack[0].line, 3);
}

#[tokio::test(start_paused = true)]
async fn renewals_keep_a_thread_for_hours_and_lost_ones_lose_it() {
    for (plan, lives) in [("", true), ("reset 2: drop before", true), (LOST, false)] {
        let wire = halted(plan).await;
        for _ in 0..360 {
            sleep(Duration::from_secs(20)).await;
            // Whether it came is for the server to know.
            let _ = wire.ask(OURS, Ask::Reset).await;
        }
        assert_eq!(line(&wire).is_some(), lives, "{plan}");
        let lost = wire.with(|world, now| world.model.lost(now).len());
        assert_eq!(lost, usize::from(!lives), "{plan}");
    }
}

/// Three in a row, so that a minute passes between those that come.
const LOST: &str = "reset 7: drop before\nreset 8: drop before\nreset 9: drop before";

#[tokio::test(start_paused = true)]
async fn what_is_given_up_is_done_all_the_same() {
    let wire = halted("step 1: late 5000ms before\nstep 2: stall after").await;
    let second = Duration::from_secs(1);
    let over = || wire.ask(OURS, Ask::Step(1, Step::Over));
    timeout(second, over()).await.expect_err("it is late");
    assert_eq!(line(&wire), Some(2));
    sleep(5 * second).await;
    assert_eq!(line(&wire), Some(3));
    timeout(60 * second, over()).await.expect_err("it is never answered");
    assert_eq!(line(&wire), Some(4));
}

#[tokio::test(start_paused = true)]
async fn other_answers_and_ended_connections_are_told_apart() {
    let wire = halted("reset 1: refused before\nreset 2: drop after\nreset 3: restart").await;
    assert_eq!(wire.ask(OURS, Ask::Reset).await, Err(Cut::Instead(Trouble::Refused)));
    assert_eq!(wire.ask(OURS, Ask::Reset).await, Err(Cut::Ended));
    assert!(wire.with(|world, now| world.model.has_client(now, OURS)));
    assert_eq!(wire.ask(OURS, Ask::Reset).await, Err(Cut::Ended));
    assert!(!wire.with(|world, now| world.model.has_client(now, OURS)));
}

/// What a client that steps and renews is told, with the times.
async fn story(seed: u64) -> Vec<String> {
    let wire = halted("").await;
    wire.with(|world, _| world.network = Network::new(Plan::from_seed(seed), LATENCY));
    let (start, mut story) = (Instant::now(), Vec::new());
    for ask in [Ask::ListThreads, Ask::Step(1, Step::Over), Ask::Reset].into_iter().cycle().take(60)
    {
        let told = timeout(Duration::from_secs(10), wire.ask(OURS, ask)).await;
        story.push(format!("{:?} {told:?}", start.elapsed()));
    }
    wire.with(|world, _| world.network.heal(Target::Page));
    story.push(format!("{:?} {:?}", line(&wire), wire.ask(OURS, Ask::ListThreads).await));
    story
}

#[tokio::test(start_paused = true)]
async fn a_seed_tells_one_story() {
    for seed in 0..50 {
        assert_eq!(story(seed).await, story(seed).await, "{seed}");
    }
}
