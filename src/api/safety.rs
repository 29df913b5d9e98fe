//! What may be asked of an instance: safety levels and rules, with the meaning that they have in the
//! platform's own tools. They are for what changes an instance; the debugger's own requests and those
//! for tokens go on whatever they say.

use globset::{GlobBuilder, GlobMatcher};
use percent_encoding::percent_decode_str;
use std::fmt;
use std::str::FromStr;

/// Which requests are refused unless a rule says otherwise; a later one refuses more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// None.
    #[default]
    None,
    /// `DELETE`.
    NoDelete,
    /// Also `POST` to what resets, stops or restarts something.
    NoUpdate,
    /// All but reading: `POST`, `PUT`, `PATCH` and `DELETE`.
    ReadOnly,
}

const LEVELS: [(&str, Level); 4] = [
    ("NONE", Level::None),
    ("NO_DELETE", Level::NoDelete),
    ("NO_UPDATE", Level::NoUpdate),
    ("READ_ONLY", Level::ReadOnly),
];

/// Parts of the paths that a level counts as destructive with `POST`.
const DESTRUCTIVE: [&str; 4] = ["/reset", "/stop", "/restart", "/operations"];

impl FromStr for Level {
    type Err = String;

    /// In any case, with `-` as good as `_`.
    fn from_str(text: &str) -> Result<Self, String> {
        let name = text.trim().to_ascii_uppercase().replace('-', "_");
        let found = LEVELS.iter().find(|(known, _)| *known == name);
        let names = LEVELS.map(|(name, _)| name).join(", ");
        found.map(|(_, level)| *level).ok_or_else(|| format!("one of {names}"))
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = LEVELS.iter().find(|(_, level)| level == self);
        f.write_str(found.map_or("", |(name, _)| name))
    }
}

impl Level {
    /// Whether a request is refused.
    fn refuses(self, method: &str, path: &str) -> bool {
        let is_delete = method == "DELETE";
        match self {
            Self::None => false,
            Self::NoDelete => is_delete,
            Self::NoUpdate => {
                let is_destructive = DESTRUCTIVE.iter().any(|part| path.contains(part));
                is_delete || method == "POST" && is_destructive
            }
            Self::ReadOnly => ["POST", "PUT", "PATCH", "DELETE"].contains(&method),
        }
    }
}

/// What a rule says of the operations that it is about, the strictest last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Action {
    /// They are done, whatever the level says.
    Allow,
    /// They are done if somebody at a terminal agrees.
    Confirm,
    /// They are refused.
    Block,
}

impl FromStr for Action {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "allow" => Ok(Self::Allow),
            "block" => Ok(Self::Block),
            "confirm" => Ok(Self::Confirm),
            _ => Err("one of allow, block, confirm".to_owned()),
        }
    }
}

/// A glob over names or paths, in any case: `*` stands for anything up to the next `/`.
#[derive(Clone, Debug)]
pub struct Pattern(GlobMatcher);

impl FromStr for Pattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let glob = GlobBuilder::new(text).literal_separator(true).case_insensitive(true).build();
        glob.map(|glob| Self(glob.compile_matcher()))
            .map_err(|_| "a glob, as in /jobs/**".to_owned())
    }
}

impl Pattern {
    fn fits(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.glob().fmt(f)
    }
}

/// The operations that a rule is about.
#[derive(Clone, Debug)]
pub enum Subject {
    /// Commands by their names, as in `content:asset:delete`.
    Command(Pattern),
    /// Jobs by their IDs.
    Job(Pattern),
    /// Requests by method and path; one of them at least.
    Request {
        /// Absent: any method.
        method: Option<Pattern>,
        /// Absent: any path.
        path: Option<Pattern>,
    },
}

/// One rule; the first whose subject fits decides.
#[derive(Clone, Debug)]
pub struct Rule {
    /// What it is about.
    pub subject: Subject,
    /// What it says.
    pub action: Action,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", format!("{:?}", self.action).to_lowercase(), self.subject)
    }
}

/// What is about to be done.
#[derive(Clone, Copy, Debug)]
pub enum Operation<'a> {
    /// A command, by its name.
    Command(&'a str),
    /// A request, by method and path without query.
    Request {
        /// In capitals.
        method: &'a str,
        /// As it is sent.
        path: &'a str,
    },
}

impl fmt::Display for Operation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(name) => f.write_str(name),
            Self::Request { method, path } => write!(f, "{method} {path}"),
        }
    }
}

impl Subject {
    fn fits(&self, operation: Operation<'_>) -> bool {
        match (self, operation) {
            (Self::Command(pattern), Operation::Command(name)) => pattern.fits(name),
            (Self::Job(pattern), Operation::Request { path, .. }) => {
                job(path).is_some_and(|id| pattern.fits(id))
            }
            (Self::Request { method, path }, Operation::Request { method: sent, path: at }) => {
                let fits = |pattern: &Option<Pattern>, text| {
                    pattern.as_ref().is_none_or(|pattern| pattern.fits(text))
                };
                fits(method, sent) && fits(path, at)
            }
            (Self::Command(_), Operation::Request { .. })
            | (Self::Job(_) | Self::Request { .. }, Operation::Command(_)) => false,
        }
    }
}

/// The job whose execution a path asks for.
fn job(path: &str) -> Option<&str> {
    let (_, rest) = path.split_once("/jobs/")?;
    let (id, rest) = rest.split_once('/')?;
    rest.starts_with("executions").then_some(id)
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(pattern) => write!(f, "command {pattern}"),
            Self::Job(pattern) => write!(f, "job {pattern}"),
            Self::Request { method, path } => {
                let parts = [method, path].into_iter().flatten().map(ToString::to_string);
                f.write_str(&parts.collect::<Vec<_>>().join(" "))
            }
        }
    }
}

/// Why something is not done.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// It may not be done at all.
    #[error("{operation} is refused by {reason}")]
    Blocked {
        /// What was to be done.
        operation: String,
        /// The level or rule, and who set it.
        reason: String,
    },
    /// Somebody has to agree first.
    #[error("{operation} needs a confirmation by {reason}")]
    Unconfirmed {
        /// What was to be done.
        operation: String,
        /// The level or rule, and who set it.
        reason: String,
    },
}

impl Refusal {
    /// What to do next, one line.
    pub fn action(&self) -> &'static str {
        match self {
            Self::Blocked { .. } => {
                "If it is meant: lower the level or allow it by a rule there; `haltscope config` shows what is set where."
            }
            Self::Unconfirmed { .. } => {
                "`haltscope content`, started in a terminal, asks for it; elsewhere nobody can."
            }
        }
    }
}

/// What may be asked of an instance.
#[derive(Clone, Debug, Default)]
pub struct Safety {
    /// What is refused unless a rule fits.
    pub level: Level,
    /// Who set it, for messages.
    pub named_by: String,
    /// What somebody at a terminal has to agree to instead of being refused.
    pub confirmation: Confirmation,
    /// In the order in which they are tried, each with who set it.
    pub rules: Vec<(Rule, String)>,
}

/// What happens to what the level refuses, and to what a rule wants confirmed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Confirmation {
    /// What the level refuses is refused.
    #[default]
    Refused,
    /// What the level refuses is asked for.
    Asked,
    /// Somebody has agreed.
    Given,
}

impl Safety {
    /// The same once somebody has agreed to what needs a confirmation.
    #[must_use]
    pub fn confirmed(&self) -> Self {
        let agreed = |(rule, origin): &(Rule, String)| {
            let action = if rule.action == Action::Confirm { Action::Allow } else { rule.action };
            (Rule { action, subject: rule.subject.clone() }, origin.clone())
        };
        let rules = self.rules.iter().map(agreed).collect();
        let is_asked = self.confirmation == Confirmation::Asked;
        let confirmation = if is_asked { Confirmation::Given } else { self.confirmation };
        Self { confirmation, rules, ..self.clone() }
    }

    /// Whether something may be done: the first rule that fits decides, then the level. A path is looked at as it is
    /// sent and as the server reads it; what is stricter counts.
    pub fn check(&self, operation: Operation<'_>) -> Result<(), Refusal> {
        let (mut action, mut reason) = self.judge(operation);
        if let Operation::Request { method, path } = operation {
            let read = percent_decode_str(path).decode_utf8_lossy();
            let (other, why) = self.judge(Operation::Request { method, path: &read });
            if other > action {
                (action, reason) = (other, why);
            }
        }
        let operation = operation.to_string();
        match action {
            Action::Allow => Ok(()),
            Action::Block => Err(Refusal::Blocked { operation, reason }),
            Action::Confirm => Err(Refusal::Unconfirmed { operation, reason }),
        }
    }

    fn judge(&self, operation: Operation<'_>) -> (Action, String) {
        match self.rules.iter().find(|(rule, _)| rule.subject.fits(operation)) {
            Some((rule, origin)) => {
                (rule.action, format!("a safety rule ({}; {origin})", rule.subject))
            }
            None => (
                self.by_level(operation),
                format!("safety level {} ({})", self.level, self.named_by),
            ),
        }
    }

    /// Levels are about requests alone.
    fn by_level(&self, operation: Operation<'_>) -> Action {
        match (operation, self.confirmation) {
            (Operation::Request { method, path }, confirmation)
                if self.level.refuses(method, path) =>
            {
                match confirmation {
                    Confirmation::Refused => Action::Block,
                    Confirmation::Asked => Action::Confirm,
                    Confirmation::Given => Action::Allow,
                }
            }
            _ => Action::Allow,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ASSET: &str = "/s/-/dw/data/v23_2/libraries/SharedLibrary/content/a";
    const RESTART: &str = "/jobs/x/restart";

    fn safety(level: Level) -> Safety {
        Safety { level, named_by: "SFCC_SAFETY_LEVEL".to_owned(), ..Safety::default() }
    }

    fn rule(subject: Subject, action: Action) -> (Rule, String) {
        (Rule { subject, action }, "dw.json".to_owned())
    }

    fn glob(text: &str) -> Pattern {
        text.parse().expect("a glob")
    }

    fn request(method: Option<&str>, path: Option<&str>) -> Subject {
        Subject::Request { method: method.map(glob), path: path.map(glob) }
    }

    fn is_done(safety: &Safety, method: &str, path: &str) -> bool {
        safety.check(Operation::Request { method, path }).is_ok()
    }

    #[test]
    fn each_level_refuses_what_the_one_before_does_and_more() {
        use Level::{NoDelete, NoUpdate, None, ReadOnly};
        for (method, path, refused_from) in [
            ("GET", ASSET, Option::None),
            ("HEAD", RESTART, Option::None),
            ("DELETE", ASSET, Some(NoDelete)),
            ("POST", RESTART, Some(NoUpdate)),
            ("POST", ASSET, Some(ReadOnly)),
            ("PUT", ASSET, Some(ReadOnly)),
            ("PATCH", ASSET, Some(ReadOnly)),
        ] {
            for level in [None, NoDelete, NoUpdate, ReadOnly] {
                let expected = refused_from.is_none_or(|from| level < from);
                assert_eq!(is_done(&safety(level), method, path), expected, "{level} {method}");
            }
        }
    }

    #[test]
    fn levels_are_read_in_every_spelling() {
        for (text, expected) in [
            ("READ_ONLY", Level::ReadOnly),
            ("no-delete", Level::NoDelete),
            (" None ", Level::None),
        ] {
            assert_eq!(text.parse(), Ok(expected), "{text}");
        }
        let names = Err("one of NONE, NO_DELETE, NO_UPDATE, READ_ONLY".to_owned());
        assert_eq!("READONLY".parse::<Level>(), names);
    }

    #[test]
    fn the_first_rule_that_fits_wins_over_the_level() {
        let rules = vec![
            rule(request(Some("put"), Some("/s/-/dw/data/*/libraries/*/content/a")), Action::Allow),
            rule(request(Some("PUT"), None), Action::Block),
            rule(request(None, Some("**/folders/**")), Action::Confirm),
        ];
        let safety = Safety { rules, ..safety(Level::ReadOnly) };
        assert!(is_done(&safety, "PUT", ASSET));
        assert!(!is_done(&safety, "PUT", "/s/-/dw/data/v23_2/libraries/L/content/b"));
        assert!(!is_done(&safety, "GET", "/s/-/dw/data/v23_2/libraries/L/folders/f"));
        assert!(is_done(&safety, "GET", ASSET));
        let blocked = Operation::Request { method: "PUT", path: "/x" };
        let words = safety.check(blocked).expect_err("refused").to_string();
        assert_eq!(words, "PUT /x is refused by a safety rule (PUT; dw.json)");
    }

    #[test]
    fn a_path_is_judged_as_the_server_reads_it_too() {
        let no_update = safety(Level::NoUpdate);
        assert!(!is_done(&no_update, "POST", "/-/sandbox/%72eset"));
        assert!(!is_done(&no_update, "POST", "/-/sandbox%2freset"));
        assert!(is_done(&no_update, "POST", "/-/sandbox/%2572eset"));
        let blocked = vec![
            rule(request(None, Some("/content/*")), Action::Block),
            rule(Subject::Job(glob("site-*")), Action::Block),
        ];
        let safety = Safety { rules: blocked, ..Safety::default() };
        for path in ["/content/a%2Fb", "/%63ontent/a", "/jobs/s%69te-import/executions"] {
            assert!(!is_done(&safety, "POST", path), "{path}");
        }
        let allowed = vec![rule(request(None, Some("/content/*")), Action::Allow)];
        let safety = Safety { rules: allowed, ..self::safety(Level::ReadOnly) };
        assert!(is_done(&safety, "PUT", "/content/a%20b"));
        assert!(!is_done(&safety, "PUT", "/content/a%2F..%2Fb"));
    }

    #[test]
    fn a_star_ends_at_the_next_slash() {
        let rules = vec![rule(request(None, Some("/jobs/*")), Action::Block)];
        let safety = Safety { rules, ..Safety::default() };
        assert!(!is_done(&safety, "GET", "/jobs/x"));
        assert!(is_done(&safety, "GET", "/jobs/x/executions"));
    }

    #[test]
    fn rules_about_commands_and_jobs_are_about_nothing_else() {
        let rules = vec![
            rule(Subject::Command(glob("content:*")), Action::Block),
            rule(Subject::Job(glob("site-*")), Action::Block),
        ];
        let safety = Safety { rules, ..Safety::default() };
        assert!(safety.check(Operation::Command("content:import")).is_err());
        assert!(safety.check(Operation::Command("doctor")).is_ok());
        assert!(!is_done(&safety, "POST", "/s/-/dw/data/v23_2/jobs/site-import/executions"));
        assert!(is_done(&safety, "POST", "/s/-/dw/data/v23_2/jobs/other/executions"));
        assert!(is_done(&safety, "POST", "/content:import"));
    }

    #[test]
    fn what_somebody_agreed_to_is_done_and_nothing_else() {
        let rules = vec![rule(request(Some("GET"), None), Action::Block)];
        let asked = Safety { confirmation: Confirmation::Asked, rules, ..safety(Level::NoDelete) };
        let delete = Operation::Request { method: "DELETE", path: ASSET };
        assert!(matches!(asked.check(delete), Err(Refusal::Unconfirmed { .. })));
        assert!(asked.confirmed().check(delete).is_ok());
        assert!(!is_done(&asked.confirmed(), "GET", ASSET));
        assert!(!is_done(&safety(Level::NoDelete).confirmed(), "DELETE", ASSET));
    }
}
