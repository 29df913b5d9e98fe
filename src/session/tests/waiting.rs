//! Hits counted in each request, and breakpoints armed by another one.

use super::*;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::rehearsal::{halted, running};
use crate::session::{
    Answer, BreakpointKey, BreakpointKind, BreakpointSpec, Failure, FailureKind, Life,
};

const AT_145: [PlayedFrame<'static>; 1] = [("addProduct()", CART, 145)];

fn key(line: u32) -> BreakpointKey {
    BreakpointKey::new(ScriptPath::from(CART), Line(line))
}

fn plain(line: u32) -> BreakpointSpec {
    BreakpointSpec::plain(ScriptPath::from(CART), Line(line))
}

fn set(play: &mut Rehearsal, spec: BreakpointSpec) {
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
}

/// 142 halts, 145 waits for it; thread 7 is halted on 142 and the server not asked yet.
fn at_the_first(of_first: impl Fn(BreakpointSpec) -> BreakpointSpec) -> Rehearsal {
    let mut play = Rehearsal::attached();
    set(&mut play, of_first(plain(142)));
    play.command(Command::Breakpoint(BreakpointCommand::Set(BreakpointSpec {
        after: Some(key(142)),
        ..plain(145)
    })));
    assert_eq!(count(&play, adds), 0, "it is the server's only once 142 was hit");
    play.halt(7, &AT_142);
    play
}

fn hits(play: &Rehearsal, line: u32) -> u32 {
    play.session.breakpoints().get(&key(line)).expect("it is listed").hits
}

#[test]
fn hits_are_counted_in_each_request_anew() {
    let mut play = Rehearsal::attached();
    let rule = "= 2 per request".parse().expect("a rule");
    set(&mut play, BreakpointSpec { hit_rule: Some(rule), ..plain(142) });
    let mut halts = |thread: u64| {
        play.halt(thread, &AT_142);
        let is_halted = play.session.threads().halted() > 0;
        if is_halted {
            let go_on = Command::Thread(ThreadId(thread), ThreadCommand::Continue);
            play.command(go_on);
        }
        play.answer(resumes, Answer::Thread(running(thread)));
        play.list(&[running(thread)]);
        is_halted
    };
    assert_eq!([7, 7, 7].map(&mut halts), [false, true, false]);
    assert_eq!([8, 8].map(&mut halts), [false, true], "the next request has its own second hit");
}

#[test]
fn a_breakpoint_is_armed_by_another_in_the_request_that_hit_it() {
    let mut play = at_the_first(|spec| spec);
    assert_eq!(count(&play, adds), 1, "it is armed at once");
    play.thread(ThreadCommand::Continue);
    assert_eq!(count(&play, resumes), 0, "not before the server has it");
    play.serve_breakpoints();
    assert_eq!(count(&play, resumes), 1, "now it goes on by itself");
    play.answer(resumes, Answer::Thread(running(7)));
    play.list(&[halted(8, &AT_145), running(7)]);
    assert!(play.take(resumes).is_some(), "another request passes it");
    assert_eq!((play.session.threads().halted(), hits(&play, 145)), (0, 0));
    play.list(&[running(8), halted(7, &AT_145)]);
    assert_eq!((word(&play), hits(&play, 145)), ("HALTED", 1));
    play.command(Command::Thread(ThreadId(7), ThreadCommand::Continue));
    play.answer(resumes, Answer::Thread(running(7)));
    assert_eq!(count(&play, removes), 0, "its request goes on");
    play.list(&[running(8)]);
    assert!(play.take(removes).is_some(), "with its request it goes from the server");
}

#[test]
fn a_log_point_and_a_breakpoint_for_one_halt_arm_others_too() {
    let mut play = at_the_first(|spec| BreakpointSpec { log: Some("here".to_owned()), ..spec });
    assert_eq!((count(&play, adds), count(&play, resumes)), (1, 0), "it stays until it is armed");
    play.serve_breakpoints();
    assert_eq!(count(&play, resumes), 1);
    let mut play = at_the_first(|spec| BreakpointSpec { life: Life::Once, ..spec });
    play.serve_breakpoints();
    assert!(play.session.breakpoints().get(&key(142)).is_none());
    play.list(&[halted(7, &AT_145)]);
    assert_eq!(hits(&play, 145), 0, "a list that only moved it is no hit of its own");
    let waits = |play: &Rehearsal| {
        let breakpoint = play.session.breakpoints().get(&key(145)).expect("it is listed");
        (breakpoint.kind(), breakpoint.waits_for().cloned())
    };
    assert_eq!(waits(&play), (BreakpointKind::Conditional, None));
    play.list(&[]);
    assert_eq!(waits(&play), (BreakpointKind::Conditional, Some(key(142))));
}

#[test]
fn what_waits_for_a_breakpoint_that_is_removed_is_armed_everywhere() {
    let mut play = Rehearsal::attached();
    set(&mut play, plain(142));
    set(&mut play, BreakpointSpec { after: Some(key(142)), ..plain(145) });
    play.command(Command::Breakpoint(BreakpointCommand::Remove(key(142))));
    let spec = &play.session.breakpoints().get(&key(145)).expect("it is listed").spec;
    assert_eq!(spec.after, None);
    assert_eq!(count(&play, adds), 1);
    assert!(notice(&play).contains("Cart.js:145 waited for Cart.js:142"), "{}", notice(&play));
}

#[test]
fn a_thread_goes_on_also_when_the_server_refuses_what_it_armed() {
    let mut play = at_the_first(|spec| spec);
    play.thread(ThreadCommand::Continue);
    play.fail(adds, Failure::new(FailureKind::Refused, "no such line", "correct it"));
    assert_eq!(count(&play, resumes), 1);
}
