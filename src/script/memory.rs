//! The memory of one JavaScript runtime: counted, bounded, and given back.

use super::raw::{Account, Blocks, Heap, Reins, Stack};
use rquickjs::{Context, Ctx, Runtime};
use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::sync::OnceLock;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// The most bytes for one text, one array's elements or one buffer. The runtime's own loops over
/// them don't look at the time; so many bytes they pass quickly.
pub(super) const LARGEST: usize = 16 << 20;
/// Up to here it is the runtime's small change, which it gets also when it must end: an error that
/// tells what happened needs some as well.
const SMALL: usize = 8 << 10;
/// The most bytes that a block may grow to, and that all blocks may have beyond the limit, while
/// something is compiled: more than the largest text takes.
const GROWN: usize = 256 << 20;
const COMPILING: usize = 1 << 30;
/// Such a part of its limit a script gets more, until somebody looks and ends it: whoever is refused
/// a block often can't tell where.
const RESERVE: usize = 4;
/// Who has used more gives it back to the system.
const NOTABLE: usize = 16 << 20;

/// How the runtime says that it was refused memory.
pub(super) const OUT_OF_MEMORY: &str = "out of memory";

/// What a runtime has used of its memory.
pub(super) struct Memory {
    limit: usize,
    heap: Rc<Heap>,
    used: Cell<usize>,
    most: Cell<usize>,
    refused: Cell<bool>,
    /// Whether the next large block is given also when the runtime must end.
    promised: Cell<bool>,
    ending: OnceCell<Box<dyn Fn() -> bool>>,
    /// The size of the blocks that stand for functions that are being compiled.
    definition: usize,
    /// Where the one is of the outermost of them, which lasts until all are compiled. Others of that size may be
    /// anything.
    compiled: Cell<Option<usize>>,
    /// The largest block that was asked for with all its bytes zero.
    largest_cleared: Cell<usize>,
    reins: Reins,
    /// From how many bytes on the collector collects when it isn't kept from it.
    resting: Cell<Option<usize>>,
    /// Whether a refusal withholds the stack, and whether one did.
    unwinds: Cell<bool>,
    unwound: Cell<bool>,
}

impl Memory {
    /// Memory of so many bytes.
    pub(super) fn new(limit: usize) -> Rc<Self> {
        Self::with(limit, definition())
    }

    fn with(limit: usize, definition: usize) -> Rc<Self> {
        let (used, most, refused, promised, ending) = Default::default();
        let (compiled, largest_cleared, reins, resting) = Default::default();
        let heap = Heap::new();
        let (unwinds, unwound) = Default::default();
        Rc::new(Self {
            limit,
            heap,
            used,
            most,
            refused,
            promised,
            ending,
            definition,
            compiled,
            largest_cleared,
            reins,
            resting,
            unwinds,
            unwound,
        })
    }

    /// The blocks of a runtime that has this memory.
    pub(super) fn blocks(self: &Rc<Self>) -> Blocks<Self> {
        Blocks::new(Rc::clone(self), Rc::clone(&self.heap))
    }

    /// Waits for a message, at most for the longer of two times. After the shorter one what the runtime has is packed.
    pub(super) fn wait<T>(
        &self,
        messages: &Receiver<T>,
        times: (Duration, Duration),
    ) -> Result<T, RecvTimeoutError> {
        self.heap.wait(messages, times)
    }

    /// Refuses large blocks once `ending` says that the runtime must end: what loops without
    /// looking at the time mostly asks for some.
    pub(super) fn refuse_when(&self, ending: impl Fn() -> bool + 'static) {
        // It is set once, before the runtime works.
        drop(self.ending.set(Box::new(ending)));
    }

    /// Does something in a runtime that may take so many bytes of stack, and holds it while a
    /// refusal is told, above all its collector.
    ///
    /// The runtime makes an error at the very place where a block was refused, and collects when
    /// it makes one; but where properties grow, their shape is on none of the collector's lists at
    /// that moment, and the collector doesn't survive to meet it.
    pub(super) fn holding<T>(&self, ctx: &Ctx<'_>, stack: usize, work: impl FnOnce() -> T) -> T {
        self.reins.held(ctx, stack, work)
    }

    /// Calls what goes on when it is refused memory, however long, but looks at the stack again and again: a refusal
    /// lets it see none. Says whether that has happened.
    pub(super) fn unwinding<T>(&self, call: impl FnOnce() -> T) -> (T, bool) {
        let outer = self.unwinds.replace(true);
        let returned = call();
        self.unwinds.set(outer);
        let unwound = self.unwound.take();
        if unwound {
            self.reins.leave_stack(Stack::AsEver);
        }
        (returned, unwound)
    }

    /// The script is at a place where everything is whole again.
    pub(super) fn collect_again(&self) {
        if let Some(bytes) = self.resting.take() {
            self.reins.collect_from(bytes);
        }
    }

    /// Promises a block of so many bytes to what the runtime doesn't survive to be refused; says whether there is so
    /// much.
    pub(super) fn promise(&self, bytes: usize) -> bool {
        let has = bytes <= LARGEST && self.used.get().saturating_add(bytes + SMALL) <= self.limit;
        self.promised.set(has);
        self.noted(has)
    }

    /// Whether more is used than may be.
    pub(super) fn is_exceeded(&self) -> bool {
        self.used.get() > self.limit
    }

    /// Whether the runtime was refused a block so far.
    pub(super) fn has_refused(&self) -> bool {
        self.refused.get()
    }

    /// Whether so much was used at some time that the system should have it back.
    pub(super) fn was_notable(&self) -> bool {
        self.most.get() > NOTABLE
    }

    /// The limit in words.
    pub(super) fn message(&self) -> String {
        let (all, one) = (self.limit >> 20, LARGEST >> 20);
        format!("out of memory: a script may use {all} MiB, and {one} MiB for one value")
    }

    fn must_end(&self) -> bool {
        self.ending.get().is_some_and(|over| over())
    }

    fn noted(&self, granted: bool) -> bool {
        if !granted {
            self.refused.set(true);
            if self.unwinds.get() && self.reins.leave_stack(Stack::None) {
                self.unwound.set(true);
            }
            if self.resting.get().is_none() {
                self.resting.set(self.reins.collect_from(usize::MAX));
            }
        }
        granted
    }
}

impl Account for Memory {
    /// Whether so many bytes may be given.
    fn grants(&self, more: usize) -> bool {
        let after = self.used.get().saturating_add(more);
        let ends = || more > SMALL && self.must_end() && !self.promised.take();
        let most = self.limit.saturating_add(self.limit / RESERVE);
        self.noted(more <= LARGEST && after <= most && !ends())
    }

    /// Whether so many bytes may be given, all of them zero. The runtime asks for some when it begins
    /// to compile a function.
    fn grants_cleared(&self, more: usize) -> bool {
        self.largest_cleared.set(self.largest_cleared.get().max(more));
        let begins = more == self.definition;
        self.grants(more) && self.noted(!begins || !self.must_end())
    }

    /// A block of zeros was given.
    fn gave_cleared(&self, place: usize, bytes: usize) {
        if bytes == self.definition && self.compiled.get().is_none() {
            self.compiled.set(Some(place));
        }
    }

    /// Whether a block may grow. The runtime's compiler doesn't survive a refusal, so that it gets
    /// what it needs also when it must end.
    fn grants_growth(&self, before: usize, after: usize) -> bool {
        // A large block exists twice while the one is copied to the other.
        if self.compiled.get().is_none() {
            return self.grants(if after <= SMALL { after - before } else { after });
        }
        let used = self.used.get().saturating_add(after);
        self.noted(after <= GROWN && used <= self.limit.saturating_add(COMPILING))
    }

    /// So many bytes were given.
    fn took(&self, bytes: usize) {
        let used = self.used.get().saturating_add(bytes);
        self.used.set(used);
        self.most.set(self.most.get().max(used));
    }

    /// So many bytes came back, from there.
    fn gave(&self, place: usize, bytes: usize) {
        if self.compiled.get() == Some(place) {
            self.compiled.set(None);
        }
        self.used.set(self.used.get().saturating_sub(bytes));
    }
}

/// How large the block is that stands for a function while it is compiled: the largest one of zeros
/// that the smallest script takes.
fn definition() -> usize {
    static SIZE: OnceLock<usize> = OnceLock::new();
    *SIZE.get_or_init(|| measured().unwrap_or(usize::MAX))
}

fn measured() -> rquickjs::Result<usize> {
    let memory = Memory::with(NOTABLE, usize::MAX);
    let runtime = Runtime::new_with_alloc(memory.blocks())?;
    let context = Context::full(&runtime)?;
    memory.largest_cleared.set(0);
    context.with(|ctx| ctx.eval::<(), _>("0"))?;
    Ok(memory.largest_cleared.get())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::script::raw::{Compiled, Text};
    use rquickjs::Function;
    use std::collections::BTreeSet;

    /// The second large block that growing properties ask for is refused, which is their shape's:
    /// the error that tells it is made while the collector would like to work.
    #[test]
    fn a_refusal_while_properties_grow_is_survived() {
        let memory = Memory::new(64 << 20);
        let runtime = Runtime::new_with_alloc(memory.blocks()).expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        let asked = Rc::new(Cell::new(None));
        let count = Rc::clone(&asked);
        memory.refuse_when(move || {
            count.set(count.get().map(|times: u32| times + 1));
            count.get().is_some_and(|times| times > 1)
        });
        context.with(|ctx| {
            let begins = Rc::clone(&asked);
            let begin = Function::new(ctx.clone(), move || begins.set(Some(0)));
            ctx.globals().set("begin", begin.expect("a function")).expect("set");
            let grow = || {
                for count in (600..3_000).step_by(100) {
                    asked.set(None);
                    let script = format!(
                        "var o = {{}}; o.self = o; for (var k = 0; k < {count}; k++) o['a' + k] = k;
                        begin(); for (;;) o['b' + k++] = k;"
                    );
                    memory.reins.collect_from(0).expect("a runtime");
                    let grown: rquickjs::Result<()> = ctx.eval(script);
                    assert!(grown.is_err(), "it grows without an end");
                    ctx.catch();
                    asked.set(None);
                    memory.collect_again();
                    let made: rquickjs::Result<()> =
                        ctx.eval("for (k = 0; k < 100; k++) { o = {}; o.o = o; }");
                    made.expect("there is memory again");
                }
            };
            memory.holding(&ctx, 1 << 20, grow);
        });
    }

    #[test]
    fn what_is_compiled_is_known_while_it_is() {
        let memory = Memory::new(NOTABLE);
        let runtime = Runtime::new_with_alloc(memory.blocks()).expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        let asked = Rc::new(Cell::new(false));
        let seen = Rc::clone(&asked);
        memory.refuse_when(move || {
            seen.set(true);
            false
        });
        context.with(|ctx| ctx.eval::<(), _>("(function () { return 1; })()")).expect("it runs");
        assert!(asked.get(), "nobody asked whether a function may be compiled");
        assert!(memory.compiled.get().is_none(), "nothing is compiled any more");
        assert!((256..SMALL).contains(&memory.definition), "{}", memory.definition);
    }

    /// What a compiled function takes is any size, also that of what stands for one while it is compiled.
    #[test]
    fn no_compiled_function_is_taken_for_one_that_is_being_compiled() {
        let memory = Memory::new(NOTABLE);
        let runtime = Runtime::new_with_alloc(memory.blocks()).expect("a runtime");
        let context = Context::full(&runtime).expect("a context");
        let mut sizes = BTreeSet::new();
        context.with(|ctx| {
            let mut kept = Vec::new();
            for length in 0..memory.definition {
                let statements =
                    format!("{}{}", "f();".repeat(length / 4), "0;".repeat(length % 4));
                let text = format!("0,function () {{{statements}}}");
                let compiled = Compiled::script(&ctx, &text, "/a.js").expect("it compiles");
                let bytecode = compiled.written(Text::Dropped).expect("it is written");
                memory.largest_cleared.set(0);
                kept.push((compiled, bytecode.run(&ctx).expect("it is read")));
                sizes.insert(memory.largest_cleared.get());
                assert!(memory.compiled.get().is_none(), "{length}");
            }
        });
        assert!(sizes.contains(&memory.definition), "{} {sizes:?}", memory.definition);
    }
}
