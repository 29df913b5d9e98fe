//! A seeded run as data: what the user does, and what goes wrong meanwhile.

use super::moves::{self, Move, NoMove};
use crate::testkit::dice::Dice;
use crate::testkit::proxy::{NoEntry, Plan};
use crate::testkit::shrink::shrunk;
use std::fmt;
use std::str::FromStr;

/// A run. As text: its moves, a line of dashes, the plan of faults, and how the user leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    pub moves: Vec<Move>,
    pub plan: Plan,
    pub way: Way,
}

/// How the user leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// `q`, and Enter if it asks.
    Quit,
    CtrlC,
    Term,
    Hup,
}

impl Way {
    pub const ALL: [Self; 4] = [Self::Quit, Self::CtrlC, Self::Term, Self::Hup];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Quit => "quit",
            Self::CtrlC => "ctrl-c",
            Self::Term => "term",
            Self::Hup => "hup",
        }
    }
}

const DIVIDER: &str = "---";

impl Case {
    pub fn from_seed(seed: u64) -> Self {
        let way = Dice::new(!seed).pick(&Way::ALL.map(|way| (1, way)));
        Self { moves: moves::from_seed(seed), plan: Plan::from_seed(seed), way }
    }

    /// A smallest part that still fails: first of the faults, then of the moves.
    pub fn shrunk(&self, mut fails: impl FnMut(&Self) -> bool) -> Self {
        let plan = self.plan.shrunk(|plan| fails(&Self { plan: plan.clone(), ..self.clone() }));
        let smaller = Self { plan, ..self.clone() };
        let of = |moves: &[Move]| Self { moves: moves.to_vec(), ..smaller.clone() };
        let moves = shrunk(&smaller.moves, |moves| fails(&of(moves)));
        of(&moves)
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.moves.iter().try_for_each(|it| writeln!(f, "{it}"))?;
        writeln!(f, "{}", self.way.as_str())?;
        writeln!(f, "{DIVIDER}")?;
        self.plan.fmt(f)
    }
}

/// A text that is no case.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoCase {
    #[error("a line \"{DIVIDER}\" divides moves and plan")]
    Divider,
    #[error("the last move is one of quit, ctrl-c, term, hup")]
    Way,
    #[error(transparent)]
    Move(#[from] NoMove),
    #[error(transparent)]
    Entry(#[from] NoEntry),
}

impl FromStr for Case {
    type Err = NoCase;

    fn from_str(text: &str) -> Result<Self, NoCase> {
        let (moves, plan) = text.split_once(DIVIDER).ok_or(NoCase::Divider)?;
        let mut lines: Vec<&str> = moves.lines().filter(|line| !line.trim().is_empty()).collect();
        let last = lines.pop().ok_or(NoCase::Way)?;
        let way = Way::ALL.into_iter().find(|way| way.as_str() == last).ok_or(NoCase::Way)?;
        let moves = lines.into_iter().map(str::parse).collect::<Result<_, _>>()?;
        Ok(Self { moves, plan: plan.parse()?, way })
    }
}

#[test]
fn a_case_is_its_text() {
    for seed in 0..500 {
        let case = Case::from_seed(seed);
        assert_eq!(case.to_string().parse(), Ok(case), "{seed}");
    }
}

#[test]
fn a_case_shrinks_in_both_halves() {
    let case = Case::from_seed(3);
    let more: Case = "visit Long\npress n\nsettle\npress c\nquit\n---\nstep 1: drop after\nreset 1: stall before"
        .parse()
        .expect("a case");
    let fails = |case: &Case| {
        case.moves.contains(&Move::Press("c".to_owned())) && !case.plan.entries.is_empty()
    };
    assert_eq!(more.shrunk(fails).to_string(), "press c\nquit\n---\nreset 1: stall before\n");
    assert_eq!(case.shrunk(|_| true).to_string().lines().count(), 2);
}
