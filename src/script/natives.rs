//! Built-ins that the runtime never interrupts, made to end with the script.
//!
//! Each such function gets another one in its place, which looks the same to scripts: for what is
//! small it calls the original, and pays for what that costs; whoever has used up what may be
//! spent without looking at the time looks. What is larger is done by scripts of ours, which the
//! runtime interrupts like any other.

use super::library::Library;
use super::memory::OUT_OF_MEMORY;
use super::raw::{Bounds, Given, Native, Parts, Shown, bounded, throw_uncatchable};
use super::watch::Watch;
use rquickjs::{Ctx, Exception, Function, Object, Result, Value};
use std::cell::{Cell, RefCell};
use std::rc::Rc;

static NATIVES: Library = Library::new("haltscope:natives", include_str!("support/natives.js"));
static ARRAYS: Library = Library::new("haltscope:arrays", include_str!("support/arrays.js"));
static TEXTS: Library = Library::new("haltscope:texts", include_str!("support/texts.js"));

/// So much is spent before somebody looks at the time: a few milliseconds.
const ALLOWANCE: usize = 200_000;
/// What a call costs of which nobody knows how long it takes.
const COSTLY: usize = 20_000;
/// No more elements than fit into the largest block.
const ARRAY: usize = 1 << 20;
/// More are sorted by a script.
const SORTED: usize = 1 << 16;
/// Comparisons of one element while sorting, about.
const DEPTH: usize = 16;
/// More bytes than an argument takes that is kept.
const ARGUMENT: usize = 64;
/// So many steps of a search in a text end soon.
const SEARCH: usize = 20_000_000;
/// Marks in a text are put in order by a method for short texts.
const MARKED: usize = 2_000;
/// A list of names for JSON is searched for each of them.
const NAMES: usize = 1_000;

thread_local! {
    static SPENDING: Spending = const { Spending { watch: RefCell::new(None), spent: Cell::new(0) } };
}

/// What the script of this thread has spent since somebody last looked at the time.
struct Spending {
    watch: RefCell<Option<Rc<Watch>>>,
    spent: Cell<usize>,
}

/// What is looked at to tell whether a call is small.
#[derive(Clone, Copy)]
enum Kind {
    /// The elements of `this`.
    Array,
    /// Those of `this` and of the arguments.
    Arrays,
    /// The elements of `this`, each several times.
    Sorted,
    /// The length of the text `this`.
    Text,
    /// That of the first argument.
    Argument,
    /// Both, one as often as the other is long.
    Sought,
    /// Both, if short.
    Compared,
    /// The text `this`, if short.
    Marked,
    /// The second argument, if it is a list. The text that it makes may grow without end, and what is refused it is
    /// noticed late.
    Named,
    /// Nothing: it costs the same at all times.
    Costly,
    /// The number of the arguments, which are kept.
    Bound,
    /// Nothing: the original isn't called.
    Never,
}

const KINDS: [(&str, Kind); 12] = [
    ("array", Kind::Array),
    ("arrays", Kind::Arrays),
    ("sorted", Kind::Sorted),
    ("text", Kind::Text),
    ("argument", Kind::Argument),
    ("sought", Kind::Sought),
    ("compared", Kind::Compared),
    ("marked", Kind::Marked),
    ("named", Kind::Named),
    ("costly", Kind::Costly),
    ("bound", Kind::Bound),
    ("never", Kind::Never),
];

/// Replaces what isn't bounded, for the script that runs on this OS thread.
pub(super) fn install<'js>(ctx: &Ctx<'js>, watch: &Rc<Watch>) -> Result<()> {
    SPENDING.with(|spending| spending.watch.replace(Some(Rc::clone(watch))));
    let native = Object::new(ctx.clone())?;
    native.set("look", Function::new(ctx.clone(), |ctx: Ctx<'_>| look(&ctx))?)?;
    native.set("arrays", Function::new(ctx.clone(), |ctx| ARRAYS.run(&ctx))?)?;
    native.set("texts", Function::new(ctx.clone(), |ctx| TEXTS.run(&ctx))?)?;
    let replacement = |ctx: Ctx<'js>, original, larger, of, kind: String, length, name: String| {
        let shown = Shown { length, name: &name };
        replacement(&ctx, &Parts { original, larger, of }, &kind, &shown)
    };
    native.set("bounded", Function::new(ctx.clone(), replacement)?)?;
    let install: Function = NATIVES.run(ctx)?.get()?;
    install.call((native,))
}

/// The script on this OS thread has ended.
pub(super) fn leave() {
    SPENDING.with(|spending| spending.watch.take());
}

fn replacement<'js>(
    ctx: &Ctx<'js>,
    parts: &Parts<'js>,
    kind: &str,
    shown: &Shown<'_>,
) -> Result<Value<'js>> {
    match KINDS.iter().position(|(known, _)| *known == kind) {
        Some(kind) => bounded::<Costs>(ctx, parts, kind, shown),
        None => Err(Exception::throw_message(ctx, "no such kind of bound")),
    }
}

/// Throws what nobody catches if the script must end.
fn look(ctx: &Ctx<'_>) -> Result<()> {
    let is_over = SPENDING.with(|spending| {
        spending.spent.set(0);
        spending.watch.borrow().as_ref().is_some_and(|watch| watch.is_over())
    });
    if is_over { Err(throw_uncatchable(ctx, "interrupted")) } else { Ok(()) }
}

fn spend(ctx: &Ctx<'_>, cost: usize) -> Result<()> {
    let spent = SPENDING.with(|spending| {
        let spent = spending.spent.get().saturating_add(cost);
        spending.spent.set(spent);
        spent
    });
    if spent > ALLOWANCE { look(ctx) } else { Ok(()) }
}

/// By what calls cost, which the script pays for.
struct Costs;

impl Bounds for Costs {
    fn is_small(ctx: &Ctx<'_>, kind: usize, call: &Native<'_>) -> Result<bool> {
        let kind = KINDS.get(kind).map(|(_, kind)| *kind);
        let cost = kind.and_then(|kind| cost(kind, call));
        spend(ctx, cost.unwrap_or(COSTLY))?;
        if matches!(kind, Some(Kind::Bound)) {
            keep(ctx, call.arguments().count())?;
        }
        Ok(cost.is_some())
    }

    fn call<T>(kind: usize, original: impl FnOnce() -> T) -> (T, bool) {
        let unwinds = matches!(KINDS.get(kind), Some((_, Kind::Named)));
        let watch = unwinds.then(|| SPENDING.with(|spending| spending.watch.borrow().clone()));
        match watch.flatten() {
            Some(watch) => watch.memory.unwinding(original),
            None => (original(), false),
        }
    }
}

/// A function that is bound keeps so many arguments. The runtime doesn't survive to be refused the memory for them when
/// the function is there already.
fn keep(ctx: &Ctx<'_>, arguments: usize) -> Result<()> {
    let bytes = arguments.saturating_add(1).saturating_mul(ARGUMENT);
    let has = SPENDING.with(|spending| {
        spending.watch.borrow().as_ref().is_none_or(|watch| watch.memory.promise(bytes))
    });
    if has { Ok(()) } else { Err(Exception::throw_internal(ctx, OUT_OF_MEMORY)) }
}

/// What the original costs; nothing if it takes too long.
fn cost(kind: Kind, call: &Native<'_>) -> Option<usize> {
    let elements = |most: usize| call.this().elements().filter(|length| *length <= most);
    match kind {
        Kind::Array => elements(ARRAY),
        Kind::Sorted => elements(SORTED).map(|length| length * DEPTH),
        Kind::Arrays => all_elements(call),
        Kind::Text => Some(call.this().text().map_or(COSTLY, |length| length / 4)),
        Kind::Argument => {
            let text = call.argument(0).and_then(Given::text);
            Some(text.map_or(0, |length| length / 4))
        }
        Kind::Sought => search(call),
        Kind::Compared => both_short(call),
        Kind::Marked => {
            call.this().text().map_or(Some(COSTLY), |length| (length <= MARKED).then_some(length))
        }
        Kind::Named => named(call),
        Kind::Costly => Some(COSTLY),
        Kind::Bound => Some(call.arguments().count()),
        Kind::Never => None,
    }
}

fn all_elements(call: &Native<'_>) -> Option<usize> {
    let mut all = call.this().elements()?;
    for argument in call.arguments() {
        if argument.is_object() {
            all = all.saturating_add(argument.elements()?);
        }
    }
    (all <= ARRAY).then_some(all)
}

fn search(call: &Native<'_>) -> Option<usize> {
    let (Some(text), Some(sought)) = (call.this().text(), call.argument(0).and_then(Given::text))
    else {
        // Not texts: other functions are called, which pay for themselves.
        return Some(0);
    };
    let steps = text.saturating_mul(sought);
    (text < sought || steps <= SEARCH).then_some(text / 4)
}

fn both_short(call: &Native<'_>) -> Option<usize> {
    let lengths = (call.this().text(), call.argument(0).and_then(Given::text));
    match lengths {
        (Some(left), Some(right)) => (left.max(right) <= MARKED).then_some(left + right),
        _ => Some(COSTLY),
    }
}

fn named(call: &Native<'_>) -> Option<usize> {
    match call.argument(1).filter(|list| list.is_list()) {
        Some(list) => list.elements().filter(|length| *length <= NAMES).map(|_| COSTLY),
        None => Some(COSTLY / 20),
    }
}
