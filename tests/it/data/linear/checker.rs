//! Whether a history of concurrent calls could have happened one call at a time: the search of
//! Wing and Gong with the memory of Lowe, over any model.

use std::{collections::HashSet, hash::Hash};

/// What calls do, one at a time.
pub trait Model: Clone + Eq + Hash {
    /// What was asked and what was answered.
    type Call;

    /// What the call leaves behind; `None` when it can't be answered so here.
    fn after(&self, call: &Self::Call) -> Option<Self>;
}

/// A call with its place in time. The numbers come from one counter for all clients.
#[derive(Clone, Debug)]
pub struct Timed<C> {
    pub asked: usize,
    pub answered: usize,
    pub call: C,
}

/// The most calls that a history may have.
pub const LONGEST: usize = u128::BITS as usize;

/// An order of the calls that the model explains and that keeps to the time: a call that was
/// answered before another was asked comes before it. `None` when there is no such order.
pub fn order<M: Model>(start: &M, history: &[Timed<M::Call>]) -> Option<Vec<usize>> {
    assert!(history.len() <= LONGEST, "too long a history: {}", history.len());
    let mut search = Search { history, known: HashSet::new(), order: Vec::new() };
    search.go_on(start, 0).then_some(search.order)
}

struct Search<'a, M: Model> {
    history: &'a [Timed<M::Call>],
    /// Which calls were done and what they left, where no way led on from.
    known: HashSet<(u128, M)>,
    order: Vec<usize>,
}

impl<M: Model> Search<'_, M> {
    fn go_on(&mut self, state: &M, done: u128) -> bool {
        if self.order.len() == self.history.len() {
            return true;
        }
        if !self.known.insert((done, state.clone())) {
            return false;
        }
        let history = self.history;
        let open = || history.iter().enumerate().filter(|(index, _)| done & (1 << index) == 0);
        let earliest = open().map(|(_, call)| call.answered).min().unwrap_or(usize::MAX);
        for (index, timed) in open().filter(|(_, call)| call.asked < earliest) {
            let Some(next) = state.after(&timed.call) else { continue };
            self.order.push(index);
            if self.go_on(&next, done | 1 << index) {
                return true;
            }
            self.order.pop();
        }
        false
    }
}
