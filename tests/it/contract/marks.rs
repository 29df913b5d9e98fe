//! Change marks at a thousand random halts: each is the difference of what the server told.
//!
//! A wire between session and sandbox writes down what it carries. From that alone the marks are
//! reckoned anew: for each function at each depth what was told of it last, against what is told now.

use super::is_read;
use crate::testkit::attached::session_parts;
use crate::testkit::cartridge::Served;
use crate::testkit::dice::Dice;
use crate::testkit::patience::{PATIENCE, unhurried};
use futures::future::BoxFuture;
use haltscope::api::debugger::{Member, MemberList};
use haltscope::api::ids::{DebuggerId, Line, ScriptPath, ThreadId};
use haltscope::runtime::{Clock, Driver, Wire};
use haltscope::session::{
    Answer, BreakpointSpec, ChangeMark, Command, ConnectionCommand, Failure, Node, NodeKey,
    Request, Saved, StepKind, StorefrontAnswer, StorefrontRequest, Thread, ThreadCommand, Tree,
    TreeCommand,
};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

const SCRIPT: &str = "/app_marks/cartridge/controllers/Marks.js";
/// The breakpoints: in the loop, and where a helper returns.
const LINES: [u32; 2] = [15, 5];
const SOURCE: &str = "'use strict';

function helper(n) {
    var twice = n * 2;
    return twice;
}

function walk(n, seed) {
    var total = seed;
    var kind = null;
    var o = { a: 0, deep: { b: n } };
    for (var i = 0; i < 4; i += 1) {
        kind = [i, 'text' + i, null, true][total % 4];
        o.a = total % 3;
        total += i;
        if (total % 2) { o.odd = total; } else { delete o.odd; }
        total += helper(i % 2);
        if (n > 1 && i === seed % 4) { total += walk(n - 1, seed + i); }
    }
    return total;
}

exports.Run = function () {
    var seed = Number(request.httpParameterMap.seed.value);
    response.writer.print('total ' + walk(5, seed));
};
exports.Run.public = true;
";

/// Everything that was told: of a thread's frame, or of a path in it; the latest counts.
type Told = BTreeMap<(ThreadId, u32, String), Vec<Member>>;

struct Listening {
    wire: Arc<dyn Wire>,
    told: Arc<Mutex<Told>>,
}

impl Wire for Listening {
    fn ask(&self, request: Request) -> BoxFuture<'_, Result<Answer, Failure>> {
        let place = match &request {
            Request::Variables { thread, frame } => Some((*thread, frame.0, String::new())),
            Request::Members { thread, frame, path, .. } => Some((*thread, frame.0, path.clone())),
            _ => None,
        };
        Box::pin(async move {
            let outcome = self.wire.ask(request).await;
            if let (Some(place), Ok(Answer::Members(list))) = (place, &outcome) {
                let MemberList { object_members, .. } = list.clone();
                self.told.lock().expect("no test has failed").insert(place, object_members);
            }
            outcome
        })
    }

    fn fetch(
        &self,
        request: StorefrontRequest,
    ) -> BoxFuture<'_, Result<StorefrontAnswer, Failure>> {
        self.wire.fetch(request)
    }

    fn session_cookie(&self) -> Option<String> {
        self.wire.session_cookie()
    }

    fn use_debugger_id(&self, id: DebuggerId) {
        self.wire.use_debugger_id(id);
    }
}

struct Stand {
    served: Served,
    told: Arc<Mutex<Told>>,
    driver: Driver,
}

impl Stand {
    async fn attached() -> Self {
        let served = Served::start(SCRIPT, SOURCE, unhurried()).await;
        let url = served.url();
        let spec = |line| BreakpointSpec::plain(ScriptPath::from(SCRIPT), Line(line));
        let saved = Saved { breakpoints: LINES.map(spec).to_vec(), ..Saved::default() };
        let (session, mut parts) = session_parts(&url, saved, Clock::system());
        let told = Arc::default();
        let wire = parts.wire.take().expect("a wire");
        parts.wire = Some(Arc::new(Listening { wire, told: Arc::clone(&told) }));
        let mut driver = Driver::start(session, parts);
        driver.command(Command::Connection(ConnectionCommand::Attach));
        driver.until(super::is_waiting, PATIENCE).await.expect("attached");
        Self { served, told, driver }
    }

    /// Another storefront request, which nobody waits for.
    fn ask(&self, seed: u64) {
        let path = "on/demandware.store/Sites-Storefront-Site/default/Marks-Run";
        let url = format!("{}/{path}?seed={seed}", self.served.url());
        tokio::spawn(async move { drop(reqwest::get(url).await) });
    }

    fn told(&self, thread: ThreadId, path: &str) -> Option<Vec<Member>> {
        self.told.lock().expect("no test has failed").get(&(thread, 0, path.to_owned())).cloned()
    }
}

/// What one listing told, by name: type and value.
type Listing = BTreeMap<String, (String, String)>;

/// What was told last of each thread's function at each depth: variables, and members of `o`.
#[derive(Default)]
struct Model(BTreeMap<Key, Listing>);

/// Thread, function, depth; and the path, empty for the variables.
type Key = (ThreadId, String, usize, &'static str);

impl Model {
    /// The marks that this listing has, by name, those of vanished names included; then it is the
    /// one that the next is compared with.
    fn compare(&mut self, key: Key, members: &[Member]) -> BTreeMap<String, ChangeMark> {
        let text = |member: &Member| (member.type_name.clone(), member.value.clone());
        let now: Listing =
            members.iter().map(|member| (member.name.clone(), text(member))).collect();
        let before = self.0.insert(key, now.clone());
        let Some(before) = before else { return BTreeMap::new() };
        let mark = |name: &String, (kind, value): &(String, String)| match before.get(name) {
            None => ChangeMark::New,
            Some((was, _)) if was != kind => ChangeMark::TypeChanged { was: was.as_str().into() },
            Some((_, was)) if was != value => ChangeMark::Changed { was: was.as_str().into() },
            Some(_) => ChangeMark::None,
        };
        let mut marks: BTreeMap<String, ChangeMark> =
            now.iter().map(|(name, told)| (name.clone(), mark(name, told))).collect();
        let gone = before.keys().filter(|name| !now.contains_key(*name));
        marks.extend(gone.map(|name| (name.clone(), ChangeMark::Gone)));
        marks.retain(|_, mark| *mark != ChangeMark::None);
        marks
    }
}

fn marks<'a>(nodes: impl Iterator<Item = &'a Node>) -> BTreeMap<String, ChangeMark> {
    let marked = nodes.filter(|node| node.change != ChangeMark::None);
    marked.map(|node| (node.name.clone(), node.change.clone())).collect()
}

fn object(tree: &Tree) -> Option<&Node> {
    tree.node(tree.find(&NodeKey(vec!["local".to_owned(), "o".to_owned()]))?)
}

/// The variables and the opened object's members were read at this place.
fn is_whole(driver: &Driver) -> bool {
    let tree = driver.shown().tree;
    is_read(driver)
        && tree.is_some_and(|tree| {
            tree.nodes().all(|node| !node.is_open() || !node.is_loading() && !node.stale)
                && object(tree).is_none_or(|o| !o.is_open() || tree.is_told(o.id))
        })
}

/// Compares what is shown of the halt with what is reckoned from what was told.
fn check(stand: &Stand, model: &mut Model, number: usize) {
    let scene = stand.driver.shown();
    let (thread, tree) = (scene.thread.expect("halted"), scene.tree.expect("read"));
    let top = scene.frame.expect("there");
    let place = (thread, top.function.clone(), scene.frames.len());
    let depth = place.2;
    let told = stand.told(thread, "").expect("the variables were told");
    let expected = model.compare((place.0, place.1.clone(), depth, ""), &told);
    let roots = tree.roots().iter().flat_map(|root| tree.children(*root));
    let shown = marks(roots);
    assert_eq!(shown, expected, "halt {number}, {} at depth {depth}, {top:?}", place.1);
    let Some(o) = object(tree).filter(|o| o.change != ChangeMark::Gone) else { return };
    if o.is_open() {
        let told = stand.told(thread, "o").expect("its members were told");
        let expected = model.compare((place.0, place.1, depth, "o"), &told);
        assert_eq!(marks(tree.children(o.id)), expected, "o at halt {number}, depth {depth}");
    } else {
        model.0.remove(&(place.0, place.1, depth, "o"));
    }
}

/// Opens `o` where it is an object that was never opened.
async fn open_object(stand: &mut Stand) {
    let closed = stand.driver.shown().tree.and_then(object);
    let closed = closed.filter(|o| !o.is_open() && o.type_name.as_ref() == "Object");
    if let Some(id) = closed.map(|o| o.id) {
        stand.driver.tree(id, TreeCommand::Expand);
    }
    stand.driver.until(is_whole, PATIENCE).await.expect("read");
}

/// Moves the thread that is looked at until it halts again or is over; then perhaps looks at another.
async fn move_on(stand: &mut Stand, dice: &mut Dice) {
    let Some(moved) = stand.driver.selected().map(Thread::id) else { return };
    let before = stand.driver.selected().and_then(Thread::halt);
    let into = ThreadCommand::Step(StepKind::Into);
    let (over, out) = (ThreadCommand::Step(StepKind::Over), ThreadCommand::Step(StepKind::Out));
    let choice = dice.pick(&[(5, 0), (2, 1), (1, 2), (6, 3)]);
    stand.driver.thread([over, into, out, ThreadCommand::Continue][choice].clone());
    let arrived = |driver: &Driver| {
        let thread = driver.session().threads().get(moved);
        thread.is_none_or(|thread| thread.is_halted() && thread.halt() != before)
    };
    stand.driver.until(arrived, PATIENCE).await.expect("it halts again, or is over");
    let threads = stand.driver.session().threads().iter();
    let halted: Vec<ThreadId> = threads.filter(|it| it.is_halted()).map(Thread::id).collect();
    if halted.len() > 1 && dice.percent(30) {
        stand.driver.look_at(halted[usize::from(dice.percent(50))]);
    }
}

/// So many halts by one seed.
async fn halts(seed: u64, wanted: usize) {
    let (mut stand, mut dice) = (Stand::attached().await, Dice::new(seed));
    let (mut model, mut number, mut checked) = (Model::default(), 0, BTreeSet::new());
    while number < wanted {
        while stand.driver.session().threads().iter().len() < 2 {
            let known = stand.driver.session().threads().iter().len();
            stand.ask(dice.between(0..=3));
            let came = |driver: &Driver| driver.session().threads().iter().len() > known;
            stand.driver.until(came, PATIENCE).await.expect("it comes");
        }
        let halted = stand.driver.session().threads().iter().find(|it| it.is_halted());
        let id = halted.map(Thread::id);
        if !super::is_halted(&stand.driver) {
            if let Some(id) = id {
                stand.driver.look_at(id);
            }
            stand.driver.until(super::is_halted, PATIENCE).await.expect("one halts");
        }
        stand.driver.until(is_whole, PATIENCE).await.expect("read");
        let halt = stand.driver.selected().and_then(Thread::halt);
        if checked.insert(halt) {
            number += 1;
            open_object(&mut stand).await;
            check(&stand, &mut model, number);
        }
        move_on(&mut stand, &mut dice).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_are_what_the_server_told_at_random_halts_first_quarter() {
    halts(1, 250).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_are_what_the_server_told_at_random_halts_second_quarter() {
    halts(2, 250).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_are_what_the_server_told_at_random_halts_third_quarter() {
    halts(3, 250).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_are_what_the_server_told_at_random_halts_fourth_quarter() {
    halts(4, 250).await;
}
