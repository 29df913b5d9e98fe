//! Breakpoints go out as differences.

use super::*;
use crate::api::debugger::{Breakpoint, NewBreakpoint};
use crate::api::ids::{BreakpointId, Line, ScriptPath, ThreadId};
use crate::session::rehearsal::running;
use crate::session::{
    Answer, BreakpointKey, BreakpointKind, BreakpointNumber, BreakpointSpec, Change, CodeLines,
    ConsoleLine, Fact, Failure, FailureKind, Hits, Life, NoticeKind, Origin,
};
use std::time::Duration;

fn toggle(play: &mut Rehearsal, line: u32) {
    play.command(Command::Breakpoint(BreakpointCommand::Toggle {
        script: ScriptPath::from(CART),
        line: Line(line),
    }));
}

fn key(line: u32) -> BreakpointKey {
    BreakpointKey::new(ScriptPath::from(CART), Line(line))
}

fn fact(play: &Rehearsal, line: u32) -> Fact {
    play.session.breakpoints().get(&key(line)).expect("it is listed").fact.clone()
}

#[test]
fn only_what_differs_goes_out() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    assert_eq!((count(&play, adds), fact(&play, 10)), (1, Fact::UnderWay));
    play.serve_breakpoints();
    assert_eq!(fact(&play, 10), Fact::Armed(BreakpointId(1)));
    toggle(&mut play, 11);
    let asked = play.sent.iter().find_map(|call| match &call.request {
        Request::AddBreakpoints(places) => Some(places.clone()),
        _ => None,
    });
    assert_eq!(
        asked.expect("one call").iter().map(|each| each.line_number.0).collect::<Vec<_>>(),
        [11]
    );
    play.serve_breakpoints();
    assert_eq!(fact(&play, 10), Fact::Armed(BreakpointId(1)), "ids stay");
    toggle(&mut play, 10);
    assert_eq!((count(&play, adds), count(&play, removes)), (0, 1));
}

#[test]
fn an_edit_adds_before_it_deletes() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    play.serve_breakpoints();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(10));
    spec.condition = Some("qty > 5".to_owned());
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    assert_eq!((count(&play, adds), count(&play, removes)), (1, 0), "no unarmed moment");
    play.serve_breakpoints();
    assert_eq!(fact(&play, 10), Fact::Armed(BreakpointId(2)));
}

#[test]
fn a_breakpoint_that_is_off_is_kept_here_only() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    play.serve_breakpoints();
    play.command(Command::Breakpoint(BreakpointCommand::Switch(key(10))));
    assert_eq!(count(&play, removes), 1);
    play.serve_breakpoints();
    let breakpoint = play.session.breakpoints().get(&key(10)).expect("it is listed");
    assert_eq!(breakpoint.kind(), BreakpointKind::Off);
    assert_eq!((play.session.breakpoints().armed(), play.session.breakpoints().off()), (0, 1));
}

#[test]
fn one_bad_breakpoint_does_not_disarm_the_others() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    toggle(&mut play, 11);
    toggle(&mut play, 12);
    play.serve_breakpoints();
    let script = ScriptPath::from("/app/cartridge/x.txt");
    play.command(Command::Breakpoint(BreakpointCommand::Toggle {
        script: script.clone(),
        line: Line(1),
    }));
    let refused = Failure::new(FailureKind::Refused, "400 InvalidScriptFile", "take a script");
    play.fail(adds, refused);
    let bad = BreakpointKey::new(script, Line(1));
    let bad = play.session.breakpoints().get(&bad).expect("it is listed");
    assert!(matches!(bad.fact, Fact::Refused(_)));
    assert_eq!(count(&play, adds), 0, "it is not sent again by itself");
    assert!(matches!(fact(&play, 12), Fact::Armed(_)));
}

#[test]
fn saved_breakpoints_are_armed_when_attaching() {
    let mut play = Rehearsal::configured();
    toggle(&mut play, 10);
    let mut play = Rehearsal::new(play.session.options().clone(), play.session.to_save());
    play.attach();
    assert!(matches!(fact(&play, 10), Fact::Armed(_)));
}

#[test]
fn breakpoints_of_a_joined_client_are_adopted_and_stay_when_leaving() {
    let mut play = Rehearsal::configured();
    toggle(&mut play, 10);
    play.command(Command::Connection(ConnectionCommand::Attach));
    play.answer(
        crate::session::rehearsal::is_list,
        Answer::Threads(crate::api::debugger::ThreadList::default()),
    );
    play.command(Command::Connection(ConnectionCommand::Join));
    let place = NewBreakpoint {
        line_number: Line(5),
        script_path: ScriptPath::from(CART),
        condition: Some("a".to_owned()),
    };
    let held = vec![Breakpoint { id: BreakpointId(90), place }];
    play.take(|request| *request == Request::Breakpoints);
    play.answer(|request| *request == Request::Breakpoints, Answer::Breakpoints(held));
    play.serve_breakpoints();
    let adopted = play.session.breakpoints().get(&key(5)).expect("it is adopted");
    assert_eq!((adopted.origin, &adopted.fact), (Origin::Adopted, &Fact::Armed(BreakpointId(90))));
    play.command(Command::Connection(ConnectionCommand::Detach(crate::session::Leaving::LetRun)));
    let gone: Vec<&Request> =
        play.sent.iter().map(|call| &call.request).filter(|one| removes(one)).collect();
    assert_eq!(gone, [&Request::DeleteBreakpoint(BreakpointId(1))], "ours alone");
}

#[test]
fn a_logpoint_evaluates_and_goes_on_unseen() {
    let mut play = Rehearsal::attached();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    spec.log = Some("added {qty}".to_owned());
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "WAITING", "nothing is drawn");
    assert!(play.eval("qty", "1"));
    assert_eq!(count(&play, resumes), 1);
    let line = play.session.console().entries().next().map(|entry| &entry.line);
    assert!(matches!(line, Some(ConsoleLine::Logpoint { text, .. }) if text == "added 1"));
    play.answer(resumes, Answer::Thread(running(7)));
    play.list(&[running(7)]);
    assert_eq!(play.session.history().halts().len(), 0);
    assert_eq!(play.session.breakpoints().get(&key(142)).map(|each| each.hits), Some(1));
}

#[test]
fn a_logpoint_that_takes_long_is_drawn() {
    let mut play = Rehearsal::attached();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    spec.log = Some("{slow()}".to_owned());
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
    play.halt(7, &AT_142);
    assert_eq!(play.session.threads().halted(), 0);
    play.pass(Duration::from_millis(300));
    assert_eq!(play.session.threads().halted(), 1);
}

#[test]
fn a_hit_count_lets_the_first_ones_pass() {
    let mut play = Rehearsal::attached();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    spec.hit_rule = Some(Hits::From(3).into());
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
    for _ in 0..2 {
        play.halt(7, &AT_142);
        play.answer(resumes, Answer::Thread(running(7)));
        play.list(&[running(7)]);
        assert_eq!(play.session.threads().halted(), 0);
    }
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(play.session.breakpoints().get(&key(142)).map(|each| each.hits), Some(3));
}

#[test]
fn a_hit_rule_halts_at_its_hits_alone() {
    let mut play = Rehearsal::attached();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    spec.hit_rule = Some(Hits::Only(2).into());
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
    let halts: Vec<usize> = (0..3)
        .map(|_| {
            play.halt(7, &AT_142);
            let halted = play.session.threads().halted();
            if halted > 0 {
                play.command(Command::Thread(ThreadId(7), ThreadCommand::Continue));
            }
            play.answer(resumes, Answer::Thread(running(7)));
            play.list(&[running(7)]);
            halted
        })
        .collect();
    assert_eq!(halts, [0, 1, 0]);
}

#[test]
fn a_breakpoint_for_one_halt_goes_with_it() {
    let mut play = Rehearsal::attached();
    let mut spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
    (spec.hit_rule, spec.life) = (Some(Hits::Only(2).into()), Life::Once);
    play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    play.serve_breakpoints();
    play.halt(7, &AT_142);
    assert!(play.session.breakpoints().get(&key(142)).is_some(), "the first hit passes");
    play.answer(resumes, Answer::Thread(running(7)));
    play.list(&[running(7)]);
    play.halt(7, &AT_142);
    assert_eq!(word(&play), "HALTED");
    assert_eq!(play.session.breakpoints().iter().len(), 0);
    let deletes = |request: &Request| matches!(request, Request::DeleteBreakpoint(_));
    assert!(play.take(deletes).is_some(), "the server forgets it, too");
}

#[test]
fn a_line_keeps_its_breakpoints_number_and_a_change_of_it_is_told() {
    let mut play = Rehearsal::attached();
    let set = |condition: Option<&str>| {
        let spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(142));
        BreakpointSpec { condition: condition.map(str::to_owned), ..spec }
    };
    let number = |play: &Rehearsal| {
        play.session.breakpoints().get(&key(142)).map(|breakpoint| breakpoint.number)
    };
    for condition in [None, None, Some("i > 3")] {
        play.command(Command::Breakpoint(BreakpointCommand::Set(set(condition))));
        play.serve_breakpoints();
        assert_eq!(number(&play), Some(BreakpointNumber(1)));
    }
    play.changes.clear();
    play.command(Command::Breakpoint(BreakpointCommand::Remove(key(142))));
    let change = Change::Breakpoint { number: BreakpointNumber(1) };
    assert!(play.changes.contains(&change), "{:?}", play.changes);
    play.serve_breakpoints();
    play.command(Command::Breakpoint(BreakpointCommand::Set(set(None))));
    assert_eq!(number(&play), Some(BreakpointNumber(2)));
}

fn looks(request: &Request) -> bool {
    *request == Request::Breakpoints
}

fn on_server(id: u64, line: u32) -> Breakpoint {
    let place = NewBreakpoint {
        line_number: Line(line),
        script_path: ScriptPath::from(CART),
        condition: None,
    };
    Breakpoint { id: BreakpointId(id), place }
}

#[test]
fn after_a_lost_answer_the_server_is_asked_before_anything_is_sent_again() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    let lost = Failure::new(FailureKind::Unreachable, "connection reset", "look at the network");
    play.fail(adds, lost);
    assert_eq!(play.session.breakpoints().armed(), 0, "a wish is no fact");
    for _ in 0..8 {
        play.list(&[]);
        play.pass(Duration::from_millis(250));
    }
    assert_eq!((count(&play, adds), count(&play, looks)), (0, 1));
    play.answer(looks, Answer::Breakpoints(vec![on_server(4, 10)]));
    assert_eq!(fact(&play, 10), Fact::Armed(BreakpointId(4)));
    assert_eq!((count(&play, adds), count(&play, removes)), (0, 0), "no duplicate");
}

#[test]
fn failed_posts_come_later_and_later() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    let mut posts = 0;
    let end = play.now + Duration::from_secs(8);
    while play.now < end {
        play.list(&[]);
        let refused = Failure::new(FailureKind::Unexpected, "502", "look at its logs");
        posts += usize::from(play.fail(adds, refused));
        play.answer(looks, Answer::Breakpoints(vec![]));
        play.pass(Duration::from_millis(50));
    }
    assert!(posts <= 4, "{posts} in 8 s");
}

#[test]
fn what_another_program_removes_is_said_and_set_again() {
    let mut play = Rehearsal::attached();
    toggle(&mut play, 10);
    play.serve_breakpoints();
    for _ in 0..31 {
        play.pass(Duration::from_secs(1));
        play.list(&[]);
    }
    assert!(play.answer(looks, Answer::Breakpoints(vec![on_server(9, 12)])), "now and then");
    assert_eq!(count(&play, adds), 1);
    let log: Vec<&str> = play.session.log().lines().map(|line| line.text.as_str()).collect();
    let said = |part: &str| log.iter().any(|line| line.contains(part));
    assert!(said("another program under the id haltscope removed 1 of our breakpoints"), "{log:?}");
    assert!(said("has set a breakpoint at Cart.js:12"), "{log:?}");
    play.serve_breakpoints();
    assert_eq!(count(&play, removes), 0, "what others set is theirs");
}

#[test]
fn a_breakpoint_that_the_server_refused_halts_nothing() {
    let mut play = Rehearsal::attached();
    let text = "function addProduct() {\n  var a = 1;\n  return a;\n}\n";
    play.source(CART, text);
    let script = ScriptPath::from(CART);
    let lines = [2, 2, 3, 4].map(|line| Some(Line(line)));
    play.source_text(&script, text, CodeLines::Known(lines.into()));
    let line = Line(1);
    play.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    let refused = FailureKind::Refused;
    play.fail(adds, Failure::new(refused, "400", "correct it"));
    play.halt(7, &[("addProduct()", CART, 2)]);
    let breakpoint = play.session.breakpoints().iter().next().expect("there");
    assert_eq!((breakpoint.hits, breakpoint.slid_to), (0, None));
    let standing = play.session.standing(breakpoint).expect("answered");
    assert_eq!((standing.verified, standing.line.0), (false, 1), "it stands where it was set");
    let hit = play.changes.iter().find_map(|change| match change {
        Change::Stopped { breakpoint, .. } => Some(*breakpoint),
        _ => None,
    });
    assert_eq!(hit, Some(None));
}

#[test]
fn what_was_armed_before_the_line_broke_off_may_halt_requests_all_the_same() {
    let mut play = halted_at_142();
    let said = |play: &Rehearsal, line: u32| {
        let mut all = play.session.breakpoints().iter();
        let breakpoint = all.find(|it| it.key().line == Line(line)).expect("it is there");
        play.session.standing(breakpoint).and_then(|standing| standing.message)
    };
    let set = |play: &mut Rehearsal, line: u32| {
        let spec = BreakpointSpec::plain(ScriptPath::from(CART), Line(line));
        play.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
    };
    set(&mut play, 150);
    play.serve_breakpoints();
    play.pass(Duration::from_secs(20));
    assert_eq!(word(&play), "OFFLINE");
    set(&mut play, 160);
    let expected = "no connection: the server may still halt requests there";
    assert_eq!(said(&play, 150).as_deref(), Some(expected));
    assert_eq!(said(&play, 160).as_deref(), Some("not attached: it is not armed"));
    let at = |line: u32| BreakpointKey::new(ScriptPath::from(CART), Line(line));
    let still = "the server may halt requests there until the connection is back";
    play.command(Command::Breakpoint(BreakpointCommand::Switch(at(150))));
    assert!(notice(&play).ends_with(&format!("is off here: {still}")), "{}", notice(&play));
    let kind = |play: &Rehearsal| play.session.notice().map(|notice| notice.kind);
    assert_eq!(kind(&play), Some(NoticeKind::Hint));
    play.command(Command::Breakpoint(BreakpointCommand::Remove(at(150))));
    assert_eq!(kind(&play), Some(NoticeKind::Hint));
    let said = format!("removed the breakpoint at Cart.js:150 here: {still}");
    assert_eq!(notice(&play), said);
    play.command(Command::Breakpoint(BreakpointCommand::Remove(at(160))));
    assert_eq!(notice(&play), "removed the breakpoint at Cart.js:160", "the server never had it");
}
