//! What the script's half of the debugger calls.

use super::texts::{Visible, line_of};
use super::{Debugger, TERMINATED};
use crate::script::members::{Member, Scope};
use crate::script::model::Owner;
use crate::script::raw::{buffer, is_alike, throw_uncatchable};
use rquickjs::function::Opt;
use rquickjs::{Ctx, Function, Object, Result, Value};
use std::rc::Rc;
use std::time::Duration;

impl Debugger {
    pub(super) fn install_flags<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        native: &Object<'js>,
    ) -> Result<()> {
        let this = Rc::clone(self);
        let control = move |ctx: Ctx<'js>| buffer(&ctx, &this.place.control);
        native.set("control", Function::new(ctx.clone(), control)?)?;

        let this = Rc::clone(self);
        let tables =
            move |ctx: Ctx<'js>, script: usize| buffer(&ctx, &this.place.flags.code(script).tables);
        native.set("tables", Function::new(ctx.clone(), tables)?)?;

        let this = Rc::clone(self);
        let satisfied = move |script: usize, hook: usize| this.place.flags.satisfied(script, hook);
        native.set("satisfied", Function::new(ctx.clone(), satisfied)?)?;

        let this = Rc::clone(self);
        let comes_round = move |script: usize, hook: usize| {
            this.watch.is_surprised() && this.place.flags.comes_round(script, hook)
        };
        native.set("comesRound", Function::new(ctx.clone(), comes_round)?)?;

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
        let armed = move |script: usize| this.place.flags.armed(script);
        native.set("armed", Function::new(ctx.clone(), armed)?)?;

        let this = Rc::clone(self);
        let changed = move || this.place.flags.changed();
        native.set("changed", Function::new(ctx.clone(), changed)?)?;

        let this = Rc::clone(self);
        let names = move |script: usize, scope: u32, plain: bool, have: String| {
            let (code, have) = (this.place.flags.code(script), Visible::readers(&have));
            Visible { code: &code, scope, have: &have, plain }.names()
        };
        native.set("names", Function::new(ctx.clone(), names)?)?;

        let this = Rc::clone(self);
        let rebind = move |script: usize, scope: u32, plain: bool, have: String, text: String| {
            let (code, have) = (this.place.flags.code(script), Visible::readers(&have));
            Visible { code: &code, scope, have: &have, plain }.rebind(&text)
        };
        native.set("rebind", Function::new(ctx.clone(), rebind)?)
    }

    pub(super) fn install_halts<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        native: &Object<'js>,
    ) -> Result<()> {
        let this = Rc::clone(self);
        let admits = move |owner: f64| this.registry.is_attached(owner_of(owner));
        native.set("admits", Function::new(ctx.clone(), admits)?)?;

        let this = Rc::clone(self);
        let frames = move |trace: String| this.frames(&trace);
        native.set("frames", Function::new(ctx.clone(), frames)?)?;

        let this = Rc::clone(self);
        let frame = move |module: usize, scope: u32, line: u32, name: Option<String>| {
            this.add_frame((module, scope, line), name);
        };
        native.set("frame", Function::new(ctx.clone(), frame)?)?;

        let this = Rc::clone(self);
        native.set("pause", Function::new(ctx.clone(), move || this.watch.pause())?)?;

        let this = Rc::clone(self);
        native.set("unpause", Function::new(ctx.clone(), move || this.watch.unpause())?)?;

        let this = Rc::clone(self);
        let halt = move |owner: f64| this.halt(owner_of(owner));
        native.set("halt", Function::new(ctx.clone(), halt)?)?;

        let this = Rc::clone(self);
        let next = move |ctx: Ctx<'js>| this.next(&ctx);
        native.set("next", Function::new(ctx.clone(), next)?)?;

        let this = Rc::clone(self);
        native
            .set("answer", Function::new(ctx.clone(), move |text: String| this.answer(&text))?)?;

        let this = Rc::clone(self);
        let page = move |start: f64, total: f64| this.answer_page(start, total);
        native.set("page", Function::new(ctx.clone(), page)?)?;

        let this = Rc::clone(self);
        native.set("refuse", Function::new(ctx.clone(), move || this.refuse())?)?;

        let this = Rc::clone(self);
        native.set("giveUp", Function::new(ctx.clone(), move || this.give_up())?)?;

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
            this.guard(&ctx, Duration::from_millis(millis.into()), &call, &answer)
        };
        native.set("guard", Function::new(ctx.clone(), guard)?)?;

        let this = Rc::clone(self);
        let holds = move |ctx: Ctx<'js>, call: Function<'js>, answer: Object<'js>| {
            this.holds(&ctx, &call, &answer)
        };
        native.set("holds", Function::new(ctx.clone(), holds)?)?;

        let this = Rc::clone(self);
        let attempt = move |ctx: Ctx<'js>, call: Function<'js>, answer: Object<'js>| {
            this.attempt(&ctx, &call, &answer)
        };
        native.set("attempt", Function::new(ctx.clone(), attempt)?)
    }

    pub(super) fn install_texts<'js>(
        self: &Rc<Self>,
        ctx: &Ctx<'js>,
        native: &Object<'js>,
    ) -> Result<()> {
        let this = Rc::clone(self);
        let doubt = move |condition: String, why: String| this.doubt(&condition, &why);
        native.set("doubt", Function::new(ctx.clone(), doubt)?)?;

        let this = Rc::clone(self);
        let show = move |name, parent, type_name, value, scope: Opt<Option<String>>| {
            let scope = scope.0.flatten().and_then(|word| Scope::from_word(&word));
            this.shown.borrow_mut().add(Member { name, parent, type_name, value, scope });
        };
        native.set("show", Function::new(ctx.clone(), show)?)?;

        let is_proxy = |value: Value<'js>| value.is_proxy();
        native.set("isProxy", Function::new(ctx.clone(), is_proxy)?)?;

        let is_alike = |one: Value<'js>, other: Value<'js>| is_alike(&one, &other);
        native.set("isAlike", Function::new(ctx.clone(), is_alike)?)?;

        let line_of = |ctx: Ctx<'js>, error: Opt<Value<'js>>| line_of(&ctx, error.0.as_ref());
        native.set("lineOf", Function::new(ctx.clone(), line_of)?)
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "it is the number that was handed out"
)]
fn owner_of(number: f64) -> Owner {
    Owner(number as u64)
}
