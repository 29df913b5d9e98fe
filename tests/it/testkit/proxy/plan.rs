//! Which request gets which fault: drawn from a seed, written as text, made smaller.

use super::fault::{Fault, Line, NoFault, Spoiling, Trouble};
use super::target::Target;
use crate::testkit::dice::Dice;
use crate::testkit::shrink::shrunk;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// Faults by request. As text, a line for each, as in `step 2: drop after`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    pub entries: Vec<Entry>,
}

/// The fault of the `nth` request of a kind, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    pub target: Target,
    pub nth: u32,
    pub fault: Fault,
}

impl Plan {
    /// One that differs from seed to seed: mostly a few faults, now and then many or none.
    pub fn from_seed(seed: u64) -> Self {
        let mut dice = Dice::new(seed);
        let count = dice.pick(&[(1, 0), (4, 1), (6, 2), (5, 4), (3, 7), (1, 12)]);
        let mut plan = Self::default();
        for _ in 0..count {
            let entry = entry(&mut dice);
            if plan.fault(entry.target, entry.nth).is_none() {
                plan.entries.push(entry);
            }
        }
        plan
    }

    /// What happens to the `nth` request of that kind.
    pub fn fault(&self, target: Target, nth: u32) -> Option<Fault> {
        let fits = |entry: &&Entry| entry.target == target && entry.nth == nth;
        self.entries.iter().find(fits).map(|entry| entry.fault)
    }

    /// A smallest part of the plan with which it still fails.
    pub fn shrunk(&self, mut fails: impl FnMut(&Self) -> bool) -> Self {
        let of = |entries: &[Entry]| Self { entries: entries.to_vec() };
        Self { entries: shrunk(&self.entries, |entries| fails(&of(entries))) }
    }
}

/// A request of which there is likely one, and what happens to it.
fn entry(dice: &mut Dice) -> Entry {
    let (target, most) = dice.pick(&[
        (10, (Target::ListThreads, 40)),
        (8, (Target::Reset, 4)),
        (8, (Target::Step, 4)),
        (4, (Target::Resume, 3)),
        (4, (Target::Variables, 6)),
        (3, (Target::AddBreakpoints, 1)),
        (2, (Target::CreateClient, 1)),
        (2, (Target::DeleteClient, 1)),
        (1, (Target::Eval, 1)),
        (1, (Target::Members, 2)),
    ]);
    let nth = u32::try_from(dice.between(1..=most)).expect("a small number");
    Entry { target, nth, fault: fault(dice) }
}

fn fault(dice: &mut Dice) -> Fault {
    let after = dice.percent(50);
    match dice.pick(&[(14, 't'), (3, 's'), (5, 'l'), (1, 'r')]) {
        's' => Fault::Answer(spoiling(dice)),
        'l' => line(dice),
        'r' => Fault::Restart,
        _ if after => Fault::After(trouble(dice)),
        _ => Fault::Before(trouble(dice)),
    }
}

fn trouble(dice: &mut Dice) -> Trouble {
    let late = Trouble::Late(dice.millis(50..=6_000));
    let status = dice.pick(&[(1, 500), (1, 502), (1, 503), (1, 504)]);
    dice.pick(&[
        (6, late),
        (4, Trouble::Stall),
        (6, Trouble::Drop),
        (3, Trouble::Reset),
        (3, Trouble::Fault(status)),
        (1, Trouble::Page(200)),
        (2, Trouble::Page(502)),
        (1, Trouble::Garbage),
        (1, Trouble::Redirect),
        (1, Trouble::Refused),
        (1, Trouble::Gone),
    ])
}

fn spoiling(dice: &mut Dice) -> Spoiling {
    let pause = dice.millis(1..=10);
    dice.pick(&[
        (3, Spoiling::Truncated),
        (1, Spoiling::Dripping(pause)),
        (1, Spoiling::OtherCookie),
        (1, Spoiling::NoCookie),
    ])
}

fn line(dice: &mut Dice) -> Fault {
    let state = dice.pick(&[
        (4, Line::Down),
        (4, Line::Silent),
        (2, Line::Slow(Duration::from_secs(2))),
        (1, Line::Slow(Duration::from_secs(30))),
        (2, Line::Refusing),
    ]);
    Fault::Line(state, dice.millis(500..=8_000))
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.target, self.nth, self.fault)
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.iter().try_for_each(|entry| writeln!(f, "{entry}"))
    }
}

/// A line that is none of a plan.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoEntry {
    #[error("\"{0}\" isn't like \"step 2: drop after\"")]
    Shape(String),
    #[error(transparent)]
    Fault(#[from] NoFault),
}

impl FromStr for Entry {
    type Err = NoEntry;

    fn from_str(line: &str) -> Result<Self, NoEntry> {
        let shape = || NoEntry::Shape(line.to_owned());
        let (request, fault) = line.split_once(':').ok_or_else(shape)?;
        let (name, nth) = request.trim().rsplit_once(' ').ok_or_else(shape)?;
        let target = Target::named(name).ok_or_else(shape)?;
        let nth = nth.parse().map_err(|_| shape())?;
        Ok(Self { target, nth, fault: fault.parse()? })
    }
}

impl FromStr for Plan {
    type Err = NoEntry;

    fn from_str(text: &str) -> Result<Self, NoEntry> {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        Ok(Self { entries: lines.map(str::parse).collect::<Result<_, _>>()? })
    }
}
