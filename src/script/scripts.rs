//! Scripts that were checked, instrumented and compiled, by their content, for all threads of an
//! engine.

use super::instrument::{Code, Detail, instrument};
use super::raw::{Bytecode, Text};
use super::rhino;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Runtime};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Longer scripts are refused.
const LONGEST: usize = 2 << 20;
/// Stack for checking: what nests deeper than fits is refused.
const CHECK_STACK: usize = 256 << 10;
/// Stack for compiling what was instrumented, which nests somewhat deeper.
const COMPILE_STACK: usize = 64 << 20;
/// Stack of the thread that rewrites; what passed the check needs far less.
const WORK_STACK: usize = 512 << 20;
/// So many scripts are remembered at most.
const REMEMBERED: usize = 4096;

type Key = [u8; 32];
type Prepared = Result<Arc<Ready>, Problem>;

/// Whether a script can be halted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Plain,
    Instrumented(Detail),
}

/// Why a script can't be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) line: u32,
}

/// A script as every thread runs it.
pub(super) struct Ready {
    /// Makes the module's function, from the debugger's helpers if there is `code`.
    pub(super) bytecode: Bytecode,
    /// What the debugger knows of an instrumented script.
    pub(super) code: Option<Arc<Code>>,
}

/// What was prepared so far.
#[derive(Default)]
pub(super) struct Scripts {
    known: Mutex<HashMap<Key, Arc<OnceLock<Prepared>>>>,
    platform: Mutex<HashMap<Key, Arc<Bytecode>>>,
}

impl Scripts {
    /// Checks and compiles a module's text, in the form asked for if possible.
    ///
    /// The compiled script knows its path, as stacks show it.
    pub(super) fn prepare(&self, path: &str, text: &str, form: &Form) -> Prepared {
        let key = key(&[path, text, &format!("{form:?}")]);
        // Whoever asks for the same meanwhile waits for it.
        let place = {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.len() >= REMEMBERED {
                known.clear();
            }
            Arc::clone(known.entry(key).or_default())
        };
        place.get_or_init(|| prepare_apart(path, text, form)).clone()
    }

    /// Compiles the text of a platform module, which is known to be well-formed.
    pub(super) fn platform(
        &self,
        ctx: &Ctx<'_>,
        id: &str,
        text: &str,
    ) -> rquickjs::Result<Arc<Bytecode>> {
        let key = key(&[id, text]);
        let known = || self.platform.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(compiled) = known().get(&key) {
            return Ok(Arc::clone(compiled));
        }
        let wrapped = format!("(function (exports, require, module, host) {{{text}\n}})");
        let compiled = Arc::new(Bytecode::compile(ctx, &wrapped, id, Text::Dropped)?);
        known().insert(key, Arc::clone(&compiled));
        Ok(compiled)
    }
}

fn key(parts: &[&str]) -> Key {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part.len().to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().into()
}

/// What the debugger knows of a script, which is checked like one that is to run.
pub(super) fn halting_code(text: &str) -> Result<Arc<Code>, Problem> {
    let ready = prepare_apart("/script.js", text, &Form::Instrumented(Detail::All))?;
    let message = || "the script can be run, but not halted".to_owned();
    ready.code.clone().ok_or_else(|| Problem { message: message(), line: 1 })
}

/// Compiles a condition as the debugger does: an expression, or else statements with a value.
pub(super) fn compile_condition(text: &str) -> Result<(), Problem> {
    let (_runtime, context) = checking()?;
    context.with(|ctx| {
        let compiled = |text: &str| Bytecode::compile(&ctx, text, "/condition.js", Text::Dropped);
        // Inside a function, because the code around a breakpoint mostly is.
        let inside = format!("(function () {{ () => !!({text}\n) }})");
        if compiled(&inside).catch(&ctx).is_ok() {
            return Ok(());
        }
        compiled(text).map(drop).catch(&ctx).map_err(|error| problem(&error, text))
    })
}

/// A runtime that refuses what nests too deeply.
fn checking() -> Result<(Runtime, Context), Problem> {
    let failed = |cause: rquickjs::Error| Problem { message: cause.to_string(), line: 1 };
    let runtime = Runtime::new().map_err(failed)?;
    let context = Context::full(&runtime).map_err(failed)?;
    runtime.set_max_stack_size(CHECK_STACK);
    Ok((runtime, context))
}

/// Works on a thread of its own: a script may nest deeper than the caller's stack allows.
fn prepare_apart(path: &str, text: &str, form: &Form) -> Prepared {
    if text.len() > LONGEST {
        let message = format!("the script is longer than {} MiB", LONGEST >> 20);
        return Err(Problem { message, line: 1 });
    }
    let crashed = || Problem { message: "the script can't be prepared".to_owned(), line: 1 };
    std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(WORK_STACK);
        let worker = worker.spawn_scoped(scope, || prepare_here(path, text, form));
        worker.map_err(|_| crashed())?.join().unwrap_or_else(|_| Err(crashed()))
    })
}

fn prepare_here(path: &str, text: &str, form: &Form) -> Prepared {
    let (runtime, context) = checking()?;
    let plain = context.with(|ctx| {
        let wrapped = format!("(function (exports, require, module) {{{text}\n}})");
        let compiled = Bytecode::compile(&ctx, &wrapped, path, Text::Kept);
        // What ends this wrapper and goes on behind it doesn't fit into another one.
        let other = format!("function script() {{{text}\n}}");
        let inside = Bytecode::compile(&ctx, &other, path, Text::Dropped);
        inside.and(compiled).catch(&ctx).map_err(|error| problem(&error, text))
    })?;
    let halting = match form {
        Form::Plain => None,
        Form::Instrumented(detail) => {
            runtime.set_max_stack_size(COMPILE_STACK);
            context.with(|ctx| halting(&ctx, path, (text, detail)))
        }
    };
    Ok(Arc::new(halting.unwrap_or(Ready { bytecode: plain, code: None })))
}

/// The instrumented form; without one the script can still be run.
fn halting(ctx: &Ctx<'_>, path: &str, (text, detail): (&str, &Detail)) -> Option<Ready> {
    let warn = |cause: String| {
        // It passed the check as it was written: two parsers disagree about some corner.
        tracing::warn!(script = path, cause, "a script can't be halted, only run");
    };
    let (text, code) = instrument(text, detail).map_err(warn).ok()?;
    let compiled = Bytecode::compile(ctx, &text, path, Text::Dropped).catch(ctx);
    let bytecode = compiled.map_err(|cause| warn(cause.to_string())).ok()?;
    Some(Ready { bytecode, code: Some(Arc::new(code)) })
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
