//! Every way out, and the pause.

use crate::testkit::instance::Instead;
use crate::testkit::screen::{Runner, Start};
use haltscope::tui::{Ending, Signal};
use std::time::Duration;
use tokio::time::Instant;

fn deletes(runner: &Runner) -> usize {
    runner.instance.count("DELETE /client")
}

#[tokio::test(start_paused = true)]
async fn quit_detaches_at_once_when_nothing_is_halted() {
    let mut runner = Runner::attached().await;
    runner.press("q");
    assert_eq!(runner.ended().await, (0, None));
    assert_eq!(deletes(&runner), 1);
    assert_eq!(runner.tty.done(), ["enter", "leave"]);
}

#[tokio::test(start_paused = true)]
async fn quit_asks_while_a_thread_is_halted() {
    let mut runner = Runner::halted().await;
    runner.press("q");
    runner.shows("1 thread is halted on zzzz-001").await;
    runner.press("esc");
    runner.hides("1 thread is halted").await;
    runner.press("q enter");
    assert_eq!(runner.ended().await, (0, None));
    assert_eq!(deletes(&runner), 1);
}

#[tokio::test(start_paused = true)]
async fn quit_can_stop_the_threads_first() {
    let mut runner = Runner::halted().await;
    runner.press("q s");
    assert_eq!(runner.ended().await.0, 0);
    let calls = runner.instance.calls();
    let stop = calls.iter().position(|call| call.ends_with("/stop")).expect("a stop");
    let delete = calls.iter().position(|call| call == "DELETE /client").expect("a delete");
    assert!(stop < delete, "{calls:?}");
}

#[tokio::test(start_paused = true)]
async fn ctrl_c_cancels_and_twice_leaves_unasked() {
    let mut runner = Runner::halted().await;
    runner.press("e ctrl-c");
    runner.shows("Ctrl-c again within 2 s").await;
    runner.hides("Eval  #0").await;
    runner.press("ctrl-c");
    assert_eq!(runner.ended().await, (130, None));
    assert_eq!(deletes(&runner), 1);
}

#[tokio::test(start_paused = true)]
async fn a_signal_leaves_unasked() {
    let mut runner = Runner::halted().await;
    runner.signal(Signal::Terminate);
    assert_eq!(runner.ended().await, (130, None));
    assert_eq!(deletes(&runner), 1);
}

#[tokio::test(start_paused = true)]
async fn an_instance_that_does_not_answer_is_waited_for_two_seconds() {
    let start = Start { latency: Duration::from_millis(700), ..Start::default() };
    let mut runner = Runner::start(start);
    runner.shows("WAITING").await;
    runner.instance.play(|part| part.instead = Some(("", Instead::Hangs)));
    let asked = Instant::now();
    runner.press("q");
    let (code, message) = runner.ended().await;
    assert_eq!(code, 1);
    assert!(message.expect("a hint").contains("haltscope"), "names the client");
    assert!((2_000..2_100).contains(&asked.elapsed().as_millis()), "{:?}", asked.elapsed());
}

#[tokio::test(start_paused = true)]
async fn suspend_renews_once_and_comes_back_with_a_whole_screen() {
    let runner = Runner::halted().await;
    let asked = Instant::now();
    runner.press("ctrl-z");
    runner.instance_has("a stop and a return", |_| runner.tty.done().len() >= 4).await;
    assert!(asked.elapsed() < Duration::from_millis(100), "it stops when the renewal is answered");
    assert_eq!(
        runner.tty.done(),
        ["enter", "leave", "stop: haltscope: 1 thread halted, it ends in 60 s", "enter"]
    );
    assert!(runner.instance.count("POST /threads/reset") > 0);
    runner.shows("HALTED").await;
}

#[tokio::test(start_paused = true)]
async fn a_first_run_has_a_form_that_does_not_show_the_password() {
    let mut runner = Runner::start(Start { configured: false, ..Start::default() });
    runner.shows("OFFLINE").await;
    runner.press("enter");
    runner.shows("is not stored").await;
    runner.type_text("dev.example");
    runner.press("tab");
    runner.type_text("me");
    runner.press("tab");
    runner.type_text("hunter2");
    runner.shows("*******").await;
    assert!(!runner.screen.text().contains("hunter2"));
    runner.press("enter");
    let Ending::Connect(details) = runner.ending().await else { panic!("it ended otherwise") };
    assert_eq!((details.server.as_str(), details.username.as_str()), ("dev.example", "me"));
    assert!(!format!("{details:?}").contains("hunter2"));
}
