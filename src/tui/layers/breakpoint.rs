//! The breakpoint prompt: condition, hit count, log text, what it waits for.

mod mine;

use super::complete::{Candidate, Completion, Way, ask_members, candidates};
use super::field::{Field, bounded};
use super::form::Form;
use super::{Act, Overlay, Reply};
use crate::session::verdict::{ConditionVerdict, Gravity};
use crate::session::{
    BreakpointCommand, BreakpointKey, BreakpointSpec, Command, HitRule, Life, NoticeKind,
};
use crate::tui::app::App;
use crate::tui::layout::Regions;
use crate::tui::theme::Role;
use crate::tui::widgets::paint::Canvas;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use mine::{MyRequest, Said};

const LABELS: [&str; 4] = ["condition ", "from hit  ", "log text  ", "after     "];
const NOTES: [&str; 4] = [
    "The server halts only if this is true; Ctrl-t tests it where it would run.",
    "Other hits halt briefly: 3 (from the third on), = 3, % 10, = 3 per request.",
    "Written here with each {expr} evaluated: it halts briefly and runs on.",
    "Armed only in requests in which that one was hit; Tab goes through them.",
];
/// The fields whose text isn't an expression.
const HITS: usize = 1;
const AFTER: usize = 3;

const HELP: &str = "Enter set  Tab next  Ctrl-t test  Ctrl-o once  Ctrl-g my request  Esc cancel";

/// A breakpoint's fields being edited.
#[derive(Debug)]
pub struct BreakpointPrompt {
    key: BreakpointKey,
    enabled: bool,
    fields: [Field; 4],
    current: usize,
    completion: Completion,
    life: Life,
    also_halts: bool,
    /// What tells the user's own requests apart is being asked.
    mine: Option<MyRequest>,
}

impl BreakpointPrompt {
    /// For an existing breakpoint's fields, or a plain one's.
    pub fn new(spec: &BreakpointSpec, app: &App) -> Self {
        let after = spec.after.as_ref().map(|key| named(app, key)).unwrap_or_default();
        let hit_rule = spec.hit_rule.map(|rule| rule.to_string()).unwrap_or_default();
        Self {
            key: spec.key.clone(),
            enabled: spec.enabled,
            fields: [
                Field::line(spec.condition.as_deref().unwrap_or_default()),
                Field::line(&hit_rule),
                Field::line(spec.log.as_deref().unwrap_or_default()),
                Field::line(&after),
            ],
            current: 0,
            completion: Completion::default(),
            life: spec.life,
            also_halts: spec.also_halts,
            mine: None,
        }
    }

    fn spec(&self, app: &App) -> Result<BreakpointSpec, String> {
        let filled =
            |field: &Field| Some(field.value().trim().to_owned()).filter(|t| !t.is_empty());
        let [condition, hit_rule, log, after] = &self.fields;
        let after = filled(after).map(|text| self.other(&text, app)).transpose()?;
        let hit_rule = filled(hit_rule).map(|text| text.parse::<HitRule>()).transpose();
        let hit_rule = hit_rule.map_err(|error| error.to_string())?;
        Ok(BreakpointSpec {
            key: self.key.clone(),
            condition: filled(condition),
            hit_rule,
            also_halts: self.also_halts && filled(log).is_some(),
            log: filled(log),
            enabled: self.enabled,
            text: None,
            life: self.life,
            after,
        })
    }

    /// The breakpoint that is called that.
    fn other(&self, text: &str, app: &App) -> Result<BreakpointKey, String> {
        let mut others = self.others(app);
        let found = others.find(|key| named(app, key) == text || key.to_string() == text);
        found.ok_or_else(|| format!("no other breakpoint is called {text}: Tab goes through them"))
    }

    fn others<'a>(&self, app: &'a App) -> impl Iterator<Item = BreakpointKey> + 'a {
        let own = self.key.clone();
        let all = app.session.breakpoints().iter().map(|each| each.key().clone());
        all.filter(move |key| *key != own)
    }

    /// What may be meant by what is typed.
    fn candidates(&self, app: &App) -> Vec<Candidate> {
        let field = &self.fields[self.current];
        match self.current {
            HITS => Vec::new(),
            AFTER => {
                let typed = field.value().trim().to_owned();
                let places = self.others(app).map(|key| named(app, &key));
                let fitting = places.filter(|place| place.contains(&typed) && *place != typed);
                fitting.map(|text| Candidate { text, about: String::new() }).collect()
            }
            _ => candidates(app, &field.word()),
        }
    }

    /// Takes the next candidate, if there is one.
    fn complete(&mut self, app: &App) -> bool {
        let mut completion = std::mem::take(&mut self.completion);
        let next = completion.turn(Way::Next, || self.candidates(app)).map(str::to_owned);
        self.completion = completion;
        let (field, is_place) = (&mut self.fields[self.current], self.current == AFTER);
        next.inspect(|whole| if is_place { field.set(whole) } else { field.complete(whole) })
            .is_some()
    }

    fn accept(&self, app: &App) -> Reply {
        match self.spec(app) {
            Ok(spec) if is_broken(&spec, app) => {
                let text = "the condition doesn't parse: nothing would halt";
                Reply::Stay(vec![Act::Say(NoticeKind::Error, text.to_owned())])
            }
            Ok(spec) => {
                Reply::Close(vec![Act::Command(Command::Breakpoint(BreakpointCommand::Set(spec)))])
            }
            Err(text) => Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]),
        }
    }

    /// Whether it would halt anything, while it is typed.
    fn verdict(&self, app: &App) -> (String, Role) {
        let spec = match self.spec(app) {
            Ok(spec) => spec,
            Err(text) => return (text, Role::Warning),
        };
        match app.session.verdict_of(&spec).worst(&spec) {
            Some(concern) if concern.gravity == Gravity::Problem => (concern.text, Role::Error),
            Some(concern) => (concern.text, Role::Warning),
            None => (String::new(), Role::Dim),
        }
    }

    fn turn_life(&mut self) {
        self.life = match self.life {
            Life::Lasting => Life::Once,
            Life::Once => Life::Lasting,
        };
    }

    /// Asks what tells the user's own requests apart, at first those like the last one sent from here.
    fn ask_mine(&mut self, app: &App) {
        self.mine = Some(MyRequest::new(app.session.requests().history().last()));
    }

    /// A key for that question.
    fn answer_mine(&mut self, key: KeyEvent) -> Reply {
        let condition = self.fields[0].value();
        let Some(mine) = &mut self.mine else { return Reply::STAY };
        match mine.key(key, &condition) {
            Said::Nothing => {}
            Said::Wrong(text) => return Reply::Stay(vec![Act::Say(NoticeKind::Error, text)]),
            Said::Cancelled => self.mine = None,
            Said::Condition(condition) => {
                self.fields[0].set(&condition);
                (self.mine, self.current) = (None, 0);
            }
        }
        Reply::STAY
    }

    fn test(&self) -> Reply {
        let condition = self.fields[0].value().trim().to_owned();
        let act = if condition.is_empty() {
            Act::Say(NoticeKind::Hint, "there is no condition to test".to_owned())
        } else {
            Act::TestCondition(condition, self.key.clone())
        };
        Reply::Stay(vec![act])
    }
}

impl Overlay for BreakpointPrompt {
    fn key(&mut self, key: KeyEvent, app: &App) -> Reply {
        if self.mine.is_some() {
            return self.answer_mine(key);
        }
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        match key.code {
            KeyCode::Esc => return Reply::CLOSE,
            KeyCode::Enter => return self.accept(app),
            KeyCode::Char('t') if control => return self.test(),
            KeyCode::Char('o') if control => self.turn_life(),
            KeyCode::Char('g') if control => self.ask_mine(app),
            KeyCode::Tab if self.complete(app) => {}
            KeyCode::Tab | KeyCode::Down => self.current = (self.current + 1) % LABELS.len(),
            KeyCode::BackTab | KeyCode::Up => {
                self.current = (self.current + LABELS.len() - 1) % LABELS.len();
            }
            _ => {
                self.completion.clear();
                self.fields[self.current].key(key);
                let asks = ask_members(&self.fields[self.current].word());
                let is_code = !matches!(self.current, HITS | AFTER);
                return Reply::Stay(asks.filter(|_| is_code).into_iter().collect());
            }
        }
        if key.code != KeyCode::Tab {
            self.completion.clear();
        }
        Reply::STAY
    }

    fn paste(&mut self, text: &str, _: &App) -> Reply {
        match &mut self.mine {
            Some(mine) => mine.paste(text),
            None => self.fields[self.current].insert(bounded(text).0),
        }
        Reply::STAY
    }

    fn draw(&self, canvas: &mut Canvas<'_>, regions: &Regions, app: &App) {
        if let Some(mine) = &self.mine {
            return mine.draw(canvas, regions, &named(app, &self.key));
        }
        let life = if self.life == Life::Once { "  once, goes with its first halt" } else { "" };
        let title = format!("Breakpoint  {}{life}", named(app, &self.key));
        let (verdict, role) = self.verdict(app);
        let form = Form {
            title: &title,
            labels: &LABELS,
            fields: &self.fields,
            current: self.current,
            notes: &[(NOTES[self.current], Role::Dim), (&verdict, role)],
            help: HELP,
        };
        let area = form.draw(canvas, regions);
        let below = area.y.saturating_sub(1);
        self.completion.draw(canvas, regions, below, || self.candidates(app));
    }
}

/// Whether its condition doesn't parse, as far as that can be told here.
fn is_broken(spec: &BreakpointSpec, app: &App) -> bool {
    match app.session.verdict_of(spec).condition {
        ConditionVerdict::Broken(why) => why.rhino_only.is_none(),
        _ => false,
    }
}

/// A breakpoint's place as the lists show it.
fn named(app: &App, key: &BreakpointKey) -> String {
    app.session.sources().place(&key.script, key.line)
}

#[cfg(test)]
mod tests {
    use super::super::form::NOTE;
    use super::*;

    #[test]
    fn what_a_prompt_says_fits_a_screen_of_80_cells() {
        for text in NOTES.into_iter().chain(mine::NOTES).chain([HELP, mine::HELP]) {
            assert!(text.len() <= usize::from(NOTE), "{} in {text}", text.len());
        }
    }
}
