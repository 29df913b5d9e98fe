//! All that the screen is drawn from.

use super::keys::{Keymap, Pending};
use super::rows;
use super::selection::{Attention, Selection};
use super::settings::Settings;
use super::ui::{Pane, Ui};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::{
    Command, Connection, Effect, Event, Filtered, Generation, HaltNumber, Home, Node, NodeId,
    NodeKey, Notice, PastValue, Position, Scene, Session, Source, StateWord, Thread, Time, TreeKey,
};
use std::borrow::Cow;
use std::time::Duration;

/// How the program ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// The process's exit code.
    pub code: u8,
    /// What may remain on the server, for stderr.
    pub message: Option<String>,
}

/// Leaving is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// Since when; two seconds are all it gets.
    pub since: Time,
    /// The exit code if all goes well.
    pub code: u8,
}

impl Departure {
    /// How long the server is waited for.
    pub const LIMIT: Duration = Duration::from_secs(2);
}

/// A place of a thread in time and code: when it changes, the source pane goes there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Followed {
    thread: Option<ThreadId>,
    moment: Option<(Generation, Position)>,
    past: Option<HaltNumber>,
    frame: usize,
    pub(super) script: ScriptPath,
    pub(super) line: Line,
}

impl Followed {
    /// Whether only the moment may differ.
    pub(super) fn is_where(&self, other: &Self) -> bool {
        let here = |it: &Self| (it.thread, it.past, it.frame, it.line);
        here(self) == here(other) && self.script == other.script
    }

    /// The place that is shown, if any.
    pub(super) fn of(app: &App) -> Option<Self> {
        let scene = app.shown();
        let frame = scene.frame?;
        let thread = scene.thread.and_then(|id| app.session.threads().get(id));
        let place = thread.filter(|_| !scene.dimmed).map(Thread::place);
        Some(Self {
            thread: scene.thread,
            moment: place.map(|place| (place.generation, place.position)),
            past: scene.past,
            frame: scene.selected,
            script: frame.script.clone(),
            line: frame.line,
        })
    }
}

/// How many rows the Inspector has for one text in one width: a text of a megabyte is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inspected {
    pub(super) text: (usize, usize),
    pub(super) past: usize,
    pub(super) width: u16,
    pub(super) rows: usize,
}

/// The debugger and the screen around it. Drawing reads it, only messages change it.
#[derive(Debug)]
pub struct App {
    pub session: Session,
    /// What of it is looked at.
    pub selection: Selection,
    pub ui: Ui,
    pub keymap: Keymap,
    pub settings: Settings,
    /// Keys pressed but not complete.
    pub pending: Pending,
    /// The rows that the variables' filter leaves; `None` without a filter.
    pub filtered: Option<Filtered>,
    /// Since when the program waits to be stopped (`Ctrl-Z`), for the last renewal to go out.
    pub suspending: Option<Time>,
    pub departure: Option<Departure>,
    /// When `Ctrl-C` was last pressed.
    pub interrupted: Option<Time>,
    /// Whose variables' rows the cursor belongs to.
    pub(super) tree_key: Option<TreeKey>,
    /// The function and the variable whose place was last kept with the project.
    pub(super) kept: (Option<TreeKey>, Option<NodeKey>),
    /// The place that the source pane has scrolled to.
    pub(super) followed: Option<Followed>,
    /// The thread and frame that the cursors of their lists were put on.
    pub(super) listed_selection: Option<(Option<ThreadId>, usize)>,
    /// The entry of a list that the cursor goes to once it is loaded.
    pub(super) wanted: Option<(NodeId, u64)>,
    /// The first node that the deep search found.
    pub(super) first_match: Option<NodeId>,
    pub(super) inspected: Inspected,
    /// The source's cursor is to be put in the middle.
    pub(super) recentre: bool,
}

impl App {
    /// The first state of the screen.
    pub fn new(session: Session, keymap: Keymap, settings: Settings) -> Self {
        let mut ui = Ui::default();
        settings.apply(&mut ui);
        ui.restore(&session);
        Self {
            session,
            selection: Selection::default(),
            ui,
            keymap,
            settings,
            pending: Pending::default(),
            filtered: None,
            suspending: None,
            departure: None,
            interrupted: None,
            tree_key: None,
            kept: (None, None),
            followed: None,
            listed_selection: None,
            wanted: None,
            first_match: None,
            inspected: Inspected::default(),
            recentre: false,
        }
    }

    /// The script that the source pane shows: the one opened by hand, else the frame's.
    pub fn script(&self) -> Option<ScriptPath> {
        let frame = || self.shown().frame.map(|frame| frame.script.clone());
        self.ui.opened.clone().or_else(frame)
    }

    /// The text that the source pane shows, once it was asked for.
    pub fn source(&self) -> Option<&Source> {
        self.session.sources().get(&self.script()?)
    }

    /// The pane with trees whose value is shown in the Inspector and taken by `y` and `w`.
    pub fn value_pane(&self) -> Pane {
        let trees = [Pane::Variables, Pane::Watch, Pane::Console];
        let mut recent = self.ui.recent.iter();
        *recent.find(|pane| trees.contains(pane)).unwrap_or(&Pane::Variables)
    }

    /// The selected value in full: as the server sent it, or as indented JSON if that was asked
    /// for.
    pub fn inspected_text(&self) -> Cow<'_, str> {
        let Some(node) = rows::node(self) else {
            let entry = (self.value_pane() == Pane::Console).then(|| rows::console_entry(self));
            return entry.flatten().map_or(Cow::Borrowed(""), rows::output);
        };
        match &node.pretty {
            Some(Ok(text) | Err(text)) => Cow::Borrowed(text),
            None => Cow::Borrowed(&node.value),
        }
    }

    /// The path of the selected value; empty if it has none.
    pub fn inspected_path(&self) -> &str {
        rows::node(self).and_then(|node| node.path.as_deref()).unwrap_or_default()
    }

    /// The line of results: the session's last or the screen's own, whichever is later.
    pub fn notice(&self) -> Option<&Notice> {
        // Of the same moment, the screen's own.
        let both = [self.ui.notice.as_ref(), self.session.notice()];
        both.into_iter().flatten().min_by_key(|notice| std::cmp::Reverse(notice.at))
    }

    /// Whether a thread is halted.
    pub fn has_halts(&self) -> bool {
        self.session.threads().halted() > 0
    }

    /// Whether the debugger's client exists on the server as far as is known.
    pub fn is_attached(&self) -> bool {
        matches!(self.session.connection(), Connection::Attached { .. })
    }

    /// The values that the selected path had in the recorded halts, oldest first.
    pub fn past_values(&self) -> Vec<PastValue> {
        match self.inspected_path() {
            "" => Vec::new(),
            path => self.session.history().values_of(path),
        }
    }

    /// What source, stack and variables show.
    pub fn shown(&self) -> Scene<'_> {
        self.selection.scene(&self.session)
    }

    /// The selected thread.
    pub fn selected(&self) -> Option<&Thread> {
        self.session.threads().get(self.selection.thread()?)
    }

    /// The word in the top bar.
    pub fn state_word(&self) -> StateWord {
        if self.selection.past().is_some() { StateWord::History } else { self.live_word() }
    }

    /// The word of the present, also while a recorded halt is shown.
    pub fn live_word(&self) -> StateWord {
        self.session.state_word(self.selection.thread())
    }

    /// Which of the trees that can be seen a node is in.
    pub fn home_of(&self, node: NodeId) -> Option<Home> {
        let scene = self.shown();
        let shown = scene.tree.filter(|tree| tree.id() == node.tree).and(scene.home);
        shown.or_else(|| self.session.home_of(node))
    }

    /// A node of any tree that can be seen.
    pub fn node(&self, id: NodeId) -> Option<&Node> {
        self.session.tree(self.home_of(id)?)?.node(id)
    }

    /// Feeds the session and goes along with what changes; the effects are the caller's to
    /// perform.
    pub fn feed(&mut self, event: impl Into<Event>) -> Vec<Effect> {
        let mut effects = self.update(event.into());
        let spot = self.selection.spot();
        if self.selection.told != spot {
            self.selection.told = spot;
            effects.extend(self.update(Command::Focus(spot).into()));
        }
        effects
    }

    fn update(&mut self, event: Event) -> Vec<Effect> {
        let outcome = self.session.update(self.ui.now, event);
        let attention = if self.ui.layers.is_empty() { Attention::Free } else { Attention::Held };
        for change in &outcome.changes {
            self.selection.follow(change, &self.session, attention);
        }
        outcome.effects
    }
}
