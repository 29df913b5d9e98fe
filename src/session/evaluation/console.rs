//! What was evaluated, logged and answered, in order.

use super::super::frame::Place;
use super::super::ids::{EntryId, HaltNumber};
use super::super::tree::{NodeId, Tree};
use std::collections::VecDeque;

/// What came of an evaluation.
#[derive(Clone, Debug)]
pub enum EvalOutcome {
    /// Not answered yet.
    Running,
    /// The result's text, raw.
    Text(String),
    /// The script engine's error, raw; it came as an ordinary answer.
    ScriptError(String),
    /// A path's value with its members.
    Tree(Box<Tree>),
    /// No answer: cause and what to do.
    Failed {
        /// What happened.
        cause: String,
        /// What to do.
        action: String,
    },
}

/// What an entry is.
#[derive(Clone, Debug)]
pub enum ConsoleLine {
    /// An expression and its result.
    Eval {
        /// As typed.
        expression: String,
        /// What came of it.
        outcome: EvalOutcome,
    },
    /// A logpoint's text.
    Logpoint {
        /// As in `Cart.js:149`.
        place: String,
        /// The text, its expressions evaluated.
        text: String,
    },
    /// A storefront request and what became of it.
    Request {
        /// As in `GET Cart-AddProduct?pid=1`.
        title: String,
        /// Status, time and size, then the first lines.
        lines: Vec<String>,
        /// It did not succeed.
        failed: bool,
    },
}

/// One entry.
#[derive(Clone, Debug)]
pub struct ConsoleEntry {
    /// Its number.
    pub id: EntryId,
    /// What it is.
    pub line: ConsoleLine,
    /// The halt it belongs to.
    pub halt: Option<HaltNumber>,
    /// The answer came when that halt was over: labelled `from halt 11`.
    pub from_halt: Option<HaltNumber>,
    /// The place and frame that it was asked at.
    origin: Option<(Place, usize)>,
}

/// The console: the newest entries, and what was typed.
#[derive(Clone, Debug, Default)]
pub struct Console {
    entries: VecDeque<ConsoleEntry>,
    inputs: Vec<String>,
    next: u64,
}

impl Console {
    const LIMIT: usize = 1_000;
    const INPUTS: usize = 200;

    /// Oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &ConsoleEntry> + ExactSizeIterator {
        self.entries.iter()
    }

    /// What was typed, oldest first, each text once.
    pub fn inputs(&self) -> &[String] {
        &self.inputs
    }

    pub(in crate::session) fn with_inputs(inputs: Vec<String>) -> Self {
        Self { inputs, ..Self::default() }
    }

    pub(in crate::session) fn push(
        &mut self,
        line: ConsoleLine,
        halt: Option<HaltNumber>,
    ) -> EntryId {
        self.next += 1;
        let id = EntryId(self.next);
        if self.entries.len() == Self::LIMIT {
            self.entries.pop_front();
        }
        self.entries.push_back(ConsoleEntry { id, line, halt, from_halt: None, origin: None });
        id
    }

    pub(in crate::session) fn remember_input(&mut self, text: &str) {
        self.inputs.retain(|known| known != text);
        self.inputs.push(text.to_owned());
        let excess = self.inputs.len().saturating_sub(Self::INPUTS);
        self.inputs.drain(..excess);
    }

    fn get_mut(&mut self, id: EntryId) -> Option<&mut ConsoleEntry> {
        self.entries.iter_mut().find(|entry| entry.id == id)
    }

    pub(super) fn set_origin(&mut self, id: EntryId, place: Place, frame: usize) {
        if let Some(entry) = self.get_mut(id) {
            entry.origin = Some((place, frame));
        }
    }

    /// The place and the frame that an entry was asked at.
    pub(in crate::session) fn origin(&self, id: EntryId) -> Option<(Place, usize)> {
        self.entries.iter().find(|entry| entry.id == id)?.origin
    }

    /// The answer came when its halt was over.
    pub(super) fn label_as_late(&mut self, id: EntryId) {
        if let Some(entry) = self.get_mut(id) {
            entry.from_halt = entry.halt;
        }
    }

    /// Gives the expression and the halt that the entry belongs to.
    pub(super) fn set_outcome(
        &mut self,
        id: EntryId,
        new: EvalOutcome,
    ) -> Option<(String, Option<HaltNumber>)> {
        let entry = self.get_mut(id)?;
        let ConsoleLine::Eval { outcome, expression } = &mut entry.line else { return None };
        *outcome = new;
        Some((expression.clone(), entry.halt))
    }

    pub(in crate::session) fn tree_of(&self, id: EntryId) -> Option<&Tree> {
        match &self.entries.iter().find(|entry| entry.id == id)?.line {
            ConsoleLine::Eval { outcome: EvalOutcome::Tree(tree), .. } => Some(tree),
            _ => None,
        }
    }

    /// Which entry's result a node is in.
    pub(in crate::session) fn home_of(&self, node: NodeId) -> Option<EntryId> {
        self.tree(node).map(|(entry, _)| entry.id)
    }

    pub(in crate::session) fn tree(&self, node: NodeId) -> Option<(&ConsoleEntry, &Tree)> {
        self.entries.iter().find_map(|entry| match &entry.line {
            ConsoleLine::Eval { outcome: EvalOutcome::Tree(tree), .. }
                if tree.id() == node.tree =>
            {
                Some((entry, tree.as_ref()))
            }
            _ => None,
        })
    }

    pub(in crate::session) fn tree_mut(&mut self, id: EntryId) -> Option<&mut Tree> {
        match &mut self.get_mut(id)?.line {
            ConsoleLine::Eval { outcome: EvalOutcome::Tree(tree), .. } => Some(tree.as_mut()),
            _ => None,
        }
    }
}
