//! Expressions: the console, conditions tried out, values as JSON.

use super::purpose::Home;
use super::{Purpose, Session};
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::ids::FrameIndex;
use crate::api::paging::Page;
use crate::session::console::{ConsoleLine, EntryId, EvalOutcome};
use crate::session::effect::Request;
use crate::session::event::Answer;
use crate::session::failure::Failure;
use crate::session::notice::NoticeKind;
use crate::session::thread::Place;
use crate::session::tree::{Merged, NodeId, Tree, is_plain_path};
use serde_json::Value;

/// Characters of an expression and of its result in the line of the last result.
const NOTICED: usize = 200;

impl Session {
    pub(super) fn evaluate(&mut self, text: &str) {
        let expression = text.trim();
        if expression.is_empty() || self.shows_past() {
            return;
        }
        let Some((place, index, frame)) = self.frame_to_ask() else { return };
        self.console.remember_input(expression);
        self.save_soon();
        let outcome = EvalOutcome::Running { since: self.now };
        let line = ConsoleLine::Eval { expression: expression.to_owned(), outcome };
        let halt = self.threads.selected().and_then(|thread| thread.halt);
        let entry = self.console.push(self.now, line, Some(place.thread), halt);
        if let Some(entry) = self.console.get_mut(entry) {
            entry.origin = Some((place, index));
        }
        if is_plain_path(expression) {
            let purpose = Purpose::ConsolePath { entry, expression: expression.to_owned() };
            let path = expression.to_owned();
            let page = Page::first();
            let request = Request::Members { thread: place.thread, frame, path, page };
            self.call(purpose, Some(place), request);
        } else {
            self.evaluate_for(entry, expression, place, frame);
        }
    }

    fn evaluate_for(&mut self, entry: EntryId, expression: &str, place: Place, frame: FrameIndex) {
        let expression = expression.to_owned();
        self.call(
            Purpose::ConsoleEval(entry),
            Some(place),
            Request::Eval { thread: place.thread, frame, expression },
        );
    }

    /// The selected frame of a halted thread; else says what is missing.
    fn frame_to_ask(&mut self) -> Option<(Place, usize, FrameIndex)> {
        let asked =
            self.threads.selected().filter(|thread| thread.is_halted()).and_then(|thread| {
                Some((thread.place(), thread.selected_frame, thread.frame()?.index))
            });
        if asked.is_none() {
            self.say(NoticeKind::Hint, "expressions run in a halted thread; none is selected");
        }
        asked
    }

    pub(super) fn console_path(
        &mut self,
        entry: EntryId,
        expression: &str,
        list: &MemberList,
        place: Option<Place>,
    ) {
        let mut tree = Tree::of_expression(self.new_tree(), expression, Some(expression));
        let Some(root) = tree.roots().first().copied() else { return };
        let page = Page::first();
        match tree.merge_members(root, page, &list.object_members, list.total) {
            Merged::Leaf => {
                let text = tree.node(root).map(|node| node.value.to_string()).unwrap_or_default();
                self.set_outcome(entry, EvalOutcome::Text(text));
            }
            Merged::Unresolved => {
                let frame = self.frame_index(Home::Console(entry));
                if let (Some(place), Some(frame)) = (place, frame) {
                    self.evaluate_for(entry, expression, place, frame);
                }
            }
            Merged::Members => {
                self.take_known_text(&mut tree, root, expression);
                tree.open(root);
                self.set_outcome(entry, EvalOutcome::Tree(Box::new(tree)));
            }
        }
    }

    /// `members` tells an object's members, not its own text; the variables may know it.
    pub(super) fn take_known_text(&self, tree: &mut Tree, root: NodeId, path: &str) {
        let Some(known) = self.present_tree().and_then(|tree| tree.find_path(path)) else { return };
        tree.set_text(root, &known.type_name, &known.value);
    }

    pub(super) fn console_result(&mut self, entry: EntryId, result: &EvalResult) {
        self.set_outcome(entry, outcome_of(result));
    }

    pub(super) fn console_failed(&mut self, entry: EntryId, failure: Failure) {
        let Failure { cause, action, .. } = failure;
        self.set_outcome(entry, EvalOutcome::Failed { cause, action });
    }

    /// The answer of an earlier halt: shown, but labelled.
    pub(super) fn late_result(&mut self, entry: EntryId, outcome: Result<Answer, Failure>) {
        let outcome = match outcome {
            Ok(Answer::Eval(result)) => outcome_of(&result),
            Ok(_) => EvalOutcome::Failed {
                cause: "the thread moved on before the answer came".to_owned(),
                action: "evaluate again at this halt".to_owned(),
            },
            Err(failure) => EvalOutcome::Failed { cause: failure.cause, action: failure.action },
        };
        if let Some(entry) = self.console.get_mut(entry) {
            entry.from_halt = entry.halt;
        }
        self.set_outcome(entry, outcome);
    }

    fn set_outcome(&mut self, id: EntryId, new: EvalOutcome) {
        let text = outcome_text(&new);
        let Some(entry) = self.console.get_mut(id) else { return };
        let halt = entry.halt;
        let ConsoleLine::Eval { outcome, expression } = &mut entry.line else { return };
        *outcome = new;
        let expression = expression.clone();
        let kind = match outcome {
            EvalOutcome::ScriptError(_) | EvalOutcome::Failed { .. } => NoticeKind::Error,
            EvalOutcome::Running { .. } | EvalOutcome::Text(_) | EvalOutcome::Tree(_) => {
                NoticeKind::Done
            }
        };
        // The console may be behind another tab.
        self.say(kind, format!("{} = {}", beginning(&expression), beginning(&text)));
        if let Some(halt) = halt.and_then(|number| self.history.get_mut(number)) {
            halt.console.push((expression, text));
        }
    }

    pub(super) fn test_condition(&mut self, text: &str) {
        let text = text.trim().to_owned();
        if text.is_empty() || self.shows_past() {
            return;
        }
        let Some((place, _, _)) = self.frame_to_ask() else { return };
        let expression = format!("!!({text})");
        self.call(
            Purpose::Condition(text),
            Some(place),
            Request::Eval { thread: place.thread, frame: FrameIndex(0), expression },
        );
    }

    pub(super) fn condition_tested(&mut self, text: &str, result: &EvalResult) {
        let answer = text_of(result);
        if is_script_error(&answer) {
            self.say(NoticeKind::Error, format!("this condition would never halt: {answer}"));
        } else {
            self.say(NoticeKind::Done, format!("{text} is {answer} here"));
        }
    }

    pub(super) fn pretty(&mut self, node: NodeId) {
        let Some(home) = self.home_of(node) else { return };
        let had_text = self.with_tree(home, |tree| {
            tree.node_mut(node).is_some_and(|node| node.pretty.take().is_some())
        });
        if had_text == Some(true) {
            return;
        }
        let Some(place) = self.place_of(home) else { return };
        let Some((frame, path)) = self.address(home, node) else {
            return self.say(NoticeKind::Hint, "this value has no path, so it can't be evaluated");
        };
        let expression = format!("JSON.stringify({path}, null, 2)");
        self.call(
            Purpose::Pretty(home, node),
            Some(place),
            Request::Eval { thread: place.thread, frame, expression },
        );
    }

    pub(super) fn pretty_text(&mut self, home: Home, node: NodeId, result: &EvalResult) {
        let text = text_of(result);
        let pretty = if is_script_error(&text) { Err(text) } else { Ok(text) };
        self.set_pretty(home, node, pretty);
    }

    pub(super) fn pretty_failed(&mut self, home: Home, node: NodeId, failure: &Failure) {
        self.set_pretty(home, node, Err(failure.cause.clone()));
    }

    fn set_pretty(&mut self, home: Home, id: NodeId, pretty: Result<String, String>) {
        self.with_tree(home, |tree| {
            if let Some(node) = tree.node_mut(id) {
                node.pretty = Some(pretty);
            }
        });
    }
}

/// As much of a text as one line may show.
fn beginning(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    let shown: String = line.chars().take(NOTICED).collect();
    if shown.len() < text.trim_end().len() { format!("{shown}…") } else { shown }
}

/// The result as text: strings raw, anything else as JSON.
pub(super) fn text_of(result: &EvalResult) -> String {
    match &result.result {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Errors of the script come as ordinary answers; their text gives them away.
pub(super) fn is_script_error(text: &str) -> bool {
    let first = text.split([':', ' ', '\n']).next().unwrap_or_default();
    let is_name =
        first.len() > "Error".len() && first.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let starts = is_name && first.ends_with("Error") && text[first.len()..].starts_with(':');
    let first_line = text.lines().next().unwrap_or_default().trim_end_matches('.');
    starts || text.contains("DEBUGGER EXPR") || first_line.ends_with("is not defined")
}

fn outcome_of(result: &EvalResult) -> EvalOutcome {
    let text = text_of(result);
    if is_script_error(&text) { EvalOutcome::ScriptError(text) } else { EvalOutcome::Text(text) }
}

fn outcome_text(outcome: &EvalOutcome) -> String {
    match outcome {
        EvalOutcome::Running { .. } => String::new(),
        EvalOutcome::Text(text) | EvalOutcome::ScriptError(text) => text.clone(),
        EvalOutcome::Tree(tree) => {
            let root = tree.roots().first().and_then(|root| tree.node(*root));
            root.map(|node| node.value.to_string()).unwrap_or_default()
        }
        EvalOutcome::Failed { cause, .. } => cause.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn script_errors_are_told_from_results() {
        for text in [
            "ReferenceError: \"x\" is not defined. ([DEBUGGER EXPR: x]#1)",
            "TypeError: Cannot read property \"a\" from null",
            "MyOwnError: no",
            "\"foo\" is not defined.",
            "whatever ([DEBUGGER EXPR: 1 +]#1)",
        ] {
            assert!(is_script_error(text), "{text}");
        }
        for text in
            ["", "3", "Error", "an Error: is here", "Errors: 3", "[Product sku=1]", "Error of mine"]
        {
            assert!(!is_script_error(text), "{text}");
        }
    }

    #[test]
    fn results_of_any_kind_have_a_text() {
        let check = |value: Value, text: &str| {
            let result = EvalResult { expression: String::new(), result: value };
            assert_eq!(text_of(&result), text);
        };
        check(Value::String("a\nb".to_owned()), "a\nb");
        check(Value::Null, "null");
        check(serde_json::json!(3.5), "3.5");
        check(serde_json::json!({"a": [1]}), "{\"a\":[1]}");
    }
}
