//! Open sessions: by whom they are found, and when nobody uses them any more.

use super::args::StartSession;
use super::mask::Masks;
use super::stops::Stops;
use crate::runtime::{Desk, NotAttached, WhenInUse};
use crate::session::{Leaving, Session, Thread};
use futures::future::BoxFuture;
use parking_lot::Mutex;
use secrecy::SecretString;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

/// Cartridges that are not found in this time are not waited for.
const SEARCHING: Duration = Duration::from_secs(5);
/// A session that is being started is waited for so long when everything ends; one that comes back
/// as long.
const STARTING: Duration = Duration::from_secs(10);
/// Whether a session is idle is not looked at more often.
const LOOK: Duration = Duration::from_millis(10);
/// So many sessions are open at a time.
const AT_A_TIME: usize = 8;

/// A desk for one session.
pub struct Opened {
    /// Where to work; not attached yet.
    pub desk: Desk,
    /// What to do about a debugger client that is in use.
    pub when_in_use: WhenInUse,
    /// The project's folder.
    pub folder: PathBuf,
    /// Where cartridges are looked for.
    pub cartridges: PathBuf,
    /// Never shown to anybody.
    pub secrets: Vec<SecretString>,
    /// To be awaited when the desk was left.
    pub close: BoxFuture<'static, ()>,
}

/// Why no desk can be had: cause, then what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);

/// Gives a desk for what the assistant asks for.
pub type Open = dyn Fn(&StartSession) -> Result<Opened, Refused> + Send + Sync;

/// What is said when nothing came of a call.
pub(super) type Outcome = Result<Value, String>;

/// A desk, and what the assistant was told of it.
pub(super) struct DebugSession {
    pub(super) id: String,
    pub(super) desk: Desk,
    pub(super) folder: PathBuf,
    cartridges: PathBuf,
    pub(super) masks: Masks,
    pub(super) stops: Stops,
    used: Mutex<Used>,
    close: Mutex<Option<BoxFuture<'static, ()>>>,
}

/// When a session was used last, and how many calls use it now.
#[derive(Clone, Copy, Debug)]
struct Used {
    at: Instant,
    calls: usize,
}

/// A session in use: as long as it is held, nobody calls it idle.
pub(super) struct InUse(Arc<DebugSession>);

impl std::ops::Deref for InUse {
    type Target = DebugSession;

    fn deref(&self) -> &DebugSession {
        &self.0
    }
}

impl Drop for InUse {
    fn drop(&mut self) {
        let mut used = self.0.used.lock();
        used.calls -= 1;
        used.at = Instant::now();
    }
}

/// All open sessions.
#[derive(Clone)]
pub(super) struct Sessions {
    open: Arc<Open>,
    table: Arc<Mutex<Table>>,
    starting: TaskTracker,
}

#[derive(Default)]
struct Table {
    open: BTreeMap<String, Arc<DebugSession>>,
    /// So many are about to be open.
    starting: usize,
    last: u64,
}

/// A place among the sessions, for one that starts.
struct Reserved(Arc<Mutex<Table>>);

impl Reserved {
    fn of(table: &Arc<Mutex<Table>>) -> Option<Self> {
        let mut inner = table.lock();
        if inner.open.len() + inner.starting >= AT_A_TIME {
            return None;
        }
        inner.starting += 1;
        Some(Self(Arc::clone(table)))
    }
}

impl Drop for Reserved {
    fn drop(&mut self) {
        self.0.lock().starting -= 1;
    }
}

impl Sessions {
    pub(super) fn new(open: Arc<Open>) -> Self {
        Self { open, table: Arc::default(), starting: TaskTracker::new() }
    }

    /// A session by its id; using it keeps it open.
    pub(super) fn get(&self, id: &str) -> Result<InUse, String> {
        let table = self.table.lock();
        let session = table.open.get(id).cloned().ok_or_else(|| {
            format!("there is no session {id}: it ended, or nobody used it for too long. Start one with debug_start_session.")
        })?;
        session.used.lock().calls += 1;
        Ok(InUse(session))
    }

    /// Goes on to its end also if nobody waits for it any more: what was begun has to be left.
    pub(super) async fn start(&self, wanted: StartSession) -> Outcome {
        let Some(reserved) = Reserved::of(&self.table) else {
            return Err(format!("{AT_A_TIME} sessions are open: end one with debug_end_session."));
        };
        let opened = (self.open)(&wanted).map_err(|refused| refused.0)?;
        let started = self.starting.spawn(self.clone().started(opened, reserved));
        started.await.unwrap_or_else(|error| Err(error.to_string()))
    }

    async fn started(self, opened: Opened, reserved: Reserved) -> Outcome {
        let Opened { desk, when_in_use, folder, cartridges, secrets, close } = opened;
        let stops = Stops::follow(&desk);
        if let Err(problem) = desk.attach(when_in_use).await {
            let ours = self.with_the_client_of(&desk);
            desk.leave(Leaving::LetRun).await;
            close.await;
            return Err(ours.filter(|_| is_in_use(&problem)).unwrap_or_else(|| words(&problem)));
        }
        let found = desk.until(|session| session.sources().index().map(drop));
        let _ = tokio::time::timeout(SEARCHING, found).await;
        let mask = desk.look(|session| session.options().mask.clone());
        let session = Arc::new(DebugSession {
            id: self.table.lock().next_id(),
            masks: Masks::new(mask, secrets),
            used: Mutex::new(Used { at: Instant::now(), calls: 0 }),
            close: Mutex::new(Some(close)),
            desk,
            folder,
            cartridges,
            stops,
        });
        let is_wanted = self.enlist(&session);
        drop(reserved);
        if !is_wanted {
            session.leave(Leaving::LetRun).await;
            return Err("the server ends".to_owned());
        }
        tokio::spawn(end_when_idle(self.clone(), Arc::clone(&session)));
        Ok(session.told())
    }

    /// What to say of a session of this server's own that has the debugger client which another one wants.
    fn with_the_client_of(&self, desk: &Desk) -> Option<String> {
        let client = |desk: &Desk| {
            desk.look(|session| {
                let options = session.options();
                (options.instance.clone(), options.debugger_id.clone())
            })
        };
        let wanted = client(desk);
        let table = self.table.lock();
        let session = table.open.values().find(|session| client(&session.desk) == wanted)?;
        Some(format!(
            "the session {} is attached there under that debugger id: use it, or end it with debug_end_session.",
            session.id
        ))
    }

    /// Whether it is on the table: whoever ends all of them finds it there, or else it is told that they end.
    fn enlist(&self, session: &Arc<DebugSession>) -> bool {
        let mut table = self.table.lock();
        let is_wanted = !self.starting.is_closed();
        if is_wanted {
            table.open.insert(session.id.clone(), Arc::clone(session));
        }
        is_wanted
    }

    pub(super) async fn end(&self, id: &str, how: Leaving) -> Outcome {
        let session = self.table.lock().open.remove(id);
        let session = session.ok_or_else(|| format!("there is no session {id}."))?;
        let remains = session.leave(how).await;
        Ok(json!({ "session_id": id, "status": "ended", "remains": remains }))
    }

    /// Nothing stays halted or armed, nor comes to be so.
    pub(super) async fn end_all(&self) {
        self.starting.close();
        let _ = tokio::time::timeout(STARTING, self.starting.wait()).await;
        let all = std::mem::take(&mut self.table.lock().open);
        let leaving = all.values().map(|session| session.leave(Leaving::LetRun));
        futures::future::join_all(leaving).await;
    }

    pub(super) fn list(&self) -> Value {
        let all: Vec<Value> = self.table.lock().open.values().map(|it| it.told()).collect();
        json!({ "sessions": all })
    }
}

impl Table {
    fn next_id(&mut self) -> String {
        self.last += 1;
        format!("debug-{}", self.last)
    }
}

impl DebugSession {
    fn told(&self) -> Value {
        self.desk.look(|session| {
            let cartridges = session.sources().index().map(|found| &found.cartridges);
            let cartridges: Vec<&str> =
                cartridges.into_iter().flatten().map(|it| it.name.as_str()).collect();
            let halted = session.threads().iter().filter(|it| it.is_halted()).map(Thread::id);
            let halted: Vec<u64> = halted.map(|id| id.0).collect();
            let cookie = session.cookie().map(|value| json!({ "name": "dwsid", "value": value }));
            json!({
                "session_id": self.id,
                "hostname": session.options().server,
                "debugger_id": session.options().debugger_id,
                "cartridges": cartridges,
                "cartridgeDirectory": self.cartridges,
                "halted_threads": halted,
                "session_cookie": cookie,
                "connection": connection(session),
                "idle_limit_s": session.options().idle_limit.as_secs(),
                "warnings": warnings(&cartridges),
            })
        })
    }

    /// Connects again after another program, a restart or the network took the connection away.
    pub(super) async fn reattach(&self) -> Outcome {
        match tokio::time::timeout(STARTING, self.desk.reattach()).await {
            Ok(Ok(())) => Ok(self.told()),
            Ok(Err(problem)) => Err(words(&problem)),
            Err(_) => Err("the server has not answered yet: try again.".to_owned()),
        }
    }

    /// How long nobody has used it; `None` while somebody does.
    fn idle(&self) -> Option<Duration> {
        let used = *self.used.lock();
        (used.calls == 0).then(|| used.at.elapsed())
    }

    async fn leave(&self, how: Leaving) -> Option<String> {
        let remains = self.desk.leave(how).await;
        let close = self.close.lock().take();
        if let Some(close) = close {
            close.await;
        }
        remains
    }
}

/// What is worth knowing before anything is debugged.
fn warnings(cartridges: &[&str]) -> Vec<&'static str> {
    let none = "no cartridge was found: breakpoints by local files can't be mapped; give cartridgeDirectory";
    cartridges.is_empty().then_some(none).into_iter().collect()
}

fn connection(session: &Session) -> &'static str {
    session.state_word(None).as_str()
}

/// Nobody is there any more: its threads go on.
async fn end_when_idle(sessions: Sessions, session: Arc<DebugSession>) {
    let limit = session.desk.look(|session| session.options().idle_limit);
    loop {
        let idle = session.idle().unwrap_or_default();
        if idle >= limit {
            // Whoever ended it meanwhile has done the same.
            let _ = sessions.end(&session.id, Leaving::LetRun).await;
            return;
        }
        tokio::time::sleep(limit.saturating_sub(idle).max(LOOK)).await;
        if !sessions.table.lock().open.contains_key(&session.id) {
            return;
        }
    }
}

const fn is_in_use(problem: &NotAttached) -> bool {
    matches!(problem, NotAttached::InUse { .. })
}

fn words(problem: &NotAttached) -> String {
    match problem {
        NotAttached::NotConfigured => {
            format!("{problem}. Name it in dw.json or SFCC_SERVER, and start again.")
        }
        NotAttached::InUse { .. } => {
            format!(
                "{problem}. Another debugger uses that id: end it, or give haltscope mcp another --debugger-id."
            )
        }
        NotAttached::Offline { .. } | NotAttached::Left => format!("{problem}."),
    }
}
