//! Recorded halts: walking, showing, comparing.

use super::Session;
use crate::session::command::HaltNumber;
use crate::session::history::{Comparison, Difference, Halt};
use crate::session::notice::NoticeKind;
use crate::session::tree::{NodeId, NodeKind, Tree};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Session {
    /// The tree of the present frame, also while history is shown.
    pub(super) fn present_tree(&self) -> Option<&Tree> {
        let thread = self.threads.selected()?;
        thread.tree(thread.selected_frame)
    }

    /// A halt is shown that is not the present one of its thread.
    pub(super) fn shows_recorded(&self) -> bool {
        let Some(halt) = self.history.shown.and_then(|number| self.history.get(number)) else {
            return false;
        };
        self.threads.get(halt.thread).is_none_or(|thread| thread.halt != Some(halt.number))
    }

    pub(super) fn past_tree(&mut self, node: NodeId) -> Option<&mut Tree> {
        let shown = self.history.shown?;
        let halt = self.history.get_mut(shown)?;
        halt.trees.values_mut().find(|tree| tree.id() == node.tree).map(Arc::make_mut)
    }

    pub(super) fn history_back(&mut self) {
        let live = self.threads.selected().and_then(|thread| thread.halt);
        let from = self.history.shown.or(live);
        let halts = self.history.halts().rev().map(|halt| halt.number);
        let before = halts.into_iter().find(|number| from.is_none_or(|from| *number < from));
        match before {
            Some(number) => self.show_halt(number),
            None => self.say(NoticeKind::Hint, "there is no earlier halt"),
        }
    }

    pub(super) fn history_forward(&mut self) {
        let Some(from) = self.history.shown else {
            return self.say(NoticeKind::Hint, "this is the present");
        };
        let live = self.threads.selected().and_then(|thread| thread.halt);
        let next = self
            .history
            .halts()
            .map(|halt| halt.number)
            .find(|number| *number > from && Some(*number) != live);
        match next {
            Some(number) => self.show_halt(number),
            None => self.live(),
        }
    }

    pub(super) fn history_go(&mut self, number: HaltNumber) {
        let live = self.threads.selected().and_then(|thread| thread.halt);
        if live == Some(number) {
            return self.live();
        }
        if self.history.get(number).is_some() {
            self.show_halt(number);
        }
    }

    fn show_halt(&mut self, number: HaltNumber) {
        self.history.shown = Some(number);
        self.history.shown_frame = 0;
        let script =
            self.history.get(number).and_then(|halt| halt.top()).map(|top| top.script.clone());
        if let Some(script) = script {
            self.load_source(&script);
        }
    }

    pub(super) fn live(&mut self) {
        self.leave_history();
    }

    /// Whether there was something to leave.
    pub(super) fn leave_history(&mut self) -> bool {
        self.history.shown.take().is_some()
    }

    pub(super) fn compare(&mut self, one: HaltNumber, other: HaltNumber) {
        let (older, newer) = (one.min(other), one.max(other));
        let values = |number: HaltNumber| self.history.get(number).map(|halt| self.values_at(halt));
        let (Some(before), Some(after)) = (values(older), values(newer)) else {
            return self.say(NoticeKind::Hint, "one of these halts is not kept any more");
        };
        for (number, values) in [(older, &before), (newer, &after)] {
            if values.is_none() {
                let text = format!("the variables of halt {number} were never read");
                return self.say(NoticeKind::Hint, text);
            }
        }
        let differences = differences(&before.unwrap_or_default(), &after.unwrap_or_default());
        let differ = match differences.len() {
            1 => "1 value differs".to_owned(),
            count => format!("{count} values differ"),
        };
        self.history.comparison = Some(Comparison { older, newer, differences });
        self.say(NoticeKind::Done, format!("{differ} between halts {older} and {newer}"));
    }

    /// Every value that was read in frame 0 of a halt, by name; `None` if none was.
    fn values_at(&self, halt: &Halt) -> Option<BTreeMap<String, Arc<str>>> {
        let live = self.threads.get(halt.thread).filter(|thread| thread.halt == Some(halt.number));
        let tree = match live {
            Some(thread) => thread.tree(0),
            None => halt.trees.get(&0).map(AsRef::as_ref),
        };
        tree.filter(|tree| tree.was_read()).map(values_in)
    }
}

fn values_in(tree: &Tree) -> BTreeMap<String, Arc<str>> {
    let values = tree
        .nodes()
        .filter(|node| node.kind == NodeKind::Value && !node.stale && !node.type_name.is_empty());
    values.map(|node| (tree.key_of(node.id).0.join("."), node.value.clone())).collect()
}

fn differences(
    before: &BTreeMap<String, Arc<str>>,
    after: &BTreeMap<String, Arc<str>>,
) -> Vec<Difference> {
    let mut names: Vec<&String> = before.keys().chain(after.keys()).collect();
    names.sort_unstable();
    names.dedup();
    let difference = |name: &&String| {
        let (older, newer) = (before.get(*name).cloned(), after.get(*name).cloned());
        (older != newer).then(|| Difference { name: (*name).clone(), older, newer })
    };
    names.iter().filter_map(difference).collect()
}
