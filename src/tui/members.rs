//! Members of paths that were asked for while somebody types, for completion.

use crate::api::paging::Page;
use crate::session::{Change, Question, QuestionId, Reply, Spot, Variable};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The screen's questions have numbers from here on.
const FIRST: u64 = 1 << 32;

/// What was asked and answered at one place of a thread.
#[derive(Clone, Debug, Default)]
pub struct Members {
    spot: Option<Spot>,
    asked: HashMap<QuestionId, String>,
    known: BTreeMap<String, Arc<[Variable]>>,
    next: u64,
}

impl Members {
    /// The question for a path's members; `None` if it was asked at this place already.
    pub(super) fn question(&mut self, spot: Spot, path: &str) -> Option<(QuestionId, Question)> {
        if self.spot != Some(spot) {
            self.forget();
            self.spot = Some(spot);
        }
        if self.known.contains_key(path) || self.asked.values().any(|asked| asked == path) {
            return None;
        }
        let id = QuestionId(FIRST + self.next);
        self.next += 1;
        self.asked.insert(id, path.to_owned());
        Some((id, Question::Members { path: path.to_owned(), page: Page::first() }))
    }

    /// Takes in an answer; what a thread's move makes old is forgotten.
    pub(super) fn follow(&mut self, change: &Change) {
        match change {
            Change::Answered { id, reply } => {
                if let (Some(path), Ok(Reply::Variables(members))) = (self.asked.remove(id), reply)
                {
                    self.known.insert(path, Arc::clone(&members.list));
                }
            }
            Change::StackChanged { thread }
            | Change::Continued { thread }
            | Change::Exited { thread, .. }
                if self.spot.is_some_and(|spot| spot.thread == *thread) =>
            {
                self.forget();
            }
            _ => {}
        }
    }

    /// The members of every path that was asked for.
    pub fn all(&self) -> impl Iterator<Item = &Variable> {
        self.known.values().flat_map(|list| list.iter())
    }

    fn forget(&mut self) {
        self.spot = None;
        self.asked.clear();
        self.known.clear();
    }
}
