//! Each command to its own.

use super::Session;
use crate::session::command::Command;
use crate::session::notice::NoticeKind;

impl Session {
    pub(super) fn command(&mut self, command: Command) {
        if !is_of_the_screen(&command) {
            self.touch();
        }
        match command {
            Command::Attach => self.attach(),
            Command::Continue => self.resume_selected(),
            Command::ContinueAll => self.resume_all(),
            Command::Step(kind) => self.step(kind),
            Command::StepTimes(kind, times) => self.step_times(kind, times),
            Command::RunTo { script, line } => self.run_to(script, line),
            Command::StopThread(thread) => self.stop_thread(thread),
            Command::SelectThread(thread) => self.select_thread(thread),
            Command::NextHalted => self.next_halted(),
            Command::SelectFrame(frame) => self.select_frame(frame),
            Command::Cancel => self.cancel(),
            Command::Touch => {}
            Command::HoldSelection => self.hold_selection = true,
            Command::ReleaseSelection => self.hold_selection = false,
            other => self.edit_command(other),
        }
    }

    fn edit_command(&mut self, command: Command) {
        match command {
            Command::ToggleBreakpoint { script, line } => self.toggle_breakpoint(script, line),
            Command::SetBreakpoint(spec) => self.set_breakpoint(spec),
            Command::RemoveBreakpoint(key) => self.remove_breakpoint(&key),
            Command::SwitchBreakpoint(key) => self.switch_breakpoint(&key),
            Command::Evaluate(text) => self.evaluate(&text),
            Command::TestCondition(text) => self.test_condition(&text),
            Command::AddWatch(text) => self.add_watch(&text),
            Command::EditWatch(watch, text) => self.edit_watch(watch, &text),
            Command::RemoveWatch(watch) => self.remove_watch(watch),
            Command::ConfirmWatch(watch) => self.confirm_watch(watch),
            Command::ClearConsole => self.console.clear(),
            Command::DropEntry(entry) => self.console.remove(entry),
            Command::Remember { key, value } => self.remember(key, value),
            other => self.look_command(other),
        }
    }

    fn look_command(&mut self, command: Command) {
        match command {
            Command::Expand(node) => self.expand(node),
            Command::Collapse(node) => self.collapse(node),
            Command::Reveal(node) => self.reveal(node),
            Command::More(node) => self.more(node),
            Command::GoToIndex(node, index) => self.go_to_index(node, index),
            Command::Pretty(node) => self.pretty(node),
            Command::DeepFind(text) => self.deep_find(&text),
            Command::OpenSource(script) => self.open_source(script),
            Command::HistoryBack => self.history_back(),
            Command::HistoryForward => self.history_forward(),
            Command::HistoryGo(number) => self.history_go(number),
            Command::Live => self.live(),
            Command::Compare(older, newer) => self.compare(older, newer),
            Command::EndCompare => self.history.comparison = None,
            Command::Export(file) => self.export(file),
            other => self.connection_command(other),
        }
    }

    fn connection_command(&mut self, command: Command) {
        match command {
            Command::Reattach => self.reattach(),
            Command::Join => self.join(),
            Command::TakeOtherId => self.take_other_id(),
            Command::Retry => self.retry(),
            Command::Detach(how) => self.detach(how),
            Command::RenewNow => self.renew_now(),
            Command::KeepAlive(mode) => self.keep_alive_mode(mode),
            Command::Request { method, url, body } => self.request(method, url, body),
            Command::CancelRequest => self.cancel_request(),
            _ => {}
        }
    }

    /// Esc: one thing at a time, the nearest first.
    fn cancel(&mut self) {
        if self.history.comparison.take().is_some() || self.leave_history() {
            return;
        }
        if self.cancel_search() || self.cancel_connecting() || self.give_up_reading() {
            return;
        }
        if !self.cancel_steps() && self.requests.active.is_some() {
            self.say(NoticeKind::Hint, "a request is under way: :request cancel aborts it");
        }
    }
}

/// Whether the screen gives this command by itself: nobody has pressed a key for it.
const fn is_of_the_screen(command: &Command) -> bool {
    matches!(command, Command::HoldSelection | Command::ReleaseSelection | Command::Remember { .. })
}
