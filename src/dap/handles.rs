//! Numbers that stand for frames and for lists of variables. Each is good for the place of its
//! thread at which it was given, and never given again.

use crate::session::{Destination, Place, ScopeKind, Spot};
use std::collections::HashMap;
use std::ops::Range;

/// What a number stands for.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Handle {
    /// A frame.
    Frame,
    /// The variables of a scope.
    Scope(ScopeKind),
    /// The members of the object that a path leads to.
    Members(String),
    /// The entries of a list of which a client that pages was told how many there are.
    Counted(String),
    /// Some of the members of a list, which has so many before its entries.
    Range(String, Range<u64>, u64),
    /// What the getter gives that an expression leads to, run when it is asked for.
    Getter(String),
    /// A function that a line calls.
    Call(Destination),
}

/// A number's meaning, and where it holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Held {
    pub(super) spot: Spot,
    pub(super) place: Place,
    pub(super) handle: Handle,
}

/// All numbers that were given and still hold.
#[derive(Debug, Default)]
pub(super) struct Handles {
    last: u32,
    held: HashMap<u32, Held>,
    numbers: HashMap<Held, u32>,
}

impl Handles {
    /// The number that stands for it: the same as before if there is one.
    pub(super) fn number(&mut self, held: Held) -> u32 {
        if let Some(number) = self.numbers.get(&held) {
            return *number;
        }
        self.last += 1;
        self.held.insert(self.last, held.clone());
        self.numbers.insert(held, self.last);
        self.last
    }

    /// Whether a number was ever given.
    pub(super) fn was_given(&self, number: u64) -> bool {
        (1..=u64::from(self.last)).contains(&number)
    }

    pub(super) fn get(&self, number: u64) -> Option<Held> {
        self.held.get(&u32::try_from(number).ok()?).cloned()
    }

    /// Keeps those for which that holds.
    pub(super) fn retain(&mut self, holds: impl Fn(&Held) -> bool) {
        self.held.retain(|_, held| holds(held));
        self.numbers.retain(|held, _| holds(held));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ids::ThreadId;
    use crate::session::{Generation, Position};

    fn held(thread: u64, generation: u64, handle: Handle) -> Held {
        let thread = ThreadId(thread);
        let generation = Generation(generation);
        let place = Place { thread, generation, position: Position(0) };
        Held { spot: Spot { thread, frame: 0 }, place, handle }
    }

    #[test]
    fn the_same_thing_has_the_same_number_until_its_place_is_left() {
        let mut handles = Handles::default();
        let frame = handles.number(held(7, 1, Handle::Frame));
        let local = handles.number(held(7, 1, Handle::Scope(ScopeKind::Local)));
        assert_ne!(frame, local);
        assert_eq!(handles.number(held(7, 1, Handle::Frame)), frame);
        assert_ne!(handles.number(held(7, 2, Handle::Frame)), frame);
        handles.retain(|held| held.place.generation.0 == 2);
        assert_eq!(handles.get(u64::from(frame)), None);
        let given = [0, u64::from(frame), 99].map(|number| handles.was_given(number));
        assert_eq!(given, [false, true, false]);
        assert!(handles.number(held(7, 1, Handle::Frame)) > local, "never given again");
    }
}
