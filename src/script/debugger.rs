//! The native half of the debugger inside a script thread.

use super::control::{Frame, Owner, Step};
use super::engine::Limits;
use super::error::Place as StackPlace;
use super::flags::Hit;
use super::instrument::Code;
use super::loader::options;
use super::members::{InspectError, Member, MemberPage, Page, Scope, Shown};
use super::raw::{buffer, throw_uncatchable};
use super::registry::{Command, Place, Question, Registry, Reply};
use super::thread::Watch;
use rquickjs::function::Opt;
use rquickjs::{Array, Coerced, Ctx, Function, IntoJs, Object, Result, Value};
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

const DEBUGGER: &str = include_str!("support/debugger.js");
const INSPECTION: &str = include_str!("support/inspection.js");
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
    pending: RefCell<Option<Question>>,
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
        let (pending, shown, doubted) = Default::default();
        let page_left = Cell::new(limits.page_time);
        Self { registry, place, watch, limits, commands, pending, shown, page_left, doubted }
    }

    /// Installs the script's half; the object has `load(index, flags, tables)`.
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
        native.set("questionTime", millis(self.limits.eval_time.saturating_mul(QUESTION_EVALS)))?;
        self.install_flags(ctx, &native)?;
        self.install_halts(ctx, &native)?;
        self.install_texts(ctx, &native)?;
        let make: Function = ctx.eval_with_options(DEBUGGER, options("haltscope:debugger"))?;
        let inspect: Function =
            ctx.eval_with_options(INSPECTION, options("haltscope:inspection"))?;
        make.call((native, loader.clone(), inspect))
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
        self.watch.keep(&bytes);
        let load: Function = half.get("load")?;
        let helpers: Array = load.call((index, buffer(ctx, &bytes)?, code.tables.as_str()))?;
        let mut arguments = rquickjs::function::Args::new(ctx.clone(), helpers.len());
        for helper in helpers.iter::<Value>() {
            arguments.push_arg(helper?)?;
        }
        make.call_arg(arguments)
    }

    fn install_flags<'js>(self: &Rc<Self>, ctx: &Ctx<'js>, native: &Object<'js>) -> Result<()> {
        let this = Rc::clone(self);
        let control = move |ctx: Ctx<'js>| {
            this.watch.keep(&this.place.control);
            buffer(&ctx, &this.place.control)
        };
        native.set("control", Function::new(ctx.clone(), control)?)?;

        let this = Rc::clone(self);
        let satisfied = move |script: usize, hook: usize| this.place.flags.satisfied(script, hook);
        native.set("satisfied", Function::new(ctx.clone(), satisfied)?)?;

        let this = Rc::clone(self);
        let alert = move || this.place.everywhere(true);
        native.set("alert", Function::new(ctx.clone(), alert)?)?;

        let this = Rc::clone(self);
        let calm = move || this.place.everywhere(false);
        native.set("calm", Function::new(ctx.clone(), calm)?)?;

        let this = Rc::clone(self);
        let hits = move |script: usize, hook: u32| this.hits(script, hook);
        native.set("hits", Function::new(ctx.clone(), hits)?)?;

        let this = Rc::clone(self);
        let names = move |script: usize, scope: u32| names(&this.place.flags.code(script), scope);
        native.set("names", Function::new(ctx.clone(), names)?)
    }

    fn install_halts<'js>(self: &Rc<Self>, ctx: &Ctx<'js>, native: &Object<'js>) -> Result<()> {
        let this = Rc::clone(self);
        let admits = move |owner: f64| this.registry.is_attached(owner_of(owner));
        native.set("admits", Function::new(ctx.clone(), admits)?)?;

        let this = Rc::clone(self);
        let halt = move |owner: f64, trace: String, script: usize, hook: u32| {
            this.halt(owner_of(owner), &trace, (script, hook))
        };
        native.set("halt", Function::new(ctx.clone(), halt)?)?;

        let this = Rc::clone(self);
        let next = move |ctx: Ctx<'js>| this.next(&ctx);
        native.set("next", Function::new(ctx.clone(), next)?)?;

        let this = Rc::clone(self);
        native.set("answer", Function::new(ctx.clone(), move |text: String| this.answer(text))?)?;

        let this = Rc::clone(self);
        let page = move |start: f64, total: f64| this.answer_page(start, total);
        native.set("page", Function::new(ctx.clone(), page)?)?;

        let this = Rc::clone(self);
        native.set("refuse", Function::new(ctx.clone(), move || this.refuse())?)?;

        let this = Rc::clone(self);
        let go = move || {
            this.leave_halt();
            this.registry.changed();
        };
        native.set("go", Function::new(ctx.clone(), go)?)?;

        let terminate = |ctx: Ctx<'js>| -> Result<()> { Err(throw_uncatchable(&ctx, TERMINATED)) };
        native.set("terminate", Function::new(ctx.clone(), terminate)?)?;

        let this = Rc::clone(self);
        let guard = move |ctx: Ctx<'js>, millis: u32, call: Function<'js>, answer: Object<'js>| {
            this.guard(&ctx, Duration::from_millis(millis.into()), (&call, &answer))
        };
        native.set("guard", Function::new(ctx.clone(), guard)?)?;

        let this = Rc::clone(self);
        let attempt = move |ctx: Ctx<'js>, call: Function<'js>, answer: Object<'js>| {
            this.attempt(&ctx, (&call, &answer))
        };
        native.set("attempt", Function::new(ctx.clone(), attempt)?)
    }

    fn install_texts<'js>(self: &Rc<Self>, ctx: &Ctx<'js>, native: &Object<'js>) -> Result<()> {
        let this = Rc::clone(self);
        let doubt = move |condition: String, why: String| this.doubt(&condition, &why);
        native.set("doubt", Function::new(ctx.clone(), doubt)?)?;

        let this = Rc::clone(self);
        let show = move |name, parent, type_name, value, scope: Opt<Option<String>>| {
            let scope = scope.0.flatten().and_then(|word| Scope::from_word(&word));
            this.shown.borrow_mut().add(Member { name, parent, type_name, value, scope });
        };
        native.set("show", Function::new(ctx.clone(), show)?)?;

        let this = Rc::clone(self);
        let restore = move |text: String| restore(text, &this.place.flags.markers());
        native.set("restore", Function::new(ctx.clone(), restore)?)?;

        let line_of = |ctx: Ctx<'js>, error: Opt<Value<'js>>| line_of(&ctx, error.0.as_ref());
        native.set("lineOf", Function::new(ctx.clone(), line_of)?)
    }

    /// The breakpoints at a hook, as JSON like everything that scripts could get hold of on its way.
    fn hits(&self, script: usize, hook: u32) -> String {
        let entry = |hit: Hit| json!({ "owner": hit.owner.0, "condition": hit.condition });
        let hits = self.place.flags.hits(script, hook);
        hits.into_iter().map(entry).collect::<serde_json::Value>().to_string()
    }

    /// Puts the thread on hold; answers where its frames are, innermost first.
    fn halt(&self, owner: Owner, trace: &str, (script, hook): (usize, u32)) -> String {
        let (mut frames, mut places) = (Vec::new(), Vec::new());
        for found in trace.lines().filter_map(StackPlace::parse) {
            if frames.is_empty() {
                let (frame, scope) = self.innermost(&found, script, hook);
                frames.push(frame);
                places.push(json!({ "module": script, "scope": scope, "plain": true }));
            } else if let Some((module, code)) = self.place.flags.find(found.file) {
                let scope = code.scope_at(found.line, found.column);
                frames.push(found.frame());
                let plain = !found.is_initializer;
                places.push(json!({ "module": module, "scope": scope, "plain": plain }));
            }
        }
        self.watch.pause();
        self.place.halt(owner, frames, Instant::now() + self.limits.halt_timeout);
        self.registry.changed();
        json!(places).to_string()
    }

    /// The frame of the hook itself, whose line is that of its statement, and its scope.
    fn innermost(&self, found: &StackPlace<'_>, script: usize, hook: u32) -> (Frame, u32) {
        let code = self.place.flags.code(script);
        let hook = &code.hooks[hook as usize];
        (
            Frame { path: self.place.flags.path(script), line: hook.line, ..found.frame() },
            hook.scope,
        )
    }

    /// Waits for the next command, at most until the sleep is over.
    fn next(&self, ctx: &Ctx<'_>) -> Result<String> {
        let command = loop {
            if self.place.is_stopped() {
                break None;
            }
            // Without a halt a command is on its way already.
            let left = self.place.halt_left().unwrap_or(self.limits.halt_timeout);
            if left.is_zero() {
                break None;
            }
            match self.commands.recv_timeout(left) {
                Ok(Command::Stop) | Err(RecvTimeoutError::Disconnected) => break None,
                Ok(command) => break Some(command),
                // The sleep may have been prolonged meanwhile.
                Err(RecvTimeoutError::Timeout) => {}
            }
        };
        let Some(command) = command else {
            self.place.stop();
            self.leave_halt();
            return Err(throw_uncatchable(ctx, TERMINATED));
        };
        Ok(self.hand_over(command))
    }

    fn hand_over(&self, command: Command) -> String {
        let name = match command {
            Command::Resume | Command::Stop => "resume",
            Command::Step(Step::Into) => "into",
            Command::Step(Step::Over) => "over",
            Command::Step(Step::Out) => "out",
            Command::Inspect { frame, question } => {
                let asked = question.describe(frame);
                *self.pending.borrow_mut() = Some(question);
                self.page_left.set(self.limits.page_time);
                return asked;
            }
        };
        json!({ "name": name }).to_string()
    }

    fn answer(&self, text: String) {
        if let Some(Question::Eval(_, reply)) = self.pending.borrow_mut().take() {
            // Whoever asked may have gone away.
            drop(reply.send(Ok(text)));
        }
    }

    /// Answers with what was shown; without a total, that is all there is.
    fn answer_page(&self, start: f64, total: f64) {
        let members = self.shown.take().members;
        let start = size(start);
        let total = if total < 0.0 { start + members.len() } else { size(total) };
        let question = self.pending.borrow_mut().take();
        if let Some(Question::Variables(_, reply) | Question::Members(_, _, reply)) = question {
            drop(reply.send(Ok(MemberPage { members, start, total })));
        }
    }

    fn refuse(&self) {
        if let Some(question) = self.pending.borrow_mut().take() {
            question.refuse(InspectError::NoFrame);
        }
    }

    fn leave_halt(&self) {
        self.page_left.set(self.limits.page_time);
        self.place.leave_halt(&self.commands);
        self.watch.unpause();
    }

    /// Calls a function under a deadline; `answer` gets `kind` 0 with its value, 1 with what it
    /// threw, 2 when it took too long.
    fn guard<'js>(
        &self,
        ctx: &Ctx<'js>,
        limit: Duration,
        (call, answer): (&Function<'js>, &Object<'js>),
    ) -> Result<()> {
        let deadline = self.watch.set_deadline(limit);
        let called: Result<Value> = call.call(());
        let in_time = self.watch.restore_deadline(deadline);
        let (kind, value) = match called {
            Ok(value) => (0, value),
            Err(cause) => {
                let thrown = if cause.is_exception() {
                    ctx.catch()
                } else {
                    cause.to_string().into_js(ctx)?
                };
                if self.place.is_stopped() {
                    self.leave_halt();
                    return Err(throw_uncatchable(ctx, TERMINATED));
                }
                let slow = !in_time || thrown.is_uncatchable_error();
                (if slow { 2 } else { 1 }, thrown)
            }
        };
        answer.set("kind", kind)?;
        answer.set("value", value)
    }

    /// Calls what shows a value; `kind` is 3 when such calls have taken too long already.
    fn attempt<'js>(
        &self,
        ctx: &Ctx<'js>,
        (call, answer): (&Function<'js>, &Object<'js>),
    ) -> Result<()> {
        let left = self.page_left.get();
        if left.is_zero() {
            return answer.set("kind", 3);
        }
        let start = Instant::now();
        let called = self.guard(ctx, self.limits.display_time, (call, answer));
        let taken = start.elapsed();
        if taken > QUICK {
            self.page_left.set(left.saturating_sub(taken));
        }
        called
    }

    /// A condition that can't be answered doesn't hold; the log says so once.
    fn doubt(&self, condition: &str, why: &str) -> bool {
        if self.doubted.borrow_mut().insert(condition.to_owned()) {
            tracing::warn!(condition, why, "a breakpoint's condition can't be evaluated");
        }
        false
    }
}

impl Question {
    /// The question as the script's half reads it.
    fn describe(&self, frame: usize) -> String {
        let (name, text, page) = match self {
            Self::Eval(text, _) => ("eval", Some(text), &Page::ALL),
            Self::Variables(page, _) => ("variables", None, page),
            Self::Members(path, page, _) => ("members", path.as_ref(), page),
        };
        let Page { start, count } = page;
        json!({ "name": name, "text": text, "frame": frame, "start": start, "count": count })
            .to_string()
    }

    /// Answers with an error.
    pub(super) fn refuse(self, error: InspectError) {
        fn send<T>(reply: Reply<T>, error: InspectError) {
            // Whoever asked may have gone away.
            drop(reply.send(Err(error)));
        }
        match self {
            Self::Eval(_, reply) => send(reply, error),
            Self::Variables(_, reply) | Self::Members(_, _, reply) => send(reply, error),
        }
    }
}

/// What takes no longer doesn't count towards [`Limits::page_time`].
const QUICK: Duration = Duration::from_millis(5);

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "sizes are whole and not negative"
)]
fn size(number: f64) -> usize {
    number as usize
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is the number that was handed out"
)]
fn owner_of(number: f64) -> Owner {
    Owner(number as u64)
}

/// The names visible in a scope, each with where it lives, as JSON.
///
/// `this`, `arguments`, parameters and declarations of the function, then of its blocks; then the
/// enclosing functions, inner to outer.
fn names(code: &Code, scope: u32) -> String {
    let mut seen = BTreeSet::new();
    let mut list = vec![json!(["this", "local"])];
    let mut own_arguments = true;
    let chain: Vec<_> = code.chain(scope).collect();
    for function in chain.chunk_by(|(a, _), (b, _)| a.function == b.function) {
        let (first, local) = function[0];
        let place = if local { "local" } else { "closure" };
        if own_arguments && !code.functions[first.function as usize].arrow {
            own_arguments = false;
            if seen.insert("arguments") {
                list.push(json!(["arguments", place]));
            }
        }
        for name in function.iter().rev().flat_map(|(scope, _)| &scope.names) {
            if seen.insert(name) {
                list.push(json!([name, place]));
            }
        }
    }
    json!(list).to_string()
}

/// A function's text without our additions.
fn restore(mut text: String, markers: &[(String, String)]) -> String {
    for (open, close) in markers {
        while let Some(start) = text.find(open.as_str()) {
            let end = text[start..].find(close.as_str());
            let end = end.map_or(text.len(), |length| start + length + close.len());
            text.replace_range(start..end, "");
        }
    }
    text
}

/// The line of a debugger's expression that an error comes from.
fn line_of(ctx: &Ctx<'_>, error: Option<&Value<'_>>) -> u32 {
    let stack = error.and_then(Value::as_object).and_then(|error| {
        let text = error.get::<_, Coerced<String>>("stack");
        if text.is_err() {
            drop(ctx.catch());
        }
        text.ok()
    });
    let place = stack.as_ref().and_then(|text| text.0.split("<input>:").nth(1));
    let digits = place.map(|rest| rest.split(|next: char| !next.is_ascii_digit()).next());
    digits.flatten().and_then(|digits| digits.parse().ok()).unwrap_or(1)
}
