//! What one writer has in the library, and what a change makes of it: all of it, or nothing.

use std::collections::{BTreeMap, BTreeSet};

pub const ASSETS: [&str; 5] = ["a", "b", "c", "d", "e"];
/// The others are below the first.
pub const FOLDERS: [&str; 3] = ["top", "left", "right"];

/// Assets, folders and assignments that nobody else writes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Estate {
    /// Each asset's field.
    pub assets: BTreeMap<&'static str, u64>,
    pub folders: BTreeSet<&'static str>,
    /// Whether each assignment, of an asset to a folder, is the asset's default.
    pub assignments: BTreeMap<(&'static str, &'static str), bool>,
    /// The folder that each asset names as its default.
    pub defaults: BTreeMap<&'static str, &'static str>,
}

/// One request.
#[derive(Clone, Copy, Debug)]
pub enum Change {
    Put {
        asset: &'static str,
        value: u64,
    },
    /// Its assignments go with it.
    Delete {
        asset: &'static str,
    },
    /// Its assignments follow.
    Rename {
        asset: &'static str,
        to: &'static str,
    },
    MakeFolder {
        folder: &'static str,
    },
    /// Folders below it and all assignments go with it; assets forget their default.
    DeleteFolder {
        folder: &'static str,
    },
    /// The default that there was is none any more.
    Assign {
        asset: &'static str,
        folder: &'static str,
        is_default: bool,
    },
}

impl Estate {
    /// Everything that can be done now.
    pub fn possible(&self, value: u64) -> Vec<Change> {
        let mut changes: Vec<_> = ASSETS.map(|asset| Change::Put { asset, value }).to_vec();
        for asset in self.assets.keys().copied() {
            changes.push(Change::Delete { asset });
            let free = ASSETS.into_iter().filter(|other| !self.assets.contains_key(other));
            changes.extend(free.take(1).map(|to| Change::Rename { asset, to }));
            for folder in self.folders.iter().copied() {
                let is_default = value.is_multiple_of(2);
                changes.push(Change::Assign { asset, folder, is_default });
            }
        }
        for folder in FOLDERS {
            if self.folders.contains(folder) {
                changes.push(Change::DeleteFolder { folder });
            } else if folder == FOLDERS[0] || self.folders.contains(FOLDERS[0]) {
                changes.push(Change::MakeFolder { folder });
            }
        }
        changes
    }

    pub fn after(&self, change: Change) -> Self {
        let mut after = self.clone();
        match change {
            Change::Put { asset, value } => drop(after.assets.insert(asset, value)),
            Change::Delete { asset } => after.delete(asset),
            Change::Rename { asset, to } => after.rename(asset, to),
            Change::MakeFolder { folder } => drop(after.folders.insert(folder)),
            Change::DeleteFolder { folder } => after.delete_folder(folder),
            Change::Assign { asset, folder, is_default } => {
                after.assign(asset, folder, is_default);
            }
        }
        after
    }

    fn delete(&mut self, asset: &str) {
        self.assets.remove(asset);
        self.defaults.remove(asset);
        self.assignments.retain(|(of, _), _| *of != asset);
    }

    fn rename(&mut self, asset: &'static str, to: &'static str) {
        let value = self.assets[asset];
        let default = self.defaults.get(asset).copied();
        let assignments = std::mem::take(&mut self.assignments);
        let renamed = |of| if of == asset { to } else { of };
        self.assignments =
            assignments.into_iter().map(|((of, folder), is)| ((renamed(of), folder), is)).collect();
        self.assets.remove(asset);
        self.defaults.remove(asset);
        self.assets.insert(to, value);
        self.defaults.extend(default.map(|folder| (to, folder)));
    }

    fn delete_folder(&mut self, folder: &'static str) {
        let gone = |other: &&'static str| *other == folder || folder == FOLDERS[0];
        self.folders.retain(|other| !gone(other));
        self.assignments.retain(|(_, other), _| !gone(other));
        self.defaults.retain(|_, other| !gone(other));
    }

    fn assign(&mut self, asset: &'static str, folder: &'static str, is_default: bool) {
        if is_default {
            let others = self.assignments.iter_mut().filter(|((of, _), _)| *of == asset);
            others.for_each(|(_, is)| *is = false);
            self.defaults.insert(asset, folder);
        } else if self.defaults.get(asset) == Some(&folder) {
            self.defaults.remove(asset);
        }
        self.assignments.insert((asset, folder), is_default);
    }
}
