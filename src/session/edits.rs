//! Files that are edited while the debugger runs: breakpoints follow their text, and what a halted
//! thread runs is told from what the file holds now.

use super::Session;
use super::breakpoint::{BreakpointKey, Origin};
use super::change::Change;
use super::effect::Effect;
use super::notice::NoticeKind;
use super::source::{LineMap, SourceState, nearest};
use super::thread::Thread;
use super::time::Time;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Files of scripts that are about are looked at again so often.
const LOOKS: Duration = Duration::from_secs(2);

impl Session {
    /// When files are looked at again: with every list, but not too often.
    pub(super) fn look_at_files(&mut self) {
        let now = self.cx.now();
        if self.sources.looked.is_some_and(|at: Time| now.since(at) < LOOKS) {
            return;
        }
        self.sources.looked = Some(now);
        let frames = self.threads.iter().filter(|thread| thread.is_halted());
        let halted = frames.flat_map(|thread| thread.frames().iter().map(|it| &it.script));
        let set = self.breakpoints.iter().map(|breakpoint| &breakpoint.key().script);
        let about: BTreeSet<ScriptPath> = halted.chain(set).cloned().collect();
        for script in about {
            let source = self.sources.loaded.get(&script);
            let read = source.filter(|source| source.state != SourceState::Loading);
            if let Some(file) = read.and_then(|source| source.file.clone()) {
                self.cx.effect(Effect::RefreshSource { script, file });
            }
        }
    }

    /// A script's text is another one: breakpoints follow theirs, halted threads run the former.
    pub(super) fn edited(&mut self, script: &ScriptPath, before: &Arc<[String]>) {
        let Some(source) = self.sources.loaded.get(script) else { return };
        let map = LineMap::of(before, &source.lines);
        self.move_breakpoints(script, &map);
        self.keep_running_text(script, before);
    }

    fn move_breakpoints(&mut self, script: &ScriptPath, map: &LineMap) {
        let keys: Vec<BreakpointKey> = self
            .breakpoints
            .of_script(script)
            .filter(|each| !matches!(each.origin, Origin::OneShot(_)))
            .map(|each| each.key().clone())
            .collect();
        let moves = keys.into_iter().filter_map(|key| {
            let line = map.now(key.line).filter(|line| *line != key.line)?;
            Some((key, line))
        });
        self.shift_breakpoints(moves.collect());
    }

    /// From the one that goes furthest on, so that none lands on another that is to move yet.
    fn shift_breakpoints(&mut self, mut moves: Vec<(BreakpointKey, Line)>) {
        moves.sort_by_key(|(key, line)| {
            let down = line.0 > key.line.0;
            if down { u32::MAX - key.line.0 } else { key.line.0 }
        });
        let count = moves.len();
        for (key, line) in moves {
            let to = BreakpointKey::new(key.script.clone(), line);
            if self.breakpoints.get(&to).is_some() {
                continue;
            }
            if let Some(mut moved) = self.breakpoints.remove(&key) {
                moved.spec.key = to.clone();
                moved.slid_to = None;
                self.breakpoints.put(moved);
                self.wait_there(&key, &to);
            }
        }
        if count > 0 {
            let lines = if count == 1 { "a breakpoint" } else { "breakpoints" };
            self.cx
                .say(NoticeKind::Hint, format!("the file was edited: {lines} moved with the text"));
            self.cx.save_soon();
            self.show_facts();
        }
    }

    /// Each breakpoint knows the text of its line; one whose line has another text by the time that
    /// the file is read first goes where its text is.
    pub(super) fn learn_texts(&mut self, script: &ScriptPath) {
        let Some(source) = self.sources.loaded.get(script) else { return };
        let lines = Arc::clone(&source.lines);
        let mut moves = Vec::new();
        for breakpoint in self.breakpoints.iter_mut() {
            let key = breakpoint.spec.key.clone();
            if key.script != *script {
                continue;
            }
            let index = (key.line.0 as usize).saturating_sub(1);
            let here = lines.get(index).map(|text| text.trim().to_owned());
            match (&breakpoint.spec.text, here) {
                (Some(text), here) if here.as_deref() != Some(text) => {
                    let to = nearest(&lines, text, index, 0..lines.len());
                    moves.extend(to.map(|line| (key, line)));
                }
                (None, Some(here)) if !here.is_empty() => breakpoint.spec.text = Some(here),
                _ => {}
            }
        }
        self.shift_breakpoints(moves);
    }

    fn keep_running_text(&mut self, script: &ScriptPath, before: &Arc<[String]>) {
        let runs = |thread: &&Thread| {
            thread.is_halted() && thread.frames().iter().any(|frame| frame.script == *script)
        };
        let threads: BTreeSet<ThreadId> =
            self.threads.iter().filter(runs).map(Thread::id).collect();
        let Some(source) = self.sources.loaded.get_mut(script) else { return };
        if !source.was_edited(before, threads) {
            return;
        }
        source.state = SourceState::Differs("the file was changed since the halt".to_owned());
        let text = format!("{} was changed: lines may be off", self.sources.label(script));
        self.cx.say(NoticeKind::Hint, text);
    }

    /// A thread is gone: what it ran is not about any more.
    pub(super) fn forget_edits_of(&mut self, thread: ThreadId) {
        let is_deployed = self.cx.options.sources_are_deployed;
        for source in self.sources.loaded.values_mut() {
            if source.is_run_no_more_by(thread) {
                source.state = if is_deployed { SourceState::Deployed } else { SourceState::Found };
                self.cx.tell(Change::Source { script: source.script.clone() });
            }
        }
    }
}
