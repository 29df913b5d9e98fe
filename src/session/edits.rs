//! Files that are edited while the debugger runs: breakpoints follow their text, and what a halted
//! thread runs is told from what the file holds now.

use super::Session;
use super::breakpoints::{BreakpointKey, Origin};
use super::change::Change;
use super::effect::Effect;
use super::notice::NoticeKind;
use super::source::{Source, SourceState};
use super::thread::Thread;
use super::time::Time;
use crate::api::ids::{Line, ScriptPath, ThreadId};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

/// Files of scripts that are about are looked at again so often.
const LOOKS: Duration = Duration::from_secs(2);

/// Where the lines of one text are in another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LineMap {
    /// So many lines at the beginning are the same, and so many at the end.
    head: usize,
    tail: usize,
    old: Arc<[String]>,
    new: Arc<[String]>,
}

impl LineMap {
    pub(super) fn of(old: &Arc<[String]>, new: &Arc<[String]>) -> Self {
        let same = |(one, other): &(&String, &String)| one == other;
        let head = old.iter().zip(new.iter()).take_while(same).count();
        let rest = old.len().min(new.len()) - head;
        let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(same).count();
        Self { head, tail, old: Arc::clone(old), new: Arc::clone(new) }
    }

    /// Where a line is now: by its place outside of what was edited, inside by its text; `None` if
    /// that is not there any more.
    pub(super) fn now(&self, line: Line) -> Option<Line> {
        let index = usize::try_from(line.0).ok()?.checked_sub(1)?;
        if index < self.head || index >= self.old.len() {
            return Some(line);
        }
        if index >= self.old.len() - self.tail {
            return number(index + self.new.len() - self.old.len());
        }
        nearest(&self.new, &self.old[index], index, self.head..self.new.len() - self.tail)
    }
}

/// The line of that text that is nearest to an index.
fn nearest(
    lines: &[String],
    text: &str,
    index: usize,
    within: std::ops::Range<usize>,
) -> Option<Line> {
    let text = text.trim();
    let fitting = within.filter(|at| !text.is_empty() && lines[*at].trim() == text);
    fitting.min_by_key(|at| at.abs_diff(index)).and_then(number)
}

fn number(index: usize) -> Option<Line> {
    u32::try_from(index + 1).ok().map(Line)
}

/// What halted threads run of a script whose file was changed since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edited {
    /// Those that were halted before the change, in this script or in what it called.
    threads: BTreeSet<ThreadId>,
    map: LineMap,
}

impl Source {
    /// Where a line that a thread tells stands in the present text.
    pub fn line_now(&self, thread: Option<ThreadId>, line: Line) -> Line {
        let edited = self.edited.as_ref();
        let of_thread =
            edited.filter(|edited| thread.is_some_and(|id| edited.threads.contains(&id)));
        of_thread.and_then(|edited| edited.map.now(line)).unwrap_or(line)
    }
}

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
        let (old, mut known) = source.edited.take().map_or_else(
            || (Arc::clone(before), BTreeSet::new()),
            |edited| (edited.map.old, edited.threads),
        );
        known.extend(threads);
        if known.is_empty() {
            return;
        }
        source.edited = Some(Edited { threads: known, map: LineMap::of(&old, &source.lines) });
        source.state = SourceState::Differs("the file was changed since the halt".to_owned());
        let text = format!("{} was changed: lines may be off", self.sources.label(script));
        self.cx.say(NoticeKind::Hint, text);
    }

    /// A thread is gone: what it ran is not about any more.
    pub(super) fn forget_edits_of(&mut self, thread: ThreadId) {
        let is_deployed = self.cx.options.sources_are_deployed;
        for source in self.sources.loaded.values_mut() {
            let Some(edited) = &mut source.edited else { continue };
            edited.threads.remove(&thread);
            if edited.threads.is_empty() {
                source.edited = None;
                source.state = if is_deployed { SourceState::Deployed } else { SourceState::Found };
                self.cx.tell(Change::Source { script: source.script.clone() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Arc<[String]> {
        text.chars().map(String::from).collect()
    }

    #[track_caller]
    fn check(old: &str, new: &str, line: u32, now: Option<u32>) {
        let map = LineMap::of(&lines(old), &lines(new));
        assert_eq!(map.now(Line(line)), now.map(Line), "{old} -> {new}, line {line}");
    }

    #[test]
    fn lines_are_found_again_by_what_was_not_edited_and_inside_by_their_text() {
        check("abcde", "abcde", 3, Some(3));
        check("abcde", "xabcde", 3, Some(4));
        check("abcde", "abxxcde", 2, Some(2));
        check("abcde", "abxxcde", 3, Some(5));
        check("abcde", "ade", 2, None);
        check("abcde", "ade", 4, Some(2));
        check("abcde", "axcxbe", 3, Some(3));
        check("abcde", "", 3, None);
        check("ab}cd}e", "ab}x}cd}e", 6, Some(8));
        check("abc", "abc", 9, Some(9));
    }
}
