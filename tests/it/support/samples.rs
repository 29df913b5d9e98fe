//! Property-made input for tests that await answers.

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::TestRunner,
};

/// The same inputs in each run.
pub fn samples<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let sample = |_| strategy.new_tree(&mut runner).expect("a sample").current();
    (0..count).map(sample).collect()
}
