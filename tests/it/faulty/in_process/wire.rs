//! The model as the runtime's wire: requests become questions, and what the line makes of their
//! answers becomes the failures that the HTTP client would report.

use crate::faulty::model::api::{Ask, Listed, Place, Refusal, Step, Told};
use crate::faulty::model::wire::{Cut, Wire as Line};
use crate::testkit::proxy::Trouble;
use futures::future::BoxFuture;
use haltscope::api::debugger::{
    Breakpoint, EvalResult, Location, Member, MemberList, NewBreakpoint, Scope, ScriptThread,
    StackFrame, ThreadList, ThreadStatus,
};
use haltscope::api::fault::Fault;
use haltscope::api::ids::{
    BreakpointId, DebuggerId, FrameIndex, Line as Number, ScriptPath, ThreadId,
};
use haltscope::runtime::Wire;
use haltscope::session::{
    Answer, Failure, FailureKind, Request, StepKind, StorefrontAnswer, StorefrontRequest,
};
use std::sync::Mutex;
use std::time::Duration;

/// The HTTP client's own limit.
const LIMIT: Duration = Duration::from_secs(40);

/// What went out, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    pub at: Duration,
    pub ask: Ask,
}

/// The line to the model under the name of a debugger client.
pub struct Played {
    pub line: Line,
    pub sent: Mutex<Vec<Sent>>,
    id: Mutex<String>,
}

impl Played {
    pub fn new(line: Line) -> Self {
        Self { line, sent: Mutex::default(), id: Mutex::new("haltscope".to_owned()) }
    }

    /// Requests of a kind since a time.
    pub fn count(&self, since: Duration, fits: impl Fn(&Ask) -> bool) -> usize {
        let sent = self.sent.lock().expect("no panic");
        sent.iter().filter(|one| one.at >= since && fits(&one.ask)).count()
    }

    pub fn id(&self) -> String {
        self.id.lock().expect("no panic").clone()
    }
}

impl Wire for Played {
    fn ask(&self, request: Request) -> BoxFuture<'_, Result<Answer, Failure>> {
        Box::pin(async move {
            let ask = question(&request);
            let at = self.line.with(|_, now| now);
            self.sent.lock().expect("no panic").push(Sent { at, ask: ask.clone() });
            let id = self.id();
            match tokio::time::timeout(LIMIT, self.line.ask(&id, ask)).await {
                Ok(Ok(told)) => answer(&request, told),
                Ok(Err(cut)) => Err(failure(cut)),
                Err(_) => Err(Failure::new(FailureKind::Silent, "no answer within 40 s", "wait")),
            }
        })
    }

    fn fetch(&self, _: StorefrontRequest) -> BoxFuture<'_, Result<StorefrontAnswer, Failure>> {
        Box::pin(async { Err(Failure::new(FailureKind::Refused, "no storefront", "")) })
    }

    fn session_cookie(&self) -> Option<String> {
        None
    }

    fn use_debugger_id(&self, id: DebuggerId) {
        id.as_str().clone_into(&mut self.id.lock().expect("no panic"));
    }
}

fn question(request: &Request) -> Ask {
    match request {
        Request::CreateClient => Ask::CreateClient,
        Request::DeleteClient => Ask::DeleteClient,
        Request::Threads => Ask::ListThreads,
        Request::Breakpoints => Ask::ListBreakpoints,
        Request::AddBreakpoints(places) => Ask::AddBreakpoints(places.iter().map(place).collect()),
        Request::DeleteBreakpoint(id) => Ask::DeleteBreakpoint(id.0),
        Request::Step(id, kind) => Ask::Step(id.0, step(*kind)),
        Request::Resume(id) => Ask::Resume(id.0),
        Request::Stop(id) => Ask::Stop(id.0),
        Request::Reset => Ask::Reset,
        Request::Variables { thread, frame } => {
            Ask::Variables { thread: thread.0, frame: frame.0 as usize }
        }
        Request::Members { thread, frame, path, .. } => {
            Ask::Members { thread: thread.0, frame: frame.0 as usize, path: path.clone() }
        }
        Request::Eval { thread, frame, expression } => {
            let expression = expression.clone();
            Ask::Eval { thread: thread.0, frame: frame.0 as usize, expression }
        }
    }
}

const fn step(kind: StepKind) -> Step {
    match kind {
        StepKind::Into => Step::Into,
        StepKind::Over => Step::Over,
        StepKind::Out => Step::Out,
    }
}

fn place(new: &NewBreakpoint) -> Place {
    Place {
        script: new.script_path.as_str().to_owned(),
        line: new.line_number.0,
        condition: new.condition.clone(),
    }
}

fn answer(request: &Request, told: Told) -> Result<Answer, Failure> {
    Ok(match told {
        Told::Done => Answer::Done,
        Told::Breakpoints(list) => Answer::Breakpoints(list.into_iter().map(breakpoint).collect()),
        Told::Threads(list) => {
            Answer::Threads(ThreadList { script_threads: list.into_iter().map(thread).collect() })
        }
        Told::Thread(listed) => Answer::Thread(thread(listed)),
        Told::Values(values) => {
            let scoped = matches!(request, Request::Variables { .. });
            let members = values.into_iter().map(|(name, value)| member(scoped, name, value));
            let object_members: Vec<Member> = members.collect();
            let total = Some(object_members.len() as u64);
            Answer::Members(MemberList { object_members, total, ..MemberList::default() })
        }
        Told::Value(text) => {
            Answer::Eval(EvalResult { expression: String::new(), result: text.into() })
        }
        Told::Refused(refusal) => return Err(refused(refusal)),
    })
}

fn breakpoint((id, place): (u64, Place)) -> Breakpoint {
    let place = NewBreakpoint {
        line_number: Number(place.line),
        script_path: ScriptPath(place.script),
        condition: place.condition,
    };
    Breakpoint { id: BreakpointId(id), place }
}

fn thread(listed: Listed) -> ScriptThread {
    let stack = listed.stack.unwrap_or_default();
    let status = if stack.is_empty() { ThreadStatus::Running } else { ThreadStatus::Halted };
    let frames = stack.into_iter().enumerate().map(|(index, frame)| StackFrame {
        index: FrameIndex(u32::try_from(index).expect("few frames")),
        location: Location {
            function_name: frame.function,
            line_number: Number(frame.line),
            script_path: ScriptPath(frame.script),
        },
    });
    ScriptThread { id: ThreadId(listed.id), status, call_stack: frames.collect() }
}

fn member(scoped: bool, name: String, value: String) -> Member {
    Member {
        name,
        parent: String::new(),
        type_name: "number".to_owned(),
        value,
        scope: scoped.then_some(Scope::Local),
    }
}

fn refused(refusal: Refusal) -> Failure {
    let (status, name) = match refusal {
        Refusal::Disabled => (412, "DebuggerDisabledException"),
        Refusal::NoThread => (404, "ScriptThreadNotFoundException"),
        Refusal::NoFrame => (400, "InvalidFrameIndexException"),
        Refusal::NoBreakpoint => (404, "BreakpointNotFoundException"),
    };
    Failure::from_fault(status, &Fault::new(name, "played"))
}

/// As the client's errors are sorted.
fn failure(cut: Cut) -> Failure {
    let new = |kind, cause: &str| Failure::new(kind, cause, "look at the line");
    match cut {
        Cut::Ended => new(FailureKind::Unreachable, "connection reset"),
        Cut::Instead(Trouble::Refused) => new(FailureKind::Unauthorized, "401"),
        Cut::Instead(Trouble::Gone) => new(FailureKind::ClientGone, "412"),
        Cut::Instead(Trouble::Fault(status)) => {
            let fault = Fault::new("InternalServerErrorException", "played");
            Failure::from_fault(status, &fault)
        }
        Cut::Instead(trouble) => new(FailureKind::Unexpected, &trouble.to_string()),
    }
}
