//! Numbers that a seed determines, on every machine and for all time.

use std::ops::RangeInclusive;
use std::time::Duration;

/// Steele, Lea and Flood's generator that splits: small, and fixed by its published definition.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number of the range, both ends included.
    pub fn between(&mut self, range: RangeInclusive<u64>) -> u64 {
        let (low, high) = range.into_inner();
        low + self.next() % (high - low + 1)
    }

    /// A time of so many milliseconds.
    pub fn millis(&mut self, range: RangeInclusive<u64>) -> Duration {
        Duration::from_millis(self.between(range))
    }

    /// Whether an event happens that does so many times of a hundred.
    pub fn percent(&mut self, chance: u64) -> bool {
        self.between(1..=100) <= chance
    }

    /// One of these, each as often as its weight says.
    pub fn pick<T: Copy>(&mut self, choices: &[(u64, T)]) -> T {
        let all = choices.iter().map(|(weight, _)| weight).sum();
        let mut left = self.between(1..=all);
        for (weight, choice) in choices {
            if left <= *weight {
                return *choice;
            }
            left -= weight;
        }
        unreachable!("the weights are as many as their sum says")
    }
}

#[test]
fn a_seed_means_the_same_numbers_for_ever() {
    let mut dice = Dice::new(0);
    let numbers = [(); 3].map(|()| dice.next());
    // The first numbers of the published reference implementation.
    assert_eq!(numbers, [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    let mut dice = Dice::new(7);
    assert!((0..1_000).all(|_| (3..=5).contains(&dice.between(3..=5))));
    assert!((0..1_000).all(|_| dice.pick(&[(1, 'a'), (0, 'b'), (9, 'c')]) != 'b'));
}
