//! Whether scripts do the same however they are watched: `cargo bench --bench conformance -- FOLDER [PART]`.
//!
//! The folder is a copy of the public suite of the language (with its `harness` and `test`), or any folder
//! of a storefront's scripts. Each script of it whose path has `PART` in it runs plain, with a debugger
//! attached, with a breakpoint elsewhere, with false conditions on its lines, and stepped into. What it ends
//! with, with the lines and columns of its errors, must be the same. Scripts of a storefront are also halted
//! on their lines, and every frame of those halts must be readable.

#![expect(clippy::print_stdout, reason = "the table is what this program is for")]

mod storefront;

use haltscope::script::{
    Breakpoint, Call, Cartridges, Control, Engine, Entry, Files, Host, HostError, Job, Limits,
    Owner, Platform, Step, ThreadId, ThreadInfo, ThreadState,
};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;
use storefront::Reading;

const ME: Owner = Owner(1);
/// Steps of the stepped form, until the script runs on.
const STEPS: usize = 120;
/// How many lines get a condition.
const LINES: u32 = 400;
const ENTRY: &[u8] = include_bytes!("entry.js");
const STACK_ENDED: &str = "Maximum call stack size exceeded";

/// How a script is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    Plain,
    Attached,
    Armed,
    Conditions,
    Stepped,
    Halted,
}

/// Where the scripts come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Suite,
    Storefront,
}

const WATCHED: [Form; 5] =
    [Form::Attached, Form::Armed, Form::Conditions, Form::Stepped, Form::Halted];

impl Kind {
    fn of(folder: &Path) -> Self {
        if folder.join("harness").is_dir() { Self::Suite } else { Self::Storefront }
    }

    /// The suite's scripts halt nowhere but where they are stepped.
    const fn forms(self) -> &'static [Form] {
        match self {
            Self::Suite => WATCHED.split_at(4).0,
            Self::Storefront => &WATCHED,
        }
    }

    fn input(self) -> Value {
        match self {
            Self::Suite => json!({}),
            Self::Storefront => json!({ "names": storefront::NAMES }),
        }
    }
}

struct Nobody;

impl Host for Nobody {
    fn call(&self, call: Call<'_>) -> Result<Value, HostError> {
        Ok(call.arguments)
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|it| it != "--bench").collect();
    let Some(folder) = arguments.first().map(PathBuf::from) else {
        println!("usage: cargo bench --bench conformance -- FOLDER [PART]");
        return ExitCode::SUCCESS;
    };
    let part = arguments.get(1).cloned().unwrap_or_default();
    let mut files = Vec::new();
    collect(&folder, &mut files);
    files.retain(|file| file.to_string_lossy().contains(&part));
    files.sort();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let differ = runtime.expect("a runtime").block_on(compare_all(&folder, &files));
    if differ == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() && name != "harness" && name != "node_modules" {
            collect(&path, files);
        } else if path.extension().is_some_and(|end| end == "js" || end == "ds") {
            files.push(path);
        }
    }
}

/// How many scripts end otherwise when they are watched, or can't be read.
async fn compare_all(folder: &Path, files: &[PathBuf]) -> usize {
    let kind = Kind::of(folder);
    let (mut scripts, mut runs, mut differ) = (0, 0, 0);
    let mut frames = Reading::default();
    let mut ends: BTreeMap<String, usize> = BTreeMap::new();
    let mut seen = HashSet::new();
    for file in files {
        let Some(source) = subject(folder, file) else { continue };
        if !seen.insert(source.clone()) {
            continue;
        }
        scripts += 1;
        let (plain, _) = outcome(&source, kind, Form::Plain).await;
        *ends.entry(plain.split(' ').next().unwrap_or_default().to_owned()).or_default() += 1;
        runs += 1;
        for form in kind.forms() {
            let (watched, read) = outcome(&source, kind, *form).await;
            runs += 1;
            if watched != plain {
                differ += 1;
                println!("{} {form:?}\n  plain   {plain}\n  watched {watched}", file.display());
            }
            if read.unreadable > 0 {
                println!("{} {form:?}: {read:?}", file.display());
            }
            frames.add(read);
        }
    }
    println!("{runs} runs of {scripts} scripts; {differ} differ; {frames:?}; ends: {ends:?}");
    differ + frames.unreadable
}

/// The text of a module that does what the file says; nothing for what only other hosts can run.
fn subject(folder: &Path, file: &Path) -> Option<String> {
    let text = String::from_utf8_lossy(&fs::read(file).ok()?).into_owned();
    if Kind::of(folder) == Kind::Storefront {
        return Some(storefront::with_modules(&text));
    }
    let harness = folder.join("harness");
    let facts = text.split("/*---").nth(1)?.split("---*/").next()?;
    if ["module]", "[raw]", "negative:", "[module", "CanBlock"].iter().any(|it| facts.contains(it))
    {
        return None;
    }
    let mut source = "exports.run = function () {".to_owned();
    if facts.contains("onlyStrict") {
        source += "'use strict';";
    }
    source += " var $262 = { global: globalThis, evalScript: s => (0, eval)(s), gc() {} }; var ended; function print(text) { ended = text; }\n";
    let always = ["assert.js", "sta.js", "doneprintHandle.js"].map(str::to_owned);
    for name in always.into_iter().chain(includes(facts)) {
        source += &fs::read_to_string(harness.join(name)).unwrap_or_default();
        source.push('\n');
    }
    Some(source + &text + "\nreturn Promise.resolve().then(() => ended);\n};\n")
}

fn includes(facts: &str) -> Vec<String> {
    let Some(list) = facts.split("includes:").nth(1) else { return Vec::new() };
    let inline = list.trim_start_matches(' ').strip_prefix('[');
    let names: Vec<&str> = match inline {
        Some(names) => names.split(']').next().unwrap_or_default().split(',').collect(),
        None => list.lines().skip(1).map_while(|line| line.trim().strip_prefix("- ")).collect(),
    };
    names.into_iter().map(|name| name.trim().to_owned()).collect()
}

/// What a script ends with in a form, and what was read of its halts.
async fn outcome(source: &str, kind: Kind, form: Form) -> (String, Reading) {
    let platform = Platform::files(Files::memory([("entry.js", ENTRY)]));
    let limits = Limits { run_time: Duration::from_secs(20), ..Limits::default() };
    let engine = Engine::with_platform(limits, Arc::new(Nobody), platform);
    let files = Files::memory([("a.js".to_owned(), source.as_bytes().to_vec())]);
    let cartridges = Arc::new(Cartridges::new().with("app", files));
    let control = engine.control();
    watch(control, source, form);
    let entry = Entry { module: "entry".to_owned(), function: "run".to_owned() };
    let script = engine.start(Job { cartridges, entry, input: kind.input(), run_time: None });
    let read = match form {
        Form::Stepped => steps(control, script.id).await,
        Form::Halted => storefront::read_halts(control, script.id).await,
        Form::Plain | Form::Attached | Form::Armed | Form::Conditions => Reading::default(),
    };
    let ended = match script.outcome.await {
        Ok(value) => format!("ok {value}"),
        // How deep the stack is, and so where it ends, is nothing that the language says.
        Err(error) if error.to_string().contains(STACK_ENDED) => {
            format!("{:?} {error}", error.kind)
        }
        Err(error) => format!("{:?} {error} {:?} {}", error.kind, error.line, error.stack),
    };
    (ended.replace('\n', " "), read)
}

fn watch(control: &Control, source: &str, form: Form) {
    if form == Form::Plain {
        return;
    }
    control.attach(ME);
    let at = |line: u32, condition: Option<&str>| Breakpoint {
        id: u64::from(line),
        path: "/app/a.js".to_owned(),
        line,
        condition: condition.map(str::to_owned),
    };
    let lines = u32::try_from(source.lines().count()).unwrap_or(u32::MAX);
    let breakpoints = match form {
        Form::Plain | Form::Attached => Vec::new(),
        Form::Armed => vec![Breakpoint { path: "/app/other.js".to_owned(), ..at(1, None) }],
        Form::Conditions => {
            (lines.saturating_sub(LINES).max(1)..=lines).map(|line| at(line, Some("0"))).collect()
        }
        Form::Stepped => vec![at(1, None)],
        Form::Halted => (1..=lines.min(LINES)).map(|line| at(line, None)).collect(),
    };
    control.set_breakpoints(ME, breakpoints);
}

/// Steps into everything for a while; the halt that it began with.
async fn steps(control: &Control, id: ThreadId) -> Reading {
    let mut changes = control.changes();
    while let Ok(ThreadInfo { state: ThreadState::Running, .. }) = control.thread(id) {
        if changes.changed().await.is_err() {
            return Reading::default();
        }
    }
    let halts = usize::from(control.thread(id).is_ok());
    control.set_breakpoints(ME, Vec::new());
    for _ in 0..STEPS {
        let after = control.step(id, Step::Into, Duration::from_secs(9)).await;
        if !matches!(after, Ok(ThreadInfo { state: ThreadState::Halted(_), .. })) {
            break;
        }
    }
    control.detach(ME);
    Reading { halts, ..Reading::default() }
}
