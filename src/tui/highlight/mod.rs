//! Syntax colour, made on a thread of its own: the loop asks for what is on screen, draws without
//! colour, and draws again when the answer comes.
//!
//! [`Highlights`] is the state (which lines of which script are coloured), [`Worker`] the thread.
//! The lines on screen are answered first, read from a little above them; then the whole script
//! from its first line, which corrects what a comment or string that began further up hid.

mod lexer;
mod worker;

pub use worker::{Delivered, Worker};

use super::theme::Role;
use crate::api::ids::ScriptPath;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Scripts whose colours are kept; the one that was longest not asked for goes first.
const KEPT_SCRIPTS: usize = 24;

/// A piece of a line and what it means in the script's language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// First byte in the line.
    pub start: u32,
    /// The byte behind the last.
    pub end: u32,
    /// How it is drawn.
    pub role: Role,
}

/// Coloured pieces of one line in order, without overlap; text between them is plain.
pub type Spans = Box<[Span]>;

/// The text of a script, shared with whoever holds it.
pub type Lines = Arc<[String]>;

/// A script to be coloured.
#[derive(Clone, Debug)]
pub struct Job {
    /// Whose text it is; the name's ending tells the language.
    pub script: ScriptPath,
    /// The whole text.
    pub lines: Lines,
    /// Lines on screen, counted from 0.
    pub visible: Range<usize>,
}

/// Lines that were coloured.
#[derive(Clone, Debug)]
pub struct Batch {
    script: ScriptPath,
    lines: Lines,
    first: usize,
    spans: Vec<Spans>,
}

/// The colours that are known.
#[derive(Debug, Default)]
pub struct Highlights {
    scripts: HashMap<ScriptPath, Script>,
    asked: u64,
}

#[derive(Debug)]
struct Script {
    lines: Lines,
    spans: Vec<Option<Spans>>,
    requested: Range<usize>,
    last_asked: u64,
}

impl Highlights {
    /// What the worker has to do for these lines to be coloured; nothing if they are, or if it was
    /// already asked.
    pub fn want(
        &mut self,
        script: &ScriptPath,
        lines: &Lines,
        visible: Range<usize>,
    ) -> Option<Job> {
        let visible = visible.start.min(lines.len())..visible.end.min(lines.len());
        self.asked += 1;
        let known = self.entry(script, lines);
        let covered = |line: usize| known.requested.contains(&line) || known.spans[line].is_some();
        if visible.clone().all(covered) {
            return None;
        }
        known.requested = visible.clone();
        Some(Job { script: script.clone(), lines: Arc::clone(lines), visible })
    }

    /// Takes an answer in; one for a text that has changed since is dropped.
    pub fn apply(&mut self, batch: Batch) {
        let Some(known) = self.scripts.get_mut(&batch.script) else { return };
        if !Arc::ptr_eq(&known.lines, &batch.lines) {
            return;
        }
        let places = known.spans.iter_mut().skip(batch.first);
        for (place, spans) in places.zip(batch.spans) {
            *place = Some(spans);
        }
    }

    /// The colours of a line, counted from 0; none while they are not known.
    pub fn spans(&self, script: &ScriptPath, line: usize) -> &[Span] {
        let known = self.scripts.get(script).and_then(|known| known.spans.get(line));
        known.and_then(Option::as_deref).unwrap_or_default()
    }

    fn entry(&mut self, script: &ScriptPath, lines: &Lines) -> &mut Script {
        let known = self.scripts.get(script);
        if known.is_none_or(|known| !Arc::ptr_eq(&known.lines, lines)) {
            self.make_room();
            let fresh = Script {
                lines: Arc::clone(lines),
                spans: vec![None; lines.len()],
                requested: 0..0,
                last_asked: 0,
            };
            self.scripts.insert(script.clone(), fresh);
        }
        let known = self.scripts.get_mut(script).expect("inserted above if it was not there");
        known.last_asked = self.asked;
        known
    }

    fn make_room(&mut self) {
        if self.scripts.len() < KEPT_SCRIPTS {
            return;
        }
        let oldest = self.scripts.iter().min_by_key(|(_, known)| known.last_asked);
        if let Some(oldest) = oldest.map(|(script, _)| script.clone()) {
            self.scripts.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests;
