//! A small shop of scripts around the engine.

use crate::testkit::patience::{EVER, PATIENCE, evaluated};
use haltscope::script::{
    Breakpoint, Call, Cartridges, Control, Engine, Entry, Files, Gone, Halt, Host, HostError, Job,
    Limits, Member, Owner, Page, Platform, Scope, Script, ScriptError, Step, ThreadId, ThreadInfo,
    ThreadState,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// The platform module every test job enters by: it runs `exports[name](…)` of a script.
const ENTRY: &str = "exports.run = function (input) {
    var result = host.requirePath(input.script)[input.name || 'run'](input.argument);
    return result === undefined ? null : result;
};";

/// Answers `echo` with its argument and refuses everything else.
pub struct Echo;

impl Host for Echo {
    fn call(&self, Call { name, arguments, .. }: Call<'_>) -> Result<Value, HostError> {
        match name {
            "echo" => Ok(arguments),
            _ => Err(HostError::new(format!("no call {name}"))),
        }
    }
}

/// The usual limits, without those that a busy machine might reach.
pub fn limits() -> Limits {
    Limits { run_time: EVER, halt_timeout: EVER, ..Limits::default() }
}

/// An engine with scripts; paths are script paths in the cartridge `app`.
pub struct Shop {
    pub engine: Engine,
    pub cartridges: Arc<Cartridges>,
}

impl Shop {
    pub fn new(scripts: &[(&str, &str)]) -> Self {
        Self::with(scripts, &[], limits())
    }

    pub fn with(scripts: &[(&str, &str)], platform: &[(&str, &str)], limits: Limits) -> Self {
        Self::hosted(scripts, platform, limits, Arc::new(Echo))
    }

    /// With something else around the engine.
    pub fn hosted(
        scripts: &[(&str, &str)],
        platform: &[(&str, &str)],
        limits: Limits,
        host: Arc<dyn Host>,
    ) -> Self {
        let mut modules = vec![("entry.js".to_owned(), ENTRY.as_bytes().to_vec())];
        modules.extend(platform.iter().map(|(path, text)| owned(path, text)));
        let platform = Platform::files(Files::memory(modules));
        let files = Files::memory(scripts.iter().map(|(path, text)| owned(path, text)));
        let cartridges = Arc::new(Cartridges::new().with("app", files));
        Self { engine: Engine::with_platform(limits, host, platform), cartridges }
    }

    /// Starts `exports.run` of a script of the cartridge.
    pub fn start(&self, script: &str) -> Script {
        self.start_with(json!({ "script": format!("/app/{script}") }))
    }

    pub fn start_with(&self, input: Value) -> Script {
        let entry = Entry { module: "entry".to_owned(), function: "run".to_owned() };
        self.engine.start(Job {
            cartridges: Arc::clone(&self.cartridges),
            entry,
            input,
            run_time: None,
        })
    }

    /// Runs a script to its end.
    pub async fn run(&self, script: &str) -> Result<Value, ScriptError> {
        self.start(script).outcome.await
    }
}

fn owned(path: &str, text: &str) -> (String, Vec<u8>) {
    (path.to_owned(), text.as_bytes().to_vec())
}

/// The debugger of these tests.
pub const ME: Owner = Owner(1);

/// A script under a debugger.
pub struct Session {
    pub shop: Shop,
    pub script: Script,
}

impl Session {
    /// Starts `a.js` of a shop with breakpoints on lines of it.
    pub fn start(source: &str, lines: &[u32]) -> Self {
        Self::of(Shop::new(&[("a.js", source)]), lines)
    }

    pub fn of(shop: Shop, lines: &[u32]) -> Self {
        shop.engine.control().attach(ME);
        shop.break_at(lines);
        let script = shop.start("a.js");
        Self { shop, script }
    }

    pub fn control(&self) -> &Control {
        self.shop.engine.control()
    }

    /// Waits for a halt; nothing if the script ends instead.
    pub async fn halted(&self) -> Option<Halt> {
        self.shop.halted(self.script.id).await
    }

    /// The line of the next halt; 0 if the script ends instead.
    pub async fn line(&self) -> u32 {
        self.halted().await.map_or(0, |halt| halt.stack[0].line)
    }

    pub fn resume(&self) {
        self.control().resume(self.script.id).expect("the thread is there");
    }

    /// Steps; answers the line of the halt after it, 0 if the script has ended.
    pub async fn step(&self, step: Step) -> u32 {
        match self.control().step(self.script.id, step, PATIENCE).await {
            Ok(ThreadInfo { state: ThreadState::Halted(halt), .. }) => halt.stack[0].line,
            _ => 0,
        }
    }

    pub async fn eval(&self, frame: usize, text: &str) -> String {
        let answer = evaluated(self.control(), self.script.id, frame, text).await;
        answer.unwrap_or_else(|error| error.to_string())
    }

    pub async fn members(&self, path: &str) -> Vec<Member> {
        let id = self.script.id;
        let page = self.control().members(id, 0, Some(path), Page::ALL).await;
        page.expect("the thread is halted").members
    }

    /// `scope name: type = value` of each variable.
    pub async fn variables(&self, frame: usize) -> Vec<String> {
        let page = self.control().variables(self.script.id, frame, Page::ALL).await;
        let members = page.expect("the thread is halted").members;
        let show = |member: Member| {
            let scope = member.scope.map_or("", Scope::as_str);
            let value = member.value.lines().next().unwrap_or_default().to_owned();
            format!("{scope} {}: {} = {value}", member.name, member.type_name)
        };
        members.into_iter().map(show).collect()
    }
}

impl Shop {
    pub fn break_at(&self, lines: &[u32]) {
        let breakpoints = (1..).zip(lines).map(|(id, line)| breakpoint(id, *line, None));
        self.engine.control().set_breakpoints(ME, breakpoints.collect());
    }

    /// Waits until the thread is halted; nothing if it ends instead.
    pub async fn halted(&self, id: ThreadId) -> Option<Halt> {
        let mut changes = self.engine.control().changes();
        let wait = async {
            loop {
                match self.engine.control().thread(id) {
                    Ok(ThreadInfo { state: ThreadState::Halted(halt), .. }) => return Some(halt),
                    Ok(_) => changes.changed().await.expect("the engine is there"),
                    Err(Gone) => return None,
                }
            }
        };
        tokio::time::timeout(PATIENCE, wait).await.expect("the thread neither halts nor ends")
    }
}

pub fn breakpoint(id: u64, line: u32, condition: Option<&str>) -> Breakpoint {
    let condition = condition.map(str::to_owned);
    Breakpoint { id, path: "/app/a.js".to_owned(), line, condition }
}
