//! How often something has happened lately: what services may do is limited by it.

use crate::sandbox::store::Timestamp;
use parking_lot::Mutex;
use std::collections::{HashMap, VecDeque};

/// Times that one tally remembers: more than that in an interval is no limit of a service.
const MOST: usize = 10_000;

/// When things have happened, by what they are called.
#[derive(Debug, Default)]
pub(in crate::sandbox::storefront) struct Tallies {
    times: Mutex<HashMap<String, VecDeque<i64>>>,
}

impl Tallies {
    /// Whether it has happened `most` times in the last `millis` milliseconds.
    pub(in crate::sandbox::storefront) fn is_full(
        &self,
        name: &str,
        most: u64,
        millis: i64,
        now: Timestamp,
    ) -> bool {
        let mut times = self.times.lock();
        let own = times.entry(name.to_owned()).or_default();
        while own.front().is_some_and(|time| now.0.saturating_sub(*time) >= millis) {
            own.pop_front();
        }
        own.len() as u64 >= most
    }

    /// It has happened now.
    pub(in crate::sandbox::storefront) fn add(&self, name: &str, now: Timestamp) {
        let mut times = self.times.lock();
        let own = times.entry(name.to_owned()).or_default();
        if own.len() >= MOST {
            own.pop_front();
        }
        own.push_back(now.0);
    }

    /// Forgets everything.
    pub(super) fn clear(&self) {
        self.times.lock().clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_long_past_counts_no_more() {
        let tallies = Tallies::default();
        let is_full = |at: i64| tallies.is_full("a", 2, 1_000, Timestamp(at));
        assert!(!is_full(0));
        tallies.add("a", Timestamp(0));
        tallies.add("b", Timestamp(0));
        assert!(!is_full(500), "others don't count");
        tallies.add("a", Timestamp(500));
        assert!(is_full(999));
        assert!(!is_full(1_000), "the first one is past");
        tallies.clear();
        assert!(!is_full(1_000));
    }
}
