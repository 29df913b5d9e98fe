//! One script thread: its runtime from the first line to the outcome.

use super::dates;
use super::debugger::Debugger;
use super::engine::{Job, Limits, Parts};
use super::error::{ScriptError, ScriptErrorKind};
use super::host::Host;
use super::json;
use super::loader::{self, Half, Source};
use super::memory::Memory;
use super::natives;
use super::own_time::{Moment, OwnTime};
use super::raw::{Alarm, Blocks, Collector, give_memory_back};
use super::registry::{Command, Place};
use rquickjs::context::intrinsic;
use rquickjs::promise::PromiseState;
use rquickjs::{CatchResultExt, CaughtError, Context, Ctx, Function, Object, Persistent, Runtime};
use serde_json::Value;
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

/// How the runtime says that it was refused memory.
pub(super) const OUT_OF_MEMORY: &str = "out of memory";

/// Runs a job to its end on the current OS thread.
pub(super) fn run(
    parts: &Arc<Parts>,
    host: &Arc<dyn Host>,
    place: &Arc<Place>,
    commands: Receiver<Command>,
    job: &Job,
) -> (Result<Value, ScriptError>, Option<Remains>) {
    let watch = Rc::new(Watch::new(Arc::clone(place), &parts.limits));
    let (runtime, context) = match open(&parts.limits, &watch) {
        Ok(opened) => opened,
        Err(cause) => return (Err(no_engine(&cause)), None),
    };
    let source = Source {
        parts: Arc::clone(parts),
        host: Arc::clone(host),
        cartridges: Arc::clone(&job.cartridges),
        thread: place.id,
        watch: Rc::clone(&watch),
        half: RefCell::default(),
    };
    let debugger = place.instrumented.then(|| {
        let (registry, limits) = (Arc::clone(&parts.registry), parts.limits.clone());
        Rc::new(Debugger::new(registry, Arc::clone(place), Rc::clone(&watch), limits, commands))
    });
    let source = Rc::new(source);
    let result = context.with(|ctx| execute(&ctx, &source, debugger.as_ref(), job, &watch));
    watch.rest();
    watch.alarm.take();
    source.half.take();
    natives::leave();
    let result = result.map_err(|error| watch.verdict(error));
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
        }
    }
}

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

fn open(limits: &Limits, watch: &Rc<Watch>) -> rquickjs::Result<(Runtime, Context)> {
    let memory = Rc::clone(&watch.memory);
    let (ending, known) = (Rc::downgrade(watch), Rc::clone(&memory));
    memory.refuse_when(move || ending.upgrade().is_some_and(|watch| watch.is_late()));
    let runtime = Runtime::new_with_alloc(Blocks(known))?;
    runtime.set_max_stack_size(limits.stack);
    let handler = Rc::clone(watch);
    runtime.set_interrupt_handler(Some(Box::new(move || {
        handler.memory.collect_again();
        handler.hear();
        handler.is_over()
    })));
    let context = Context::custom::<Language>(&runtime)?;
    context.with(|ctx| Collector::of(&ctx).map(|collector| watch.memory.guard(collector)));
    Ok((runtime, context))
}

fn no_engine(cause: &rquickjs::Error) -> ScriptError {
    ScriptError::new(ScriptErrorKind::Engine, "InternalError", cause.to_string())
}

fn execute<'js>(
    ctx: &Ctx<'js>,
    source: &Rc<Source>,
    debugger: Option<&Rc<Debugger>>,
    job: &Job,
    watch: &Rc<Watch>,
) -> Result<Value, ScriptError> {
    let failed = |error: CaughtError<'js>| script_error(ctx, &error, watch);
    natives::install(ctx, watch).catch(ctx).map_err(failed)?;
    dates::install(ctx, &source.host).catch(ctx).map_err(failed)?;
    let loader = loader::install(ctx, source).catch(ctx).map_err(failed)?;
    if let Some(debugger) = debugger {
        let object = debugger.install(ctx, &loader).catch(ctx).map_err(failed)?;
        watch.alarm.replace(Some(Alarm::new(&object.get("update").catch(ctx).map_err(failed)?)));
        let object = Persistent::save(ctx, object);
        source.half.replace(Some(Half { debugger: Rc::clone(debugger), object }));
    }
    let returned = start(&loader, job).catch(ctx).map_err(failed)?;
    let mut outcome = settle(ctx, returned, watch)?;
    if let Some(finish) = outcome.as_function().filter(|_| !watch.is_over()) {
        let returned = finish.call(()).catch(ctx).map_err(failed)?;
        outcome = settle(ctx, returned, watch)?;
    }
    if watch.is_over() {
        return Err(no_engine(&rquickjs::Error::Unknown));
    }
    let text = ctx.json_stringify(outcome).and_then(|text| match text {
        Some(text) => text.to_string(),
        None => Ok("null".to_owned()),
    });
    let text = text.catch(ctx).map_err(failed)?;
    json::read(&text).map_err(|cause| {
        ScriptError::new(ScriptErrorKind::Engine, "InternalError", cause.to_string())
    })
}

fn start<'js>(loader: &Object<'js>, job: &Job) -> rquickjs::Result<rquickjs::Value<'js>> {
    let start: Function = loader.get("start")?;
    start.call((job.entry.module.as_str(), job.entry.function.as_str(), job.input.to_string()))
}

/// Runs what the script has queued; a promise is followed to its end.
fn settle<'js>(
    ctx: &Ctx<'js>,
    returned: rquickjs::Value<'js>,
    watch: &Watch,
) -> Result<rquickjs::Value<'js>, ScriptError> {
    while !watch.is_over() && ctx.execute_pending_job() {}
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
                "SyntaxError" => ScriptErrorKind::Syntax,
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

/// What the runtime throws when it has no memory for an error.
fn is_nothing(value: &rquickjs::Value<'_>) -> bool {
    matches!(value.type_of(), rquickjs::Type::Null | rquickjs::Type::Uninitialized)
}

/// Watches over the time and the end of a script.
pub(super) struct Watch {
    place: Arc<Place>,
    limit: Duration,
    time: OwnTime,
    run_until: Cell<Moment>,
    paused: Cell<Option<Moment>>,
    deadline: Cell<Option<Moment>>,
    memory: Rc<Memory>,
    exceeded: Cell<bool>,
    alarm: RefCell<Option<Alarm>>,
}

impl Watch {
    fn new(place: Arc<Place>, limits: &Limits) -> Self {
        let time = OwnTime::new();
        let run_until = Cell::new(time.now().after(limits.run_time));
        let (paused, deadline, exceeded, alarm) = Default::default();
        let (limit, memory) = (limits.run_time, Memory::new(limits.memory));
        Self { place, limit, time, run_until, paused, deadline, memory, exceeded, alarm }
    }

    /// The script thread's own time.
    pub(super) fn now(&self) -> Moment {
        self.time.now()
    }

    /// Whether what runs now must end now.
    pub(super) fn is_over(&self) -> bool {
        self.place.pulse.beat();
        self.is_late() || self.wants_too_much()
    }

    /// Whether too much memory is used. A debugger's expression is ended alone, the script for good.
    fn wants_too_much(&self) -> bool {
        let now = self.memory.is_exceeded();
        if now && self.deadline.get().is_none() {
            self.exceeded.set(true);
        }
        now || self.exceeded.get()
    }

    /// What there is to say if more memory is used than may be.
    pub(super) fn excess(&self) -> Option<String> {
        self.memory.is_exceeded().then(|| self.memory.message())
    }

    fn is_late(&self) -> bool {
        self.place.is_stopped()
            || self.deadline.get().is_some_and(|deadline| self.now().reaches(deadline))
            || self.has_run_out()
    }

    /// Tells the script's half of the debugger if breakpoints have changed.
    pub(super) fn hear(&self) {
        if self.place.instrumented
            && let Some(news) = self.place.flags.news()
            && let Ok(alarm) = self.alarm.try_borrow()
            && alarm.as_ref().is_some_and(Alarm::ring)
        {
            self.place.flags.heard(news);
        }
    }

    fn has_run_out(&self) -> bool {
        self.paused.get().is_none() && self.now().reaches(self.run_until.get())
    }

    /// The script's clock stands still.
    pub(super) fn pause(&self) {
        self.paused.set(Some(self.now()));
        self.rest();
    }

    /// What comes next isn't the script's work.
    pub(super) fn rest(&self) {
        self.place.pulse.rest();
    }

    /// The script's clock goes on.
    pub(super) fn unpause(&self) {
        if let Some(since) = self.paused.take() {
            self.run_until.set(self.run_until.get().without(since, self.now()));
        }
        self.place.pulse.beat();
    }

    /// Limits what runs next; answers what to restore.
    pub(super) fn set_deadline(&self, limit: Duration) -> Option<Moment> {
        let before = self.deadline.get();
        let own = self.now().after(limit);
        self.deadline.set(Some(before.map_or(own, |before| before.or_sooner(own))));
        before
    }

    /// Whether the deadline that ends here was kept.
    pub(super) fn restore_deadline(&self, before: Option<Moment>) -> bool {
        let own = self.deadline.replace(before);
        if self.paused.get().is_some() {
            self.rest();
        }
        own.is_none_or(|own| !self.now().reaches(own))
    }

    /// Why the script had to end, whatever error it ended with.
    fn verdict(&self, error: ScriptError) -> ScriptError {
        if self.place.is_stopped() {
            ScriptError::terminated()
        } else if self.has_run_out() {
            let message = format!("the script ran longer than {} s", self.limit.as_secs());
            ScriptError::new(ScriptErrorKind::TimedOut, "ScriptTimeout", message)
        } else if self.exceeded.get() {
            self.out_of_memory(error)
        } else {
            error
        }
    }

    /// What wanted too much memory where this error came from.
    fn out_of_memory(&self, error: ScriptError) -> ScriptError {
        let (name, message) = ("InternalError".to_owned(), self.memory.message());
        ScriptError { kind: ScriptErrorKind::OutOfMemory, name, message, ..error }
    }
}
