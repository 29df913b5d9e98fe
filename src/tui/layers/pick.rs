//! Choosing one of several places: where the names of a line lead, where a text was found.

use super::picker::{Choice, Chosen};
use super::ranking::ranked;
use super::{Act, Overlay, Reply};
use crate::api::ids::{Line, ScriptPath, ThreadId};
use crate::session::{Destination, TextSearch};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::KeyEvent;

const HELP: &str = "Enter go there  Up/Down  type to narrow  Esc cancel";

/// What the choice leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Then {
    /// Shows where a name leads.
    Show(Destination),
    /// Leads to what a line names.
    Lead(ScriptPath, Line),
    /// Offers the functions to choose from that a thread's line of execution calls.
    Choose(ThreadId, ScriptPath, Line),
    /// Runs into a function.
    StepInto(Destination),
    /// Shows a line.
    Open(ScriptPath, Line),
}

/// Places to choose from.
#[derive(Debug)]
pub struct Pick {
    title: String,
    labels: Vec<String>,
    thens: Vec<Then>,
    choice: Choice,
}

impl Pick {
    /// Where the names of a line lead.
    pub fn destinations(title: &str, list: &[Destination], then: fn(Destination) -> Then) -> Self {
        let label = |it: &Destination| format!("{}   {}", it.name, short(&it.script));
        let labels = list.iter().map(label).collect();
        Self::new(title.to_owned(), labels, list.iter().cloned().map(then).collect())
    }

    /// Where a text was found.
    pub fn places(search: &TextSearch) -> Self {
        let places = search.places.iter();
        let labels = places.clone().map(|it| {
            let place = format!("{}:{}", short(&it.script), it.line);
            format!("{place}   {}", it.text)
        });
        let thens = places.map(|it| Then::Open(it.script.clone(), it.line)).collect();
        Self::new(format!("Lines with \"{}\"", search.wanted), labels.collect(), thens)
    }

    fn new(title: String, labels: Vec<String>, thens: Vec<Then>) -> Self {
        Self { title, choice: Choice::new(labels.len()), labels, thens }
    }

    fn rank(&mut self) {
        let found = ranked(&self.choice.typed(), self.labels.iter().map(String::as_str));
        self.choice.found(found);
    }
}

/// A script's path without the folder that each cartridge has.
fn short(script: &ScriptPath) -> String {
    script.as_str().trim_start_matches('/').replacen("/cartridge/", "/", 1)
}

impl Overlay for Pick {
    fn key(&mut self, key: KeyEvent, _: &App) -> Reply {
        match self.choice.key(key) {
            Chosen::Nothing => Reply::STAY,
            Chosen::Cancelled => Reply::CLOSE,
            Chosen::Typed => {
                self.rank();
                Reply::STAY
            }
            Chosen::Index(index) => Reply::Close(vec![Act::Then(self.thens[index].clone())]),
        }
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        self.choice.insert(text);
        self.rank();
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, _: &App) {
        self.choice.draw(canvas, regions, [&self.title, HELP], |index| {
            [self.labels[index].clone(), String::new(), String::new()]
        });
    }
}
