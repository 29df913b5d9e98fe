//! A breakpoint as the user wants it.

use super::hits::HitRule;
use crate::api::debugger::NewBreakpoint;
use crate::api::ids::{Line, ScriptPath};
use serde::{Deserialize, Serialize};
use std::fmt;

/// File and line: at most one breakpoint each.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BreakpointKey {
    /// The script as the server names it.
    pub script: ScriptPath,
    /// The line.
    pub line: Line,
}

impl BreakpointKey {
    /// A key.
    pub const fn new(script: ScriptPath, line: Line) -> Self {
        Self { script, line }
    }
}

impl fmt::Display for BreakpointKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.script.file_name(), self.line)
    }
}

/// All fields of a breakpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BreakpointSpec {
    /// Where.
    #[serde(flatten)]
    pub key: BreakpointKey,
    /// Evaluated by the server; halts if truthy.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// On which of its hits it halts; counted here, each other hit halts briefly.
    #[serde(default, rename = "from_hit", skip_serializing_if = "Option::is_none")]
    pub hit_rule: Option<HitRule>,
    /// Logs this text with its `{expr}` evaluated and runs on; halts briefly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// A log point that halts all the same: it shares its line with a breakpoint.
    #[serde(default, skip_serializing_if = "is_false")]
    pub also_halts: bool,
    /// Whether it is armed; off ones are kept here only.
    pub enabled: bool,
    /// The text of the line that it was set on, without blanks around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// For how many halts it is there.
    #[serde(default, skip_serializing_if = "Life::is_lasting")]
    pub life: Life,
    /// It halts only in requests in which this breakpoint was hit before; the server gets it then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<BreakpointKey>,
}

/// For how many halts a breakpoint is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Life {
    /// Until it is removed.
    #[default]
    Lasting,
    /// It goes with its first halt.
    Once,
}

impl Life {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
    fn is_lasting(&self) -> bool {
        *self == Self::Lasting
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for it so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl BreakpointSpec {
    /// A plain breakpoint, armed.
    pub const fn plain(script: ScriptPath, line: Line) -> Self {
        let key = BreakpointKey::new(script, line);
        Self {
            key,
            condition: None,
            hit_rule: None,
            log: None,
            also_halts: false,
            enabled: true,
            text: None,
            life: Life::Lasting,
            after: None,
        }
    }

    /// Its text is written instead of a halt.
    pub const fn logs_alone(&self) -> bool {
        self.log.is_some() && !self.also_halts
    }

    /// A log point and a breakpoint of one line as one that does both; nothing unless they are on the
    /// same terms.
    pub fn joined(&self, other: &Self) -> Option<Self> {
        let log = match (&self.log, &other.log) {
            (Some(log), None) | (None, Some(log)) => Some(log.clone()),
            _ => return None,
        };
        let joined = Self { log, also_halts: true, ..self.clone() };
        let is_on_same_terms =
            joined == Self { log: joined.log.clone(), also_halts: true, ..other.clone() };
        is_on_same_terms.then_some(joined)
    }

    /// What the server is asked for; blank conditions are none.
    pub(in crate::session) fn on_the_wire(&self) -> NewBreakpoint {
        let condition = self.condition.as_deref().map(str::trim).filter(|text| !text.is_empty());
        NewBreakpoint {
            line_number: self.key.line,
            script_path: self.key.script.clone(),
            condition: condition.map(str::to_owned),
        }
    }
}
