//! Performs the effects of the session with tokio.
//!
//! Each effect becomes a task; what it brings comes back as an [`Event`] through one channel.
//! Renewal has a task and a timer of its own (`keep_alive`), state is written in order by one
//! task (`state`), files are looked for and read off the loop (`sources`). The clock is a
//! parameter, so that tests can stop time. Front ends without a screen work at a [`Desk`].

mod clock;
mod desk;
#[cfg_attr(feature = "private-rooms", allow(dead_code, reason = "serves tests"))]
mod driver;
mod excerpt;
mod failure;
mod keep_alive;
mod lines;
mod requests;
mod saver;
mod sources;
mod state;
mod text_search;
mod wire;

pub use clock::Clock;
pub use desk::{
    Batch, Changes, Desk, HitCount, NotAttached, OnlyRequests, Others, Place, WantedBreakpoint,
    Watched, WatchedHalt, WhenInUse, one_of_each_line,
};
pub use driver::{Driver, TimedOut};
pub use lines::{InputLine, InputLines, LONGEST_LINE};
pub use sources::{Project, find as find_sources};
pub use state::{Loaded, Presence, StateFile};
pub use wire::{HttpWire, Wire};

use crate::api::ids::ScriptPath;
use crate::client::SandboxFacts;
use crate::files;
use crate::session::{
    Call, Effect, Event, Failure, Request, RequestId, SourcesFound, StorefrontRequest, Time,
};
use keep_alive::KeepAlive;
use parking_lot::Mutex;
use saver::Saver;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::future;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;
use tokio::sync::mpsc;
use tokio::task::AbortHandle;

/// So many events may wait for a busy loop before answers wait, too.
const WAITING_EVENTS: usize = 4_096;

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
    saver: Saver,
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
    /// What a sandbox has said of itself last.
    sandbox: Mutex<Option<SandboxFacts>>,
    wake: Mutex<Option<AbortHandle>>,
    fetches: Mutex<HashMap<RequestId, AbortHandle>>,
    /// When each script's file was last changed, as of its last reading.
    changed: Mutex<HashMap<ScriptPath, SystemTime>>,
    /// Files that were written from here, by the names that were asked for; held while one is written.
    written: tokio::sync::Mutex<HashMap<PathBuf, PathBuf>>,
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
            sandbox: Mutex::default(),
            wake: Mutex::default(),
            fetches: Mutex::default(),
            changed: Mutex::default(),
            written: tokio::sync::Mutex::default(),
        });
        let renewing = Arc::clone(&shared);
        let reset = move || renewed(Arc::clone(&renewing));
        let keep_alive = KeepAlive::start(parts.clock, events.clone(), reset);
        let saver = Saver::start(parts.state, events);
        (Self { shared, keep_alive, saver }, received)
    }

    /// Sets everything going and returns at once.
    pub fn perform(&self, effects: Vec<Effect>) {
        for effect in effects {
            self.perform_one(effect);
        }
    }

    fn perform_one(&self, effect: Effect) {
        match effect {
            Effect::Send(call) => self.send(call),
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
            Effect::SearchScripts { wanted, found } => self.shared.search_scripts(wanted, found),
            Effect::Save(saved) => self.saver.save(*saved),
            Effect::WriteFile { file, text } => self.shared.write_file(file, text),
            Effect::Fetch(request) => self.shared.fetch(request),
            Effect::Abort(id) => self.shared.abort(id),
            // The front end has the bell.
            Effect::Bell => {}
        }
    }

    /// A client is created only when its mark is in the file: a program that dies in between has
    /// left nothing behind that the next one doesn't know.
    fn send(&self, call: Call) {
        if call.request == Request::CreateClient {
            self.shared.send(call, self.saver.written());
        } else {
            self.shared.send(call, future::ready(()));
        }
    }

    /// Ends the tasks; state that waits to be written is written first.
    pub async fn finish(self) {
        self.saver.written().await;
    }
}

impl Drop for Runtime {
    fn drop(&mut self) {
        if let Some(task) = self.shared.wake.lock().take() {
            task.abort();
        }
        for (_, task) in self.shared.fetches.lock().drain() {
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
        if let Some(former) = self.wake.lock().replace(task.abort_handle()) {
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

    fn search_scripts(self: &Arc<Self>, wanted: String, found: Arc<SourcesFound>) {
        let (project, events) = (Arc::clone(&self.project), self.events.clone());
        tokio::task::spawn_blocking(move || {
            let search = text_search::search(&project, &found, wanted);
            let _ = events.blocking_send(Event::ScriptsSearched(search));
        });
    }

    fn note_change(&self, script: &ScriptPath, file: &Path) -> Change {
        let Some(now) = sources::changed_at(file) else { return Change::Known };
        let before = self.changed.lock().insert(script.clone(), now);
        if before == Some(now) { Change::Known } else { Change::New }
    }

    fn tell_source(&self, script: ScriptPath, file: &Path) {
        let text = self.project.read(&script, file);
        let _ = self.events.blocking_send(Event::SourceRead { script, text });
    }

    fn write_file(self: &Arc<Self>, file: PathBuf, text: String) {
        let shared = Arc::clone(self);
        tokio::spawn(async move {
            // The next one is to find what this one has made.
            let mut all = shared.written.lock().await;
            let own = all.get(&file).cloned();
            let target = file.clone();
            let write = tokio::task::spawn_blocking(move || match own {
                Some(own) => files::replace(&own, text.as_bytes()).map(|()| (own, text.len())),
                None => create_beside(&target, &text).map(|own| (own, text.len())),
            });
            let written = write.await.map_err(io::Error::other).flatten();
            let (file, outcome) = match written {
                Ok((own, bytes)) => {
                    all.insert(file, own.clone());
                    (own, Ok(bytes as u64))
                }
                Err(error) => (file, Err(error.to_string())),
            };
            drop(all);
            let _ = shared.events.send(Event::FileWritten { file, outcome }).await;
        });
    }

    fn fetch(self: &Arc<Self>, request: StorefrontRequest) {
        let shared = Arc::clone(self);
        let id = request.id;
        // The task removes what is put in here: not before.
        let mut fetches = self.fetches.lock();
        let task = tokio::spawn(async move {
            let outcome = match &shared.wire {
                Some(wire) => wire.fetch(request).await,
                None => Err(failure::not_configured()),
            };
            shared.fetches.lock().remove(&id);
            let _ = shared.events.send(Event::Fetched { id, outcome }).await;
        });
        fetches.insert(id, task.abort_handle());
    }

    fn abort(&self, id: RequestId) {
        if let Some(task) = self.fetches.lock().remove(&id) {
            task.abort();
        }
    }
}

async fn renewed(shared: Arc<Shared>) -> Result<(), Failure> {
    let Some(wire) = &shared.wire else { return Err(failure::not_configured()) };
    wire.ask(Request::Reset).await.map(drop)
}

/// So many files of one name, with numbers behind it, before one of them has to go.
const NUMBERED: usize = 1_000;

/// Writes a file for its owner only; where one is there already, with a number in its name.
fn create_beside(file: &Path, text: &str) -> io::Result<PathBuf> {
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, extension) = (part(file.file_stem()), part(file.extension()));
    let numbered = (2..NUMBERED).map(|n| file.with_file_name(format!("{stem}-{n}.{extension}")));
    for place in std::iter::once(file.to_owned()).chain(numbered) {
        match files::create(&place, text.as_bytes()) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            outcome => return outcome.map(|()| place),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ids::DebuggerId;
    use crate::session::{Answer, CallId, ClientMark, Saved, SourceText, StorefrontAnswer};
    use futures::future::BoxFuture;
    use std::fs::{self, File};

    #[tokio::test]
    async fn only_what_was_written_from_here_is_written_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("halts.jsonl");
        fs::write(&file, "of yesterday").expect("written");
        let parts = || Parts {
            wire: None,
            clock: Clock::system(),
            project: Project::default(),
            state: None,
        };
        for (number, texts) in [("2", ["one", "longer"]), ("3", ["other", "last"])] {
            let (runtime, mut events) = Runtime::start(parts());
            let own = folder.path().join(format!("halts-{number}.jsonl"));
            for text in texts.map(str::to_owned) {
                let told = Event::FileWritten { file: own.clone(), outcome: Ok(text.len() as u64) };
                runtime.perform(vec![Effect::WriteFile { file: file.clone(), text: text.clone() }]);
                assert_eq!(events.recv().await, Some(told));
                assert_eq!(fs::read_to_string(&own).expect("there"), text);
            }
        }
        assert_eq!(fs::read_to_string(&file).expect("there"), "of yesterday");
    }

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
            let text = SourceText { text: text.to_owned(), ..SourceText::default() };
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

    #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
    async fn of_requests_that_have_ended_nothing_is_kept() {
        let (clock, project) = (Clock::system(), Project::default());
        let (runtime, mut events) =
            Runtime::start(Parts { wire: None, clock, project, state: None });
        for id in (0..2_000).map(RequestId) {
            let (method, url) = ("GET".to_owned(), "/".to_owned());
            let request = StorefrontRequest { id, method, url, body: None };
            runtime.perform(vec![Effect::Fetch(request)]);
            assert!(matches!(events.recv().await, Some(Event::Fetched { .. })));
        }
        assert!(runtime.shared.fetches.lock().is_empty());
    }

    /// Tells what the state file holds when a client is to be created.
    struct Marking {
        file: PathBuf,
        found: mpsc::UnboundedSender<String>,
    }

    impl Wire for Marking {
        fn ask(&self, _: Request) -> BoxFuture<'_, Result<Answer, Failure>> {
            let _ = self.found.send(fs::read_to_string(&self.file).unwrap_or_default());
            Box::pin(async { Ok(Answer::Done) })
        }

        fn fetch(&self, _: StorefrontRequest) -> BoxFuture<'_, Result<StorefrontAnswer, Failure>> {
            Box::pin(async { Err(failure::not_configured()) })
        }

        fn session_cookie(&self) -> Option<String> {
            None
        }

        fn use_debugger_id(&self, _: DebuggerId) {}
    }

    #[tokio::test]
    async fn a_client_is_created_when_its_mark_is_in_the_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let state = StateFile::new(folder.path(), Path::new("/project"));
        let (found, mut seen) = mpsc::unbounded_channel();
        let wire = Arc::new(Marking { file: state.path().to_owned(), found });
        let parts = Parts {
            wire: Some(wire),
            clock: Clock::system(),
            project: Project::default(),
            state: Some(state),
        };
        let (runtime, _events) = Runtime::start(parts);
        let mark = ClientMark {
            instance: "shop.example".to_owned(),
            debugger_id: DebuggerId::from("haltscope"),
            process: 7,
        };
        let saved = Saved { client: Some(mark), ..Saved::default() };
        let call = Call { id: CallId(1), request: Request::CreateClient, limit: None };
        runtime.perform(vec![Effect::Save(Box::new(saved)), Effect::Send(call)]);
        let held = seen.recv().await.expect("asked");
        assert!(held.contains("shop.example"), "{held}");
    }
}
