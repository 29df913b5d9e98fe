//! All that the panes are drawn from.

use super::keys::{Action, Keymap, Pending};
use super::members::Members;
use super::selection::{Attention, Selection};
use super::settings::Settings;
use super::ui::{AWAITED, ConsoleUse, Crowd, FADING, Pane, Ui};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::{
    Change, Command, Connection, Effect, Event, Filtered, Generation, HaltNumber, Home, Node,
    NodeId, NodeKey, Notice, NoticeKind, Place, Position, Remedy, Row, Scene, Session, Source,
    StateWord, Thread, ThreadState, Time, Tree, TreeKey, WatchState,
};
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
            line: app.source().and_then(|it| scene.line_in(it)).unwrap_or(frame.line),
        })
    }
}

/// Whether something came since it was last looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Freshness {
    #[default]
    Known,
    New,
}

impl Freshness {
    pub(super) fn is_new(self) -> bool {
        self == Self::New
    }
}

/// A variable shown as root of its pane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooted {
    pub id: NodeId,
    /// How deep it is in its tree.
    pub depth: u16,
    /// Itself and what is visible below it.
    pub rows: Vec<Row>,
}

/// How many rows the Inspector has for one text in one width: a text of a megabyte is counted once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Inspected {
    pub(super) text: (usize, usize),
    pub(super) past: usize,
    /// Members that are listed below the text.
    pub(super) members: usize,
    pub(super) width: u16,
    pub(super) rows: usize,
}

/// The debugger and the panes around it. Drawing and layers read it, only messages change it.
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
    /// What is shown below the variable that was opened as root.
    pub rooted: Option<Rooted>,
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
    /// Which nodes without a preview were in sight, and where, when the session was last told.
    pub(super) lacking: (Vec<(Home, NodeId)>, Option<Place>),
    /// The first node that the deep search found.
    pub(super) first_match: Option<NodeId>,
    pub(super) inspected: Inspected,
    /// Whether a search through all scripts has ended since it was last looked at.
    pub(super) found: Freshness,
    /// Members that were asked for, for completion.
    pub members: Members,
    /// The source's cursor is to be put in the middle.
    pub(super) recentre: bool,
}

impl App {
    /// The first state of the panes.
    pub fn new(session: Session, keymap: Keymap, settings: Settings) -> Self {
        let mut ui = Ui::default();
        settings.apply(&mut ui);
        ui.restore(&session);
        let selection = match session.replayed() {
            Some(_) => Selection::of_replay(session.history().newest()),
            None => Selection::default(),
        };
        Self {
            selection,
            session,
            ui,
            keymap,
            settings,
            pending: Pending::default(),
            filtered: None,
            rooted: None,
            suspending: None,
            departure: None,
            interrupted: None,
            tree_key: None,
            kept: (None, None),
            followed: None,
            listed_selection: None,
            wanted: None,
            lacking: (Vec::new(), None),
            first_match: None,
            inspected: Inspected::default(),
            found: Freshness::default(),
            members: Members::default(),
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

    /// What stands for a node's value in one line.
    pub fn shown_value(&self, node: &Node) -> String {
        let tree = self.home_of(node.id).and_then(|home| self.session.tree(home));
        tree.map_or_else(|| node.value.to_string(), |tree| tree.shown_value(node))
    }

    /// The line of results: the session's last or the screen's own, whichever is later.
    pub fn notice(&self) -> Option<&Notice> {
        let is_over = |notice: &&Notice| {
            notice.kind == NoticeKind::Hint
                && self.ui.hints_ended.is_some_and(|end| notice.at < end)
        };
        let of_session = self.session.notice().filter(|notice| !is_over(notice));
        let of_session = of_session.or(self.session.result());
        let of_session = of_session.filter(|notice| !self.is_of_before(notice));
        // Of the same moment, the screen's own.
        let both = [self.ui.notice.as_ref(), of_session];
        both.into_iter().flatten().min_by_key(|notice| std::cmp::Reverse(notice.at))
    }

    /// Whether it was said before the selected thread set off, and that is so long ago that it
    /// reads like what becomes of it.
    fn is_of_before(&self, notice: &Notice) -> bool {
        let since = match self.selected().map(Thread::state) {
            Some(ThreadState::Stepping { since, .. } | ThreadState::Running { since }) => since,
            Some(ThreadState::Halted { .. }) | None => return false,
        };
        notice.at < since && self.ui.age(since) >= FADING
    }

    /// Whether a thread is halted.
    pub fn has_halts(&self) -> bool {
        self.session.threads().halted() > 0
    }

    /// Whether the debugger's client exists on the server as far as is known.
    pub fn is_attached(&self) -> bool {
        matches!(self.session.connection(), Connection::Attached { .. })
    }

    /// What has been waited for so long that the screen says so, and since when.
    pub fn awaited(&self) -> Option<(&'static str, Time)> {
        self.session.awaited().filter(|(_, since)| self.ui.age(*since) >= AWAITED)
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

    /// Whether an action means something beside what is shown, a recorded halt or a recording.
    pub fn offers(&self, action: Action) -> bool {
        let is_past = self.selection.past().is_some() && action.needs_thread();
        let is_replay = self.session.replayed().is_some() && action.needs_present();
        !is_past && !is_replay && self.has_object(action)
    }

    /// Whether there is what an action is done to, of those that are done to something special.
    fn has_object(&self, action: Action) -> bool {
        match action {
            Action::NextHalted => {
                let selected = self.selected().is_some_and(Thread::is_halted);
                self.session.threads().halted() > usize::from(selected)
            }
            Action::HaltBack => self.earlier_halt().is_some(),
            Action::HaltForward => self.selection.past().is_some(),
            Action::ConfirmWatch => {
                let watches = self.session.watches();
                watches.iter().any(|watch| watch.state == WatchState::Unconfirmed)
            }
            _ => true,
        }
    }

    /// The recorded halt before what is shown.
    pub fn earlier_halt(&self) -> Option<HaltNumber> {
        let present = || self.selected().and_then(Thread::halt);
        let from = self.selection.past().or_else(present);
        let mut halts = self.session.history().halts().rev().map(|halt| halt.number);
        halts.find(|number| from.is_none_or(|from| *number < from))
    }

    /// The thread that the last line tells of, while another one is shown.
    pub fn halted_elsewhere(&self) -> Option<ThreadId> {
        self.notice().filter(|notice| notice.remedy == Some(Remedy::NextHalted))?;
        let newest = self.session.history().newest();
        let halted = self.session.threads().iter().find(|thread| thread.halt() == newest);
        halted.map(Thread::id).filter(|id| self.selection.thread() != Some(*id))
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

    /// Feeds the session and goes along with what changes, as far as nobody types; the effects
    /// are the caller's to perform.
    pub fn feed(&mut self, event: Event, attention: Attention) -> Vec<Effect> {
        let mut effects = self.update(event, attention);
        let spot = self.selection.spot();
        if self.selection.told != spot {
            self.selection.told = spot;
            effects.extend(self.update(Command::Focus(spot).into(), attention));
        }
        effects
    }

    /// What of the session decides how the screen is divided and what fades.
    pub(super) fn observe(&mut self) {
        let several = self.session.threads().iter().count() > 1;
        self.ui.crowd = if several { Crowd::Several } else { Crowd::One };
        let used = self.session.console().entries().next().is_some();
        self.ui.console = if used { ConsoleUse::Used } else { ConsoleUse::Quiet };
        let moves = self.shown().dimmed;
        let waits = self.shown().tree.is_some_and(Tree::is_stale);
        self.ui.unsettled.observe(moves || waits, self.ui.now);
        self.ui.moving_since = self.ui.moving_since.or(Some(self.ui.now)).filter(|_| moves);
    }

    fn update(&mut self, event: Event, attention: Attention) -> Vec<Effect> {
        let outcome = self.session.update(self.ui.now, event);
        for change in &outcome.changes {
            self.selection.follow(change, &self.session, attention);
            self.members.follow(change);
            if matches!(change, Change::ScriptsSearched) {
                self.found = Freshness::New;
            }
        }
        self.observe();
        outcome.effects
    }
}
