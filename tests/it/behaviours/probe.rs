//! The table for `haltscope probe`: the rows that mean something to a watch that never steps, never
//! stays and ends by itself. Why the others don't is in [`NOT_FOR_PROBE`].

use super::world::{IN_ADD, IN_WALK, LISTS, LISTS_ARE_MADE, MANY_ARE_MADE, World, page};
use crate::testkit::attached::session_at;
use crate::testkit::patience::PATIENCE;
use haltscope::api::ids::{Line, ScriptPath};
use haltscope::probe::{self, Ending, Row, Told, Variables, Wanted};
use haltscope::runtime::{Desk, WhenInUse};
use haltscope::session::{BreakpointSpec, Leaving};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// Rows of the table that this front end has nothing for.
const NOT_FOR_PROBE: &[(&str, &str)] = &[
    ("tells_each_step_on_the_same_line", "it never steps"),
    ("tells_that_a_thread_expired", "it lets a thread go as soon as it was read"),
    ("evaluates_in_an_outer_frame", "its expressions are the current location's"),
    ("logs_without_halting", "what it prints is its own log"),
    ("steps_over_what_only_logs", "it never steps"),
];

/// A probe that is armed.
struct Probing {
    desk: Desk,
    rows: mpsc::UnboundedReceiver<Row>,
    stop: CancellationToken,
    ended: JoinHandle<Ending>,
}

impl Probing {
    async fn at(world: &World, line: u32, expressions: &[&str], count: u32) -> Self {
        let (session, parts) = session_at(&world.url(), world.folder(), world.halt_timeout);
        let desk = Desk::start(session, parts);
        let attached = timeout(PATIENCE, desk.attach(WhenInUse::Refuse)).await;
        attached.expect("in time").expect("attached");
        let wanted = Wanted {
            breakpoint: BreakpointSpec::plain(ScriptPath::from(super::world::SCRIPT), Line(line)),
            expressions: expressions.iter().map(|&it| it.to_owned()).collect(),
            count,
            timeout: PATIENCE,
            trigger: None,
            variables: Variables::Read,
        };
        let (told, rows) = mpsc::unbounded_channel();
        let stop = CancellationToken::new();
        let (at, stopped) = (desk.clone(), stop.clone().cancelled_owned());
        let ended = tokio::spawn(async move {
            let tell = |it: Told<'_>| {
                if let Told::Row(row) = it {
                    told.send(row.clone()).expect("somebody reads");
                }
                Ok(())
            };
            let ending = probe::run(&at, &wanted, tell, stopped).await.expect("it is written");
            at.leave(Leaving::LetRun).await;
            ending
        });
        let armed = desk.until(|it| (it.breakpoints().armed() == 1).then_some(()));
        timeout(PATIENCE, armed).await.expect("armed in time");
        Self { desk, rows, stop, ended }
    }

    async fn row(&mut self) -> Row {
        timeout(PATIENCE, self.rows.recv()).await.expect("a row in time").expect("a row")
    }

    async fn ended(self) -> Ending {
        timeout(PATIENCE, self.ended).await.expect("it ends in time").expect("it does not panic")
    }
}

#[tokio::test]
async fn attaches_and_halts() {
    let world = World::new().await;
    let mut probing = Probing::at(&world, IN_ADD, &["a + b"], 1).await;
    let walk = world.visit("Walk");
    let row = probing.row().await;
    assert_eq!((row.n, row.location.line, row.call_stack[1].line), (1, IN_ADD, IN_WALK));
    assert_eq!(row.values["a + b"], "3");
    assert_eq!(page(walk).await, "sum 3", "nobody has to let it go");
    assert_eq!(probing.ended().await, Ending::Seen);
}

#[tokio::test]
async fn keeps_two_threads_apart() {
    let world = World::new().await;
    let mut probing = Probing::at(&world, IN_WALK, &["typeof one"], 2).await;
    let pages = [world.visit("Walk"), world.visit("Walk")];
    let rows = [probing.row().await, probing.row().await];
    assert_ne!(rows[0].thread, rows[1].thread);
    for walk in pages {
        assert_eq!(page(walk).await, "sum 3");
    }
    assert_eq!(probing.ended().await, Ending::Seen);
}

/// It does not come back: whoever removed the client did not want it there.
#[tokio::test]
async fn tells_that_its_client_is_gone_and_comes_back() {
    let world = World::new().await;
    let probing = Probing::at(&world, IN_WALK, &["one"], 1).await;
    world.remove_client().await;
    let Ending::Lost(why) = probing.ended().await else { panic!("nothing was seen") };
    assert_eq!(why, "412: the debugger client was removed by another program");
    assert_eq!(page(world.visit("Walk")).await, "sum 3");
}

#[tokio::test]
async fn tells_that_the_line_is_lost_and_that_it_is_back() {
    let world = World::new().await;
    let mut probing = Probing::at(&world, IN_WALK, &["typeof one"], 1).await;
    world.cut();
    let lost = probing.desk.until(|it| (!it.connection().is_attached()).then_some(()));
    timeout(PATIENCE, lost).await.expect("it is seen in time");
    let walk = world.visit("Walk");
    world.mend();
    assert_eq!(probing.row().await.values["typeof one"], "undefined", "it waited on");
    assert_eq!(page(walk).await, "sum 3");
    assert_eq!(probing.ended().await, Ending::Seen);
}

#[tokio::test]
async fn reaches_the_last_of_many_members() {
    let world = World::new().await;
    let expressions = ["many.length", "many[1203]"];
    let mut probing = Probing::at(&world, MANY_ARE_MADE, &expressions, 1).await;
    let many = world.visit("Many");
    let row = probing.row().await;
    assert_eq!(expressions.map(|it| row.values[it].as_str()), ["1204", "entry 1203"]);
    page(many).await;
    assert_eq!(probing.ended().await, Ending::Seen);
}

#[tokio::test]
async fn tells_lists_by_what_they_hold() {
    let world = World::new().await;
    let names: Vec<&str> = LISTS.iter().map(|(name, _)| *name).collect();
    let mut probing = Probing::at(&world, LISTS_ARE_MADE, &names, 1).await;
    let lists = world.visit("Lists");
    let row = probing.row().await;
    let variables = row.variables.as_ref().expect("they were asked for");
    for (name, shown) in LISTS {
        let it = variables.iter().find(|it| it.name == *name).expect("it is there");
        assert_eq!(it.preview.as_ref().unwrap_or(&it.value), shown, "{name}");
        let evaluated = row.previews.get(*name).unwrap_or(&row.values[*name]);
        assert_eq!(evaluated, shown, "{name}");
    }
    page(lists).await;
    assert_eq!(probing.ended().await, Ending::Seen);
}

#[tokio::test]
async fn leaves_nothing_behind() {
    let world = World::new().await;
    let mut probing = Probing::at(&world, IN_WALK, &["one"], 99).await;
    let walk = world.visit("Walk");
    probing.row().await;
    let next = world.visit("Walk");
    probing.stop.cancel();
    assert_eq!(probing.ended().await, Ending::Interrupted);
    for walk in [walk, next] {
        assert_eq!(page(walk).await, "sum 3", "its thread runs on");
    }
    assert!(!world.has_client().await, "its client is gone");
    assert_eq!(page(world.visit("Walk")).await, "sum 3", "its breakpoint is gone");
}

/// A row that is added means something to this front end, or it is said why not.
#[test]
fn every_row_is_kept_or_has_its_reason() {
    let names = |text: &str, start: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix(start));
        lines.filter_map(|line| line.split(['<', '(']).next()).map(str::to_owned).collect()
    };
    let mut kept = names(include_str!("probe.rs"), "async fn ");
    kept.extend(NOT_FOR_PROBE.iter().map(|(row, why)| {
        assert!(!why.is_empty());
        (*row).to_owned()
    }));
    let mut rows = names(include_str!("rows.rs"), "pub async fn ");
    kept.sort();
    rows.sort();
    assert_eq!(kept, rows);
}
