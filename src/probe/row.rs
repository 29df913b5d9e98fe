//! What one halt showed.

use crate::runtime::WatchedHalt;
use crate::session::{Frame, Session};
use indexmap::IndexMap;
use serde::Serialize;
use std::collections::HashMap;

/// What one halt showed; a line of JSON.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    /// From 1.
    pub n: u32,
    /// The thread's id.
    pub thread: u64,
    /// Where it stood.
    pub location: Location,
    /// From the current location out.
    pub call_stack: Vec<Location>,
    /// Each expression's value, or its error's text.
    pub values: IndexMap<String, String>,
    /// What the objects hold that are the value of a path and whose text says nothing, by expression.
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    pub previews: IndexMap<String, String>,
    /// The current frame's variables, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<Vec<Variable>>,
    /// The expressions that had another value, or held something else, at the halt before.
    pub changed: Vec<String>,
    /// The expressions whose text is an error's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub failed: Vec<String>,
}

/// A place in a script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Location {
    /// On this machine, if its cartridge is here.
    pub file: Option<String>,
    /// From 1.
    pub line: u32,
    /// As the server names it.
    pub function_name: String,
    /// As the server names it.
    pub script_path: String,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Variable {
    /// As the server names it.
    pub name: String,
    /// The server's text for the type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The server's text for the value.
    pub value: String,
    /// What an object holds, in a line, where its text says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview: Option<String>,
    /// `local`, `closure` or `global`.
    pub scope: Option<crate::api::debugger::Scope>,
}

/// An expression, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Evaluated {
    pub(super) expression: String,
    /// The value's text, or the error's.
    pub(super) outcome: Result<String, String>,
    /// What an object holds.
    pub(super) preview: Option<String>,
}

impl Row {
    pub(super) fn new(
        session: &Session,
        n: u32,
        halt: &WatchedHalt,
        evaluated: Vec<Evaluated>,
        variables: Option<Vec<Variable>>,
    ) -> Self {
        let call_stack: Vec<Location> =
            halt.frames.iter().map(|frame| Location::of(session, frame)).collect();
        let mut row = Self {
            n,
            thread: halt.spot.thread.0,
            location: call_stack.first().cloned().unwrap_or_else(Location::nowhere),
            call_stack,
            values: IndexMap::new(),
            previews: IndexMap::new(),
            variables,
            changed: Vec::new(),
            failed: Vec::new(),
        };
        for Evaluated { expression, outcome, preview } in evaluated {
            if outcome.is_err() {
                row.failed.push(expression.clone());
            }
            if let Some(preview) = preview {
                row.previews.insert(expression.clone(), preview);
            }
            let (Ok(text) | Err(text)) = outcome;
            row.values.insert(expression, text);
        }
        row
    }

    /// Tells what differs from the halt before.
    pub(super) fn compared_with(mut self, before: Option<&Self>) -> Self {
        let Some(before) = before else { return self };
        let is_other = |expression: &&String| before.shown(expression) != self.shown(expression);
        self.changed = self.values.keys().filter(is_other).cloned().collect();
        self
    }

    /// What stands for an expression's value: what its object holds, else its text.
    pub(super) fn shown(&self, expression: &str) -> Option<&str> {
        let text = self.previews.get(expression).or_else(|| self.values.get(expression));
        text.map(String::as_str)
    }

    /// As in `Cart.js:142`.
    pub fn place(&self) -> String {
        let script = self.location.script_path.rsplit('/').next().unwrap_or_default();
        format!("{script}:{}", self.location.line)
    }
}

impl Location {
    fn of(session: &Session, frame: &Frame) -> Self {
        let file = session.sources().file_of(&frame.script);
        Self {
            file: file.map(|file| file.display().to_string()),
            line: frame.line.0,
            function_name: frame.function.clone(),
            script_path: frame.script.to_string(),
        }
    }

    /// A halted thread without a stack: no server of the specification tells of one.
    const fn nowhere() -> Self {
        Self { file: None, line: 0, function_name: String::new(), script_path: String::new() }
    }
}

impl Variable {
    /// With what it holds, if that is among the previews, by path.
    pub(super) fn of(
        variable: &crate::session::Variable,
        previews: &HashMap<String, String>,
    ) -> Self {
        let preview = variable.path().and_then(|path| previews.get(path));
        Self {
            name: variable.name.clone(),
            type_name: variable.type_name.clone(),
            value: variable.value.clone(),
            preview: preview.cloned(),
            scope: variable.scope,
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A row with these values.
    pub(crate) fn row(n: u32, values: &[(&str, &str)], changed: &[&str]) -> Row {
        let location = Location {
            line: 14,
            script_path: "/app/cartridge/Cart.js".to_owned(),
            ..Location::nowhere()
        };
        let owned =
            |(expression, value): &(&str, &str)| ((*expression).to_owned(), (*value).to_owned());
        Row {
            n,
            thread: 7,
            call_stack: vec![location.clone()],
            location,
            values: values.iter().map(owned).collect(),
            previews: IndexMap::new(),
            variables: None,
            changed: changed.iter().map(|&it| it.to_owned()).collect(),
            failed: Vec::new(),
        }
    }

    #[test]
    fn what_differs_from_the_halt_before_is_told() {
        let (one, two) =
            (row(1, &[("a", "1"), ("b", "x")], &[]), row(2, &[("a", "2"), ("b", "x")], &[]));
        assert_eq!(two.clone().compared_with(Some(&one)).changed, ["a"]);
        assert!(two.compared_with(None).changed.is_empty());
    }

    #[test]
    fn an_object_that_holds_something_else_has_changed() {
        let holding = |n: u32, held: &str| {
            let object = row(n, &[("cup", "[object Object]")], &[]);
            let previews = IndexMap::from([("cup".to_owned(), held.to_owned())]);
            Row { previews, ..object }
        };
        let (green, blue) = (holding(1, "{glaze: \"green\"}"), holding(2, "{glaze: \"blue\"}"));
        assert_eq!(green.shown("cup"), Some("{glaze: \"green\"}"));
        assert_eq!(blue.compared_with(Some(&green)).changed, ["cup"]);
    }

    #[test]
    fn a_row_is_one_line_of_json() {
        let line = serde_json::to_string(&row(1, &[("z", "1"), ("a", "2")], &[])).expect("JSON");
        assert!(line.contains(r#""values":{"z":"1","a":"2"},"changed":[]"#), "{line}");
        assert!(!line.contains("variables") && !line.contains("failed"), "{line}");
        assert!(!line.contains("preview"), "{line}");
        assert_eq!(row(1, &[], &[]).place(), "Cart.js:14");
    }
}
