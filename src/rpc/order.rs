//! The order of what was sent: a command that moves a thread takes effect once the questions about
//! that thread that came before it are answered. Questions run beside each other, and what is about
//! other threads is not held up.

use super::args::{Command, bounded};
use super::message::{Code, Id, Refusal};
use super::server::{AT_A_TIME, Server, Span};
use crate::api::ids::ThreadId;
use crate::session::HaltNumber;
use std::collections::BTreeMap;

/// What a command has to do with threads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Turn {
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
struct Waiting {
    id: Option<Id>,
    command: Command,
    turn: Turn,
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
        let all = self.waiting.extract_if(.., |it| is_meant(span(&it.command)));
        all.map(|it| it.id).collect()
    }

    /// The first one that nothing before it holds up.
    fn next(&mut self) -> Option<Waiting> {
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

impl Server {
    /// Does what is wanted as soon as its turn comes.
    pub(super) async fn take(&mut self, id: Option<Id>, mut command: Command) {
        if self.under_way() >= AT_A_TIME {
            let words = format!("{AT_A_TIME} requests are under way");
            let refusal = Refusal::new(Code::Busy, words).then("wait for their answers");
            return self.answer(id.as_ref(), &Err(refusal)).await;
        }
        let turn = self.turn(&mut command);
        self.queue.waiting.push(Waiting { id, command, turn });
        self.take_turns().await;
    }

    /// Does what nothing holds up any more.
    pub(super) async fn take_turns(&mut self) {
        while let Some(Waiting { id, command, turn }) = self.queue.next() {
            let before = self.begun;
            if let Some(outcome) = self.perform(id.clone(), command) {
                self.answer(id.as_ref(), &outcome).await;
            } else if self.begun > before && matches!(turn, Turn::Asks(_)) {
                self.queue.asked.insert(self.begun, turn);
            }
        }
    }

    /// The thread that is meant by none is the one that is meant now, also when its turn comes late.
    fn turn(&self, command: &mut Command) -> Turn {
        let named = |thread: &mut Option<u64>| {
            *thread = thread.or(self.current.map(|current| current.0));
            thread.map(ThreadId)
        };
        let asks = |thread: Option<ThreadId>| Turn::Asks(thread.into_iter().collect());
        let moves = |thread: Option<ThreadId>| thread.map_or(Turn::Free, Turn::Moves);
        match command {
            Command::GetStack(args) => asks(named(&mut args.thread_id)),
            Command::GetVariables(args) => asks(named(&mut args.thread_id)),
            Command::Evaluate(args) => asks(named(&mut args.thread_id)),
            Command::GetHalt(args) => Turn::Asks(self.standing_at(&[args.halt])),
            Command::Compare(args) => Turn::Asks(self.standing_at(&[args.older, args.newer])),
            Command::Continue(args)
            | Command::StepOver(args)
            | Command::StepInto(args)
            | Command::StepOut(args)
            | Command::Stop(args) => moves(named(&mut args.thread_id)),
            Command::RunTo(args) => moves(named(&mut args.thread_id)),
            Command::ContinueAll(_) | Command::Detach(_) => Turn::MovesAll,
            Command::SetBreakpoints(_)
            | Command::AddBreakpoints(_)
            | Command::RemoveBreakpoints(_)
            | Command::ListBreakpoints(_)
            | Command::ListThreads(_)
            | Command::SelectThread(_)
            | Command::SelectFrame(_)
            | Command::Wait(_)
            | Command::Capture(_)
            | Command::History(_)
            | Command::Request(_)
            | Command::KeepAlive(_)
            | Command::Reattach(_)
            | Command::Status(_)
            | Command::Schema(_) => Turn::Free,
        }
    }

    /// The threads that still stand at one of these halts.
    fn standing_at(&self, halts: &[u64]) -> Vec<ThreadId> {
        let spot = |session: &crate::session::Session, halt: &u64| {
            session.spot_of(HaltNumber(*halt)).map(|spot| spot.thread)
        };
        self.desk.look(|session| halts.iter().filter_map(|halt| spot(session, halt)).collect())
    }
}

fn span(command: &Command) -> Span {
    let wait = match command {
        Command::Continue(args)
        | Command::StepOver(args)
        | Command::StepInto(args)
        | Command::StepOut(args)
        | Command::Stop(args) => args.wait_ms,
        Command::RunTo(args) => args.wait_ms,
        _ => None,
    };
    wait.map_or(Span::Short, |wait| Span::Waits(bounded(wait)))
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
