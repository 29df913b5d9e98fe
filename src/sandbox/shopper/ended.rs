//! Codes and tokens that count no more before their time is over.

use parking_lot::Mutex;
use std::collections::BTreeSet;

/// So many are remembered; beyond, the one that ends first is forgotten.
const MOST: usize = 10_000;

/// Those of one kind, by their ends (in seconds) and numbers.
#[derive(Debug, Default)]
pub(super) struct Ended(Mutex<BTreeSet<(i64, String)>>);

impl Ended {
    /// Whether a token is one of them.
    pub(super) fn has(&self, number: &str, end: i64) -> bool {
        self.0.lock().contains(&(end, number.to_owned()))
    }

    /// Takes a token in; whether it wasn't one of them before.
    pub(super) fn add(&self, number: String, end: i64, now: i64) -> bool {
        let mut all = self.0.lock();
        let is_new = all.insert((end, number));
        while all.len() > MOST || all.first().is_some_and(|(end, _)| *end <= now) {
            all.pop_first();
        }
        is_new
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_ended_is_known_until_its_time_is_over() {
        let ended = Ended::default();
        assert!(ended.add("a".into(), 100, 0) && !ended.add("a".into(), 100, 0));
        assert!(ended.has("a", 100) && !ended.has("b", 100));
        assert!(ended.add("b".into(), 200, 100));
        assert!(ended.has("b", 200) && !ended.has("a", 100));
    }

    #[test]
    fn of_too_many_the_first_to_end_is_forgotten() {
        let ended = Ended::default();
        let last = i64::try_from(MOST).expect("few") + 1;
        for end in (1..=last).rev() {
            assert!(ended.add(end.to_string(), end, 0));
        }
        assert!(!ended.has("1", 1) && ended.has("2", 2));
        assert!(ended.has(&last.to_string(), last), "a new one is remembered");
    }
}
