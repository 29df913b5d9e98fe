//! What is kept with the project: never passwords, cookies or values.

use super::breakpoint::{BreakpointKey, BreakpointSpec};
use super::frame::TreeKey;
use super::tree::NodeKey;
use crate::api::ids::DebuggerId;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::{BTreeMap, BTreeSet};

/// A breakpoint as it is kept.
pub type SavedBreakpoint = BreakpointSpec;

/// The opened nodes of one script's function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedExpansion {
    /// Script and function.
    #[serde(flatten)]
    pub key: TreeKey,
    /// The nodes by the names that lead to them.
    pub open: BTreeSet<NodeKey>,
}

/// The debugger client that a session of this project has created and not deleted yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClientMark {
    /// The instance, as the session names it.
    pub instance: String,
    /// The value of `x-dw-client-id`.
    pub debugger_id: DebuggerId,
    /// The process that runs the session.
    pub process: u32,
}

impl ClientMark {
    pub(super) fn names(&self, instance: &str, id: &DebuggerId) -> bool {
        self.instance == instance && self.debugger_id == *id
    }
}

/// A project's state.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Saved {
    /// Breakpoints, also those that are off.
    pub breakpoints: Vec<SavedBreakpoint>,
    /// Watched expressions; those allowed to run code are listed in `confirmed`.
    pub watches: Vec<String>,
    /// Watched expressions that may run in the live request.
    pub confirmed: BTreeSet<String>,
    /// What was typed in the console.
    pub inputs: Vec<String>,
    /// Storefront requests that were sent.
    pub requests: Vec<String>,
    /// Opened nodes by script and function.
    pub expansion: Vec<SavedExpansion>,
    /// The front end's own values, such as pane ratios.
    pub remembered: Map<String, Value>,
    /// A client that is on the server, or was left there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client: Option<ClientMark>,
}

impl Saved {
    /// What two programs make of one state: what `ours` changed since `base` is changed in
    /// `theirs`. Breakpoints go by file and line, the rest by text or key.
    #[must_use]
    pub fn merge(base: &Self, ours: &Self, theirs: &Self) -> Self {
        Self {
            breakpoints: merge_breakpoints(base, ours, theirs),
            watches: merge_list(&base.watches, &ours.watches, &theirs.watches),
            confirmed: ours.confirmed.union(&theirs.confirmed).cloned().collect(),
            inputs: merge_list(&base.inputs, &ours.inputs, &theirs.inputs),
            requests: merge_list(&base.requests, &ours.requests, &theirs.requests),
            expansion: merge_expansion(&ours.expansion, &theirs.expansion),
            remembered: merge_remembered(base, ours, theirs),
            client: if ours.client == base.client { &theirs.client } else { &ours.client }.clone(),
        }
    }
}

fn merge_breakpoints(base: &Saved, ours: &Saved, theirs: &Saved) -> Vec<BreakpointSpec> {
    let by_key = |saved: &Saved| -> BTreeMap<BreakpointKey, BreakpointSpec> {
        saved.breakpoints.iter().map(|spec| (spec.key.clone(), spec.clone())).collect()
    };
    let (base, ours, mut merged) = (by_key(base), by_key(ours), by_key(theirs));
    for (key, spec) in &ours {
        if base.get(key) != Some(spec) {
            merged.insert(key.clone(), spec.clone());
        }
    }
    merged.retain(|key, _| ours.contains_key(key) || !base.contains_key(key));
    merged.into_values().collect()
}

fn merge_list(base: &[String], ours: &[String], theirs: &[String]) -> Vec<String> {
    let kept = |text: &&String| ours.contains(text) || !base.contains(text);
    let mut merged: Vec<String> = theirs.iter().filter(kept).cloned().collect();
    for text in ours {
        let gone_there = base.contains(text) && !theirs.contains(text);
        if !merged.contains(text) && !gone_there {
            merged.push(text.clone());
        }
    }
    merged
}

fn merge_expansion(ours: &[SavedExpansion], theirs: &[SavedExpansion]) -> Vec<SavedExpansion> {
    let mut merged = ours.to_vec();
    let is_new = |other: &&SavedExpansion| !ours.iter().any(|own| own.key == other.key);
    merged.extend(theirs.iter().filter(is_new).cloned());
    merged
}

fn merge_remembered(base: &Saved, ours: &Saved, theirs: &Saved) -> Map<String, Value> {
    let mut merged = theirs.remembered.clone();
    for (key, value) in &ours.remembered {
        if base.remembered.get(key) != Some(value) || !merged.contains_key(key) {
            merged.insert(key.clone(), value.clone());
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ids::{Line, ScriptPath};

    fn with_lines(lines: &[u32]) -> Saved {
        let spec = |line: &u32| BreakpointSpec::plain(ScriptPath::from("/a/b.js"), Line(*line));
        Saved { breakpoints: lines.iter().map(spec).collect(), ..Saved::default() }
    }

    fn lines(saved: &Saved) -> Vec<u32> {
        saved.breakpoints.iter().map(|spec| spec.key.line.0).collect()
    }

    #[test]
    fn two_programs_keep_each_others_breakpoints() {
        let check = |base: &[u32], ours: &[u32], theirs: &[u32], merged: &[u32]| {
            let result = Saved::merge(&with_lines(base), &with_lines(ours), &with_lines(theirs));
            assert_eq!(lines(&result), merged, "{base:?} {ours:?} {theirs:?}");
        };
        check(&[], &[1], &[2], &[1, 2]);
        check(&[1, 2], &[1], &[1, 2, 3], &[1, 3]);
        check(&[1, 2], &[1, 2], &[2], &[2]);
        check(&[1], &[], &[1], &[]);
    }

    #[test]
    fn an_edit_wins_over_the_other_programs_old_text() {
        let base = with_lines(&[1]);
        let mut ours = base.clone();
        ours.breakpoints[0].condition = Some("qty > 5".to_owned());
        let merged = Saved::merge(&base, &ours, &base);
        assert_eq!(merged.breakpoints[0].condition.as_deref(), Some("qty > 5"));
    }

    #[test]
    fn unknown_and_missing_keys_are_no_errors() {
        let saved: Saved =
            serde_json::from_str(r#"{"later": 1, "watches": ["a"]}"#).expect("reads");
        assert_eq!(saved.watches, ["a"]);
    }
}
