//! Text over all panes: the log, the check of the settings.

use super::{Overlay, Reply, sheet};
use crate::session::NoticeKind;
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::view::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// The session's log, as it grows.
    Log,
    /// What is right and wrong with the settings.
    Settings,
}

/// Scrollable text.
#[derive(Debug)]
pub struct TextView {
    content: Content,
    /// Lines between the last one and the bottom of the page.
    up: usize,
}

impl TextView {
    /// The log, its end first.
    pub fn log() -> Self {
        Self { content: Content::Log, up: 0 }
    }

    /// The check of the settings.
    pub fn settings() -> Self {
        Self { content: Content::Settings, up: 0 }
    }

    fn lines(&self, app: &App) -> Vec<(NoticeKind, String)> {
        match self.content {
            Content::Settings => {
                let report = app.settings.report.lines();
                report.map(|line| (NoticeKind::Done, line.to_owned())).collect()
            }
            Content::Log => {
                let line = |line: &crate::session::LogLine| {
                    let seconds = line.at.0.as_secs();
                    let clock = format!("{:>3}:{:02}", seconds / 60, seconds % 60);
                    (line.kind, format!("{clock}.{:03}  {}", line.at.0.subsec_millis(), line.text))
                };
                app.session.log().lines().map(line).collect()
            }
        }
    }
}

impl Overlay for TextView {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        let page = usize::from(app.ui.size.height.saturating_sub(6));
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc | KeyCode::Enter | KeyCode::Char('q' | 'L') => return Reply::CLOSE,
            KeyCode::Char('k') | KeyCode::Up => self.up += 1,
            KeyCode::Char('j') | KeyCode::Down => self.up = self.up.saturating_sub(1),
            KeyCode::Char('u') if control => self.up += page / 2,
            KeyCode::Char('d') if control => self.up = self.up.saturating_sub(page / 2),
            KeyCode::PageUp => self.up += page,
            KeyCode::PageDown => self.up = self.up.saturating_sub(page),
            KeyCode::Char('g') | KeyCode::Home => self.up = usize::MAX,
            KeyCode::Char('G') | KeyCode::End => self.up = 0,
            _ => {}
        }
        self.up = self.up.min(self.lines(app).len().saturating_sub(page));
        Reply::STAY
    }

    fn paste(&mut self, _: &str, _: &App) -> Reply {
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let title = match self.content {
            Content::Log => format!("Log  {} late answers dropped", app.session.log().dropped()),
            Content::Settings => "Settings".to_owned(),
        };
        let area = sheet::page(canvas, regions, &title, "j/k g/G scroll  Esc closes");
        let lines = self.lines(app);
        let end = lines.len().saturating_sub(self.up);
        let first = end.saturating_sub(usize::from(area.height));
        for (index, (kind, text)) in (0..area.height).zip(&lines[first..end]) {
            let role = match kind {
                NoticeKind::Done => Role::Text,
                NoticeKind::Hint => Role::Warning,
                NoticeKind::Error => Role::Error,
            };
            canvas.row(area, index).cut(text, role);
        }
    }
}
