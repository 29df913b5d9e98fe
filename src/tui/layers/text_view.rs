//! Text over all panes: the log, the check of the settings.

use super::{Overlay, Reply, sheet};
use crate::session::NoticeKind;
use crate::tui::app::App;
use crate::tui::hints;
use crate::tui::keys::{Action, Chord, Lookup};
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::ui::Pane;
use crate::tui::widgets::paint::Canvas;
use crate::tui::widgets::words::counted;
use crossterm::event::KeyEvent;

/// What is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
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

    /// As rows of so many cells: long lines go on below, behind their time.
    fn lines(&self, width: u16, app: &App) -> Vec<(NoticeKind, String)> {
        let rows = |kind, before: &str, text: &str| {
            let indent = u16::try_from(before.len()).unwrap_or(0);
            let mut words = sheet::wrapped(text, width.saturating_sub(indent), app);
            if words.is_empty() {
                words.push(String::new());
            }
            let lines = words.into_iter().enumerate().map(move |(at, words)| {
                let before = if at == 0 { before.to_owned() } else { " ".repeat(before.len()) };
                (kind, format!("{before}{words}"))
            });
            lines.collect::<Vec<_>>()
        };
        match self.content {
            Content::Settings => {
                let report = app.settings.report.lines();
                report.flat_map(|line| rows(NoticeKind::Done, "", line)).collect()
            }
            Content::Log => {
                let line = |line: &crate::session::LogLine| {
                    let seconds = line.at.0.as_secs();
                    let clock = format!("{:>3}:{:02}", seconds / 60, seconds % 60);
                    let before = format!("{clock}.{:03}  ", line.at.0.subsec_millis());
                    rows(line.kind, &before, &hints::with_keys(app, &line.text))
                };
                app.session.log().lines().flat_map(line).collect()
            }
        }
    }
}

impl Overlay for TextView {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        let page = usize::from(app.ui.size.height.saturating_sub(6));
        // The keys of a pane of text, as they are set.
        let Lookup::Action(action) = app.keymap.lookup(&[Chord::of(key)], Pane::Inspector) else {
            return Reply::STAY;
        };
        match action {
            Action::Back | Action::Accept | Action::Quit | Action::Log => return Reply::CLOSE,
            Action::Up => self.up += 1,
            Action::Down => self.up = self.up.saturating_sub(1),
            Action::HalfPageUp => self.up += page / 2,
            Action::HalfPageDown => self.up = self.up.saturating_sub(page / 2),
            Action::PageUp => self.up += page,
            Action::PageDown => self.up = self.up.saturating_sub(page),
            Action::First => self.up = usize::MAX,
            Action::Last => self.up = 0,
            _ => {}
        }
        let width = app.ui.size.width.saturating_sub(4);
        self.up = self.up.min(self.lines(width, app).len().saturating_sub(page));
        Reply::STAY
    }

    fn paste(&mut self, _: &str, _: &App) -> Reply {
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let title = match self.content {
            Content::Log => {
                let dropped = usize::try_from(app.session.log().dropped()).unwrap_or(usize::MAX);
                format!("Log  {} dropped", counted(dropped, "late answer"))
            }
            Content::Settings => "Settings".to_owned(),
        };
        let area = sheet::page(canvas, regions, &title, &help(app));
        let lines = self.lines(area.width, app);
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

fn help(app: &App) -> String {
    let key = |action| hints::key(app, action);
    let (down, up) = (key(Action::Down), key(Action::Up));
    let (first, last) = (key(Action::First), key(Action::Last));
    format!("{down}/{up} {first}/{last} scroll  {} closes", key(Action::Back))
}
