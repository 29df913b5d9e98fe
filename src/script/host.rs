//! What scripts may ask of the program around the engine.

use super::json;
use super::model::ThreadId;
use parking_lot::Mutex;
use serde_json::Value;
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// Bytes of remembered answers, and of the questions, at most.
const REMEMBERED: usize = 64 << 20;

/// The other end of `host.call` in platform modules.
///
/// Calls arrive on the script's own thread and may block it.
pub trait Host: Send + Sync {
    /// Answers a call of a platform module. What takes long asks the call whether it must end.
    fn call(&self, call: Call<'_>) -> Result<Value, HostError>;

    /// As [`call`], but the answer is JSON text: for answers that would take far more memory as a [`Value`].
    ///
    /// [`call`]: Host::call
    fn call_for_text(&self, call: Call<'_>) -> Result<String, HostError> {
        self.call(call).map(|answer| answer.to_string())
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

/// `host.call(name, arguments)` of a platform module.
#[derive(Debug)]
pub struct Call<'a> {
    /// The script thread that waits for the answer.
    pub thread: ThreadId,
    /// What is asked for.
    pub name: &'a str,
    /// What it is asked with.
    pub arguments: Value,
    /// Whether its script must end.
    pub interrupt: Interrupt<'a>,
}

/// Tells a call whether its script must end meanwhile: it was stopped, or has reached a limit.
#[derive(Clone, Copy)]
pub struct Interrupt<'a>(&'a dyn Fn() -> bool);

impl Interrupt<'_> {
    /// How often who waits looks whether it must end.
    pub const LOOK: Duration = Duration::from_millis(20);
}

impl<'a> Interrupt<'a> {
    /// It is due as soon as this says so, and from then on.
    pub fn new(is_due: &'a dyn Fn() -> bool) -> Self {
        Self(is_due)
    }

    /// Whether the call must end. It takes less than a microsecond.
    pub fn is_due(&self) -> bool {
        (self.0)()
    }

    /// An error if the call must end. No script sees it.
    pub fn check(&self) -> Result<(), HostError> {
        if self.is_due() { Err(interrupted()) } else { Ok(()) }
    }

    /// Waits for something on the thread of the call; an error if the call must end before. No script sees it.
    pub async fn or<T>(&self, work: impl Future<Output = T>) -> Result<T, HostError> {
        let due = async {
            while !self.is_due() {
                tokio::time::sleep(Self::LOOK).await;
            }
        };
        tokio::select! {
            done = work => Ok(done),
            () = due => Err(interrupted()),
        }
    }
}

fn interrupted() -> HostError {
    HostError::new("interrupted")
}

impl fmt::Debug for Interrupt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").finish()
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
        (thread, interrupt): (ThreadId, Interrupt<'_>),
        name: &str,
        sent: &str,
    ) -> Result<Arc<str>, HostError> {
        let ask_host = || {
            // `JSON.stringify` wrote it: nothing else can be wrong with it.
            let too_deep =
                |_| HostError::new(format!("What is given to {name} is nested too deep"));
            let arguments = json::read(sent).map_err(too_deep)?;
            Ok(self.host.call_for_text(Call { thread, name, arguments, interrupt })?.into())
        };
        if !self.host.lasts(name) {
            return ask_host();
        }
        let key = (name.to_owned(), sent.to_owned());
        let edition = self.host.edition();
        if let Some(known) = self.lasting.lock().of(edition).answers.get(&key) {
            return Ok(Arc::clone(known));
        }
        let answer: Arc<str> = ask_host()?;
        let mut lasting = self.lasting.lock();
        // One that was asked for before may be an old one.
        if lasting.edition == edition {
            lasting.keep(key, &answer);
        }
        drop(lasting);
        Ok(answer)
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

    const CALLER: (ThreadId, Interrupt<'_>) = (ThreadId(1), Interrupt(&|| false));

    /// Counts how often it is asked; its edition is what is set.
    #[derive(Default)]
    struct Counter(AtomicU64, AtomicU64);

    impl Host for Counter {
        fn call(&self, Call { name, arguments, .. }: Call<'_>) -> Result<Value, HostError> {
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
        let ask = || asked.ask(CALLER, "kept", "1").expect("an answer").to_string();
        assert_eq!([ask(), ask()], ["[0,1]", "[0,1]"]);
        host.1.store(1, Ordering::Relaxed);
        assert_eq!([ask(), ask()], ["[1,1]", "[1,1]"]);
    }

    #[test]
    fn what_lasts_is_asked_once_for_the_same_arguments() {
        let asked = Asked::new(Arc::<Counter>::default());
        let ask = |name, sent| match asked.ask(CALLER, name, sent) {
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
