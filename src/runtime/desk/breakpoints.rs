//! Breakpoints as other programs give them: a whole set, sent on as a difference.

use super::Desk;
use crate::api::ids::Line;
use crate::session::{
    Breakpoint, BreakpointCommand, BreakpointKey, BreakpointSpec, Command, HitRule, Hits, Life,
    NoHitRule, NoRequestFilter, NoScript, Origin, RequestFilter, Session,
};
use schemars::JsonSchema;
use serde::Deserialize;
use std::num::NonZeroU32;
use std::path::Path;
use std::time::Duration;

/// How long the cartridges are searched before names are taken as they are.
const SEARCHING: Duration = Duration::from_secs(10);

/// How long the server may take to forget breakpoints.
const REMOVING: Duration = Duration::from_secs(10);

/// A breakpoint to be set. A name that is unknown is refused: without the condition that it was to
/// be, every request would halt.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WantedBreakpoint {
    /// A local file, or the script as the server names it: /app/cartridge/….
    pub file: String,
    /// The line, from 1.
    pub line: NonZeroU32,
    /// Halts only if this expression is true; where it throws, it counts as false.
    pub condition: Option<String>,
    /// On which hits it halts: 8 or "8" (from the 8th on), "= 3", "% 10", "> 5"; "= 3 per request"
    /// counts in each request anew.
    pub hit_count: Option<HitCount>,
    /// Logs this text, with {expressions} filled in, instead of halting.
    pub log: Option<String>,
    /// Halts although it logs.
    pub also_halts: Option<bool>,
    /// Goes with its first halt.
    pub once: Option<bool>,
    /// Halts only in requests like this; added to the condition.
    pub only: Option<OnlyRequests>,
    /// Halts only in requests in which this breakpoint was hit before.
    pub after: Option<Place>,
}

/// What tells requests apart; all that is said must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlyRequests {
    /// A storefront URL, its end, or a query alone: Cart-AddProduct?pid=1.
    #[serde(default)]
    pub url: String,
    /// name=value, or a name alone.
    #[serde(default)]
    pub cookie: String,
    /// name: value, or a name alone.
    #[serde(default)]
    pub header: String,
}

/// Another breakpoint, by its place.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// A local file, or the script as the server names it.
    pub file: String,
    /// The line, from 1.
    pub line: NonZeroU32,
}

/// On which hits a breakpoint halts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum HitCount {
    /// From this one on.
    From(NonZeroU32),
    /// A number, perhaps with a sign before it.
    Rule(String),
}

/// Whether breakpoints that aren't named stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    /// They stay.
    Stay,
    /// They go: what is given is the whole set.
    Go,
}

impl HitCount {
    fn rule(&self) -> Result<HitRule, NoHitRule> {
        match self {
            Self::From(first) => Ok(Hits::From(first.get()).into()),
            Self::Rule(text) => text.parse(),
        }
    }
}

impl WantedBreakpoint {
    /// What it comes to, or why it can't be set. `folder` is what local files are relative to.
    fn spec(&self, session: &Session, folder: &Path) -> Result<BreakpointSpec, String> {
        let key = |file: &str, line: NonZeroU32| {
            let script = session.sources().script_named(file, folder)?;
            Ok(BreakpointKey::new(script, Line(line.get())))
        };
        let told = |error: NoScript| error.to_string();
        let BreakpointKey { script, line } = key(&self.file, self.line).map_err(told)?;
        let after = self.after.as_ref().map(|it| key(&it.file, it.line)).transpose();
        let narrowed = |only: &OnlyRequests| only.narrowed(self.condition.as_deref());
        let narrowed = self.only.as_ref().map(narrowed).transpose();
        let narrowed = narrowed.map_err(|error| error.to_string())?;
        let hit_rule = self.hit_count.as_ref().map(HitCount::rule).transpose();
        let filled = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
        let log = filled(self.log.clone());
        Ok(BreakpointSpec {
            condition: filled(narrowed.or_else(|| self.condition.clone())),
            hit_rule: hit_rule.map_err(|error| error.to_string())?,
            also_halts: log.is_some() && self.also_halts == Some(true),
            log,
            life: if self.once == Some(true) { Life::Once } else { Life::Lasting },
            after: after.map_err(told)?,
            ..BreakpointSpec::plain(script, line)
        })
    }
}

impl OnlyRequests {
    /// A condition for these requests alone. Fails if nothing tells them apart.
    pub fn narrowed(&self, condition: Option<&str>) -> Result<String, NoRequestFilter> {
        let Self { url, cookie, header } = self.clone();
        RequestFilter { url, cookie, header }.narrowed(condition.unwrap_or_default())
    }
}

impl Desk {
    /// Which of the texts that a halt is to be read with is no expression, and why, as far as a
    /// parser can tell: the server would take a faulty condition for false.
    pub fn unreadable(&self, condition: Option<&str>, expressions: &[String]) -> Option<String> {
        let parse = self.look(|session| session.options().parse_condition)?;
        let condition = condition.map(|text| ("condition".to_owned(), text));
        let named = |(at, text)| (format!("expressions[{at}]"), String::as_str(text));
        let expressions = expressions.iter().enumerate().map(named);
        condition.into_iter().chain(expressions).find_map(|(name, text)| {
            if text.trim().is_empty() {
                return Some(format!("{name} is empty"));
            }
            let why = parse(text).err().filter(|why| why.rhino_only.is_none())?;
            Some(format!("{name} {text}: {}", why.message))
        })
    }

    /// Sets breakpoints, in their order; those that are there as wanted are left alone. Gives where
    /// each of them is, or why it can't be set. The server has not answered for them yet: see
    /// [`Desk::standing_of`].
    pub async fn set_breakpoints(
        &self,
        wanted: &[WantedBreakpoint],
        folder: &Path,
        others: Others,
    ) -> Vec<Result<BreakpointKey, String>> {
        let found = self.until(|session| session.sources().index().map(drop));
        let _ = tokio::time::timeout(SEARCHING, found).await;
        let specs: Vec<Result<BreakpointSpec, String>> =
            self.look(|session| wanted.iter().map(|it| it.spec(session, folder)).collect());
        let specs = one_of_each_line(specs);
        let wish = |command| self.command(Command::Breakpoint(command));
        if others == Others::Go {
            for key in self.look(|session| unwanted(session, &specs)) {
                wish(BreakpointCommand::Remove(key));
            }
        }
        for spec in specs.iter().flatten() {
            let is_there = |session: &Session| {
                session.breakpoints().get(&spec.key).is_some_and(|it| it.spec == *spec)
            };
            if !self.look(is_there) {
                wish(BreakpointCommand::Set(spec.clone()));
            }
        }
        specs.into_iter().map(|spec| spec.map(|spec| spec.key)).collect()
    }

    /// Waits until the server has forgotten the breakpoints that were removed, or can't be reached: 10 s at the most.
    pub async fn until_forgotten(&self) {
        let _ = tokio::time::timeout(REMOVING, self.until(is_settled)).await;
    }
}

/// The server has what it is to have, or can't be reached.
pub(super) fn is_settled(session: &Session) -> Option<()> {
    (session.is_reconciled() || !session.connection().is_attached()).then_some(())
}

/// A line has one breakpoint: a log point and a breakpoint on the same terms become one that does both;
/// of others for one line the last is set, and those before say so.
pub fn one_of_each_line(
    mut specs: Vec<Result<BreakpointSpec, String>>,
) -> Vec<Result<BreakpointSpec, String>> {
    for at in (0..specs.len()).rev() {
        for earlier in (0..at).rev() {
            let (Ok(last), Ok(spec)) = (&specs[at], &specs[earlier]) else { continue };
            if spec.key != last.key {
                continue;
            }
            if let Some(joined) = spec.joined(last) {
                (specs[at], specs[earlier]) = (Ok(joined.clone()), Ok(joined));
            } else {
                specs[earlier] = Err(format!(
                    "a line has one breakpoint, and a later entry is for {}:{}, too: join the two",
                    last.key.script, last.key.line
                ));
            }
        }
    }
    specs
}

fn unwanted(session: &Session, specs: &[Result<BreakpointSpec, String>]) -> Vec<BreakpointKey> {
    let is_wanted = |key: &BreakpointKey| specs.iter().flatten().any(|spec| spec.key == *key);
    let is_temporary = |it: &&Breakpoint| matches!(it.origin, Origin::OneShot(_));
    let lasting = session.breakpoints().iter().filter(|it| !is_temporary(it));
    lasting.map(Breakpoint::key).filter(|key| !is_wanted(key)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::ids::ScriptPath;

    fn spec(line: u32, log: Option<&str>, condition: Option<&str>) -> BreakpointSpec {
        let plain = BreakpointSpec::plain(ScriptPath::from("/app/cartridge/A.js"), Line(line));
        let (log, condition) = (log.map(str::to_owned), condition.map(str::to_owned));
        BreakpointSpec { condition, log, ..plain }
    }

    #[test]
    fn a_log_point_and_a_breakpoint_of_one_line_become_one_that_does_both() {
        let both = |condition: Option<&str>| {
            Some(BreakpointSpec { also_halts: true, ..spec(3, Some("a"), condition) })
        };
        let told = |specs: Vec<BreakpointSpec>| -> Vec<Option<BreakpointSpec>> {
            one_of_each_line(specs.into_iter().map(Ok).collect())
                .into_iter()
                .map(Result::ok)
                .collect()
        };
        let (log, plain) = (|on| spec(3, Some("a"), on), |on| spec(3, None, on));
        assert_eq!(told(vec![log(None), plain(None)]), [both(None), both(None)]);
        let on = Some("b > 1");
        assert_eq!(told(vec![plain(on), log(on)]), [both(on), both(on)]);
        assert_eq!(told(vec![plain(on), log(None)]), [None, Some(log(None))], "on other terms");
        assert_eq!(told(vec![log(None), log(None)]), [None, Some(log(None))]);
        let (third, other) = (plain(Some("c")), spec(4, None, None));
        let list = vec![plain(on), plain(None), other.clone(), third.clone()];
        assert_eq!(told(list), [None, None, Some(other), Some(third)]);
    }
}
