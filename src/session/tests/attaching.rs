//! Coming, losing, leaving.

use super::*;
use crate::api::debugger::ThreadList;
use crate::api::ids::DebuggerId;
use crate::session::rehearsal::{client_gone, is_list, unreachable};
use crate::session::{Answer, Connection, Effect, Failure, FailureKind, Leaving, Options, Saved};
use std::time::Duration;

fn creates(request: &Request) -> bool {
    *request == Request::CreateClient
}

fn deletes(request: &Request) -> bool {
    *request == Request::DeleteClient
}

fn in_use() -> Rehearsal {
    let mut play = Rehearsal::configured();
    play.command(Command::Attach);
    play.answer(
        is_list,
        Answer::Threads(ThreadList {
            script_threads: vec![crate::session::rehearsal::halted(3, &AT_142)],
        }),
    );
    play
}

#[test]
fn without_an_instance_it_is_offline_and_asks_nobody() {
    let mut play = Rehearsal::new(Options::default(), Saved::default());
    play.command(Command::Attach);
    assert_eq!(word(&play), "OFFLINE");
    assert_eq!(play.session.connection(), &Connection::NotConfigured);
    assert!(play.sent.is_empty());
    assert!(play.effects.contains(&Effect::FindSources));
}

#[test]
fn the_client_is_created_only_after_a_412() {
    let mut play = Rehearsal::configured();
    play.command(Command::Attach);
    assert_eq!(word(&play), "CONNECTING");
    assert_eq!((play.sent.len(), count(&play, creates)), (1, 0));
    play.fail(is_list, client_gone());
    assert_eq!(count(&play, creates), 1);
    play.answer(creates, Answer::Done);
    assert_eq!(word(&play), "WAITING");
    assert_eq!(count(&play, is_list), 1, "polled at once");
}

#[test]
fn an_id_in_use_is_joined_or_left_alone_but_never_deleted() {
    let mut play = in_use();
    assert_eq!(word(&play), "CONNECTING");
    assert_eq!((count(&play, creates), count(&play, deletes)), (0, 0));
    play.answer(|request| *request == Request::Breakpoints, Answer::Breakpoints(vec![]));
    let known = Connection::InUse { breakpoints: Some(0), halts: 1 };
    assert_eq!(play.session.connection(), &known);

    play.command(Command::Join);
    play.answer(|request| *request == Request::Breakpoints, Answer::Breakpoints(vec![]));
    play.halt(3, &AT_142);
    assert_eq!(word(&play), "HALTED");
    play.command(Command::Detach(Leaving::LetRun));
    assert_eq!(count(&play, deletes), 0);
    assert!(play.session.connection().is_detached());
}

#[test]
fn another_id_is_counted_on() {
    let mut play = in_use();
    play.command(Command::TakeOtherId);
    let other = DebuggerId::from("haltscope-2");
    assert!(play.effects.contains(&Effect::UseDebuggerId(other)));
    assert_eq!(count(&play, is_list), 1);
}

#[test]
fn a_412_later_waits_for_the_user() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(1));
    play.fail(is_list, client_gone());
    assert_eq!(word(&play), "DISABLED");
    play.pass(Duration::from_mins(2));
    assert_eq!(play.sent.len(), 0, "never by itself");
    play.command(Command::Reattach);
    assert_eq!((count(&play, creates), word(&play)), (1, "CONNECTING"));
    play.answer(creates, Answer::Done);
    assert_eq!(word(&play), "WAITING");
}

#[test]
fn a_lost_connection_is_tried_again_in_growing_pauses_with_jitter() {
    let mut play = Rehearsal::attached();
    play.pass(Duration::from_secs(1));
    let mut pauses = Vec::new();
    for _ in 0..6 {
        play.fail(is_list, unreachable());
        assert_eq!(word(&play), "OFFLINE");
        let failed = play.now;
        while count(&play, is_list) == 0 {
            play.pass(Duration::from_millis(20));
        }
        pauses.push(play.now.since(failed).as_secs_f64());
    }
    for (pause, expected) in pauses.iter().zip([1.0, 2.0, 4.0, 8.0, 15.0, 15.0]) {
        assert!((pause / expected - 1.0).abs() < 0.25, "{pauses:?}");
    }
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
}

#[test]
fn a_wrong_password_is_not_tried_again_by_itself() {
    let mut play = Rehearsal::configured();
    play.command(Command::Attach);
    play.fail(is_list, Failure::new(FailureKind::Unauthorized, "401", "check the user name"));
    assert_eq!(word(&play), "OFFLINE");
    play.pass(Duration::from_mins(5));
    assert!(play.sent.is_empty());
    play.command(Command::Retry);
    assert_eq!((play.sent.len(), word(&play)), (1, "CONNECTING"));
}

#[test]
fn leaving_deletes_the_client_once_and_ends() {
    let mut play = halted_at_142();
    play.command(Command::Detach(Leaving::LetRun));
    play.command(Command::Detach(Leaving::LetRun));
    assert_eq!(count(&play, deletes), 1);
    play.answer(deletes, Answer::Done);
    assert_eq!(play.session.connection(), &Connection::Detached { remains: None });
}

#[test]
fn leaving_can_stop_the_threads_first() {
    let mut play = halted_at_142();
    play.command(Command::Detach(Leaving::StopThreads));
    assert_eq!(count(&play, deletes), 0);
    play.answer(|request| matches!(request, Request::Stop(_)), Answer::Done);
    assert_eq!(count(&play, deletes), 1);
}

#[test]
fn a_server_that_hangs_is_left_after_two_seconds() {
    let mut play = halted_at_142();
    play.command(Command::Detach(Leaving::LetRun));
    play.pass(Duration::from_secs(2));
    let Connection::Detached { remains: Some(remains) } = play.session.connection() else {
        panic!("it must have given up: {:?}", play.session.connection());
    };
    assert!(remains.contains("haltscope"), "{remains}");
}

#[test]
fn idle_traffic_stays_below_two_requests_a_second() {
    let mut play = Rehearsal::attached();
    let mut lists = 0;
    for _ in 0..12_000 {
        play.pass(Duration::from_millis(10));
        if count(&play, is_list) > 0 {
            lists += 1;
            play.list(&[]);
        }
    }
    assert!((170..=182).contains(&lists), "a minute at 500 ms, then one at 1 s: {lists}");
}
