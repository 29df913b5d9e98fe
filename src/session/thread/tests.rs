//! The table of (state, sighting): what a list means for a thread in each state.

use super::*;
use crate::api::ids::{FrameIndex, Line, ScriptPath};
use crate::session::failure::{Delivery, FailureKind};
use crate::session::frame::Frame;

const LIMIT: Duration = Duration::from_mins(1);

fn stack(line: u32) -> Vec<Frame> {
    let script = ScriptPath::from("/app/cartridge/controllers/Cart.js");
    vec![Frame { index: FrameIndex(0), function: "f()".to_owned(), script, line: Line(line) }]
}

const fn at(milliseconds: u64) -> Time {
    Time(Duration::from_millis(milliseconds))
}

fn list(number: u64, milliseconds: u64) -> Stamp {
    Stamp { id: CallId(number), sent: at(milliseconds) }
}

/// Halted on line 10 since the list numbered 5.
fn halted() -> Thread {
    let mut thread = Thread::new(ThreadId(7), at(0), Moment::before(CallId(1)), Some(at(0)));
    let seen = thread.seen_as(Seen::Halted(stack(10)), list(5, 500), at(600));
    assert_eq!(seen, Sighting::Halts(stack(10)));
    thread.shows(stack(10), Moment::before(CallId(6)));
    thread.stands(Standing { since: at(600), halt: HaltNumber(1) });
    thread
}

/// A verb left as call 6.
fn moving(verb: Verb) -> Thread {
    let mut thread = halted();
    thread.set_off(verb, at(1_000), Moment::before(CallId(6)));
    thread
}

fn why(delivery: Delivery) -> Failure {
    Failure { delivery, ..Failure::new(FailureKind::Unreachable, "reset", "") }
}

fn lost(verb: Verb, delivery: Delivery) -> Thread {
    let mut thread = moving(verb);
    thread.answer_lost(&why(delivery), Moment::before(CallId(7)));
    thread
}

fn stood(verb: Verb, certainly: StandsCertainly, delivery: Delivery) -> Sighting {
    Sighting::Stood(verb, certainly, why(delivery))
}

const STEP: Verb = Verb::Step(StepKind::Over);

type Row = (&'static str, Thread, Seen, Sighting);

/// A running thread that is halted has halted by itself; one at a log point is still there.
#[test]
fn a_stop_whose_answer_is_lost_is_told_from_a_halt() {
    let here = || Seen::Halted(stack(10));
    let stop_lost = |mut thread: Thread| {
        thread.set_off(Verb::Stop, at(1_200), Moment::before(CallId(9)));
        thread.answer_lost(&why(Delivery::Unknown), Moment::before(CallId(10)));
        thread
    };
    let mut running = moving(Verb::Resume);
    running.answered(at(1_000));
    running.seen_as(Seen::Running, list(8, 1_100), at(1_100));
    let mut passing = running.clone();
    passing.passes(stack(10), at(1_150), Moment::before(CallId(9)));
    let seen = stop_lost(running).seen_as(here(), list(20, 1_500), at(1_500));
    assert_eq!(seen, Sighting::Halts(stack(10)));
    let seen = stop_lost(passing).seen_as(here(), list(20, 1_500), at(1_500));
    assert_eq!(seen, stood(Verb::Stop, StandsCertainly::Yes, Delivery::Unknown));
}

#[test]
fn every_state_knows_what_a_list_means() {
    let answered = |verb| {
        let mut thread = moving(verb);
        thread.answered(at(1_000));
        thread
    };
    let arrived = |line| {
        let mut thread = moving(STEP);
        thread.arrived(stack(line), at(1_000), Moment::before(CallId(7)));
        thread
    };
    let agreed = || {
        let mut thread = arrived(10);
        assert_eq!(
            thread.seen_as(Seen::Halted(stack(10)), list(8, 1_100), at(1_100)),
            Sighting::Known
        );
        thread
    };
    let running = || {
        let mut thread = answered(Verb::Resume);
        thread.seen_as(Seen::Running, list(8, 1_100), at(1_100));
        thread
    };
    let passing = || {
        let mut thread = running();
        thread.passes(stack(10), at(1_200), Moment::before(CallId(9)));
        thread
    };
    let (yes, perhaps) = (StandsCertainly::Yes, StandsCertainly::PerhapsAgain);
    let here = || Seen::Halted(stack(10));
    let there = || Seen::Halted(stack(11));
    let unmoved = [
        ("step never sent", yes, Delivery::NotSent),
        ("step refused", yes, Delivery::Refused),
        ("step's answer lost", perhaps, Delivery::Unknown),
    ];
    let unmoved = unmoved.map(|(name, certainly, delivery)| -> Row {
        (name, lost(STEP, delivery), here(), stood(STEP, certainly, delivery))
    });
    let table: Vec<Row> = vec![
        ("halted, seen there", halted(), here(), Sighting::Known),
        ("halted, seen elsewhere", halted(), there(), Sighting::Moved(stack(11))),
        ("halted, seen running", halted(), Seen::Running, Sighting::ResumedElsewhere),
        ("step sent, seen where it was", moving(STEP), here(), Sighting::Known),
        ("step sent, seen further", moving(STEP), there(), Sighting::Halts(stack(11))),
        ("step sent, seen running", moving(STEP), Seen::Running, Sighting::Known),
        ("step answered, seen where it was", answered(STEP), here(), Sighting::Known),
        ("step answered, seen further", answered(STEP), there(), Sighting::Halts(stack(11))),
        ("step arrived, seen there", arrived(11), there(), Sighting::Halts(stack(11))),
        (
            "step arrived further, seen where it was",
            arrived(11),
            here(),
            Sighting::SameStack(stack(10)),
        ),
        ("same line agreed once, seen again", agreed(), here(), Sighting::Halts(stack(10))),
        ("same line agreed once, seen further", agreed(), there(), Sighting::Halts(stack(11))),
        (
            "step's answer lost, seen further",
            lost(STEP, Delivery::Unknown),
            there(),
            Sighting::Halts(stack(11)),
        ),
        (
            "resume's answer lost",
            lost(Verb::Resume, Delivery::Unknown),
            Seen::Running,
            Sighting::Runs(Verb::Resume),
        ),
        (
            "resume answered, seen running",
            answered(Verb::Resume),
            Seen::Running,
            Sighting::Runs(Verb::Resume),
        ),
        (
            "resume answered, seen further",
            answered(Verb::Resume),
            there(),
            Sighting::Halts(stack(11)),
        ),
        ("stop sent, seen there", moving(Verb::Stop), here(), Sighting::Known),
        (
            "stop's answer lost, seen there",
            lost(Verb::Stop, Delivery::Unknown),
            here(),
            stood(Verb::Stop, yes, Delivery::Unknown),
        ),
        ("running, seen running", running(), Seen::Running, Sighting::Known),
        ("running, seen halted where it was", running(), here(), Sighting::Halts(stack(10))),
        ("passing, seen there", passing(), here(), Sighting::Known),
        ("passing, seen running", passing(), Seen::Running, Sighting::ResumedElsewhere),
        ("passing, seen elsewhere", passing(), there(), Sighting::Moved(stack(11))),
    ];
    for (name, mut thread, seen, expected) in table.into_iter().chain(unmoved) {
        let sighting = thread.seen_as(seen, list(20, 1_500), at(1_500));
        assert_eq!(sighting, expected, "{name}");
    }
}

#[test]
fn a_list_that_left_before_the_last_change_says_nothing() {
    for mut thread in [moving(STEP), lost(STEP, Delivery::Unknown), moving(Verb::Resume)] {
        for seen in [Seen::Running, Seen::Halted(stack(11))] {
            assert_eq!(thread.seen_as(seen, list(5, 900), at(1_500)), Sighting::Stale);
        }
    }
}

#[test]
fn a_step_that_runs_on_is_running_after_two_seconds() {
    let mut thread = moving(STEP);
    thread.answered(at(1_000));
    assert_eq!(thread.seen_as(Seen::Running, list(8, 1_200), at(1_300)), Sighting::Known);
    assert!(thread.is_stepping());
    let seen = thread.seen_as(Seen::Running, list(9, 3_000), at(3_000));
    assert_eq!(seen, Sighting::Runs(STEP));
    assert_eq!(thread.state(), ThreadState::Running { since: at(1_000) });
}

#[test]
fn where_it_stands_again_it_has_the_halt_that_it_had() {
    let mut thread = lost(STEP, Delivery::NotSent);
    assert!(thread.answer_is_lost() && thread.halt().is_none());
    thread.seen_as(Seen::Halted(stack(10)), list(9, 1_200), at(1_300));
    assert_eq!((thread.halt(), thread.is_halted()), (Some(HaltNumber(1)), true));
    assert_eq!(thread.held(at(1_600)), Some(Duration::from_secs(1)), "since it first stood there");
}

#[test]
fn the_end_has_its_true_reason() {
    let late = at(70_000);
    for (name, thread, now, exit) in [
        ("halted, its time over", halted(), late, Exit::Expired),
        ("halted, with time left", halted(), at(5_000), Exit::StoppedElsewhere),
        ("stopped by us", moving(Verb::Stop), at(5_000), Exit::Stopped),
        (
            "stop lost on the way back",
            lost(Verb::Stop, Delivery::Unknown),
            at(5_000),
            Exit::Stopped,
        ),
        ("resumed", moving(Verb::Resume), at(5_000), Exit::Finished),
        ("step lost, time left", lost(STEP, Delivery::Unknown), at(5_000), Exit::Finished),
        ("step never sent, time over", lost(STEP, Delivery::NotSent), late, Exit::Expired),
    ] {
        assert_eq!(thread.exit(now, LIMIT), exit, "{name}");
    }
}

#[test]
fn only_what_proves_another_halt_gives_another_minute() {
    let until = |thread: &Thread| thread.lives_until(LIMIT).expect("it is known").0;
    assert_eq!(until(&halted()), LIMIT, "it was not there at the start");
    // The same stack may be the old halt.
    let mut thread = moving(STEP);
    thread.arrived(stack(10), at(1_000), Moment::before(CallId(7)));
    assert_eq!(until(&thread), LIMIT);
    thread.arrived(stack(11), at(1_000), Moment::before(CallId(8)));
    assert_eq!(until(&thread), LIMIT + Duration::from_secs(1));
    thread.seen_as(Seen::Running, list(9, 4_000), at(4_100));
    assert_eq!(until(&thread), LIMIT + Duration::from_secs(4));
}
