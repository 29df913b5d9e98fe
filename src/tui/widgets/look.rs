//! How the screen is drawn at the moment: marks, colours, characters.

use crate::session::Time;
use crate::tui::marks::{ASCII, Marks, UNICODE};
use crate::tui::text::Charset;
use crate::tui::theme::{Role, Theme};
use crate::tui::ui::{Colours, MarkSet, Ui};
use ratatui::style::{Modifier, Style};

/// What every pane needs to know to draw.
#[derive(Clone, Copy, Debug)]
pub struct Look<'a> {
    /// The set of marks and borders.
    pub marks: &'static Marks,
    /// The colours.
    pub theme: &'a Theme,
    /// What the terminal can show of values.
    pub charset: Charset,
    /// The present.
    pub now: Time,
    /// What the panes show.
    pub tense: Tense,
    /// Values that are read again in a moment.
    pub aged: Aged,
}

/// How values are drawn that are of before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Aged {
    /// As old, in a word, too.
    #[default]
    Said,
    /// As old.
    Dim,
    /// As all others: they are about to be read.
    Plain,
}

/// Whether the present or a recorded halt is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tense {
    #[default]
    Present,
    Past,
}

impl Look<'_> {
    /// How text of this role looks.
    pub fn style(&self, role: Role) -> Style {
        match (self.tense, role) {
            (Tense::Past, Role::Border) => self.theme.style(Role::PastFrame),
            (Tense::Past, Role::Focus) => {
                self.theme.style(Role::PastFrame).add_modifier(Modifier::BOLD)
            }
            (_, role) => self.theme.style(role),
        }
    }
}

impl Ui {
    /// Marks, colours and characters as settings and terminal have it; a terminal of seven bits
    /// gets the ASCII marks, whatever was chosen.
    pub fn look(&self) -> Look<'_> {
        let ascii = self.marks == MarkSet::Ascii || self.charset == Charset::SevenBit;
        Look {
            marks: if ascii { &ASCII } else { &UNICODE },
            theme: match self.colours {
                Colours::Ansi => &self.theme,
                Colours::None => Theme::plain(),
            },
            charset: self.charset,
            now: self.now,
            tense: Tense::Present,
            aged: match (self.says_old(), self.shows_old()) {
                (true, _) => Aged::Said,
                (false, true) => Aged::Dim,
                (false, false) => Aged::Plain,
            },
        }
    }
}
