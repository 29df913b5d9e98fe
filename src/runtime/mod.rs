//! Performs the effects of the session with tokio.
//!
//! Each effect becomes a task; what it brings comes back as an [`Event`] through one channel.
//! Renewal has a task and a timer of its own (`keep_alive`), state is written in order by one
//! task (`state`), files are looked for and read off the loop (`sources`). The clock is a
//! parameter, so that tests can stop time.

mod clock;
mod driver;
mod failure;
mod keep_alive;
mod requests;
mod sources;
mod state;
mod wire;

pub use clock::Clock;
pub use driver::{Driver, TimedOut};
pub use sources::{Project, find as find_sources};
pub use state::{Loaded, Presence, StateFile};
pub use wire::{HttpWire, Wire};

use crate::api::ids::ScriptPath;
use crate::session::{Effect, Event, Failure, Request, RequestId, Saved, StorefrontRequest, Time};
use keep_alive::KeepAlive;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinHandle};

/// So many events may wait for a busy loop before answers wait, too.
const WAITING_EVENTS: usize = 4_096;
/// State that takes longer to be written than this is not waited for when leaving.
const SAVING_LIMIT: Duration = Duration::from_secs(1);

/// What a runtime works with.
pub struct Parts {
    /// The way to the instance; `None` while nothing is configured.
    pub wire: Option<Arc<dyn Wire>>,
    /// Tells the time.
    pub clock: Clock,
    /// Where scripts are looked for.
    pub project: Project,
    /// Where the project's state is kept; `None`: nowhere.
    pub state: Option<StateFile>,
}

/// Performs effects until it is dropped.
pub struct Runtime {
    shared: Arc<Shared>,
    keep_alive: KeepAlive,
    saver: Option<mpsc::UnboundedSender<Saved>>,
    saving: JoinHandle<()>,
}

/// What a look at a script's file tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Change {
    Known,
    New,
}

struct Shared {
    wire: Option<Arc<dyn Wire>>,
    clock: Clock,
    project: Arc<Project>,
    events: mpsc::Sender<Event>,
    cookie: Mutex<Option<String>>,
    wake: Mutex<Option<AbortHandle>>,
    fetches: Mutex<HashMap<RequestId, AbortHandle>>,
    /// When each script's file was last changed, as of its last reading.
    changed: Mutex<HashMap<ScriptPath, SystemTime>>,
}

impl Runtime {
    /// Starts the tasks on the current tokio runtime.
    pub fn start(parts: Parts) -> (Self, mpsc::Receiver<Event>) {
        let (events, received) = mpsc::channel(WAITING_EVENTS);
        let shared = Arc::new(Shared {
            wire: parts.wire,
            clock: parts.clock.clone(),
            project: Arc::new(parts.project),
            events: events.clone(),
            cookie: Mutex::default(),
            wake: Mutex::default(),
            fetches: Mutex::default(),
            changed: Mutex::default(),
        });
        let renewing = Arc::clone(&shared);
        let reset = move || renewed(Arc::clone(&renewing));
        let keep_alive = KeepAlive::start(parts.clock, events.clone(), reset);
        let (saver, to_save) = mpsc::unbounded_channel();
        let saving = tokio::spawn(state::save_all(parts.state, to_save, events));
        (Self { shared, keep_alive, saver: Some(saver), saving }, received)
    }

    /// Sets everything going and returns at once.
    pub fn perform(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.perform_one(effect);
        }
    }

    fn perform_one(&self, effect: Effect) {
        match effect {
            Effect::Send(call) => self.shared.send(call),
            Effect::WakeAt(at) => self.shared.wake_at(at),
            Effect::KeepAlive(plan) => self.keep_alive.follow(plan),
            Effect::UseDebuggerId(id) => {
                if let Some(wire) = &self.shared.wire {
                    wire.use_debugger_id(id);
                }
            }
            Effect::FindSources => self.shared.find_sources(),
            Effect::ReadSource { script, file } => self.shared.read_source(script, file),
            Effect::RefreshSource { script, file } => self.shared.refresh_source(script, file),
            Effect::Save(saved) => self.save(*saved),
            Effect::WriteFile { file, text } => self.shared.write_file(file, text),
            Effect::Fetch(request) => self.shared.fetch(request),
            Effect::Abort(id) => self.shared.abort(id),
            // The front end has the bell.
            Effect::Bell => {}
        }
    }

    fn save(&self, saved: Saved) {
        if let Some(saver) = &self.saver {
            let _ = saver.send(saved);
        }
    }

    /// Ends the tasks; state that waits to be written is written first.
    pub async fn finish(mut self) {
        self.saver.take();
        let _ = tokio::time::timeout(SAVING_LIMIT, &mut self.saving).await;
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if let Some(task) = lock(&self.shared.wake).take() {
            task.abort();
        }
        for (_, task) in lock(&self.shared.fetches).drain() {
            task.abort();
        }
    }
}

impl Shared {
    fn wake_at(self: &Arc<Self>, at: Time) {
        let pause = self.clock.now().until(at);
        let events = self.events.clone();
        let task = tokio::spawn(async move {
            tokio::time::sleep(pause).await;
            let _ = events.send(Event::TimerFired).await;
        });
        if let Some(former) = lock(&self.wake).replace(task.abort_handle()) {
            former.abort();
        }
    }

    fn find_sources(self: &Arc<Self>) {
        let (project, events) = (Arc::clone(&self.project), self.events.clone());
        tokio::spawn(async move {
            let found = tokio::task::spawn_blocking(move || sources::find(&project)).await;
            let _ = events.send(Event::SourcesFound(found.unwrap_or_default())).await;
        });
    }

    fn read_source(self: &Arc<Self>, script: ScriptPath, file: PathBuf) {
        let shared = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            shared.note_change(&script, &file);
            shared.tell_source(script, &file);
        });
    }

    /// Reads a script again if its file was changed since it was read.
    fn refresh_source(self: &Arc<Self>, script: ScriptPath, file: PathBuf) {
        let shared = Arc::clone(self);
        tokio::task::spawn_blocking(move || {
            if shared.note_change(&script, &file) == Change::New {
                shared.tell_source(script, &file);
            }
        });
    }

    fn note_change(&self, script: &ScriptPath, file: &Path) -> Change {
        let Some(now) = sources::changed_at(file) else { return Change::Known };
        let before = lock(&self.changed).insert(script.clone(), now);
        if before == Some(now) { Change::Known } else { Change::New }
    }

    fn tell_source(&self, script: ScriptPath, file: &Path) {
        let text = self.project.read(&script, file);
        let _ = self.events.blocking_send(Event::SourceRead { script, text });
    }

    fn write_file(self: &Arc<Self>, file: PathBuf, text: String) {
        let events = self.events.clone();
        tokio::spawn(async move {
            let target = file.clone();
            let write = tokio::task::spawn_blocking(move || write_private(&target, &text));
            let outcome = match write.await {
                Ok(outcome) => outcome.map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            let _ = events.send(Event::FileWritten { file, outcome }).await;
        });
    }

    fn fetch(self: &Arc<Self>, request: StorefrontRequest) {
        let shared = Arc::clone(self);
        let id = request.id;
        let task = tokio::spawn(async move {
            let outcome = match &shared.wire {
                Some(wire) => wire.fetch(request).await,
                None => Err(failure::not_configured()),
            };
            lock(&shared.fetches).remove(&id);
            let _ = shared.events.send(Event::Fetched { id, outcome }).await;
        });
        lock(&self.fetches).insert(id, task.abort_handle());
    }

    fn abort(&self, id: RequestId) {
        if let Some(task) = lock(&self.fetches).remove(&id) {
            task.abort();
        }
    }
}

async fn renewed(shared: Arc<Shared>) -> Result<(), Failure> {
    let Some(wire) = &shared.wire else { return Err(failure::not_configured()) };
    wire.ask(Request::Reset).await.map(drop)
}

/// For its owner only; a file that is there is replaced.
fn write_private(file: &Path, text: &str) -> std::io::Result<u64> {
    state::replace(file, text.as_bytes())?;
    Ok(text.len() as u64)
}

/// Nothing is left half done under these locks: a panic elsewhere spoils nothing.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::{CodeLines, SourceText};
    use std::fs::{self, File};

    #[tokio::test]
    async fn a_changed_file_is_read_again_and_an_unchanged_one_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("x.js");
        fs::write(&file, "one").expect("written");
        let project = Project::default();
        let parts = Parts { wire: None, clock: Clock::system(), project, state: None };
        let (runtime, mut events) = Runtime::start(parts);
        let script = ScriptPath::from("/app/cartridge/x.js");
        let refresh = || vec![Effect::RefreshSource { script: script.clone(), file: file.clone() }];
        runtime.perform(vec![Effect::ReadSource { script: script.clone(), file: file.clone() }]);
        let read = |text: &str| {
            let text = SourceText { text: text.to_owned(), code: CodeLines::Unknown };
            Event::SourceRead { script: script.clone(), text: Ok(text) }
        };
        assert_eq!(events.recv().await, Some(read("one")));
        runtime.perform(refresh());
        let other = folder.path().join("other.js");
        fs::write(&other, "two").expect("written");
        let changed = File::options().write(true).open(&other).expect("there");
        changed.set_modified(SystemTime::UNIX_EPOCH).expect("a time of its own");
        // At once: the first look may still be under way, and must not find half a file.
        fs::rename(&other, &file).expect("moved");
        runtime.perform(refresh());
        assert_eq!(events.recv().await, Some(read("two")));
    }
}
