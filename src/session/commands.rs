//! Each command to its own.

use super::Session;
use super::change::Change;
use super::command::{Command, ValuesCommand};
use super::frame::Spot;
use super::thread::Thread;

impl Session {
    pub(super) fn command(&mut self, command: Command) {
        if is_of_somebody(&command) {
            self.keep_alive.touch(self.cx.now());
        }
        match command {
            Command::Connection(command) => self.connection_command(command),
            Command::Thread(id, command) => self.thread_command(id, command),
            Command::ContinueAll => self.continue_all(),
            Command::Breakpoint(command) => self.breakpoint_command(command),
            Command::Tree(home, node, command) => self.tree_command(home, node, command),
            Command::Values(spot, command) => self.values_command(spot, command),
            Command::Ask { id, spot, question } => self.ask(id, spot, question),
            Command::Preview(nodes) => self.want_previews(nodes),
            Command::EndSearch => {
                self.cancel_search();
            }
            Command::Watch(command) => self.watch_command(command),
            Command::KeepAlive(mode) => self.keep_alive_mode(mode),
            Command::RenewNow => self.renew_now(),
            Command::ExportHistory(file) => self.export(file),
            Command::Request { method, url, body } => self.request(&method, &url, body),
            Command::Sandbox(operation) => self.operate(&operation),
            Command::CancelRequest => self.cancel_request(),
            Command::OpenSource(script) => self.load_source(&script),
            Command::SearchScripts(text) => self.search_scripts(text),
            Command::Focus(focus) => self.look_at(focus),
            Command::Touch => {}
            Command::Remember { key, value } => self.remember(key, value),
        }
    }

    fn values_command(&mut self, spot: Spot, command: ValuesCommand) {
        match command {
            ValuesCommand::DeepFind(text) => self.deep_find(spot, &text),
            ValuesCommand::Evaluate(text) => self.evaluate(spot, &text),
            ValuesCommand::TestCondition(text) => self.test_condition(spot, &text),
        }
    }

    /// The front end looks somewhere else: watches are read there.
    fn look_at(&mut self, focus: Option<Spot>) {
        if self.focus == focus {
            return;
        }
        self.focus = focus;
        let Some(spot) = focus else { return };
        self.want_variables(spot);
        if self.threads.get(spot.thread).is_some_and(Thread::is_halted) {
            self.watches.begin(spot);
            self.watches.halted(spot.thread);
            self.read_watches(spot.thread);
            for watch in self.watches.iter() {
                self.cx.tell(Change::Watch { id: watch.id });
            }
        }
    }
}

/// Whether somebody has pressed a key for it: the rest a front end gives by itself.
const fn is_of_somebody(command: &Command) -> bool {
    !matches!(command, Command::Focus(_) | Command::Remember { .. } | Command::Preview(_))
}
