//! Expressions that are read again at every halt.

use super::super::frame::Spot;
use super::super::ids::WatchId;
use super::super::mask::Evaluated;
use super::super::tree::{Baseline, ChangeMark, NodeId, Tree, is_plain_path};
use crate::api::ids::ThreadId;

/// What a watch shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WatchState {
    /// No halt yet.
    Idle,
    /// It would run code in the live request and waits to be allowed.
    Unconfirmed,
    /// Asked for; the tree still shows the text of the halt before.
    Loading,
    /// The tree's root is the value.
    Value,
    /// Not in this frame, or an error: the server's text.
    Failed(String),
}

/// One watch.
#[derive(Clone, Debug)]
pub struct Watch {
    /// Its number.
    pub id: WatchId,
    /// As typed.
    pub expression: String,
    /// No plain path: evaluated in the live request, marked `(eval)`.
    pub is_eval: bool,
    /// Whether it may run.
    pub confirmed: bool,
    /// What it shows.
    pub state: WatchState,
    /// The value as a tree with one root.
    pub tree: Tree,
    /// The value's text without the members that are hidden, where it tells some.
    pub(super) masked: Option<String>,
}

impl Watch {
    /// How the value differs from the halt before.
    pub fn change(&self) -> &ChangeMark {
        let root = self.tree.roots().first().and_then(|root| self.tree.node(*root));
        root.map_or(&ChangeMark::None, |node| &node.change)
    }

    /// What stands for the value in a row: of an object its members.
    pub fn shown(&self) -> String {
        let root = self.tree.roots().first().and_then(|root| self.tree.node(*root));
        root.map_or_else(String::new, |node| self.tree.shown_value(node))
    }

    /// The value's text; for an object that was read by path its type or a summary may be all
    /// that is known.
    pub fn value(&self) -> &str {
        let root = self.tree.roots().first().and_then(|root| self.tree.node(*root));
        root.map_or("", |node| &node.value)
    }
}

/// All watches, in the user's order.
#[derive(Clone, Debug, Default)]
pub struct Watches {
    list: Vec<Watch>,
    next: u64,
    /// Where they were read last.
    spot: Option<Spot>,
    /// That place was accepted as a halt.
    was_halt: bool,
    /// One of them may have changed something since the variables were read.
    disturbed: bool,
}

impl Watches {
    /// In the user's order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Watch> {
        self.list.iter()
    }

    /// One by id.
    pub fn get(&self, id: WatchId) -> Option<&Watch> {
        self.list.iter().find(|watch| watch.id == id)
    }

    /// How many values changed since the halt before.
    pub fn changes(&self) -> usize {
        self.list.iter().filter(|watch| *watch.change() != ChangeMark::None).count()
    }

    pub(in crate::session) fn get_mut(&mut self, id: WatchId) -> Option<&mut Watch> {
        self.list.iter_mut().find(|watch| watch.id == id)
    }

    pub(in crate::session) fn add(
        &mut self,
        expression: &str,
        tree: Tree,
        confirmed: bool,
    ) -> WatchId {
        self.next += 1;
        let id = WatchId(self.next);
        let mut watch = Watch {
            id,
            expression: String::new(),
            is_eval: false,
            confirmed,
            state: WatchState::Idle,
            tree,
            masked: None,
        };
        watch.set_expression(expression, confirmed);
        self.list.push(watch);
        id
    }

    pub(in crate::session) fn remove(&mut self, id: WatchId) {
        self.list.retain(|watch| watch.id != id);
    }

    /// Which watch's value a node is in.
    pub(in crate::session) fn home_of(&self, node: NodeId) -> Option<WatchId> {
        self.list.iter().find(|watch| watch.tree.id() == node.tree).map(|watch| watch.id)
    }

    pub(in crate::session) fn tree_mut(&mut self, id: WatchId) -> Option<&mut Tree> {
        self.get_mut(id).map(|watch| &mut watch.tree)
    }

    pub(in crate::session) fn fail(&mut self, id: WatchId, cause: &str) {
        if let Some(watch) = self.get_mut(id) {
            watch.state = WatchState::Failed(cause.to_owned());
        }
    }

    /// Another place, or another frame: every value waits to be read there. One of another frame
    /// than before is compared with nothing.
    pub(in crate::session) fn begin(&mut self, spot: Spot) {
        let baseline = if self.was_halt { Baseline::Advances } else { Baseline::Stays };
        let is_elsewhere = self.spot.replace(spot) != Some(spot);
        self.was_halt = false;
        for watch in &mut self.list {
            watch.tree.begin(baseline);
            if is_elsewhere {
                watch.tree.forget_before();
            }
            watch.wait();
        }
    }

    /// What was read may have changed since: every value waits to be read again.
    pub(in crate::session) fn doubt(&mut self) {
        for watch in &mut self.list {
            watch.tree.doubt();
            watch.wait();
        }
    }

    /// One of them may have changed something.
    pub(in crate::session) const fn disturb(&mut self) {
        self.disturbed = true;
    }

    /// Whether one of them may have changed something since this was asked last.
    pub(in crate::session) const fn take_disturbance(&mut self) -> bool {
        std::mem::replace(&mut self.disturbed, false)
    }

    /// The place where they were read was accepted as a halt.
    pub(in crate::session) fn halted(&mut self, thread: ThreadId) {
        self.was_halt |= self.spot.is_some_and(|spot| spot.thread == thread);
    }

    /// It turned out to be none.
    pub(in crate::session) fn was_no_halt(&mut self, thread: ThreadId) {
        self.was_halt &= self.spot.is_none_or(|spot| spot.thread != thread);
    }

    /// Expressions and values or errors, for a recorded halt.
    pub(in crate::session) fn texts(&self) -> Vec<Evaluated> {
        let told = |watch: &Watch| {
            let (text, masked) = match &watch.state {
                WatchState::Failed(cause) => (cause.clone(), None),
                _ => (watch.value().to_owned(), watch.masked.clone()),
            };
            Evaluated { expression: watch.expression.clone(), text, masked }
        };
        self.iter().map(told).collect()
    }
}

impl Watch {
    pub(in crate::session) fn set_expression(&mut self, expression: &str, confirmed: bool) {
        expression.trim().clone_into(&mut self.expression);
        self.masked = None;
        self.is_eval = !is_plain_path(&self.expression);
        self.confirmed = confirmed;
        self.state = if self.may_run() { WatchState::Idle } else { WatchState::Unconfirmed };
    }

    /// Its value is to be read.
    pub(in crate::session) const fn waits(&self) -> bool {
        self.may_run() && matches!(self.state, WatchState::Idle | WatchState::Loading)
    }

    fn wait(&mut self) {
        if self.may_run() {
            self.state = WatchState::Loading;
        }
    }

    pub(in crate::session) const fn may_run(&self) -> bool {
        !self.is_eval || self.confirmed
    }
}
