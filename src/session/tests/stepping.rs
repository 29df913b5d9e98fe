//! Section 8 of the screen's design, rule by rule.

use super::*;
use crate::api::debugger::ScriptThread;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::rehearsal::{halted, is_list, running};
use crate::session::{Answer, Change, CodeLines, Effect, SourceState, StopReason, ThreadState};
use std::time::Duration;

const MS_50: Duration = Duration::from_millis(50);

#[test]
fn a_step_is_confirmed_after_two_sequential_round_trips() {
    let mut play = halted_at_142();
    over(&mut play);
    assert_eq!(word(&play), "STEPPING");
    assert!(play.shown().dimmed);
    assert_eq!(play.sent.len(), 1, "the step alone is trip 1: {:?}", play.sent);

    play.stepped(7, &AT_143);
    let scene = play.shown();
    assert!(scene.unconfirmed && !scene.dimmed);
    assert_eq!(scene.frame.map(|frame| frame.line), Some(Line(143)));
    assert_eq!(word(&play), "STEPPING");
    assert_eq!((count(&play, is_list), count(&play, is_variables)), (1, 1), "trip 2, in parallel");
    assert_eq!(play.sent.len(), 2);

    play.halt(7, &AT_143);
    assert_eq!(word(&play), "HALTED");
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    let node = play.shown().value_of("i").expect("it is read");
    assert_eq!((&*node.value, node.stale), ("3", false));
    assert_eq!(notice(&play), "stepped to Cart.js:143 (0 ms, 2 round trips)");
}

#[test]
fn variables_may_arrive_before_the_list() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    assert_eq!(word(&play), "STEPPING");
    play.halt(7, &AT_143);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(&*play.shown().value_of("i").expect("it is read").value, "3");
}

#[test]
fn the_list_wins_over_the_steps_answer() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &[("other()", CART, 9)]);
    let dropped = play.session.log().dropped();
    play.halt(7, &AT_143);
    assert_eq!(play.shown().frame.map(|frame| frame.line), Some(Line(143)));
    assert_eq!(word(&play), "HALTED");
    assert_eq!(count(&play, is_variables), 2, "those of the former place, and the new ones");
    play.variables(&[(Scope::Local, "wrong", "Number", "1")]);
    assert_eq!(play.session.log().dropped(), dropped + 1);
    assert!(play.shown().value_of("wrong").is_none());
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    assert!(play.shown().value_of("i").is_some());
}

#[test]
fn a_step_that_ends_on_the_same_line_is_reported_after_two_agreeing_lists() {
    let mut play = halted_at_142();
    let halts = play.session.history().halts().len();
    over(&mut play);
    play.stepped(7, &AT_142);
    assert!(play.shown().unconfirmed, "it is shown at once");
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "STEPPING", "one list may be late");
    play.variables(&[(Scope::Local, "i", "Number", "2")]);
    play.pass(MS_50);
    assert_eq!((count(&play, is_list), count(&play, is_variables)), (1, 1), "both again");
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    assert_eq!(notice(&play), "stopped again on Cart.js:142 (same line)");
    assert_eq!(play.session.history().halts().len(), halts + 1);
    let node = play.shown().value_of("i").expect("it is read");
    assert_eq!(node.change, crate::session::ChangeMark::Changed { was: "2".into() });
}

#[test]
fn a_visible_running_phase_makes_the_same_line_a_new_halt_at_once() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_142);
    play.list(&[running(7)]);
    assert_eq!(word(&play), "STEPPING");
    play.pass(MS_50 * 2);
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(notice(&play), "stopped again on Cart.js:142 (same line)");
}

#[test]
fn an_answer_that_was_stale_is_corrected_by_a_later_list_in_the_same_generation() {
    let mut play = halted_at_142();
    over_to(&mut play, &AT_142);
    play.pass(MS_50);
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    let (generation, halts) = {
        let thread = play.selected().expect("one is selected");
        (thread.place().generation, play.session.history().halts().len())
    };
    play.pass(Duration::from_secs(1));
    play.halt(7, &AT_143);
    let thread = play.selected().expect("one is selected");
    assert_eq!(thread.place().generation, generation);
    assert_eq!(thread.top().map(|top| top.line), Some(Line(143)));
    assert_eq!(play.session.history().halts().len(), halts, "the halt is corrected, not doubled");
}

#[test]
fn a_list_that_left_before_the_step_says_nothing() {
    let mut play = halted_at_142();
    play.pass(Duration::from_secs(1));
    assert_eq!(count(&play, is_list), 1);
    over(&mut play);
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "STEPPING");
    assert!(play.session.log().dropped() >= 1);
}

#[test]
fn a_step_answered_running_is_polled_for_in_growing_pauses() {
    let mut play = halted_at_142();
    over(&mut play);
    play.answer(is_step, Answer::Thread(running(7)));
    assert_eq!(count(&play, is_list), 1, "at once");
    assert_eq!(pauses(&mut play, 6), [50, 100, 200, 400, 500, 500]);
    play.halt(7, &AT_143);
    assert_eq!(word(&play), "HALTED");
}

/// How long after each of so many lists that show it running the next one leaves.
fn pauses(play: &mut Rehearsal, lists: usize) -> Vec<u128> {
    let mut pause = |_| {
        play.list(&[running(7)]);
        let answered = play.now;
        while count(play, is_list) == 0 {
            play.pass(Duration::from_millis(10));
        }
        play.now.since(answered).as_millis()
    };
    (0..lists).map(&mut pause).collect()
}

#[test]
fn whoever_was_resumed_is_looked_for_at_once_and_in_growing_pauses() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Continue);
    assert_eq!(count(&play, is_list), 0, "the answer comes first");
    play.answer(resumes, Answer::Thread(running(7)));
    assert_eq!(count(&play, is_list), 1, "right behind it");
    assert_eq!(pauses(&mut play, 7), [50, 100, 200, 400, 500, 500, 500]);
}

#[test]
fn a_breakpoint_in_a_loop_halts_again_50_ms_after_the_resume() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Continue);
    play.answer(resumes, Answer::Thread(running(7)));
    play.halt(7, &AT_142);
    assert_ne!(word(&play), "HALTED", "one list may be late");
    play.pass(MS_50);
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
}

#[test]
fn the_rhythm_of_a_resume_ends_where_its_thread_halts() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::Continue);
    play.answer(resumes, Answer::Thread(running(7)));
    play.list(&[running(7)]);
    play.pass(MS_50);
    play.halt(7, &AT_143);
    assert_eq!(word(&play), "HALTED");
    let standing = lists_in_ten_seconds(&mut play, &[halted(7, &AT_143)]);
    assert!((9..=11).contains(&standing), "it stands: {standing}");
}

/// A step over a line that takes longer than the server lets its answer wait.
fn over_for_long(play: &mut Rehearsal) {
    over(play);
    play.answer(is_step, Answer::Thread(running(7)));
    while word(play) == "STEPPING" {
        play.list(&[running(7)]);
        play.pass(MS_50);
    }
    assert_eq!(word(play), "RUNNING");
}

fn last_halt(play: &Rehearsal) -> &'static str {
    play.session.history().halts().last().expect("there").how
}

#[test]
fn a_step_that_ran_for_long_is_a_step_where_nothing_else_halts() {
    let mut play = halted_at_142();
    over_for_long(&mut play);
    play.halt(7, &AT_143);
    assert_eq!((word(&play), last_halt(&play)), ("HALTED", "over"));
    assert!(notice(&play).starts_with("stepped to Cart.js:143 ("), "{}", notice(&play));
    let mut reasons = play.changes.iter().filter_map(|change| match change {
        Change::Stopped { reason, .. } => Some(*reason),
        _ => None,
    });
    assert_eq!(reasons.next_back(), Some(StopReason::Step));
}

#[test]
fn a_breakpoint_on_the_way_of_a_step_that_ran_for_long_is_told_as_one() {
    let mut play = halted_at_142();
    let (script, line) = (ScriptPath::from(CART), Line(143));
    play.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    over_for_long(&mut play);
    play.halt(7, &AT_143);
    assert_eq!((word(&play), last_halt(&play)), ("HALTED", "breakpoint"));
}

/// How many lists are asked for in ten seconds, each answered at once with these threads.
fn lists_in_ten_seconds(play: &mut Rehearsal, threads: &[ScriptThread]) -> usize {
    let end = play.now + Duration::from_secs(10);
    let mut lists = 0;
    while play.now < end {
        play.pass(Duration::from_millis(10));
        if count(play, is_list) > 0 {
            lists += 1;
            play.list(threads);
        }
    }
    lists
}

#[test]
fn a_request_of_ours_is_polled_for_until_its_thread_is_halted() {
    let mut play = Rehearsal::attached();
    play.list(&[]);
    let request =
        Command::Request { method: "GET".to_owned(), url: "Cart-Show".to_owned(), body: None };
    play.command(request);
    let quick = lists_in_ten_seconds(&mut play, &[]);
    assert!((80..=100).contains(&quick), "{quick}");
    let later = lists_in_ten_seconds(&mut play, &[]);
    assert!((15..=21).contains(&later), "it takes long: {later}");

    play.halt(7, &AT_142);
    assert_eq!(
        play.session.requests().active().and_then(|request| request.thread),
        Some(ThreadId(7))
    );
    let standing = lists_in_ten_seconds(&mut play, &[halted(7, &AT_142)]);
    assert!((9..=11).contains(&standing), "it stands: {standing}");
}

#[test]
fn polls_overlap_only_where_answers_are_missing() {
    let mut play = halted_at_142();
    for _ in 0..30 {
        play.pass(Duration::from_secs(1));
        assert_eq!(count(&play, is_list), 1);
        play.halt(7, &AT_142);
    }
    play.pass(Duration::from_secs(9));
    assert_eq!(count(&play, is_list), 3, "one stalled list does not hide that the line is back");
    play.halt(7, &AT_142);
    play.pass(Duration::from_millis(900));
    assert_eq!(count(&play, is_list), 0, "older ones are of no use any more");
}

#[test]
fn a_thread_that_is_missing_has_ended() {
    let mut play = halted_at_142();
    over(&mut play);
    play.answer(is_step, Answer::Thread(running(7)));
    play.list(&[]);
    assert_eq!(word(&play), "WAITING");
    let last = play.session.notice().expect("it is said");
    assert!(last.text.contains("out halts in a caller that has more to do"), "{}", last.text);
    assert_eq!(last.remedy, Some(crate::session::Remedy::StepOut));
    assert_eq!(play.session.history().halts().len(), 1, "its last halt stays");
}

#[test]
fn no_frame_for_variables_of_a_moving_thread_is_no_error() {
    let mut play = halted_at_142();
    over(&mut play);
    play.stepped(7, &AT_143);
    let failure = crate::session::Failure::new(
        crate::session::FailureKind::NoFrame,
        "400 InvalidFrameIndexException",
        "",
    );
    play.fail(is_variables, failure);
    assert!(!notice(&play).contains("InvalidFrame"));
}

#[test]
fn key_repeat_coalesces_to_one_waiting_step() {
    let mut play = halted_at_142();
    for _ in 0..50 {
        over(&mut play);
    }
    assert_eq!(count(&play, is_step), 1);
    arrive(&mut play, &AT_143);
    assert_eq!(count(&play, is_step), 1, "the waiting one follows at once");
    arrive(&mut play, &AT_142);
    assert_eq!(count(&play, is_step), 0, "and no other");
}

#[test]
fn another_verb_replaces_the_waiting_step_and_esc_clears_it() {
    let mut play = halted_at_142();
    over(&mut play);
    over(&mut play);
    play.thread(ThreadCommand::Continue);
    arrive(&mut play, &AT_143);
    assert_eq!(count(&play, |request| matches!(request, Request::Resume(_))), 1);

    let mut play = halted_at_142();
    over(&mut play);
    over(&mut play);
    play.thread(ThreadCommand::Cancel);
    arrive(&mut play, &AT_143);
    assert_eq!(count(&play, is_step), 0);
}

#[test]
fn a_repeated_step_counts_and_ends_by_esc() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::StepTimes(StepKind::Over, 5));
    arrive(&mut play, &AT_143);
    let run = play.selected().and_then(crate::session::Thread::run).expect("it goes on");
    assert_eq!((run.done, run.total), (1, 5));
    play.thread(ThreadCommand::Cancel);
    assert!(notice(&play).contains("2 of 5"), "{}", notice(&play));
    arrive(&mut play, &AT_142);
    assert_eq!(count(&play, is_step), 0);
}

#[test]
fn fifty_steps_on_one_line_are_fifty_halts() {
    let mut play = halted_at_142();
    for step in 0..50 {
        over_to(&mut play, &AT_142);
        play.pass(MS_50);
        play.halt(7, &AT_142);
        assert_eq!(word(&play), "HALTED");
        assert_eq!(play.session.history().halts().len(), step + 2);
    }
}

#[test]
fn run_to_cursor_arms_resumes_and_removes() {
    let mut play = halted_at_142();
    play.thread(ThreadCommand::RunTo { script: ScriptPath::from(CART), line: Line(150) });
    assert_eq!(count(&play, |request| matches!(request, Request::Resume(_))), 0, "armed first");
    play.serve_breakpoints();
    assert!(
        play.answer(|request| matches!(request, Request::Resume(_)), Answer::Thread(running(7)))
    );
    assert_eq!(word(&play), "RUNNING");
    play.halt(7, &[("addProduct()", CART, 150)]);
    assert_eq!(word(&play), "HALTED");
    let deletes = |request: &Request| matches!(request, Request::DeleteBreakpoint(_));
    assert_eq!(count(&play, deletes), 1);
    assert_eq!(play.session.breakpoints().iter().len(), 0);
    assert_eq!(play.session.history().halts().last().map(|halt| halt.how), Some("cursor"));
}

#[test]
fn a_step_that_takes_long_says_that_nothing_can_be_paused() {
    let mut play = halted_at_142();
    over(&mut play);
    play.pass(Duration::from_secs(2));
    play.answer(is_step, Answer::Thread(running(7)));
    let log = |play: &Rehearsal| {
        play.session.log().lines().any(|line| line.text.contains("cannot pause"))
    };
    assert!(!log(&play));
    play.pass(Duration::from_secs(4));
    assert!(log(&play));
}

#[test]
fn a_hung_server_is_not_a_script_that_runs_on() {
    let mut play = halted_at_142();
    over(&mut play);
    play.pass(Duration::from_secs(30));
    assert!(!play.session.log().lines().any(|line| line.text.contains("pause")));
    assert_eq!(word(&play), "OFFLINE");
}

fn fails(kind: crate::session::FailureKind) -> crate::session::Failure {
    crate::session::Failure::new(kind, "connection reset", "look at the network")
}

#[test]
fn a_step_that_never_arrived_stands_where_it_stood() {
    let mut play = halted_at_142();
    let halts = play.session.history().halts().len();
    over(&mut play);
    play.fail(is_step, fails(crate::session::FailureKind::Unreachable).not_sent());
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    assert!(
        notice(&play).contains("over did not arrive: T7 stands where it stood"),
        "{}",
        notice(&play)
    );
    assert_eq!(play.session.history().halts().len(), halts, "no halt is made up");
    assert_eq!(count(&play, is_step), 0, "and nothing is sent twice");
    assert_eq!(&*play.shown().value_of("i").expect("it is read").value, "2");
}

#[test]
fn a_step_whose_answer_was_lost_is_unknown_until_the_list_says() {
    let lose = |play: &mut Rehearsal| {
        over(play);
        play.fail(is_step, fails(crate::session::FailureKind::Unreachable));
        assert!(play.selected().is_some_and(crate::session::Thread::answer_is_lost));
        assert!(notice(play).contains("its answer was lost"), "{}", notice(play));
        assert_eq!(word(play), "STEPPING");
    };
    let mut play = halted_at_142();
    lose(&mut play);
    play.halt(7, &AT_143);
    assert_eq!(word(&play), "HALTED");
    assert!(notice(&play).contains("stepped to Cart.js:143"), "{}", notice(&play));
    let mut play = halted_at_142();
    lose(&mut play);
    play.halt(7, &AT_142);
    assert!(notice(&play).contains("did not arrive or came round"), "{}", notice(&play));
    assert_eq!(count(&play, is_variables), 1, "what was read may be old");
    let mut play = halted_at_142();
    lose(&mut play);
    play.list(&[]);
    assert!(notice(&play).contains("T7 finished"), "{}", notice(&play));
}

#[test]
fn variables_that_could_not_be_read_are_old_and_asked_for_again() {
    let mut play = halted_at_142();
    over_to(&mut play, &AT_143);
    play.fail(is_variables, fails(crate::session::FailureKind::Unreachable));
    let tree = play.shown().tree.expect("what was read before");
    assert!(tree.is_stale());
    assert_eq!(tree.old_because(), Some("connection reset"));
    play.pass(Duration::from_millis(600));
    assert_eq!(count(&play, is_variables), 1);
    play.variables(&[(Scope::Local, "i", "Number", "3")]);
    let tree = play.shown().tree.expect("it is read");
    assert_eq!((tree.is_stale(), tree.old_because()), (false, None));
}

#[test]
fn a_step_that_runs_on_is_running_after_two_seconds() {
    let mut play = halted_at_142();
    over(&mut play);
    play.pass(Duration::from_secs(2));
    play.answer(is_step, Answer::Thread(running(7)));
    play.list(&[running(7)]);
    let thread = play.selected().expect("it is followed");
    assert!(matches!(thread.state(), ThreadState::Running { .. }));
}

#[test]
fn a_script_is_looked_at_again_at_each_halt() {
    let mut play = halted_at_142();
    let script = ScriptPath::from(CART);
    let state = |play: &Rehearsal| play.session.sources().get(&script).expect("read").state.clone();
    play.source(CART, &("var a;\n".repeat(142) + "\n"));
    assert_eq!(state(&play), SourceState::Found);
    play.effects.clear();
    over(&mut play);
    play.stepped(7, &AT_143);
    let looks = |effect: &Effect| matches!(effect, Effect::RefreshSource { .. });
    assert!(play.effects.iter().any(looks), "{:?}", play.effects);
    assert!(matches!(state(&play), SourceState::Differs(_)), "line 143 has no code here");
    play.source_text(&script, &"var a;\n".repeat(150), CodeLines::Unknown);
    assert_eq!(state(&play), SourceState::Found);
}
