//! From a name to what it means and back, into a chosen call, to a line that was typed.

use super::Turn;
use crate::api::ids::{Line, ScriptPath};
use crate::session::{Command, NoticeKind, StepKind, ThreadCommand};
use crate::tui::layers::{Layer, Pick, Then, TypedPlace, best};
use crate::tui::rows;
use crate::tui::ui::Pane;

/// Places that are kept to return to.
const TRAIL: usize = 100;

impl Turn<'_> {
    /// Where the line under the source's cursor leads.
    pub(super) fn go_to_definition(&mut self) {
        let Some((script, line)) = rows::source_place(self.app) else { return self.no_source() };
        self.then(Then::Lead(script, line));
    }

    fn lead(&mut self, script: &ScriptPath, line: Line) {
        let found = self.app.session.sources().destinations(script, line);
        match found.as_slice() {
            [] => {
                let text = "nothing on this line leads to a script that is here";
                self.say(NoticeKind::Hint, text);
            }
            [only] => self.then(Then::Show(only.clone())),
            several => {
                let pick = Pick::destinations("Where to?", several, Then::Show);
                self.open(Layer::Pick(Box::new(pick)));
            }
        }
    }

    /// Whether a line's scripts are read; those that aren't are asked for.
    fn has_read_for(&mut self, script: &ScriptPath, line: Line) -> bool {
        let wanted = self.app.session.sources().to_read_for(script, line);
        for script in &wanted {
            if self.app.session.sources().get(script).is_none() {
                self.command(Command::OpenSource(script.clone()));
            }
        }
        wanted.is_empty()
    }

    /// Into one of the functions that the line of execution calls.
    pub(super) fn step_into_call(&mut self) {
        let here = self.app.selection.thread().zip(self.line_of_execution());
        let Some((thread, (script, line))) = here else {
            return self.move_thread(ThreadCommand::Step(StepKind::Into));
        };
        self.then(Then::Choose(thread, script, line));
    }

    fn line_of_execution(&self) -> Option<(ScriptPath, Line)> {
        let frame = self.app.shown().frame.filter(|_| self.app.selection.past().is_none())?;
        Some((frame.script.clone(), frame.line))
    }

    /// The calls of a line whose scripts are known by now.
    fn choose_call(&mut self, script: &ScriptPath, line: Line) {
        let found = self.app.session.sources().step_targets(script, line);
        match found.as_slice() {
            [] => self.move_thread(ThreadCommand::Step(StepKind::Into)),
            [only] => self.then(Then::StepInto(only.clone())),
            several => {
                let pick = Pick::destinations("Step into", several, Then::StepInto);
                self.open(Layer::Pick(Box::new(pick)));
            }
        }
    }

    pub(super) fn then(&mut self, then: Then) {
        match then {
            Then::Open(ref script, line) => {
                self.leave_trail();
                self.open_script(script.clone(), Some(line));
                *self.heading = Some(then);
                self.arrive();
            }
            Then::Lead(..) | Then::Choose(..) => {
                *self.heading = Some(then);
                self.arrive();
            }
            Then::Show(_) | Then::StepInto(_) => {
                if let Some(script) = script_of(&then) {
                    self.command(Command::OpenSource(script));
                }
                *self.heading = Some(then);
                self.arrive();
            }
        }
    }

    /// Goes on with what was chosen as soon as its script was read.
    pub(super) fn arrive(&mut self) {
        let sources = self.app.session.sources();
        match &self.heading {
            Some(Then::Show(destination)) => {
                let Some(line) = sources.line_of(destination) else { return };
                let script = destination.script.clone();
                *self.heading = None;
                self.leave_trail();
                self.open_script(script, Some(line));
            }
            Some(then @ (Then::Lead(script, line) | Then::Choose(_, script, line))) => {
                let chooses = match then {
                    Then::Choose(thread, ..) => Some(*thread),
                    _ => None,
                };
                let (script, line) = (script.clone(), *line);
                if !self.has_read_for(&script, line) {
                    return;
                }
                *self.heading = None;
                if chooses.is_none() {
                    self.lead(&script, line);
                } else if self.app.selection.thread() == chooses
                    && self.line_of_execution() == Some((script.clone(), line))
                {
                    // It may have moved on meanwhile, or another one is chosen.
                    self.choose_call(&script, line);
                }
            }
            Some(Then::StepInto(destination)) => {
                if sources.is_unread(&destination.script) {
                    return;
                }
                let script = destination.script.clone();
                let entry = self
                    .line_of_execution()
                    .and_then(|(script, line)| sources.way_into(&script, line, destination));
                *self.heading = None;
                self.move_thread(match entry {
                    Some(line) => ThreadCommand::RunTo { script, line },
                    None => ThreadCommand::Step(StepKind::Into),
                });
            }
            Some(Then::Open(script, line)) => {
                let Some(source) = sources.get(script).filter(|it| !it.lines.is_empty()) else {
                    return;
                };
                let (count, is_there) = (source.lines.len(), source.line(*line).is_some());
                let text =
                    format!("{} has no line {line}: its last is {count}", sources.label(script));
                *self.heading = None;
                if !is_there {
                    self.say(NoticeKind::Hint, text);
                }
            }
            None => {}
        }
    }

    /// Back to where the last jump began.
    pub(super) fn go_back(&mut self) {
        match self.app.ui.trail.pop() {
            Some((script, line)) => self.open_script(script, Some(line)),
            None => self.say(NoticeKind::Hint, "there was no jump to return from"),
        }
    }

    fn leave_trail(&mut self) {
        if let Some(place) = rows::source_place(self.app) {
            self.app.ui.trail.push(place);
            if self.app.ui.trail.len() > TRAIL {
                self.app.ui.trail.remove(0);
            }
        }
    }

    pub(super) fn go_to_line(&mut self, place: &TypedPlace) {
        let script = if place.name.is_empty() {
            self.app.script()
        } else {
            let scripts: Vec<ScriptPath> = self.app.session.sources().scripts().cloned().collect();
            best(&scripts, &place.name).first().map(|index| scripts[*index].clone())
        };
        match script {
            Some(script) => self.then(Then::Open(script, place.line)),
            None if place.name.is_empty() => self.no_source(),
            None => {
                let text = format!("no script here has \"{}\" in its name", place.name);
                self.say(NoticeKind::Hint, text);
            }
        }
    }

    /// Shows where a text was found, when that is known.
    pub(super) fn show_found(&mut self) {
        if !std::mem::take(&mut self.app.found).is_new() {
            return;
        }
        let Some(search) = self.app.session.sources().searched() else { return };
        if !search.places.is_empty() {
            let pick = Pick::places(search);
            self.open(Layer::Pick(Box::new(pick)));
        }
    }

    /// The place that the focused pane's cursor is on, for run to cursor.
    pub(super) fn place_meant(&self) -> Option<(ScriptPath, Line)> {
        let place = |frame: &crate::session::Frame| (frame.script.clone(), frame.line);
        match self.app.ui.focus {
            Pane::Stack => {
                let cursor = self.app.ui.list(Pane::Stack).cursor;
                rows::stack(self.app).get(cursor).map(|(_, frame)| place(frame))
            }
            Pane::Threads => {
                let cursor = self.app.ui.list(Pane::Threads).cursor;
                rows::threads(self.app).get(cursor).and_then(|thread| thread.top()).map(place)
            }
            Pane::Breakpoints => rows::breakpoint(self.app)
                .map(|known| (known.key().script.clone(), known.key().line)),
            Pane::History => {
                let cursor = self.app.ui.list(Pane::History).cursor;
                rows::history(self.app).get(cursor).and_then(|halt| halt.top()).map(place)
            }
            _ => rows::source_place(self.app),
        }
    }
}

fn script_of(then: &Then) -> Option<ScriptPath> {
    match then {
        Then::Show(destination) | Then::StepInto(destination) => Some(destination.script.clone()),
        Then::Open(..) | Then::Lead(..) | Then::Choose(..) => None,
    }
}
