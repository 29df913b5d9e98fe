//! What a user does in a run: drawn from a seed, written as text.

use crate::testkit::dice::Dice;
use std::fmt;
use std::str::FromStr;

/// One thing that the user does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Move {
    /// A storefront request, not through the faulty line.
    Visit(String),
    /// Keys, or `esc`.
    Press(String),
    /// An expression, in the prompt for one.
    Evaluate(String),
    /// Waits until screen and server agree, but not for long.
    Settle,
    /// Looks on for so many hundredths of the server's limit for halted threads.
    Stay(u32),
}

/// Keys with their weights.
const KEYS: [(u64, &str); 13] = [
    (20, "n"),
    (8, "s"),
    (6, "f"),
    (8, "c"),
    (2, "C"),
    (3, "r3n"),
    (3, "nn"),
    (4, "T"),
    (3, "K"),
    (2, "["),
    (2, "esc"),
    (2, "u"),
    (2, "1w"),
];

/// The most visits of one run.
const VISITS: usize = 4;

/// A run's moves.
pub fn from_seed(seed: u64) -> Vec<Move> {
    // Not the numbers of the plan of the same seed.
    let mut dice = Dice::new(seed ^ 0x6d6f_7665_7300);
    let mut moves = vec![Move::Visit("Long".to_owned()), Move::Settle];
    for _ in 0..dice.between(5..=14) {
        let choice = dice.pick(&[(8, 'p'), (2, 'v'), (1, 'e')]);
        let visits = moves.iter().filter(|it| matches!(it, Move::Visit(_))).count();
        moves.push(match choice {
            'v' if visits < VISITS => {
                Move::Visit(dice.pick(&[(2, "Short"), (1, "Long")]).to_owned())
            }
            'e' => Move::Evaluate("tally + round".to_owned()),
            _ => Move::Press(dice.pick(&KEYS).to_owned()),
        });
        if dice.percent(70) {
            moves.push(Move::Settle);
        }
    }
    if dice.percent(50) {
        let percent = u32::try_from(dice.between(60..=150)).expect("a small number");
        let at = usize::try_from(dice.between(2..=moves.len() as u64)).expect("an index");
        moves.insert(at, Move::Stay(percent));
    }
    moves
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Visit(page) => write!(f, "visit {page}"),
            Self::Press(keys) => write!(f, "press {keys}"),
            Self::Evaluate(expression) => write!(f, "evaluate {expression}"),
            Self::Settle => f.write_str("settle"),
            Self::Stay(percent) => write!(f, "stay {percent}"),
        }
    }
}

/// A line that is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("\"{0}\" is no move")]
pub struct NoMove(String);

impl FromStr for Move {
    type Err = NoMove;

    fn from_str(line: &str) -> Result<Self, NoMove> {
        let no_move = || NoMove(line.to_owned());
        Ok(match line.split_once(' ').unwrap_or((line, "")) {
            ("visit", page) => Self::Visit(page.to_owned()),
            ("press", keys) => Self::Press(keys.to_owned()),
            ("evaluate", expression) => Self::Evaluate(expression.to_owned()),
            ("settle", "") => Self::Settle,
            ("stay", percent) => Self::Stay(percent.parse().map_err(|_| no_move())?),
            _ => return Err(no_move()),
        })
    }
}
