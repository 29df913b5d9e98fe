//! The native half of the debugger inside a script thread.

mod answers;
mod guards;
mod halts;
mod natives;
mod texts;

use super::instrument::Code;
use super::job::Limits;
use super::library::Library;
use super::members::Shown;
use super::model::Frame;
use super::raw::buffer;
use super::registry::{Command, Place, Registry};
use super::watch::Watch;
use rquickjs::{Array, Ctx, Function, Object, Result, Value};
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::Receiver;
use std::time::Duration;

static DEBUGGER: Library =
    Library::new("haltscope:debugger", include_str!("../support/debugger.js"));
static EXPRESSIONS: Library =
    Library::new("haltscope:expressions", include_str!("../support/expressions.js"));
static INSPECTION: Library =
    Library::new("haltscope:inspection", include_str!("../support/inspection.js"));
static FRAME: Library = Library::new("haltscope:frame", include_str!("../support/frame.js"));
/// A whole question may take so many times what an expression may: it shows many values.
const QUESTION_EVALS: u32 = 4;
/// The message of the error that ends a script.
const TERMINATED: &str = "the script was stopped by the debugger";

/// What a script thread needs to be halted.
pub(super) struct Debugger {
    pub(super) registry: Arc<Registry>,
    pub(super) place: Arc<Place>,
    pub(super) watch: Rc<Watch>,
    pub(super) limits: Limits,
    commands: Receiver<Command>,
    /// The frames of the next halt, as far as they have been told.
    frames: RefCell<Vec<Frame>>,
    shown: RefCell<Shown>,
    /// How long values may still take to show themselves.
    page_left: Cell<Duration>,
    doubted: RefCell<BTreeSet<String>>,
}

impl Debugger {
    pub(super) fn new(
        registry: Arc<Registry>,
        place: Arc<Place>,
        watch: Rc<Watch>,
        limits: Limits,
        commands: Receiver<Command>,
    ) -> Self {
        let (frames, shown, doubted) = Default::default();
        let page_left = Cell::new(limits.page_time);
        Self { registry, place, watch, limits, commands, frames, shown, page_left, doubted }
    }

    fn question_time(&self) -> Duration {
        self.limits.eval_time.saturating_mul(QUESTION_EVALS)
    }

    /// Installs the script's half; the object has `load(index, flags, size)` and
    /// `update()`, which is to be called when breakpoints have changed.
    pub(super) fn install<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        loader: &Object<'js>,
    ) -> Result<Object<'js>> {
        let native = Object::new(ctx.clone())?;
        let millis = |time: Duration| u32::try_from(time.as_millis()).unwrap_or(u32::MAX);
        native.set("displayTime", millis(self.limits.display_time))?;
        native.set("conditionTime", millis(self.limits.condition_time))?;
        native.set("evalTime", millis(self.limits.eval_time))?;
        native.set("questionTime", millis(self.question_time()))?;
        self.install_flags(ctx, &native)?;
        self.install_halts(ctx, &native)?;
        self.install_texts(ctx, &native)?;
        // Most threads are never asked what is in them.
        for (name, library) in
            [("expressions", &EXPRESSIONS), ("evaluator", &FRAME), ("inspection", &INSPECTION)]
        {
            let run = move |ctx: Ctx<'js>| library.run(&ctx);
            native.set(name, Function::new(ctx.clone(), run)?)?;
        }
        let make: Function = DEBUGGER.run(ctx)?.get()?;
        make.call((native, loader.clone()))
    }

    /// Gives an instrumented script its helpers; answers its module function.
    pub(super) fn load<'js>(
        &self,
        ctx: &Ctx<'js>,
        half: &Object<'js>,
        (path, code): (&str, &Arc<Code>),
        make: &Function<'js>,
    ) -> Result<Value<'js>> {
        let (index, bytes) = self.place.flags.load(path, code);
        let load: Function = half.get("load")?;
        let helpers: Array = load.call((index, buffer(ctx, &bytes)?, code.hooks.len()))?;
        let mut arguments = rquickjs::function::Args::new(ctx.clone(), helpers.len());
        for helper in helpers.iter::<Value>() {
            arguments.push_arg(helper?)?;
        }
        make.call_arg(arguments)
    }
}
