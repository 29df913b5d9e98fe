//! What is kept with the project.

use super::Session;
use super::breakpoint::Origin;
use super::effect::Effect;
use super::evaluation::Console;
use super::notice::NoticeKind;
use super::saved::{Saved, SavedExpansion};
use super::tree::Tree;

/// So many functions' opened nodes are kept.
const EXPANSIONS: usize = 500;

impl Session {
    pub(super) fn restore(&mut self, saved: Saved) {
        for spec in saved.breakpoints {
            self.put_breakpoint(spec, Origin::Own);
        }
        self.confirmed = saved.confirmed;
        for text in saved.watches {
            let tree = Tree::of_watch(self.values.new_tree(), &text);
            let confirmed = self.confirmed.contains(&text);
            self.watches.add(&text, tree, confirmed);
        }
        self.console = Console::with_inputs(saved.inputs);
        self.requests.restore(saved.requests);
        let expansion = saved.expansion.into_iter().map(|each| (each.key, each.open));
        self.values.restore_expansion(expansion.collect());
        self.remembered = saved.remembered;
        self.mark = saved.client;
    }

    /// The state as it would be written.
    pub fn to_save(&self) -> Saved {
        let own = self.breakpoints.iter().filter(|each| each.origin == Origin::Own);
        let known = self.values.expansion().iter();
        let mut expansion: Vec<SavedExpansion> = known
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
            requests: self.requests.history().to_vec(),
            expansion,
            remembered: self.remembered.clone(),
            client: self.mark.clone(),
        }
    }

    pub(super) fn remember(&mut self, key: String, value: serde_json::Value) {
        if self.remembered.get(&key) != Some(&value) {
            self.remembered.insert(key, value);
            self.cx.save_soon();
        }
    }

    pub(super) fn save_if_due(&mut self) {
        if self.cx.save_due().is_some_and(|due| due <= self.cx.now()) {
            self.save_now();
        }
    }

    pub(super) fn save_now(&mut self) {
        self.cx.saved_now();
        self.cx.effect(Effect::Save(Box::new(self.to_save())));
    }

    pub(super) fn saved(&mut self, outcome: Result<(), String>) {
        if let Err(cause) = outcome {
            let text = format!("breakpoints and watches were not saved: {cause}");
            self.cx.say(NoticeKind::Error, text);
        }
    }
}
