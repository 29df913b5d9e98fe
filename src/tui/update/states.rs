//! The keys that a designed state in the source area names.

use super::Turn;
use crate::session::{Command, Connection, NoticeKind};
use crate::tui::keys::Action;

impl Turn<'_> {
    /// Does what the state offers; false where it offers nothing.
    pub(super) fn accept_state(&mut self) -> bool {
        match self.app.session.connection() {
            Connection::InUse { .. } => self.command(Command::Join),
            Connection::Disabled => self.command(Command::Reattach),
            Connection::Offline { .. } => self.command(Command::Retry),
            Connection::NotConfigured => self.act(Action::Connect),
            _ => return false,
        }
        true
    }

    pub(super) fn take_other_id(&mut self) {
        match self.app.session.connection() {
            Connection::InUse { .. } => self.command(Command::TakeOtherId),
            _ => self.say(NoticeKind::Hint, "this program's id is in use nowhere else"),
        }
    }
}
