//! The connection form of a first run. The password goes into a secret and nowhere else.

use super::field::{Field, bounded};
use super::form::Form;
use super::{Act, Overlay, Reply};
use crate::session::NoticeKind;
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent};
use secrecy::SecretString;

const LABELS: [&str; 3] = ["server   ", "user     ", "password "];

/// What the connection form asks for. The password is used and never stored.
#[derive(Clone, Debug)]
pub struct ConnectionDetails {
    /// Host, host with port, or URL.
    pub server: String,
    pub username: String,
    pub password: SecretString,
}

/// The connection form.
pub struct ConnectForm {
    fields: [Field; 3],
    current: usize,
}

impl std::fmt::Debug for ConnectForm {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ConnectForm").field("current", &self.current).finish_non_exhaustive()
    }
}

impl ConnectForm {
    /// Filled with what is configured; what is missing comes first.
    pub fn new(app: &App) -> Self {
        let options = app.session.options();
        let fields = [Field::line(&options.server), Field::line(&options.user), Field::masked()];
        let current = fields.iter().position(Field::is_empty).unwrap_or(0);
        Self { fields, current }
    }

    fn accept(&mut self) -> Reply {
        let empty = self.fields.iter().position(Field::is_empty);
        if let Some(empty) = empty {
            self.current = empty;
            let text = format!("the {} is missing", LABELS[empty].trim_end());
            return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]);
        }
        let [server, username, password] = &self.fields;
        Reply::Close(vec![Act::Connect(ConnectionDetails {
            server: server.value().trim().to_owned(),
            username: username.value().trim().to_owned(),
            password: SecretString::from(password.value()),
        })])
    }
}

impl Overlay for ConnectForm {
    fn key(&mut self, key: KeyEvent, _: &App) -> Reply {
        match key.code {
            KeyCode::Esc => return Reply::CLOSE,
            KeyCode::Enter => return self.accept(),
            KeyCode::Tab | KeyCode::Down => self.current = (self.current + 1) % LABELS.len(),
            KeyCode::BackTab | KeyCode::Up => {
                self.current = (self.current + LABELS.len() - 1) % LABELS.len();
            }
            _ => self.fields[self.current].key(key),
        }
        Reply::STAY
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        self.fields[self.current].insert(bounded(text).0);
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, _: &App) {
        let form = Form {
            title: "Connect",
            labels: &LABELS,
            fields: &self.fields,
            current: self.current,
            notes: &[("The password (or access key) is not stored.", Role::Dim)],
            help: "Enter connect  Tab next field  Esc cancel",
        };
        form.draw(canvas, regions);
    }
}
