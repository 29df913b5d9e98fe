//! What one can do, all can do.

use super::front::{FrontEnd, Wanted};
use super::world::{
    IN_ADD, IN_WALK, LISTS, LISTS_ARE_MADE, MANY_ARE_MADE, ONE_LINE_LOOP, World, page,
};
use haltscope::session::StepKind;
use std::time::Duration;

pub async fn attaches_and_halts<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(IN_WALK)]).await;
    let walk = world.visit("Walk");
    let thread = front.stopped(IN_WALK).await;
    front.step(thread, StepKind::Into).await;
    front.stopped(IN_ADD).await;
    assert_eq!(front.evaluate(thread, 0, "a + b").await, "3");
    front.step(thread, StepKind::Over).await;
    front.stopped(IN_ADD + 1).await;
    front.step(thread, StepKind::Out).await;
    front.stopped(IN_WALK + 1).await;
    front.resume(thread).await;
    assert_eq!(page(walk).await, "sum 3");
    front.detach().await;
}

pub async fn tells_each_step_on_the_same_line<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(ONE_LINE_LOOP)]).await;
    let round = world.visit("Round");
    let thread = front.stopped(ONE_LINE_LOOP).await;
    for step in 0..3 {
        front.step(thread, StepKind::Over).await;
        front.stopped(ONE_LINE_LOOP).await;
        // Something else is said in between, so that the next stop is seen to be told anew.
        assert_eq!(front.evaluate(thread, 0, &format!("{step} + 100")).await, format!("10{step}"));
    }
    front.resume(thread).await;
    assert_eq!(page(round).await, "total 1770");
    front.detach().await;
}

pub async fn keeps_two_threads_apart<F: FrontEnd>() {
    let world = World::new().await;
    let breakpoints = [Wanted::halt(IN_WALK), Wanted::halt(MANY_ARE_MADE)];
    let mut front = F::attached(&world, &breakpoints).await;
    let walk = world.visit("Walk");
    let first = front.stopped(IN_WALK).await;
    let many = world.visit("Many");
    let second = front.stopped(MANY_ARE_MADE).await;
    assert_ne!(first, second);
    assert_eq!(front.evaluate(second, 0, "many.length").await, "1204");
    assert_eq!(front.evaluate(first, 0, "typeof many").await, "undefined");
    front.step(first, StepKind::Over).await;
    front.stopped(IN_WALK + 1).await;
    assert_eq!(front.evaluate(first, 0, "one + 1").await, "4");
    front.resume(second).await;
    assert_eq!(page(many).await, "many 1204");
    front.resume(first).await;
    assert_eq!(page(walk).await, "sum 3");
    front.detach().await;
}

pub async fn tells_that_a_thread_expired<F: FrontEnd>() {
    // Long enough to be halted and looked at on a busy machine, were it renewed.
    let world = World::with_halt_timeout(Duration::from_secs(6)).await;
    let mut front = F::attached(&world, &[Wanted::halt(IN_WALK)]).await;
    let walk = world.visit("Walk");
    let thread = front.stopped(IN_WALK).await;
    front.let_expire().await;
    front.expired(thread).await;
    page(walk).await;
    front.detach().await;
}

pub async fn tells_that_its_client_is_gone_and_comes_back<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(IN_WALK)]).await;
    world.remove_client().await;
    front.disabled().await;
    front.come_back().await;
    let walk = world.visit("Walk");
    let thread = front.stopped(IN_WALK).await;
    front.resume(thread).await;
    assert_eq!(page(walk).await, "sum 3");
    front.detach().await;
}

pub async fn tells_that_the_line_is_lost_and_that_it_is_back<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(IN_WALK)]).await;
    let walk = world.visit("Walk");
    let thread = front.stopped(IN_WALK).await;
    world.cut();
    front.offline().await;
    world.mend();
    front.online().await;
    assert_eq!(front.evaluate(thread, 0, "1 + 1").await, "2", "it stands where it stood");
    front.resume(thread).await;
    assert_eq!(page(walk).await, "sum 3");
    front.detach().await;
}

pub async fn evaluates_in_an_outer_frame<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(IN_ADD)]).await;
    let walk = world.visit("Walk");
    let thread = front.stopped(IN_ADD).await;
    assert_eq!(
        front.evaluate(thread, 1, "typeof one + ' ' + typeof a").await,
        "undefined undefined"
    );
    assert_eq!(front.evaluate(thread, 0, "'inside ' + (a + b)").await, "inside 3");
    front.resume(thread).await;
    page(walk).await;
    front.detach().await;
}

pub async fn reaches_the_last_of_many_members<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(MANY_ARE_MADE)]).await;
    let many = world.visit("Many");
    let thread = front.stopped(MANY_ARE_MADE).await;
    assert_eq!(front.entry(thread, "many", 1_203).await, (1_204, "entry 1203".to_owned()));
    front.resume(thread).await;
    page(many).await;
    front.detach().await;
}

pub async fn tells_lists_by_what_they_hold<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(LISTS_ARE_MADE)]).await;
    let lists = world.visit("Lists");
    let thread = front.stopped(LISTS_ARE_MADE).await;
    for (name, shown) in LISTS {
        assert_eq!(front.variable(thread, name).await, *shown, "{name}");
    }
    front.resume(thread).await;
    page(lists).await;
    front.detach().await;
}

pub async fn logs_without_halting<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::log(IN_ADD, "adding {a} and {b}")]).await;
    assert_eq!(page(world.visit("Walk")).await, "sum 3", "nobody lets it go");
    front.logged("adding 1 and 2", IN_ADD).await;
    front.detach().await;
}

pub async fn steps_over_what_only_logs<F: FrontEnd>() {
    let world = World::new().await;
    let breakpoints = [Wanted::halt(IN_WALK), Wanted::log(IN_ADD, "adding {a} and {b}")];
    let mut front = F::attached(&world, &breakpoints).await;
    let walk = world.visit("Walk");
    let thread = front.stopped(IN_WALK).await;
    front.step(thread, StepKind::Over).await;
    front.logged("adding 1 and 2", IN_ADD).await;
    front.stopped(IN_WALK + 1).await;
    assert_eq!(front.evaluate(thread, 0, "one + 1").await, "4");
    front.resume(thread).await;
    assert_eq!(page(walk).await, "sum 3");
    front.detach().await;
}

pub async fn leaves_nothing_behind<F: FrontEnd>() {
    let world = World::new().await;
    let mut front = F::attached(&world, &[Wanted::halt(IN_WALK)]).await;
    let walk = world.visit("Walk");
    front.stopped(IN_WALK).await;
    front.detach().await;
    assert_eq!(page(walk).await, "sum 3", "its thread runs on");
    assert!(!world.has_client().await, "its client is gone");
    assert_eq!(page(world.visit("Walk")).await, "sum 3", "its breakpoint is gone");
}
