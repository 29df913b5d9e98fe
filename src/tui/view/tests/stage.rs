//! A session in front of a pretended instance: what the instance answers is told beforehand.

use crate::api::debugger::{
    Breakpoint, EvalResult, Location, Member, MemberList, ScriptThread, StackFrame, ThreadList,
    ThreadStatus,
};
use crate::api::fault::Fault;
use crate::api::ids::{BreakpointId, FrameIndex, Line, ScriptPath, ThreadId};
use crate::session::{
    Answer, Call, Cartridge, Command, Effect, Event, Failure, KeepAliveReport, NodeId, Options,
    Request, Saved, Session, SourceText, SourcesFound, ThreadCommand, Time, TreeCommand,
    ValuesCommand, asked,
};
use crate::tui::keys::Keymap;
use crate::tui::layers;
use crate::tui::screen::Screen;
use crate::tui::settings::Settings;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::path::PathBuf;
use std::time::Duration;

/// Members by the path of their object, with how many there are.
type Members = HashMap<String, (Vec<Member>, u64)>;

/// The pretended instance.
#[derive(Default)]
pub(super) struct Instance {
    pub threads: Vec<ScriptThread>,
    pub variables: Vec<Member>,
    pub members: Members,
    pub evals: HashMap<String, String>,
    pub sources: BTreeMap<ScriptPath, String>,
    pub breakpoints: Vec<Breakpoint>,
    /// How many breakpoints there have been.
    pub numbered: u64,
    /// What the next steps leave of the stepping thread and its variables.
    pub steps: VecDeque<(ScriptThread, Vec<Member>)>,
    /// Whether the debugger client exists; if not, everything but its creation gets a 412.
    pub client: bool,
    /// How long a step takes, and the thread list behind it.
    pub latency: Duration,
    /// What every call gets instead of an answer.
    pub failure: Option<Failure>,
    /// Calls that get no answer.
    pub silent: Option<fn(&Request) -> bool>,
}

/// The session, the screen around it and the time.
pub(super) struct Stage {
    pub screen: Screen,
    pub instance: Instance,
    pub now: Time,
    pub wake: Option<Time>,
    renewals: u64,
}

impl Stage {
    /// A session that has done nothing yet.
    pub(super) fn new(
        options: Options,
        saved: Saved,
        settings: Settings,
        instance: Instance,
    ) -> Self {
        let screen = Screen::new(Session::new(options, saved), Keymap::default(), settings);
        Self { screen, instance, now: Time::START, wake: None, renewals: 0 }
    }

    /// Gives a command and answers whatever it leads to.
    pub(super) fn command(&mut self, command: Command) {
        self.feed(Event::Command(command));
    }

    /// Asks something of the selected thread.
    pub(super) fn thread(&mut self, command: ThreadCommand) {
        let thread = self.screen.app.selection.thread().expect("a thread is selected");
        self.command(Command::Thread(thread, command));
    }

    /// Asks something of the selected frame.
    pub(super) fn values(&mut self, command: ValuesCommand) {
        let spot = self.screen.app.selection.spot().expect("a thread is selected");
        self.command(Command::Values(spot, command));
    }

    /// Asks something of a node that can be seen.
    pub(super) fn tree(&mut self, node: NodeId, command: TreeCommand) {
        let home = self.screen.app.home_of(node).expect("a node of a tree");
        self.command(Command::Tree(home, node, command));
    }

    /// A renewal leaves and is answered at once; the next thread list shows whom it renewed.
    pub(super) fn renew(&mut self) {
        let (number, now) = self.renewal();
        self.feed(Event::KeepAlive(KeepAliveReport::Renewed { number, sent: now }));
    }

    /// A renewal leaves and fails.
    pub(super) fn fail_to_renew(&mut self, failure: Failure) {
        let (number, _) = self.renewal();
        self.feed(Event::KeepAlive(KeepAliveReport::Failed { number, failure }));
    }

    fn renewal(&mut self) -> (u64, Time) {
        self.renewals += 1;
        let (number, at) = (self.renewals, self.now);
        self.feed(Event::KeepAlive(KeepAliveReport::Sent { number, at }));
        (number, at)
    }

    /// Lets time pass, waking the session when it asked for it.
    pub(super) fn pass(&mut self, time: Duration) {
        let end = self.now + time;
        while let Some(at) = self.wake.filter(|at| *at <= end) {
            self.now = self.now.max(at);
            self.wake = None;
            self.feed(Event::TimerFired);
        }
        self.now = end;
        self.screen.app.ui.now = end;
    }

    /// Feeds an event and answers whatever it leads to.
    pub(super) fn feed(&mut self, event: Event) {
        self.screen.app.ui.now = self.now;
        let mut queue = VecDeque::from([event]);
        while let Some(event) = queue.pop_front() {
            let attention = layers::attention(&self.screen.layers);
            for effect in self.screen.app.feed(event, attention) {
                queue.extend(self.perform(effect));
            }
        }
    }

    fn perform(&mut self, effect: Effect) -> Option<Event> {
        match effect {
            Effect::Send(call) if self.is_silent(&call.request) => None,
            Effect::Send(call) => Some(self.answer(call)),
            Effect::WakeAt(at) => {
                self.wake = Some(at);
                None
            }
            Effect::FindSources => Some(Event::SourcesFound(self.found())),
            Effect::ReadSource { script, .. } => {
                let text = self.instance.sources.get(&script).cloned();
                let read = |text| SourceText { text, ..SourceText::default() };
                let text = text.map(read).ok_or_else(|| "gone".to_owned());
                Some(Event::SourceRead { script, text })
            }
            _ => None,
        }
    }

    fn is_silent(&self, request: &Request) -> bool {
        self.instance.silent.is_some_and(|silent| silent(request))
    }

    fn found(&self) -> SourcesFound {
        let scripts = self.instance.sources.keys();
        let name = |script: &ScriptPath| script.cartridge().to_owned();
        let mut names: Vec<String> = scripts.clone().map(name).collect();
        names.dedup();
        let folder = |name: &str| PathBuf::from(format!("/shop/cartridges/{name}"));
        SourcesFound {
            searched: vec![PathBuf::from("/shop")],
            cartridges: names
                .into_iter()
                .map(|name| Cartridge { folder: folder(&name), name })
                .collect(),
            scripts: scripts
                .map(|script| (script.clone(), PathBuf::from(script.as_str())))
                .collect(),
            incomplete: None,
        }
    }

    fn answer(&mut self, call: Call) -> Event {
        let sent = self.now;
        if matches!(call.request, Request::Step(..) | Request::Threads) {
            self.now = self.now + self.instance.latency;
            self.screen.app.ui.now = self.now;
        }
        let instance = &mut self.instance;
        if let Some(failure) = instance.failure.clone() {
            return Event::Answered { id: call.id, sent, outcome: Err(failure) };
        }
        match call.request {
            Request::CreateClient => instance.client = true,
            _ if !instance.client => {
                let fault = Fault::new("DebuggerDisabledException", "There is no such client.");
                let outcome = Err(Failure::from_fault(412, &fault));
                return Event::Answered { id: call.id, sent, outcome };
            }
            _ => {}
        }
        let answer = match call.request {
            Request::Threads => {
                Answer::Threads(ThreadList { script_threads: instance.threads.clone() })
            }
            Request::Breakpoints => Answer::Breakpoints(instance.breakpoints.clone()),
            Request::AddBreakpoints(new) => {
                let before = instance.breakpoints.len();
                for place in new {
                    instance.numbered += 1;
                    let id = BreakpointId(instance.numbered);
                    instance.breakpoints.push(Breakpoint { id, place });
                }
                Answer::Breakpoints(instance.breakpoints[before..].to_vec())
            }
            Request::DeleteBreakpoint(id) => {
                instance.breakpoints.retain(|held| held.id != id);
                Answer::Done
            }
            Request::Step(id, _) | Request::Resume(id) => Answer::Thread(step(instance, id)),
            Request::Variables { .. } => Answer::Members(page(&instance.variables, None)),
            Request::Members { path, .. } => {
                let found = instance.members.get(&path);
                Answer::Members(
                    found
                        .map_or_else(MemberList::default, |(list, total)| page(list, Some(*total))),
                )
            }
            Request::Eval { expression, .. } => {
                let text = instance.evals.get(asked(&expression)).cloned().unwrap_or_default();
                Answer::Eval(EvalResult { expression, result: Value::String(text) })
            }
            Request::CreateClient | Request::DeleteClient | Request::Stop(_) | Request::Reset => {
                Answer::Done
            }
        };
        Event::Answered { id: call.id, sent, outcome: Ok(answer) }
    }
}

fn step(instance: &mut Instance, id: ThreadId) -> ScriptThread {
    let next = instance.steps.pop_front();
    let place = instance.threads.iter_mut().find(|thread| thread.id == id).expect("a thread");
    if let Some((thread, variables)) = next {
        *place = thread;
        instance.variables = variables;
    } else {
        place.status = ThreadStatus::Running;
        place.call_stack.clear();
    }
    place.clone()
}

fn page(members: &[Member], total: Option<u64>) -> MemberList {
    let count = members.len() as u64;
    MemberList {
        object_members: members.to_vec(),
        count: Some(count),
        start: Some(0),
        total: total.or(Some(count)),
    }
}

/// A halted thread; frames as function, script and line.
pub(super) fn halted(id: u64, frames: &[(&str, &str, u32)]) -> ScriptThread {
    let frame = |(index, (function, script, line)): (usize, &(&str, &str, u32))| StackFrame {
        index: FrameIndex(u32::try_from(index).expect("few frames")),
        location: Location {
            function_name: (*function).to_owned(),
            line_number: Line(*line),
            script_path: ScriptPath::from(*script),
        },
    };
    ScriptThread {
        id: ThreadId(id),
        status: ThreadStatus::Halted,
        call_stack: frames.iter().enumerate().map(frame).collect(),
    }
}

/// A running thread.
pub(super) fn running(id: u64) -> ScriptThread {
    ScriptThread { id: ThreadId(id), status: ThreadStatus::Running, call_stack: Vec::new() }
}

/// A variable or member: parent, name, type and value.
pub(super) fn member(parent: &str, name: &str, type_name: &str, value: &str) -> Member {
    Member {
        name: name.to_owned(),
        parent: parent.to_owned(),
        type_name: type_name.to_owned(),
        value: value.to_owned(),
        scope: None,
    }
}
