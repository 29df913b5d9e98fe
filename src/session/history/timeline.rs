//! What a value was over the recorded halts.

use super::super::Session;
use super::super::frame::TreeKey;
use super::super::ids::HaltNumber;
use super::super::tree::Tree;
use super::Halt;

/// A halt at which a value was another one than at the halt before that told it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Turn {
    /// The halt.
    pub halt: HaltNumber,
    /// Its place, as in `Cart.js:142`.
    pub place: String,
    /// What it was; `None` where it was told first.
    pub before: Option<String>,
    /// What it was from there on.
    pub now: String,
}

impl Session {
    /// The turns of an expression's value in one function, oldest first. Halts that did not read it say
    /// nothing.
    pub fn timeline(&self, key: &TreeKey, expression: &str) -> Vec<Turn> {
        let mut turns: Vec<Turn> = Vec::new();
        for halt in self.history.halts() {
            let Some(now) = self.value_at(halt, key, expression) else { continue };
            let before = turns.last().map(|turn| turn.now.clone());
            if before.as_ref() == Some(&now) {
                continue;
            }
            let place = halt.top().map(|top| self.sources.place_of(top)).unwrap_or_default();
            turns.push(Turn { halt: halt.number, place, before, now });
        }
        turns
    }

    fn value_at(&self, halt: &Halt, key: &TreeKey, expression: &str) -> Option<String> {
        let tree: &Tree = self.tree_of_halt(halt, 0)?;
        let node = tree.find_expression(expression).filter(|node| !node.stale)?;
        (tree.key() == Some(key)).then(|| tree.shown_value(node))
    }
}
