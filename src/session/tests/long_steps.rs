//! Steps that take long, and those that come to nothing.

use super::*;
use crate::session::Answer;
use crate::session::rehearsal::{halted, running};
use std::time::Duration;

/// A step whose loop takes seconds: after two the thread is shown as running.
#[test]
fn a_step_that_is_shown_as_running_says_so_too() {
    let mut play = halted_at_142();
    over(&mut play);
    play.pass(Duration::from_secs(2));
    play.answer(is_step, Answer::Thread(running(7)));
    for _ in 0..2 {
        play.list(&[running(7)]);
        play.pass(Duration::from_secs(1));
    }
    assert_eq!(word(&play), "RUNNING");
    assert!(!notice(&play).contains("cannot pause"), "{}", notice(&play));
    play.list(&[running(7)]);
    play.pass(Duration::from_secs(1));
    assert!(notice(&play).starts_with("T7 has run for 5 s"), "{}", notice(&play));
    // Whoever lets a thread run on doesn't wait for it.
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Continue);
    play.answer(|request| matches!(request, Request::Resume(_)), Answer::Thread(running(7)));
    for _ in 0..8 {
        play.list(&[running(7)]);
        play.pass(Duration::from_secs(1));
    }
    assert!(!play.session.log().lines().any(|line| line.text.contains("cannot pause")));
}

/// `return add(n - 1) + 1`: nothing is left to do on the way.
#[test]
fn where_a_thread_stood_is_said_no_more_once_it_has_ended() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    play.halt(7, &AT_143);
    let result = |play: &Rehearsal| play.session.result().map(|notice| notice.text.clone());
    assert!(result(&play).is_some_and(|text| text.starts_with("stepped to Cart.js:143")));
    play.thread(ThreadCommand::Continue);
    play.answer(|request| matches!(request, Request::Resume(_)), Answer::Thread(running(7)));
    play.list(&[]);
    assert_eq!((notice(&play), result(&play)), ("T7 finished", None));
}

#[test]
fn a_step_out_tells_how_many_callers_ended_with_the_function() {
    for (callers, words) in [(1, "a caller ended"), (3, "3 callers ended")] {
        let mut stack = vec![("add()", CART, 150); callers + 1];
        stack.push(("onAdd()", CART, 61));
        let mut play = Rehearsal::attached();
        play.halt(7, &stack);
        play.thread(ThreadCommand::Step(StepKind::Out));
        arrive(&mut play, &[("onAdd()", CART, 62)]);
        let expected = format!("stepped to Cart.js:62: {words} with the function (");
        assert!(notice(&play).starts_with(&expected), "{}", notice(&play));
    }
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Step(StepKind::Out));
    arrive(&mut play, &[("onAdd()", CART, 61)]);
    assert!(!notice(&play).contains("ended"), "{}", notice(&play));
}

/// `next()` as the last statement of each caller, or nobody who called.
#[test]
fn a_step_out_that_ends_its_thread_says_whether_there_were_callers() {
    for (callers, words) in [
        (0, "out of the outermost function lets it run on"),
        (2, "no caller had more to do, or an error ended it"),
    ] {
        let mut play = Rehearsal::attached();
        play.halt(7, &vec![("next()", CART, 150); callers + 1]);
        play.thread(ThreadCommand::Step(StepKind::Out));
        play.answer(is_step, Answer::Thread(running(7)));
        play.list(&[]);
        assert_eq!(notice(&play), format!("T7 finished: {words}"));
    }
}

#[test]
fn a_step_without_an_answer_says_so_while_lists_come() {
    let mut play = halted_at_142();
    over(&mut play);
    for _ in 0..6 {
        play.pass(Duration::from_secs(1));
        play.list(&[halted(7, &AT_142)]);
    }
    assert!(notice(&play).starts_with("T7: no answer to over for 5 s"), "{}", notice(&play));
}

#[test]
fn why_a_step_was_refused_stays_beside_where_the_thread_stands() {
    let told = |failure: crate::session::Failure| {
        let mut play = halted_at_142();
        over(&mut play);
        play.fail(is_step, failure);
        play.halt(7, &AT_142);
        notice(&play).to_owned()
    };
    let fault = |status: u16, name: &str| {
        let text = format!(r#"{{"fault":{{"type":"{name}","message":"no such step"}}}}"#);
        let fault = crate::api::fault::Fault::parse(text.as_bytes()).expect("a fault");
        crate::session::Failure::from_fault(status, &fault)
    };
    let refused = told(fault(404, "ResourceNotFoundException"));
    assert!(refused.starts_with("over was refused: T7 stands where it stood; 404 "), "{refused}");
    assert!(refused.contains("404 ") && refused.contains("no such step"), "{refused}");
    let failed = told(fault(500, "InternalServerErrorException"));
    assert!(failed.starts_with("over failed on the server: 500 "), "{failed}");
    assert!(failed.contains("500 ") && failed.contains("logs"), "{failed}");
    let page = crate::session::Failure::new(
        crate::session::FailureKind::Unexpected,
        "a web page came instead of JSON",
        "check --server",
    );
    let page = told(page);
    assert!(page.contains("a web page came instead of JSON: check --server"), "{page}");
}
