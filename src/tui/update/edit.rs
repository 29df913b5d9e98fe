//! Breakpoints, the source's cursor and the user's editor.

use super::Turn;
use crate::api::ids::{Line, ScriptPath};
use crate::session::{
    BreakpointCommand, BreakpointKey, BreakpointSpec, Command, NoticeKind, ThreadCommand,
};
use crate::tui::layers::{BreakpointPrompt, FilterPrompt, Layer};
use crate::tui::msg::Cmd;
use crate::tui::rows;
use crate::tui::ui::Pane;

impl Turn<'_> {
    /// Shows a script; its cursor goes to `line` if one is given.
    pub(super) fn open_script(&mut self, script: ScriptPath, line: Option<Line>) {
        let is_frames = self.app.shown().frame.is_some_and(|frame| frame.script == script);
        if let Some(line) = line {
            self.app.ui.sources.entry(script.clone()).or_default().cursor = line;
            self.app.recentre = true;
        }
        self.app.ui.opened = (!is_frames).then(|| script.clone());
        self.app.ui.focus(Pane::Source);
        self.command(Command::OpenSource(script));
    }

    pub(super) fn run_to_cursor(&mut self) {
        match self.place_meant() {
            Some((script, line)) => self.move_thread(ThreadCommand::RunTo { script, line }),
            None => self.no_source(),
        }
    }

    pub(super) fn toggle_breakpoint(&mut self) {
        match rows::source_place(self.app) {
            Some((script, line)) => {
                self.command(Command::Breakpoint(BreakpointCommand::Toggle { script, line }));
            }
            None => self.no_source(),
        }
    }

    pub(super) fn no_source(&mut self) {
        self.say(NoticeKind::Hint, "no script is shown: `files` opens one");
    }

    /// The breakpoint meant: the selected one in its list, else the one on the source's line.
    fn meant(&self) -> Option<BreakpointKey> {
        if self.app.ui.focus == Pane::Breakpoints {
            return rows::breakpoint(self.app).map(|breakpoint| breakpoint.key().clone());
        }
        rows::source_place(self.app).map(|(script, line)| BreakpointKey::new(script, line))
    }

    pub(super) fn edit_breakpoint(&mut self) {
        let Some(key) = self.meant() else { return self.no_source() };
        let known = self.app.session.breakpoints().get(&key).map(|known| known.spec.clone());
        let spec = known.unwrap_or_else(|| BreakpointSpec::plain(key.script, key.line));
        let prompt = BreakpointPrompt::new(&spec, self.app);
        self.open(Layer::Breakpoint(Box::new(prompt)));
    }

    pub(super) fn switch_breakpoint(&mut self) {
        let known = self.meant().and_then(|key| self.app.session.breakpoints().get(&key));
        match known.map(|known| known.key().clone()) {
            Some(key) => self.command(Command::Breakpoint(BreakpointCommand::Switch(key))),
            None => self.say(
                NoticeKind::Hint,
                "there is no breakpoint on this line: `toggle breakpoint` sets one",
            ),
        }
    }

    /// Back to the line where the thread is.
    pub(super) fn return_to_execution(&mut self) {
        let Some(frame) = self.app.shown().frame else {
            return self.say(NoticeKind::Hint, "no thread is halted");
        };
        let (script, line) = (frame.script.clone(), frame.line);
        self.app.ui.opened = None;
        self.app.ui.sources.entry(script).or_default().cursor = line;
        self.app.recentre = true;
    }

    pub(super) fn open_filter(&mut self) {
        let pane = match self.app.ui.focus {
            Pane::Inspector => self.app.value_pane(),
            pane => pane,
        };
        let before = match pane {
            Pane::Source => self.app.ui.source_search.clone(),
            pane => self.app.ui.list(pane).filter.clone(),
        };
        self.open(Layer::Filter(Box::new(FilterPrompt::new(pane, &before))));
    }

    /// Looks for `text` in the source from the cursor on, round the end.
    pub(super) fn search(&mut self, text: String) {
        self.app.ui.source_search = text;
        if !self.app.ui.source_search.is_empty() && !self.find_in_source(0) {
            self.say(NoticeKind::Hint, "not found in this file");
        }
    }

    /// Goes to the next line with the searched text, `by` lines at least; `false` if there is none.
    pub(super) fn find_in_source(&mut self, by: isize) -> bool {
        let Some((script, line)) = rows::source_place(self.app) else { return false };
        let Some(source) = self.app.source() else { return false };
        let wanted = self.app.ui.source_search.to_lowercase();
        let count = source.lines.len();
        let start = (line.0 as usize).saturating_sub(1);
        let at = |step: usize| match by {
            ..0 => (start + count - step % count) % count,
            _ => (start + step) % count,
        };
        let first = by.unsigned_abs();
        let found = (first..count + first)
            .map(at)
            .find(|index| source.lines[*index].to_lowercase().contains(&wanted));
        let Some((index, line)) =
            found.and_then(|index| Some((index, u32::try_from(index + 1).ok()?)))
        else {
            return false;
        };
        let text = &source.lines[index];
        let begin = text.to_lowercase().find(&wanted).unwrap_or_default();
        let column = self.column_showing(text, begin..begin + wanted.len());
        let view = self.app.ui.sources.entry(script).or_default();
        (view.cursor, view.column) = (Line(line), column);
        true
    }

    /// Hands the terminal to the user's editor.
    pub(super) fn edit_source(&mut self) {
        let place = rows::source_place(self.app);
        let file = self.app.source().and_then(|source| source.file.clone());
        match (file, place) {
            (Some(file), Some((_, line))) => self.cmds.push(Cmd::Edit(file, line)),
            (None, Some((script, _))) => {
                let text = format!("{script} is not on this machine: nothing to edit");
                self.say(NoticeKind::Error, text);
            }
            _ => self.no_source(),
        }
    }

    pub(super) fn editor_closed(&mut self, outcome: Result<(), String>) {
        match outcome {
            Ok(()) => {
                if let Some(script) = self.app.script() {
                    self.command(Command::OpenSource(script));
                }
            }
            Err(text) => self.say(NoticeKind::Error, text),
        }
    }
}
