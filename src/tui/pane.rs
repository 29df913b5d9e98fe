//! The panes of the screen.

/// A part of the screen that can hold the focus. The digits `0` to `7` name the first eight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pane {
    Source,
    Variables,
    Watch,
    Stack,
    Threads,
    Breakpoints,
    Console,
    History,
    /// The selected value in full. It has no digit: Enter on a value leads there.
    Inspector,
}

impl Pane {
    /// Every pane, in the order of the digits; the Inspector last.
    pub const ALL: [Self; 9] = [
        Self::Source,
        Self::Variables,
        Self::Watch,
        Self::Stack,
        Self::Threads,
        Self::Breakpoints,
        Self::Console,
        Self::History,
        Self::Inspector,
    ];

    /// The digit that focuses this pane, if it has one.
    pub fn digit(self) -> Option<char> {
        match self {
            Self::Inspector => None,
            pane => char::from_digit(pane as u32, 10),
        }
    }

    /// The title in full.
    pub fn title(self) -> &'static str {
        match self {
            Self::Source => "Source",
            Self::Variables => "Variables",
            Self::Watch => "Watch",
            Self::Stack => "Stack",
            Self::Threads => "Threads",
            Self::Breakpoints => "Breakpoints",
            Self::Console => "Console",
            Self::History => "History",
            Self::Inspector => "Inspector",
        }
    }

    /// The title of the tab in the narrow layout: shortened, never dropped.
    pub fn short_title(self) -> &'static str {
        match self {
            Self::Source => "Src",
            Self::Variables => "Vars",
            Self::Threads => "Thr",
            Self::Breakpoints => "Brk",
            Self::Console => "Cons",
            Self::History => "Hist",
            Self::Inspector => "Insp",
            pane => pane.title(),
        }
    }
}
