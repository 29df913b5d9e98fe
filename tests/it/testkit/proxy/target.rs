//! What a request asks for, as plans name it.

use std::fmt;

/// The debugger API's requests by kind; everything else is a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Target {
    CreateClient,
    DeleteClient,
    ListBreakpoints,
    AddBreakpoints,
    DeleteBreakpoint,
    ListThreads,
    ReadThread,
    Reset,
    /// Into, over or out.
    Step,
    Resume,
    Stop,
    Variables,
    Members,
    Eval,
    /// Storefront pages, and whatever isn't the debugger's.
    Page,
}

impl Target {
    pub const ALL: [Self; 15] = [
        Self::CreateClient,
        Self::DeleteClient,
        Self::ListBreakpoints,
        Self::AddBreakpoints,
        Self::DeleteBreakpoint,
        Self::ListThreads,
        Self::ReadThread,
        Self::Reset,
        Self::Step,
        Self::Resume,
        Self::Stop,
        Self::Variables,
        Self::Members,
        Self::Eval,
        Self::Page,
    ];

    /// The kind of a request, by its method and its path without the query.
    pub fn of(method: &str, path: &str) -> Self {
        let Some(below) = below(path) else { return Self::Page };
        let parts: Vec<&str> = below.trim_matches('/').split('/').collect();
        match (method, parts.as_slice()) {
            ("POST", ["client"]) => Self::CreateClient,
            ("DELETE", ["client"]) => Self::DeleteClient,
            ("GET", ["breakpoints", ..]) => Self::ListBreakpoints,
            ("POST", ["breakpoints"]) => Self::AddBreakpoints,
            ("DELETE", ["breakpoints", ..]) => Self::DeleteBreakpoint,
            ("GET", ["threads"]) => Self::ListThreads,
            ("POST", ["threads", "reset"]) => Self::Reset,
            ("GET", ["threads", _]) => Self::ReadThread,
            ("POST", ["threads", _, "into" | "over" | "out"]) => Self::Step,
            ("POST", ["threads", _, "resume"]) => Self::Resume,
            ("POST" | "DELETE", ["threads", _, "stop"]) => Self::Stop,
            (_, ["threads", _, "frames", _, "variables"]) => Self::Variables,
            (_, ["threads", _, "frames", _, "members"]) => Self::Members,
            (_, ["threads", _, "frames", _, "eval"]) => Self::Eval,
            _ => Self::Page,
        }
    }

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::CreateClient => "create client",
            Self::DeleteClient => "delete client",
            Self::ListBreakpoints => "list breakpoints",
            Self::AddBreakpoints => "add breakpoints",
            Self::DeleteBreakpoint => "delete breakpoint",
            Self::ListThreads => "list threads",
            Self::ReadThread => "read thread",
            Self::Reset => "reset",
            Self::Step => "step",
            Self::Resume => "resume",
            Self::Stop => "stop",
            Self::Variables => "variables",
            Self::Members => "members",
            Self::Eval => "eval",
            Self::Page => "page",
        }
    }

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.as_str() == name)
    }

    /// Whether it lets a halted thread go on or ends it.
    pub const fn moves(self) -> bool {
        matches!(self, Self::Step | Self::Resume | Self::Stop)
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A path below the debugger API's base address, in any of its spellings.
pub fn below(path: &str) -> Option<&str> {
    let (_, rest) = path.split_once("/dw/debugger/")?;
    rest.find('/').map(|at| &rest[at..])
}
