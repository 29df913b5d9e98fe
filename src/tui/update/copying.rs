//! The terminal's clipboard.

use super::Turn;
use crate::session::{Connection, NoticeKind, StateWord};
use crate::tui::inspected;
use crate::tui::msg::Cmd;
use crate::tui::rows;
use crate::tui::settings::Clipboard;
use crate::tui::ui::Pane;
use crate::tui::widgets::words::counted;
use std::path::PathBuf;

/// Longer text than this goes to a file: many terminals drop longer clipboard sequences.
const CLIPBOARD: usize = 64 * 1024;

impl Turn<'_> {
    pub(super) fn copy_value(&mut self) {
        let text = match self.app.ui.focus {
            Pane::Source => rows::source_place(self.app).and_then(|(_, line)| {
                self.app.source()?.line(line).map(|text| text.trim().to_owned())
            }),
            _ => Some(inspected::text(self.app).into_owned()),
        };
        let text = text.unwrap_or_default();
        // Where nothing is halted the screen offers what leads there.
        let is_waiting = self.app.state_word() == StateWord::Waiting;
        if text.is_empty() && is_waiting && self.app.session.cookie().is_some() {
            return self.copy_cookie();
        }
        self.copy(text);
    }

    pub(super) fn copy_path(&mut self) {
        let text = match self.app.ui.focus {
            Pane::Source => rows::source_place(self.app)
                .map(|(script, line)| format!("{script}:{line}"))
                .unwrap_or_default(),
            Pane::Breakpoints => rows::breakpoint(self.app)
                .map(|known| format!("{}:{}", known.key().script, known.key().line))
                .unwrap_or_default(),
            _ => inspected::expression(self.app).to_owned(),
        };
        self.copy(text);
    }

    pub(super) fn copy_cookie(&mut self) {
        match self.app.session.cookie().map(str::to_owned) {
            Some(cookie) => self.copy_named("the dwsid cookie", format!("dwsid={cookie}")),
            None if matches!(self.app.session.connection(), Connection::Attached { .. }) => {
                self.say(NoticeKind::Hint, "the instance has set no dwsid cookie");
            }
            None => self.say(NoticeKind::Hint, "there is no cookie: not attached"),
        }
    }

    fn copy(&mut self, text: String) {
        self.copy_named("", text);
    }

    /// What it is is said where it isn't what is selected.
    fn copy_named(&mut self, name: &str, text: String) {
        if text.is_empty() {
            self.say(NoticeKind::Hint, "nothing is selected that could be copied");
        } else if text.len() > CLIPBOARD {
            self.cmds.push(Cmd::CopyToFile(text));
        } else {
            let size = counted(text.len(), "byte");
            let named = if name.is_empty() { String::new() } else { format!("{name} ") };
            self.say(
                NoticeKind::Done,
                match self.app.settings.clipboard {
                    Clipboard::Terminal => {
                        format!("sent {named}to the terminal (OSC 52), {size}")
                    }
                    Clipboard::Tmux => format!(
                        "sent {named}to tmux (OSC 52), {size}; `set-clipboard on` there passes it on"
                    ),
                },
            );
            self.cmds.push(Cmd::Copy(text));
        }
    }

    pub(super) fn copy_written(&mut self, outcome: Result<(PathBuf, usize), String>) {
        match outcome {
            Ok((file, size)) => {
                let size = counted(size, "byte");
                let text = format!("too long for the clipboard: {size} in {}", file.display());
                self.say(NoticeKind::Done, text);
            }
            Err(text) => self.say(NoticeKind::Error, text),
        }
    }
}
