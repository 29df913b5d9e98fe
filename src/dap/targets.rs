//! The calls of a line that one can step into, each by itself.

use super::attached::Attached;
use super::handles::{Handle, Held};
use super::wire::Refusal;
use crate::api::ids::ScriptPath;
use crate::session::{Command, Destination, StepKind, ThreadCommand};
use dapts::{StepInTarget, StepInTargetsArguments, StepInTargetsResponse};
use std::time::Duration;

/// Scripts are not waited for longer.
const READING: Duration = Duration::from_secs(5);

impl Attached {
    /// The functions that the line of execution calls, as far as they are known: a frame further
    /// out calls none any more that could be entered.
    pub(super) async fn step_in_targets(
        &self,
        wanted: StepInTargetsArguments,
    ) -> Result<StepInTargetsResponse, Refusal> {
        let held = self.held(wanted.frame_id)?;
        let top = self.desk.look(|session| {
            let thread = session.threads().get(held.spot.thread)?;
            let top = thread.top().filter(|_| held.spot.frame == 0)?;
            Some((top.script.clone(), top.line))
        });
        let Some((script, line)) = top else { return Ok(StepInTargetsResponse::default()) };
        self.outlined(&script).await;
        // What tags mean, then what is called.
        for _ in 0..2 {
            let wanted = self.desk.look(|session| session.sources().to_read_for(&script, line));
            for script in wanted {
                self.outlined(&script).await;
            }
        }
        let calls = self.desk.look(|session| session.sources().step_targets(&script, line));
        let targets = calls.into_iter().map(|call| self.target(&held, call)).collect();
        Ok(StepInTargetsResponse { targets })
    }

    fn target(&self, held: &Held, call: Destination) -> StepInTarget {
        let label = call.name.clone();
        let id = u64::from(self.number(held.spot, held.place, Handle::Call(call)));
        StepInTarget { id, label, line: None, column: None, end_line: None, end_column: None }
    }

    /// Reads a script, if it is here, to know its functions.
    async fn outlined(&self, script: &ScriptPath) {
        self.desk.command(Command::OpenSource(script.clone()));
        let read = self.desk.until(|session| session.sources().outline(script).map(drop));
        let _ = tokio::time::timeout(READING, read).await;
    }

    /// What steps into a target: a run to the line on which its function is entered; a step, where
    /// nobody knows that line.
    pub(super) fn stepping_into(&self, target: u64) -> Result<ThreadCommand, Refusal> {
        let held = self.held(target)?;
        let Handle::Call(call) = held.handle else {
            return Err(Refusal::quiet(format!("{target} is no target to step into")));
        };
        let entry = self.desk.look(|session| {
            let thread = session.threads().get(held.spot.thread)?;
            let top = thread.top()?;
            session.sources().way_into(&top.script, top.line, &call)
        });
        Ok(match entry {
            Some(line) => ThreadCommand::RunTo { script: call.script, line },
            None => ThreadCommand::Step(StepKind::Into),
        })
    }
}
