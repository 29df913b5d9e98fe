//! One run: somebody who steps, looks and waits, drawn from a seed.

use super::checks::{Checks, SLEEP};
use super::wire::Played;
use crate::faulty::model::api::{Ask, Place};
use crate::faulty::model::network::Network;
use crate::faulty::model::program::{Program, Writer};
use crate::faulty::model::server::Model;
use crate::faulty::model::wire::Wire as Line;
use crate::testkit::dice::Dice;
use crate::testkit::proxy::{Plan, Target};
use haltscope::api::ids::{Line as Number, ScriptPath, ThreadId};
use haltscope::runtime::{Clock, Parts, Project, Runtime, Wire};
use haltscope::session::{
    BreakpointCommand, BreakpointSpec, Change, Command, Connection, ConnectionCommand, Event, Fact,
    Leaving, Options, Outage, Saved, Session, Spot, StepKind, Thread, ThreadCommand, ThreadState,
    ValuesCommand,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};

const CART: &str = "/app/cartridge/controllers/Cart.js";
/// Between two looks while nothing happens.
const LOOK: Duration = Duration::from_millis(250);
/// When everything goes well again, this is enough to be calm.
const CALM: Duration = Duration::from_secs(100);

/// What a run showed.
#[derive(Default)]
pub struct Report {
    pub requests: u64,
    pub halts: u64,
    pub expired: u64,
    pub flaws: Vec<String>,
}

/// Plays the run of a seed.
pub fn play(seed: u64) -> Report {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(async {
        let mut run = Run::new(seed);
        run.whole().await;
        run.report()
    })
}

struct Run {
    dice: Dice,
    session: Session,
    runtime: Runtime,
    events: mpsc::Receiver<Event>,
    clock: Clock,
    wire: Arc<Played>,
    checks: Checks,
    focus: Option<Spot>,
    /// Since when a prompt waits for somebody.
    asked: Option<Instant>,
    steps: usize,
    resumes: usize,
    plan: Plan,
}

impl Run {
    fn new(seed: u64) -> Self {
        let mut dice = Dice::new(seed ^ 0x5eed);
        let plan = Plan::from_seed(seed);
        let latency = dice.pick(&[(6, 20), (6, 80), (3, 300), (1, 2_000)]);
        let mut model = Model::new(SLEEP);
        if dice.percent(15) {
            leave_behind(&mut model);
        }
        let network = Network::new(plan.clone(), Duration::from_millis(latency));
        let wire = Arc::new(Played::new(Line::new(model, network)));
        let clock = Clock::of_tokio();
        let parts = Parts {
            wire: Some(Arc::clone(&wire) as Arc<dyn Wire>),
            clock: clock.clone(),
            project: Project::default(),
            state: None,
        };
        let (runtime, events) = Runtime::start(parts);
        let instance = Some("model".to_owned());
        let options = Options { instance, seed, process: 1, ..Options::default() };
        let session = Session::new(options, Saved::default());
        Self {
            dice,
            session,
            runtime,
            events,
            clock,
            wire,
            checks: Checks::default(),
            focus: None,
            asked: None,
            steps: 0,
            resumes: 0,
            plan,
        }
    }

    fn report(self) -> Report {
        let sent = self.wire.sent.lock().expect("no panic").len();
        let mut flaws = self.checks.flaws;
        if !flaws.is_empty() {
            flaws.push(self.plan.to_string());
        }
        Report {
            requests: sent as u64,
            halts: self.session.history().newest().map_or(0, |newest| newest.0),
            expired: self.checks.expired,
            flaws,
        }
    }

    async fn whole(&mut self) {
        for line in [3, 8] {
            let spec = BreakpointSpec::plain(ScriptPath::from(CART), Number(line));
            self.command(Command::Breakpoint(BreakpointCommand::Set(spec)));
        }
        self.command(Command::Connection(ConnectionCommand::Attach));
        self.pass(Duration::from_secs(3)).await;
        for _ in 0..self.dice.between(8..=30) {
            self.act().await;
        }
        self.wire.line.with(|world, _| world.network.heal(Target::DeleteClient));
        self.pass(CALM).await;
        self.check_calm();
        self.check_moves();
        self.leave().await;
    }

    /// One thing that somebody does, and a pause.
    async fn act(&mut self) {
        self.command(Command::Touch);
        match self.dice.between(0..=19) {
            0..=3 => self.visit(),
            4..=8 => self.step(StepKind::Over),
            9..=10 => self.step(StepKind::Into),
            11 => self.step(StepKind::Out),
            12..=14 => self.resume(),
            15 => self.values(ValuesCommand::Evaluate("a + b".to_owned())),
            16 => self.look_at_another(),
            17 => self.toggle(),
            18 => self.command(Command::RenewNow),
            _ => {
                let long = self.dice.millis(20_000..=100_000);
                self.pass(long).await;
            }
        }
        let pause = match self.dice.between(0..=3) {
            0 => self.dice.millis(0..=60),
            1 | 2 => self.dice.millis(100..=3_000),
            _ => self.dice.millis(3_000..=20_000),
        };
        self.pass(pause).await;
    }

    fn visit(&mut self) {
        let program = program(&mut self.dice);
        self.wire.line.with(|world, now| world.model.visit(now, &program));
    }

    fn step(&mut self, kind: StepKind) {
        if let Some(spot) = self.focus {
            self.steps += 1;
            self.command(Command::Thread(spot.thread, ThreadCommand::Step(kind)));
        }
    }

    fn resume(&mut self) {
        if let Some(spot) = self.focus {
            self.resumes += 1;
            self.command(Command::Thread(spot.thread, ThreadCommand::Continue));
        }
    }

    fn values(&mut self, command: ValuesCommand) {
        if let Some(spot) = self.focus {
            self.command(Command::Values(spot, command));
        }
    }

    fn look_at_another(&mut self) {
        let halted = self.session.threads().iter().filter(|thread| thread.is_halted());
        let other = halted.map(Thread::id).find(|id| Some(*id) != self.focus.map(|it| it.thread));
        self.focus = other.map(|thread| Spot { thread, frame: 0 }).or(self.focus);
        self.command(Command::Focus(self.focus));
    }

    fn toggle(&mut self) {
        let line = Number(u32::try_from(self.dice.between(3..=9)).expect("a small number"));
        let script = ScriptPath::from(CART);
        self.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
    }

    fn command(&mut self, command: Command) {
        self.event(Event::Command(command));
    }

    fn event(&mut self, event: Event) {
        let outcome = self.session.update(self.clock.now(), event);
        self.runtime.perform(outcome.effects);
        let before = self.focus;
        for change in outcome.changes {
            match change {
                Change::Stopped { thread, .. } if self.focus.is_none() => {
                    self.focus = Some(Spot { thread, frame: 0 });
                }
                Change::Exited { thread, .. } => {
                    self.focus.take_if(|spot| spot.thread == thread);
                }
                _ => {}
            }
        }
        if before != self.focus {
            self.command(Command::Focus(self.focus));
        }
        self.checks.all(&self.session, &self.wire);
    }

    /// Time goes on; whoever sits there answers prompts after a while.
    async fn pass(&mut self, time: Duration) {
        let end = Instant::now() + time;
        while Instant::now() < end {
            let look = end.min(Instant::now() + LOOK);
            tokio::select! {
                biased;
                Some(event) = self.events.recv() => self.event(event),
                () = sleep_until(look) => self.checks.all(&self.session, &self.wire),
            }
            self.answer_prompts();
        }
    }

    fn answer_prompts(&mut self) {
        let (after, event) = match self.session.connection() {
            Connection::InUse { .. } => (500, join()),
            Connection::Disabled { .. } => {
                (2_000, Event::Command(Command::Connection(ConnectionCommand::Reattach)))
            }
            Connection::Offline { outage: Outage::Login, next_try: None, .. } => {
                (3_000, Event::CredentialsReplaced)
            }
            Connection::Offline { next_try: None, .. } => {
                (3_000, Event::Command(Command::Connection(ConnectionCommand::Retry)))
            }
            _ => {
                self.asked = None;
                return;
            }
        };
        let asked = *self.asked.get_or_insert_with(Instant::now);
        if asked.elapsed() >= Duration::from_millis(after) {
            self.asked = None;
            self.event(event);
        }
    }

    /// When the line is well again, the screen says what is so.
    fn check_calm(&mut self) {
        let (now, id) = (self.wire.line.with(|_, now| now), self.wire.id());
        if !self.session.connection().is_attached() {
            let text = format!("not attached when calm: {:?}", self.session.connection());
            return self.checks.flaw(now, &text);
        }
        let threads = self.wire.line.with(|world, now| world.model.threads(now));
        let known: Vec<u64> = self.session.threads().iter().map(|thread| thread.id().0).collect();
        if threads != known {
            self.checks.flaw(now, &format!("threads {known:?} on the screen, {threads:?} there"));
        }
        for thread in threads {
            self.check_thread(now, thread);
        }
        let held = self.wire.line.with(|world, _| world.model.breakpoints(&id));
        let mut there: Vec<u32> = held.iter().map(|(_, place)| place.line).collect();
        let armed = self.session.breakpoints().iter();
        let armed = armed.filter(|each| matches!(each.fact, Fact::Armed(_)));
        let mut shown: Vec<u32> = armed.map(|each| each.key().line.0).collect();
        there.sort_unstable();
        shown.sort_unstable();
        if there != shown {
            self.checks.flaw(now, &format!("breakpoints {shown:?} on the screen, {there:?} there"));
        }
    }

    fn check_thread(&mut self, now: Duration, id: u64) {
        let line = self.wire.line.with(|world, now| world.model.halted_at(now, id));
        let Some(thread) = self.session.threads().get(ThreadId(id)) else { return };
        let shown = match thread.state() {
            ThreadState::Halted { .. } => thread.top().map(|top| top.line.0),
            ThreadState::Running { .. } | ThreadState::Stepping { .. } => None,
        };
        if line != shown {
            let text = format!("T{id} at {shown:?} on the screen, at {line:?} there");
            self.checks.flaw(now, &text);
        }
        let spot = Spot { thread: ThreadId(id), frame: 0 };
        let scene = self.session.present(spot);
        let value = scene.value_of("line").map(|node| (node.value.to_string(), node.stale));
        let expected = line.map(|line| (line.to_string(), false));
        if line.is_some() && value != expected {
            self.checks.flaw(now, &format!("T{id}: {value:?} read, {expected:?} there"));
        }
    }

    /// One request at most for each key.
    fn check_moves(&mut self) {
        let now = self.wire.line.with(|_, now| now);
        let steps = self.wire.count(Duration::ZERO, |ask| matches!(ask, Ask::Step(..)));
        let resumes = self.wire.count(Duration::ZERO, |ask| matches!(ask, Ask::Resume(_)));
        if steps > self.steps || resumes > self.resumes {
            let text = format!(
                "{steps} steps, {resumes} resumes sent for {} and {} keys",
                self.steps, self.resumes
            );
            self.checks.flaw(now, &text);
        }
    }

    async fn leave(&mut self) {
        let is_joined =
            matches!(self.session.connection(), Connection::Attached { joined: true, .. });
        let leave = ConnectionCommand::Detach(Leaving::LetRun);
        self.command(Command::Connection(leave));
        let end = Instant::now() + Duration::from_millis(2_100);
        while Instant::now() < end && !self.session.connection().is_detached() {
            tokio::select! {
                Some(event) = self.events.recv() => self.event(event),
                () = sleep_until(end) => {}
            }
        }
        let (now, id) = (self.wire.line.with(|_, now| now), self.wire.id());
        let remains = self.wire.line.with(|world, now| world.model.has_client(now, &id));
        match self.session.connection() {
            // Others' client is theirs.
            Connection::Detached { remains: None } if remains && !is_joined => {
                self.checks.flaw(now, "the client stays on the server, and nobody says so");
            }
            Connection::Detached { .. } => {}
            other => self.checks.flaw(now, &format!("not left after 2.1 s: {other:?}")),
        }
    }
}

fn join() -> Event {
    Event::Command(Command::Connection(ConnectionCommand::Join))
}

/// A client with a thread that has been halted for a while.
fn leave_behind(model: &mut Model) {
    model.ask(Duration::ZERO, "haltscope", &Ask::CreateClient);
    let place = Place::plain(CART, 3);
    model.ask(Duration::ZERO, "haltscope", &Ask::AddBreakpoints(vec![place]));
    model
        .visit(Duration::ZERO, &Writer::new("f()", Duration::ZERO).lines(&[1, 3, 4]).program(CART));
}

/// A script that comes by the breakpoints, with loops, calls and slow statements.
fn program(dice: &mut Dice) -> Program {
    let takes = Duration::from_millis(dice.between(0..=30));
    let slow = dice.millis(0..=6_000);
    let writer = Writer::new("show()", takes).lines(&[1, 2, 3, 3, 3, 4]).taking(slow);
    writer.call("price()", &[7, 8, 9]).lines(&[5, 6]).call("price()", &[7, 8]).program(CART)
}
