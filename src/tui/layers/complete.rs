//! Completion from what is loaded: no request, no guess.

use crate::session::{Node, Tree};
use crate::tui::app::App;
use std::collections::BTreeSet;

/// How many candidates are kept.
const MOST: usize = 50;

/// Paths and names that begin with `word`, the shortest first.
pub fn candidates(app: &App, word: &str) -> Vec<String> {
    if word.is_empty() {
        return Vec::new();
    }
    let loaded = app.shown().tree.into_iter().flat_map(Tree::nodes).filter_map(path);
    let watched = app.session.watches().iter().map(|watch| watch.expression.as_str());
    let platform = Tree::PLATFORM.into_iter();
    let all: BTreeSet<&str> = loaded
        .chain(watched)
        .chain(platform)
        .filter(|name| name.starts_with(word) && *name != word)
        .collect();
    let mut all: Vec<String> = all.into_iter().map(str::to_owned).collect();
    all.sort_by_key(String::len);
    all.truncate(MOST);
    all
}

fn path(node: &Node) -> Option<&str> {
    node.path.as_deref()
}

/// Goes round through the candidates for the word that was there at first.
#[derive(Debug, Default)]
pub struct Completion {
    all: Vec<String>,
    next: usize,
}

impl Completion {
    /// The next candidate; the first press looks them up.
    pub fn next(&mut self, app: &App, word: &str) -> Option<&str> {
        if !self.all.iter().any(|candidate| candidate == word) {
            self.all = candidates(app, word);
            self.next = 0;
        }
        let index = self.next % self.all.len().max(1);
        self.next = index + 1;
        self.all.get(index).map(String::as_str)
    }

    /// How many candidates there are.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Forgets them: the text was changed by hand.
    pub fn clear(&mut self) {
        self.all.clear();
    }
}
