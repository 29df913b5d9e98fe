//! Prompts of one line: filter, search, watch, index, deep find.

use super::complete::{Completion, Way, ask_members, candidates};
use super::field::{Field, Focus, bounded};
use super::place::typed_place;
use super::{Act, Overlay, Reply, sheet};
use crate::session::{Command, NodeId, NoticeKind, WatchCommand, WatchId};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::ui::Pane;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::Rect;

/// A filter (or the source's search) that works while it is typed.
#[derive(Debug)]
pub struct FilterPrompt {
    pane: Pane,
    before: String,
    field: Field,
}

impl FilterPrompt {
    /// For the rows of a pane that `before` filters so far.
    pub fn new(pane: Pane, before: &str) -> Self {
        Self { pane, before: before.to_owned(), field: Field::line(before) }
    }

    fn act(&self, text: String) -> Act {
        match self.pane {
            Pane::Source => Act::Search(text),
            pane => Act::Filter(pane, text),
        }
    }
}

impl Overlay for FilterPrompt {
    fn key(&mut self, key: KeyEvent, _: &App) -> Reply {
        match key.code {
            KeyCode::Esc => Reply::Close(vec![self.act(self.before.clone())]),
            KeyCode::Enter => Reply::CLOSE,
            _ => {
                self.field.key(key);
                Reply::Stay(vec![self.act(self.field.value())])
            }
        }
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        self.field.insert(bounded(text).0);
        Reply::Stay(vec![self.act(self.field.value())])
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, _: &App) {
        let (title, help) = match self.pane {
            Pane::Source => ("Search the source".to_owned(), "Enter keep  . next  , previous  Esc"),
            pane => (format!("Filter {}", pane.title()), "Enter keep  Esc as before"),
        };
        draw_line(canvas, regions, &title, &self.field, help);
    }
}

/// What a line is for.
#[derive(Clone, Debug, PartialEq)]
pub enum Purpose {
    NewWatch,
    EditWatch(WatchId),
    /// An entry of this node by its number.
    Index(NodeId),
    DeepFind,
    /// A line, perhaps of another script.
    Place,
    SearchScripts,
}

/// A line of text for one purpose.
#[derive(Debug)]
pub struct LinePrompt {
    purpose: Purpose,
    field: Field,
    completion: Completion,
}

impl LinePrompt {
    /// A line that holds `text` already.
    pub fn new(purpose: Purpose, text: &str) -> Self {
        Self { purpose, field: Field::line(text), completion: Completion::default() }
    }

    /// Whether names of the frame are typed.
    fn completes(&self) -> bool {
        matches!(self.purpose, Purpose::NewWatch | Purpose::EditWatch(_))
    }

    fn complete(&mut self, way: Way, app: &App) {
        let word = self.field.word();
        if let Some(whole) = self.completion.turn(way, || candidates(app, &word)).map(str::to_owned)
        {
            self.field.complete(&whole);
        }
    }

    fn accept(&self) -> Reply {
        let text = self.field.value().trim().to_owned();
        if text.is_empty() {
            return Reply::CLOSE;
        }
        let act = match &self.purpose {
            Purpose::NewWatch => Act::Command(Command::Watch(WatchCommand::Add(text))),
            Purpose::EditWatch(id) => Act::Command(Command::Watch(WatchCommand::Edit(*id, text))),
            Purpose::DeepFind => Act::DeepFind(text),
            Purpose::SearchScripts => Act::SearchScripts(text),
            Purpose::Place => {
                let Some(place) = typed_place(&text) else {
                    let text = format!("\"{text}\" is no line: 120, or cart:33");
                    return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]);
                };
                Act::GoToLine(place)
            }
            Purpose::Index(node) => {
                let Ok(index) = text.trim_matches(['[', ']', '#']).parse() else {
                    let text = format!("\"{text}\" is no index: a whole number from 0");
                    return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]);
                };
                Act::GoToIndex(*node, index)
            }
        };
        Reply::Close(vec![act])
    }
}

impl Overlay for LinePrompt {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        match key.code {
            KeyCode::Esc => return Reply::CLOSE,
            KeyCode::Enter => return self.accept(),
            KeyCode::Tab if self.completes() => self.complete(Way::Next, app),
            KeyCode::BackTab if self.completes() => self.complete(Way::Previous, app),
            _ => {
                self.completion.clear();
                self.field.key(key);
                let asks = self.completes().then(|| ask_members(&self.field.word())).flatten();
                return Reply::Stay(asks.into_iter().collect());
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
        let (title, help) = match self.purpose {
            Purpose::Index(_) => ("Go to index", "Enter go there  Esc cancel"),
            Purpose::NewWatch => ("Watch", "Enter watch it  Tab complete  Esc cancel"),
            Purpose::EditWatch(_) => ("Edit watch", "Enter change it  Tab complete  Esc cancel"),
            Purpose::Place => ("Go to line", "Enter go there: 120, or cart:33  Esc cancel"),
            Purpose::SearchScripts => {
                ("Search every script", "Enter search: capitals count if there are any  Esc cancel")
            }
            Purpose::DeepFind => {
                ("Find below what is loaded", "Enter search (bounded; Esc ends it)  Esc cancel")
            }
        };
        let list = match self.purpose {
            Purpose::Index(list) => app.node(list),
            _ => None,
        };
        let title = list.map_or_else(|| title.to_owned(), |it| format!("{title} of {}", it.name));
        let area = draw_line(canvas, regions, &title, &self.field, help);
        if self.completes() {
            let (word, below) = (self.field.word(), area.y.saturating_sub(1));
            self.completion.draw(canvas, regions, below, || candidates(app, &word));
        }
    }
}

/// Draws a prompt of one line; gives its content's area.
fn draw_line(
    canvas: &mut Canvas<'_>,
    regions: &Regions,
    title: &str,
    field: &Field,
    help: &str,
) -> Rect {
    let area = sheet::prompt(canvas, regions, title, 2);
    field.draw_labelled(canvas, area, 0, "> ", Focus::Here);
    sheet::help(canvas, area, help);
    area
}
