//! How a script thread can fail.

use std::time::Duration;

/// What ended a script without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptErrorKind {
    /// The script threw and nothing caught it.
    Thrown,
    /// A script doesn't parse.
    Syntax,
    /// A debugger stopped it, or it was halted longer than a halt may last (section 3.1).
    Terminated,
    /// It ran longer than [`Limits::run_time`](super::Limits::run_time); halts don't count.
    TimedOut,
    /// It used more than [`Limits::memory`](super::Limits::memory).
    OutOfMemory,
    /// [`Limits::threads`](super::Limits::threads) others run or are halted: it wasn't begun.
    Busy,
    /// The engine itself couldn't run it, for example because no thread could be started.
    Engine,
}

/// An uncaught error of a script, with the place it came from.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{name}{}{message}", if .name.is_empty() { "" } else { ": " })]
pub struct ScriptError {
    /// What kind of end it was.
    pub kind: ScriptErrorKind,
    /// The error's `name`, for example `TypeError`; `ScriptDebuggerTerminate` when terminated.
    pub name: String,
    /// The error's `message`, or the text of a thrown value that is no error.
    pub message: String,
    /// One line per script frame, innermost first: `    at function (/cartridge/…:line)`.
    pub stack: String,
    /// The script path of the innermost script frame.
    pub file: Option<String>,
    /// The line of the innermost script frame, from 1.
    pub line: Option<u32>,
    /// The column in that line, from 1, if the error was thrown there and not in what is called there.
    pub column: Option<u32>,
}

impl ScriptError {
    /// An error without a place.
    pub(super) fn new(
        kind: ScriptErrorKind,
        name: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let (name, message) = (name.into(), message.into());
        Self { kind, name, message, stack: String::new(), file: None, line: None, column: None }
    }

    /// The end of a script that a debugger stopped.
    pub(super) fn terminated() -> Self {
        let message = "the script was stopped by the debugger";
        Self::new(ScriptErrorKind::Terminated, "ScriptDebuggerTerminate", message)
    }

    /// The end of a script that ran longer than this.
    pub(super) fn timed_out(limit: Duration) -> Self {
        let message = format!("the script ran longer than {} s", limit.as_secs());
        Self::new(ScriptErrorKind::TimedOut, "ScriptTimeout", message)
    }

    /// Takes the script frames out of a stack text as the runtime writes it.
    pub(super) fn with_stack(mut self, text: &str) -> Self {
        let places: Vec<Place<'_>> = text.lines().filter_map(Place::parse).collect();
        self.file = places.first().map(|place| place.file.to_owned());
        self.line = places.first().map(|place| place.line);
        let innermost = text.lines().next().and_then(Place::parse);
        self.column = innermost.map(|place| place.column);
        self.stack = places.iter().map(Place::to_string).collect::<Vec<_>>().join("\n");
        self
    }
}

/// One script frame in a stack text.
pub(super) struct Place<'a> {
    pub(super) function: &'a str,
    pub(super) file: &'a str,
    pub(super) line: u32,
    pub(super) column: u32,
}

impl<'a> Place<'a> {
    /// Reads `at name (file:line:column)` or `at file:line:column`; nothing for frames of ours.
    pub(super) fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim().strip_prefix("at ")?;
        let (function, place) = match text.strip_suffix(')').and_then(|open| open.rsplit_once('('))
        {
            Some((function, place)) => (function.trim(), place),
            None => ("", text),
        };
        if !place.starts_with('/') {
            return None;
        }
        let (rest, last) = place.rsplit_once(':')?;
        let last: u32 = last.parse().ok()?;
        let with_column = rest
            .rsplit_once(':')
            .and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?, last)));
        let (file, line, column) = with_column.unwrap_or((rest, last, 1));
        let function = if function.starts_with('<') { "" } else { function };
        Some(Self { function, file, line, column })
    }
}

impl std::fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { function, file, line, .. } = self;
        if function.is_empty() {
            write!(f, "    at {file}:{line}")
        } else {
            write!(f, "    at {function} ({file}:{line})")
        }
    }
}

/// Why a script can't be run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Problem {
    pub(super) message: String,
    pub(super) line: u32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thrown_value_without_a_name_is_its_text_alone() {
        for (name, expected) in [("", "no stock"), ("TypeError", "TypeError: no stock")] {
            let error = ScriptError::new(ScriptErrorKind::Thrown, name, "no stock");
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn frames_of_ours_are_left_out_of_the_stack() {
        let text = "    at addProduct (/app/cartridge/controllers/Cart.js:12:7)\n    \
                    at load (haltscope:loader:3:1)\n    at <anonymous> (/app/cartridge/a.js:1:9)\n    \
                    at native (native)\n    at /app/cartridge/b.js:4:2";
        let error = ScriptError::new(ScriptErrorKind::Thrown, "Error", "no").with_stack(text);
        assert_eq!(
            error.stack,
            "    at addProduct (/app/cartridge/controllers/Cart.js:12)\n    \
             at /app/cartridge/a.js:1\n    at /app/cartridge/b.js:4"
        );
        assert_eq!(
            (error.file.as_deref(), error.line),
            (Some("/app/cartridge/controllers/Cart.js"), Some(12))
        );
    }
}
