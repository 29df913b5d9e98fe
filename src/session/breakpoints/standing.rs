//! Whether a breakpoint can halt anything, in the few words that an editor or a script shows.

use super::super::Session;
use super::super::breakpoint::{Breakpoint, Fact};
use super::super::source::LineCode;
use super::super::verdict::{Aspect, Concern, ConditionVerdict, FileVerdict, Gravity};
use crate::api::ids::Line;

/// How a breakpoint stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The server has it, and nothing here says that it can't halt.
    pub verified: bool,
    /// Where threads halt, as far as is known.
    pub line: Line,
    /// Why it isn't verified, or what else is to be known about it.
    pub message: Option<String>,
}

impl Session {
    /// How a breakpoint stands; `None` while the server has not answered for it yet.
    pub fn standing(&self, breakpoint: &Breakpoint) -> Option<Standing> {
        let verdict = self.verdict(breakpoint);
        let line = match (&breakpoint.slid_to, &verdict.line) {
            _ if matches!(breakpoint.fact, Fact::Refused(_)) => breakpoint.key().line,
            (Some(line), _) | (None, LineCode::Slides(line)) => *line,
            _ => breakpoint.key().line,
        };
        let problem = match &breakpoint.fact {
            Fact::UnderWay => return None,
            Fact::None if breakpoint.spec.enabled && breakpoint.waits() => None,
            Fact::Refused(cause) => Some(format!("the server refused it: {cause}")),
            Fact::None if breakpoint.spec.enabled => Some(self.why_unarmed(breakpoint).to_owned()),
            Fact::None => Some("it is off".to_owned()),
            Fact::Armed(_) => None,
        };
        let concerns = verdict.concerns(&breakpoint.spec);
        let serious = |concern: &&Concern| match concern.aspect {
            Aspect::File => no_file(&verdict.file),
            Aspect::Line => matches!(verdict.line, LineCode::Nowhere | LineCode::PastEnd { .. }),
            Aspect::Condition => matches!(verdict.condition, ConditionVerdict::Broken(_)),
            Aspect::Order | Aspect::Deployed => false,
        };
        let found = problem.or_else(|| concerns.iter().find(serious).map(|it| it.text.clone()));
        let worth_saying = |concern: &&Concern| concern.gravity >= Gravity::Warning;
        let notes = concerns.iter().find(worth_saying).map(|it| it.text.clone());
        let waits = breakpoint.waits_for().map(|key| {
            format!("armed where {} was hit", self.sources.place(&key.script, key.line))
        });
        let condition = breakpoint.spec.condition.as_deref().map(may_throw);
        let message = found.clone().or(notes).or(waits).or(condition);
        Some(Standing { verified: found.is_none(), line, message })
    }
}

impl Session {
    /// Nobody answers for a breakpoint; what was armed before the line broke off halts requests all the same.
    fn why_unarmed(&self, breakpoint: &Breakpoint) -> &'static str {
        let is_left = self.breakpoints.held.at(&breakpoint.spec.on_the_wire()).is_some();
        if self.connection.is_lost() && is_left {
            "no connection: the server may still halt requests there"
        } else {
            "not attached: it is not armed"
        }
    }
}

/// The server takes a condition that throws for one that isn't true, and tells nobody.
fn may_throw(condition: &str) -> String {
    format!("halts where {} is true: where it throws, it counts as false", condition.trim())
}

/// Nothing can be said about a file whose cartridge isn't here: the server may have it.
const fn no_file(verdict: &FileVerdict) -> bool {
    matches!(verdict, FileVerdict::OtherCase(_) | FileVerdict::NotInCartridge)
}
