//! Questions and answers of the debugger API, without the wire.

use crate::testkit::proxy::Target;

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    CreateClient,
    DeleteClient,
    ListBreakpoints,
    AddBreakpoints(Vec<Place>),
    DeleteBreakpoint(u64),
    DeleteBreakpoints,
    ListThreads,
    ReadThread(u64),
    Reset,
    Step(u64, Step),
    Resume(u64),
    Stop(u64),
    Variables { thread: u64, frame: usize },
    Members { thread: u64, frame: usize, path: String },
    Eval { thread: u64, frame: usize, expression: String },
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Into,
    Over,
    Out,
}

/// Where a breakpoint is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub script: String,
    pub line: u32,
    /// `false` never halts; everything else does.
    pub condition: Option<String>,
}

impl Place {
    pub fn plain(script: &str, line: u32) -> Self {
        Self { script: script.to_owned(), line, condition: None }
    }
}

/// What the server answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Told {
    /// 204
    Done,
    Breakpoints(Vec<(u64, Place)>),
    Threads(Vec<Listed>),
    Thread(Listed),
    /// Names and values.
    Values(Vec<(String, String)>),
    /// The result of an expression.
    Value(String),
    Refused(Refusal),
}

/// A thread as lists and answers show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    pub id: u64,
    /// Innermost first; nothing while it runs.
    pub stack: Option<Vec<Frame>>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub function: String,
    pub script: String,
    pub line: u32,
}

/// The faults of the debugger API.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// 412: the client doesn't exist.
    Disabled,
    /// 404: no such thread.
    NoThread,
    /// 400: the thread has no such frame, or runs.
    NoFrame,
    /// 404: no such breakpoint.
    NoBreakpoint,
}

impl Ask {
    /// The kind that plans know it by.
    pub const fn target(&self) -> Target {
        match self {
            Self::CreateClient => Target::CreateClient,
            Self::DeleteClient => Target::DeleteClient,
            Self::ListBreakpoints => Target::ListBreakpoints,
            Self::AddBreakpoints(_) => Target::AddBreakpoints,
            Self::DeleteBreakpoint(_) | Self::DeleteBreakpoints => Target::DeleteBreakpoint,
            Self::ListThreads => Target::ListThreads,
            Self::ReadThread(_) => Target::ReadThread,
            Self::Reset => Target::Reset,
            Self::Step(..) => Target::Step,
            Self::Resume(_) => Target::Resume,
            Self::Stop(_) => Target::Stop,
            Self::Variables { .. } => Target::Variables,
            Self::Members { .. } => Target::Members,
            Self::Eval { .. } => Target::Eval,
        }
    }
}
