//! An exported history read again: JSON lines become recorded halts.

use super::super::Session;
use super::super::evaluation::{ConsoleLine, EvalOutcome};
use super::super::frame::Frame;
use super::super::ids::HaltNumber;
use super::super::mask::Evaluated;
use super::super::notice::NoticeKind;
use super::super::time::Time;
use super::super::values::{Entry, RecordedTrees};
use super::{Halt, History};
use crate::api::counted::counted;
use crate::api::ids::{FrameIndex, Line, ScriptPath, ThreadId};
use serde::Deserialize;
use std::time::Duration;

/// A history that was exported.
#[derive(Clone, Debug)]
pub struct Recording {
    /// What the file is called.
    pub name: String,
    halts: Vec<RecordedHalt>,
}

/// A text that holds no exported history.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoRecording {
    /// Nothing at all.
    #[error("it holds no halt")]
    Empty,
    /// A line that isn't what an export writes.
    #[error("line {line} is no recorded halt: {cause}")]
    Line {
        /// From 1.
        line: usize,
        /// What is wrong with it.
        cause: String,
    },
}

/// A line of the file.
#[derive(Clone, Debug, Deserialize)]
struct RecordedHalt {
    number: HaltNumber,
    thread: ThreadId,
    /// In milliseconds since 1970.
    at: u64,
    how: String,
    call_stack: Vec<RecordedFrame>,
    /// Of the current location; none where they were never read.
    variables: Option<Vec<Entry>>,
    /// Those of callers that were read.
    #[serde(default)]
    outer_frames: Vec<RecordedCaller>,
    #[serde(default)]
    watches: Vec<Pair>,
    #[serde(default)]
    console: Vec<Pair>,
}

#[derive(Clone, Debug, Deserialize)]
struct RecordedFrame {
    function_name: String,
    line_number: Line,
    script_path: ScriptPath,
}

#[derive(Clone, Debug, Deserialize)]
struct RecordedCaller {
    /// Its place in the call stack.
    frame: usize,
    variables: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
struct Pair {
    expression: String,
    value: String,
}

impl Recording {
    /// Reads what an export has written; halts come in the order of their numbers.
    pub fn read(name: &str, text: &str) -> Result<Self, NoRecording> {
        let mut halts: Vec<RecordedHalt> = Vec::new();
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (index, line) in lines {
            let wrong = |cause: String| NoRecording::Line { line: index + 1, cause };
            let halt: RecordedHalt =
                serde_json::from_str(line).map_err(|error| wrong(error.to_string()))?;
            halt.check().map_err(wrong)?;
            if halts.last().is_some_and(|before| before.number >= halt.number) {
                return Err(wrong(format!("halt {} does not follow the one before", halt.number)));
            }
            halts.push(halt);
        }
        let name = name.to_owned();
        if halts.is_empty() { Err(NoRecording::Empty) } else { Ok(Self { name, halts }) }
    }

    /// When the first halt was, in milliseconds since 1970: the session that shows it begins then.
    pub fn began_at(&self) -> u64 {
        self.halts.iter().map(|halt| halt.at).min().unwrap_or_default()
    }
}

impl Session {
    /// Shows a recording in place of an instance: nothing is asked of anybody.
    pub fn replay(&mut self, recording: Recording) {
        let Recording { name, halts } = recording;
        let count = halts.len();
        for halt in halts {
            self.take_recorded(halt);
        }
        let kept = self.history.halts().len();
        let text = match count - kept {
            0 => format!("{} of {name}, read only", counted(count, "halt")),
            more => format!("the last {kept} halts of {name}, read only; {more} more are too many"),
        };
        self.replayed = Some(name);
        self.cx.say(NoticeKind::Done, text);
    }

    /// The file whose halts are shown, if it is not an instance that one debugs.
    pub fn replayed(&self) -> Option<&str> {
        self.replayed.as_deref()
    }

    fn take_recorded(&mut self, halt: RecordedHalt) {
        let since = halt.at.saturating_sub(self.cx.options.started_at);
        let at = Time(Duration::from_millis(since));
        let stack = halt.call_stack.into_iter().enumerate();
        let frames: Vec<Frame> = stack.map(|(index, frame)| frame.into_frame(index)).collect();
        if let Some(top) = frames.first() {
            self.load_source(&top.script);
        }
        let outer = halt.outer_frames.into_iter().map(|caller| (caller.frame, caller.variables));
        let told = halt.variables.into_iter().map(|entries| (0, entries)).chain(outer).collect();
        let trees =
            self.values.recorded(&RecordedTrees { thread: halt.thread, frames: &frames, told });
        let pairs = |pairs: Vec<Pair>| -> Vec<Evaluated> {
            pairs.into_iter().map(|pair| Evaluated::new(pair.expression, pair.value)).collect()
        };
        let console = pairs(halt.console);
        for Evaluated { expression, text, .. } in console.clone() {
            let line = ConsoleLine::Eval { expression, outcome: EvalOutcome::Text(text) };
            self.console.push(line, Some(halt.number));
        }
        let weight = trees.values().map(|tree| tree.weight()).sum();
        self.history.take(Halt {
            number: halt.number,
            thread: halt.thread,
            at,
            how: known(&halt.how),
            frames,
            trees,
            watches: pairs(halt.watches),
            console,
            weight,
        });
    }
}

impl RecordedHalt {
    /// What the stack says of the rest is so; else in words what isn't.
    fn check(&self) -> Result<(), String> {
        if self.call_stack.is_empty() {
            return Err("its call stack is empty".to_owned());
        }
        let is_lacking = |frame: &usize| !(1..self.call_stack.len()).contains(frame);
        match self.outer_frames.iter().map(|caller| caller.frame).find(is_lacking) {
            Some(frame) => Err(format!("its call stack has no frame {frame}")),
            None => Ok(()),
        }
    }
}

impl RecordedFrame {
    fn into_frame(self, index: usize) -> Frame {
        let index = FrameIndex(u32::try_from(index).unwrap_or(u32::MAX));
        let Self { function_name, line_number, script_path } = self;
        Frame { index, function: function_name, script: script_path, line: line_number }
    }
}

impl History {
    fn take(&mut self, halt: Halt) {
        self.next = halt.number.0;
        self.weight += halt.weight;
        self.halts.push_back(halt);
        self.shrink();
    }
}

/// The word for how a thread came there.
fn known(how: &str) -> &'static str {
    const WORDS: [&str; 5] = ["over", "into", "out", "cursor", "breakpoint"];
    WORDS.into_iter().find(|word| *word == how).unwrap_or("halt")
}
