//! Typing an expression: the line below (`e`) and the console's own (`6`).

use super::complete::{Completion, Way, ask_members, candidates};
use super::field::{Field, Focus, bounded};
use super::{Act, Overlay, Reply, sheet};
use crate::session::NoticeKind;
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::rows;
use crate::tui::theme::Role;
use crate::tui::ui::Pane;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;

/// Rows of text that are shown at most.
const MOST_ROWS: usize = 6;

/// Where the text is typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In a prompt at the bottom, for one expression.
    Prompt,
    /// In the console's last rows, until Esc.
    Console,
}

/// An expression being typed.
#[derive(Debug)]
pub struct ExpressionPrompt {
    field: Field,
    place: Where,
    /// How far back in the history the text is from; 0 is the text's own.
    back: usize,
    own: String,
    searched: Option<String>,
    completion: Completion,
}

impl ExpressionPrompt {
    /// A prompt that holds `text` already.
    pub fn new(place: Where, text: &str) -> Self {
        Self {
            field: Field::text(text),
            place,
            back: 0,
            own: String::new(),
            searched: None,
            completion: Completion::default(),
        }
    }

    /// Where the text is typed.
    pub fn place(&self) -> Where {
        self.place
    }

    /// How many rows the text takes on screen.
    pub fn rows(&self) -> u16 {
        u16::try_from(self.field.height().min(MOST_ROWS)).unwrap_or(1)
    }

    fn run(&mut self, app: &App) -> Reply {
        let text = self.field.value().trim().to_owned();
        if text.is_empty() {
            return if self.place == Where::Console { Reply::STAY } else { Reply::CLOSE };
        }
        let acts = vec![Act::Evaluate(text)];
        if app.selection.spot().is_none() || app.selection.past().is_some() {
            // It can't run now: what was typed stays until it can.
            return Reply::Stay(acts);
        }
        match self.place {
            Where::Prompt => Reply::Close(acts),
            Where::Console => {
                *self = Self::new(Where::Console, "");
                Reply::Stay(acts)
            }
        }
    }

    fn older(&mut self, app: &App) {
        let inputs = app.session.console().inputs();
        if self.back < inputs.len() {
            if self.back == 0 {
                self.own = self.field.value();
            }
            self.back += 1;
            self.field.set(&inputs[inputs.len() - self.back]);
        }
    }

    fn newer(&mut self, app: &App) {
        let inputs = app.session.console().inputs();
        self.back = self.back.saturating_sub(1);
        let text = match self.back {
            0 => self.own.clone(),
            back => inputs[inputs.len() - back].clone(),
        };
        self.field.set(&text);
    }

    /// The next older entry that holds what was typed before the first `Ctrl-r`.
    fn search(&mut self, app: &App) -> Reply {
        let wanted = self.searched.get_or_insert_with(|| self.field.value()).clone();
        let inputs = app.session.console().inputs();
        let older = inputs.len().saturating_sub(self.back);
        let Some(index) = inputs[..older].iter().rposition(|text| text.contains(&wanted)) else {
            let text = format!("nothing older with \"{wanted}\"");
            return Reply::Stay(vec![Act::Say(NoticeKind::Hint, text)]);
        };
        if self.back == 0 {
            self.own.clone_from(&wanted);
        }
        self.back = inputs.len() - index;
        self.field.set(&inputs[index]);
        Reply::STAY
    }

    fn complete(&mut self, way: Way, app: &App) -> Reply {
        let word = self.field.word();
        let Some(whole) = self.completion.turn(way, || candidates(app, &word)).map(str::to_owned)
        else {
            let text = format!("nothing known begins with \"{word}\"");
            return Reply::Stay(vec![Act::Say(NoticeKind::Hint, text)]);
        };
        self.field.complete(&whole);
        Reply::STAY
    }

    /// Behind the last entry; in the pane's last rows if there are more entries than fit.
    fn console_area(&self, regions: &Regions, app: &App) -> Option<Rect> {
        let inner = regions.slot(Pane::Console)?.inner;
        let rows = self.rows().min(inner.height);
        let entries = u16::try_from(rows::count(app, Pane::Console)).unwrap_or(u16::MAX);
        let y = inner.y + entries.min(inner.height - rows);
        Some(Rect { y, height: rows, ..inner })
    }

    fn draw_prompt(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let rows = self.rows() + 1;
        let title = match app.shown().frame {
            Some(frame) => format!("Eval  #{} {}", frame.index, frame.function_name()),
            None => "Eval".to_owned(),
        };
        let area = sheet::prompt(canvas, regions, &title, rows);
        sheet::help(canvas, area, "Enter run  Alt-Enter line  Tab complete  Up history  Esc close");
        let text = Rect { height: area.height.saturating_sub(1), ..area };
        self.field.draw(canvas, text, "> ", Focus::Here);
        self.draw_candidates(canvas, regions, area.y.saturating_sub(1), app);
    }

    fn draw_candidates(&self, canvas: &mut Canvas<'_>, regions: &Regions, below: u16, app: &App) {
        let word = self.field.word();
        self.completion.draw(canvas, regions, below, || candidates(app, &word));
    }
}

impl Overlay for ExpressionPrompt {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let breaks = key.modifiers.intersects(KeyModifiers::ALT | KeyModifiers::SHIFT);
        if !matches!(key.code, KeyCode::Tab | KeyCode::BackTab) {
            self.completion.clear();
        }
        match key.code {
            KeyCode::Esc => return Reply::CLOSE,
            KeyCode::Enter if breaks => self.field.break_line(),
            KeyCode::Enter => return self.run(app),
            KeyCode::Tab => return self.complete(Way::Next, app),
            KeyCode::BackTab => return self.complete(Way::Previous, app),
            KeyCode::Char('r') if control => return self.search(app),
            KeyCode::Up if self.field.row() == 0 => self.older(app),
            KeyCode::Down if self.field.row() + 1 == self.field.height() && self.back > 0 => {
                self.newer(app);
            }
            _ => {
                self.searched = None;
                self.field.key(key);
                return Reply::Stay(ask_members(&self.field.word()).into_iter().collect());
            }
        }
        Reply::STAY
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        let (text, notice) = bounded(text);
        self.field.insert(text);
        Reply::Stay(notice.map(|text| Act::Say(NoticeKind::Hint, text)).into_iter().collect())
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        match (self.place, self.console_area(regions, app)) {
            (Where::Console, Some(area)) => {
                canvas.clear(area);
                let hint = "Enter run, Alt-Enter newline";
                if self.field.height() == 1
                    && self.field.value().len() + 34 < usize::from(area.width)
                {
                    let mut row = canvas.row(area, 0);
                    row.right(hint, Role::Dim);
                }
                self.field.draw(canvas, area, "> ", Focus::Here);
                self.draw_candidates(canvas, regions, area.y, app);
            }
            _ => self.draw_prompt(canvas, regions, app),
        }
    }
}
