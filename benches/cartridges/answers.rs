//! What an answer says of the sandbox.

use crate::visitor::Answer;

/// What became of a request, by whose doing.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The page.
    Shown,
    /// It leads elsewhere.
    Led,
    /// The storefront's own page for what isn't there.
    NotThere,
    /// The storefront's own page for what went wrong.
    OwnError,
    /// A script, or one of a page's includes, asked for what isn't there: its error, and where.
    Lacking(String),
    /// A script failed: its error, and where.
    Failed(String),
}

/// The names of the outcomes, in the order of [`Outcome::column`].
pub const COLUMNS: [&str; 6] = ["200", "redirect", "404", "own 500", "lacking", "failed"];

/// What says in a script's error that a module or member isn't there.
const LACKS: [&str; 5] =
    ["not emulated", "Cannot find module", "not a function", "not a constructor", "is not defined"];

/// What stands in a page around a script's error.
const ERROR: (&str, &str) = ("<pre class=\"script-error\">", "</pre>");

impl Outcome {
    /// Reads an answer. An error of an include makes its page a failed one, and so does one that the storefront's own
    /// page tells of.
    pub fn of(answer: &Answer) -> Self {
        if let Some(text) = answer.error.clone().or_else(|| script_error(&answer.body)) {
            let is_lacking = LACKS.iter().any(|words| text.contains(words));
            return if is_lacking { Self::Lacking(text) } else { Self::Failed(text) };
        }
        match answer.status {
            200 if answer.body.contains("is not emulated") => {
                Self::Lacking("the page says that something is not emulated".to_owned())
            }
            200..300 => Self::Shown,
            300..400 => Self::Led,
            404 | 410 => Self::NotThere,
            _ => Self::OwnError,
        }
    }

    /// Where it is counted.
    pub fn column(&self) -> usize {
        match self {
            Self::Shown => 0,
            Self::Led => 1,
            Self::NotThere => 2,
            Self::OwnError => 3,
            Self::Lacking(_) => 4,
            Self::Failed(_) => 5,
        }
    }

    /// The script's error.
    pub fn error(&self) -> Option<&str> {
        match self {
            Self::Lacking(text) | Self::Failed(text) => Some(text),
            _ => None,
        }
    }
}

/// A script's error in a page, with the first two lines of its stack.
fn script_error(body: &str) -> Option<String> {
    let (_, rest) = body.split_once(ERROR.0)?;
    let (text, _) = rest.split_once(ERROR.1)?;
    let lines = text.trim().lines().take(3).map(str::trim);
    Some(plain(&lines.collect::<Vec<_>>().join(" | ")))
}

/// HTML's text as it is read.
fn plain(html: &str) -> String {
    let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    entities.iter().fold(html.to_owned(), |text, (entity, letter)| text.replace(entity, letter))
}
