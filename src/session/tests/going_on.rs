//! Threads that are to run though the server doesn't let them go.

use super::*;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::rehearsal::{is_list, running};
use crate::session::{Answer, BreakpointSpec, Change, Failure, FailureKind, Session};
use std::time::Duration;

fn busy() -> Failure {
    Failure::new(FailureKind::Refused, "503 busy", "try again")
}

fn lost() -> Failure {
    Failure::new(FailureKind::Unreachable, "connection reset", "check the network")
}

/// The resume under way fails, and lists show the thread where it stood.
fn stays(play: &mut Rehearsal, failure: Failure) {
    assert!(play.fail(resumes, failure), "it was let go: {:?}", play.sent);
    play.halt(7, &AT_142);
}

/// No resume leaves in that time, though lists come; then one does.
fn waits(play: &mut Rehearsal, pause: Duration) {
    let last = Duration::from_millis(20);
    for _ in 0..10 {
        assert_eq!(count(play, resumes), 0);
        play.pass(pause.saturating_sub(last) / 10);
        if count(play, is_list) > 0 {
            play.halt(7, &AT_142);
        }
    }
    assert_eq!(count(play, resumes), 0);
    play.pass(last);
    assert_eq!(count(play, resumes), 1);
}

fn is_being_released(session: &Session) -> bool {
    session.is_being_released(ThreadId(7))
}

fn at_log_point() -> Rehearsal {
    let mut play = Rehearsal::attached();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    spec.log = Some("here".to_owned());
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
    play.halt(7, &AT_142);
    play
}

#[test]
fn a_log_point_is_left_after_pauses_that_grow() {
    let mut play = at_log_point();
    for pause in [300, 1000, 2000, 4000, 8000, 8000] {
        stays(&mut play, busy());
        waits(&mut play, Duration::from_millis(pause));
    }
    assert!(
        notice(&play).starts_with("T7 is to go on: resume was refused and is sent again in 8 s")
    );
    let logged = |change: &&Change| matches!(change, Change::Output { logged: Some(_), .. });
    assert_eq!(play.changes.iter().filter(logged).count(), 1);
    play.answer(resumes, Answer::Thread(running(7)));
    play.list(&[running(7)]);
    play.pass(Duration::from_secs(20));
    assert_eq!(count(&play, resumes), 0, "it has gone");
}

#[test]
fn who_only_looks_lets_go_until_it_is_done() {
    for failure in [busy(), lost()] {
        let mut play = halted_at_142();
        play.thread(ThreadCommand::Release);
        assert!(is_being_released(&play.session));
        stays(&mut play, failure);
        assert_eq!(word(&play), "HALTED");
        waits(&mut play, Duration::from_millis(300));
        play.answer(resumes, Answer::Thread(running(7)));
        assert!(!is_being_released(&play.session));
    }
}

#[test]
fn what_somebody_wants_of_a_thread_counts_more() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Release);
    stays(&mut play, busy());
    over_to(&mut play, &AT_143);
    play.pass(Duration::from_secs(2));
    assert_eq!(count(&play, resumes), 0);
    assert!(!is_being_released(&play.session));
}

#[test]
fn a_thread_that_went_after_all_is_left_alone() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Release);
    assert!(play.fail(resumes, lost()));
    play.halt(7, &AT_143);
    assert!(!is_being_released(&play.session));
    play.pass(Duration::from_secs(1));
    assert_eq!(count(&play, resumes), 0, "it halted anew");
}

#[test]
fn one_asks_again_no_sooner_than_the_server_wants() {
    let mut play = at_log_point();
    stays(&mut play, busy().retry_after(Some(Duration::from_secs(3))));
    waits(&mut play, Duration::from_secs(3));
}
