//! Everything that a key can do, by name.

macro_rules! actions {
    ($($variant:ident = $name:literal,)*) => {
        /// One thing that the screen can do; keys, help, palette and hints name nothing else.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Action {
            $($variant,)*
        }

        impl Action {
            /// Every action, in the order of the help.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// The name in the palette, the key table and the settings.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// The action of that name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|action| action.name() == name)
            }
        }
    };
}

actions! {
    Continue = "continue",
    ContinueAll = "continue all",
    StepOver = "step over",
    StepInto = "step into",
    StepOut = "step out",
    StepIntoCall = "step into call",
    RepeatStep = "repeat step",
    RunToCursor = "run to cursor",
    StopThread = "stop thread",
    NextHalted = "next halted",
    KeepAlive = "keep alive",
    KeepAliveOff = "keepalive off",
    ToggleBreakpoint = "toggle breakpoint",
    EditBreakpoint = "edit breakpoint",
    SwitchBreakpoint = "switch breakpoint",
    FrameUp = "frame up",
    FrameDown = "frame down",
    Evaluate = "evaluate",
    WatchSelected = "watch selected",
    WatchNew = "watch new",
    Filter = "filter",
    DeepFind = "deep find",
    NextMatch = "next match",
    PreviousMatch = "previous match",
    CopyValue = "copy value",
    CopyPath = "copy path",
    More = "more",
    GoToIndex = "go to index",
    Assign = "assign",
    EditWatch = "edit watch",
    ConfirmWatch = "confirm watch",
    Pretty = "pretty",
    Delete = "delete",
    HaltBack = "halt back",
    HaltForward = "halt forward",
    Compare = "compare",
    Export = "export",
    Request = "request",
    Content = "content",
    RequestCancel = "request cancel",
    CopyCookie = "copy cookie",
    Snapshot = "snapshot",
    Reset = "reset",
    Clock = "clock",
    Job = "job",
    Journal = "journal",
    Source = "source",
    Variables = "variables",
    Watch = "watch",
    Stack = "stack",
    Threads = "threads",
    Breakpoints = "breakpoints",
    Console = "console",
    History = "history",
    Inspector = "inspector",
    NextPane = "next pane",
    PreviousPane = "previous pane",
    Down = "down",
    Up = "up",
    Left = "left",
    Right = "right",
    HalfPageDown = "half page down",
    HalfPageUp = "half page up",
    PageDown = "page down",
    PageUp = "page up",
    First = "first",
    Last = "last",
    LineOfExecution = "line of execution",
    Definition = "definition",
    Return = "return",
    GoToLine = "go to line",
    SearchScripts = "search scripts",
    Accept = "accept",
    Back = "back",
    Help = "help",
    Palette = "palette",
    Menu = "menu",
    Files = "files",
    Zoom = "zoom",
    Wider = "wider",
    Narrower = "narrower",
    Taller = "taller",
    Shorter = "shorter",
    ResetLayout = "reset layout",
    Redraw = "redraw",
    Editor = "editor",
    Log = "log",
    Mouse = "mouse",
    Connect = "connect",
    OtherId = "other id",
    ClearClient = "clear client",
    ConfigCheck = "config check",
    Suspend = "suspend",
    Quit = "quit",
    Interrupt = "interrupt",
}

impl Action {
    /// Whether only a sandbox can do it.
    pub fn is_of_sandbox(self) -> bool {
        matches!(self, Self::Snapshot | Self::Reset | Self::Clock | Self::Job | Self::Journal)
    }

    /// Whether it does something in scripts, to the instance, or to what is kept of the project:
    /// none of them is there while a recording is shown.
    pub const fn needs_present(self) -> bool {
        matches!(
            self,
            Self::Continue
                | Self::ContinueAll
                | Self::StepOver
                | Self::StepInto
                | Self::StepOut
                | Self::StepIntoCall
                | Self::RepeatStep
                | Self::RunToCursor
                | Self::StopThread
                | Self::ToggleBreakpoint
                | Self::EditBreakpoint
                | Self::SwitchBreakpoint
                | Self::Evaluate
                | Self::WatchSelected
                | Self::WatchNew
                | Self::EditWatch
                | Self::ConfirmWatch
                | Self::Assign
                | Self::Delete
                | Self::DeepFind
                | Self::KeepAlive
                | Self::KeepAliveOff
                | Self::Request
                | Self::RequestCancel
                | Self::Content
                | Self::CopyCookie
                | Self::Snapshot
                | Self::Reset
                | Self::Clock
                | Self::Job
                | Self::Journal
                | Self::Connect
                | Self::OtherId
                | Self::ClearClient
                | Self::NextHalted
        )
    }

    /// Whether it needs the thread where it stands now, not where a recorded halt shows it.
    pub const fn needs_thread(self) -> bool {
        matches!(
            self,
            Self::Continue
                | Self::ContinueAll
                | Self::StepOver
                | Self::StepInto
                | Self::StepOut
                | Self::StepIntoCall
                | Self::RepeatStep
                | Self::RunToCursor
                | Self::Evaluate
                | Self::Assign
                | Self::More
                | Self::Pretty
        )
    }
}
