//! Coming, losing, leaving.

use super::*;
use crate::api::debugger::ThreadList;
use crate::api::ids::DebuggerId;
use crate::session::rehearsal::{client_gone, is_list, unreachable};
use crate::session::{
    Answer, Connection, Effect, Failure, FailureKind, Leaving, Options, Outage, Owner, Removed,
    Saved,
};
use std::time::Duration;

fn creates(request: &Request) -> bool {
    *request == Request::CreateClient
}

fn deletes(request: &Request) -> bool {
    *request == Request::DeleteClient
}

fn in_use() -> Rehearsal {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
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
    play.command(Command::Connection(ConnectionCommand::Attach));
    assert_eq!(word(&play), "OFFLINE");
    assert_eq!(play.session.connection(), &Connection::NotConfigured);
    assert!(play.sent.is_empty());
    assert!(play.effects.contains(&Effect::FindSources));
}

#[test]
fn the_client_is_created_only_after_a_412() {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
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
    let known = Connection::InUse { breakpoints: Some(0), halts: 1, owner: Owner::Stranger };
    assert_eq!(play.session.connection(), &known);

    play.command(Command::Connection(ConnectionCommand::Join));
    play.answer(|request| *request == Request::Breakpoints, Answer::Breakpoints(vec![]));
    play.halt(3, &AT_142);
    assert_eq!(word(&play), "HALTED");
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    assert_eq!(count(&play, deletes), 0);
    assert!(play.session.connection().is_detached());
}

#[test]
fn another_id_is_counted_on() {
    let mut play = in_use();
    play.command(Command::Connection(ConnectionCommand::TakeOtherId));
    let other = DebuggerId::from("haltscope-2");
    assert!(play.effects.contains(&Effect::UseDebuggerId(other)));
    assert_eq!(count(&play, is_list), 1);
}

#[test]
fn a_412_later_waits_for_the_user() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(1));
    play.fail(is_list, client_gone());
    assert_eq!((word(&play), count(&play, is_list)), ("HALTED", 1), "asked once more, at once");
    play.fail(is_list, client_gone());
    assert_eq!(word(&play), "DISABLED");
    play.pass(Duration::from_mins(2));
    assert_eq!(play.sent.len(), 0, "never by itself");
    play.command(Command::Connection(ConnectionCommand::Reattach));
    assert_eq!((count(&play, creates), word(&play)), (1, "CONNECTING"));
    play.answer(creates, Answer::Done);
    assert_eq!(word(&play), "WAITING");
}

/// Another application server says 412 too: it doesn't know the client.
#[test]
fn one_412_costs_no_thread() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(1));
    for _ in 0..3 {
        play.fail(is_list, client_gone());
        play.halt(7, &AT_142);
        assert_eq!(word(&play), "HALTED");
        play.pass(Duration::from_secs(2));
    }
}

#[test]
fn variables_refused_with_a_412_are_read_again_if_the_client_is_there() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    assert!(play.fail(is_variables, client_gone()));
    assert!(notice(&play).contains("412"), "{}", notice(&play));
    assert!(notice(&play).contains("whether the client is still there"), "{}", notice(&play));
    play.halt(7, &AT_143);
    play.pass(Duration::from_secs(1));
    assert_eq!(count(&play, is_variables), 1, "the place stands");
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    assert_eq!(&*play.shown().value_of("i").expect("it was read").value, "3");
    assert_eq!(word(&play), "HALTED");
}

#[test]
fn a_412_that_the_list_repeats_is_believed() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    play.fail(is_variables, client_gone());
    play.fail(is_list, client_gone());
    assert_eq!(word(&play), "DISABLED");
}

/// The first contact was answered: the password is fine.
#[test]
fn a_login_that_was_accepted_is_tried_once_more_while_coming_too() {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.fail(is_list, client_gone());
    let refused = || Failure::new(FailureKind::Unauthorized, "401", "check the user name");
    play.fail(creates, refused());
    assert_eq!(word(&play), "OFFLINE");
    play.pass(Duration::from_secs(3));
    play.fail(is_list, client_gone());
    play.answer(creates, Answer::Done);
    assert_eq!(word(&play), "WAITING");

    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.fail(is_list, refused());
    play.pass(Duration::from_mins(1));
    assert!(play.sent.is_empty(), "a wrong password is tried once: {:?}", play.sent);
}

/// Seconds from each failed list to the next one.
fn pauses(play: &mut Rehearsal, failure: &Failure, times: usize) -> Vec<f64> {
    let mut pauses = Vec::new();
    for _ in 0..times {
        play.fail(is_list, failure.clone());
        let failed = play.now;
        while count(play, is_list) == 0 {
            play.pass(Duration::from_millis(20));
        }
        pauses.push(play.now.since(failed).as_secs_f64());
    }
    pauses
}

fn are_about(pauses: &[f64], expected: &[f64]) -> bool {
    let near = |(pause, expected): (&f64, &f64)| (pause / expected - 1.0).abs() < 0.25;
    pauses.len() == expected.len() && pauses.iter().zip(expected).all(near)
}

#[test]
fn one_failed_list_means_nothing_yet() {
    let mut play = Rehearsal::attached();
    play.pass(Duration::from_secs(1));
    play.fail(is_list, unreachable());
    assert_eq!(word(&play), "WAITING");
    play.pass(Duration::from_millis(300));
    assert_eq!(count(&play, is_list), 1, "asked again at once");
    play.fail(is_list, unreachable());
    assert_eq!(word(&play), "OFFLINE");
    play.pass(Duration::from_secs(2));
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
}

#[test]
fn a_server_that_refuses_is_asked_in_growing_pauses_and_as_it_wishes() {
    let mut play = Rehearsal::attached();
    play.pass(Duration::from_secs(1));
    let refused = Failure::new(FailureKind::Unexpected, "503", "look at its logs");
    let waits = pauses(&mut play, &refused, 7);
    assert!(are_about(&waits, &[0.3, 1.0, 2.0, 4.0, 8.0, 15.0, 15.0]), "{waits:?}");
    let later = refused.retry_after(Some(Duration::from_mins(1)));
    assert!(are_about(&pauses(&mut play, &later, 1), &[60.0]));
}

#[test]
fn nobody_there_is_asked_again_within_five_seconds() {
    let mut play = Rehearsal::attached();
    play.pass(Duration::from_secs(1));
    let waits = pauses(&mut play, &unreachable(), 6);
    assert!(waits.iter().all(|pause| *pause < 5.0), "{waits:?}");
}

#[test]
fn a_silent_line_is_said_probed_and_back_with_the_first_answer() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(4));
    assert!(notice(&play).contains("no answer for 3 s"), "{}", notice(&play));
    assert_eq!(word(&play), "HALTED");
    play.pass(Duration::from_secs(10));
    assert_eq!(word(&play), "OFFLINE");
    let Connection::Offline { outage: Outage::Silent, problem, .. } = play.session.connection()
    else {
        panic!("{:?}", play.session.connection());
    };
    assert!(problem.cause.contains("GET /threads for 1"), "{}", problem.cause);
    play.pass(Duration::from_mins(1));
    let Connection::Offline { problem, attempt, .. } = play.session.connection() else {
        panic!("{:?}", play.session.connection());
    };
    assert!(problem.cause.contains("GET /threads for 7"), "it goes on: {}", problem.cause);
    assert!(*attempt > 10, "each probe is a try: {attempt}");
    let probes: Vec<Option<Duration>> =
        play.sent.iter().filter(|call| is_list(&call.request)).map(|call| call.limit).collect();
    assert!((18..=22).contains(&probes.len()), "every few seconds: {}", probes.len());
    assert!(probes[1..].iter().all(Option::is_some), "with limits of their own");
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    assert!(notice(&play).starts_with("the connection is back after 7"), "{}", notice(&play));
}

#[test]
fn what_was_said_of_a_silence_goes_with_it_and_is_said_of_the_next() {
    let mut play = halted_at_142();
    for silent in [4, 8] {
        play.pass(Duration::from_secs(silent));
        assert!(notice(&play).contains("no answer for"), "{}", notice(&play));
        play.halt(7, &AT_142);
        let answered = format!("answered again after {silent} s");
        assert!(notice(&play).starts_with(&answered), "{}", notice(&play));
    }
    play.pass(Duration::from_secs(10));
    assert!(notice(&play).contains("no answer for"), "{}", notice(&play));
    play.values(ValuesCommand::Evaluate("li.q + 1".to_owned()));
    play.eval("li.q + 1", "3");
    play.halt(7, &AT_142);
    assert_eq!(notice(&play), "li.q + 1 = 3");
}

#[test]
fn a_refused_password_is_tried_once_more_and_then_no_more() {
    let mut play = Rehearsal::attached();
    play.pass(Duration::from_secs(1));
    let refused = || Failure::new(FailureKind::Unauthorized, "401", "check the user name");
    play.fail(is_list, refused());
    assert_eq!(word(&play), "OFFLINE");
    play.pass(Duration::from_secs(3));
    assert_eq!(count(&play, is_list), 1, "a proxy may have said so");
    play.fail(is_list, refused());
    play.sent.clear();
    play.pass(Duration::from_mins(1));
    assert!(play.sent.is_empty(), "{:?}", play.sent);
    let renews = matches!(planned(&play), Some(crate::session::KeepAlivePlan::Renew { .. }));
    assert!(!renews, "nor is anything renewed with it");
    play.event(crate::session::Event::CredentialsReplaced);
    assert_eq!(count(&play, is_list), 1);
    play.list(&[]);
    assert_eq!(word(&play), "WAITING", "a later success is noticed");
}

/// Seconds from the first refusal to each further try, until there is none any more.
fn logins(play: &mut Rehearsal) -> Vec<u64> {
    let refused = || Failure::new(FailureKind::Unauthorized, "401", "check the user name");
    play.pass(Duration::from_secs(1));
    let began = play.now;
    let mut tries = Vec::new();
    play.fail(is_list, refused());
    for _ in 0..200 {
        play.pass(Duration::from_secs(1));
        if count(play, is_list) > 0 {
            tries.push(play.now.since(began).as_secs());
            play.fail(is_list, refused());
        }
    }
    assert!(play.sent.is_empty(), "{:?}", play.sent);
    tries
}

fn planned(play: &Rehearsal) -> Option<crate::session::KeepAlivePlan> {
    play.effects.iter().rev().find_map(|effect| match effect {
        Effect::KeepAlive(wanted) => Some(*wanted),
        _ => None,
    })
}

#[test]
fn with_a_halted_thread_a_refused_login_is_tried_until_the_threads_time_is_over() {
    let mut play = halted_at_142();
    assert_eq!(logins(&mut play), [2, 7, 22, 52]);
    assert_eq!(play.session.not_renewed(), Some(crate::session::NotRenewed::NoConnection));
}

#[test]
fn a_login_that_is_accepted_again_renews_at_once() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(1));
    let refused = || Failure::new(FailureKind::Unauthorized, "401", "check the user name");
    play.fail(is_list, refused());
    assert!(notice(&play).starts_with("T7 ends in 5"), "{}", notice(&play));
    assert!(notice(&play).contains(" s unless the login is accepted again; 401: check"));
    assert_eq!(planned(&play), Some(crate::session::KeepAlivePlan::Rest), "one try at a time");
    play.pass(Duration::from_secs(2));
    play.fail(is_list, refused());
    // Whatever else was under way is refused too: no try of its own.
    let report = crate::session::KeepAliveReport::Failed { number: 1, failure: refused() };
    play.event(crate::session::Event::KeepAlive(report));
    play.pass(Duration::from_secs(4));
    assert_eq!(count(&play, is_list), 0);
    play.pass(Duration::from_secs(17));
    assert_eq!(count(&play, is_list), 1);
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    let Some(crate::session::KeepAlivePlan::Renew { due, .. }) = planned(&play) else {
        panic!("{:?}", planned(&play));
    };
    assert!(due <= play.now, "it is due");
}

#[test]
fn who_ends_without_a_login_is_said() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(1));
    let refused = || Failure::new(FailureKind::Unauthorized, "401", "check the user name");
    for pause in [0, 2, 5, 15, 30] {
        play.pass(Duration::from_secs(pause));
        play.fail(is_list, refused());
    }
    assert!(notice(&play).contains(" s unless you log in; 401"), "{}", notice(&play));
}

#[test]
fn a_server_that_was_restarted_is_told_from_a_client_that_was_removed() {
    let removed = |lose: fn(&mut Rehearsal)| {
        let mut play = halted_at_142();
        play.pass(Duration::from_secs(1));
        lose(&mut play);
        play.fail(is_list, client_gone());
        play.fail(is_list, client_gone());
        let Connection::Disabled { removed } = play.session.connection() else {
            panic!("{:?}", play.session.connection());
        };
        (*removed, notice(&play).to_owned())
    };
    let (how, text) = removed(|_| ());
    assert_eq!((how, text.contains("T7 runs on")), (Removed::Elsewhere, true), "{text}");
    let (how, text) = removed(|play| {
        play.fail(is_list, unreachable());
        play.pass(Duration::from_secs(1));
    });
    assert_eq!((how, text.contains("with T7")), (Removed::Restart, true), "{text}");
    let (how, _) = removed(|play| play.now = play.now + Duration::from_mins(31));
    assert_eq!(how, Removed::Unused);
}

#[test]
fn a_client_whose_creation_was_not_answered_is_known_as_our_own() {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.fail(is_list, client_gone());
    play.fail(creates, unreachable());
    assert_eq!(word(&play), "OFFLINE");
    play.command(Command::Connection(ConnectionCommand::Retry));
    play.answer(is_list, Answer::Threads(ThreadList::default()));
    play.answer(|request| *request == Request::Breakpoints, Answer::Breakpoints(vec![]));
    assert_eq!(word(&play), "WAITING", "nobody is asked whose it is");
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    assert_eq!(count(&play, deletes), 1, "and it is cleaned up");
}

#[test]
fn a_client_that_a_killed_session_left_is_offered_to_be_taken_over() {
    let killed = halted_at_142();
    let saved = killed.session.to_save();
    assert!(saved.client.is_some(), "its mark is kept with the project");
    let mut play = Rehearsal::new(killed.session.options().clone(), saved.clone());
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.answer(is_list, Answer::Threads(ThreadList::default()));
    let owner = |play: &Rehearsal| match play.session.connection() {
        Connection::InUse { owner, .. } => *owner,
        other => panic!("{other:?}"),
    };
    assert_eq!(owner(&play), Owner::LeftBehind);
    play.command(Command::Connection(ConnectionCommand::Clear));
    play.answer(deletes, Answer::Done);
    play.answer(creates, Answer::Done);
    assert_eq!(word(&play), "WAITING");

    let mut play = Rehearsal::new(killed.session.options().clone(), saved);
    play.event(crate::session::Event::OtherSession(77));
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.answer(is_list, Answer::Threads(ThreadList::default()));
    assert_eq!(owner(&play), Owner::Running(77), "it is no leftover while that program runs");
}

#[test]
fn a_clean_exit_leaves_no_mark() {
    let mut play = halted_at_142();
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    assert!(play.session.to_save().client.is_some(), "not before the server has confirmed");
    play.answer(deletes, Answer::Done);
    assert!(play.session.to_save().client.is_none());
}

#[test]
fn a_delete_that_fails_is_tried_again_within_the_two_seconds() {
    let mut play = halted_at_142();
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    play.fail(deletes, unreachable());
    assert!(!play.session.connection().is_detached());
    play.pass(Duration::from_millis(300));
    assert_eq!(count(&play, deletes), 1);
    play.answer(deletes, Answer::Done);
    assert_eq!(play.session.connection(), &Connection::Detached { remains: None });

    let mut play = halted_at_142();
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    while !play.session.connection().is_detached() {
        play.fail(deletes, unreachable());
        play.pass(Duration::from_millis(100));
    }
    let Connection::Detached { remains: Some(remains) } = play.session.connection() else {
        panic!("the last outcome counts");
    };
    assert!(remains.starts_with("connection refused"), "{remains}");
}

#[test]
fn a_wrong_password_is_not_tried_again_by_itself() {
    let mut play = Rehearsal::configured();
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.fail(is_list, Failure::new(FailureKind::Unauthorized, "401", "check the user name"));
    assert_eq!(word(&play), "OFFLINE");
    play.pass(Duration::from_mins(5));
    assert!(play.sent.is_empty());
    play.command(Command::Connection(ConnectionCommand::Retry));
    assert_eq!((play.sent.len(), word(&play)), (1, "CONNECTING"));
}

#[test]
fn leaving_deletes_the_client_once_and_ends() {
    let mut play = halted_at_142();
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
    assert_eq!(count(&play, deletes), 1);
    play.answer(deletes, Answer::Done);
    assert_eq!(play.session.connection(), &Connection::Detached { remains: None });
}

#[test]
fn leaving_can_stop_the_threads_first() {
    let mut play = halted_at_142();
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::StopThreads)));
    assert_eq!(count(&play, deletes), 0);
    play.answer(|request| matches!(request, Request::Stop(_)), Answer::Done);
    assert_eq!(count(&play, deletes), 1);
}

#[test]
fn a_server_that_hangs_is_left_after_two_seconds() {
    let mut play = halted_at_142();
    play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
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
