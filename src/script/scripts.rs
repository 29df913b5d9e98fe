//! Scripts that were checked, instrumented and compiled, by their content, for all threads of an
//! engine.

use super::deferred::deferred;
use super::dialect;
use super::error::Problem;
use super::instrument::{Added, Code, Detail, Kind, instrument, is_shallow, plain, unchanged};
use super::isml::{self, Broken, Piece};
use super::making::{Making, Telling, crashed};
use super::memory::Memory;
use super::raw::{Bytecode, Compiled, Text};
use super::rhino;
use super::syntax::{WORK_STACK, with_room};
use parking_lot::Mutex;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Runtime};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Longer scripts are refused.
const LONGEST: usize = 2 << 20;
/// Stack for checking: what nests deeper than fits is refused.
const CHECK_STACK: usize = 256 << 10;
/// Shorter scripts can't nest so deeply that the stack of the thread that rewrites isn't enough for the parser, whatever
/// they hold.
const SHORT: usize = 192 << 10;
/// Memory and time for checking and compiling; the longest script needs a small part of them.
const CHECK_MEMORY: usize = 256 << 20;
const CHECK_TIME: Duration = Duration::from_secs(30);
/// Stack for compiling what was instrumented, which nests somewhat deeper.
const COMPILE_STACK: usize = 64 << 20;
/// So many scripts are remembered at most.
const REMEMBERED: usize = 4096;

type Key = [u8; 32];
type Prepared = super::making::Prepared<Ready>;

/// Whether a script can be halted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Form {
    Plain,
    Instrumented(Detail),
}

/// A script as every thread runs it.
pub(super) struct Ready {
    /// Makes the module's function, from the debugger's helpers if there is `code`.
    pub(super) bytecode: Bytecode,
    /// What the debugger knows of an instrumented script.
    pub(super) code: Option<Arc<Code>>,
    /// What is known of a plain one.
    pub(super) plain: Option<Plain>,
}

/// A script that can't be halted.
pub(super) struct Plain {
    pub(super) path: String,
    /// Its text, unless its functions carry theirs, which would be there for each thread.
    written: Option<String>,
    pub(super) added: Added,
}

/// What was prepared so far.
#[derive(Default)]
pub(super) struct Scripts {
    known: Mutex<HashMap<Key, Arc<Making<Ready>>>>,
    /// By their IDs: the text of a platform module is always the same.
    platform: Mutex<HashMap<String, Arc<Bytecode>>>,
}

impl Scripts {
    /// Checks and compiles a module's text, in the form asked for if possible; nothing if
    /// `is_over` says meanwhile that nobody wants it any more.
    ///
    /// The compiled script knows its path, as stacks show it.
    pub(super) fn prepare(
        &self,
        path: &str,
        text: &str,
        form: &Form,
        is_over: impl Fn() -> bool,
    ) -> Option<Prepared> {
        let key = key(&[path, text, &format!("{form:?}")]);
        // Whoever asks for the same meanwhile waits for it.
        let making = {
            let mut known = self.known.lock();
            if known.len() >= REMEMBERED {
                known.clear();
            }
            let started = || begin(path, text, form);
            Arc::clone(known.entry(key).or_insert_with(started))
        };
        let prepared = making.wait(path, is_over);
        if making.is_passing() {
            let mut known = self.known.lock();
            if known.get(&key).is_some_and(|it| Arc::ptr_eq(it, &making)) {
                known.remove(&key);
            }
        }
        prepared
    }

    /// The text of a plain script's function as it was written, by the place that the runtime tells of it.
    pub(super) fn function_text(
        &self,
        plain: &Plain,
        (line, column): (u32, u32),
        is_over: impl Fn() -> bool,
    ) -> Option<String> {
        let form = Form::Instrumented(Detail::All);
        let ready = self.prepare(&plain.path, plain.written.as_ref()?, &form, is_over)?.ok()?;
        let function = plain.added.function(line, column);
        ready.code.as_ref()?.text_of_function(function).map(str::to_owned)
    }

    /// Compiles a platform module, which is known to be well-formed, from what `read` has of it; nothing if that is nothing.
    pub(super) fn platform(
        &self,
        ctx: &Ctx<'_>,
        id: &str,
        read: impl FnOnce() -> Option<String>,
    ) -> rquickjs::Result<Option<Arc<Bytecode>>> {
        let known = || self.platform.lock();
        if let Some(compiled) = known().get(id) {
            return Ok(Some(Arc::clone(compiled)));
        }
        let Some(text) = read() else { return Ok(None) };
        let wrapped =
            format!("0,function (exports, require, module, host) {{{}\n}}", deferred(&text));
        let compiled = Arc::new(Compiled::script(ctx, &wrapped, id)?.written(Text::Dropped)?);
        known().insert(id.to_owned(), Arc::clone(&compiled));
        Ok(Some(compiled))
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
pub(super) fn halting_code(path: &str, text: &str) -> Result<Arc<Code>, Problem> {
    let made = begin(path, text, &Form::Instrumented(Detail::All)).wait(path, || false);
    let ready = made.unwrap_or_else(|| Err(crashed()))?;
    let message = || "the script can be run, but not halted".to_owned();
    ready.code.clone().ok_or_else(|| Problem { message: message(), line: 1 })
}

/// Checks a script's text like one that is to run, and looks at what the parser makes of it; or tells all that is known
/// to be wrong, which is something.
pub(super) fn examine<T: Send>(
    path: &str,
    text: &str,
    look: impl FnOnce(&str) -> T + Send,
) -> Result<T, Vec<Problem>> {
    if text.len() > LONGEST {
        return Err(vec![too_long()]);
    }
    let looked = with_room(|| checked(path, text).map(|text| look(&text)));
    looked.unwrap_or_else(|| Err(vec![crashed()]))
}

/// The text that the runtime gets, if all of it compiles.
fn checked(path: &str, text: &str) -> Result<String, Vec<Problem>> {
    let alone = |problem| vec![problem];
    let (_runtime, context) = checking().map_err(alone)?;
    let source = context.with(|ctx| Source::compiled(&ctx, path, text).map(|(it, _)| it));
    let Source { text, broken, .. } = source.map_err(alone)?;
    if broken.is_empty() { Ok(text) } else { Err(broken.into_values().collect()) }
}

/// A script's text as the parsers take it; its lines are those of the file.
struct Source {
    text: String,
    kind: Kind,
    /// The parts of a template.
    pieces: Vec<Piece>,
    /// What in it doesn't parse, and throws that where it is reached.
    broken: Broken,
}

impl Source {
    /// The text as it stands, or as the parsers take it if they don't take that, with the function of the module.
    fn compiled<'js>(
        ctx: &Ctx<'js>,
        path: &str,
        text: &str,
    ) -> Result<(Self, Compiled<'js>), Problem> {
        if isml::is_template(path) {
            let (source, compiled) = Self::template(ctx, path, text)?;
            return Ok(source.adapted(ctx, path, compiled));
        }
        let (kind, pieces, broken) = (Kind::of(path), Vec::new(), Broken::new());
        let written = Self { text: text.to_owned(), kind, pieces, broken };
        let first = written.compile(ctx, path);
        let adapted = |(source, compiled): (Self, _)| source.adapted(ctx, path, compiled);
        if first.is_ok() && !dialect::is_ambiguous(text) {
            return first.map(|compiled| adapted((written, compiled)));
        }
        let translated = dialect::translate(text).into_owned();
        if translated == text {
            return first.map(|compiled| adapted((written, compiled)));
        }
        let other = Self { text: translated, ..written };
        let second = other.compile(ctx, path);
        // What the first try stopped at may be what the second one understands.
        second.map(|compiled| adapted((other, compiled)))
    }

    /// A template; an expression in it that doesn't parse is left out as long as the rest does.
    fn template<'js>(
        ctx: &Ctx<'js>,
        path: &str,
        text: &str,
    ) -> Result<(Self, Compiled<'js>), Problem> {
        let compiled = |broken: Broken| {
            let isml::Compiled { text, pieces } = isml::compile(text, &broken)?;
            let source = Self { text, kind: Kind::Template, pieces, broken };
            let compiled = source.compile(ctx, path);
            Ok((source, compiled))
        };
        let (source, first) = compiled(Broken::new())?;
        let problem = match first {
            Ok(compiled) => return Ok((source, compiled)),
            Err(problem) => problem,
        };
        let expressions = source.pieces.iter().enumerate().filter(|(_, it)| it.is_expression);
        let broken: Broken = expressions
            .filter_map(|(number, piece)| Some((number, Self::fault(ctx, piece)?)))
            .collect();
        if broken.is_empty() {
            return Err(problem);
        }
        let (source, second) = compiled(broken)?;
        second.map(|compiled| (source, compiled))
    }

    /// The source as the platform's engine means it, where that isn't what it says in the language.
    fn adapted<'js>(
        self,
        ctx: &Ctx<'js>,
        path: &str,
        compiled: Compiled<'js>,
    ) -> (Self, Compiled<'js>) {
        let Cow::Owned(text) = dialect::adapted(&self.text) else {
            return (self, compiled);
        };
        let (pieces, broken) = (Vec::new(), self.broken.clone());
        let other = Self { text, pieces, kind: self.kind, broken };
        match other.compile(ctx, path) {
            Ok(compiled) => (other, compiled),
            Err(problem) => {
                let problem = problem.message;
                tracing::warn!(
                    script = path,
                    problem,
                    "a script runs as the language means it, not as the platform does"
                );
                (self, compiled)
            }
        }
    }

    fn compile<'js>(&self, ctx: &Ctx<'js>, path: &str) -> Result<Compiled<'js>, Problem> {
        let (wrapped, _) = unchanged(&self.text, self.kind);
        let compiled = Compiled::script(ctx, &wrapped, path).catch(ctx);
        compiled.map_err(|error| self.culprit(ctx).unwrap_or_else(|| problem(&error, &self.text)))
    }

    /// The form that can't be halted, of which `written` was read. Errors tell where they were thrown.
    fn plain(&self, ctx: &Ctx<'_>, path: &str, written: &str) -> Prepared {
        let Ok((text, added)) = plain(&self.text, self.kind) else {
            return self.unparsed(ctx, path, (Text::Dropped, Some(written.to_owned())));
        };
        let compiled = Compiled::script(ctx, &text, path).and_then(|it| it.written(Text::Dropped));
        let bytecode = compiled.catch(ctx).map_err(|error| problem(&error, &self.text))?;
        let plain = Plain { path: path.to_owned(), written: Some(written.to_owned()), added };
        Ok(Arc::new(Ready { bytecode, code: None, plain: Some(plain) }))
    }

    /// The same as it was written. What ends the wrapper and goes on behind it doesn't fit into another one; what the
    /// other parser takes has been parsed without any.
    fn unparsed(
        &self,
        ctx: &Ctx<'_>,
        path: &str,
        (kept, written): (Text, Option<String>),
    ) -> Prepared {
        let failed = |error| problem(&error, &self.text);
        let other = format!("function script() {{{}\n}}", self.text);
        Compiled::script(ctx, &other, path).catch(ctx).map_err(failed)?;
        let (text, added) = unchanged(&self.text, self.kind);
        let compiled = Compiled::script(ctx, &text, path).and_then(|it| it.written(kept));
        let bytecode = compiled.catch(ctx).map_err(failed)?;
        let plain = Plain { path: path.to_owned(), written, added };
        Ok(Arc::new(Ready { bytecode, code: None, plain: Some(plain) }))
    }

    /// The part of a template that doesn't compile alone.
    fn culprit(&self, ctx: &Ctx<'_>) -> Option<Problem> {
        self.pieces.iter().find_map(|piece| Self::fault(ctx, piece))
    }

    /// Why a part of a template doesn't compile.
    fn fault(ctx: &Ctx<'_>, piece: &Piece) -> Option<Problem> {
        let compiled = Compiled::script(ctx, &piece.text, "/part.js");
        let problem = problem(&compiled.catch(ctx).err()?, &piece.text);
        let message = format!("{}: {}", piece.place, problem.message);
        // What ends too early is told where the brackets around it end, a line further down.
        let lines = u32::try_from(piece.text.matches('\n').count()).unwrap_or(u32::MAX);
        Some(Problem { message, line: piece.line + problem.line.clamp(1, lines.max(1)) - 1 })
    }
}

fn too_long() -> Problem {
    Problem { message: format!("the script is longer than {} MiB", LONGEST >> 20), line: 1 }
}

/// A runtime that refuses what nests too deeply, or wants too much memory or time.
pub(super) fn checking() -> Result<(Runtime, Context), Problem> {
    let failed = |cause: rquickjs::Error| Problem { message: cause.to_string(), line: 1 };
    let memory = Memory::new(CHECK_MEMORY);
    let begun = Instant::now();
    memory.refuse_when(move || begun.elapsed() > CHECK_TIME);
    let runtime = Runtime::new_with_alloc(memory.blocks()).map_err(failed)?;
    let context = Context::full(&runtime).map_err(failed)?;
    runtime.set_max_stack_size(CHECK_STACK);
    Ok((runtime, context))
}

/// Works on a thread of its own: a script may nest deeper than the caller's stack allows, and
/// whoever waits for it may have to end sooner.
fn begin(path: &str, text: &str, form: &Form) -> Arc<Making<Ready>> {
    let making = Arc::<Making<Ready>>::default();
    if text.len() > LONGEST {
        making.tell(Err(too_long()));
        return making;
    }
    let (path, text, form) = (path.to_owned(), text.to_owned(), form.clone());
    let teller = Telling::of(&making);
    let work = move || {
        let mut teller = teller;
        let begun = Instant::now();
        let checking = checking();
        teller.prepared = Some(match &checking {
            Ok(checking) => prepare_here(checking, (&path, &text), &form),
            Err(problem) => Err(problem.clone()),
        });
        teller.is_late = begun.elapsed() > CHECK_TIME;
        // Nobody has to wait until the memory is given back.
        drop(teller);
    };
    // A thread that can't be started drops the work, and so tells that it has failed.
    drop(std::thread::Builder::new().stack_size(WORK_STACK).spawn(work));
    making
}

fn prepare_here(
    checking: &(Runtime, Context),
    (path, text): (&str, &str),
    form: &Form,
) -> Prepared {
    let (runtime, context) = checking;
    let Form::Instrumented(detail) = form else {
        return context.with(|ctx| {
            let (source, _) = Source::compiled(&ctx, path, text)?;
            source.plain(&ctx, path, text)
        });
    };
    runtime.set_max_stack_size(COMPILE_STACK);
    if let Some(ready) = context.with(|ctx| unchecked(&ctx, path, (text, detail))) {
        return Ok(Arc::new(ready));
    }
    runtime.set_max_stack_size(CHECK_STACK);
    let source =
        context.with(|ctx| Source::compiled(&ctx, path, text).map(|(source, _)| source))?;
    runtime.set_max_stack_size(COMPILE_STACK);
    if let Some(ready) = context.with(|ctx| halting(&ctx, path, (&source, detail))) {
        return Ok(Arc::new(ready));
    }
    runtime.set_max_stack_size(CHECK_STACK);
    // Nobody else knows where its functions are.
    context.with(|ctx| source.unparsed(&ctx, path, (Text::Kept, None)))
}

/// The instrumented form of what needn't be compiled as it was written to know that it could be: nothing of it was
/// adapted, which may take away what makes it an error.
fn unchecked(ctx: &Ctx<'_>, path: &str, (text, detail): (&str, &Detail)) -> Option<Ready> {
    if text.len() > SHORT || isml::is_template(path) || dialect::is_ambiguous(text) {
        return None;
    }
    if !is_shallow(text) {
        return None;
    }
    let Cow::Borrowed(text) = dialect::adapted(text) else { return None };
    let (text, code) = instrument(text, Kind::of(path), detail).ok()?;
    if code.hides {
        return None;
    }
    compiled(ctx, path, (&text, code)).catch(ctx).ok()
}

/// The instrumented form; without one the script can still be run.
fn halting(ctx: &Ctx<'_>, path: &str, (source, detail): (&Source, &Detail)) -> Option<Ready> {
    let warn = |cause: String| {
        // It passed the check as it was written: two parsers disagree about some corner.
        tracing::warn!(script = path, cause, "a script can't be halted, only run");
    };
    let (text, code) = instrument(&source.text, source.kind, detail).map_err(warn).ok()?;
    let ready = compiled(ctx, path, (&text, code)).catch(ctx);
    ready.map_err(|cause| warn(cause.to_string())).ok()
}

fn compiled(ctx: &Ctx<'_>, path: &str, (text, code): (&str, Code)) -> rquickjs::Result<Ready> {
    let bytecode = Compiled::script(ctx, text, path)?.written(Text::Dropped)?;
    Ok(Ready { bytecode, code: Some(Arc::new(code)), plain: None })
}

pub(super) fn problem(error: &CaughtError<'_>, text: &str) -> Problem {
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
            let message = format!("{construct} that can't be read here: {message}");
            Problem { message, line }
        }
        None => Problem { message, line },
    }
}
