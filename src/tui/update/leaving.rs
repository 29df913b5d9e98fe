//! Leaving and pausing: quit, `Ctrl-C`, signals, `Ctrl-Z`.

use super::Turn;
use crate::session::{
    Command, Connection, ConnectionCommand, Event, KeepAliveMode, Leaving, NoticeKind,
};
use crate::tui::app::{Departure, Exit};
use crate::tui::layers::{Ask, Layer, Question};
use crate::tui::msg::{Cmd, Signal};
use crate::tui::persist;
use std::time::Duration;

/// A second `Ctrl-C` within this leaves.
const TWICE: Duration = Duration::from_secs(2);

/// How long a stop waits for the last renewal to go out.
pub(super) const LAST_RENEWAL: Duration = Duration::from_millis(500);

/// As a shell reports a program that was interrupted.
const INTERRUPTED: u8 = 130;

impl Turn<'_> {
    pub(super) fn quit(&mut self) {
        if self.app.has_halts() && self.app.is_attached() {
            self.open(Layer::Ask(Ask(Question::Quit)));
        } else {
            self.depart(Leaving::LetRun, 0);
        }
    }

    /// Cancels what is under way; pressed again within two seconds it leaves.
    pub(super) fn interrupt(&mut self) {
        let now = self.app.ui.now;
        let last = self.app.interrupted.replace(now);
        if last.is_some_and(|last| now.since(last) <= TWICE) {
            return self.depart(Leaving::LetRun, INTERRUPTED);
        }
        self.app.pending.clear();
        if self.layers.is_empty() {
            self.cancel();
        } else {
            self.close_layer();
        }
        self.say(NoticeKind::Hint, "`interrupt` again within 2 s detaches and leaves");
    }

    pub(super) fn signal(&mut self, signal: Signal) {
        match signal {
            Signal::Interrupt | Signal::Terminate => self.depart(Leaving::LetRun, INTERRUPTED),
            Signal::Continue => self.resumed(),
        }
    }

    /// Leaves the server, then the program. While that is under way, another wish to leave is
    /// granted at once.
    pub(super) fn depart(&mut self, leaving: Leaving, code: u8) {
        if self.app.departure.is_some() {
            return self.exit_at_once(code);
        }
        let cursors = persist::remember_cursors(self.app);
        self.command(cursors);
        self.app.departure = Some(Departure { since: self.app.ui.now, code });
        if *self.app.session.connection() == Connection::NotConfigured {
            self.exit(Exit { code, message: None });
        } else {
            self.command(Command::Connection(ConnectionCommand::Detach(leaving)));
            self.departed();
        }
    }

    /// Ends the program once the session has left the server.
    pub(super) fn departed(&mut self) {
        let Some(departure) = self.app.departure else { return };
        let connection = self.app.session.connection();
        if connection.is_detached() {
            let message = connection.remains().map(str::to_owned);
            let code = if message.is_some() { 1 } else { departure.code };
            self.exit(Exit { code, message });
        }
    }

    /// The server did not answer in time.
    pub(super) fn departure_overdue(&mut self) {
        let message = Some(self.what_remains());
        self.exit(Exit { code: 1, message });
    }

    fn exit_at_once(&mut self, code: u8) {
        let message = Some(self.what_remains());
        self.exit(Exit { code, message });
    }

    fn what_remains(&self) -> String {
        let options = self.app.session.options();
        let instance = options.instance.as_deref().unwrap_or("the instance");
        let halted = self.app.session.threads().halted();
        format!(
            "{instance} did not confirm within 2 s: the debugger client \"{}\", its breakpoints \
             and {halted} halted threads may remain there. Threads end by themselves; start \
             haltscope again and join the client to remove it.",
            options.debugger_id
        )
    }

    fn exit(&mut self, exit: Exit) {
        self.cmds.push(Cmd::Exit(exit));
    }

    /// `Ctrl-Z`: the halted threads get their full time once more before nobody renews it.
    pub(super) fn suspend(&mut self) {
        let renews = self.app.session.keep_alive().mode() == KeepAliveMode::Renew;
        if self.app.has_halts() && self.app.is_attached() && renews {
            self.app.suspending = Some(self.app.ui.now);
            self.command(Command::RenewNow);
        } else {
            self.cmds.push(Cmd::Suspend);
        }
    }

    pub(super) fn renewal_reported(&mut self) {
        if self.app.suspending.take().is_some() {
            self.cmds.push(Cmd::Suspend);
        }
    }

    pub(super) fn resumed(&mut self) {
        self.event(Event::ProcessResumed);
        self.cmds.push(Cmd::Redraw);
    }
}

/// What is written before the program stops.
pub(in crate::tui) fn farewell(halted: usize, limit: Duration) -> String {
    let seconds = limit.as_secs();
    match halted {
        0 => "haltscope: stopped, fg goes on".to_owned(),
        1 => format!("haltscope: 1 thread halted, it ends in {seconds} s"),
        _ => format!("haltscope: {halted} threads halted, they end in {seconds} s"),
    }
}
