//! The keys that a designed state in the source area names.

use super::Turn;
use crate::session::{Command, Connection, ConnectionCommand, NoticeKind, Outage};
use crate::tui::keys::Action;
use crate::tui::layers::{Ask, ConnectForm, Layer, Question};

impl Turn<'_> {
    /// Does what the state offers, in whichever pane one is; false where it offers nothing.
    pub(super) fn accept_state(&mut self) -> bool {
        if self.app.session.replayed().is_some() {
            return false;
        }
        let command = match self.app.session.connection() {
            Connection::InUse { .. } => ConnectionCommand::Join,
            Connection::Disabled { .. } => ConnectionCommand::Reattach,
            Connection::Offline { outage: Outage::Login, .. } | Connection::NotConfigured => {
                self.act(Action::Connect);
                return true;
            }
            Connection::Offline { .. } => ConnectionCommand::Retry,
            Connection::Connecting { .. }
            | Connection::Attached { .. }
            | Connection::Detaching { .. }
            | Connection::Detached { .. } => return false,
        };
        self.command(Command::Connection(command));
        true
    }

    pub(super) fn take_other_id(&mut self) {
        self.with_client_in_use(ConnectionCommand::TakeOtherId);
    }

    pub(super) fn clear_client(&mut self) {
        self.with_client_in_use(ConnectionCommand::Clear);
    }

    fn with_client_in_use(&mut self, command: ConnectionCommand) {
        match self.app.session.connection() {
            Connection::InUse { .. } => self.command(Command::Connection(command)),
            _ => self.say(NoticeKind::Hint, "this program's id is in use nowhere else"),
        }
    }

    /// Another instance or user is another session: what is halted here is let go first.
    pub(super) fn open_connection_form(&mut self) {
        let asks_for_login = matches!(
            self.app.session.connection(),
            Connection::Offline { outage: Outage::Login, .. }
        );
        if self.app.has_halts() && !asks_for_login {
            self.open(Layer::Ask(Ask(Question::Connect)));
        } else {
            self.open_form();
        }
    }

    pub(super) fn open_form(&mut self) {
        let form = ConnectForm::new(self.app);
        self.open(Layer::Connect(Box::new(form)));
    }
}
