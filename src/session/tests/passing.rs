//! Steps over calls whose breakpoints let the thread go, and over what ends it.

use super::*;
use crate::api::ids::{Line, ScriptPath};
use crate::session::rehearsal::running;
use crate::session::{
    Answer, BreakpointSpec, Change, Event, Extent, HitRule, Hits, Outline, SourceText, StopReason,
};

/// What line 142 calls, and what that calls.
const IN_HELPER: [PlayedFrame<'static>; 3] =
    [("helper()", CART, 9), ("addProduct()", CART, 142), ("onAdd()", CART, 61)];
const BEHIND_HELPER: [PlayedFrame<'static>; 3] =
    [("helper()", CART, 10), ("addProduct()", CART, 142), ("onAdd()", CART, 61)];
const DEEPER: [PlayedFrame<'static>; 4] = [
    ("deeper()", CART, 20),
    ("helper()", CART, 9),
    ("addProduct()", CART, 142),
    ("onAdd()", CART, 61),
];
const IN_CALLER: [PlayedFrame<'static>; 1] = [("onAdd()", CART, 62)];

fn set(play: &mut Rehearsal, line: u32, edit: impl FnOnce(&mut BreakpointSpec)) {
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(line));
    edit(&mut spec);
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
}

fn logs(play: &mut Rehearsal, line: u32) {
    set(play, line, |spec| spec.log = Some("here".to_owned()));
}

/// The part of a step that was sent; its answer tells where the thread stands, and a list agrees.
fn part(play: &mut Rehearsal, kind: StepKind, frames: &[PlayedFrame<'_>]) {
    let leaves = |request: &Request| matches!(request, Request::Step(_, sent) if *sent == kind);
    assert_eq!(play.sent.iter().filter(|call| leaves(&call.request)).count(), 1, "{:?}", play.sent);
    arrive(play, frames);
}

fn outputs(play: &Rehearsal) -> usize {
    play.changes.iter().filter(|change| matches!(change, Change::Output { .. })).count()
}

/// Which steps were told to have left, and what stops were told since the first.
fn told(play: &Rehearsal) -> (Vec<StepKind>, Vec<StopReason>) {
    let steps = play.changes.iter().filter_map(|change| match change {
        Change::Stepped { kind, .. } => Some(*kind),
        _ => None,
    });
    let reasons = play.changes.iter().filter_map(|change| match change {
        Change::Stopped { reason, .. } => Some(*reason),
        _ => None,
    });
    (steps.collect(), reasons.skip(1).collect())
}

#[test]
fn a_log_point_that_shares_its_line_with_a_breakpoint_halts_and_speaks_once() {
    let mut play = Rehearsal::attached();
    set(&mut play, 142, |spec| {
        spec.log = Some("at {i}".to_owned());
        spec.also_halts = true;
    });
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    play.eval("i", "2");
    let said = |play: &Rehearsal| {
        play.changes
            .iter()
            .filter_map(|change| match change {
                Change::Output { text, logged: Some(_), .. } => Some(text.clone()),
                _ => None,
            })
            .collect::<Vec<_>>()
    };
    assert_eq!(said(&play), ["at 2"]);
    assert_eq!(word(&play), "HALTED", "it stays");
    let by = play.changes.iter().find_map(|change| match change {
        Change::Stopped { breakpoint, .. } => Some(breakpoint.is_some()),
        _ => None,
    });
    assert_eq!(by, Some(true), "the breakpoint halted it");
}

#[test]
fn a_log_point_inside_of_what_is_stepped_over_does_not_end_the_step() {
    let mut play = halted_at_142();
    logs(&mut play, 9);
    over(&mut play);
    play.stepped(7, &IN_HELPER);
    assert_eq!(play.shown().frame.map(|frame| frame.line), Some(Line(142)), "not shown");
    play.halt(7, &IN_HELPER);
    assert_eq!(outputs(&play), 1);
    part(&mut play, StepKind::Out, &AT_142);
    assert_eq!(word(&play), "STEPPING");
    part(&mut play, StepKind::Over, &AT_143);
    assert_eq!(word(&play), "HALTED");
    assert!(
        notice(&play).starts_with("stepped to Cart.js:143 past 1 halt that let it go ("),
        "{}",
        notice(&play)
    );
    assert_eq!(told(&play), (vec![StepKind::Over], vec![StopReason::Step]));
    let halts: Vec<&str> = play.session.history().halts().map(|halt| halt.how).collect();
    assert_eq!(halts, ["breakpoint", "over"], "the log point is no halt of its own");
}

#[test]
fn the_way_back_may_lead_past_more_of_them() {
    let mut play = halted_at_142();
    logs(&mut play, 20);
    set(&mut play, 10, |spec| spec.hit_rule = Some(HitRule::from(Hits::Only(5))));
    over(&mut play);
    arrive(&mut play, &DEEPER);
    part(&mut play, StepKind::Out, &IN_HELPER);
    part(&mut play, StepKind::Out, &BEHIND_HELPER);
    part(&mut play, StepKind::Out, &AT_142);
    part(&mut play, StepKind::Over, &AT_143);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(told(&play), (vec![StepKind::Over], vec![StopReason::Step]));
}

#[test]
fn a_step_out_past_a_log_point_ends_in_the_caller() {
    let mut play = halted_at_142();
    logs(&mut play, 9);
    play.thread(ThreadCommand::Step(StepKind::Out));
    arrive(&mut play, &IN_HELPER);
    part(&mut play, StepKind::Out, &AT_142);
    assert_eq!(word(&play), "STEPPING", "it is still in what was to be left");
    part(&mut play, StepKind::Out, &IN_CALLER);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(told(&play), (vec![StepKind::Out], vec![StopReason::Step]));
}

#[test]
fn a_breakpoint_that_halts_inside_of_what_is_stepped_over_is_told_as_one() {
    let mut play = halted_at_142();
    set(&mut play, 9, |_| {});
    over(&mut play);
    arrive(&mut play, &IN_HELPER);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(told(&play), (vec![StepKind::Over], vec![StopReason::Breakpoint]));
}

#[test]
fn a_log_point_met_after_a_long_run_leads_back_to_the_step_too() {
    let mut play = halted_at_142();
    logs(&mut play, 9);
    over(&mut play);
    play.answer(is_step, Answer::Thread(running(7)));
    while word(&play) == "STEPPING" {
        play.list(&[running(7)]);
        play.pass(std::time::Duration::from_millis(50));
    }
    play.halt(7, &IN_HELPER);
    part(&mut play, StepKind::Out, &AT_142);
    part(&mut play, StepKind::Over, &AT_143);
    assert_eq!(told(&play), (vec![StepKind::Over], vec![StopReason::Step]));
}

/// Stepped to a log point on line 143, whose text waits for `i`.
fn stepped_to_a_log_point() -> Rehearsal {
    let mut play = halted_at_142();
    set(&mut play, 143, |spec| spec.log = Some("at {i}".to_owned()));
    play.changes.clear();
    over_to(&mut play, &AT_143);
    play
}

fn logged(play: &Rehearsal) -> Vec<&str> {
    let texts = play.changes.iter().filter_map(|change| match change {
        Change::Output { text, logged: Some(_), .. } => Some(text.as_str()),
        _ => None,
    });
    texts.collect()
}

#[test]
fn a_step_does_not_overtake_the_log_point_that_it_leaves() {
    let mut play = stepped_to_a_log_point();
    over(&mut play);
    over(&mut play);
    assert_eq!((count(&play, is_step), word(&play)), (0, "HALTED"));
    assert!(play.eval("i", "3"));
    assert_eq!((logged(&play), count(&play, is_step)), (vec!["at 3"], 1));

    let mut play = halted_at_142();
    set(&mut play, 143, |spec| spec.log = Some("at {i}".to_owned()));
    over(&mut play);
    over(&mut play);
    arrive(&mut play, &AT_143);
    assert_eq!(count(&play, is_step), 0, "the one that waited for the step");
    assert!(play.eval("i", "3"));
    assert_eq!((logged(&play), count(&play, is_step)), (vec!["at 3"], 1));

    let mut play = halted_at_142();
    set(&mut play, 143, |spec| spec.log = Some("at {i}".to_owned()));
    play.thread(ThreadCommand::StepTimes(StepKind::Over, 2));
    arrive(&mut play, &AT_143);
    assert_eq!(count(&play, is_step), 0, "one of several");
    assert!(play.eval("i", "3"));
    assert_eq!((logged(&play), count(&play, is_step)), (vec!["at 3"], 1));
}

#[test]
fn a_step_does_not_overtake_the_judgement_of_a_condition_either() {
    let mut play = halted_at_142();
    set(&mut play, 143, |spec| {
        spec.log = Some("at {i}".to_owned());
        spec.condition = Some("i > 2".to_owned());
    });
    over_to(&mut play, &AT_143);
    over(&mut play);
    assert!(play.eval("!!(i > 2)", "true"));
    assert_eq!(count(&play, is_step), 0);
    assert!(play.eval("i", "3"));
    assert_eq!((logged(&play), count(&play, is_step)), (vec!["at 3"], 1));
}

#[test]
fn what_waits_for_a_log_point_can_be_taken_back() {
    let mut play = stepped_to_a_log_point();
    over(&mut play);
    play.thread(ThreadCommand::Cancel);
    assert_eq!(notice(&play), "T7 stays: over was not sent");
    assert!(play.eval("i", "3"));
    assert_eq!((count(&play, is_step), word(&play)), (0, "HALTED"));
}

#[test]
fn a_step_that_ends_on_a_log_point_has_hit_none_that_halts() {
    let play = stepped_to_a_log_point();
    let told = play.changes.iter().find_map(|change| match change {
        Change::Stopped { reason, breakpoint, .. } => Some((*reason, *breakpoint)),
        _ => None,
    });
    assert_eq!(told, Some((StopReason::Step, None)));
}

#[test]
fn who_steps_from_a_log_point_that_takes_long_gets_its_text_and_the_step() {
    let mut play = halted_at_142();
    set(&mut play, 9, |spec| spec.log = Some("at {i}".to_owned()));
    play.thread(ThreadCommand::Continue);
    play.answer(resumes, Answer::Thread(running(7)));
    play.list(&[running(7)]);
    play.halt(7, &IN_HELPER);
    play.pass(std::time::Duration::from_millis(400));
    assert_eq!(word(&play), "HALTED", "it is drawn");
    over(&mut play);
    assert_eq!(count(&play, is_step), 0);
    assert!(play.eval("i", "3"));
    assert_eq!((count(&play, is_step), count(&play, resumes)), (1, 0));
    assert_eq!(logged(&play), ["at 3"]);
}

/// Stops and runs, in the order in which they were told.
fn stops_and_runs(play: &Rehearsal) -> Vec<&'static str> {
    let words = play.changes.iter().filter_map(|change| match change {
        Change::Stopped { .. } => Some("stopped"),
        Change::Continued { .. } => Some("continued"),
        _ => None,
    });
    words.collect()
}

#[test]
fn each_halt_that_was_told_is_told_to_end_once() {
    let mut play = halted_at_142();
    logs(&mut play, 9);
    for _ in 0..3 {
        play.thread(ThreadCommand::Continue);
        play.answer(resumes, Answer::Thread(running(7)));
        play.list(&[running(7)]);
        // It passes, and goes on by itself.
        play.halt(7, &IN_HELPER);
        play.answer(resumes, Answer::Thread(running(7)));
        play.list(&[running(7)]);
        play.halt(7, &AT_142);
    }
    let rounds = ["stopped", "continued"].repeat(3);
    assert_eq!(stops_and_runs(&play), [&rounds[..], &["stopped"]].concat());
}

/// Over at the end of a function lets the thread run: what halts it behind that function is a breakpoint, if one is there.
#[test]
fn what_an_over_at_the_end_of_a_function_runs_into_is_judged_as_a_breakpoint() {
    let mut play = halted_at_142();
    logs(&mut play, 62);
    over(&mut play);
    arrive(&mut play, &IN_CALLER);
    assert_eq!((outputs(&play), count(&play, resumes), count(&play, is_step)), (1, 1, 0));
    assert_eq!(told(&play).1, []);
    let mut play = halted_at_142();
    set(&mut play, 62, |_| ());
    over(&mut play);
    arrive(&mut play, &IN_CALLER);
    assert_eq!((count(&play, resumes), told(&play).1), (0, vec![StopReason::Breakpoint]));
    let mut play = halted_at_142();
    over(&mut play);
    arrive(&mut play, &IN_CALLER);
    assert_eq!(told(&play).1, [StopReason::Step], "a server may see it otherwise");
}

#[test]
fn a_step_that_lets_it_run_on_is_told_once_too() {
    let mut play = halted_at_142();
    over(&mut play);
    play.answer(is_step, Answer::Thread(running(7)));
    while word(&play) == "STEPPING" {
        play.list(&[running(7)]);
        play.pass(std::time::Duration::from_millis(50));
    }
    play.list(&[running(7)]);
    assert_eq!(stops_and_runs(&play), ["stopped", "continued"]);
}

#[test]
fn why_over_has_ended_a_thread_is_told_by_where_it_was() {
    let ended = |end: u32, text: &str| {
        let mut play = halted_at_142();
        let extent = Extent { first: Line(100), last: Line(150), end: Some(Line(end)) };
        let returns = if text.contains("return") { vec![(Line(142), Line(143))] } else { vec![] };
        let outline = Outline { extents: vec![extent], returns, ..Outline::default() };
        let (script, text) = (ScriptPath::from(CART), format!("{}{text}\n", "\n".repeat(141)));
        play.source(CART, &text);
        let text = Ok(SourceText { text, outline, ..SourceText::default() });
        play.event(Event::SourceRead { script, text });
        over(&mut play);
        play.answer(is_step, Answer::Thread(running(7)));
        play.list(&[]);
        let last = play.session.notice().expect("it is said");
        (last.text.clone(), last.remedy)
    };
    let at_end = "T7 finished: over at the end of a function lets it run on; out halts in a caller that has more to do";
    let at_end = (at_end.to_owned(), Some(crate::session::Remedy::StepOut));
    assert_eq!(ended(142, "basket.add(i);"), at_end);
    assert_eq!(ended(145, "if (!i) return basket;"), at_end);
    let thrown = "T7 finished: it came to no further line of its function, as after an error";
    assert_eq!(ended(145, "basket.add(i);"), (thrown.to_owned(), None));
}
