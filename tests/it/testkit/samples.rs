//! Property-made input for tests that await answers.

use proptest::{
    strategy::{Strategy, ValueTree},
    test_runner::{Config, TestRunner},
};

/// How properties of what comes from outside are tried: with some hundred cases, or with as many as
/// `HALTSCOPE_CASES` says.
pub fn setting() -> Config {
    let wanted = std::env::var("HALTSCOPE_CASES").ok().and_then(|text| text.parse().ok());
    Config { cases: wanted.unwrap_or(256), failure_persistence: None, ..Config::default() }
}

/// The same inputs in each run.
pub fn samples<T: std::fmt::Debug>(strategy: impl Strategy<Value = T>, count: usize) -> Vec<T> {
    let mut runner = TestRunner::deterministic();
    let sample = |_| strategy.new_tree(&mut runner).expect("a sample").current();
    (0..count).map(sample).collect()
}
