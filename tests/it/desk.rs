//! The desk that front ends without a screen work at, over real sockets.

use crate::behaviours::world::{self, World};
use crate::testkit::attached::session_parts;
use crate::testkit::instance::{ITEMS, Part, SCRIPT, Scripted, Steps};
use crate::testkit::patience::PATIENCE;
use haltscope::api::ids::{Line, ScriptPath, ThreadId};
use haltscope::api::paging::Page;
use haltscope::rpc::{self, Ending, Surroundings};
use haltscope::runtime::{Clock, Desk, NotAttached, WhenInUse};
use haltscope::session::{
    BreakpointSpec, Change, Command, Leaving, Saved, Spot, StepKind, StopReason, Thread,
    ThreadCommand,
};
use std::time::Duration;
use tokio::io::AsyncBufReadExt;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

const SPOT: Spot = Spot { thread: ThreadId(7), frame: 0 };

async fn attached(server: &Scripted) -> Desk {
    let (session, parts) = session_parts(&server.url(), Saved::default(), Clock::system());
    let desk = Desk::start(session, parts);
    timeout(PATIENCE, desk.attach(WhenInUse::Refuse)).await.expect("in time").expect("attached");
    desk
}

async fn halted(desk: &Desk) {
    let halted = desk.until(|session| {
        session.threads().get(SPOT.thread).filter(|thread| thread.is_halted()).map(Thread::id)
    });
    timeout(PATIENCE, halted).await.expect("it halts");
}

#[tokio::test]
async fn questions_are_asked_side_by_side_and_answered() {
    let server = Scripted::start(Part::default()).await;
    let desk = attached(&server).await;
    server.halt(7, 10);
    halted(&desk).await;
    let page = Page { start: 1_200, count: 200 };
    let (variables, members, text) = tokio::join!(
        desk.variables(SPOT),
        desk.members(SPOT, "items", page),
        desk.evaluate(SPOT, "1 + 1"),
    );
    assert!(variables.expect("read").list.iter().any(|it| it.name == "items"));
    let members = members.expect("read");
    assert_eq!((members.start, members.list.len(), members.total), (1_200, 4, ITEMS));
    assert_eq!(members.list[3].path(), Some("items[1203]"));
    text.expect("answered").expect("a value");
    assert_eq!(desk.leave(Leaving::LetRun).await, None);
    assert!(desk.variables(SPOT).await.is_err(), "answered also after the end");
}

#[tokio::test]
async fn a_step_on_the_same_line_is_told_as_a_stop_with_its_own_halt() {
    let server = Scripted::start(Part { steps: Steps::SameLine, ..Part::default() }).await;
    let desk = attached(&server).await;
    server.halt(7, 10);
    halted(&desk).await;
    let mut changes = desk.changes();
    desk.command(Command::Thread(SPOT.thread, ThreadCommand::Step(StepKind::Over)));
    let mut told = Vec::new();
    while !told.iter().any(|change| matches!(change, Change::Stopped { .. })) {
        let batch = timeout(PATIENCE, changes.next()).await.expect("in time").expect("told");
        told.extend(batch.iter().cloned());
    }
    let answered = told.iter().position(|it| matches!(it, Change::MoveAnswered { .. }));
    let stopped = told.iter().position(|it| {
        matches!(it, Change::Stopped { reason: StopReason::Step, breakpoint: None, .. })
    });
    assert!(answered.is_some() && answered < stopped, "{told:?}");
    let frames = desk.look(|session| {
        let newest = session.history().halts().next_back().map(|halt| halt.frames.clone());
        newest.unwrap_or_default()
    });
    assert_eq!((frames[0].script.as_str(), frames[0].line.0), (SCRIPT, 10));
    desk.leave(Leaving::LetRun).await;
}

#[tokio::test]
async fn a_client_that_is_in_use_is_left_alone() {
    let server = Scripted::start(Part::default()).await;
    let first = attached(&server).await;
    let (session, parts) = session_parts(&server.url(), Saved::default(), Clock::system());
    let second = Desk::start(session, parts);
    let outcome = timeout(PATIENCE, second.attach(WhenInUse::Refuse)).await.expect("in time");
    assert!(matches!(outcome, Err(NotAttached::InUse { .. })), "{outcome:?}");
    second.leave(Leaving::LetRun).await;
    first.leave(Leaving::LetRun).await;
}

#[tokio::test]
async fn an_instance_that_is_not_there_is_told_at_once() {
    let (session, parts) = session_parts("http://127.0.0.1:9", Saved::default(), Clock::system());
    let desk = Desk::start(session, parts);
    let outcome = timeout(Duration::from_secs(30), desk.attach(WhenInUse::Refuse)).await;
    let outcome = outcome.expect("in time");
    assert!(matches!(outcome, Err(NotAttached::Offline { .. })), "{outcome:?}");
    desk.leave(Leaving::LetRun).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_objects_of_a_halt_hold_is_read_for_who_compares_later() {
    let world = World::new().await;
    let (session, parts) = session_parts(&world.url(), Saved::default(), Clock::system());
    let desk = Desk::start(session, parts);
    timeout(PATIENCE, desk.attach(WhenInUse::Refuse)).await.expect("in time").expect("attached");
    desk.look_into_halts();
    let place = BreakpointSpec::plain(ScriptPath::from(world::SCRIPT), Line(world::RES_IS_MADE));
    let (watched, standing) = timeout(PATIENCE, desk.watch(place)).await.expect("in time");
    assert!(standing.verified);
    let visit = world.visit("Change");
    let held = desk.until(|session| {
        let thread = session.threads().iter().find(|thread| thread.is_halted())?;
        let spot = Spot { thread: thread.id(), frame: 0 };
        session.present(spot).tree?.find_path("res.view").map(|node| node.value.to_string())
    });
    assert_eq!(timeout(PATIENCE, held).await.expect("nobody has asked for it"), "null");
    watched.end().await;
    assert_eq!(world::page(visit).await, "view walk");
    assert_eq!(desk.leave(Leaving::LetRun).await, None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_watch_at_a_place_waits_for_the_first_and_leaves_nothing_behind() {
    let world = World::new().await;
    let (session, parts) = session_parts(&world.url(), Saved::default(), Clock::system());
    let desk = Desk::start(session, parts);
    timeout(PATIENCE, desk.attach(WhenInUse::Refuse)).await.expect("in time").expect("attached");
    let place = BreakpointSpec::plain(ScriptPath::from(world::SCRIPT), Line(world::RES_IS_MADE));
    let (mut first, _) = timeout(PATIENCE, desk.watch(place.clone())).await.expect("in time");
    let mut second = Box::pin(desk.watch(place.clone()));
    assert!(futures::poll!(&mut second).is_pending());
    let mut given_up = Box::pin(desk.watch(place.clone()));
    assert!(futures::poll!(&mut given_up).is_pending());
    drop(given_up);
    let visit = world.visit("Change");
    let one = timeout(PATIENCE, first.halt()).await.expect("in time").expect("a halt");
    assert!(futures::poll!(&mut second).is_pending(), "the first has not ended");
    timeout(PATIENCE, first.end()).await.expect("in time");
    assert_eq!(world::page(visit).await, "view walk");
    let (mut second, standing) = timeout(PATIENCE, second).await.expect("it is its turn");
    assert!(standing.verified, "{standing:?}");
    let visit = world.visit("Change");
    let other = timeout(PATIENCE, second.halt()).await.expect("in time").expect("a halt");
    assert!(other.halt > one.halt, "{other:?} after {one:?}");
    timeout(PATIENCE, second.end()).await.expect("in time");
    assert_eq!(world::page(visit).await, "view walk");
    assert!(desk.look(|session| session.breakpoints().get(&place.key).is_none()), "it is gone");
    assert_eq!(desk.leave(Leaving::LetRun).await, None);
}

#[tokio::test]
async fn lines_end_when_they_are_told_to_also_with_a_reader_that_is_stuck() {
    let server = Scripted::start(Part::default()).await;
    let desk = attached(&server).await;
    let (_stuck, output) = tokio::io::duplex(16);
    // Far more answers than may wait for a reader.
    let requests = "{\"id\": 1, \"command\": \"status\"}\n".repeat(4_096);
    let stop = CancellationToken::new();
    let surroundings = Surroundings { desk: desk.clone(), folder: "/".into() };
    let input = std::io::Cursor::new(requests.into_bytes());
    let mut serving =
        Box::pin(rpc::run(surroundings, input, output, stop.clone().cancelled_owned()));
    assert!(futures::poll!(&mut serving).is_pending());
    stop.cancel();
    assert_eq!(timeout(PATIENCE, serving).await.expect("in time"), Ending::Stopped);
    assert_eq!(desk.leave(Leaving::LetRun).await, None);
}

#[tokio::test]
async fn a_reader_that_comes_back_is_told_what_it_has_missed() {
    const SAID: usize = 10_000;
    let server = Scripted::start(Part::default()).await;
    let desk = attached(&server).await;
    let (reader, output) = tokio::io::duplex(16);
    let (_open, input) = tokio::io::duplex(16);
    let stop = CancellationToken::new();
    let surroundings = Surroundings { desk: desk.clone(), folder: "/".into() };
    let input = tokio::io::BufReader::new(input);
    let serving =
        tokio::spawn(rpc::run(surroundings, input, output, stop.clone().cancelled_owned()));
    let mut lines = tokio::io::BufReader::new(reader).lines();
    let first = timeout(PATIENCE, lines.next_line()).await.expect("in time").expect("read");
    assert!(first.expect("a line").contains(r#""event":"ready""#));
    // Each is refused with a line for the user, and nobody reads them.
    let nowhere = Command::Request { method: "GET".into(), url: String::new(), body: None };
    for _ in 0..SAID {
        desk.command(nowhere.clone());
        tokio::task::yield_now().await;
    }
    let (mut told, mut missing) = (0, 0);
    while told + missing < SAID {
        let line = timeout(PATIENCE, lines.next_line()).await.expect("in time").expect("read");
        let line: serde_json::Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let text = line["data"]["text"].as_str().unwrap_or_default();
        match text.strip_prefix("left out, as they came faster than they were read: ") {
            Some(rest) => {
                let count = rest.split(' ').next().expect("a number");
                missing += count.parse::<usize>().expect("a number");
            }
            None => told += usize::from(line["event"] == "output"),
        }
    }
    assert_eq!(told + missing, SAID);
    assert!(missing > 0, "nobody waits for a reader");
    stop.cancel();
    timeout(PATIENCE, serving).await.expect("in time").expect("no panic");
    assert_eq!(desk.leave(Leaving::LetRun).await, None);
}
