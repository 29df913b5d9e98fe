//! Evaluations in a frame; their results stand in the console.

use super::super::Session;
use super::super::calls::Purpose;
use super::super::change::Change;
use super::super::event::Answer;
use super::super::expression::{beginning, without_place};
use super::super::failure::Failure;
use super::super::frame::At;
use super::super::frame::Spot;
use super::super::ids::EntryId;
use super::super::mask::Evaluated;
use super::super::notice::NoticeKind;
use super::super::question::Told;
use super::super::telling::told;
use super::super::thread::Thread;
use super::super::tree::{Access, Merged, Node, NodeId, Tree, is_plain_path};
use super::console::{ConsoleLine, EvalOutcome};
use crate::api::debugger::{EvalResult, MemberList};
use crate::api::paging::Page;

/// Characters of an expression and of its result in the line of the last result.
const NOTICED: usize = 200;

impl Session {
    pub(in crate::session) fn evaluate(&mut self, spot: Spot, text: &str) {
        let expression = text.trim();
        if expression.is_empty() {
            return;
        }
        let Some(at) = self.place_to_evaluate(spot) else { return };
        self.console.remember_input(expression);
        self.cx.save_soon();
        let outcome = EvalOutcome::Running;
        let line = ConsoleLine::Eval { expression: expression.to_owned(), outcome };
        let halt = self.threads.get(spot.thread).and_then(Thread::halt);
        let entry = self.console.push(line, halt);
        self.console.set_origin(entry, at.place, spot.frame);
        self.cx.tell(Change::Evaluating { id: entry });
        let expression = expression.to_owned();
        let is_path = is_plain_path(&expression) && !self.leads_to_entry(spot, &expression);
        self.cx.call(if is_path {
            Purpose::ConsolePath { at, entry, path: expression }
        } else {
            Purpose::ConsoleEval { at, entry, expression }
        });
    }

    /// Whether a path leads to an entry of a map or a set, as the server counts them: a script doesn't reach it by its
    /// number.
    pub fn leads_to_entry(&self, spot: Spot, path: &str) -> bool {
        let mut entries = path.match_indices('[');
        entries.any(|(at, _)| self.is_keyed(spot, &path[..at]) == Some(true))
    }

    /// Whether the server numbers the entries of what a path leads to and a script doesn't; `None` if nothing was told
    /// of it.
    pub fn is_keyed(&self, spot: Spot, path: &str) -> Option<bool> {
        let node = self.values.told(spot)?.find_path(path)?;
        let is_known = !node.type_name.is_empty() && !Node::is_getter_type(&node.type_name);
        is_known.then(|| Node::is_keyed_type(&node.type_name))
    }

    /// The frame of a halted thread; else says what is missing.
    pub(super) fn place_to_evaluate(&mut self, spot: Spot) -> Option<At> {
        let halted = self.threads.get(spot.thread).filter(|thread| thread.is_halted());
        let at = halted.and_then(|_| self.at(spot));
        if at.is_none() {
            let text = "expressions run in a halted thread; this one is not";
            self.cx.say(NoticeKind::Hint, text);
        }
        at
    }

    pub(in crate::session) fn console_path(
        &mut self,
        (at, entry): (At, EntryId),
        path: String,
        outcome: Result<MemberList, Failure>,
    ) {
        match outcome {
            Ok(list) => self.path_came((at, entry), path, &list),
            Err(failure) => self.evaluation_failed(entry, failure),
        }
    }

    fn path_came(&mut self, (at, entry): (At, EntryId), path: String, list: &MemberList) {
        let mut tree =
            Tree::of_expression(self.values.new_tree(), &path, Some(Access::typed(&path)));
        let Some(root) = tree.roots().first().copied() else { return };
        let origin = self.console.origin(entry);
        let spot = origin.map(|(place, frame)| Spot { thread: place.thread, frame });
        tree.typed(root, &path, spot.is_some_and(|spot| self.leads_to_entry(spot, &path)));
        let page = Page::first();
        match tree.merge_members(root, page, &list.object_members, list.total) {
            Merged::Leaf => {
                let text = tree.node(root).map(|node| node.value.to_string()).unwrap_or_default();
                self.set_outcome(entry, EvalOutcome::Text(text));
            }
            Merged::Unresolved => {
                self.cx.call(Purpose::ConsoleEval { at, entry, expression: path });
            }
            Merged::Members => {
                self.take_known_text(&mut tree, root, entry, &path);
                tree.open(root);
                self.set_outcome(entry, EvalOutcome::Tree(Box::new(tree)));
            }
        }
    }

    /// `members` tells an object's members, not its own text; the variables may know it.
    fn take_known_text(&self, tree: &mut Tree, root: NodeId, entry: EntryId, path: &str) {
        let origin = self.console.origin(entry);
        let spot = origin.map(|(place, frame)| Spot { thread: place.thread, frame });
        let known = spot.and_then(|spot| self.values.tree(spot)?.find_expression(path));
        if let Some(known) = known {
            tree.set_text(root, &known.type_name, &known.value);
        }
    }

    /// Whatever came of it, it ran: what is shown may be of before.
    pub(in crate::session) fn console_result(
        &mut self,
        (at, entry): (At, EntryId),
        expression: &str,
        outcome: Result<EvalResult, Failure>,
    ) {
        self.ran(at.place.thread, expression);
        match outcome {
            Ok(result) => self.set_result(entry, &told(expression, &result)),
            Err(failure) => self.evaluation_failed(entry, failure),
        }
    }

    fn evaluation_failed(&mut self, entry: EntryId, failure: Failure) {
        let Failure { cause, action, .. } = failure;
        self.set_outcome(entry, EvalOutcome::Failed { cause, action });
    }

    /// The answer of an earlier halt: shown, but labelled.
    pub(in crate::session) fn late_result(
        &mut self,
        entry: EntryId,
        expression: &str,
        outcome: Result<Answer, Failure>,
    ) {
        self.console.label_as_late(entry);
        match outcome {
            Ok(Answer::Eval(result)) => self.set_result(entry, &told(expression, &result)),
            Ok(_) => self.set_outcome(
                entry,
                EvalOutcome::Failed {
                    cause: "the thread moved on before the answer came".to_owned(),
                    action: "evaluate again at this halt".to_owned(),
                },
            ),
            Err(failure) => self.evaluation_failed(entry, failure),
        }
    }

    fn set_result(&mut self, id: EntryId, told: &Told) {
        let masked = self.cx.options.mask.told(told);
        let text = told.shown().into_owned();
        let is_error = told.is_error();
        let new = if is_error {
            EvalOutcome::ScriptError(without_place(&text).to_owned())
        } else {
            EvalOutcome::Text(text)
        };
        self.set_masked_outcome(id, new, masked);
    }

    fn set_outcome(&mut self, id: EntryId, new: EvalOutcome) {
        self.set_masked_outcome(id, new, None);
    }

    fn set_masked_outcome(&mut self, id: EntryId, new: EvalOutcome, masked: Option<String>) {
        let text = outcome_text(&new);
        let shown = shown_text(&new).unwrap_or_else(|| text.clone());
        let is_error = matches!(new, EvalOutcome::ScriptError(_) | EvalOutcome::Failed { .. });
        let Some((expression, halt)) = self.console.set_outcome(id, new) else { return };
        let kind = if is_error { NoticeKind::Error } else { NoticeKind::Done };
        // The console may be behind another tab.
        self.cx.say(
            kind,
            format!("{} = {}", beginning(&expression, NOTICED), beginning(&shown, NOTICED)),
        );
        if let Some(halt) = halt {
            self.history.note_evaluation(halt, Evaluated { expression, text, masked });
        }
        self.cx.tell(Change::Evaluated { id });
    }
}

/// What an object holds, as its row in the console tells it.
fn shown_text(outcome: &EvalOutcome) -> Option<String> {
    let EvalOutcome::Tree(tree) = outcome else { return None };
    let root = tree.roots().first().and_then(|root| tree.node(*root))?;
    Some(tree.shown_value(root))
}

fn outcome_text(outcome: &EvalOutcome) -> String {
    match outcome {
        EvalOutcome::Running => String::new(),
        EvalOutcome::Text(text) | EvalOutcome::ScriptError(text) => text.clone(),
        EvalOutcome::Tree(tree) => {
            let root = tree.roots().first().and_then(|root| tree.node(*root));
            root.map(|node| node.value.to_string()).unwrap_or_default()
        }
        EvalOutcome::Failed { cause, .. } => cause.clone(),
    }
}
