//! Whatever happens, in whatever order: no panic, and what must hold holds.

use super::*;
use crate::api::debugger::{EvalResult, MemberList, ThreadList};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::rehearsal::{client_gone, halted, running, unreachable};
use crate::session::{
    Answer, BreakpointSpec, Call, Event, Failure, FailureKind, History, KeepAliveMode,
    KeepAliveReport, Leaving, Row, ThreadState,
};
use proptest::prelude::*;
use std::time::Duration;

/// One thing that happens; numbers choose among what there is at the moment.
#[derive(Clone, Debug)]
enum Move {
    Do(Command),
    /// Answers one of the calls under way in one of the ways that fit.
    Answer(usize, usize),
    /// An answer nobody asked for, or of another kind.
    Nonsense(u64, usize),
    Pass(u64),
    Touch(usize, usize),
    KeepAlive(bool),
    Woken,
}

fn command() -> impl Strategy<Value = Command> {
    let script = || ScriptPath::from(CART);
    let place = move |line: u32| BreakpointSpec::plain(script(), Line(line));
    prop_oneof![
        4 => prop_oneof![Just(StepKind::Into), Just(StepKind::Over), Just(StepKind::Out)]
            .prop_map(Command::Step),
        2 => Just(Command::Continue),
        1 => Just(Command::ContinueAll),
        1 => (0..4_u32).prop_map(|times| Command::StepTimes(StepKind::Over, times)),
        1 => (140..146_u32).prop_map(move |line| Command::RunTo { script: script(), line: Line(line) }),
        1 => (6..10_u64).prop_map(|id| Command::StopThread(ThreadId(id))),
        1 => (6..10_u64).prop_map(|id| Command::SelectThread(ThreadId(id))),
        1 => Just(Command::NextHalted),
        1 => (0..4_usize).prop_map(Command::SelectFrame),
        2 => (140..146_u32).prop_map(move |line| Command::ToggleBreakpoint { script: script(), line: Line(line) }),
        1 => (140..146_u32, 0..3_u32).prop_map(move |(line, from)| Command::SetBreakpoint(BreakpointSpec {
            from_hit: Some(from),
            log: (from == 0).then(|| "a {b} {c}".to_owned()),
            ..place(line)
        })),
        1 => prop_oneof![Just("basket"), Just("f()"), Just("")].prop_map(|text| Command::Evaluate(text.to_owned())),
        1 => prop_oneof![Just("basket"), Just("f()")].prop_map(|text| Command::AddWatch(text.to_owned())),
        1 => Just(Command::DeepFind("a".to_owned())),
        2 => prop_oneof![Just(Command::HistoryBack), Just(Command::HistoryForward), Just(Command::Live)],
        2 => Just(Command::Cancel),
        1 => prop_oneof![Just(Command::Reattach), Just(Command::Join), Just(Command::TakeOtherId), Just(Command::Retry), Just(Command::Attach)],
        1 => prop_oneof![Just(KeepAliveMode::Renew), Just(KeepAliveMode::Off)].prop_map(Command::KeepAlive),
        1 => Just(Command::Request { method: "GET".to_owned(), url: "Cart-Show".to_owned(), body: None }),
    ]
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        4 => command().prop_map(Move::Do),
        10 => (0..8_usize, 0..8_usize).prop_map(|(call, way)| Move::Answer(call, way)),
        1 => (0..60_u64, 0..6_usize).prop_map(|(id, way)| Move::Nonsense(id, way)),
        3 => (0..3_000_u64).prop_map(Move::Pass),
        2 => (0..40_usize, 0..5_usize).prop_map(|(row, way)| Move::Touch(row, way)),
        1 => any::<bool>().prop_map(Move::KeepAlive),
        1 => Just(Move::Woken),
    ];
    proptest::collection::vec(one, 1..120)
}

fn threads(way: usize) -> Vec<crate::api::debugger::ScriptThread> {
    match way {
        0 => vec![],
        1 => vec![halted(7, &AT_142)],
        2 => vec![halted(7, &AT_143), halted(9, &AT_142)],
        3 => vec![running(7)],
        4 => vec![running(7), halted(8, &AT_143)],
        _ => vec![halted(7, &[]), halted(9, &AT_143)],
    }
}

fn members(way: usize) -> MemberList {
    let names: Vec<String> = (0..way * 60).map(|at| format!("[{at}]")).collect();
    let member = |name: &String| crate::api::debugger::Member {
        name: name.clone(),
        parent: String::new(),
        type_name: ["Object", "number"][name.len() % 2].to_owned(),
        value: "v".to_owned(),
        scope: Some([Scope::Local, Scope::Closure][way % 2]),
    };
    let object_members = names.iter().map(member).collect();
    MemberList { object_members, total: Some(way as u64 * 700), ..MemberList::default() }
}

fn failure(way: usize) -> Failure {
    match way % 3 {
        0 => unreachable(),
        1 => Failure::new(FailureKind::NoFrame, "400", ""),
        _ => Failure::new(FailureKind::ThreadGone, "404", ""),
    }
}

fn outcome(call: &Call, way: usize) -> Result<Answer, Failure> {
    if way == 6 {
        return Err(failure(usize::try_from(call.id.0).unwrap_or_default()));
    }
    if way == 7 {
        return Err(client_gone());
    }
    Ok(match &call.request {
        Request::Threads => Answer::Threads(ThreadList { script_threads: threads(way) }),
        Request::Step(id, _) | Request::Resume(id) => match way {
            0 => Answer::Thread(running(id.0)),
            1 => Answer::Thread(halted(id.0, &AT_142)),
            _ => Answer::Thread(halted(id.0, &AT_143)),
        },
        Request::Variables { .. } | Request::Members { .. } => Answer::Members(members(way)),
        Request::Eval { expression, .. } => {
            Answer::Eval(EvalResult { expression: expression.clone(), result: way.into() })
        }
        Request::Breakpoints => Answer::Breakpoints(vec![]),
        Request::AddBreakpoints(places) => Answer::Breakpoints(
            places
                .iter()
                .enumerate()
                .map(|(at, place)| crate::api::debugger::Breakpoint {
                    id: crate::api::ids::BreakpointId(call.id.0 * 100 + at as u64),
                    place: place.clone(),
                })
                .collect(),
        ),
        _ => Answer::Done,
    })
}

fn perform(play: &mut Rehearsal, one: Move) {
    match one {
        Move::Do(command) => play.command(command),
        Move::Answer(call, way) if !play.sent.is_empty() => {
            let call = play.sent.remove(call % play.sent.len());
            let outcome = outcome(&call, way);
            play.event(Event::Answered { id: call.id, sent: play.now, outcome });
        }
        Move::Answer(..) => {}
        Move::Nonsense(id, way) => {
            let id = crate::session::CallId(id);
            play.sent.retain(|call| call.id != id);
            let answers = [
                Answer::Done,
                Answer::Members(members(2)),
                Answer::Threads(ThreadList { script_threads: threads(2) }),
                Answer::Thread(halted(7, &AT_143)),
                Answer::Breakpoints(vec![]),
            ];
            let answer = answers.get(way).cloned().ok_or_else(unreachable);
            play.event(Event::Answered { id, sent: play.now, outcome: answer });
        }
        Move::Pass(milliseconds) => play.pass(Duration::from_millis(milliseconds)),
        Move::Touch(row, way) => touch(play, row, way),
        Move::KeepAlive(renewed) => {
            let report = if renewed {
                KeepAliveReport::Renewed { sent: play.now }
            } else {
                KeepAliveReport::Failed(unreachable())
            };
            play.event(Event::KeepAlive(report));
        }
        Move::Woken => play.event(Event::Woken),
    }
}

fn touch(play: &mut Rehearsal, row: usize, way: usize) {
    let rows = play.session.shown().tree.map(|tree| tree.rows().to_vec()).unwrap_or_default();
    let Some(node) = rows.get(row % rows.len().max(1)).map(|row| row.node()) else { return };
    play.command(match way {
        0 => Command::Expand(node),
        1 => Command::Collapse(node),
        2 => Command::More(node),
        3 => Command::GoToIndex(node, 650),
        _ => Command::Pretty(node),
    });
}

fn check(play: &Rehearsal) {
    let session = &play.session;
    for thread in session.threads().iter() {
        if matches!(thread.state, ThreadState::Halted) {
            assert!(!thread.frames.is_empty(), "a halted thread has a stack");
            assert!(thread.lives_until.is_some(), "and an end");
        }
        assert!(thread.selected_frame < thread.frames.len().max(1));
    }
    assert!(session.history().halts().len() <= History::HALTS);
    if let Some(selected) = session.threads().selected() {
        assert!(session.threads().get(selected.id).is_some());
    }
    if let Some(tree) = session.shown().tree {
        for row in tree.rows() {
            let node = tree.node(row.node()).expect("a row's node is there");
            if let Row::More { loaded, total, .. } = row {
                assert!(loaded < total);
            }
            if let Some(parent) = node.parent {
                assert!(tree.node(parent).is_some_and(crate::session::Node::is_open));
            }
        }
        let unique: std::collections::HashSet<_> = tree.rows().iter().collect();
        assert_eq!(unique.len(), tree.rows().len(), "no row is there twice");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_update_never_panics_and_keeps_its_invariants(moves in moves()) {
        let mut play = halted_at_142();
        for one in moves {
            perform(&mut play, one);
            check(&play);
        }
        play.command(Command::Live);
        play.command(Command::Detach(Leaving::LetRun));
        play.pass(Duration::from_secs(3));
        prop_assert!(play.session.connection().is_detached(), "leaving always ends");
    }
}
