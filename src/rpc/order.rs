//! The order of what was sent: a command that moves a thread takes effect once the questions about
//! that thread that came before it are answered. Questions run beside each other, and what is about
//! other threads is not held up.

use super::args::Command;
use super::message::Id;
use super::span::Span;
use crate::api::ids::ThreadId;
use std::collections::BTreeMap;

/// What a command has to do with threads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Turn {
    /// Nothing that others wait for.
    Free,
    /// It reads where these stand.
    Asks(Vec<ThreadId>),
    /// It moves this one.
    Moves(ThreadId),
    /// It moves all.
    MovesAll,
}

impl Turn {
    const fn moves(&self) -> bool {
        matches!(self, Self::Moves(_) | Self::MovesAll)
    }

    fn threads(&self) -> &[ThreadId] {
        match self {
            Self::Free | Self::MovesAll => &[],
            Self::Asks(threads) => threads,
            Self::Moves(thread) => std::slice::from_ref(thread),
        }
    }

    /// Whether both are about the same thread.
    fn meets(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Free, _) | (_, Self::Free) => false,
            (Self::MovesAll, _) | (_, Self::MovesAll) => true,
            _ => self.threads().iter().any(|thread| other.threads().contains(thread)),
        }
    }
}

/// A command whose turn has not come yet.
#[derive(Debug)]
pub(super) struct Waiting {
    pub(super) id: Option<Id>,
    pub(super) command: Command,
    pub(super) turn: Turn,
}

/// Commands in the order in which they came, and the questions that have no answer yet.
#[derive(Debug, Default)]
pub(super) struct Queue {
    waiting: Vec<Waiting>,
    /// By the number of their task.
    asked: BTreeMap<u64, Turn>,
}

impl Queue {
    /// How many wait.
    pub(super) const fn len(&self) -> usize {
        self.waiting.len()
    }

    /// A task has ended.
    pub(super) fn answered(&mut self, number: u64) {
        self.asked.remove(&number);
    }

    /// Those that are given up, by how long they may take.
    pub(super) fn give_up(&mut self, is_meant: impl Fn(Span) -> bool) -> Vec<Option<Id>> {
        let all = self.waiting.extract_if(.., |it| is_meant(Span::of(&it.command)));
        all.map(|it| it.id).collect()
    }

    /// One more behind all others.
    pub(super) fn push(&mut self, waiting: Waiting) {
        self.waiting.push(waiting);
    }

    /// A question has begun, as the task of a number.
    pub(super) fn asks(&mut self, number: u64, turn: Turn) {
        self.asked.insert(number, turn);
    }

    /// The first one that nothing before it holds up.
    pub(super) fn next(&mut self) -> Option<Waiting> {
        let at = (0..self.waiting.len()).find(|at| self.is_free(*at))?;
        Some(self.waiting.remove(at))
    }

    fn is_free(&self, at: usize) -> bool {
        let turn = &self.waiting[at].turn;
        let is_behind = self.waiting[..at].iter().any(|earlier| earlier.turn.meets(turn));
        let is_asked = turn.moves() && self.asked.values().any(|asked| asked.meets(turn));
        !is_behind && !is_asked
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const T7: ThreadId = ThreadId(7);
    const T8: ThreadId = ThreadId(8);

    /// Commands by number; those that begin are told, and questions among them are under way.
    struct Script {
        queue: Queue,
        sent: u64,
    }

    impl Script {
        fn new() -> Self {
            Self { queue: Queue::default(), sent: 0 }
        }

        /// Sends one; gives the numbers of those that begin.
        fn send(&mut self, turn: Turn) -> Vec<u64> {
            self.sent += 1;
            let id = Some(Id::Number(self.sent.into()));
            let command = Command::read("status", json!({})).expect("a command");
            self.queue.waiting.push(Waiting { id, command, turn });
            self.begun()
        }

        fn answer(&mut self, number: u64) -> Vec<u64> {
            self.queue.answered(number);
            self.begun()
        }

        fn begun(&mut self) -> Vec<u64> {
            let mut begun = Vec::new();
            while let Some(Waiting { id, turn, .. }) = self.queue.next() {
                let Some(Id::Number(number)) = id else { panic!("it has a number") };
                let number = number.as_u64().expect("a whole one");
                if matches!(turn, Turn::Asks(_)) {
                    self.queue.asked.insert(number, turn);
                }
                begun.push(number);
            }
            begun
        }
    }

    fn asks(thread: ThreadId) -> Turn {
        Turn::Asks(vec![thread])
    }

    #[test]
    fn a_move_waits_for_the_questions_before_it_and_for_nothing_else() {
        let mut script = Script::new();
        assert_eq!(script.send(asks(T7)), [1]);
        assert_eq!(script.send(asks(T7)), [2], "questions run beside each other");
        assert_eq!(script.send(Turn::Moves(T7)), [] as [u64; 0]);
        assert_eq!(script.send(Turn::Moves(T8)), [4], "another thread");
        assert_eq!(script.send(Turn::Free), [5]);
        assert_eq!(script.send(asks(T7)), [] as [u64; 0], "behind the move");
        assert_eq!(script.send(Turn::Moves(T7)), [] as [u64; 0]);
        assert_eq!(script.answer(1), [] as [u64; 0]);
        assert_eq!(script.answer(2), [3, 6], "the later question goes on once it has moved");
        assert_eq!(script.answer(6), [7]);
        assert_eq!(script.queue.len(), 0);
    }

    #[test]
    fn what_moves_all_waits_for_all_and_holds_up_all() {
        let mut script = Script::new();
        assert_eq!(script.send(Turn::Asks(vec![T7, T8])), [1]);
        assert_eq!(script.send(Turn::MovesAll), [] as [u64; 0]);
        assert_eq!(script.send(asks(T8)), [] as [u64; 0]);
        assert_eq!(script.send(Turn::Free), [4]);
        assert_eq!(script.answer(1), [2, 3]);
    }

    #[test]
    fn what_waits_is_given_up_by_how_long_it_may_take() {
        let mut script = Script::new();
        script.send(asks(T7));
        let command =
            Command::read("continue", json!({"thread_id": 7, "wait_ms": 5})).expect("a command");
        let turn = Turn::Moves(T7);
        script.queue.waiting.push(Waiting { id: None, command, turn });
        assert_eq!(script.queue.give_up(|span| span == Span::Short), []);
        assert_eq!(script.queue.give_up(|span| span != Span::Short), [None]);
    }
}
