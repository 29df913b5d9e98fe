//! Work of several threads that is bounded as a whole: who asks for more than there is room for waits for its turn.

use crate::script::{HostError, Interrupt};
use parking_lot::{Condvar, Mutex};

/// Room for so much at once.
pub(super) struct Turns {
    room: usize,
    taken: Mutex<usize>,
    given_back: Condvar,
}

/// Room that is given back when this is dropped. Who holds some mustn't ask for more.
pub(super) struct Turn<'a> {
    turns: &'a Turns,
    size: usize,
}

impl Turns {
    pub(super) const fn of(room: usize) -> Self {
        Self { room, taken: Mutex::new(0), given_back: Condvar::new() }
    }

    /// Takes room once there is enough; what is larger than all of it is alone. An error if the call that waits for it must
    /// end before.
    pub(super) fn take(
        &self,
        size: usize,
        interrupt: Interrupt<'_>,
    ) -> Result<Turn<'_>, HostError> {
        let size = size.min(self.room);
        let mut taken = self.taken.lock();
        while *taken + size > self.room {
            interrupt.check()?;
            self.given_back.wait_for(&mut taken, Interrupt::LOOK);
        }
        *taken += size;
        Ok(Turn { turns: self, size })
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        *self.turns.taken.lock() -= self.size;
        self.turns.given_back.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{
        sync::atomic::{AtomicUsize, Ordering},
        thread,
    };

    #[test]
    fn no_more_is_at_work_than_there_is_room_for() {
        let (turns, at_work) = (Turns::of(3), AtomicUsize::new(0));
        let work = |size: usize| {
            for _ in 0..200 {
                let _turn = turns.take(size, Interrupt::new(&|| false)).expect("nothing ends it");
                let room = size.min(3);
                assert!(at_work.fetch_add(room, Ordering::SeqCst) + room <= 3);
                thread::yield_now();
                at_work.fetch_sub(room, Ordering::SeqCst);
            }
        };
        thread::scope(|scope| {
            for size in [1, 2, 3, 9, 1, 2] {
                scope.spawn(move || work(size));
            }
        });
        assert_eq!(*turns.taken.lock(), 0);
    }

    #[test]
    fn who_must_end_waits_no_longer() {
        let turns = Turns::of(3);
        let (asked, never) = (AtomicUsize::new(0), || false);
        let is_due = || asked.fetch_add(1, Ordering::SeqCst) > 1;
        let turn = turns.take(2, Interrupt::new(&never)).expect("there is room");
        assert!(turns.take(2, Interrupt::new(&is_due)).is_err());
        drop(turn);
        turns.take(2, Interrupt::new(&is_due)).expect("there is room");
    }
}
