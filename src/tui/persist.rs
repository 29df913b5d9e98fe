//! What of the screen is kept with the project: sizes and where the variables' cursors stand.

use super::app::App;
use super::split::Split;
use super::ui::{TreeView, Ui};
use crate::session::{Command, NodeKey, Session, TreeKey};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

const RATIOS: &str = "ratios";
const CURSORS: &str = "cursors";

/// Functions whose cursor is kept.
const CURSORS_KEPT: usize = 100;

#[derive(Serialize, Deserialize)]
struct Cursor {
    #[serde(flatten)]
    key: TreeKey,
    node: NodeKey,
    row: usize,
    scroll: usize,
}

impl Ui {
    /// Takes over what an earlier session kept; what is not understood is left out.
    pub(super) fn restore(&mut self, session: &Session) {
        let read = |key| session.remembered(key).cloned().unwrap_or_default();
        let ratios: BTreeMap<String, Vec<u16>> =
            serde_json::from_value(read(RATIOS)).unwrap_or_default();
        for split in Split::ALL {
            if let Some(weights) = ratios.get(split.name()) {
                self.ratios.set(split, weights.clone());
            }
        }
        let cursors: Vec<Cursor> = serde_json::from_value(read(CURSORS)).unwrap_or_default();
        for cursor in cursors {
            let mut view = TreeView { anchor: Some(cursor.node), ..TreeView::default() };
            view.list.cursor = cursor.row;
            view.list.scroll = cursor.scroll;
            self.trees.insert(cursor.key, view);
        }
    }
}

/// The commands that keep the panes' sizes.
pub(super) fn remember_ratios(app: &App) -> Command {
    let changed = app.ui.ratios.changed();
    let ratios: BTreeMap<&str, &[u16]> =
        changed.map(|(split, weights)| (split.name(), weights)).collect();
    Command::Remember { key: RATIOS.to_owned(), value: value_of(&ratios) }
}

/// The command that keeps where the variables' cursors stand.
pub(super) fn remember_cursors(app: &App) -> Command {
    let here = app.tree_key.clone().map(|key| {
        let list = app.ui.list(super::Pane::Variables).clone();
        let (anchor, root) = (app.ui.anchor.clone(), app.ui.root.clone());
        (key, TreeView { list, anchor, root })
    });
    let others = app.ui.trees.iter().map(|(key, view)| (key.clone(), view.clone()));
    let cursors: Vec<Cursor> = here
        .into_iter()
        .chain(others)
        .filter_map(|(key, view)| {
            let (row, scroll) = (view.list.cursor, view.list.scroll);
            Some(Cursor { key, node: view.anchor?, row, scroll })
        })
        .take(CURSORS_KEPT)
        .collect();
    Command::Remember { key: CURSORS.to_owned(), value: value_of(&cursors) }
}

fn value_of(kept: &impl Serialize) -> Value {
    serde_json::to_value(kept).unwrap_or_default()
}
