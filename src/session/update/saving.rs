//! What is kept with the project.

use super::Session;
use crate::session::breakpoint::Origin;
use crate::session::console::Console;
use crate::session::effect::Effect;
use crate::session::notice::NoticeKind;
use crate::session::saved::{Saved, SavedExpansion};
use crate::session::tree::Tree;
use std::time::Duration;

/// Changes of this time are written together.
const SETTLES: Duration = Duration::from_millis(300);
/// So many functions' opened nodes are kept.
const EXPANSIONS: usize = 500;

impl Session {
    pub(super) fn restore(&mut self, saved: Saved) {
        for spec in saved.breakpoints {
            self.put_breakpoint(spec, Origin::Own);
        }
        self.confirmed = saved.confirmed;
        for text in saved.watches {
            let tree = Tree::of_expression(self.new_tree(), &text, Some(&text));
            let confirmed = self.confirmed.contains(&text);
            self.watches.add(&text, tree, confirmed);
        }
        self.console = Console::with_inputs(saved.inputs);
        self.requests.history = saved.requests;
        self.expansion = saved.expansion.into_iter().map(|each| (each.key, each.open)).collect();
        self.remembered = saved.remembered;
    }

    /// The state as it would be written.
    pub fn to_save(&self) -> Saved {
        let own = self.breakpoints.iter().filter(|each| each.origin == Origin::Own);
        let mut expansion: Vec<SavedExpansion> = self
            .expansion
            .iter()
            .map(|(key, open)| SavedExpansion { key: key.clone(), open: open.clone() })
            .collect();
        expansion.sort_by(|one, other| one.key.cmp(&other.key));
        expansion.truncate(EXPANSIONS);
        let watches: Vec<String> =
            self.watches.iter().map(|watch| watch.expression.clone()).collect();
        let confirmed = self.confirmed.iter().filter(|text| watches.contains(text));
        Saved {
            breakpoints: own.map(|breakpoint| breakpoint.spec.clone()).collect(),
            confirmed: confirmed.cloned().collect(),
            watches,
            inputs: self.console.inputs().to_vec(),
            requests: self.requests.history.clone(),
            expansion,
            remembered: self.remembered.clone(),
        }
    }

    pub(super) fn remember(&mut self, key: String, value: serde_json::Value) {
        if self.remembered.get(&key) != Some(&value) {
            self.remembered.insert(key, value);
            self.save_soon();
        }
    }

    pub(super) fn save_soon(&mut self) {
        self.save_due.get_or_insert(self.now + SETTLES);
    }

    pub(super) fn save_if_due(&mut self) {
        if self.save_due.is_some_and(|due| due <= self.now) {
            self.save_now();
        }
    }

    pub(super) fn save_now(&mut self) {
        if self.save_due.take().is_some() {
            self.effects.push(Effect::Save(Box::new(self.to_save())));
        }
    }

    pub(super) fn saved(&mut self, outcome: Result<(), String>) {
        if let Err(cause) = outcome {
            self.say(NoticeKind::Error, format!("breakpoints and watches were not saved: {cause}"));
        }
    }
}
