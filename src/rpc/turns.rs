//! When the turn of a command comes.

use super::args::Command;
use super::message::{Code, Id, Refusal};
use super::order::{Turn, Waiting};
use super::server::{AT_A_TIME, Server};
use crate::api::ids::ThreadId;
use crate::session::HaltNumber;

impl Server {
    /// Does what is wanted as soon as its turn comes.
    pub(super) async fn take(&mut self, id: Option<Id>, mut command: Command) {
        if self.under_way() >= AT_A_TIME {
            let words = format!("{AT_A_TIME} requests are under way");
            let refusal = Refusal::new(Code::Busy, words).then("wait for their answers");
            return self.answer(id.as_ref(), &Err(refusal)).await;
        }
        let turn = self.turn(&mut command);
        self.queue.push(Waiting { id, command, turn });
        self.take_turns().await;
    }

    /// Does what nothing holds up any more.
    pub(super) async fn take_turns(&mut self) {
        while let Some(Waiting { id, command, turn }) = self.queue.next() {
            let before = self.begun;
            if let Some(outcome) = self.perform(id.clone(), command) {
                self.answer(id.as_ref(), &outcome).await;
            } else if self.begun > before && matches!(turn, Turn::Asks(_)) {
                self.queue.asks(self.begun, turn);
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
