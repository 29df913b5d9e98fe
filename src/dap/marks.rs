//! The breakpoints that the client has set.

use crate::api::ids::ScriptPath;
use crate::session::{BreakpointKey, BreakpointNumber};
use std::collections::{BTreeSet, HashMap};

/// The breakpoints that the client has set, and what it was told of each.
#[derive(Debug, Default)]
pub(super) struct Marks {
    of_script: HashMap<ScriptPath, BTreeSet<BreakpointKey>>,
    pub(super) told: HashMap<BreakpointNumber, dapts::Breakpoint>,
}

impl Marks {
    /// What the client has set there before, in place of which there is something else now.
    pub(super) fn replace(
        &mut self,
        script: &ScriptPath,
        keys: BTreeSet<BreakpointKey>,
    ) -> BTreeSet<BreakpointKey> {
        self.of_script.insert(script.clone(), keys).unwrap_or_default()
    }

    /// One more that the client has set.
    pub(super) fn add(&mut self, key: BreakpointKey) {
        self.of_script.entry(key.script.clone()).or_default().insert(key);
    }

    /// Everything that the client has set.
    pub(super) fn keys(&self) -> impl Iterator<Item = &BreakpointKey> {
        self.of_script.values().flatten()
    }

    pub(super) fn holds(&self, key: &BreakpointKey) -> bool {
        self.of_script.get(&key.script).is_some_and(|keys| keys.contains(key))
    }
}
