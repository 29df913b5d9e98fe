//! What scripts may ask of the program around the engine.

use super::json;
use super::model::ThreadId;
use parking_lot::Mutex;
use serde_json::Value;
use std::collections::HashMap;
use std::sync::Arc;

/// Bytes of remembered answers, and of the questions, at most.
const REMEMBERED: usize = 64 << 20;

/// The other end of `host.call` in platform modules.
///
/// Calls arrive on the script's own thread and may block it.
pub trait Host: Send + Sync {
    /// Answers `host.call(name, arguments)` of a platform module in the script thread `thread`.
    fn call(&self, thread: ThreadId, name: &str, arguments: Value) -> Result<Value, HostError>;

    /// As [`call`], but the answer is JSON text: for answers that would take far more memory as a [`Value`].
    ///
    /// [`call`]: Host::call
    fn call_for_text(
        &self,
        thread: ThreadId,
        name: &str,
        arguments: Value,
    ) -> Result<String, HostError> {
        self.call(thread, name, arguments).map(|answer| answer.to_string())
    }

    /// Whether what `call` answers to a name depends on nothing but the arguments for as long as the [`edition`] is the
    /// same, so that it is asked once for all threads.
    ///
    /// [`edition`]: Host::edition
    fn lasts(&self, _name: &str) -> bool {
        false
    }

    /// Grows once what lasts is another one: not before that.
    fn edition(&self) -> u64 {
        0
    }

    /// What `new Date()` tells: milliseconds since 1970, UTC.
    fn now(&self) -> i64 {
        jiff::Timestamp::now().as_millisecond()
    }
}

/// A host, and what it has answered that lasts.
pub(super) struct Asked {
    pub(super) host: Arc<dyn Host>,
    lasting: Mutex<Lasting>,
}

/// Answers by name and arguments, as JSON.
#[derive(Default)]
struct Lasting {
    answers: HashMap<(String, String), Arc<str>>,
    bytes: usize,
    edition: u64,
}

impl Asked {
    pub(super) fn new(host: Arc<dyn Host>) -> Self {
        Self { host, lasting: Mutex::default() }
    }

    /// The answer as JSON; `sent` are the arguments as `JSON.stringify` wrote them.
    pub(super) fn ask(
        &self,
        thread: ThreadId,
        name: &str,
        sent: &str,
    ) -> Result<Arc<str>, HostError> {
        if !self.host.lasts(name) {
            return self.ask_host(thread, name, sent);
        }
        let key = (name.to_owned(), sent.to_owned());
        let edition = self.host.edition();
        if let Some(known) = self.lasting.lock().of(edition).answers.get(&key) {
            return Ok(Arc::clone(known));
        }
        let answer = self.ask_host(thread, name, sent)?;
        let mut lasting = self.lasting.lock();
        // One that was asked for before may be an old one.
        if lasting.edition == edition {
            lasting.keep(key, &answer);
        }
        drop(lasting);
        Ok(answer)
    }

    fn ask_host(&self, thread: ThreadId, name: &str, sent: &str) -> Result<Arc<str>, HostError> {
        // `JSON.stringify` wrote it: nothing else can be wrong with it.
        let too_deep = |_| HostError::new(format!("What is given to {name} is nested too deep"));
        let arguments = json::read(sent).map_err(too_deep)?;
        Ok(self.host.call_for_text(thread, name, arguments)?.into())
    }
}

impl Lasting {
    /// Without what a newer edition may answer otherwise.
    fn of(&mut self, edition: u64) -> &Self {
        if edition > self.edition {
            *self = Self { edition, ..Self::default() };
        }
        self
    }

    fn keep(&mut self, key: (String, String), answer: &Arc<str>) {
        let bytes = key.0.len() + key.1.len() + answer.len();
        if self.bytes + bytes > REMEMBERED {
            self.answers.clear();
            self.bytes = 0;
        }
        self.bytes += bytes;
        self.answers.insert(key, Arc::clone(answer));
    }
}

/// A refusal of [`Host::call`]; the script sees it as a thrown `Error` with this message.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct HostError {
    /// The message of the thrown `Error`.
    pub message: String,
}

impl HostError {
    /// A refusal with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// Counts how often it is asked; its edition is what is set.
    #[derive(Default)]
    struct Counter(AtomicU64, AtomicU64);

    impl Host for Counter {
        fn call(&self, _: ThreadId, name: &str, arguments: Value) -> Result<Value, HostError> {
            let count = self.0.fetch_add(1, Ordering::Relaxed);
            if name == "refused" {
                return Err(HostError::new(format!("no {count}")));
            }
            Ok(json!([count, arguments]))
        }

        fn lasts(&self, name: &str) -> bool {
            name != "counted"
        }

        fn edition(&self) -> u64 {
            self.1.load(Ordering::Relaxed)
        }
    }

    #[test]
    fn what_lasts_is_asked_anew_in_another_edition() {
        let host = Arc::<Counter>::default();
        let asked = Asked::new(Arc::<Counter>::clone(&host));
        let ask = || asked.ask(ThreadId(1), "kept", "1").expect("an answer").to_string();
        assert_eq!([ask(), ask()], ["[0,1]", "[0,1]"]);
        host.1.store(1, Ordering::Relaxed);
        assert_eq!([ask(), ask()], ["[1,1]", "[1,1]"]);
    }

    #[test]
    fn what_lasts_is_asked_once_for_the_same_arguments() {
        let asked = Asked::new(Arc::<Counter>::default());
        let ask = |name, sent| match asked.ask(ThreadId(1), name, sent) {
            Ok(answer) => answer.to_string(),
            Err(error) => error.message,
        };
        let deep = format!("{}{}", "[".repeat(1_000), "]".repeat(1_000));
        let asks = [
            ("kept", "1", "[0,1]"),
            ("kept", "1", "[0,1]"),
            ("kept", "2", "[1,2]"),
            ("counted", "1", "[2,1]"),
            ("counted", "1", "[3,1]"),
            ("refused", "1", "no 4"),
            ("refused", "1", "no 5"),
            ("kept", "1", "[0,1]"),
            ("kept", &deep, "What is given to kept is nested too deep"),
        ];
        for (name, sent, answer) in asks {
            assert_eq!(ask(name, sent), answer, "{name} {sent}");
        }
    }

    #[test]
    fn what_is_remembered_has_an_end() {
        let mut lasting = Lasting::default();
        let answer: Arc<str> = " ".repeat(REMEMBERED / 3).into();
        for key in 0..10 {
            lasting.keep(("large".to_owned(), key.to_string()), &answer);
            assert!(lasting.answers.len() < 3 && lasting.bytes <= REMEMBERED);
        }
    }
}
