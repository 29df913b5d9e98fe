//! Steps of jobs, each a script thread of a site.

use super::{Storefront, run::Left};
use crate::script::{Entry, Job, Script, ScriptError, ThreadId};
use parking_lot::Mutex;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::{collections::HashMap, fmt, sync::Arc, time::Duration};

/// A step, ready to run.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its name in the log.
    pub name: String,
    /// Whether it is the whole organization's, not the site's.
    pub is_of_organization: bool,
    /// What the entry module gets of it.
    pub document: Value,
    /// How long it may run.
    pub run_time: Duration,
}

/// A step that runs.
pub struct RunningStep {
    script: Script,
    name: String,
}

/// Whoever is told of a step while it runs.
pub trait StepWatch: Send + Sync {
    /// A script of it writes into the log: `info`, a category and a message.
    fn says(&self, level: &str, category: &str, message: &str);

    /// A chunk of it is done, behind others.
    fn counts(&self, counts: Counts);
}

/// The steps that run, with who watches them.
#[derive(Default)]
pub(super) struct Watched(Mutex<HashMap<ThreadId, Arc<dyn StepWatch>>>);

impl fmt::Debug for Watched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Watched").field(&self.0.lock().len()).finish()
    }
}

impl Watched {
    /// Who watches the step that a thread is.
    pub(super) fn of(&self, thread: ThreadId) -> Option<Arc<dyn StepWatch>> {
        self.0.lock().get(&thread).cloned()
    }
}

/// How a step ended that nobody stopped.
#[derive(Debug, Deserialize)]
pub struct StepEnd {
    /// As the script or its error says it.
    pub status: StepStatus,
    /// What the job's later steps find: pairs of a name and a simple value.
    pub context: Vec<(String, Value)>,
    /// Of a chunk-oriented step.
    pub counts: Option<Counts>,
    #[serde(flatten)]
    left: Left,
}

/// What a step says of itself.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
pub struct StepStatus {
    /// Whether it failed.
    pub error: bool,
    /// `OK`, `ERROR` or a code of the script's own.
    pub code: String,
    /// What else the script says.
    pub message: Option<String>,
}

/// The items of a chunk-oriented step.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
pub struct Counts {
    /// Those that came to its write function.
    pub written: u64,
    /// Those that its process function left out.
    pub filtered: u64,
    /// All, if it said how many there are.
    pub total: Option<u64>,
}

impl RunningStep {
    /// The thread that it is.
    pub fn thread(&self) -> ThreadId {
        self.script.id
    }
}

impl Storefront {
    /// Begins a step; whoever does holds a passage of the gate until its end.
    pub fn begin_step(&self, step: Step, watch: Arc<dyn StepWatch>) -> RunningStep {
        let Step { name, is_of_organization, document, run_time } = step;
        let now = self.services.clock.now();
        let session = self.services.remembered.sessions.open(None, now).document;
        // Its first words come once it is known who watches it.
        let mut watched = self.services.watched.0.lock();
        let script = self.engine.start(Job {
            cartridges: Arc::clone(&self.whole),
            entry: Entry { module: "storefront/step".to_owned(), function: "run".to_owned() },
            input: json!({
                "session": session,
                "request": self.no_request(),
                "organization": is_of_organization,
                "step": document,
            }),
            run_time: Some(run_time),
        });
        watched.insert(script.id, watch);
        drop(watched);
        RunningStep { script, name }
    }

    /// Waits for its end and keeps what it left; an error if it was ended, and nothing of it is kept.
    pub async fn end_step(&self, running: RunningStep) -> Result<StepEnd, ScriptError> {
        let RunningStep { script: Script { id: thread, outcome, .. }, name } = running;
        let _life = self.services.life_of(thread);
        let outcome = outcome.await;
        self.services.watched.0.lock().remove(&thread);
        match outcome {
            Ok(document) => {
                let _together = self.gate.leave().await;
                self.step_left(document)
            }
            Err(error) => {
                tracing::error!(%thread, step = name, "{error}\n{}", error.stack);
                Err(error)
            }
        }
    }

    fn step_left(&self, document: Value) -> Result<StepEnd, ScriptError> {
        let mut end: StepEnd =
            serde_json::from_value(document).map_err(|cause| super::run::unexpected(&cause))?;
        self.keep(std::mem::take(&mut end.left));
        Ok(end)
    }

    /// What scripts find in place of a request where there is none.
    fn no_request(&self) -> Value {
        let https = self.document()["ports"]["https"].as_u64();
        let host = https.map_or("localhost".to_owned(), |port| format!("localhost:{port}"));
        json!({
            "id": "", "method": null, "host": host, "secure": true, "over_tls": null, "path": "/",
            "redirect_origin": null, "query_string": null, "query": [], "form": [], "uploads": [],
            "parameters": [], "headers": Map::new(), "cookies": Map::new(), "body": null,
            "locale": "default", "include": false, "remote_address": "127.0.0.1",
        })
    }
}
