//! Verdicts in words.

use super::{
    Aspect, Concern, ConditionVerdict, Deployed, FileVerdict, Gravity, OrderVerdict, Verdict,
};
use crate::api::ids::{Line, ScriptPath};
use crate::session::breakpoint::BreakpointSpec;
use crate::session::source::{LineCode, Unparsed};

/// Every aspect in words.
pub(super) fn of(verdict: &Verdict, spec: &BreakpointSpec) -> [Concern; 5] {
    let script = &spec.key.script;
    [
        file(&verdict.file, script).about(Aspect::File),
        line(&verdict.line, spec.key.line).about(Aspect::Line),
        order(&verdict.order, script).about(Aspect::Order),
        condition(&verdict.condition, spec.condition.as_deref()).about(Aspect::Condition),
        deployed(&verdict.deployed).about(Aspect::Deployed),
    ]
}

/// A concern before it is said what it is about.
struct Said {
    gravity: Gravity,
    short: String,
    text: String,
    remedy: Option<String>,
}

impl Said {
    fn new(gravity: Gravity, short: impl Into<String>, text: impl Into<String>) -> Self {
        Self { gravity, short: short.into(), text: text.into(), remedy: None }
    }

    fn fine(short: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(Gravity::Fine, short, text)
    }

    fn unknown(text: impl Into<String>) -> Self {
        Self::new(Gravity::Unknown, "not known", text)
    }

    fn warning(short: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(Gravity::Warning, short, text)
    }

    fn problem(short: impl Into<String>, text: impl Into<String>) -> Self {
        Self::new(Gravity::Problem, short, text)
    }

    fn then(mut self, remedy: impl Into<String>) -> Self {
        self.remedy = Some(remedy.into());
        self
    }

    fn about(self, aspect: Aspect) -> Concern {
        let Self { gravity, short, text, remedy } = self;
        Concern { aspect, gravity, short, text, remedy }
    }
}

fn file(verdict: &FileVerdict, script: &ScriptPath) -> Said {
    let cartridge = script.cartridge();
    match verdict {
        FileVerdict::Here(file) => Said::fine("file here", file.display().to_string()),
        FileVerdict::ForBrowsers(_) => Said::warning(
            "runs in browsers",
            "browsers run what is in this folder: no thread of the server halts there, unless \
             one of its scripts requires it",
        )
        .then("Set the breakpoint in a controller, a model or another script of the server."),
        FileVerdict::OtherCase(other) => Said::problem(
            "other capitals in the path",
            format!("the file here is {other}; script paths are case-sensitive"),
        )
        .then(format!("Set the breakpoint on {other}.")),
        FileVerdict::NotInCartridge => Said::problem(
            "no such file in its cartridge",
            format!("cartridge {cartridge} is here, but has no such file"),
        )
        .then("Correct the path; or bring the checkout to what is deployed."),
        FileVerdict::NoCartridge { found } => Said::warning(
            "file not in this checkout",
            format!("no cartridge {cartridge} is here; found: {}", listed(found)),
        )
        .then(
            "Check the cartridge's name; or name the folder that holds it with --cartridges DIR.",
        ),
        FileVerdict::NotSearched => Said::unknown("not known: cartridges aren't searched yet"),
    }
}

fn line(verdict: &LineCode, line: Line) -> Said {
    match verdict {
        LineCode::Here => Said::fine("code", format!("line {line} holds code")),
        LineCode::Slides(to) => Said::warning(
            format!("halts at {to}"),
            format!("line {line} begins no statement: threads halt on line {to} instead"),
        )
        .then(format!("Set the breakpoint on line {to}.")),
        LineCode::Nowhere => Said::problem(
            "no code there or below",
            format!("neither line {line} nor any below it holds code: nothing halts"),
        )
        .then("Set the breakpoint on a line with code."),
        LineCode::PastEnd { last } => Said::problem(
            "behind the file's end",
            format!("the file ends with line {last}: nothing halts on line {line}"),
        )
        .then("Set the breakpoint on a line with code."),
        LineCode::Unparsed(Unparsed { line, rhino_only: Some(construct), .. }) => {
            Said::unknown(format!(
                "not known: line {line} has {construct}, which only the platform's engine parses"
            ))
        }
        LineCode::Unparsed(Unparsed { line, message, .. }) => Said::warning(
            "the script doesn't parse",
            format!("the script doesn't parse, so nothing may run: line {line}: {message}"),
        )
        .then("Correct the script."),
        LineCode::Unknown => Said::unknown("not known: the script's text isn't here"),
    }
}

fn order(verdict: &OrderVerdict, script: &ScriptPath) -> Said {
    let own = script.cartridge();
    match verdict {
        OrderVerdict::Alone => Said::fine("alone", "no other cartridge here has this path"),
        OrderVerdict::First(others) => {
            Said::fine("first", format!("comes before the same path in {}", listed(others)))
        }
        OrderVerdict::ExtendedBy(other) => Said::fine(
            format!("called by {other}"),
            format!(
                "{other} has the same path, comes before {own} and calls it (module.superModule)"
            ),
        ),
        OrderVerdict::ShadowedBy(other) => Said::warning(
            format!("shadowed by {other}"),
            format!(
                "shadowed: {other} has the same path and comes before {own}, whose script runs \
                 only if that one calls it (module.superModule)"
            ),
        )
        .then(format!("Set the breakpoint in {other}, too.")),
        OrderVerdict::Undecided(others) => {
            let have = if others.len() == 1 { "has" } else { "have" };
            Said::warning(
                format!("also in {}", listed(others)),
                format!("{} {have} the same path; which one runs isn't known", listed(others)),
            )
            .then("Say the cartridge path: \"cartridges-path\": \"a:b\" in dw.json.")
        }
        OrderVerdict::NotInOrder => Said::warning(
            "not in the cartridge path",
            format!("the configured cartridge path has no {own}: its scripts may never run"),
        )
        .then("Add it to the site's cartridge path, or correct \"cartridges-path\" in dw.json."),
        OrderVerdict::NotTold => Said::warning(
            "not in the cartridge path",
            format!("the sandbox runs its sites without {own}: its scripts may never run"),
        )
        .then("Start the sandbox with a cartridge path that has it."),
        OrderVerdict::Unknown => Said::unknown("not known: cartridges aren't searched yet"),
    }
}

fn condition(verdict: &ConditionVerdict, text: Option<&str>) -> Said {
    let text = text.unwrap_or_default().trim();
    match verdict {
        ConditionVerdict::None => Said::fine("always", "none: every hit halts"),
        ConditionVerdict::Parses => Said::fine("parses", format!("{text}: parses")),
        ConditionVerdict::Assigns => Said::warning(
            "the condition sets something",
            format!("{text}: sets it at each hit, and halts if that is true"),
        )
        .then("Write == to compare."),
        ConditionVerdict::Broken(Unparsed { rhino_only: Some(construct), .. }) => Said::unknown(
            format!("not known: {text} has {construct}, which only the platform's engine parses"),
        ),
        ConditionVerdict::Broken(Unparsed { message, .. }) => Said::problem(
            "the condition doesn't parse",
            format!("{text}: doesn't parse, so nothing halts: {message}"),
        )
        .then("Correct the condition."),
        ConditionVerdict::Unknown => Said::unknown(format!("not known: {text} was not parsed")),
    }
}

fn deployed(verdict: &Deployed) -> Said {
    match verdict {
        Deployed::Same(how) => Said::fine("as deployed", how.clone()),
        Deployed::Differs(how) => Said::warning("not as deployed", how.clone())
            .then("Deploy this text, or check out what is deployed: lines may be off."),
        Deployed::Unknown(why) => Said::unknown(format!("not known: {why}")),
    }
}

/// A few names, and how many more.
fn listed(names: &[String]) -> String {
    const SHOWN: usize = 5;
    let (shown, more) = names.split_at(names.len().min(SHOWN));
    match (shown, more.len()) {
        ([], _) => "none".to_owned(),
        (shown, 0) => shown.join(", "),
        (shown, more) => format!("{} and {more} more", shown.join(", ")),
    }
}
