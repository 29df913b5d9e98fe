//! Scripts that were checked and instrumented, by their content, for all threads of an engine.

use super::instrument::{Code, instrument};
use super::rhino;
use rquickjs::context::EvalOptions;
use rquickjs::{CatchResultExt, CaughtError, Context, Runtime, Value};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Longer scripts are refused.
const LONGEST: usize = 2 << 20;
/// Stack for checking: what nests deeper than fits is refused.
const CHECK_STACK: usize = 256 << 10;
/// Stack of the thread that rewrites; what passed the check needs far less.
const WORK_STACK: usize = 512 << 20;
/// So many scripts are remembered at most.
const REMEMBERED: usize = 4096;

type Key = ([u8; 32], Form);
type Prepared = Result<Option<Arc<Code>>, Problem>;

/// Whether a script can be halted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Plain,
    Instrumented,
}

/// Why a script can't be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) line: u32,
}

/// What was prepared so far.
#[derive(Default)]
pub(super) struct Scripts {
    known: Mutex<HashMap<Key, Prepared>>,
}

impl Scripts {
    /// Checks a module's text; answers its instrumented code if asked for that form and possible.
    pub(super) fn prepare(&self, text: &str, form: Form) -> Prepared {
        let key = (Sha256::digest(text.as_bytes()).into(), form);
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner).get(&key).cloned();
        if let Some(known) = known {
            return known;
        }
        let prepared = prepare_apart(text, form);
        let mut all = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= REMEMBERED {
            all.clear();
        }
        all.insert(key, prepared.clone());
        prepared
    }
}

/// Works on a thread of its own: a script may nest deeper than the caller's stack allows.
fn prepare_apart(text: &str, form: Form) -> Prepared {
    if text.len() > LONGEST {
        let message = format!("the script is longer than {} MiB", LONGEST >> 20);
        return Err(Problem { message, line: 1 });
    }
    let crashed = || Problem { message: "the script can't be prepared".to_owned(), line: 1 };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(WORK_STACK);
        let worker = worker.spawn_scoped(scope, || prepare_here(text, form));
        worker.map_err(|_| crashed())?.join().unwrap_or_else(|_| Err(crashed()))
    })
}

fn prepare_here(text: &str, form: Form) -> Prepared {
    check(text)?;
    if form == Form::Plain {
        return Ok(None);
    }
    match instrument(text) {
        Ok(code) => Ok(Some(Arc::new(code))),
        Err(message) => {
            // The two parsers disagree about some corner of the language: the script still runs.
            tracing::warn!(message, "a script can't be halted, only run");
            Ok(None)
        }
    }
}

/// Compiles without running.
fn check(text: &str) -> Result<(), Problem> {
    let failed = |cause: rquickjs::Error| Problem { message: cause.to_string(), line: 1 };
    let runtime = Runtime::new().map_err(failed)?;
    let context = Context::full(&runtime).map_err(failed)?;
    runtime.set_max_stack_size(CHECK_STACK);
    context.with(|ctx| {
        let mut options = EvalOptions::default();
        options.strict = false;
        options.filename = Some("/script".to_owned());
        let wrapped = format!("(function (exports, require, module) {{{text}\n}})");
        let compiled = ctx.eval_with_options::<Value, _>(wrapped, options).catch(&ctx);
        compiled.map(drop).map_err(|error| problem(&error, text))
    })
}

fn problem(error: &CaughtError<'_>, text: &str) -> Problem {
    let CaughtError::Exception(exception) = error else {
        return Problem { message: error.to_string(), line: 1 };
    };
    let message = exception.message().unwrap_or_default();
    let stack = exception.stack().unwrap_or_default();
    let place = stack.lines().find_map(super::error::Place::parse);
    let line = place.map_or(1, |place| place.line);
    if message.contains("stack overflow") || message.contains("Maximum call stack") {
        return Problem { message: "the script nests too deeply".to_owned(), line };
    }
    match rhino::construct_near(text, line) {
        Some(construct) => {
            let message =
                format!("{construct} is Rhino-only syntax, which isn't supported: {message}");
            Problem { message, line }
        }
        None => Problem { message, line },
    }
}
