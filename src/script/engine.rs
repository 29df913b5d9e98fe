//! The engine: starts script threads and hands out their control.

use super::cartridges::Cartridges;
use super::control::Control;
use super::error::{ScriptError, ScriptErrorKind};
use super::host::{Asked, Host};
use super::job::{Entry, Job, Limits};
use super::model::ThreadId;
use super::parts::Parts;
use super::platform::Platform;
use super::raw::keep_little_memory;
use super::registry::{Command, Ending, Entered, Place, Registry};
use super::setting::Setting;
use super::silence::Watcher;
use super::standby::{Growth, Ready, Standby};
use super::thread;
use serde_json::Value;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::sync::{oneshot, watch};

/// Runs script threads; clones share them. The threads end when the last clone is dropped.
#[derive(Clone)]
pub struct Engine {
    shared: Arc<Shared>,
    host: Arc<Asked>,
}

struct Shared {
    control: Control,
    parts: Arc<Parts>,
    standby: Arc<Standby>,
    watcher: Watcher,
    /// How many threads have not given back everything yet.
    alive: Arc<watch::Sender<usize>>,
}

impl Drop for Shared {
    fn drop(&mut self) {
        self.parts.registry.stop_all();
    }
}

/// What is to run a job: a thread that waits for it, or one that is begun for it.
enum Thread {
    Ready(Sender<Value>),
    New(Receiver<Command>),
}

impl Shared {
    /// Makes threads of a setting ready, one after the other, until there are enough.
    fn grow(&self, setting: &Setting) {
        if let Some(growth) = self.standby.grow(setting) {
            grow(&self.parts, &self.alive, growth);
        }
    }
}

impl Engine {
    /// An engine with the platform modules of the program.
    pub fn new(limits: Limits, host: Arc<dyn Host>) -> Self {
        Self::with_platform(limits, host, Platform::embedded())
    }

    /// An engine with other platform modules.
    pub fn with_platform(limits: Limits, host: Arc<dyn Host>, platform: Platform) -> Self {
        keep_little_memory();
        let registry = Arc::new(Registry::new(limits.halt_timeout));
        let control = Control::new(Arc::clone(&registry));
        let (scripts, standby, watcher) = Default::default();
        let alive = Arc::new(watch::channel(0).0);
        let parts = Arc::new(Parts { registry, limits, platform, scripts });
        let shared = Arc::new(Shared { control, parts, standby, watcher, alive });
        Self { shared, host: Arc::new(Asked::new(host)) }
    }

    /// The same engine for threads of another host; one control is for the threads of both.
    #[must_use]
    pub fn serving(&self, host: Arc<dyn Host>) -> Self {
        Self { shared: Arc::clone(&self.shared), host: Arc::new(Asked::new(host)) }
    }

    /// Keeps threads ready for such jobs from now on, so that they start sooner.
    pub fn stand_by(&self, cartridges: Arc<Cartridges>, entry: Entry) {
        let setting = Setting { host: Arc::clone(&self.host), cartridges, entry, run_time: None };
        self.shared.standby.open(setting.clone());
        self.shared.grow(&setting);
    }

    /// Starts a script thread; instrumented if a debugger is attached now.
    ///
    /// The script runs to its end whether or not anybody waits for the outcome.
    pub fn start(&self, job: Job) -> Script {
        let Job { cartridges, entry, input, run_time } = job;
        let setting = Setting { host: Arc::clone(&self.host), cartridges, entry, run_time };
        let Shared { parts, standby, watcher, .. } = &*self.shared;
        let ready = standby.take(&setting, |place| parts.registry.admit(place));
        let (place, outcome, thread) = if let Some(ready) = ready {
            (ready.place, ready.outcome, Thread::Ready(ready.input))
        } else {
            let Entered { place, commands, outcome } = parts.registry.enter();
            (place, outcome, Thread::New(commands))
        };
        let halted = Halted(Arc::clone(&place));
        let script = Script { id: place.id(), outcome: Outcome(outcome), halted };
        if parts.registry.len() > parts.limits.threads {
            parts.registry.leave(&place, Err(too_many(parts.limits.threads)));
            return script;
        }
        watcher.look_after(&parts.registry);
        let begun = match thread {
            Thread::Ready(job) => job.send(input).map_err(|_| crashed()),
            Thread::New(commands) => {
                let seat = Seat::new(
                    parts,
                    &self.shared.alive,
                    (setting.clone(), Arc::clone(&place), commands),
                );
                spawn(seat, || Some(input))
            }
        };
        if let Err(error) = begun {
            parts.registry.leave(&place, Err(error));
        }
        self.shared.grow(&setting);
        script
    }

    /// Waits until every thread has given back what it had, which takes a little longer than its
    /// script; none is kept ready any longer.
    pub async fn settled(&self) {
        self.shared.standby.close();
        let mut alive = self.shared.alive.subscribe();
        // The sender lives as long as this engine does.
        drop(alive.wait_for(|alive| *alive == 0).await);
    }

    /// The debugger's side.
    pub fn control(&self) -> &Control {
        &self.shared.control
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("limits", &self.shared.parts.limits).finish_non_exhaustive()
    }
}

/// What a thread begins with.
struct Seat {
    parts: Arc<Parts>,
    setting: Setting,
    place: Arc<Place>,
    commands: Receiver<Command>,
    alive: Alive,
}

impl Seat {
    fn new(
        parts: &Arc<Parts>,
        alive: &Arc<watch::Sender<usize>>,
        (setting, place, commands): (Setting, Arc<Place>, Receiver<Command>),
    ) -> Self {
        let (parts, alive) = (Arc::clone(parts), Alive::new(alive));
        Self { parts, setting, place, commands, alive }
    }
}

/// Begins the thread of a place. When it is ready it runs what `job` answers, or ends if that is nothing.
fn spawn(
    seat: Seat,
    job: impl FnOnce() -> Option<Value> + Send + 'static,
) -> Result<(), ScriptError> {
    let limit = seat.parts.limits.stack;
    let stack = limit + limit / 3 + (1 << 20);
    let thread = std::thread::Builder::new().name("script".to_owned()).stack_size(stack);
    let started = thread.spawn(move || {
        let Seat { parts, setting, place, commands, alive } = seat;
        run(&parts, &setting, &place, commands, job);
        // Now what the thread had of its engine and its host.
        drop((parts, setting, place));
        drop(alive);
    });
    started.map(drop).map_err(|cause| {
        let message = format!("no thread could be started: {cause}");
        ScriptError::new(ScriptErrorKind::Engine, "InternalError", message)
    })
}

/// Makes a thread ready, and those after it that are missing still.
fn grow(parts: &Arc<Parts>, alive: &Arc<watch::Sender<usize>>, growth: Growth) {
    let Entered { place, commands, outcome } = parts.registry.seat();
    let (sender, jobs) = channel();
    let seat = Seat::new(parts, alive, (growth.setting.clone(), Arc::clone(&place), commands));
    let (parts, alive) = (Arc::clone(parts), Arc::clone(alive));
    let job = move || {
        if let Some(next) = growth.done(Ready { place, outcome, input: sender }) {
            grow(&parts, &alive, next);
        }
        drop((parts, alive));
        jobs.recv().ok()
    };
    // Without it the next job begins a thread of its own, and says why that can't be.
    drop(spawn(seat, job));
}

/// What a script thread does. What its script leaves behind is dropped after it was told how it
/// ended.
fn run(
    parts: &Arc<Parts>,
    setting: &Setting,
    place: &Arc<Place>,
    commands: Receiver<Command>,
    job: impl FnOnce() -> Option<Value>,
) {
    let mut leave = Leave { parts, place, ending: None };
    let (ending, remains) = thread::run(parts, setting, place, commands, job);
    leave.ending = Some(ending);
    drop(leave);
    drop(remains);
}

/// Counts a thread as long as it has something of its engine.
struct Alive(Arc<watch::Sender<usize>>);

impl Alive {
    fn new(count: &Arc<watch::Sender<usize>>) -> Self {
        count.send_modify(|alive| *alive += 1);
        Self(Arc::clone(count))
    }
}

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.send_modify(|alive| *alive -= 1);
    }
}

/// Takes a thread off the list also when it panics.
struct Leave<'a> {
    parts: &'a Parts,
    place: &'a Place,
    ending: Option<Ending>,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let ending = self.ending.take().unwrap_or_else(|| Err(crashed()));
        self.parts.registry.leave(self.place, ending);
    }
}

/// A started script.
#[derive(Debug)]
pub struct Script {
    /// Its thread.
    pub id: ThreadId,
    /// Resolves when the script has ended, or was given up, and its thread is off the list.
    pub outcome: Outcome,
    /// Tells how long it was halted.
    pub halted: Halted,
}

/// How long a script thread was halted in all.
pub struct Halted(Arc<Place>);

impl Halted {
    /// Until now; of a script that has ended, until its end.
    pub fn time(&self) -> Duration {
        self.0.halted()
    }
}

impl fmt::Debug for Halted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Halted").field(&self.time()).finish()
    }
}

/// The end of a script: what its entry function returned, or why it failed.
#[derive(Debug)]
pub struct Outcome(oneshot::Receiver<Ending>);

impl Future for Outcome {
    type Output = Result<Value, ScriptError>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        Pin::new(&mut self.0).poll(context).map(|sent| sent.unwrap_or_else(|_| Err(crashed())))
    }
}

fn too_many(threads: usize) -> ScriptError {
    let message = format!("{threads} script threads run or are halted already: let some end");
    ScriptError::new(ScriptErrorKind::Busy, "TooManyScripts", message)
}

fn crashed() -> ScriptError {
    ScriptError::new(ScriptErrorKind::Engine, "InternalError", "the script thread crashed")
}
