//! Countdowns and renewal: a promise, checked row by row.

use super::*;
use crate::api::debugger::{ScriptThread, ThreadStatus};
use crate::api::ids::ThreadId;
use crate::session::rehearsal::{client_gone, halted, is_list, running, unreachable};
use crate::session::{
    Answer, Change, Countdown, CountdownLevel, Effect, Event, Failure, FailureKind, KeepAliveMode,
    KeepAlivePlan, KeepAliveReport, Options, Saved, StopReason, Time,
};
use std::time::Duration;

const fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn left(play: &Rehearsal) -> Countdown {
    play.session.countdown(ThreadId(7), play.now).expect("it may be halted")
}

fn plan(play: &Rehearsal) -> Option<KeepAlivePlan> {
    play.effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepAlive(wanted) => Some(*wanted),
        _ => None,
    })
}

/// When the next renewal is due: seconds from now; 0 for "at once".
fn due(play: &Rehearsal) -> Option<u64> {
    match plan(play)? {
        KeepAlivePlan::Rest => None,
        KeepAlivePlan::Renew { due, .. } => Some(play.now.until(due).as_secs()),
    }
}

fn report(play: &mut Rehearsal, report: KeepAliveReport) {
    play.event(Event::KeepAlive(report));
}

fn sent(play: &mut Rehearsal, number: u64) -> Time {
    let at = play.now;
    report(play, KeepAliveReport::Sent { number, at });
    at
}

fn answered(play: &mut Rehearsal, number: u64, sent: Time) {
    report(play, KeepAliveReport::Renewed { number, sent });
}

/// A renewal leaves and is answered at once; a list beside it shows the thread where it stood.
fn renewed(play: &mut Rehearsal, number: u64) {
    let at = sent(play, number);
    answered(play, number, at);
    play.halt(7, &AT_142);
}

/// So many seconds with a list each.
fn live(play: &mut Rehearsal, count: u64) {
    for _ in 0..count {
        play.pass(seconds(1));
        play.halt(7, &AT_142);
    }
}

/// Halted, with so much left of its time.
fn halted_with(rest: u64) -> Rehearsal {
    let mut play = halted_at_142();
    let count = left(&play).remaining.as_secs() - rest;
    live(&mut play, count);
    play
}

#[test]
fn the_countdown_starts_at_the_last_list_that_did_not_show_the_halt() {
    let mut play = Rehearsal::attached();
    let unseen = play.now;
    play.pass(Duration::from_millis(500));
    play.pass(seconds(3));
    play.halt(7, &AT_142);
    assert_eq!(left(&play).remaining + play.now.since(unseen), seconds(60));
}

#[test]
fn a_key_after_too_long_an_absence_renews_at_once() {
    let mut play = halted_at_142();
    for number in 1..=46 {
        play.pass(seconds(20));
        renewed(&mut play, number);
    }
    play.pass(seconds(20));
    assert_eq!(plan(&play), Some(KeepAlivePlan::Rest), "nobody has been there for 15 minutes");
    assert!(play.session.keep_alive().is_idle());
    play.command(Command::Touch);
    assert_eq!(due(&play), Some(0));
    assert!(!play.session.keep_alive().is_idle());
}

#[test]
fn a_halt_of_unknown_age_is_renewed_at_once_and_shows_no_time() {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
    let list = crate::api::debugger::ThreadList { script_threads: vec![halted(7, &AT_142)] };
    play.answer(is_list, Answer::Threads(list));
    play.command(Command::Connection(ConnectionCommand::Join));
    while play.answer(|request| *request == Request::Breakpoints, Answer::Breakpoints(vec![])) {}
    play.halt(7, &AT_142);
    assert_eq!(left(&play).level, CountdownLevel::Unknown);
    assert_eq!(due(&play), Some(0));
    let at = sent(&mut play, 1);
    play.pass(seconds(1));
    answered(&mut play, 1, at);
    assert_eq!(left(&play).level, CountdownLevel::Unknown, "a 204 proves nothing");
    play.halt(7, &AT_142);
    assert_eq!(left(&play).remaining, seconds(60).saturating_sub(play.now.since(at)));
    let reasons = play
        .changes
        .iter()
        .filter(|change| matches!(change, Change::Stopped { reason: StopReason::Entry, .. }));
    assert_eq!(reasons.count(), 1);
}

#[test]
fn what_halts_before_the_first_list_of_a_new_client_was_not_halted_before() {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.fail(is_list, client_gone());
    play.answer(|request| *request == Request::CreateClient, Answer::Done);
    play.serve_breakpoints();
    play.halt(7, &AT_142);
    let stopped = play.changes.iter().find_map(|change| match change {
        Change::Stopped { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!(stopped, Some(StopReason::Breakpoint));
}

#[test]
fn the_period_follows_a_servers_shorter_limit() {
    let halt_timeout = seconds(10);
    let instance = Some("zzzz-001".to_owned());
    let options = Options { instance, halt_timeout, ..Options::default() };
    let mut play = Rehearsal::new(options, Saved::default());
    play.attach();
    play.halt(7, &AT_142);
    let Some(KeepAlivePlan::Renew { due, rhythm, .. }) = plan(&play) else {
        panic!("it is planned")
    };
    assert!(play.now.until(due) <= seconds(10) / 3);
    let two_failures = rhythm.period + rhythm.pauses[0] + rhythm.pauses[1];
    assert!(two_failures < seconds(6), "time for a third: {two_failures:?}");
    assert_eq!(left(&play).level, CountdownLevel::Fine);
}

#[test]
fn a_thread_that_may_be_halted_is_renewed_while_answers_are_missing() {
    // A step that is not answered: it may stand where it stood.
    let mut play = halted_at_142();
    over(&mut play);
    assert!(matches!(plan(&play), Some(KeepAlivePlan::Renew { .. })));
    assert!(left(&play).remaining <= seconds(60));
    // A step whose list stalls.
    play.stepped(7, &AT_143);
    play.pass(seconds(20));
    assert_eq!(due(&play), Some(0));
    // A running thread whose polls stall may have halted since.
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Continue);
    play.answer(|request| matches!(request, Request::Resume(_)), Answer::Thread(running(7)));
    play.list(&[running(7)]);
    assert_eq!(play.session.countdown(ThreadId(7), play.now), None, "it runs");
    let fresh = due(&play).expect("it may halt unseen");
    assert!(fresh >= 18, "not before a list is missing: {fresh}");
    play.pass(seconds(21));
    assert_eq!(due(&play), Some(0));
}

#[test]
fn a_halt_that_is_seen_late_is_renewed_at_once() {
    let mut play = Rehearsal::attached();
    play.list(&[running(7)]);
    play.pass(seconds(42));
    play.halt(7, &AT_142);
    assert!(left(&play).remaining <= seconds(18), "{:?}", left(&play));
    assert_eq!(due(&play), Some(0));
}

#[test]
fn a_renewal_counts_only_for_threads_that_a_list_shows() {
    let mut play = halted_with(30);
    let at = sent(&mut play, 1);
    answered(&mut play, 1, at);
    assert_eq!(left(&play).remaining, seconds(30), "204 alone is no evidence");
    play.halt(7, &AT_142);
    assert_eq!(left(&play).remaining, seconds(60));
    // One that is gone never gets its minute.
    live(&mut play, 20);
    let at = sent(&mut play, 2);
    answered(&mut play, 2, at);
    let before = left(&play).remaining;
    play.list(&[]);
    assert!(before <= seconds(41));
    assert_eq!(play.session.countdown(ThreadId(7), play.now), None);
}

#[test]
fn a_204_that_comes_after_the_end_needs_a_list_from_after_it() {
    let mut play = halted_with(5);
    let at = sent(&mut play, 1);
    play.halt(7, &AT_142);
    play.pass(seconds(7));
    answered(&mut play, 1, at);
    assert_eq!(left(&play).level, CountdownLevel::Expired, "it may have died before");
    play.halt(7, &AT_142);
    assert!(left(&play).remaining >= seconds(50), "a list from after the 204 shows it alive");
}

#[test]
fn an_older_renewal_takes_nothing_away() {
    let mut play = halted_at_142();
    let early = sent(&mut play, 1);
    play.pass(seconds(5));
    renewed(&mut play, 2);
    let before = left(&play).remaining;
    answered(&mut play, 1, early);
    play.halt(7, &AT_142);
    assert!(left(&play).remaining + seconds(2) >= before);
}

#[test]
fn unanswered_renewals_overlap_and_failed_ones_come_sooner() {
    let mut play = halted_at_142();
    play.pass(seconds(20));
    play.halt(7, &AT_142);
    sent(&mut play, 1);
    assert_eq!(due(&play), Some(5), "beside the one that is not answered");
    let failure = unreachable();
    report(&mut play, KeepAliveReport::Failed { number: 1, failure });
    assert_eq!(due(&play), Some(2));
    sent(&mut play, 2);
    report(&mut play, KeepAliveReport::Failed { number: 2, failure: unreachable() });
    assert_eq!(due(&play), Some(4));
    assert_eq!(play.session.keep_alive().failures(), 2);
    renewed(&mut play, 3);
    assert_eq!(play.session.keep_alive().failures(), 0);
}

#[test]
fn what_failed_before_a_thread_halted_is_not_said_of_it() {
    let mut play = halted_at_142();
    sent(&mut play, 1);
    report(&mut play, KeepAliveReport::Failed { number: 1, failure: unreachable() });
    let halted = play.now;
    let failures = |play: &Rehearsal| play.session.keep_alive().failures_since(halted);
    assert_eq!(failures(&play), 1);
    play.pass(seconds(1));
    let later = play.now;
    assert_eq!(play.session.keep_alive().failures_since(later), 0);
    sent(&mut play, 2);
    report(&mut play, KeepAliveReport::Failed { number: 2, failure: unreachable() });
    assert_eq!(play.session.keep_alive().failures_since(later), 2, "in a row");
}

#[test]
fn it_is_low_at_fifteen_seconds_and_says_why_before_the_end() {
    let mut play = halted_at_142();
    let bells = |play: &Rehearsal| play.effects.iter().filter(|one| **one == Effect::Bell).count();
    let failure = Failure::new(FailureKind::Silent, "no answer within 60.0 s", "wait");
    report(&mut play, KeepAliveReport::Failed { number: 1, failure });
    assert_eq!((left(&play).level, bells(&play)), (CountdownLevel::Fine, 0));
    play.pass(left(&play).remaining.saturating_sub(seconds(15)));
    assert_eq!((left(&play).level, bells(&play)), (CountdownLevel::Low, 1));
    assert!(notice(&play).contains("T7 ends in 15 s"), "{}", notice(&play));
    assert!(notice(&play).contains("POST threads/reset failed: no answer"), "{}", notice(&play));
    play.pass(seconds(15));
    assert_eq!((left(&play).level, bells(&play)), (CountdownLevel::Expired, 1));
    let over = "T7's time is over, the server may have ended it: POST threads/reset failed";
    assert!(notice(&play).starts_with(over), "{}", notice(&play));
    play.list(&[]);
    assert_eq!(word(&play), "WAITING");
    assert!(notice(&play).contains("T7 expired: POST threads/reset failed"), "{}", notice(&play));
    assert!(play.session.history().newest().is_some(), "the last halt is in history");
}

#[test]
fn what_was_said_of_a_thread_that_ran_low_goes_when_it_is_true_no_more() {
    let low = || {
        let play = halted_with(15);
        assert!(notice(&play).contains("T7 ends in 15 s"), "{}", notice(&play));
        play
    };
    let mut play = low();
    renewed(&mut play, 1);
    assert_eq!(notice(&play), "T7 was renewed in time");
    let mut play = low();
    play.list(&[running(7)]);
    assert_eq!(notice(&play), "T7 runs on: it was resumed elsewhere");
    let mut play = low();
    play.command(Command::KeepAlive(KeepAliveMode::Off));
    let said = notice(&play).to_owned();
    live(&mut play, 16);
    assert_eq!(notice(&play), said, "something else was said since");
}

#[test]
fn renewal_is_planned_while_something_may_be_halted() {
    let mut play = Rehearsal::attached();
    assert_eq!(plan(&play), None);
    play.halt(7, &AT_142);
    assert!(matches!(plan(&play), Some(KeepAlivePlan::Renew { .. })));
    play.command(Command::KeepAlive(KeepAliveMode::Off));
    assert_eq!(plan(&play), Some(KeepAlivePlan::Rest));
    play.command(Command::RenewNow);
    assert_eq!(due(&play), Some(0));
    play.list(&[]);
    assert_eq!(plan(&play), Some(KeepAlivePlan::Rest), "nothing runs, nothing is armed");
    play.command(Command::RenewNow);
    assert_eq!(notice(&play), "no thread is halted: those that halt are renewed");
}

#[test]
fn with_breakpoints_armed_a_silent_line_is_renewed_for_what_may_have_halted_unseen() {
    let mut play = Rehearsal::attached();
    let script = crate::api::ids::ScriptPath::from(CART);
    let toggle = BreakpointCommand::Toggle { script, line: crate::api::ids::Line(10) };
    play.command(Command::Breakpoint(toggle));
    play.serve_breakpoints();
    play.list(&[]);
    assert!(due(&play).is_some_and(|due| due >= 18));
    play.pass(seconds(21));
    assert_eq!(due(&play), Some(0));
}

#[test]
fn the_lowest_other_thread_is_named() {
    let mut play = halted_at_142();
    play.pass(seconds(10));
    play.list(&[halted(7, &AT_142), halted(9, &AT_143)]);
    let selected = play.focus.map(|spot| spot.thread);
    assert_eq!(play.session.lowest_other(selected, play.now), None, "the selected is the lowest");
    let lowest = play.session.lowest_other(Some(ThreadId(9)), play.now).map(|(id, _)| id);
    assert_eq!(lowest, Some(ThreadId(7)));
}

#[test]
fn a_thread_that_never_halted_ends_in_the_log_alone() {
    let mut play = Rehearsal::attached();
    play.list(&[ScriptThread { status: ThreadStatus::Running, ..halted(8, &[]) }]);
    let before = notice(&play).to_owned();
    play.list(&[]);
    assert_eq!(notice(&play), before);
    let log: Vec<&str> = play.session.log().lines().map(|line| line.text.as_str()).collect();
    assert!(log.contains(&"T8 finished"), "{log:?}");
}
