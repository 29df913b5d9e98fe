//! What is asked of the selected thread, its frames and its recorded halts.

use super::Turn;
use crate::api::ids::{Line, ThreadId};
use crate::session::{
    BreakpointKey, Command, ConnectionCommand, Frame, HaltNumber, Home, NodeId, NoticeKind, Remedy,
    Spot, StepKind, Thread, ThreadCommand, TreeCommand, ValuesCommand,
};

impl Turn<'_> {
    /// Steps, resumes: of the selected thread, unless the past is shown.
    pub(super) fn move_thread(&mut self, command: ThreadCommand) {
        if self.shows_past() {
            return;
        }
        match self.app.selection.thread() {
            Some(thread) => self.command(Command::Thread(thread, command)),
            None if self.app.is_attached() => {
                let text = "no thread is halted: a breakpoint or a request brings one";
                self.advise(NoticeKind::Hint, text, Remedy::Request);
            }
            None => self.say(NoticeKind::Hint, "not attached: nothing can be stepped or resumed"),
        }
    }

    pub(super) fn repeat_step(&mut self, kind: StepKind, times: u32) {
        self.move_thread(ThreadCommand::StepTimes(kind, times));
    }

    pub(super) fn continue_all(&mut self) {
        if !self.shows_past() {
            self.command(Command::ContinueAll);
        }
    }

    /// Says so, if a recorded halt is shown.
    pub(super) fn shows_past(&mut self) -> bool {
        let past = self.app.selection.past().is_some();
        if past && !self.is_refused_in_replay() {
            let text = "a recorded halt is shown, read only: `back` returns to the present";
            self.say(NoticeKind::Hint, text);
        }
        past
    }

    /// Says so, if all that there is was recorded.
    pub(super) fn is_refused_in_replay(&mut self) -> bool {
        let Some(name) = self.app.session.replayed() else { return false };
        let text = format!("{name} is a recording, read only: no script runs");
        self.say(NoticeKind::Hint, text);
        true
    }

    /// Something with the values of the selected frame.
    pub(super) fn values(&mut self, command: ValuesCommand) {
        if self.shows_past() {
            return;
        }
        if let Some(spot) = self.app.selection.spot() {
            self.command(Command::Values(spot, command));
        } else {
            let text = "expressions run in a halted thread; none is selected";
            self.say(NoticeKind::Hint, text);
        }
    }

    /// A condition is tested where its breakpoint would see it: in the innermost frame that stands
    /// in the breakpoint's function, on its line if there is one.
    pub(super) fn test_condition(&mut self, text: String, key: &BreakpointKey) {
        if self.shows_past() {
            return;
        }
        let Some(thread) = self.app.selected().filter(|thread| thread.is_halted()) else {
            return self.say(NoticeKind::Hint, "a condition is tested in a halted thread");
        };
        let (id, frames) = (thread.id(), thread.frames());
        let on_line = frames.iter().position(|it| it.script == key.script && it.line == key.line);
        let sources = self.app.session.sources();
        let outline = sources.outline(&key.script);
        let function = |line: Line| outline.and_then(|it| it.function_around(line));
        let here = function(key.line);
        let is_in_it = |it: &Frame| it.script == key.script && function(it.line) == here;
        let Some(frame) = on_line.or_else(|| frames.iter().position(is_in_it)) else {
            let (file, line) = (sources.label(&key.script), key.line);
            let text =
                format!("not tested: no frame of T{id} is in the function around {file}:{line}");
            return self.say(NoticeKind::Hint, text);
        };
        let spot = Spot { thread: id, frame };
        self.command(Command::Values(spot, ValuesCommand::TestCondition(text)));
    }

    /// Something with a node, in whichever tree it is.
    pub(super) fn tree(&mut self, node: NodeId, command: TreeCommand) {
        if let Some(home) = self.app.home_of(node) {
            let is_past = matches!(home, Home::Past(..));
            if is_past && matches!(command, TreeCommand::More | TreeCommand::Pretty) {
                self.shows_past();
                return;
            }
            self.command(Command::Tree(home, node, command));
            if self.app.filtered.is_some() {
                self.refilter();
            }
        }
    }

    pub(super) fn select_thread(&mut self, id: ThreadId) {
        self.app.selection.select(id);
        self.look();
    }

    pub(super) fn show_frame(&mut self, frame: usize) {
        self.app.selection.select_frame(frame);
        let script = self.app.shown().frame.map(|frame| frame.script.clone());
        self.look();
        if let Some(script) = script {
            self.command(Command::OpenSource(script));
        }
    }

    pub(super) fn next_halted(&mut self) {
        self.app.selection.live();
        if let Some(id) = self.app.halted_elsewhere() {
            return self.select_thread(id);
        }
        let selected = self.app.selection.thread();
        let halted = self.app.session.threads().iter().filter(|thread| thread.is_halted());
        let halted: Vec<_> = halted.map(Thread::id).collect();
        let next = halted.iter().find(|id| Some(**id) > selected).or_else(|| halted.first());
        match next {
            Some(id) => self.select_thread(*id),
            None => self.say(NoticeKind::Hint, "no thread is halted"),
        }
    }

    /// Somebody looks elsewhere: with the next event the session hears where.
    fn look(&mut self) {
        self.command(Command::Touch);
    }

    /// The halt that is the present one of the selected thread.
    fn present_halt(&self) -> Option<HaltNumber> {
        self.app.selected().and_then(Thread::halt)
    }

    pub(super) fn halt_back(&mut self) {
        match self.app.earlier_halt() {
            Some(number) => self.show_halt(number),
            None => self.say(NoticeKind::Hint, "there is no earlier halt"),
        }
    }

    pub(super) fn halt_forward(&mut self) {
        let Some(from) = self.app.selection.past() else {
            return self.say(NoticeKind::Hint, "this is the present");
        };
        match self.later_halt(from) {
            Some(number) => self.show_halt(number),
            None if self.app.selection.live() => {}
            None => self.say(NoticeKind::Hint, "there is no later halt"),
        }
    }

    /// After the last recorded halt comes the present.
    fn later_halt(&self, from: HaltNumber) -> Option<HaltNumber> {
        let live = self.present_halt();
        let mut halts = self.app.session.history().halts().map(|halt| halt.number);
        halts.find(|number| *number > from && Some(*number) != live)
    }

    pub(super) fn go_to_halt(&mut self, number: HaltNumber) {
        if self.present_halt() == Some(number) {
            self.app.selection.live();
        } else if self.app.session.history().get(number).is_some() {
            self.show_halt(number);
        }
    }

    fn show_halt(&mut self, number: HaltNumber) {
        self.app.selection.go_back_to(number);
        let script = self.app.shown().frame.map(|frame| frame.script.clone());
        if let Some(script) = script {
            self.command(Command::OpenSource(script));
        }
    }

    pub(super) fn compare_halts(&mut self, one: HaltNumber, other: HaltNumber) {
        match self.app.session.compare(one, other) {
            Ok(comparison) => {
                let differ = match comparison.differences.len() {
                    1 => "1 value differs".to_owned(),
                    count => format!("{count} values differ"),
                };
                let (older, newer) = (comparison.older, comparison.newer);
                let text = format!("{differ} between halts {older} and {newer}");
                self.say(NoticeKind::Done, text);
                self.app.selection.compare(Some(comparison));
            }
            Err(text) => self.say(NoticeKind::Hint, text),
        }
    }

    /// Esc: one thing at a time, the nearest first.
    pub(super) fn cancel(&mut self) {
        if self.app.selection.live() {
            return;
        }
        let session = &self.app.session;
        if session.search().is_some_and(|search| search.running) {
            return self.command(Command::EndSearch);
        }
        if session.connecting_for(self.app.ui.now).is_some() {
            return self.command(Command::Connection(ConnectionCommand::Cancel));
        }
        match self.app.selection.thread() {
            Some(thread) => self.command(Command::Thread(thread, ThreadCommand::Cancel)),
            None if session.requests().active().is_some() => {
                self.advise(NoticeKind::Hint, "a request is under way", Remedy::CancelRequest);
            }
            None => {}
        }
    }
}
