//! Keys pressed but not yet complete: sequences such as `Space f`, and `r5n`.

use super::{Action, Chord, Keymap, Lookup};
use crate::session::{StepKind, Time};
use crate::tui::ui::Pane;
use std::time::Duration;

/// How long after a prefix the menu of what may follow is shown.
pub const MENU_DELAY: Duration = Duration::from_millis(400);

const MOST_REPEATS: u32 = 999;

/// What one more key led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Press {
    Act(Action),
    /// So many steps.
    Repeat(StepKind, u32),
    /// More keys are needed.
    Wait,
    /// The keys mean nothing here.
    Unknown,
    /// A count was followed by something that is no step.
    NoStep,
}

/// The keys pressed so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pending {
    chords: Vec<Chord>,
    since: Time,
    repeat: Option<u32>,
}

impl Pending {
    /// The keys of a sequence begun.
    pub fn chords(&self) -> &[Chord] {
        &self.chords
    }

    /// The count typed after `r`; 0 before its first digit.
    pub fn repeat(&self) -> Option<u32> {
        self.repeat
    }

    /// When the menu appears, or appeared.
    pub fn menu_at(&self) -> Option<Time> {
        (!self.chords.is_empty()).then(|| self.since + MENU_DELAY)
    }

    /// Begins a sequence as if its first key had been pressed long enough ago for the menu.
    pub fn begin(&mut self, chord: Chord, now: Time) {
        *self = Self { chords: vec![chord], since: now - MENU_DELAY, repeat: None };
    }

    /// Forgets what was pressed.
    pub fn clear(&mut self) {
        *self = Self::default();
    }

    /// Takes one more key.
    pub fn press(&mut self, chord: Chord, keymap: &Keymap, pane: Pane, now: Time) -> Press {
        if let Some(count) = self.repeat.take() {
            return self.repeated(count, chord, keymap, pane);
        }
        self.chords.push(chord);
        match keymap.lookup(&self.chords, pane) {
            Lookup::Action(Action::RepeatStep) => {
                self.chords.clear();
                self.repeat = Some(0);
                Press::Wait
            }
            Lookup::Action(action) => {
                self.chords.clear();
                Press::Act(action)
            }
            Lookup::Prefix(_) => {
                self.since = now;
                Press::Wait
            }
            Lookup::Nothing => {
                let begun = self.chords.len() > 1;
                self.chords.clear();
                if begun && keymap.lookup(&[chord], pane) == Lookup::Action(Action::Back) {
                    return Press::Wait;
                }
                Press::Unknown
            }
        }
    }

    fn repeated(&mut self, count: u32, chord: Chord, keymap: &Keymap, pane: Pane) -> Press {
        if let Some(digit) = chord.digit() {
            self.repeat = Some((count * 10 + digit).min(MOST_REPEATS));
            return Press::Wait;
        }
        let times = count.max(1);
        match keymap.lookup(&[chord], pane) {
            Lookup::Action(Action::StepOver) => Press::Repeat(StepKind::Over, times),
            Lookup::Action(Action::StepInto) => Press::Repeat(StepKind::Into, times),
            Lookup::Action(Action::StepOut) => Press::Repeat(StepKind::Out, times),
            Lookup::Action(Action::Back) => Press::Wait,
            _ => Press::NoStep,
        }
    }
}
