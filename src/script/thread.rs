//! One script thread: its runtime from the first line to the outcome.

use super::callee::named;
use super::dates;
use super::debugger::Debugger;
use super::error::{ScriptError, ScriptErrorKind};
use super::job::{Entry, Limits};
use super::json;
use super::loader::{self, Half, Source};
use super::memory::OUT_OF_MEMORY;
use super::natives;
use super::parts::Parts;
use super::phase::Phase;
use super::raw::{Kept, give_back_if_grown, give_memory_back, run_queued};
use super::registry::{Command, Place};
use super::setting::Setting;
use super::watch::Watch;
use rquickjs::context::intrinsic;
use rquickjs::promise::PromiseState;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Object, Persistent, Runtime};
use serde_json::{Map, Value};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Makes the current OS thread ready, and runs what `job` answers to its end; nothing if that is nothing.
pub(super) fn run(
    parts: &Arc<Parts>,
    setting: &Setting,
    place: &Arc<Place>,
    commands: Receiver<Command>,
    job: impl FnOnce() -> Option<Value>,
) -> (Result<Value, ScriptError>, Option<Remains>) {
    let watch = Rc::new(Watch::new(Arc::clone(place), &parts.limits, setting.run_time));
    let phase = Rc::new(Phase::default());
    let (runtime, context) = match open(&parts.limits, &watch, &phase) {
        Ok(opened) => opened,
        Err(cause) => return (Err(no_engine(&cause)), None),
    };
    let source = Source {
        parts: Arc::clone(parts),
        host: Arc::clone(&setting.host),
        cartridges: Arc::clone(&setting.cartridges),
        place: Arc::clone(place),
        watch: Rc::clone(&watch),
        half: RefCell::default(),
        plain: RefCell::default(),
    };
    let debugger = place.instrumented.then(|| {
        let (registry, limits) = (Arc::clone(&parts.registry), parts.limits.clone());
        Rc::new(Debugger::new(registry, Arc::clone(place), Rc::clone(&watch), limits, commands))
    });
    let source = Rc::new(source);
    let work = |ctx: Ctx<'_>| {
        let _phase = phase.keep(&ctx).map_err(|cause| no_engine(&cause))?;
        watch.memory.holding(&ctx, parts.limits.stack, || {
            let Prepared { entry, _alarm } =
                ready(&ctx, &source, debugger.as_ref(), &setting.entry)?;
            watch.rest();
            match job() {
                Some(input) => execute(&ctx, &entry, &input, &watch),
                None => Ok(Value::Null),
            }
        })
    };
    let result = place.pulse.hurried(&context, || context.with(work));
    watch.rest();
    source.half.take();
    natives::leave();
    let result = result.map_err(|error| named(watch.verdict(error), |path| source.read(path)));
    runtime.set_interrupt_handler(None);
    (result, Some(Remains { kept: Some((context, runtime)), watch }))
}

/// What an ended script leaves behind. Dropping it takes a while, for which nobody has to wait.
pub(super) struct Remains {
    kept: Option<(Context, Runtime)>,
    // Knows how much memory it was.
    watch: Rc<Watch>,
}

impl Drop for Remains {
    fn drop(&mut self) {
        self.kept.take();
        if self.watch.memory.was_notable() {
            give_memory_back();
        } else {
            // What the script asked for may have taken some, too.
            give_back_if_grown();
        }
    }
}

/// Bytes that a script has before something is collected; while it loads its modules there is nothing to be found.
const COLLECTED: usize = 4 << 20;

/// All of the language, without what browsers have besides.
type Language = (
    intrinsic::Date,
    intrinsic::Eval,
    intrinsic::RegExpCompiler,
    intrinsic::RegExp,
    intrinsic::Json,
    intrinsic::Proxy,
    intrinsic::MapSet,
    intrinsic::TypedArrays,
    intrinsic::Promise,
    intrinsic::WeakRef,
);

fn open(
    limits: &Limits,
    watch: &Rc<Watch>,
    phase: &Rc<Phase>,
) -> rquickjs::Result<(Runtime, Context)> {
    let memory = Rc::clone(&watch.memory);
    let ending = Rc::downgrade(watch);
    memory.refuse_when(move || ending.upgrade().is_some_and(|watch| watch.is_late()));
    let runtime = Runtime::new_with_alloc(memory.blocks())?;
    runtime.set_max_stack_size(limits.stack);
    runtime.set_gc_threshold(COLLECTED);
    let (handler, asked) = (Rc::clone(watch), Rc::clone(phase));
    runtime.set_interrupt_handler(Some(Box::new(move || {
        handler.memory.collect_again();
        handler.hear_in_the_middle();
        let is_over = handler.is_over();
        if is_over {
            asked.shift();
        }
        is_over
    })));
    let context = Context::custom::<Language>(&runtime)?;
    Ok((runtime, context))
}

fn no_engine(cause: &rquickjs::Error) -> ScriptError {
    ScriptError::new(ScriptErrorKind::Engine, "InternalError", cause.to_string())
}

/// A thread that has its script.
struct Prepared<'a, 'js> {
    /// Takes the job's input.
    entry: Function<'js>,
    /// Where there is a debugger, its half in the script hears what is new.
    _alarm: Option<Kept<'a, 'js>>,
}

/// Does what comes before the first script.
fn ready<'a, 'js>(
    ctx: &Ctx<'js>,
    source: &'a Rc<Source>,
    debugger: Option<&Rc<Debugger>>,
    entry: &Entry,
) -> Result<Prepared<'a, 'js>, ScriptError> {
    let watch = &source.watch;
    let failed = |error: CaughtError<'js>| script_error(ctx, &error, watch);
    natives::install(ctx, watch).catch(ctx).map_err(failed)?;
    dates::install(ctx, &source.host.host).catch(ctx).map_err(failed)?;
    let loader = loader::install(ctx, source).catch(ctx).map_err(failed)?;
    let mut alarm = None;
    if let Some(debugger) = debugger {
        let object = debugger.install(ctx, &loader).catch(ctx).map_err(failed)?;
        alarm = Some(watch.alarm.keep(object.get("update").catch(ctx).map_err(failed)?));
        let object = Persistent::save(ctx, object);
        source.half.replace(Some(Half { debugger: Rc::clone(debugger), object }));
    }
    loader::install_places(ctx, source).catch(ctx).map_err(failed)?;
    let find: Function = loader.get("entry").catch(ctx).map_err(failed)?;
    let entry = (entry.module.as_str(), entry.function.as_str());
    let entry = find.call(entry).catch(ctx).map_err(failed)?;
    Ok(Prepared { entry, _alarm: alarm })
}

/// Runs a thread that is ready. The script's time begins now.
fn execute<'js>(
    ctx: &Ctx<'js>,
    entry: &Function<'js>,
    input: &Value,
    watch: &Rc<Watch>,
) -> Result<Value, ScriptError> {
    watch.begin();
    let failed = |error: CaughtError<'js>| script_error(ctx, &error, watch);
    let returned = entry.call((input.to_string(),)).catch(ctx).map_err(failed)?;
    let mut outcome = settle(ctx, returned, watch)?;
    if let Some(finish) = outcome.as_function().filter(|_| !watch.is_over()) {
        let returned = finish.call(()).catch(ctx).map_err(failed)?;
        outcome = settle(ctx, returned, watch)?;
    }
    if watch.is_over() {
        return Err(no_engine(&rquickjs::Error::Unknown));
    }
    left(ctx, &outcome, watch)
}

/// What a script leaves, as JSON. Each member of an object, and each element of such a member, is a text of its own: as one
/// they could be larger than any text that a runtime has.
fn left<'js>(
    ctx: &Ctx<'js>,
    outcome: &rquickjs::Value<'js>,
    watch: &Rc<Watch>,
) -> Result<Value, ScriptError> {
    let failed = |error: CaughtError<'js>| script_error(ctx, &error, watch);
    let plain = Object::new(ctx.clone()).catch(ctx).map_err(failed)?.get_prototype();
    let Some(members) = outcome.as_object().filter(|it| it.get_prototype() == plain) else {
        return written(ctx, outcome.clone(), watch, "all").map(Option::unwrap_or_default);
    };
    let mut left = Map::new();
    for member in members.props::<rquickjs::String, rquickjs::Value>() {
        let (name, value) = member.catch(ctx).map_err(failed)?;
        let name = json::text(ctx, &name).unwrap_or_default();
        let value = match value.as_array() {
            Some(elements) => {
                let elements = elements.iter().enumerate().map(|(index, element)| {
                    let element = element.catch(ctx).map_err(failed)?;
                    let written = written(ctx, element, watch, &format!("{name}[{index}]"));
                    written.map(Option::unwrap_or_default)
                });
                Some(Value::Array(elements.collect::<Result<_, _>>()?))
            }
            None => written(ctx, value, watch, &name)?,
        };
        left.extend(value.map(|value| (name, value)));
    }
    Ok(left.into())
}

/// A part of what a script leaves, by its name; nothing if JSON has nothing for it.
fn written<'js>(
    ctx: &Ctx<'js>,
    value: rquickjs::Value<'js>,
    watch: &Rc<Watch>,
    part: &str,
) -> Result<Option<Value>, ScriptError> {
    let (text, is_refused) = watch.memory.unwinding(|| ctx.json_stringify(value));
    let text = text.and_then(|text| text.map(|text| text.to_string()).transpose());
    let text = text.catch(ctx).map_err(|error| {
        let error = script_error(ctx, &error, watch);
        // Who was refused memory here was told that there is no stack.
        if !is_refused && error.kind != ScriptErrorKind::OutOfMemory {
            return error;
        }
        let message = format!("{OUT_OF_MEMORY}: {part} of what the script leaves is too large");
        ScriptError::new(ScriptErrorKind::OutOfMemory, "InternalError", message)
    })?;
    let read = text.map(|text| json::read(&text)).transpose();
    read.map_err(|cause| {
        ScriptError::new(ScriptErrorKind::Engine, "InternalError", cause.to_string())
    })
}

/// Runs what the script has queued; a promise is followed to its end.
fn settle<'js>(
    ctx: &Ctx<'js>,
    returned: rquickjs::Value<'js>,
    watch: &Watch,
) -> Result<rquickjs::Value<'js>, ScriptError> {
    while !watch.is_over()
        && let Some(done) = run_queued(ctx)
    {
        // What a piece throws is its promise's, unless it has to end.
        if let Err(error) = done.catch(ctx)
            && watch.must_end()
        {
            return Err(script_error(ctx, &error, watch));
        }
    }
    let Some(promise) = returned.as_promise() else {
        return Ok(returned);
    };
    match promise.state() {
        PromiseState::Pending => Err(ScriptError::new(
            ScriptErrorKind::Thrown,
            "Error",
            "the promise of the entry function never settles",
        )),
        _ => promise
            .result()
            .unwrap_or(Ok(rquickjs::Value::new_undefined(ctx.clone())))
            .catch(ctx)
            .map_err(|error| script_error(ctx, &error, watch)),
    }
}

/// What a caught error tells.
fn script_error<'js>(ctx: &Ctx<'js>, error: &CaughtError<'js>, watch: &Watch) -> ScriptError {
    match error {
        CaughtError::Exception(exception) => {
            let field = |name: &str| {
                let value: Option<rquickjs::String> =
                    exception.as_object().get(name).catch(ctx).ok();
                value.and_then(|value| json::text(ctx, &value)).unwrap_or_default()
            };
            let (name, message) = (field("name"), field("message"));
            // Patterns that want too much come as errors of syntax.
            let kind = match name.as_str() {
                "InternalError" if message == OUT_OF_MEMORY => ScriptErrorKind::OutOfMemory,
                _ if message == OUT_OF_MEMORY && watch.memory.has_refused() => {
                    ScriptErrorKind::OutOfMemory
                }
                "SyntaxError" if is_unread(&field("stack")) => ScriptErrorKind::Syntax,
                _ => ScriptErrorKind::Thrown,
            };
            let error = ScriptError::new(kind, name, message).with_stack(&field("stack"));
            if kind == ScriptErrorKind::OutOfMemory { watch.out_of_memory(error) } else { error }
        }
        // Not even the error has found its place.
        CaughtError::Value(value) if is_nothing(value) && watch.memory.has_refused() => {
            watch.out_of_memory(no_engine(&rquickjs::Error::Exception))
        }
        CaughtError::Value(value) => {
            let text = value.get::<rquickjs::Coerced<rquickjs::String>>().catch(ctx).ok();
            let text = text.and_then(|text| json::text(ctx, &text.0));
            let text = text.unwrap_or_else(|| "a value without a text".to_owned());
            ScriptError::new(ScriptErrorKind::Thrown, "", text)
        }
        CaughtError::Error(cause) => no_engine(cause),
    }
}

/// Whether an error of syntax is about a script as it was loaded, and none that one has thrown, as for a text of JSON.
fn is_unread(stack: &str) -> bool {
    let first = stack.lines().next().unwrap_or_default().trim();
    first.starts_with("at /") && !first.ends_with(')')
}

/// What the runtime throws when it has no memory for an error.
fn is_nothing(value: &rquickjs::Value<'_>) -> bool {
    matches!(value.type_of(), rquickjs::Type::Null | rquickjs::Type::Uninitialized)
}
