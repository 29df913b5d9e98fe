//! The model does what the specification says, row by row.

use super::{Lost, Model, Reply};
use crate::faulty::model::api::{Ask, Listed, Place, Refusal, Step, Told};
use crate::faulty::model::program::{Program, Writer};
use std::time::Duration;

const OURS: &str = "haltscope";
const SCRIPT: &str = "/app/cartridge/controllers/A.js";
const TICK: Duration = Duration::from_millis(10);

/// Lines 1 to 4; line 2 calls a function with lines 7 and 8, line 4 calls it again.
fn program() -> Program {
    Writer::new("outer", TICK)
        .lines(&[1, 2])
        .call("inner", &[7, 8])
        .lines(&[3, 4])
        .call("inner", &[7, 8])
        .program(SCRIPT)
}

/// A model and its time.
struct Scene {
    model: Model,
    now: Duration,
}

impl Scene {
    fn new() -> Self {
        Self { model: Model::new(Duration::from_mins(1)), now: Duration::ZERO }
    }

    /// Attached, with breakpoints on these lines.
    fn attached(lines: &[u32]) -> Self {
        let mut scene = Self::new();
        scene.ask(&Ask::CreateClient);
        let places = lines.iter().map(|line| Place::plain(SCRIPT, *line)).collect();
        scene.ask(&Ask::AddBreakpoints(places));
        scene
    }

    /// The same with a thread that has come as far as it comes at once.
    fn visited(lines: &[u32]) -> Self {
        let mut scene = Self::attached(lines);
        scene.visit();
        scene.pass(Duration::from_secs(1));
        scene
    }

    fn visit(&mut self) -> u64 {
        self.model.visit(self.now, &program())
    }

    fn pass(&mut self, time: Duration) {
        self.now += time;
    }

    fn ask(&mut self, ask: &Ask) -> Told {
        self.ask_as(OURS, ask)
    }

    /// Asks, and waits for the answer.
    fn ask_as(&mut self, client: &str, ask: &Ask) -> Told {
        let awaited = match self.model.ask(self.now, client, ask) {
            Reply::Told(told) => return told,
            Reply::Later(awaited) => awaited,
        };
        loop {
            match self.model.awaited(self.now, &awaited) {
                Ok(told) => return told,
                Err(again) => self.now = again,
            }
        }
    }

    fn line(&mut self) -> Option<u32> {
        self.model.halted_at(self.now, 1)
    }
}

/// The lines of a call stack.
fn lines(told: &Told) -> Option<Vec<u32>> {
    let Told::Thread(Listed { stack, .. }) = told else { panic!("no thread: {told:?}") };
    stack.as_ref().map(|stack| stack.iter().map(|frame| frame.line).collect())
}

#[test]
fn without_a_client_everything_is_refused() {
    let mut scene = Scene::new();
    let disabled = Told::Refused(Refusal::Disabled);
    for ask in [
        Ask::ListThreads,
        Ask::Reset,
        Ask::ListBreakpoints,
        Ask::AddBreakpoints(vec![Place::plain(SCRIPT, 1)]),
        Ask::Step(1, Step::Over),
        Ask::Resume(1),
    ] {
        assert_eq!(scene.ask(&ask), disabled, "{ask:?}");
    }
    assert_eq!(scene.ask(&Ask::DeleteClient), Told::Done);
    assert_eq!(scene.ask(&Ask::CreateClient), Told::Done);
    assert_eq!(scene.ask(&Ask::ListThreads), Told::Threads(Vec::new()));
}

#[test]
fn a_client_that_is_created_again_keeps_what_it_has() {
    let mut scene = Scene::visited(&[2]);
    assert_eq!(scene.ask(&Ask::CreateClient), Told::Done);
    assert_eq!(scene.model.breakpoints(OURS).len(), 1);
    assert_eq!(scene.line(), Some(2));
}

#[test]
fn a_deleted_client_lets_its_threads_run() {
    let mut scene = Scene::visited(&[2]);
    // Whoever knows the id may do that.
    scene.ask(&Ask::DeleteClient);
    assert_eq!(scene.line(), None);
    scene.pass(Duration::from_secs(1));
    assert!(scene.model.threads(scene.now).is_empty());
    assert_eq!(scene.model.lost(scene.now), []);
    assert!(!scene.model.has_client(scene.now, OURS));
    scene.ask(&Ask::CreateClient);
    assert_eq!(scene.ask(&Ask::ListBreakpoints), Told::Breakpoints(Vec::new()));
}

#[test]
fn breakpoints_are_added_even_twice_and_have_ids_of_their_own() {
    let mut scene = Scene::attached(&[2]);
    let place = Place::plain(SCRIPT, 2);
    let add = Ask::AddBreakpoints(vec![place.clone(), Place::plain(SCRIPT, 3)]);
    let Told::Breakpoints(added) = scene.ask(&add) else { panic!("no breakpoints") };
    assert_eq!(added.iter().map(|(id, _)| *id).collect::<Vec<_>>(), [2, 3]);
    assert_eq!(scene.ask(&Ask::DeleteBreakpoint(2)), Told::Done);
    assert_eq!(scene.ask(&Ask::DeleteBreakpoint(2)), Told::Refused(Refusal::NoBreakpoint));
    let Told::Breakpoints(added) = scene.ask(&Ask::AddBreakpoints(vec![place])) else {
        panic!("no breakpoints")
    };
    assert_eq!(added[0].0, 4, "ids are never reused");
    assert_eq!(scene.ask(&Ask::DeleteBreakpoints), Told::Done);
    assert_eq!(scene.model.breakpoints(OURS), []);
}

#[test]
fn a_condition_decides_whether_a_breakpoint_halts() {
    for (condition, line) in [("false", Some(3)), ("true", Some(2))] {
        let mut scene = Scene::attached(&[3]);
        let place = Place { condition: Some(condition.to_owned()), ..Place::plain(SCRIPT, 2) };
        scene.ask(&Ask::AddBreakpoints(vec![place]));
        scene.visit();
        scene.pass(Duration::from_secs(1));
        assert_eq!(scene.line(), line, "{condition}");
    }
}

#[test]
fn steps_go_where_the_specification_says() {
    for (from, step, stack) in [
        (2, Step::Over, Some(vec![3])),
        (2, Step::Into, Some(vec![7, 2])),
        (2, Step::Out, None),
        (7, Step::Over, Some(vec![8, 2])),
        (7, Step::Out, Some(vec![3])),
        (8, Step::Into, Some(vec![3])),
        // At the end of a function the thread resumes, here until the next breakpoint.
        (8, Step::Over, Some(vec![8, 4])),
        (4, Step::Over, None),
    ] {
        let mut scene = Scene::visited(&[from]);
        assert_eq!(lines(&scene.ask(&Ask::Step(1, step))), stack, "{step:?} from {from}");
    }
}

#[test]
fn a_breakpoint_on_the_way_ends_a_step() {
    let mut scene = Scene::visited(&[2]);
    scene.ask(&Ask::AddBreakpoints(vec![Place::plain(SCRIPT, 8)]));
    assert_eq!(lines(&scene.ask(&Ask::Step(1, Step::Over))), Some(vec![8, 2]));
}

#[test]
fn a_step_that_ends_the_script_is_answered_running_then_the_thread_is_unknown() {
    let mut scene = Scene::visited(&[4]);
    assert_eq!(lines(&scene.ask(&Ask::Step(1, Step::Out))), None);
    for ask in [Ask::ReadThread(1), Ask::Step(1, Step::Over), Ask::Resume(1), Ask::Stop(1)] {
        assert_eq!(scene.ask(&ask), Told::Refused(Refusal::NoThread), "{ask:?}");
    }
    assert_eq!(scene.ask(&Ask::ListThreads), Told::Threads(Vec::new()));
}

#[test]
fn a_long_step_is_answered_after_two_seconds_and_arrives_later() {
    let mut scene = Scene::attached(&[2]);
    let slow = Duration::from_secs(5);
    let program = Writer::new("outer", TICK).lines(&[2]).taking(slow).lines(&[3]).program(SCRIPT);
    scene.model.visit(scene.now, &program);
    scene.pass(Duration::from_secs(1));
    let asked = scene.now;
    assert_eq!(lines(&scene.ask(&Ask::Step(1, Step::Over))), None);
    assert_eq!(scene.now, asked + Duration::from_secs(2));
    assert_eq!(scene.line(), None);
    scene.now = asked + slow;
    assert_eq!(scene.line(), Some(3));
    let expires = scene.model.expires_at(scene.now, 1);
    assert_eq!(expires, Some(asked + slow + Duration::from_mins(1)), "from the new halt on");
}

#[test]
fn a_running_thread_is_left_alone_by_steps_and_ended_by_stop() {
    let mut scene = Scene::attached(&[]);
    let slow = Duration::from_mins(1);
    let program = Writer::new("outer", TICK).lines(&[2]).taking(slow).lines(&[3]).program(SCRIPT);
    scene.model.visit(scene.now, &program);
    scene.pass(TICK);
    assert_eq!(lines(&scene.ask(&Ask::Step(1, Step::Over))), None);
    assert_eq!(lines(&scene.ask(&Ask::Resume(1))), None);
    let variables = Ask::Variables { thread: 1, frame: 0 };
    assert_eq!(scene.ask(&variables), Told::Refused(Refusal::NoFrame));
    assert_eq!(scene.ask(&Ask::Stop(1)), Told::Done);
    assert!(scene.model.threads(scene.now).is_empty());
}

#[test]
fn a_halt_lasts_its_minute_and_a_reset_gives_all_of_them_another() {
    let mut scene = Scene::attached(&[2]);
    scene.visit();
    scene.pass(Duration::from_secs(30));
    scene.visit();
    scene.pass(Duration::from_secs(29));
    let minute = Duration::from_mins(1);
    assert_eq!(scene.model.expires_at(scene.now, 1), Some(TICK + minute));
    assert_eq!(scene.ask(&Ask::Reset), Told::Done);
    for thread in [1, 2] {
        assert_eq!(scene.model.expires_at(scene.now, thread), Some(scene.now + minute));
    }
    let end = scene.now + minute;
    scene.pass(minute.saturating_sub(TICK));
    assert_eq!(scene.model.lost(scene.now), []);
    scene.pass(TICK);
    let lost = [1, 2].map(|thread| Lost { thread, at: end });
    assert_eq!(scene.model.lost(scene.now), lost);
    assert_eq!(scene.ask(&Ask::ListThreads), Told::Threads(Vec::new()));
    assert_eq!(scene.ask(&Ask::Resume(1)), Told::Refused(Refusal::NoThread));
}

#[test]
fn a_step_begins_the_sleep_anew() {
    let mut scene = Scene::visited(&[2]);
    scene.pass(Duration::from_secs(50));
    scene.ask(&Ask::Step(1, Step::Over));
    scene.pass(Duration::from_secs(50));
    assert_eq!(scene.line(), Some(3));
}

#[test]
fn frames_and_values_belong_to_the_place() {
    let mut scene = Scene::visited(&[7]);
    let variables = |frame| Ask::Variables { thread: 1, frame };
    let values = |line: &str| {
        let values = [("line", line), ("spot", "2")];
        Told::Values(values.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec())
    };
    assert_eq!(scene.ask(&variables(0)), values("7"));
    assert_eq!(scene.ask(&variables(1)), values("2"));
    assert_eq!(scene.ask(&variables(2)), Told::Refused(Refusal::NoFrame));
    let eval = Ask::Eval { thread: 1, frame: 0, expression: "1 + 1".to_owned() };
    assert_eq!(scene.ask(&eval), Told::Value("1 + 1 at 2".to_owned()));
    let members = Ask::Members { thread: 1, frame: 0, path: "a".to_owned() };
    let member = vec![("a.spot".to_owned(), "2".to_owned())];
    assert_eq!(scene.ask(&members), Told::Values(member));
    let of_nobody = Ask::Variables { thread: 9, frame: 0 };
    assert_eq!(scene.ask(&of_nobody), Told::Refused(Refusal::NoThread));
}

#[test]
fn a_halted_thread_is_its_clients_and_runs_for_others() {
    let mut scene = Scene::attached(&[]);
    scene.ask_as("theirs", &Ask::CreateClient);
    let place = Place::plain(SCRIPT, 2);
    scene.ask_as("theirs", &Ask::AddBreakpoints(vec![place.clone()]));
    scene.visit();
    scene.pass(Duration::from_secs(1));
    assert_eq!(lines(&scene.ask(&Ask::ReadThread(1))), None);
    assert_eq!(lines(&scene.ask_as("theirs", &Ask::ReadThread(1))), Some(vec![2]));
    let variables = Ask::Variables { thread: 1, frame: 0 };
    assert_eq!(scene.ask(&variables), Told::Refused(Refusal::NoFrame));
    // A reset renews those of all clients, and where several want a halt, the oldest holds it.
    assert_eq!(scene.ask(&Ask::Reset), Told::Done);
    let expires = scene.model.expires_at(scene.now, 1);
    assert_eq!(expires, Some(scene.now + Duration::from_mins(1)));
    scene.ask(&Ask::AddBreakpoints(vec![place]));
    scene.visit();
    scene.pass(Duration::from_secs(1));
    assert_eq!(lines(&scene.ask(&Ask::ReadThread(2))), Some(vec![2]));
}

#[test]
fn a_restart_loses_everything_and_counts_anew() {
    let mut scene = Scene::visited(&[2]);
    scene.model.restart(scene.now);
    assert_eq!(scene.ask(&Ask::ListThreads), Told::Refused(Refusal::Disabled));
    assert_eq!(scene.model.lost(scene.now), [], "they did not expire");
    assert_eq!(scene.visit(), 1);
}

#[test]
fn a_client_is_forgotten_after_half_an_hour_without_a_request_or_a_halt() {
    let mut scene = Scene::visited(&[2]);
    let timeout = Duration::from_hours(1);
    scene.model = Model::new(timeout);
    scene.ask(&Ask::CreateClient);
    scene.ask(&Ask::AddBreakpoints(vec![Place::plain(SCRIPT, 2)]));
    scene.visit();
    scene.pass(Duration::from_mins(50));
    assert!(scene.model.has_client(scene.now, OURS), "it holds a thread");
    scene.ask(&Ask::Resume(1));
    scene.pass(Duration::from_mins(29));
    assert!(scene.model.has_client(scene.now, OURS));
    scene.pass(Duration::from_mins(1));
    assert!(!scene.model.has_client(scene.now, OURS));
}

#[test]
fn the_next_event_is_the_next_halt_or_death() {
    let mut scene = Scene::attached(&[7]);
    assert_eq!(scene.model.next_event(), None);
    scene.visit();
    assert_eq!(scene.model.next_event(), Some(scene.now + 2 * TICK));
    scene.pass(2 * TICK);
    assert_eq!(scene.model.halted_at(scene.now, 1), Some(7));
    assert_eq!(scene.model.next_event(), Some(scene.now + Duration::from_mins(1)));
}
