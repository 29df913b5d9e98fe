//! Choosing from a list by typing a part of the name: actions (`:`) and scripts (`Ctrl-p`).

use super::field::{Field, Focus, bounded, show_cursor};
use super::own::{self, typed_own};
use super::place::{best, name_and_line, typed_place};
use super::ranking::ranked_by_name;
use super::typed::{TypedRequest, typed_request};
use super::{Act, Overlay, Reply, sheet};
use crate::api::ids::ScriptPath;
use crate::api::sandbox::Operation;
use crate::session::{Command, NoticeKind};
use crate::tui::app::App;
use crate::tui::keys::Action;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// Rows of choices that are shown at most.
const MOST_ROWS: u16 = 10;
const CHOOSE: &str = "Enter choose  Up/Down  Esc cancel";

/// The typed text, the choices that it leaves, and the one that is chosen.
#[derive(Debug)]
pub(super) struct Choice {
    field: Field,
    found: Vec<usize>,
    cursor: usize,
}

/// What a key did to a choice.
pub(super) enum Chosen {
    Nothing,
    Cancelled,
    /// The text changed: what it leaves is to be ranked again.
    Typed,
    Index(usize),
}

impl Choice {
    pub(super) fn new(all: usize) -> Self {
        Self { field: Field::line(""), found: (0..all).collect(), cursor: 0 }
    }

    /// What is typed.
    pub(super) fn typed(&self) -> String {
        self.field.value()
    }

    /// Whether it is what stands first: nobody went to another one.
    fn is_first(&self) -> bool {
        self.cursor == 0
    }

    /// Types a text at once.
    pub(super) fn insert(&mut self, text: &str) {
        self.field.insert(bounded(text).0);
    }

    pub(super) fn key(&mut self, key: KeyEvent) -> Chosen {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Chosen::Cancelled,
            KeyCode::Enter => {
                return self.found.get(self.cursor).map_or(Chosen::Nothing, |i| Chosen::Index(*i));
            }
            KeyCode::Down | KeyCode::Tab => self.cursor += 1,
            KeyCode::Up | KeyCode::BackTab => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Char('n') if control => self.cursor += 1,
            KeyCode::Char('p') if control => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::PageDown => self.cursor += usize::from(MOST_ROWS),
            KeyCode::PageUp => self.cursor = self.cursor.saturating_sub(usize::from(MOST_ROWS)),
            _ => {
                self.field.key(key);
                return Chosen::Typed;
            }
        }
        self.cursor = self.cursor.min(self.found.len().saturating_sub(1));
        Chosen::Nothing
    }

    pub(super) fn found(&mut self, found: Vec<usize>) {
        self.found = found;
        self.cursor = 0;
    }

    pub(super) fn draw(
        &self,
        canvas: &mut Canvas<'_>,
        regions: &Regions,
        [title, help]: [&str; 2],
        label: impl Fn(usize) -> [String; 3],
    ) {
        let area = sheet::prompt(canvas, regions, title, MOST_ROWS + 2);
        let mut row = canvas.row(area, 0);
        row.put("> ", Role::Key);
        row.right(&format!("{} found", self.found.len()), Role::Dim);
        if let Some(column) = self.field.draw_line(&mut row, Focus::Here) {
            show_cursor(canvas, area, 0, column);
        }
        let rows = area.height.saturating_sub(2);
        let first = (self.cursor + 1).saturating_sub(usize::from(rows));
        for (index, found) in (1..=rows).zip(&self.found[first.min(self.found.len())..]) {
            let here = first + usize::from(index) - 1 == self.cursor;
            let [name, keys, about] = label(*found);
            let mut row = canvas.row(area, index);
            row.put(if here { "> " } else { "  " }, Role::Current);
            let role = if here { Role::Cursor } else { Role::Text };
            if keys.is_empty() && about.is_empty() {
                row.cut(&name, role);
            } else {
                row.field(&name, 20, role);
                row.field(&keys, 18, Role::Key);
                row.cut(&about, Role::Dim);
            }
        }
        sheet::help(canvas, area, help);
    }
}

/// Every action by name, with its keys.
#[derive(Debug)]
pub struct Palette(Choice);

impl Palette {
    /// All actions.
    pub fn new(app: &App) -> Self {
        let all = app.keymap.entries().len();
        let mut choice = Choice::new(all);
        choice.found((0..all).filter(|index| is_offered(app, *index)).collect());
        Self(choice)
    }

    fn rank(&mut self, app: &App) {
        let entries = app.keymap.entries().iter();
        let named = entries.map(|entry| (entry.action.name(), entry.does.as_str()));
        let mut found = ranked_by_name(&self.0.field.value(), named);
        found.retain(|index| is_offered(app, *index));
        self.0.found(found);
    }

    /// The rest of the chosen action's name, if what is typed is its beginning.
    fn rest_of_name(&self, app: &App) -> Option<&'static str> {
        let typed = self.0.typed();
        let chosen = self.0.found.get(self.0.cursor)?;
        let name = app.keymap.entries()[*chosen].action.name();
        name.strip_prefix(typed.trim_start()).filter(|rest| !rest.is_empty() && !typed.is_empty())
    }
}

impl Palette {
    /// Whether what is typed is an action's name.
    fn names(&self, app: &App) -> bool {
        let typed = self.0.field.value();
        app.keymap.entries().iter().any(|entry| entry.action.name() == typed.trim())
    }

    /// Why Enter does nothing with what is typed: a request to a sandbox that can't be read is no
    /// action of a similar name.
    fn nothing_meant(&self, app: &App) -> Option<String> {
        let typed = self.0.field.value();
        match own::written(&typed).filter(|_| self.0.is_first() && !self.names(app)) {
            Some(how) if app.session.is_sandbox() => Some(format!("it is written {how}")),
            Some(_) => Some(format!("\"{}\" is for sandboxes: this is none", typed.trim())),
            None if self.0.found.is_empty() => {
                Some(format!("no command is like \"{}\": help lists them", typed.trim()))
            }
            None => None,
        }
    }
}

/// What only a sandbox can do is offered where one answers.
fn is_offered(app: &App, index: usize) -> bool {
    app.session.is_sandbox() || !app.keymap.entries()[index].action.is_of_sandbox()
}

/// The request to a sandbox that is typed, where one answers.
fn own_typed(app: &App, typed: &str) -> Option<Operation> {
    typed_own(typed).filter(|_| app.session.is_sandbox())
}

impl Overlay for Palette {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        if let (KeyCode::Enter, Some(typed)) = (key.code, typed_request(&self.0.field.value())) {
            return typed.reply(app);
        }
        if let (KeyCode::Enter, Some(own)) = (key.code, own_typed(app, &self.0.field.value())) {
            return Reply::Close(vec![Act::Command(Command::Sandbox(own))]);
        }
        if let (KeyCode::Enter, Some(place)) = (key.code, typed_place(&self.0.field.value())) {
            return Reply::Close(vec![Act::GoToLine(place)]);
        }
        if let (KeyCode::Enter, Some(why)) = (key.code, self.nothing_meant(app)) {
            return Reply::Stay(vec![Act::Say(NoticeKind::Error, why)]);
        }
        if let (KeyCode::Tab, Some(rest)) = (key.code, self.rest_of_name(app)) {
            self.0.insert(rest);
            self.rank(app);
            return Reply::STAY;
        }
        match self.0.key(key) {
            Chosen::Nothing => Reply::STAY,
            Chosen::Cancelled => Reply::CLOSE,
            Chosen::Typed => {
                self.rank(app);
                Reply::STAY
            }
            Chosen::Index(index) => {
                let action: Action = app.keymap.entries()[index].action;
                Reply::Close(vec![Act::Action(action)])
            }
        }
    }

    fn paste(&mut self, text: &str, app: &App) -> Reply {
        self.0.insert(text);
        self.rank(app);
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        let typed = self.0.field.value();
        let place = typed_place(&typed).map(|place| place.help());
        let request = typed_request(&typed).map(TypedRequest::help);
        let own = own_typed(app, &typed).as_ref().map(own::help);
        let how = own::written(&typed).filter(|_| app.session.is_sandbox() && !self.names(app));
        let help = request.or(own).or(place).or(how.map(str::to_owned));
        let help = help.unwrap_or_else(|| match self.rest_of_name(app) {
            Some(_) => format!("Tab complete  {CHOOSE}"),
            None => CHOOSE.to_owned(),
        });
        self.0.draw(canvas, regions, ["Commands", &help], |index| {
            let entry = &app.keymap.entries()[index];
            [entry.action.name().to_owned(), entry.keys_text(), entry.does.clone()]
        });
    }
}

/// The scripts that are on this machine.
#[derive(Debug)]
pub struct Files {
    scripts: Vec<ScriptPath>,
    choice: Choice,
}

impl Files {
    /// All scripts that were found.
    pub fn new(app: &App) -> Self {
        let scripts: Vec<ScriptPath> = app.session.sources().scripts().cloned().collect();
        let mut files = Self { choice: Choice::new(scripts.len()), scripts };
        files.rank();
        files
    }

    fn rank(&mut self) {
        let typed = self.choice.field.value();
        let (wanted, _) = name_and_line(&typed);
        self.choice.found(best(&self.scripts, wanted));
    }
}

impl Overlay for Files {
    fn key(&mut self, key: KeyEvent, _: &App) -> Reply {
        match self.choice.key(key) {
            Chosen::Nothing => Reply::STAY,
            Chosen::Cancelled => Reply::CLOSE,
            Chosen::Typed => {
                self.rank();
                Reply::STAY
            }
            Chosen::Index(index) => {
                let typed = self.choice.field.value();
                let (_, line) = name_and_line(&typed);
                Reply::Close(vec![Act::Open(self.scripts[index].clone(), line)])
            }
        }
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        self.choice.insert(text);
        self.rank();
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, _: &App) {
        self.choice.draw(canvas, regions, ["Open a script  name, or name:line", CHOOSE], |index| {
            [self.scripts[index].as_str().to_owned(), String::new(), String::new()]
        });
    }
}
