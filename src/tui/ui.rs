//! What the screen remembers of itself: focus, cursors, sizes, marks. No debugger state.

pub use super::pane::Pane;

use super::highlight::Highlights;
use super::split::Ratios;
use super::text::Charset;
use super::theme::Theme;
use crate::api::ids::{Line, ScriptPath};
use crate::session::{NodeKey, Notice, NoticeKind, Remedy, Time, TreeKey};
use ratatui::layout::Size;
use std::collections::HashMap;
use std::time::Duration;

/// Where a list stands. Rows are counted from 0 in the rows that the pane shows, so after a filter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListView {
    /// The selected row.
    pub cursor: usize,
    /// The first row on screen.
    pub scroll: usize,
    /// Cells cut off at the left.
    pub column: usize,
    /// Text that shown rows contain; empty shows all.
    pub filter: String,
}

/// An answer that takes longer than this is marked as awaited; quicker ones would only flicker.
pub const AWAITED: Duration = Duration::from_millis(150);

/// Where the source pane stands in one script.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceView {
    /// The cursor's line; not the line of execution.
    pub cursor: Line,
    /// The first line on screen.
    pub top: Line,
    /// Cells cut off at the left.
    pub column: usize,
}

impl Default for SourceView {
    fn default() -> Self {
        Self { cursor: Line(1), top: Line(1), column: 0 }
    }
}

/// Where the variables' tree of one script's function stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TreeView {
    pub list: ListView,
    /// The node under the cursor by its names: it is found again when rows come and go.
    pub anchor: Option<NodeKey>,
    /// The node that is shown as root, by its names.
    pub root: Option<NodeKey>,
}

/// Which set of marks is drawn, always as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MarkSet {
    #[default]
    Unicode,
    /// For terminals, locales and users for whom the marks' width is not certain.
    Ascii,
}

/// Whether colours may be sent; bold, reverse and underline always may.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    #[default]
    Ansi,
    /// `NO_COLOR` or `--color never`.
    None,
}

/// Whether the mouse belongs to the program or to the terminal's own selection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mouse {
    #[default]
    Captured,
    Released,
}

/// Whether the terminal's window has the keyboard, as far as the terminal tells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Looked {
    #[default]
    At,
    Away,
}

/// Whether the focused pane has the whole screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Zoom {
    #[default]
    Off,
    On,
}

/// How many threads there are to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Crowd {
    /// One at most.
    #[default]
    One,
    Several,
}

/// Whether the console has anything to show.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ConsoleUse {
    #[default]
    Quiet,
    Used,
}

/// A thread that moves is shown as it was for so long; a quick step would only flicker.
pub const FADING: Duration = Duration::from_millis(100);

/// After so long what is still of before says so in a word: on a fast line it would only flicker.
pub const SAID_OLD: Duration = Duration::from_millis(500);

/// Whether values are of before, and when they last began to be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unsettled {
    is_now: bool,
    /// The last time that they began to be; they may be of now again.
    pub since: Option<Time>,
}

impl Unsettled {
    /// At this time they are of before, or not.
    pub fn observe(&mut self, is_now: bool, at: Time) {
        if is_now && !self.is_now {
            self.since = Some(at);
        }
        self.is_now = is_now;
    }
}

/// The state of the screen itself.
#[derive(Debug)]
pub struct Ui {
    /// The screen's size in cells.
    pub size: Size,
    pub focus: Pane,
    /// Panes by how lately they had the focus, latest first; a slot of several shows the latest.
    pub recent: Vec<Pane>,
    pub zoom: Zoom,
    /// Where the source stood before a pane was zoomed.
    pub unzoomed: Option<(ScriptPath, SourceView)>,
    pub ratios: Ratios,
    /// Decides about the place of the threads.
    pub crowd: Crowd,
    /// Decides about the height of the console.
    pub console: ConsoleUse,
    /// Since when what is shown is of before; old data fade after [`FADING`].
    pub moving_since: Option<Time>,
    /// When what is shown last began to be of before: the thread set off, or its values were to be
    /// read again. What is there again within [`FADING`] is never drawn as old.
    pub unsettled: Unsettled,
    pub marks: MarkSet,
    pub colours: Colours,
    /// What the terminal's locale can show.
    pub charset: Charset,
    /// The chosen theme; [`Colours::None`] outranks it.
    pub theme: Theme,
    /// The colours of sources, as far as they are known.
    pub highlights: Highlights,
    pub mouse: Mouse,
    pub looked: Looked,
    /// The window's title as it was set last.
    pub title: String,
    /// The present, by the clock that also counts a suspend.
    pub now: Time,
    /// A line of the screen's own (a refused key, a copy), beside the session's results.
    pub notice: Option<Notice>,
    /// When somebody last pressed a key: hints that were given before answered another one.
    pub hints_ended: Option<Time>,
    /// The script that the source pane shows, if it is not the frame's.
    pub opened: Option<ScriptPath>,
    /// Where jumps began, the latest last.
    pub trail: Vec<(ScriptPath, Line)>,
    /// What `/` looks for in the source.
    pub source_search: String,
    pub sources: HashMap<ScriptPath, SourceView>,
    /// Where the variables stood in functions other than the one shown.
    pub trees: HashMap<TreeKey, TreeView>,
    /// The variable under the cursor by its names.
    pub anchor: Option<NodeKey>,
    /// The variable that is shown as root, by its names.
    pub root: Option<NodeKey>,
    /// Where each pane's list stands, in the order of [`Pane::ALL`].
    pub lists: [ListView; Pane::ALL.len()],
}

impl Default for Ui {
    fn default() -> Self {
        Self {
            size: Size::new(80, 24),
            focus: Pane::Source,
            recent: vec![Pane::Source],
            zoom: Zoom::default(),
            unzoomed: None,
            ratios: Ratios::default(),
            crowd: Crowd::default(),
            console: ConsoleUse::default(),
            moving_since: None,
            unsettled: Unsettled::default(),
            marks: MarkSet::default(),
            colours: Colours::default(),
            charset: Charset::default(),
            theme: Theme::ansi().clone(),
            highlights: Highlights::default(),
            mouse: Mouse::default(),
            looked: Looked::default(),
            title: String::new(),
            now: Time::default(),
            notice: None,
            hints_ended: None,
            opened: None,
            trail: Vec::new(),
            source_search: String::new(),
            sources: HashMap::new(),
            trees: HashMap::new(),
            anchor: None,
            root: None,
            lists: Default::default(),
        }
    }
}

impl Ui {
    /// Gives `pane` the focus; a slot of several panes shows it from now on.
    pub fn focus(&mut self, pane: Pane) {
        // The Inspector only borrows the place of another pane.
        let leaves_inspector = self.focus == Pane::Inspector && pane != Pane::Inspector;
        self.recent
            .retain(|other| *other != pane && !(leaves_inspector && *other == Pane::Inspector));
        self.recent.insert(0, pane);
        self.focus = pane;
    }

    /// The pane that a slot shows: of its panes the one that had the focus last, else the first.
    pub fn shown(&self, panes: &[Pane]) -> Pane {
        let latest = self.recent.iter().find(|pane| panes.contains(pane));
        *latest.unwrap_or(&panes[0])
    }

    /// Where the list in `pane` stands.
    pub fn list(&self, pane: Pane) -> &ListView {
        &self.lists[pane as usize]
    }

    /// Where the list in `pane` stands, to be changed.
    pub fn list_mut(&mut self, pane: Pane) -> &mut ListView {
        &mut self.lists[pane as usize]
    }

    /// Where the source pane stands in `script`; the first line of one never shown.
    pub fn source(&self, script: &ScriptPath) -> SourceView {
        self.sources.get(script).copied().unwrap_or_default()
    }

    /// Whether what is shown is known to be of before for long enough to say so.
    pub fn is_faded(&self) -> bool {
        self.moving_since.is_some_and(|since| self.age(since) >= FADING)
    }

    /// Whether values that wait to be read have waited for long enough to say so.
    pub fn shows_old(&self) -> bool {
        self.unsettled.since.is_none_or(|since| self.age(since) >= FADING)
    }

    /// Whether they have waited for so long that they say it in a word.
    pub fn says_old(&self) -> bool {
        self.unsettled.since.is_none_or(|since| self.age(since) >= SAID_OLD)
    }

    /// How long ago `then` was.
    pub fn age(&self, then: Time) -> Duration {
        self.now.since(then)
    }

    /// A hint answered the key before; it says nothing about what comes next.
    pub fn forget_hint(&mut self) {
        self.hints_ended = Some(self.now);
        self.notice.take_if(|notice| notice.kind == NoticeKind::Hint);
    }

    /// Shows a line of the screen's own from now on.
    pub fn say(&mut self, kind: NoticeKind, text: impl Into<String>, remedy: Option<Remedy>) {
        self.notice = Some(Notice { kind, text: text.into(), remedy, at: self.now });
    }
}
