//! What one halt showed.

use crate::runtime::WatchedHalt;
use crate::session::{Frame, Session, Variables};
use indexmap::IndexMap;
use serde::Serialize;

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
    /// The current frame's variables, where they are asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub variables: Option<Vec<Variable>>,
    /// The expressions that had another value at the halt before.
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
    /// `local`, `closure` or `global`.
    pub scope: Option<crate::api::debugger::Scope>,
}

impl Row {
    pub(super) fn new(
        session: &Session,
        n: u32,
        halt: &WatchedHalt,
        values: Vec<(String, Result<String, String>)>,
        variables: Option<&Variables>,
        before: Option<&Self>,
    ) -> Self {
        let call_stack: Vec<Location> =
            halt.frames.iter().map(|frame| Location::of(session, frame)).collect();
        let failed = values.iter().filter(|(_, value)| value.is_err());
        let failed = failed.map(|(expression, _)| expression.clone()).collect();
        let text = |(expression, value): (String, Result<String, String>)| {
            let (Ok(value) | Err(value)) = value;
            (expression, value)
        };
        let values: IndexMap<String, String> = values.into_iter().map(text).collect();
        let changed = before.map(|before| changed(&before.values, &values)).unwrap_or_default();
        Self {
            n,
            thread: halt.spot.thread.0,
            location: call_stack.first().cloned().unwrap_or_else(Location::nowhere),
            call_stack,
            values,
            variables: variables.map(|all| all.list.iter().map(Variable::of).collect()),
            changed,
            failed,
        }
    }

    /// As in `Cart.js:142`.
    pub fn place(&self) -> String {
        let script = self.location.script_path.rsplit('/').next().unwrap_or_default();
        format!("{script}:{}", self.location.line)
    }
}

fn changed(before: &IndexMap<String, String>, now: &IndexMap<String, String>) -> Vec<String> {
    let is_other =
        |(expression, value): &(&String, &String)| before.get(*expression) != Some(*value);
    now.iter().filter(is_other).map(|(expression, _)| expression.clone()).collect()
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
    fn of(variable: &crate::session::Variable) -> Self {
        Self {
            name: variable.name.clone(),
            type_name: variable.type_name.clone(),
            value: variable.value.clone(),
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
            variables: None,
            changed: changed.iter().map(|&it| it.to_owned()).collect(),
            failed: Vec::new(),
        }
    }

    #[test]
    fn what_differs_from_the_halt_before_is_told() {
        let (one, two) =
            (row(1, &[("a", "1"), ("b", "x")], &[]), row(2, &[("a", "2"), ("b", "x")], &[]));
        assert_eq!(changed(&one.values, &two.values), ["a"]);
    }

    #[test]
    fn a_row_is_one_line_of_json() {
        let line = serde_json::to_string(&row(1, &[("z", "1"), ("a", "2")], &[])).expect("JSON");
        assert!(line.contains(r#""values":{"z":"1","a":"2"},"changed":[]"#), "{line}");
        assert!(!line.contains("variables") && !line.contains("failed"), "{line}");
        assert_eq!(row(1, &[], &[]).place(), "Cart.js:14");
    }
}
