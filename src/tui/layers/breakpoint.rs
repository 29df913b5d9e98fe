//! The breakpoint prompt: condition, hit count, log text.

use super::field::{Field, Focus, bounded};
use super::find::draw_labelled;
use super::{Act, Overlay, Reply, sheet};
use crate::session::{BreakpointCommand, BreakpointKey, BreakpointSpec, Command, NoticeKind};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::view::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

const LABELS: [&str; 3] = ["condition ", "from hit  ", "log text  "];
const NOTES: [&str; 3] = [
    "The server halts only if this is true; Ctrl-t tests it in frame 0.",
    "Counted here: every earlier hit halts briefly and runs on.",
    "Written here with each {expr} evaluated: it halts briefly and runs on.",
];

/// A breakpoint's fields being edited.
#[derive(Debug)]
pub struct BreakpointPrompt {
    key: BreakpointKey,
    enabled: bool,
    fields: [Field; 3],
    current: usize,
}

impl BreakpointPrompt {
    /// For an existing breakpoint's fields, or a plain one's.
    pub fn new(spec: &BreakpointSpec) -> Self {
        let from_hit = spec.from_hit.map(|hit| hit.to_string()).unwrap_or_default();
        Self {
            key: spec.key.clone(),
            enabled: spec.enabled,
            fields: [
                Field::line(spec.condition.as_deref().unwrap_or_default()),
                Field::line(&from_hit),
                Field::line(spec.log.as_deref().unwrap_or_default()),
            ],
            current: 0,
        }
    }

    fn spec(&self) -> Result<BreakpointSpec, String> {
        let filled =
            |field: &Field| Some(field.value().trim().to_owned()).filter(|t| !t.is_empty());
        let [condition, from_hit, log] = &self.fields;
        let from_hit = match filled(from_hit).map(|text| text.parse::<u32>().map_err(|_| text)) {
            None => None,
            Some(Ok(0)) => return Err("hits are counted from 1".to_owned()),
            Some(Ok(hit)) => Some(hit),
            Some(Err(text)) => return Err(format!("\"{text}\" is no hit count: a number from 1")),
        };
        Ok(BreakpointSpec {
            key: self.key.clone(),
            condition: filled(condition),
            from_hit,
            log: filled(log),
            enabled: self.enabled,
        })
    }

    fn accept(&self) -> Reply {
        match self.spec() {
            Ok(spec) => {
                Reply::Close(vec![Act::Command(Command::Breakpoint(BreakpointCommand::Set(spec)))])
            }
            Err(text) => Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]),
        }
    }

    fn test(&self) -> Reply {
        let condition = self.fields[0].value().trim().to_owned();
        let act = if condition.is_empty() {
            Act::Say(NoticeKind::Hint, "there is no condition to test".to_owned())
        } else {
            Act::TestCondition(condition)
        };
        Reply::Stay(vec![act])
    }
}

impl Overlay for BreakpointPrompt {
    fn key(&mut self, key: KeyEvent, _: &App) -> Reply {
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Reply::CLOSE,
            KeyCode::Enter => return self.accept(),
            KeyCode::Char('t') if control => return self.test(),
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
        let title = format!("Breakpoint  {}", self.key);
        let area = sheet::prompt(canvas, regions, &title, 5, 76);
        for (index, (label, field)) in (0..area.height).zip(LABELS.into_iter().zip(&self.fields)) {
            let here = usize::from(index) == self.current;
            let focus = if here { Focus::Here } else { Focus::Elsewhere };
            draw_labelled(canvas, area, index, label, field, focus);
        }
        if area.height > 4 {
            canvas.row(area, 3).cut(NOTES[self.current], Role::Dim);
        }
        sheet::help(canvas, area, "Enter set  Tab next field  Ctrl-t test  Esc cancel");
    }
}
