//! The bytes that arm the hooks of one thread's scripts.

use super::instrument::{Bending, Code, Detail, Hook, HookKind, guard};
use super::model::{Breakpoint, Owner};
use super::raw::{SharedBytes, zeroed};
use parking_lot::{Mutex, MutexGuard};
use serde_json::json;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A breakpoint may hold here.
const HERE: u8 = 1;
/// The thread steps, or must end.
const EVERYWHERE: u8 = 2;
/// The debugger wants to know of activations, because breakpoints exist.
const WANTED: u8 = 4;

/// The breakpoints here have changed.
const FRESH: u8 = 8;

/// What a byte is to hold while the thread doesn't step and, in its upper half, the bits that only their reader clears.
/// There is one for each hook in each thread.
#[derive(Clone, Copy)]
struct Plan(u8);

impl Plan {
    const fn new(calm: u8, kept: u8) -> Self {
        Self(calm | kept << 4)
    }

    const fn calm(self) -> u8 {
        self.0 & 0xf
    }

    const fn kept(self) -> u8 {
        self.0 >> 4
    }
}

/// The breakpoints of all debuggers, those of the first to attach first.
pub(super) type Breakpoints = Arc<Vec<(Owner, Arc<Vec<Breakpoint>>)>>;

/// A breakpoint at a hook.
#[derive(Clone, Debug)]
pub(super) struct Hit {
    pub(super) owner: Owner,
    pub(super) condition: Option<String>,
}

/// The flags of all scripts that a thread has loaded.
#[derive(Default)]
pub(super) struct Flags {
    state: Mutex<State>,
    /// Counts the changes of breakpoints, and those of them that the thread has heard of.
    version: AtomicU64,
    heard: AtomicU64,
}

#[derive(Default)]
struct State {
    scripts: Vec<Script>,
    breakpoints: Breakpoints,
    /// Stays set once it is: frames are then known without gaps.
    wanted: bool,
    everywhere: bool,
    /// What the scripts do to the meaning of calls and members.
    bending: Bending,
}

struct Script {
    path: String,
    code: Arc<Code>,
    bytes: SharedBytes,
    hits: HashMap<u32, Vec<Hit>>,
    plans: Vec<Plan>,
    /// The functions that have to look at their bytes.
    armed: BTreeSet<u32>,
    /// Whether somebody wants to hear of the entries of the others.
    wanted: bool,
    /// The functions whose entries are told.
    told: BTreeSet<u32>,
    /// Those of which activations may have begun before they were.
    unseen: BTreeSet<u32>,
}

impl Flags {
    /// Adds a script; answers its index and its bytes, one for each hook.
    pub(super) fn load(&self, path: &str, code: &Arc<Code>) -> (usize, SharedBytes) {
        let bytes = zeroed(code.hooks.len().max(1));
        let mut state = self.lock();
        let script = Script {
            path: path.to_owned(),
            code: Arc::clone(code),
            bytes: Arc::clone(&bytes),
            hits: HashMap::new(),
            plans: Vec::new(),
            armed: BTreeSet::new(),
            wanted: false,
            told: BTreeSet::new(),
            unseen: BTreeSet::new(),
        };
        state.scripts.push(script);
        let index = state.scripts.len() - 1;
        if let Some(more) = state.bending.add(&code.bending)
            && state.bend(&more)
        {
            self.version.fetch_add(1, Ordering::Release);
        }
        state.find_hits(index);
        // Nothing of it has been entered yet.
        state.scripts[index].unseen.clear();
        state.write(index, FRESH);
        (index, bytes)
    }

    /// Replaces all breakpoints.
    pub(super) fn arm(&self, breakpoints: &Breakpoints) {
        let mut state = self.lock();
        state.wanted |= breakpoints.iter().any(|(_, list)| !list.is_empty());
        state.breakpoints = Arc::clone(breakpoints);
        for index in 0..state.scripts.len() {
            state.find_hits(index);
            state.write(index, WANTED | FRESH);
        }
        self.version.fetch_add(1, Ordering::Release);
    }

    /// Whether breakpoints have changed since this was asked last; for the thread itself.
    pub(super) fn changed(&self) -> bool {
        let version = self.version.load(Ordering::Acquire);
        self.heard.swap(version, Ordering::Relaxed) != version
    }

    /// The changes so far, if the thread hasn't heard of all of them.
    pub(super) fn news(&self) -> Option<u64> {
        let version = self.version.load(Ordering::Acquire);
        (version != self.heard.load(Ordering::Relaxed)).then_some(version)
    }

    /// The thread has heard of so many changes.
    pub(super) fn heard(&self, version: u64) {
        self.heard.store(version, Ordering::Relaxed);
    }

    /// Whether somebody wants to hear of entries in a script, and the functions that have to look at
    /// their bytes in any case, as JSON.
    pub(super) fn armed(&self, script: usize) -> String {
        let state = self.lock();
        let script = &state.scripts[script];
        let armed: BTreeSet<u32> = script.armed.iter().map(|function| guard(*function)).collect();
        json!([script.wanted, armed]).to_string()
    }

    /// What a script that is loaded now is to tell of its functions.
    pub(super) fn detail(&self, path: &str) -> Detail {
        let state = self.lock();
        let all = state.breakpoints.iter().flat_map(|(_, list)| list.iter());
        let here = all.filter(|breakpoint| breakpoint.path == path);
        if state.everywhere {
            Detail::All
        } else {
            Detail::Around(here.map(|breakpoint| breakpoint.line).collect())
        }
    }

    /// Sets or clears all hooks, for steps and for stopping.
    pub(super) fn everywhere(&self, on: bool) {
        let mut state = self.lock();
        state.everywhere = on;
        for index in 0..state.scripts.len() {
            state.write(index, 0);
        }
    }

    /// Whether a loop of its function comes round to a hook, and tells of its activation then.
    pub(super) fn comes_round(&self, script: usize, hook: usize) -> bool {
        self.lock().scripts[script].code.comes_round(hook)
    }

    /// The hook has told of its activation.
    pub(super) fn satisfied(&self, script: usize, hook: usize) {
        let state = self.lock();
        state.scripts[script].bytes[hook].fetch_and(!WANTED, Ordering::Relaxed);
    }

    /// The breakpoints at a hook, first owner first.
    pub(super) fn hits(&self, script: usize, hook: u32) -> Vec<Hit> {
        let state = self.lock();
        let script = &state.scripts[script];
        if let Some(byte) = script.bytes.get(hook as usize) {
            byte.fetch_and(!FRESH, Ordering::Relaxed);
        }
        script.hits.get(&hook).cloned().unwrap_or_default()
    }

    /// The code of a loaded script.
    pub(super) fn code(&self, script: usize) -> Arc<Code> {
        Arc::clone(&self.lock().scripts[script].code)
    }

    /// The path of a loaded script.
    pub(super) fn path(&self, script: usize) -> String {
        self.lock().scripts[script].path.clone()
    }

    /// The last loaded script of that path, and its code.
    pub(super) fn find(&self, path: &str) -> Option<(usize, Arc<Code>)> {
        let state = self.lock();
        let index = state.scripts.iter().rposition(|script| script.path == path)?;
        Some((index, Arc::clone(&state.scripts[index].code)))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock()
    }
}

impl State {
    /// Tells those of the scripts before the last one whose functions may now call more; whether
    /// there are any.
    fn bend(&mut self, more: &Bending) -> bool {
        let last = self.scripts.len() - 1;
        let bent = |index: &usize| self.scripts[*index].code.is_bent(more);
        let bent: Vec<usize> = (0..last).filter(|_| self.wanted).filter(bent).collect();
        for index in &bent {
            self.find_hits(*index);
            self.write(*index, WANTED | FRESH);
        }
        !bent.is_empty()
    }

    fn find_hits(&mut self, index: usize) {
        let breakpoints = Arc::clone(&self.breakpoints);
        let (wanted, bending) = (self.wanted, &self.bending);
        let script = &mut self.scripts[index];
        script.hits.clear();
        for (owner, list) in breakpoints.iter() {
            for breakpoint in list.iter().filter(|breakpoint| breakpoint.path == script.path) {
                if let Some(hook) = script.code.hook_for(breakpoint.line) {
                    let condition = breakpoint.condition.clone();
                    let condition = condition.filter(|text| !text.trim().is_empty());
                    script.hits.entry(hook).or_default().push(Hit { owner: *owner, condition });
                }
            }
        }
        script.plan(wanted, bending);
    }

    /// Writes the bytes of a script; of the bits that readers clear, `anew` are set again.
    fn write(&self, index: usize, anew: u8) {
        let script = &self.scripts[index];
        for ((byte, plan), hook) in script.bytes.iter().zip(&script.plans).zip(&script.code.hooks) {
            let before = byte.load(Ordering::Relaxed) & plan.kept();
            let more = if self.everywhere { alert(hook.kind) } else { 0 };
            byte.store(plan.calm() | more | before | (plan.kept() & anew), Ordering::Relaxed);
        }
    }
}

impl Script {
    /// Finds out what each byte is to hold, and which functions are to look at theirs.
    fn plan(&mut self, wanted: bool, bending: &Bending) {
        let near = self.near();
        let (code, hits) = (&self.code, &self.hits);
        let function_of = |scope: u32| code.scopes[scope as usize].function;
        let halting: BTreeSet<u32> =
            hits.keys().map(|hook| function_of(code.hooks[*hook as usize].scope)).collect();
        let tells =
            |function: u32| code.tells(function, &halting, bending) || halting.contains(&function);
        let entry = |hook: &Hook| {
            // Who calls nothing that halts can only halt in itself.
            let useful =
                || near.contains(&hook.scope) || (tells(function_of(hook.scope)) && !hook.quiet);
            asks(hook.kind) == Asks::Always && wanted && useful()
        };
        let entries = code.hooks.iter().filter(|hook| hook.kind == HookKind::Entry && entry(hook));
        let told: BTreeSet<u32> = entries.map(|hook| function_of(hook.scope)).collect();
        self.unseen.extend(told.difference(&self.told));
        let mut plans = Vec::with_capacity(code.hooks.len());
        (self.armed, self.wanted) = (halting.clone(), wanted);
        for (index, hook) in (0..).zip(&code.hooks) {
            let function = function_of(hook.scope);
            let (hit, entry) = (hits.contains_key(&index), entry(hook));
            if entry && code.looks_at_own(hook) {
                self.armed.insert(function);
            }
            let calm = if entry { WANTED } else { 0 } | if hit { HERE } else { 0 };
            let once = asks(hook.kind) == Asks::Once && self.unseen.contains(&function);
            if once {
                self.armed.insert(function);
            }
            let kept = if once { WANTED } else { 0 } | if hit { FRESH } else { 0 };
            plans.push(Plan::new(calm, kept));
        }
        (self.told, self.plans) = (told, plans);
    }

    /// The scopes around the script's breakpoints.
    fn near(&self) -> HashSet<u32> {
        let mut near = HashSet::new();
        for hook in self.hits.keys() {
            let mut scope = Some(self.code.hooks[*hook as usize].scope);
            while let Some(inner) = scope {
                near.insert(inner);
                scope = self.code.scopes[inner as usize].parent;
            }
        }
        near
    }
}

#[derive(PartialEq, Eq)]
enum Asks {
    Always,
    Once,
    Never,
}

/// What the byte of a hook holds besides while the thread steps.
fn alert(kind: HookKind) -> u8 {
    EVERYWHERE | if asks(kind) == Asks::Always { WANTED } else { 0 }
}

/// Which hooks tell of activations: entries each time, rounds of a loop until they have told once.
fn asks(kind: HookKind) -> Asks {
    match kind {
        HookKind::Entry | HookKind::Block => Asks::Always,
        HookKind::Round | HookKind::Test | HookKind::Head(_) => Asks::Once,
        HookKind::Statement | HookKind::Catch => Asks::Never,
    }
}
