//! A script unrolled: its statements in the order in which they run.

use std::sync::Arc;
use std::time::Duration;

/// What a thread runs.
#[derive(Clone, Debug)]
pub struct Program {
    /// As in `/cartridge/controllers/File.js`.
    pub script: &'static str,
    spots: Arc<[Spot]>,
}

/// A statement that is about to run, before which a thread can halt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot {
    pub function: &'static str,
    pub line: u32,
    /// Which call of which function it belongs to.
    pub activation: usize,
    /// The spot whose statement calls that function; nothing for the outermost one.
    pub caller: Option<usize>,
    /// How long the statement runs, calls not counted.
    pub takes: Duration,
}

impl Program {
    /// The spot of that index; nothing at the end.
    pub fn spot(&self, at: usize) -> Option<&Spot> {
        self.spots.get(at)
    }

    /// The spots of a call stack, the current one first.
    pub fn stack(&self, at: usize) -> impl Iterator<Item = &Spot> {
        std::iter::successors(self.spot(at), |spot| self.spot(spot.caller?))
    }

    /// Whether a call still goes on at a spot.
    pub fn is_in(&self, activation: usize, at: usize) -> bool {
        self.stack(at).any(|spot| spot.activation == activation)
    }
}

/// Writes a program down, statement by statement.
#[derive(Debug, Default)]
pub struct Writer {
    spots: Vec<Spot>,
    /// The calls that go on, innermost last: function, activation, calling spot.
    calls: Vec<(&'static str, usize, Option<usize>)>,
    activations: usize,
    takes: Duration,
}

impl Writer {
    /// Begins with a function whose statements take so long each.
    pub fn new(function: &'static str, takes: Duration) -> Self {
        let mut writer = Self { takes, ..Self::default() };
        writer.enter(function);
        writer
    }

    fn enter(&mut self, function: &'static str) {
        let caller = self.spots.len().checked_sub(1);
        self.calls.push((function, self.activations, caller));
        self.activations += 1;
    }

    /// Statements on these lines, one after the other.
    #[must_use]
    pub fn lines(mut self, lines: &[u32]) -> Self {
        let (function, activation, caller) = *self.calls.last().expect("a function");
        for &line in lines {
            let takes = self.takes;
            self.spots.push(Spot { function, line, activation, caller, takes });
        }
        self
    }

    /// The last statement calls a function with these lines.
    #[must_use]
    pub fn call(mut self, function: &'static str, lines: &[u32]) -> Self {
        self.enter(function);
        let mut writer = self.lines(lines);
        writer.calls.pop();
        writer
    }

    /// The statement before takes longer than the others.
    #[must_use]
    pub fn taking(mut self, time: Duration) -> Self {
        self.spots.last_mut().expect("a statement").takes = time;
        self
    }

    pub fn program(self, script: &'static str) -> Program {
        Program { script, spots: self.spots.into() }
    }
}

#[test]
fn a_program_knows_who_called() {
    let program = Writer::new("outer", Duration::ZERO)
        .lines(&[1, 2])
        .call("inner", &[7, 8])
        .lines(&[3])
        .call("inner", &[7])
        .program("/a/b.js");
    let stack = |at| program.stack(at).map(|spot| (spot.function, spot.line)).collect::<Vec<_>>();
    assert_eq!(stack(1), [("outer", 2)]);
    assert_eq!(stack(3), [("inner", 8), ("outer", 2)]);
    assert_eq!(stack(5), [("inner", 7), ("outer", 3)]);
    let activation = |at| program.spot(at).expect("a spot").activation;
    assert_eq!(activation(2), activation(3));
    assert_ne!(activation(3), activation(5));
    assert!(program.is_in(activation(0), 5) && !program.is_in(activation(2), 5));
    assert_eq!(program.spot(6), None);
}
