//! Countdowns and renewal.

use super::*;
use crate::api::debugger::ScriptThread;
use crate::api::ids::ThreadId;
use crate::session::rehearsal::halted;
use crate::session::{
    Countdown, CountdownLevel, Effect, Event, KeepAliveMode, KeepAlivePlan, KeepAliveReport, Time,
};
use std::time::Duration;

fn left(play: &Rehearsal) -> Countdown {
    play.session.countdown(ThreadId(7), play.now).expect("it is halted")
}

fn plan(play: &Rehearsal) -> Option<KeepAlivePlan> {
    play.effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepAlive(wanted) => Some(*wanted),
        _ => None,
    })
}

fn renewed(play: &mut Rehearsal) {
    let sent = play.now;
    play.event(Event::KeepAlive(KeepAliveReport::Renewed { sent }));
}

#[test]
fn the_countdown_starts_at_the_last_list_that_did_not_show_the_halt() {
    let mut play = Rehearsal::attached();
    let unseen = play.now;
    play.pass(Duration::from_millis(500));
    play.pass(Duration::from_secs(3));
    play.halt(7, &AT_142);
    assert_eq!(left(&play).remaining + play.now.since(unseen), Duration::from_mins(1));
}

#[test]
fn renewal_gives_a_full_minute_from_its_sending() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(20));
    renewed(&mut play);
    assert_eq!(left(&play).remaining, Duration::from_mins(1));
    let late = Time(play.now.0.saturating_sub(Duration::from_secs(5)));
    play.event(Event::KeepAlive(KeepAliveReport::Renewed { sent: late }));
    assert_eq!(left(&play).remaining, Duration::from_mins(1), "an older one takes nothing away");
}

#[test]
fn a_renewal_that_left_before_the_halt_was_seen_counts_for_nothing() {
    let mut play = halted_at_142();
    let sent = play.now;
    play.pass(Duration::from_secs(10));
    play.list(&[halted(7, &AT_142), halted(9, &AT_143)]);
    let before = play.session.countdown(ThreadId(9), play.now);
    play.event(Event::KeepAlive(KeepAliveReport::Renewed { sent }));
    assert_eq!(play.session.countdown(ThreadId(9), play.now), before);
}

#[test]
fn it_is_low_at_fifteen_seconds_with_one_bell_and_then_expired() {
    let mut play = halted_at_142();
    let bells = |play: &Rehearsal| play.effects.iter().filter(|one| **one == Effect::Bell).count();
    assert_eq!((left(&play).level, bells(&play)), (CountdownLevel::Fine, 0));
    play.pass(left(&play).remaining.saturating_sub(Duration::from_secs(15)));
    assert_eq!((left(&play).level, bells(&play)), (CountdownLevel::Low, 1));
    play.pass(Duration::from_secs(15));
    assert_eq!((left(&play).level, bells(&play)), (CountdownLevel::Expired, 1));
    play.list(&[]);
    assert_eq!(word(&play), "WAITING");
    assert!(notice(&play).contains("expired"), "{}", notice(&play));
    assert!(play.session.history().newest().is_some(), "the last halt is in history");
}

#[test]
fn failures_are_counted_and_a_success_ends_them() {
    let mut play = halted_at_142();
    for _ in 0..2 {
        let failure = crate::session::rehearsal::unreachable();
        play.event(Event::KeepAlive(KeepAliveReport::Failed(failure)));
    }
    assert_eq!(play.session.keep_alive().failures, 2);
    renewed(&mut play);
    assert_eq!(play.session.keep_alive().failures, 0);
}

#[test]
fn renewal_is_planned_while_something_is_halted() {
    let mut play = Rehearsal::attached();
    assert_eq!(plan(&play), None);
    play.halt(7, &AT_142);
    assert!(matches!(plan(&play), Some(KeepAlivePlan::Renew { .. })));
    play.command(Command::KeepAlive(KeepAliveMode::Off));
    assert_eq!(plan(&play), Some(KeepAlivePlan::Rest));
    play.command(Command::RenewNow);
    assert!(play.effects.contains(&Effect::RenewNow));
    assert!(matches!(plan(&play), Some(KeepAlivePlan::Renew { .. })));
    play.command(Command::Continue);
    assert_eq!(plan(&play), Some(KeepAlivePlan::Rest));
}

#[test]
fn nobody_there_for_fifteen_minutes_ends_renewal_and_any_key_resumes_it() {
    let mut play = halted_at_142();
    for _ in 0..16 {
        play.pass(Duration::from_mins(1));
        renewed(&mut play);
    }
    assert_eq!(plan(&play), Some(KeepAlivePlan::Rest));
    assert!(play.session.keep_alive().idle);
    play.command(Command::Touch);
    assert!(matches!(plan(&play), Some(KeepAlivePlan::Renew { .. })));
    assert!(!play.session.keep_alive().idle);
}

#[test]
fn the_lowest_other_thread_is_named() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(20));
    play.list(&[halted(7, &AT_142), halted(9, &AT_143)]);
    assert_eq!(play.session.lowest_other(play.now), None, "the selected one is the lowest");
    play.command(Command::NextHalted);
    let lowest = play.session.lowest_other(play.now).map(|(thread, _)| thread);
    assert_eq!(lowest, Some(ThreadId(7)));
}

#[test]
fn a_thread_that_never_halted_ends_in_the_log_alone() {
    let mut play = Rehearsal::attached();
    play.list(&[ScriptThread {
        status: crate::api::debugger::ThreadStatus::Running,
        ..halted(8, &[])
    }]);
    let before = notice(&play).to_owned();
    play.list(&[]);
    assert_eq!(notice(&play), before);
    let log: Vec<&str> = play.session.log().lines().map(|line| line.text.as_str()).collect();
    assert!(log.contains(&"T8 finished"), "{log:?}");
}
