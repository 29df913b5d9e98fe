//! The history as JSON lines.

use super::super::Session;
use super::super::effect::Effect;
use super::super::frame::Frame;
use super::super::mask::Evaluated;
use super::super::notice::NoticeKind;
use super::super::tree::{ChangeMark, Node, NodeKind, Tree};
use super::super::values::Entry;
use super::Halt;
use crate::api::counted::counted;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};

impl Session {
    pub(in crate::session) fn export(&mut self, file: PathBuf) {
        let lines: Vec<String> =
            self.history.halts().map(|halt| self.export_line(halt).to_string()).collect();
        if lines.is_empty() {
            return self.cx.say(NoticeKind::Hint, "no halt is recorded yet");
        }
        let text = lines.join("\n") + "\n";
        self.cx.effect(Effect::WriteFile { file, text });
    }

    pub(in crate::session) fn file_written(&mut self, file: &Path, outcome: Result<u64, String>) {
        let file = file.display();
        match outcome {
            Ok(bytes) => {
                self.cx.say(NoticeKind::Done, format!("wrote {file}, {}", counted(bytes, "byte")));
            }
            Err(cause) => {
                self.cx.say(NoticeKind::Error, format!("{file} was not written: {cause}"));
            }
        }
    }

    fn export_line(&self, halt: &Halt) -> Value {
        let at = u128::from(self.cx.options.started_at) + halt.at.0.as_millis();
        let mask = &self.cx.options.mask;
        let pairs = |list: &[Evaluated]| -> Value {
            list.iter()
                .map(|it| json!({"expression": it.expression, "value": it.masked(mask)}))
                .collect()
        };
        let mut line = json!({
            "number": halt.number,
            "thread": halt.thread,
            "at": u64::try_from(at).unwrap_or(u64::MAX),
            "how": halt.how,
            "call_stack": halt.frames.iter().map(frame).collect::<Vec<_>>(),
            "watches": pairs(&self.watches_of(halt)),
            "console": pairs(&halt.console),
        });
        // A frame that nobody has read is left out, so that nobody takes it for one without
        // variables.
        let mut told = (0..halt.frames.len())
            .filter_map(|frame| Some((frame, self.export_tree(self.tree_of_halt(halt, frame)?))))
            .peekable();
        if let Some((_, variables)) = told.next_if(|(frame, _)| *frame == 0) {
            line["variables"] = json!(variables);
        }
        let outer: Vec<Value> =
            told.map(|(frame, entries)| json!({"frame": frame, "variables": entries})).collect();
        if !outer.is_empty() {
            line["outer_frames"] = json!(outer);
        }
        line
    }

    /// The present halt's watches are still those of now.
    fn watches_of(&self, halt: &Halt) -> Vec<Evaluated> {
        let is_looked_at = self.focus.is_some_and(|spot| spot.thread == halt.thread);
        if is_looked_at && self.is_present(halt) {
            self.watches.texts()
        } else {
            halt.watches.clone()
        }
    }

    fn export_tree(&self, tree: &Tree) -> Vec<Value> {
        let mut nodes: Vec<&Node> = tree.nodes().filter(|node| was_told(node)).collect();
        nodes.sort_by_key(|node| node.id);
        let entry = |node: &&Node| {
            let mut names = tree.names_of(node.id);
            let scope = if names.is_empty() { String::new() } else { names.remove(0) };
            let path = node.path().map_or_else(|| names.join("."), str::to_owned);
            let value = self.cx.options.mask.value(&path, &node.value).to_owned();
            let members = tree.is_told(node.id).then_some(node.total());
            let type_name = node.type_name.to_string();
            json!(Entry { scope, path, names, type_name, value, members })
        };
        nodes.iter().map(entry).collect()
    }
}

/// Its text is one of this halt, not of an earlier one.
fn was_told(node: &Node) -> bool {
    let is_there = !node.stale && node.change != ChangeMark::Gone;
    node.kind == NodeKind::Value && is_there && !node.type_name.is_empty()
}

fn frame(frame: &Frame) -> Value {
    json!({
        "function_name": frame.function,
        "line_number": frame.line,
        "script_path": frame.script,
    })
}
