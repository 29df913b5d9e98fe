//! What tells the user's own requests apart: a URL, a cookie, a header.

use crate::session::RequestFilter;
use crate::tui::layers::field::{Field, bounded};
use crate::tui::layers::form::Form;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent};

const LABELS: [&str; 3] = ["URL       ", "cookie    ", "header    "];
pub(super) const NOTES: [&str; 3] = [
    "The page and its parameters, as in Cart-AddProduct?pid=1; others may follow.",
    "name=value, or a name alone: a cookie that only your browser has.",
    "name: value, or a name alone: a header that only your client sends.",
];
pub(super) const HELP: &str = "Enter add to the condition  Tab next  Esc back";

/// The question.
#[derive(Debug)]
pub(super) struct MyRequest {
    fields: [Field; 3],
    current: usize,
}

/// What came of a key.
pub(super) enum Said {
    Nothing,
    Wrong(String),
    Cancelled,
    /// The condition that it leads to.
    Condition(String),
}

impl MyRequest {
    /// Prefilled with what was sent last, as in `GET Cart-Show`.
    pub(super) fn new(sent: Option<&String>) -> Self {
        let RequestFilter { url, .. } =
            sent.map(|sent| RequestFilter::like(sent)).unwrap_or_default();
        Self { fields: [Field::line(&url), Field::line(""), Field::line("")], current: 0 }
    }

    pub(super) fn key(&mut self, key: KeyEvent, condition: &str) -> Said {
        match key.code {
            KeyCode::Esc => return Said::Cancelled,
            KeyCode::Enter => {
                let [url, cookie, header] = self.fields.each_ref().map(Field::value);
                let filter = RequestFilter { url, cookie, header };
                return filter
                    .narrowed(condition)
                    .map_or_else(|why| Said::Wrong(why.to_string()), Said::Condition);
            }
            KeyCode::Tab | KeyCode::Down => self.current = (self.current + 1) % LABELS.len(),
            KeyCode::BackTab | KeyCode::Up => {
                self.current = (self.current + LABELS.len() - 1) % LABELS.len();
            }
            _ => self.fields[self.current].key(key),
        }
        Said::Nothing
    }

    pub(super) fn paste(&mut self, text: &str) {
        self.fields[self.current].insert(bounded(text).0);
    }

    pub(super) fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, place: &str) {
        let title = format!("Breakpoint  {place}  only for my request");
        let form = Form {
            title: &title,
            labels: &LABELS,
            fields: &self.fields,
            current: self.current,
            notes: &[(NOTES[self.current], Role::Dim)],
            help: HELP,
        };
        form.draw(canvas, regions);
    }
}
