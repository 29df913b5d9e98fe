//! Whatever happens, in whatever order: no panic, and what must hold holds.

use super::*;
use crate::api::debugger::{EvalResult, MemberList, ThreadList};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::api::sandbox::Operation;
use crate::session::calls::Purpose;
use crate::session::rehearsal::{client_gone, halted, running, unreachable};
use crate::session::values::Job;
use crate::session::{
    Answer, BreakpointKey, BreakpointSpec, Call, Event, Failure, FailureKind, History, Hits,
    KeepAliveMode, KeepAliveReport, Leaving, Row, Spot, ThreadState,
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
    KeepAlive(u64, usize),
    Woken,
}

fn step() -> impl Strategy<Value = StepKind> {
    prop_oneof![Just(StepKind::Into), Just(StepKind::Over), Just(StepKind::Out)]
}

fn of_thread() -> impl Strategy<Value = ThreadCommand> {
    let script = || ScriptPath::from(CART);
    prop_oneof![
        4 => step().prop_map(ThreadCommand::Step),
        2 => Just(ThreadCommand::Continue),
        1 => (step(), 0..4_u32).prop_map(|(kind, times)| ThreadCommand::StepTimes(kind, times)),
        1 => (140..146_u32).prop_map(move |line| ThreadCommand::RunTo { script: script(), line: Line(line) }),
        1 => Just(ThreadCommand::Stop),
        2 => Just(ThreadCommand::Cancel),
    ]
}

fn of_values() -> impl Strategy<Value = ValuesCommand> {
    let text =
        || prop_oneof![Just("basket".to_owned()), Just("f()".to_owned()), Just(String::new())];
    prop_oneof![
        text().prop_map(ValuesCommand::DeepFind),
        text().prop_map(ValuesCommand::Evaluate),
        text().prop_map(ValuesCommand::TestCondition),
    ]
}

fn of_breakpoints() -> impl Strategy<Value = BreakpointCommand> {
    let script = || ScriptPath::from(CART);
    let place = move |line: u32| BreakpointSpec::plain(script(), Line(line));
    prop_oneof![
        2 => (140..146_u32).prop_map(move |line| BreakpointCommand::Toggle { script: script(), line: Line(line) }),
        1 => (140..146_u32, 0..3_u32).prop_map(move |(line, from)| BreakpointCommand::Set(BreakpointSpec {
            hit_rule: Some(Hits::From(from).into()),
            after: (from == 2).then(|| BreakpointKey::new(script(), Line(146 - line % 6))),
            log: (from == 0).then(|| "a {b} {c}".to_owned()),
            ..place(line)
        })),
    ]
}

fn of_connection() -> impl Strategy<Value = ConnectionCommand> {
    prop_oneof![
        Just(ConnectionCommand::Reattach),
        Just(ConnectionCommand::Join),
        Just(ConnectionCommand::Clear),
        Just(ConnectionCommand::TakeOtherId),
        Just(ConnectionCommand::Retry),
        Just(ConnectionCommand::Cancel),
        Just(ConnectionCommand::Attach),
    ]
}

fn command() -> impl Strategy<Value = Command> {
    let thread = || prop_oneof![4 => Just(7_u64), 1 => 6..10_u64].prop_map(ThreadId);
    let spot = move || (thread(), 0..3_usize).prop_map(|(thread, frame)| Spot { thread, frame });
    prop_oneof![
        10 => (thread(), of_thread()).prop_map(|(id, command)| Command::Thread(id, command)),
        3 => (spot(), of_values()).prop_map(|(spot, command)| Command::Values(spot, command)),
        2 => of_breakpoints().prop_map(Command::Breakpoint),
        2 => of_connection().prop_map(Command::Connection),
        1 => Just(Command::ContinueAll),
        1 => Just(Command::EndSearch),
        1 => proptest::option::of(spot()).prop_map(Command::Focus),
        1 => prop_oneof![Just("basket"), Just("f()")]
            .prop_map(|text| Command::Watch(WatchCommand::Add(text.to_owned()))),
        1 => prop_oneof![Just(KeepAliveMode::Renew), Just(KeepAliveMode::Off)].prop_map(Command::KeepAlive),
        1 => Just(Command::RenewNow),
        1 => Just(Command::Request { method: "GET".to_owned(), url: "Cart-Show".to_owned(), body: None }),
        1 => Just(Command::Sandbox(Operation::Snapshots)),
    ]
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        4 => command().prop_map(Move::Do),
        10 => (0..8_usize, 0..8_usize).prop_map(|(call, way)| Move::Answer(call, way)),
        1 => (0..60_u64, 0..6_usize).prop_map(|(id, way)| Move::Nonsense(id, way)),
        3 => (0..3_000_u64).prop_map(Move::Pass),
        2 => (0..40_usize, 0..5_usize).prop_map(|(row, way)| Move::Touch(row, way)),
        2 => (0..6_u64, 0..3_usize).prop_map(|(number, way)| Move::KeepAlive(number, way)),
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
        Move::KeepAlive(number, way) => {
            let at = play.now;
            play.event(Event::KeepAlive(match way {
                0 => KeepAliveReport::Sent { number, at },
                1 => KeepAliveReport::Renewed { number, sent: at },
                _ => KeepAliveReport::Failed { number, failure: unreachable() },
            }));
        }
        Move::Woken => play.event(Event::ProcessResumed),
    }
}

fn touch(play: &mut Rehearsal, row: usize, way: usize) {
    let rows = play.shown().tree.map(|tree| tree.rows().to_vec()).unwrap_or_default();
    let Some(node) = rows.get(row % rows.len().max(1)).map(|row| row.node()) else { return };
    let commands = [
        TreeCommand::Expand,
        TreeCommand::Collapse,
        TreeCommand::More,
        TreeCommand::GoToIndex(650),
        TreeCommand::Pretty,
    ];
    play.tree(node, commands[way % commands.len()]);
}

fn check(play: &Rehearsal) {
    let session = &play.session;
    for thread in session.threads().iter() {
        if matches!(thread.state(), ThreadState::Halted { .. }) {
            assert!(!thread.frames().is_empty(), "a halted thread has a stack");
            assert!(session.countdown(thread.id(), play.now).is_some(), "and a countdown");
        }
    }
    // What nobody waits for any more doesn't count.
    let of = |id| move |purpose: &Purpose| purpose.place().is_some_and(|it| it.thread == id);
    let searches = |purpose: &Purpose| matches!(purpose, Purpose::SearchMembers { .. });
    for id in session.threads().iter().map(crate::session::Thread::id) {
        let reads = session.cx.calls.count(|it| of(id)(it) && Job::of(it).is_some());
        assert!(reads <= 4, "four for nodes and watches: {reads}");
    }
    let searching = session.cx.calls.count(searches);
    assert!(searching <= 4, "four for the search: {searching}");
    assert!(session.history().halts().len() <= History::HALTS);
    if let Some(tree) = play.shown().tree {
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
        play.command(Command::Connection(ConnectionCommand::Detach(Leaving::LetRun)));
        play.pass(Duration::from_secs(3));
        prop_assert!(play.session.connection().is_detached(), "leaving always ends");
    }
}
